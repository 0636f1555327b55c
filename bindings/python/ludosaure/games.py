"""The games, and how their observations and actions are laid out."""
from __future__ import annotations

import json
from typing import Any

from . import errors
from ._library import lib


def version() -> str:
    return errors.text_of(lib.ludosaure_version())


def games() -> list[dict[str, Any]]:
    """All games: id, seats, options, facts."""
    found: list[dict[str, Any]] = json.loads(errors.text(lib.ludosaure_games()))
    return found


def game_facts(game: str) -> dict[str, Any]:
    """One of them."""
    for found in games():
        if found["id"] == game:
            return found
    errors.number(lib.ludosaure_action_count(errors.c_text(game)))  # raises: unknown_game
    raise AssertionError(game)


def components(game: str, folder: str | None = None) -> dict[str, Any] | None:
    """What is printed on the components of a game, such as the symbols of the cards; None if there is nothing. `folder` as in Match."""
    found: dict[str, Any] | None = json.loads(errors.text(lib.ludosaure_components(errors.c_text(game), errors.optional(folder))))
    return found


def encoding(game: str) -> dict[str, list[dict[str, Any]]]:
    """The parts of an observation (name, first, size, seat) and of the actions (name, first, size)."""
    parts: dict[str, list[dict[str, Any]]] = json.loads(errors.text(lib.ludosaure_encoding(errors.c_text(game))))
    return parts


def observation_size(game: str) -> int:
    return errors.number(lib.ludosaure_observation_size(errors.c_text(game)))


def action_count(game: str) -> int:
    return errors.number(lib.ludosaure_action_count(errors.c_text(game)))


def seats_of(bits: int) -> list[int]:
    """The members of a set of seats."""
    return [seat for seat in range(lib.LUDOSAURE_SEATS_MAX) if bits >> seat & 1]
