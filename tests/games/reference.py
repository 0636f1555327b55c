"""Plays games through `BINARY referee` and compares every answer with a reference model.

A model is a class, one per game, written from the rules alone. It takes a position in the
protocol's format, and has

    GAME                     the game's id
    position                 the current complete position, with the protocol's keys
    to_act() -> seats, phase
    legal(seat)              the texts of the seat's legal moves
    open_kinds(seat)         kinds of moves that are too many to list (mostly [])
    is_move(text)            whether it is a move of this game at all, legal or not
    is_legal(seat, text)     whether a well-formed move is legal for a seat that may move
    play(seat, text, after)  plays it; `after` is the referee's next position: from there, and only
                             there, a model may learn the order that a fresh shuffle gave
    view(seat)               what a seat (None: a spectator) may know
    aids(seat)               what follows from that view, as docs/referee.md lists it
    awaited()                the seats without which the match cannot continue
    result()
    canonical(position)      a position or view, with the lists sorted that the protocol leaves unordered

Model is a base class for these. A difference raises Disagreement; `main` plays the games, counts them,
and prints for each failed game the difference and the lines that reproduce it with the referee.
"""
import argparse
import copy
import json
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Disagreement(Exception):
    """Referee and model differ."""


def only(position, keys, player_keys):
    """A position with these keys alone."""
    kept = {key: position[key] for key in keys}
    kept["players"] = [{key: player[key] for key in player_keys} for player in position["players"]]
    return kept


class Model:
    """What the models have in common."""

    GAME = ""

    def __init__(self, position):
        self.position = copy.deepcopy(position)

    def __getattr__(self, key):
        """The position's values read as the match's own: self.phase, self.players …"""
        if key == "position" or key not in self.position:
            raise AttributeError(key)
        return self.position[key]

    def open_kinds(self, seat):
        return []

    def awaited(self):
        return self.to_act()[0]

    def is_legal(self, seat, text):
        return text in self.legal(seat)

    @staticmethod
    def canonical(position):
        return position

    def refusal(self, seat, text):
        """The code that refuses a text, in the protocol's order, or None if it is legal."""
        seats, phase = self.to_act()
        if phase == "over":
            return "over"
        if not self.is_move(text):
            return "bad_move"
        if seat not in seats:
            return "not_your_turn"
        return None if self.is_legal(seat, text) else "illegal_move"


class Referee:
    """The program under test. Remembers what to send again to come to the same point."""

    def __init__(self, binary):
        self.process = subprocess.Popen([binary, "referee"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.history = []  # the requests that changed the match, since the last new or setup
        self.asked = 0

    def ask_all(self, requests):
        """Sends several requests at once (that spares switching back and forth), answers in order."""
        lines = []
        for request in requests:
            self.asked += 1
            lines.append(json.dumps({"id": self.asked, **request}) + "\n")
        try:
            self.process.stdin.write("".join(lines))
            self.process.stdin.flush()
            answers = [json.loads(self.process.stdout.readline()) for _ in requests]
        except (OSError, ValueError) as error:
            self.history += requests
            raise Disagreement(f"the referee is gone or does not answer in JSON: {error}") from None
        for number, (request, answer) in enumerate(zip(requests, answers), 1):
            if answer.get("id") != self.asked - len(requests) + number:
                raise Disagreement(f"wrong id in {answer}")
            if answer.get("ok") is True and request["cmd"] in ("new", "setup", "play"):
                if request["cmd"] != "play":
                    self.history = []
                self.history.append(request)
        return answers

    def ask(self, **request):
        return self.ask_all([request])[0]

    def must(self, **request):
        """Asks what may not be refused."""
        answer = self.ask(**request)
        if answer.get("ok") is not True:
            raise Disagreement(f"refused: {json.dumps(request)}\n    {json.dumps(answer)}")
        return answer

    def position(self):
        return self.must(cmd="position")["position"]

    def stop(self):
        self.process.stdin.close()
        return self.process.wait()


def difference(expected, got, where=""):
    """Tells the first difference, or None. Keys of `got` that are not expected do not matter."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key, value in expected.items():
            if key not in got:
                return f"{where}.{key}: missing, expected {json.dumps(value)}"
            found = difference(value, got[key], f"{where}.{key}")
            if found:
                return found
        return None
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for number, (one, other) in enumerate(zip(expected, got)):
            found = difference(one, other, f"{where}[{number}]")
            if found:
                return found
        return None
    if expected == got and isinstance(expected, bool) == isinstance(got, bool):
        return None
    return f"{where}: expected {json.dumps(expected)}, got {json.dumps(got)}"


def same(what, expected, got):
    found = difference(expected, got)
    if found:
        raise Disagreement(f"{what}{found}")


def compare(referee, model):
    """Everything that can be asked about the match now is as the model has it."""
    seats = range(model.position["seats"])
    viewers = [*seats, None]
    answers = referee.ask_all([{"cmd": "position"}, {"cmd": "to_act"}, {"cmd": "result"}]
                              + [{"cmd": "legal", "seat": seat} for seat in seats]
                              + [{"cmd": "view", "seat": seat} for seat in viewers])
    for answer in answers:
        if answer.get("ok") is not True:
            raise Disagreement(f"refused: {json.dumps(answer)}")
    position, to_act, result = answers[:3]
    same("position", model.canonical(model.position), model.canonical(position["position"]))
    acting, phase = model.to_act()
    same("to_act", {"seats": sorted(acting), "phase": phase, "awaited": sorted(model.awaited())},
         {**to_act, "seats": sorted(to_act["seats"])})
    same("result", model.result(), result)
    for seat in seats:
        answer = answers[3 + seat]
        expected, got = set(model.legal(seat)), set(answer["moves"])
        if expected != got:
            raise Disagreement(f"legal of seat {seat}: not found {sorted(expected - got)}, "
                               f"found too much {sorted(got - expected)}")
        same(f"open of seat {seat}", sorted(model.open_kinds(seat)), sorted(answer["open"]))
    for viewer, answer in zip(viewers, answers[3 + len(seats):]):
        expected, got = model.canonical(model.view(viewer)), model.canonical(answer["view"])
        same(f"view of {viewer}", expected, got)
        more = {key: value for key, value in got.items() if key not in expected and value != "?"}
        if more:  # keys that the protocol does not name could tell a secret
            raise Disagreement(f"view of {viewer}: {json.dumps(more)}")
        if model.aids(viewer) != answer["aids"]:
            raise Disagreement(f"aids of {viewer}: expected {json.dumps(model.aids(viewer))}, "
                               f"got {json.dumps(answer['aids'])}")


def rules_of(game):
    """The numbers of the game's rules, from its rulebook."""
    book = (ROOT / "data" / "rules" / f"{game}.en.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\*\*([A-Z]\d+)\*\* ", book, re.M))


def refused(answer, codes, rules, what):
    """The answer refuses by one of the codes, in both languages, and names a rule as it should."""
    error = answer.get("error", {})
    if answer.get("ok") is not False or error.get("code") not in codes:
        raise Disagreement(f"{what}: expected {' or '.join(codes)}, got {json.dumps(answer)}")
    if error["code"] == "illegal_move" and error.get("rule") not in rules:
        raise Disagreement(f"{what}: no rule of this game: {json.dumps(answer)}")
    texts = error.get("text", {})
    if not all(isinstance(texts.get(language), str) and texts[language] for language in ("en", "fr")):
        raise Disagreement(f"{what}: not said in both languages: {json.dumps(answer)}")


def check_refusals(referee, model, attempts):
    """Tries (seat, text) pairs that are refused; legal ones among them are passed over."""
    rules = rules_of(model.GAME)
    before = referee.position()
    attempts = [(seat, text, model.refusal(seat, text)) for seat, text in attempts]
    attempts = [attempt for attempt in attempts if attempt[2]]
    answers = referee.ask_all([{"cmd": "play", "seat": seat, "move": text}
                               for seat, text, _ in attempts])
    for (seat, text, code), answer in zip(attempts, answers):
        refused(answer, [code], rules, f"seat {seat} plays {text!r}")
    same("position after refusals", before, referee.position())


def check_bad_position(referee, position, why, rule=None):
    """A contradictory position is refused, by this rule if one is given, and leaves the match alone."""
    before = referee.position()
    what = f"setup ({why}) of {json.dumps(position)}"
    answer = referee.ask(cmd="setup", position=position)
    refused(answer, ["bad_position"], (), what)
    same(f"rule named by {what}", rule or answer["error"]["rule"], answer["error"]["rule"])
    same("position after a bad setup", before, referee.position())


def check_setup(referee, model, position):
    """A legal position is accepted and gives the same match back."""
    referee.must(cmd="setup", position=position)
    same("position after setup", model.canonical(position), model.canonical(referee.position()))


def mangled(rng, text):
    """A move text with a small fault, or something that is no move at all."""
    fault = rng.randrange(9)
    place = rng.randrange(len(text) + 1)
    if fault == 0:
        return text[:place] + rng.choice(" \t\n\0xé0-,@|") + text[place:]
    if fault == 1:
        return text[:max(place - 1, 0)] + text[place:]
    if fault == 2:
        return text.replace(" ", "  ", 1)
    if fault == 3:
        return text.upper() if rng.random() < 0.5 else text.capitalize()
    if fault == 4:
        return text + " "
    if fault == 5:
        return " " + text
    if fault == 6:
        return text + " " + text.split(" ")[-1]
    if fault == 7:
        return text.split(" ")[0]
    return rng.choice(["", " ", "pass", "resign", "play", "0", "null", "move", "x" * 5000, "é", "\u2028"])


def step(referee, model, seat, text):
    """Plays a legal move on both sides and compares."""
    answer = referee.must(cmd="play", seat=seat, move=text)
    events = answer.get("events")
    if not isinstance(events, list) or not all(isinstance(e, dict) and "type" in e for e in events):
        raise Disagreement(f"events: {json.dumps(answer)}")
    model.play(seat, text, referee.position())
    compare(referee, model)


def check_record(referee, played):
    """The record of a match that began with `new` holds its moves and its result."""
    record = referee.must(cmd="record")["record"]
    same("record", [list(move) for move in played], record["moves"])


def main(play_game, default_games):
    """Runs play_game(referee, rng, number) for each game; a game is one test. Each game has a
    random stream of its own, so that `--seed S --only N` plays game N of a run again."""
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--games", type=int, default=default_games)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", type=int)
    arguments = parser.parse_args()
    numbers = range(arguments.games) if arguments.only is None else [arguments.only]
    referee = Referee(arguments.binary)
    passed = failed = asked = 0
    for number in numbers:
        referee.history = []
        try:
            play_game(referee, random.Random(f"{arguments.seed}/{number}"), number)
            passed += 1
        except Disagreement as disagreement:
            failed += 1
            print(f"game {number} (--seed {arguments.seed} --only {number}): {disagreement}")
            for request in referee.history:
                print("    " + json.dumps(request))
            if referee.process.poll() is not None:
                asked += referee.asked
                referee = Referee(arguments.binary)
    if referee.stop() != 0:
        failed += 1
        print("the referee did not end well")
    print(f"{asked + referee.asked} requests")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)
