"""Computer players: what they would do, matches between them, and ratings."""
from __future__ import annotations

import math
from typing import Any, Iterable, NamedTuple, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import errors
from ._library import ffi, lib
from .games import game_facts
from .match import Document, Match, _json


class Player:
    """A computer player: a level such as "random", "easy", "casual" or "expert". The expert thinks for `ms`
    milliseconds a move, or for this many iterations, with which it plays the same on every machine."""

    def __init__(self, level: str, *, ms: int | None = None, iterations: int | None = None) -> None:
        self.name = level + "".join(f"@{key}={value}" for key, value in (("ms", ms), ("iterations", iterations))
                                    if value is not None)

    def suggest(self, match: Match, seat: int) -> str:
        """The move that it would make, which depends only on what the seat may know: the same as `ludosaure bot`."""
        return errors.text(lib.ludosaure_match_suggest(match._handle, seat, errors.c_text(self.name)))

    def __call__(self, match: Match, seat: int) -> str:  # as an opponent in environments
        return self.suggest(match, seat)

    def __repr__(self) -> str:
        return f"Player({self.name!r})"


Named = Union[str, Player]  # "expert@iterations=400" is the same as Player("expert", iterations=400)


def player_name(player: Named) -> str:
    return player.name if isinstance(player, Player) else player


def c_players(players: Iterable[Named | None]) -> tuple[Any, Any]:
    """Players as an array for C, and what keeps it alive."""
    texts = [ffi.NULL if player is None else ffi.new("char[]", errors.c_text(player_name(player)))
             for player in players]
    return ffi.new("char *[]", texts), texts


class Results(NamedTuple):
    scores: npt.NDArray[np.int32]  # (count, seats)
    winners: npt.NDArray[np.uint8]  # (count,): a bit for each
    moves: npt.NDArray[np.int32]  # (count,)


def play(game: str, players: Sequence[Named], count: int, seed: str = "", first: int = 0,
         options: Document | None = None, threads: int = 1, folder: str | None = None) -> Results:
    """The matches first to first + count - 1 of a seed, as `ludosaure simulate --players` plays them: one player for
    each seat."""
    if count < 0:
        errors.refuse("count is less than 0", "count est inférieur à 0")
    seats = len(players)
    texts, _kept = c_players(players)
    results = Results(np.empty((count, seats), np.int32), np.empty(count, np.uint8), np.empty(count, np.int32))
    arrays = (ffi.from_buffer(kind, array, require_writable=True)
              for kind, array in zip(("int32_t[]", "uint8_t[]", "int32_t[]"), results))
    errors.done(lib.ludosaure_play(
        errors.c_text(game), seats, errors.optional(_json(options)), texts, errors.c_text(seed),
        errors.optional(folder), first, count, threads, *arrays))
    return results


def play_random(game: str, seats: int, count: int, seed: str = "", first: int = 0, options: Document | None = None,
                threads: int = 1, folder: str | None = None) -> Results:
    """The same with random moves."""
    return play(game, ["random"] * seats, count, seed, first, options, threads, folder)


class Standing(NamedTuple):
    """How a player did in an arena."""

    player: str
    matches: int  # counted once for each seat that it took
    share: float  # of wins: 1 / seats is even
    low: float  # the 95 % interval around it
    high: float
    score: float  # the mean


def arena(game: str, players: Sequence[Named], deals: int = 100, seed: str = "1", seats: int | None = None,
          options: Document | None = None, threads: int = 1, folder: str | None = None) -> list[Standing]:
    """Matches in which the luck of the deal cancels: each deal is played once for every rotation of the players
    around the table, and shares of wins are compared between deals. The last player takes the seats that are left."""
    seats = max(game_facts(game)["seats"][0], len(players)) if seats is None else seats
    if not 1 <= len(players) <= seats or deals < 1:
        errors.refuse("an arena needs a deal and no more players than seats",
                      "une arène demande une donne et pas plus de joueurs que de places")
    line_up = [*players, *[players[-1]] * (seats - len(players))]
    together = seats in game_facts(game)["facts"]["together"]
    wins, scores = np.zeros((deals, seats)), np.zeros((deals, seats))  # by place in the line-up
    for rotation in range(seats):
        places = np.roll(np.arange(seats), -rotation)
        results = play(game, [line_up[place] for place in places], deals, seed, 0, options, threads, folder)
        won = results.winners[:, None] >> np.arange(seats) & 1
        wins[:, places] += won / np.maximum(1, won.sum(1, keepdims=True) * (not together))
        scores[:, places] += results.scores
    names = [player_name(player) for player in line_up]
    return [_standing(name, [place for place in range(seats) if names[place] == name], wins, scores)
            for name in dict.fromkeys(names)]


def _standing(name: str, places: list[int], wins: npt.NDArray[np.float64], scores: npt.NDArray[np.float64]) -> Standing:
    """With the interval of `ludosaure arena`: Wilson's, for as many independent matches as the spread between deals is
    worth."""
    deals, seats = wins.shape
    shares = wins[:, places].mean(1) / seats
    share = float(shares.mean())
    variance = max(float(shares.var(ddof=1)), 1e-6) if deals > 1 else 0.25
    alone, n, z = share * (1 - share), float(deals), 1.96
    if variance > 1e-6 and alone > variance:
        n *= alone / variance
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(alone / n + z * z / (4 * n * n))
    return Standing(name, deals * seats * len(places), share, min(share, max(0.0, middle - half)),
                    max(share, min(1.0, middle + half)), float(scores[:, places].mean()) / seats)


class Rating(NamedTuple):
    """How strong a player is, as its results suggest: that of a player without matches, if not given."""

    mean: float = 1500.0
    deviation: float = 500.0


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match. Lower places are better; equal places are ties."""
    if len(ratings) != len(places):
        errors.refuse("as many places as ratings are needed", "il faut autant de rangs que de cotes")
    means = ffi.new("double[]", [rating.mean for rating in ratings])
    deviations = ffi.new("double[]", [rating.deviation for rating in ratings])
    errors.done(lib.ludosaure_ratings_update(means, deviations, list(places), len(places)))
    return [Rating(mean, deviation) for mean, deviation in zip(means, deviations)]
