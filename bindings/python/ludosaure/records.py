"""Records as training data: who decided what, and what they knew."""
from __future__ import annotations

import itertools
import json
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Iterable, NamedTuple

import numpy as np
import numpy.typing as npt

from . import errors
from ._library import ffi, lib
from .games import action_count, observation_size
from .match import Document, _json


class Decisions(NamedTuple):
    """A row for each move of each record, in order."""

    records: npt.NDArray[np.int32]  # (rows,): which record
    seats: npt.NDArray[np.int8]  # (rows,): who made the move
    observations: npt.NDArray[np.uint8]  # (rows, observation_size): what the seat knew
    masks: npt.NDArray[np.uint8] | None  # (rows, action_count): what it might have done
    actions: npt.NDArray[np.int32]  # (rows,): what it did; -1: a move without a number
    rewards: npt.NDArray[np.float32]  # (rows,): what the match was worth to it in the end


def _head(record: str) -> tuple[str, int]:
    """The game and the number of moves. The library judges everything else."""
    try:
        read = json.loads(record)
        return str(read["game"]), len(read["moves"])
    except (ValueError, KeyError, TypeError):
        errors.refuse("this is not a record", "ceci n’est pas un enregistrement")


def decisions(records: Iterable[Document], *, masks: bool = True, threads: int = 1, folder: str | None = None) -> Decisions:
    """The decisions of records of one game, such as the lines of a file that `ludosaure simulate --records` has written.
    `threads` 0: one for each processor."""
    texts = [str(_json(record)) for record in records]
    heads = [_head(text) for text in texts]
    if len({game for game, _ in heads}) != 1:
        errors.refuse("records of one game are needed", "il faut des enregistrements d’un seul jeu")
    game, lengths = heads[0][0], [length for _, length in heads]
    ends = list(itertools.accumulate(lengths))
    rows = ends[-1]
    result = Decisions(
        np.repeat(np.arange(len(texts), dtype=np.int32), lengths), np.empty(rows, np.int8),
        np.empty((rows, observation_size(game)), np.uint8),
        np.empty((rows, action_count(game)), np.uint8) if masks else None, np.empty(rows, np.int32), np.empty(rows, np.float32))

    def read(index: int) -> None:
        begin, end = ends[index] - lengths[index], ends[index]

        def part(kind: str, array: npt.NDArray[Any] | None) -> Any:
            return ffi.NULL if array is None else ffi.from_buffer(kind, array[begin:end], require_writable=True)

        count = lib.ludosaure_record_decisions(
            errors.c_text(texts[index]), errors.optional(folder), end - begin, part("int8_t[]", result.seats),
            part("uint8_t[]", result.observations), part("uint8_t[]", result.masks), part("int32_t[]", result.actions),
            part("float[]", result.rewards))
        errors.done(count >= 0)

    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for _ in pool.map(read, range(len(texts))):
            pass
    return result
