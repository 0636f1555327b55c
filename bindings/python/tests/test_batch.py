#!/usr/bin/python3
"""test_batch.py BUILD: batches are the simulator's matches, and those of single matches with the same seeds."""
import json
import subprocess
import sys
import unittest

import common

common.use_build(sys.argv)

import numpy as np  # noqa: E402

import ludosaure  # noqa: E402
from ludosaure import RANDOM, Batch, LudosaureError, Match  # noqa: E402

GAMES = {game["id"]: game for game in common.encoded_games()}
KINDS = [(game, seats) for game, facts in GAMES.items() for seats in facts["seats"]]


class Batches(unittest.TestCase):
    def test_simulator(self):
        """The same wins, scores and lengths as `ludosaure simulate`."""
        for game, seats in KINDS:
            with self.subTest(game=game, seats=seats):
                count = 200
                output = subprocess.run(
                    [common.PROGRAM, "simulate", game, "--seats", str(seats), "--games", str(count), "--seed", "s",
                     "--json"], check=True, capture_output=True, stdin=subprocess.DEVNULL).stdout
                simulated = json.loads(output)
                results = ludosaure.play_random(game, seats, count, "s", threads=2)
                self.assertEqual(results.moves.sum(), simulated["moves"])
                bits = results.winners[:, None] >> np.arange(seats) & 1
                wins = (bits / np.maximum(1, bits.sum(1, keepdims=True))).sum(0)
                for player in simulated["players"]:
                    seat = player["seat"]
                    self.assertAlmostEqual(results.scores[:, seat].mean(), player["mean_score"], 6)
                    self.assertAlmostEqual(wins[seat], player["wins"], 6)

    def test_one_match(self):
        """Random seats and moves of a single match are those of the numbered match with its seed."""
        for game, seats in KINDS:
            with self.subTest(game=game, seats=seats):
                whole = ludosaure.play_random(game, seats, 3, "s")
                for number in range(3):
                    match = Match(game, seats, f"s/{number}")
                    while not match.over:
                        seat = match.random_seat()
                        match.play(seat, match.sample(seat))
                    self.assertEqual((match.moves, match.result()["scores"]),
                                     (whole.moves[number], whole.scores[number].tolist()))

    def test_random_steps(self):
        """Slots play the numbered matches, one after the other."""
        for game, seats in KINDS:
            with self.subTest(game=game, seats=seats):
                whole = ludosaure.play_random(game, seats, 30, "s")
                batch = Batch(game, seats, 10, "s", threads=2, observe=False, mask=False)
                seen = 0
                while seen < 20:
                    numbers = batch.numbers()
                    batch.step()
                    for slot in np.flatnonzero(batch.ended):
                        if numbers[slot] < 20:
                            self.assertEqual(batch.scores()[slot].tolist(), whole.scores[numbers[slot]].tolist())
                            seen += 1

    def test_single_matches(self):
        """What a batch shows is what a match with the same seed and actions shows."""
        for game, seats in KINDS:
            with self.subTest(game=game, seats=seats):
                self.single_matches(game, seats)

    def single_matches(self, game, seats):
        generator = np.random.default_rng(1)
        batch = Batch(game, seats, 3, "single")
        matches = [Match(game, seats, f"single/{number}") for number in range(3)]
        for _ in range(60):
            actions = ludosaure.random_actions(batch, generator)
            if (actions == RANDOM).any():
                break  # a move without a number: the matches cannot follow
            for slot, match in enumerate(matches):
                seat = int(batch.seats[slot])
                self.assertIn(seat, match.to_act)
                self.assertTrue((batch.observations[slot] == match.observe(seat)).all())
                self.assertTrue((batch.masks[slot] == match.mask(seat)).all())
                match.play_action(seat, int(actions[slot]))
            batch.step(actions)
            for slot, match in enumerate(matches):
                self.assertEqual(bool(batch.ended[slot]), match.over)
                self.assertEqual(batch.rewards[slot].tolist(), match.rewards().tolist())
                if match.over:
                    matches[slot] = Match(game, seats, f"single/{batch.numbers()[slot]}")

    def test_branches(self):
        """A slot continues from a match, and returns it."""
        for game, seats in KINDS:
            with self.subTest(game=game, seats=seats):
                match = Match(game, seats, "branch")
                for _ in range(3):
                    seat = match.to_act[match.moves % len(match.to_act)]
                    match.play(seat, match.sample(seat))
                batch = Batch(game, seats, 2, "a")
                other = batch.match(1).position()
                batch.set_match(0, match)
                batch.show()
                self.assertEqual((batch.match(0).position(), batch.match(1).position()), (match.position(), other))
                self.assertIn(int(batch.seats[0]), match.to_act)
                self.assertTrue((batch.observations[0] == match.observe(int(batch.seats[0]))).all())
                with self.assertRaises(LudosaureError):
                    batch.set_match(2, match)
                while not match.over:
                    seat = match.to_act[match.moves % len(match.to_act)]
                    match.play(seat, match.sample(seat))
                with self.assertRaises(LudosaureError):
                    batch.set_match(0, match)

    def test_together(self):
        for game, seats in KINDS:
            with self.subTest(game=game, seats=seats):
                generator = np.random.default_rng(2)
                batch = Batch(game, seats, 8, "together", together=True, threads=2)
                self.assertEqual(batch.observations.shape, (8, seats, ludosaure.observation_size(game)))
                ended = 0
                for _ in range(3000):
                    self.assertTrue((batch.masks.any(2) <= (batch.seats >= 0)).all())
                    batch.step(ludosaure.random_actions(batch, generator))
                    ended += int(batch.ended.sum())
                    self.assertTrue((batch.rewards[~batch.ended] == 0).all())
                    if seats not in GAMES[game]["facts"]["together"]:
                        self.assertTrue(np.abs(batch.rewards.sum(1)).max() < 1e-5)
                    if ended:
                        break
                else:
                    self.fail("no match ended")

    def test_random_actions(self):
        """Each agent gets one of its own actions, all equally likely; RANDOM where it has none."""
        generator = np.random.default_rng(4)
        batch = Batch(next(iter(GAMES)), 2, 6, "a")
        batch.masks[:] = 0
        self.assertEqual(ludosaure.random_actions(batch, generator).tolist(), [RANDOM] * 6)
        legal = {1: [0], 2: [batch.masks.shape[1] - 1], 4: [0, 3, 7]}
        for slot, actions in legal.items():
            batch.masks[slot, actions] = 1
        drawn = np.array([ludosaure.random_actions(batch, generator) for _ in range(3000)])
        for slot in range(6):
            actions, times = np.unique(drawn[:, slot], return_counts=True)
            self.assertEqual(actions.tolist(), legal.get(slot, [RANDOM]))
            self.assertTrue((abs(times - 3000 / len(actions)) < 150).all(), times)

    def test_refusals(self):
        game = next(iter(GAMES))
        batch = Batch(game, 2, 4, "a")
        before = batch.observations.copy(), batch.numbers()
        actions = ludosaure.random_actions(batch, np.random.default_rng(0))
        actions[2] = np.flatnonzero(batch.masks[2] == 0)[0]
        with self.assertRaises(LudosaureError) as caught:
            batch.step(actions)
        self.assertEqual(caught.exception.code, "illegal_move")
        self.assertIn("actions[2]", caught.exception.text_en)
        self.assertTrue((before[0] == batch.observations).all() and (before[1] == batch.numbers()).all())
        with self.assertRaises(ValueError):
            batch.step(actions[:3])
        with self.assertRaises(LudosaureError):
            Batch(game, 2, 0)


common.main(sys.modules[__name__])
