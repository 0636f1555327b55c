#!/usr/bin/python3
"""test_players.py BUILD: computer players in Python are those of `ludosaure bot`, of the simulator and of batches; analyses and
ratings are those of the program."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import common

common.use_build(sys.argv)

import numpy as np  # noqa: E402

import ludosaure  # noqa: E402
from ludosaure import Batch, LudosaureError, Match, Player, Rating  # noqa: E402

GAMES = {game["id"]: game for game in common.encoded_games()}
NEEDS = {game: facts["facts"]["computers_need"] for game, facts in GAMES.items()}
EXPERT = Player("expert", iterations=20)


class Bot:
    """`ludosaure bot`, as the arena asks it."""

    def __init__(self, match, seat):
        self.process = subprocess.Popen([common.PROGRAM, "bot", "expert", "--iterations", "20"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.asked = 0
        self.ask(cmd="new", game=match.game, seats=match.seats, seat=seat, options={})

    def ask(self, **request):
        self.asked += 1
        self.process.stdin.write(json.dumps({"id": self.asked, **request}).encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert answer["ok"], answer
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


def played(game, seats=2, seed="played", player="easy"):
    match = Match(game, seats, seed)
    while not match.over:
        seat = match.random_seat()
        match.play(seat, Player(player).suggest(match, seat))
    return match


class Players(unittest.TestCase):
    def test_bot(self):
        """The same moves as the program, which sees only events and an imagined position."""
        for game in (game for game, facts in GAMES.items() if not facts["facts"]["real_time"]):
            with self.subTest(game=game):
                match, seen = Match(game, 2, "bot"), []
                bot = Bot(match, 0)
                while not match.over and match.moves < 30:
                    seat = match.random_seat()
                    move = EXPERT.suggest(match, seat)
                    if seat == 0:
                        imagined = match.world(0, match.moves).position()
                        answer = bot.ask(cmd="suggest", seat=0, events=seen, imagined=imagined)
                        self.assertEqual(answer["move"], move)
                        seen = []
                    match.play(seat, move)
                    seen += match.events(0)
                bot.close()

    def test_opponents(self):
        """A batch against opponents is a match against suggestions, on any number of threads."""
        for game, facts in GAMES.items():
            seats = facts["seats"][0] + 1
            with self.subTest(game=game):
                lists = [None, EXPERT, *[Player("easy")] * (seats - 2)]
                batch, same = (Batch(game, seats, 2, "opponents", NEEDS[game], threads, opponents=lists) for threads in (1, 2))
                matches = [Match(game, seats, f"opponents/{number}", NEEDS[game]) for number in range(2)]
                for _ in range(6):
                    actions = ludosaure.random_actions(batch, np.random.default_rng(3))
                    actions[actions == ludosaure.RANDOM] = np.argmax(batch.masks[actions == ludosaure.RANDOM], axis=1)
                    for slot, match in enumerate(matches):
                        self.follow(match, lists)
                        self.assertEqual(batch.match(slot).position(), match.position())
                        self.assertEqual(batch.observations[slot].tolist(), match.observe(0).tolist())
                    if not batch.masks.any(1).all():
                        break  # a move without a number
                    batch.step(actions)
                    same.step(actions)
                    self.assertTrue((batch.observations == same.observations).all())
                    if batch.ended.any():
                        break
                    for slot, match in enumerate(matches):
                        match.play_action(0, int(actions[slot]))

    def follow(self, match, lists):
        """The opponents' moves, until seat 0 is to act: chance picks the seats as in a batch."""
        while (seat := match.random_seat()) != 0:
            match.play(seat, lists[seat].suggest(match, seat))

    def test_all_opponents(self):
        """Without a seat of the caller a step is a whole match."""
        game = min(GAMES, key=ludosaure.action_count)
        batch = Batch(game, 2, 3, "whole", opponents=["easy", "random"])
        self.assertTrue((batch.seats == -1).all() and not batch.observations.any())
        for _ in range(2):
            batch.step()
            self.assertTrue(batch.ended.all())
        self.assertEqual(batch.numbers().tolist(), [6, 7, 8])

    def test_together(self):
        for game in GAMES:
            batch = Batch(game, 2, 2, "together", NEEDS[game], together=True, opponents=[None, "easy"])
            for _ in range(30):
                self.assertTrue((batch.seats[:, 1] == -1).all())
                batch.step()

    def test_simulator(self):
        """The same matches as `ludosaure simulate --players`, in real time too."""
        for game, facts in GAMES.items():
            seats = facts["seats"][0]
            with self.subTest(game=game):
                players = ["easy", *["random"] * (seats - 1)]
                output = subprocess.run(
                    [common.PROGRAM, "simulate", game, "--seats", str(seats), "--games", "6", "--seed", "s", "--players",
                     ",".join(players), "--json", *(f"--option={name}={value}" for name, value in (NEEDS[game] or {}).items())],
                    check=True, capture_output=True, stdin=subprocess.DEVNULL).stdout
                simulated = json.loads(output)
                results = ludosaure.play(game, players, 6, "s", options=NEEDS[game], threads=2)
                self.assertEqual(int(results.moves.sum()), simulated["moves"])
                for player in simulated["players"]:
                    self.assertAlmostEqual(float(results.scores[:, player["seat"]].mean()), player["mean_score"], 6)

    def test_arena(self):
        """Shares with intervals; a player against itself is exactly even."""
        game = min(GAMES, key=ludosaure.action_count)
        standings = ludosaure.arena(game, ["easy", "random"], deals=20)
        self.assertEqual([standing.player for standing in standings], ["easy", "random"])
        self.assertAlmostEqual(sum(standing.share for standing in standings), 1)
        self.assertEqual(standings[0].matches, 40)
        for standing in standings:
            self.assertTrue(0 <= standing.low <= standing.share <= standing.high <= 1)
        self.assertGreater(standings[0].low, standings[1].high)
        equal = ludosaure.arena(game, ["easy"], deals=4)
        self.assertEqual(equal[0].share, 0.5)

    def test_environment(self):
        env = ludosaure.single_env(min(GAMES, key=ludosaure.action_count), 2, opponents=EXPERT)
        first = self.episode(env)
        self.assertEqual(first, self.episode(env))

    def episode(self, env):
        seen, info = env.reset(seed=7)
        trace = [seen.tobytes()]
        for _ in range(5):
            seen, _, ended, _, info = env.step(int(np.argmax(info["action_mask"])))
            trace.append(seen.tobytes())
            if ended:
                break
        return trace

    def test_analysis(self):
        match = played(min(GAMES, key=ludosaure.action_count))
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "match.json"
            file.write_text(json.dumps(match.record()))
            output = subprocess.run([common.PROGRAM, "analyse", "--json", "--effort", "0", str(file)], check=True,
                                    capture_output=True, stdin=subprocess.DEVNULL).stdout
        program, own = json.loads(output), match.analyse(effort=0)
        for analysis in (program, own):
            for seat in analysis["seats"] if isinstance(analysis.get("seats"), list) else []:
                seat.pop("name", None)
        self.assertEqual(program.keys(), own.keys())
        self.assertEqual({key: value for key, value in program.items() if key != "names"},
                         {key: value for key, value in own.items() if key != "names"})

    def test_ratings(self):
        winner, loser = ludosaure.rate([Rating(), Rating()], [1, 2])
        self.assertGreater(winner.mean, 1500)
        self.assertAlmostEqual(winner.mean - 1500, 1500 - loser.mean, 6)
        self.assertLess(winner.deviation, 500)
        even = ludosaure.rate([Rating(), Rating(), Rating()], [1, 1, 1])
        self.assertEqual(len({rating.mean for rating in even}), 1)

    def test_refusals(self):
        game = next(iter(GAMES))
        match = Match(game, 2, "a")
        seat = match.to_act[0]
        over = played(game)
        calls = [(lambda: Player("dance").suggest(match, seat), "bad_request"), (lambda: Player("easy").suggest(match, 9), "bad_request"),
                 (lambda: Player("expert@iterations=0").suggest(match, seat), "bad_request"),
                 (lambda: Player("child@ms=5").suggest(match, seat), "bad_request"),
                 (lambda: Player("easy").suggest(over, seat), "over"), (lambda: over.random_seat(), "over"),
                 (lambda: match.analyse(), "bad_record"), (lambda: over.analyse(effort=101), "bad_request"),
                 (lambda: Match.from_position(match.position()).analyse(), "bad_request"),
                 (lambda: Batch(game, 2, 2, opponents=["easy"]), "bad_request"),
                 (lambda: Batch(game, 2, 2, opponents=["easy", "dance"]), "bad_request"),
                 (lambda: ludosaure.play(game, ["easy", "dance"], 1), "bad_request"),
                 (lambda: ludosaure.play(game, ["easy", "easy"], -1), "bad_request"),
                 (lambda: ludosaure.arena(game, ["easy"] * 12), "bad_request"),
                 (lambda: ludosaure.rate([Rating()], [1]), "bad_request"),
                 (lambda: ludosaure.rate([Rating()], [1, 2]), "bad_request"),
                 (lambda: Match(game, 10**12), "bad_request"), (lambda: match.play(0, 5), "bad_request"),
                 (lambda: Match(game, "2"), "bad_request")]
        for call, code in calls:
            with self.assertRaises(LudosaureError) as caught:
                call()
            self.assertEqual(caught.exception.code, code)
            self.assertNotEqual(caught.exception.text_en, caught.exception.text_fr)
        with self.assertRaisesRegex(LudosaureError, "0–1"):
            match.mask(5)


common.main(sys.modules[__name__])
