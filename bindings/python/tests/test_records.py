#!/usr/bin/python3
"""test_records.py BUILD: the records that `ludosaure simulate` writes are those of its matches, and as training data they say what
a match that is played again move by move says."""
import json
import subprocess
import sys
import tempfile
import unittest

import common

common.use_build(sys.argv)

import numpy as np  # noqa: E402

import ludosaure  # noqa: E402
from ludosaure import LudosaureError, Match  # noqa: E402

GAMES = {game["id"]: game for game in common.encoded_games()}


def simulate(game, *words, seed="records", games=3):
    """The records, sorted by the number of the match, and the report."""
    need = GAMES[game]["facts"]["computers_need"] or {}
    options = [word for name, value in need.items() for word in ("--option", f"{name}={value}")]
    with tempfile.NamedTemporaryFile("r", suffix=".jsonl") as file:
        done = subprocess.run([common.PROGRAM, "simulate", game, "--seed", seed, "--games", str(games), "--json", "--records", file.name,
                               *options, *words], capture_output=True, text=True, check=True)
        lines = file.read().splitlines()
    return sorted(lines, key=lambda line: int(json.loads(line)["seed"].split("/")[1])), json.loads(done.stdout)


class Records(unittest.TestCase):
    def test_simulate(self):
        """The games that the same command plays without records, with any number of threads."""
        for game in GAMES:
            for players in ("random", "easy"):
                with self.subTest(game=game, players=players):
                    lines, report = simulate(game, "--players", players)
                    self.assertEqual(lines, simulate(game, "--players", players, "--threads", "3")[0])
                    matches = [Match.from_record(line) for line in lines]
                    self.assertEqual(sum(match.moves for match in matches), report["moves"])
                    if players == "random" and not GAMES[game]["facts"]["real_time"]:
                        again = ludosaure.play_random(game, GAMES[game]["seats"][0], 3, "records")
                        self.assertEqual([match.moves for match in matches], again.moves.tolist())
                    names = json.loads(lines[0])["names"]
                    self.assertEqual(set(names), {players})

    def test_decisions(self):
        for game in GAMES:
            with self.subTest(game=game):
                lines, _ = simulate(game, "--players", "easy,random")
                data = ludosaure.decisions(lines, threads=2)
                row = 0
                for index, line in enumerate(lines):
                    record = json.loads(line)
                    start = Match(game, record["seats"], record["seed"], record.get("options"))
                    whole = Match.from_record(line)
                    for seat, text in record["moves"]:
                        self.assertEqual((data.records[row], data.seats[row]), (index, seat))
                        np.testing.assert_array_equal(data.observations[row], start.observe(seat))
                        np.testing.assert_array_equal(data.masks[row], start.mask(seat))
                        self.assertEqual(data.rewards[row], whole.rewards()[seat])
                        try:
                            number = start.move_action(seat, text)
                        except LudosaureError:
                            number = -1
                        self.assertEqual(data.actions[row], number)
                        start.play(seat, text)
                        row += 1
                self.assertEqual(row, len(data.seats))
                self.assertIsNone(ludosaure.decisions(lines, masks=False).masks)

    def test_refused(self):
        good, other = (simulate(game, games=1)[0][0] for game in list(GAMES)[:2])
        record = json.loads(good)
        cheated = json.dumps({**record, "moves": [*record["moves"][:3], [0, "nonsense"], *record["moves"][3:]]})
        for lines in ([], ["{}"], ["no record"], [good, other], [good[:-5]], [cheated], [json.dumps({**record, "game": "chess"})]):
            with self.assertRaises(LudosaureError):
                ludosaure.decisions(lines)
        done = subprocess.run([common.PROGRAM, "simulate", next(iter(GAMES)), "--games", "1", "--records", "/nowhere/at/all"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere/at/all", done.stderr)
        full = subprocess.run([common.PROGRAM, "simulate", next(iter(GAMES)), "--games", "30", "--records", "/dev/full"], capture_output=True, text=True)
        self.assertEqual(full.returncode, 1)


common.main(sys.modules[__name__])
