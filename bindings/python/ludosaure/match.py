"""One match."""
from __future__ import annotations

import json
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import errors
from ._library import ffi, lib
from .games import action_count, observation_size, seats_of

SPECTATOR = -1
EVERYTHING = -2  # as a viewer of events: nothing is hidden

Bytes = npt.NDArray[np.uint8]
Document = Union[str, dict[str, Any]]


def _json(document: Document | None) -> str | None:
    return document if document is None or isinstance(document, str) else json.dumps(document)


class Match:
    """A match in progress. Seats are counted from 0; a viewer is a seat or SPECTATOR.

    Every method that is refused raises LudosaureError and changes nothing.
    """

    def __init__(self, game: str, seats: int, seed: str = "", options: Document | None = None,
                 folder: str | None = None) -> None:
        self._own(lib.ludosaure_match_new(
            errors.c_text(game), seats, errors.optional(_json(options)), errors.c_text(seed), errors.optional(folder)))

    def _own(self, handle: Any) -> None:
        if not handle:
            errors.fail()
        self._handle = ffi.gc(handle, lib.ludosaure_match_free)
        self.game = errors.text_of(lib.ludosaure_match_game(handle))
        self.seats = int(lib.ludosaure_match_seats(handle))

    @classmethod
    def _from(cls, handle: Any) -> Match:
        match = cls.__new__(cls)
        match._own(handle)
        return match

    @classmethod
    def from_position(cls, position: Document, folder: str | None = None) -> Match:
        return cls._from(lib.ludosaure_match_from_position(errors.optional(_json(position)), errors.optional(folder)))

    @classmethod
    def from_record(cls, record: Document, folder: str | None = None) -> Match:
        return cls._from(lib.ludosaure_match_from_record(errors.optional(_json(record)), errors.optional(folder)))

    def copy(self) -> Match:
        """A copy that goes its own way, random numbers included."""
        return self._from(lib.ludosaure_match_copy(self._handle))

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def world(self, viewer: int, number: int = 0) -> Match:
        """A match that could be this one, for all that the viewer knows."""
        return self._from(lib.ludosaure_match_world(self._handle, viewer, number))

    # ---- Looking

    @property
    def moves(self) -> int:
        """The number of moves made."""
        return int(lib.ludosaure_match_moves(self._handle))

    @property
    def to_act(self) -> list[int]:
        """The seats that may move; empty: the match is over."""
        return seats_of(lib.ludosaure_match_to_act(self._handle))

    @property
    def awaited(self) -> list[int]:
        """Of these, the seats without which the match cannot go on."""
        return seats_of(lib.ludosaure_match_awaited(self._handle))

    @property
    def over(self) -> bool:
        return not lib.ludosaure_match_to_act(self._handle)

    @property
    def phase(self) -> str:
        return errors.text_of(lib.ludosaure_match_phase(self._handle))

    def view_text(self, viewer: int = SPECTATOR) -> str:
        """What a viewer sees, as JSON with the keys `view` and `aids`."""
        return errors.text(lib.ludosaure_match_view(self._handle, viewer))

    def view(self, viewer: int = SPECTATOR) -> dict[str, Any]:
        seen: dict[str, Any] = json.loads(self.view_text(viewer))
        return seen

    def drawing(self, viewer: int = SPECTATOR, french: bool = False) -> str:
        """What a viewer sees, as the terminal draws it."""
        language = lib.LUDOSAURE_FRENCH if french else lib.LUDOSAURE_ENGLISH
        return errors.text(lib.ludosaure_match_drawing(self._handle, viewer, language))

    def position_text(self) -> str:
        """The whole truth, as JSON."""
        return errors.text(lib.ludosaure_match_position(self._handle))

    def position(self) -> dict[str, Any]:
        truth: dict[str, Any] = json.loads(self.position_text())
        return truth

    def result(self) -> dict[str, Any]:
        """over, scores, winners and what decided."""
        found: dict[str, Any] = json.loads(errors.text(lib.ludosaure_match_result(self._handle)))
        return found

    def rewards(self) -> npt.NDArray[np.float32]:
        """One for each seat; 0 before the end."""
        rewards = np.zeros(self.seats, np.float32)
        lib.ludosaure_match_rewards(self._handle, ffi.from_buffer("float[]", rewards, require_writable=True))
        return rewards

    def record(self) -> dict[str, Any]:
        kept: dict[str, Any] = json.loads(errors.text(lib.ludosaure_match_record(self._handle)))
        return kept

    def analyse(self, effort: int = 1) -> dict[str, Any]:
        """What the finished match tells us, as `ludosaure analyse --json`: chances, mistakes, luck and decisions."""
        found: dict[str, Any] = json.loads(errors.text(lib.ludosaure_match_analysis(self._handle, effort)))
        return found

    # ---- Moving

    def legal(self, seat: int) -> list[str]:
        """The moves of a seat that can be listed."""
        return self._legal(seat)["moves"]

    def open_kinds(self, seat: int) -> list[str]:
        """The kinds of moves that are too many to list."""
        return self._legal(seat)["open"]

    def _legal(self, seat: int) -> dict[str, list[str]]:
        answer: dict[str, list[str]] = json.loads(errors.text(lib.ludosaure_match_legal(self._handle, seat)))
        return answer

    def play(self, seat: int, move: str) -> None:
        errors.done(lib.ludosaure_match_play(self._handle, seat, errors.c_text(move)))

    def play_index(self, seat: int, index: int) -> None:
        """Plays legal(seat)[index]."""
        errors.done(lib.ludosaure_match_play_index(self._handle, seat, index))

    def play_action(self, seat: int, action: int) -> None:
        errors.done(lib.ludosaure_match_play_action(self._handle, seat, action))

    def events(self, viewer: int = SPECTATOR) -> list[dict[str, Any]]:
        """What happened in the latest move, as a viewer sees it, or with EVERYTHING."""
        events: list[dict[str, Any]] = json.loads(errors.text(lib.ludosaure_match_events(self._handle, viewer)))
        return events

    def random_start(self, seed: int) -> None:
        """Starts the random numbers of `random_seat` and `sample` again, which otherwise follow from the match's seed."""
        lib.ludosaure_match_random_start(self._handle, seed)

    def random_seat(self) -> int:
        """A seat that may move, at random. A real-time match may only go on if all of them move now and then."""
        return errors.number(lib.ludosaure_match_random_seat(self._handle))

    def sample(self, seat: int) -> str:
        """A random move of a seat, of any kind."""
        return errors.text(lib.ludosaure_match_sample(self._handle, seat))

    def playout(self, seed: int) -> tuple[npt.NDArray[np.int32], list[int]]:
        """Plays a copy to its end with random moves: scores and winners."""
        scores = np.zeros(self.seats, np.int32)
        buffer = ffi.from_buffer("int32_t[]", scores, require_writable=True)
        return scores, seats_of(lib.ludosaure_match_playout(self._handle, seed, buffer))

    # ---- Numbers

    def observe(self, viewer: int) -> Bytes:
        """What a viewer sees, as observation_size(game) bytes."""
        seen = np.empty(observation_size(self.game), np.uint8)
        buffer = ffi.from_buffer("uint8_t[]", seen, require_writable=True)
        errors.done(lib.ludosaure_match_observe(self._handle, viewer, buffer))
        return seen

    def mask(self, seat: int) -> Bytes:
        """1 for each action that the seat may take now, otherwise 0."""
        mask = np.empty(action_count(self.game), np.uint8)
        buffer = ffi.from_buffer("uint8_t[]", mask, require_writable=True)
        errors.done(lib.ludosaure_match_mask(self._handle, seat, buffer))
        return mask

    def action_move(self, seat: int, action: int) -> str:
        """The move that an action stands for now."""
        return errors.text(lib.ludosaure_match_action_move(self._handle, seat, action))

    def move_action(self, seat: int, move: str) -> int:
        """The number of a move."""
        return errors.number(lib.ludosaure_match_move_action(self._handle, seat, errors.c_text(move)))
