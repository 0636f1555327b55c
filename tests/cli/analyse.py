#!/usr/bin/env python3
"""The command analyse: text in both languages, JSON whose parts add up, a picture, calibration, and refusals.
usage: analyse.py BINARY"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.dom.minidom

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from checks import case, finish

BINARY = sys.argv[1]
TEMPORARY = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(TEMPORARY.name)


def run(*words, given=None, code=0, says=""):
    done = subprocess.run([BINARY, *map(str, words)], input=given, capture_output=True, text=True, timeout=300)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    assert says in done.stderr, (words, done.stderr)
    return done.stdout


def record(game, seats, moves=None):
    """The record of a match in which everyone makes the first legal move, or only the first moves of it."""
    path = FOLDER / f"{game}-{seats}-{moves}.json"
    referee = subprocess.Popen([BINARY, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(**request):
        referee.stdin.write(json.dumps(request) + "\n")
        referee.stdin.flush()
        answer = json.loads(referee.stdout.readline())
        assert answer["ok"], answer
        return answer

    ask(cmd="new", game=game, seats=seats, seed="analyse")
    made = 0
    while (moves is None or made < moves) and made < 2000:
        to_act = ask(cmd="to_act")["seats"]
        if not to_act:
            break
        legal = ask(cmd="legal", seat=to_act[0])["moves"]
        ask(cmd="play", seat=to_act[0], move=legal[made % len(legal)])
        made += 1
    path.write_text(json.dumps(ask(cmd="record")["record"]))
    referee.stdin.close()
    referee.wait()
    return path


def adds_up():
    path = record("tyrannosaurus", 2)
    analysis = json.loads(run("analyse", path, "--effort", 0, "--json"))
    moves = json.loads(path.read_text())["moves"]
    assert analysis["analysis"] == 2 and analysis["progress"] == 1000
    assert len(analysis["curve"]) == len(moves) + 1 and len(analysis["decisions"]) == len(moves)
    assert [[d["seat"], d["move"]] for d in analysis["decisions"]] == moves
    for number, seat in enumerate(analysis["seats"]):
        parts = sum(seat[part] for part in ("start", "deal", "own", "others", "luck"))
        assert parts == seat["result"] == analysis["curve"][-1][number], seat
        own = [d for d in analysis["decisions"] if d["seat"] == number]
        assert sum(d["effects"][number] for d in own) <= seat["own"] <= 0
        assert max(abs(seat[part]) for part in ("deal", "own", "others", "luck")) <= analysis["one"]
        assert seat["story"] and all(sentence["en"] and sentence["fr"] for sentence in seat["story"])
        for grade, count in seat["grades"].items():
            assert count == sum(d["grade"] == grade for d in own)
    assert all(sum(chances) == analysis["one"] for chances in analysis["curve"]) and len(analysis["views"]) == len(analysis["curve"])
    mistakes = [d for d in analysis["decisions"] if d["grade"] in ("inaccuracy", "mistake", "blunder")]
    assert mistakes and all(d["best"] != d["move"] and 0 < d["lost"] <= d["stake"] for d in mistakes)
    assert all(d["reason"]["en"] and d["reason"]["fr"] != d["reason"]["en"] for d in mistakes)
    named = [d["reason"]["named"] for d in mistakes]
    assert not any(re.search(r"\b(you|vous)\b", sentence[language], re.I) for sentence in named for language in ("en", "fr"))
    assert any("{name}" in sentence["en"] for sentence in named)
    assert run("analyse", path, "--effort", 0, "--json") == json.dumps(analysis, separators=(",", ":"), ensure_ascii=False) + "\n"


def speaks():
    path = record("tyrannosaurus", 2)
    english = run("analyse", path, "--effort", 0, "--lang", "en")
    french = run("analyse", path, "--effort", 0, "--lang", "fr", "--least", "inaccuracy")
    assert "In short" in english and "En bref" in french
    assert "Winning chances" in english and "The expert plays" in english
    assert "Chances de gagner" in french and "L’expert joue" in french
    assert not re.search(r"\byours?\b|\byou\b", english, re.I) and not re.search(r"\b(vous|votre|vos)\b", french, re.I)
    assert all(len(line) <= 80 for line in (english + french).splitlines()), max((english + french).splitlines(), key=len)
    blunders = run("analyse", path, "--effort", 0, "--lang", "en", "--least", "blunder").count("The expert plays")
    inaccuracies = french.count("L’expert joue")
    assert blunders <= english.count("The expert plays") <= inaccuracies and blunders < inaccuracies


def draws():
    picture = FOLDER / "curve.svg"
    run("analyse", record("tyrannosaurus", 2), "--effort", 0, "--svg", picture)
    svg = xml.dom.minidom.parse(str(picture))
    assert len(svg.getElementsByTagName("polyline")) == 2 and svg.getElementsByTagName("circle")


def calibrates():
    words = ("analyse", "calibrate", "tyrannosaurus", "--games", 2, "--effort", 0, "--lang", "en")
    table = run(*words, "--players", "expert,random", "--iterations", 100).splitlines()
    mistakes = {line.split()[0]: float(line.split()[5]) + float(line.split()[7]) for line in table[1:]}
    assert mistakes["expert"] <= 5 and mistakes["random"] >= 30, table


def refuses():
    unfinished = record("tyrannosaurus", 3, 4)
    run("analyse", unfinished, "--lang", "en", code=1, says="not finished")
    run("analyse", unfinished, "--least", "tiny", "--lang", "en", code=2, says="--least takes")
    run("analyse", "--lang", "en", code=2, says="which file?")
    run("analyse", FOLDER / "missing", "--lang", "en", code=1, says="cannot read")
    run("analyse", record("tyrannosaurus", 2), "--effort", 0, "--svg", FOLDER / "no" / "folder.svg", code=1)


for function in (adds_up, speaks, draws, calibrates, refuses):
    case(function.__name__, function)
finish()
