"""What the library refuses, as an exception."""
from __future__ import annotations

from typing import Any, NoReturn

from ._library import ffi, lib


class LudosaureError(ValueError):
    """A call that failed and changed nothing.

    code: as in the protocol, such as "illegal_move"; rule: the rule that was broken, such as "T9", or None; text_en,
    text_fr: a sentence.
    """

    def __init__(self, code: str, rule: str | None, text_en: str, text_fr: str) -> None:
        super().__init__(f"{code}{f' ({rule})' if rule else ''}: {text_en}")
        self.code = code
        self.rule = rule
        self.text_en = text_en
        self.text_fr = text_fr


def text_of(pointer: Any) -> str:
    return str(ffi.string(pointer).decode())


def fail() -> NoReturn:
    """Raises the reason why the latest call of this thread failed."""
    rule = lib.ludosaure_error_rule()
    raise LudosaureError(
        text_of(lib.ludosaure_error_code()),
        text_of(rule) if rule else None,
        text_of(lib.ludosaure_error_text(lib.LUDOSAURE_ENGLISH)),
        text_of(lib.ludosaure_error_text(lib.LUDOSAURE_FRENCH)),
    )


def text(pointer: Any) -> str:
    """The text that a call has returned; raises if it failed."""
    if not pointer:
        fail()
    return text_of(pointer)


def done(result: bool) -> None:
    if not result:
        fail()


def number(result: int) -> int:
    if result < 0:
        fail()
    return result


def refuse(text_en: str, text_fr: str) -> NoReturn:
    """Refuses an argument before C sees it."""
    raise LudosaureError("bad_request", None, text_en, text_fr)


def c_text(value: str) -> bytes:
    """A text for C, where a zero would end it."""
    if not isinstance(value, str):
        refuse(f"a text is needed, not {value!r}", f"il faut un texte, et non {value!r}")
    if "\0" in value:
        refuse("a zero in a text", "un zéro dans un texte")
    return value.encode()


def optional(value: str | None) -> Any:
    return ffi.NULL if value is None else c_text(value)
