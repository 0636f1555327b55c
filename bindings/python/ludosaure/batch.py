"""Many matches at once, as numpy arrays."""
from __future__ import annotations

from typing import Any, Sequence

import numpy as np
import numpy.typing as npt

from . import errors
from ._library import ffi, lib
from .games import action_count, observation_size
from .match import Document, Match, _json
from .players import Named, c_players

RANDOM = -1  # as an action: the library chooses a random move of any kind
NONE = -2  # as an action: for an agent that does not act


def _buffer(kind: str, array: npt.NDArray[Any] | None) -> Any:
    return ffi.NULL if array is None else ffi.from_buffer(kind, array, require_writable=True)


class Batch:
    """`count` matches side by side, stepped on `threads` threads (0: one for each processor).

    Slot i plays the matches i, i + count, i + 2 * count and so on; match n has the seed "SEED/n". A match that ends
    makes way for the next one in the same step.

    By default a step is one move in each match, by the seat in `seats`. With together=True it is one move of every
    seat that may act, and `seats`, `observations` and `masks` have one more dimension, a row for each seat. The arrays
    are written again by every step: copy what is to be kept.

    `opponents` has a computer player for each seat that the caller leaves to one, such as [None, "easy",
    Player("expert", iterations=400)]. They move by themselves: a step ends when a seat of the caller is to act.

    seats         int8     the seat that acts, -1: none
    observations  uint8    (…, observation_size); None with observe=False
    masks         uint8    (…, action_count), 1 for a legal action; None with mask=False
    rewards       float32  (count, seats): of a match that ended in the latest step, otherwise 0
    ended         bool     whether the match ended in the latest step
    """

    def __init__(self, game: str, seats: int, count: int, seed: str = "", options: Document | None = None,
                 threads: int = 1, together: bool = False, observe: bool = True, mask: bool = True,
                 folder: str | None = None, opponents: Sequence[Named | None] | None = None) -> None:
        mode = lib.LUDOSAURE_TOGETHER if together else lib.LUDOSAURE_TURNS
        handle = lib.ludosaure_batch_new(
            errors.c_text(game), seats, errors.optional(_json(options)), errors.c_text(seed), errors.optional(folder),
            count, threads, mode)
        if not handle:
            errors.fail()
        self._handle = ffi.gc(handle, lib.ludosaure_batch_free)
        if opponents is not None:
            if len(opponents) != seats:
                errors.refuse(f"opponents has {len(opponents)} entries at a table with {seats} seats",
                              f"opponents a {len(opponents)} entrées à une table de {seats} places")
            texts, _kept = c_players(opponents)
            errors.done(lib.ludosaure_batch_opponents(handle, texts))
        self.game = game
        self.count = count
        self.seat_count = seats
        shape = (count, seats) if together else (count,)
        self.seats = np.empty(shape, np.int8)
        self.observations = np.empty((*shape, observation_size(game)), np.uint8) if observe else None
        self.masks = np.empty((*shape, action_count(game)), np.uint8) if mask else None
        self.rewards = np.zeros((count, seats), np.float32)
        self.ended = np.zeros(count, np.bool_)
        self._seen = (_buffer("int8_t[]", self.seats), _buffer("uint8_t[]", self.observations),
                      _buffer("uint8_t[]", self.masks))
        self._happened = (_buffer("float[]", self.rewards), _buffer("uint8_t[]", self.ended))
        self.reset()

    def reset(self) -> None:
        """Begins again with the first matches."""
        lib.ludosaure_batch_reset(self._handle, *self._seen)
        self.rewards.fill(0)
        self.ended.fill(False)

    def step(self, actions: npt.ArrayLike | None = None) -> None:
        """One step in all matches; None: all random. An illegal action raises, and nothing changes."""
        chosen = ffi.NULL
        if actions is not None:
            array = np.ascontiguousarray(actions, np.int32)
            if array.shape != self.seats.shape:
                errors.refuse(f"actions have the shape {array.shape}, not {self.seats.shape}",
                              f"actions a la forme {array.shape} et non {self.seats.shape}")
            chosen = ffi.from_buffer("int32_t[]", array)
        errors.done(lib.ludosaure_batch_step(self._handle, chosen, *self._seen, *self._happened))

    def match(self, slot: int) -> Match:
        """A copy of the match in a slot, as it stands. It has no record."""
        return Match._from(lib.ludosaure_batch_match(self._handle, slot))

    def set_match(self, slot: int, match: Match) -> None:
        """Continues in a slot from the current position of a match. `show` then writes what its agents see."""
        errors.done(lib.ludosaure_batch_set_match(self._handle, slot, match._handle))

    def show(self) -> None:
        """Writes seats, observations and masks again, for what stands now."""
        lib.ludosaure_batch_show(self._handle, *self._seen)

    def numbers(self) -> npt.NDArray[np.int64]:
        """The number of the match that is being played in each slot."""
        numbers = np.empty(self.count, np.int64)
        lib.ludosaure_batch_numbers(self._handle, _buffer("int64_t[]", numbers))
        return numbers

    def scores(self) -> npt.NDArray[np.int32]:
        """(count, seats): the scores of the match that ended last in each slot."""
        scores = np.empty((self.count, self.seat_count), np.int32)
        lib.ludosaure_batch_scores(self._handle, _buffer("int32_t[]", scores))
        return scores


def random_actions(batch: Batch, generator: np.random.Generator) -> npt.NDArray[np.int32]:
    """A legal action for each agent, all equally likely; RANDOM where no legal move has a number."""
    if batch.masks is None:
        raise ValueError("the batch has no masks")
    width = batch.masks.shape[-1]
    legal = np.flatnonzero(batch.masks.view(np.bool_))  # of all agents, one agent after the other
    ends = np.searchsorted(legal, np.arange(batch.seats.size + 1) * width)
    counts = np.diff(ends)
    chosen = ends[:-1] + (generator.random(batch.seats.size) * counts).astype(np.int64)
    actions = np.full(batch.seats.size, RANDOM, np.int32)
    able = counts > 0
    actions[able] = legal[chosen[able]] % width
    return actions.reshape(batch.seats.shape)
