"""The spaces of environments: the part of Gymnasium's interface that agents use, without Gymnasium."""
from __future__ import annotations

from typing import Any, Mapping

import numpy as np
import numpy.typing as npt


class Discrete:
    """The numbers 0 to n - 1."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.shape: tuple[int, ...] = ()
        self.dtype = np.dtype(np.int64)
        self.seed(0)

    def seed(self, seed: int | None = None) -> None:
        self._generator = np.random.default_rng(seed)

    def sample(self, mask: npt.NDArray[Any] | None = None) -> int:
        """A member at random, of those allowed by the mask; 0 if it allows none."""
        if mask is None:
            return int(self._generator.integers(self.n))
        allowed = np.flatnonzero(mask)
        return int(self._generator.choice(allowed)) if len(allowed) else 0

    def contains(self, value: Any) -> bool:
        return isinstance(value, (int, np.integer)) and 0 <= int(value) < self.n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and other.n == self.n


class Box:
    """Arrays of a shape, every number from low to high."""

    def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: npt.DTypeLike = np.uint8) -> None:
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def contains(self, value: Any) -> bool:
        return (isinstance(value, np.ndarray) and value.shape == self.shape and value.dtype == self.dtype
                and bool(np.all((value >= self.low) & (value <= self.high))))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and vars(other) == vars(self)


class Dict:
    """Dictionaries with a space for each key."""

    def __init__(self, spaces: Mapping[str, Discrete | Box]) -> None:
        self.spaces = dict(spaces)

    def __getitem__(self, key: str) -> Discrete | Box:
        return self.spaces[key]

    def contains(self, value: Any) -> bool:
        return (isinstance(value, dict) and value.keys() == self.spaces.keys()
                and all(space.contains(value[key]) for key, space in self.spaces.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dict) and other.spaces == self.spaces
