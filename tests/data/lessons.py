#!/usr/bin/env python3
"""The lessons of data/lessons, on the real core: positions are valid, what is right can be played, every wrong move
is answered, refusals break the rule they name, and the first match explains every phase.

usage: lessons.py PROGRAM [GAME]"""
import fnmatch
import json
import pathlib
import random
import subprocess
import sys

SCENES = range(5, 9)
SAYS_MAX = 340  # characters: a phone shows it above the table
SCENE_KEYS = {"title", "says", "asks", "praise", "wrong", "position"}
FINDS, PERFORMS = {"right", "show"}, {"performs"}
MOVES_MAX = 3000


class Referee:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, cmd, **values):
        print(json.dumps({"cmd": cmd, **values}), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def fits(pattern, move):
    """The first words are equal, and each further word of the pattern fits a word of the move of its own."""
    (kind, *wanted), (made, *words) = pattern.split(), move.split()
    for want in wanted:
        found = next((word for word in words if fnmatch.fnmatchcase(word, want)), None)
        if found is None:
            return False
        words.remove(found)
    return kind == made


def fits_any(patterns, move):
    return any(fits(pattern, move) for pattern in patterns)


def answer_to(scene, move, rule=None):
    """The entry of `wrong` that answers this move, refused by this rule or not refused."""
    for entry in scene["wrong"]:
        if entry.get("rule") == rule and fits_any(entry.get("moves", [move]), move):
            return entry
    return None


def check_right(scene, listed, kinds):
    for pattern in scene["right"]:
        assert any(fits(pattern, move) for move in [*listed, scene["show"]]), f"{pattern} is not legal"
    for move in listed:
        assert fits_any(scene["right"], move) or answer_to(scene, move), f"{move} has no answer"
    for kind in kinds:
        tried = f"{kind} anything"
        assert f"{kind} *" in scene["right"] or answer_to(scene, tried), f"{kind} has no answer"


def check_wrong(referee, scene, listed, kinds):
    for entry in scene["wrong"]:
        assert set(entry) <= {"moves", "rule", "try", "answer"}, entry
        if "rule" not in entry:
            reached = [move for move in listed if answer_to(scene, move) is entry and not fits_any(scene["right"], move)]
            assert reached or "try" in entry or any(f"{kind} *" in entry["moves"] for kind in kinds), f"unreachable: {entry['answer']}"
        if "try" not in entry:
            assert "rule" not in entry, f"without an example: {entry['rule']}"
            continue
        referee.ask("setup", position=scene["position"])
        answer = referee.ask("play", seat=0, move=entry["try"])
        broken = None if answer["ok"] else answer["error"]["rule"]
        assert broken == entry.get("rule"), f"{entry['try']}: {answer}"
        assert answer_to(scene, entry["try"], broken) is entry, f"{entry['try']} is answered otherwise"


def check_scene(referee, game, scene):
    assert set(scene) - SCENE_KEYS in (FINDS, PERFORMS) and SCENE_KEYS <= set(scene), set(scene) ^ SCENE_KEYS
    for language in ("en", "fr"):
        assert len(scene["says"][language]) + len(scene["asks"][language]) <= SAYS_MAX + 140, f"too long in {language}"
        assert len(scene["says"][language]) <= SAYS_MAX, f"too long in {language}: {len(scene['says'][language])}"
    assert scene["position"]["game"] == game
    answer = referee.ask("setup", position=scene["position"])
    assert answer["ok"], answer["error"]
    assert 0 in referee.ask("to_act")["seats"], "seat 0 cannot move"
    legal = referee.ask("legal", seat=0)
    if "performs" in scene:
        assert scene["performs"] is True and scene["position"]["options"]["mode"] == "stage", "nobody sees a performance"
        scene = {**scene, "right": []}
    else:
        assert fits_any(scene["right"], scene["show"]), "what is shown is not right"
        answer = referee.ask("play", seat=0, move=scene["show"])
        assert answer["ok"], f"{scene['show']}: {answer['error']}"
    check_right(scene, legal["moves"], legal["open"])
    check_wrong(referee, scene, legal["moves"], legal["open"])


def check_together(referee, game, lesson):
    """The same for the numbers of players who win or lose together: each has a first match of its own kind."""
    together = next(one["facts"]["together"] for one in referee.ask("games")["games"] if one["id"] == game)
    assert ("together" in lesson) == bool(together), f"{game}: together with {together}"
    for seats in together:
        check_choices(referee, game, {**lesson["together"], "match": {**lesson["match"], "seats": seats}})


def check_choices(referee, game, lesson):
    """A random match comes to no phase without a sentence, and players have what sentences depend on."""
    chance = random.Random(1)
    answer = referee.ask("new", game=game, seed="lesson", **lesson["match"])
    assert answer["ok"], answer["error"]
    own = referee.ask("view", seat=0)["view"].get("players", [{}])[0]
    for key in lesson["choices"]:
        assert all(own.get(trait) is False for trait in key.split()[1:]), f"{key}: not a property that players gain"
    met = set()
    for _ in range(MOVES_MAX):
        now = referee.ask("to_act")
        if not now["seats"]:
            break
        met.add(now["phase"])
        seat = chance.choice(now["seats"])
        referee.ask("play", seat=seat, move=chance.choice(referee.ask("legal", seat=seat)["moves"]))
    assert met <= set(lesson["choices"]), met - set(lesson["choices"])


def main(program, only=None):
    referee = Referee(program)
    games = [game["id"] for game in referee.ask("games")["games"]]
    failures, passed = [], 0
    for file in sorted(pathlib.Path("data/lessons").glob("*.json")):
        lesson = json.loads(file.read_text())
        if file.stem not in games or only not in (None, file.stem):
            continue  # the template is registered in copies of the tree only
        checks = [(f"scene {number}", check_scene, scene) for number, scene in enumerate(lesson["scenes"])]
        for where, check, value in [*checks, ("choices", check_choices, lesson), ("together", check_together, lesson)]:
            try:
                check(referee, file.stem, value)
                passed += 1
            except AssertionError as error:
                failures.append(f"{file}, {where}: {error}")
        if len(lesson["scenes"]) not in SCENES:
            failures.append(f"{file}: {len(lesson['scenes'])} scenes")
    if not passed:
        failures.append("no lesson")
    print(*failures, f"{passed} passed, {len(failures)} failed", sep="\n")
    return 1 if failures else 0


sys.exit(main(*sys.argv[1:]))
