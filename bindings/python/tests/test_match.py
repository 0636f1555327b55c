#!/usr/bin/python3
"""test_match.py BUILD: matches through Python are those of the referee and of the playthroughs, move for move."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import unittest

import common

common.use_build(sys.argv)

import ludosaure  # noqa: E402
from ludosaure import EVERYTHING, SPECTATOR, LudosaureError, Match  # noqa: E402

GAMES = {game["id"]: game for game in ludosaure.games()}


def fnv(text):
    value = 0xcbf29ce484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return f"{value:016x}"


class Referee:
    """The program over a pipe."""

    def __init__(self):
        self.process = subprocess.Popen([common.PROGRAM, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert answer.pop("ok"), answer
        answer.pop("id")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


class Matches(unittest.TestCase):
    def test_playthroughs(self):
        files = sorted((common.ROOT / "tests" / "games").glob("*/playthrough-*.txt"))
        played = 0
        for file in files:
            lines = file.read_text().splitlines()
            _, game, seats, seed = lines[0].split(" ", 3)
            if game in GAMES:
                with self.subTest(file=file.name, game=game):
                    self.playthrough(Match(game, int(seats), seed), lines[1:])
                    played += 1
        self.assertGreaterEqual(played, sum(min(2, game["seats"][1] - game["seats"][0] + 1) for game in GAMES.values()))

    def playthrough(self, match, lines):
        events = []
        for line in lines:
            kind, _, rest = line.partition(" ")
            if kind == "play":
                self.assertEqual(events, [])
                seat, move = rest.split(" ", 1)
                match.play(int(seat), move)
                events = match.events(EVERYTHING)
            elif kind == "event":
                self.assertEqual(json.loads(rest), events.pop(0))
            elif kind == "hashes":
                self.hashes(match, rest.split())
            elif kind == "position":
                self.assertEqual(rest, match.position_text())
            elif kind == "spectator":
                self.assertEqual(rest, match.view_text(SPECTATOR))
            elif kind == "seat":
                seat, shown = rest.split(" ", 1)
                self.assertEqual(shown, match.view_text(int(seat)))
            elif kind == "result":
                self.assertEqual(json.loads(rest), match.result())
        self.assertTrue(match.over)

    def hashes(self, match, expected):
        """The position's, and in turn one of the viewers': spectator, seat 0, and so on."""
        self.assertEqual(len(expected), match.seats + 2)
        viewer = match.moves % (match.seats + 1) - 1
        if match.moves % 4 == 0:
            self.assertEqual(expected[0], fnv(match.position_text()))
        self.assertEqual(expected[viewer + 2], fnv(match.view_text(viewer)))

    def test_referee(self):
        for game, facts in GAMES.items():
            for seats in facts["seats"]:
                with self.subTest(game=game, seats=seats):
                    referee = Referee()
                    self.beside_referee(referee, game, seats)
                    referee.close()

    def beside_referee(self, referee, game, seats):
        choice = random.Random(f"{game} {seats}")
        match = Match(game, seats, "python")
        referee.ask(cmd="new", game=game, seats=seats, seed="python")
        while not match.over and match.moves < 400:
            to_act = referee.ask(cmd="to_act")
            self.assertEqual((to_act["seats"], to_act["awaited"], to_act["phase"]),
                             (match.to_act, match.awaited, match.phase))
            seat = choice.choice(match.to_act)
            legal = referee.ask(cmd="legal", seat=seat)
            self.assertEqual(legal, {"moves": match.legal(seat), "open": match.open_kinds(seat)})
            self.assertEqual(referee.ask(cmd="view", seat=seat), match.view(seat))
            move = match.sample(seat)
            match.play(seat, move)
            self.assertEqual(referee.ask(cmd="play", seat=seat, move=move)["events"], match.events(EVERYTHING))
        self.assertEqual(referee.ask(cmd="position")["position"], match.position())
        self.assertEqual(referee.ask(cmd="result"), match.result())
        record = referee.ask(cmd="record")["record"]
        self.assertEqual(record, match.record())
        self.assertEqual(Match.from_record(record).position(), match.position())
        self.assertEqual(Match.from_position(match.position()).position(), match.position())

    def test_refusals(self):
        match = Match(next(iter(GAMES)), 2, "a")
        for call, code in ((lambda: Match("chess", 2), "unknown_game"),
                           (lambda: Match(match.game, 99), "bad_request"),
                           (lambda: match.play(match.to_act[0], "dance"), "bad_move"),
                           (lambda: match.mask(5), "bad_request"),
                           (lambda: Match(match.game, 2, options={str(key): 1 for key in range(9999)}), "bad_request"),
                           (lambda: ludosaure.encoding("chess"), "unknown_game"),
                           (lambda: ludosaure.components("chess"), "unknown_game"),
                           (lambda: ludosaure.Player("grandmaster").suggest(match, match.to_act[0]), "bad_request"),
                           (lambda: ludosaure.env("chess"), "unknown_game")):
            with self.assertRaises(LudosaureError) as caught:
                call()
            self.assertEqual(caught.exception.code, code)
            self.assertNotEqual(caught.exception.text_en, caught.exception.text_fr)

    def test_folder(self):
        """Components from a folder take the place of those inside, and broken ones are refused."""
        components = common.ROOT / "data" / "components"
        for game in GAMES:
            file = components / f"{game}.json"
            if not file.exists():
                continue
            with tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder) / "components" / file.name
                copy.parent.mkdir()
                copy.write_text(file.read_text())
                match = Match(game, 2, "a", folder=folder)
                self.assertEqual(match.position(), Match(game, 2, "a").position())
                self.assertEqual(ludosaure.components(game, folder), json.loads(file.read_text()))
                self.assertEqual(ludosaure.components(game), json.loads(file.read_text()))
                copy.write_text("{")
                for call in (lambda: Match(game, 2, "a", folder=folder),
                             lambda: ludosaure.components(game, folder),
                             lambda: Match.from_record(match.record(), folder),
                             lambda: Match.from_position(match.position(), folder),
                             lambda: ludosaure.Batch(game, 2, 1, folder=folder),
                             lambda: ludosaure.play_random(game, 2, 1, folder=folder)):
                    with self.assertRaises(LudosaureError) as caught:
                        call()
                    self.assertEqual(caught.exception.code, "bad_components")

    def test_not_a_text(self):
        match = Match(next(iter(GAMES)), 2, "a")
        for call in (lambda: match.play(0, None), lambda: Match(match.game, 2, 5), lambda: Match(None, 2)):
            with self.assertRaisesRegex(LudosaureError, "a text is needed"):
                call()
        self.assertEqual(match.moves, 0)

    def test_zero(self):
        """C would stop reading at a zero."""
        match = Match(next(iter(GAMES)), 2, "a")
        for call in (lambda: match.play(0, match.legal(0)[0] + "\0"), lambda: Match(match.game, 2, "a\0b")):
            with self.assertRaises(ValueError):
                call()
        self.assertEqual(match.moves, 0)

    def test_numbers(self):
        for game in (game["id"] for game in common.encoded_games()):
            match = Match(game, 2, "numbers")
            for _ in range(30):
                if match.over:
                    break
                seat = match.to_act[match.moves % len(match.to_act)]
                mask = match.mask(seat)
                for move in match.legal(seat):
                    self.assertEqual(mask[match.move_action(seat, move)], 1)
                self.assertTrue((match.observe(seat) == match.world(seat, 3).observe(seat)).all())
                match.play(seat, match.sample(seat))
            parts = ludosaure.encoding(game)
            for part, size in ((parts["observation"], ludosaure.observation_size(game)),
                               (parts["actions"], ludosaure.action_count(game))):
                self.assertEqual(part[-1]["first"] + part[-1]["size"], size)

    def test_copies_and_playouts(self):
        match = Match(next(iter(GAMES)), 2, "copies")
        copy = match.copy()
        match.play_index(match.to_act[0], 0)
        self.assertEqual((match.moves, copy.moves), (1, 0))
        scores, winners = match.playout(3)
        again, winners_again = match.playout(3)
        self.assertEqual((scores.tolist(), winners), (again.tolist(), winners_again))
        self.assertTrue(winners)

    def test_threads(self):
        """Texts and errors of one thread do not reach another."""
        def work(number):
            match = Match(next(iter(GAMES)), 2, str(number))
            while not match.over:
                match.play(match.to_act[0], match.sample(match.to_act[0]))
                try:
                    match.play(0, f"dance {number}")
                except LudosaureError as error:
                    assert match.over or str(number) in error.text_en
            results[number] = match.result()

        results = {}
        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(results), 4)


common.main(sys.modules[__name__])
