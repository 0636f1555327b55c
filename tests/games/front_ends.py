#!/usr/bin/env python3
"""Plays a game to its end in every front end that needs no browser: the simulator, the arena, the
referee, the terminal (in French too) and the server, against a computer player.

usage: front_ends.py PROGRAM [GAME…]    without a GAME: all that the program has"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import WAIT_S
from play import Person, play
from process import Referee, Server, Tests

SEED = "front ends"
MOVES_MAX = 5000


def run(program, *arguments, typed=""):
    """What the program printed; it must end well."""
    with tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run([program, *arguments], input=typed, cwd=folder, capture_output=True, text=True,
                               timeout=10 * WAIT_S, check=False)
    assert ended.returncode == 0, (arguments, ended.returncode, ended.stdout[-2000:], ended.stderr[-2000:])
    return ended.stdout


def options_for_computers(game):
    return game["facts"]["computers_need"] or {}


def as_arguments(options):
    return [word for name, value in options.items() for word in ("--option", f"{name}={json.dumps(value).strip(chr(34))}")]


def simulator(program, game):
    report = json.loads(run(program, "simulate", game["id"], "--games", "20", "--seed", SEED, "--json"))
    assert report["games"] == 20, report


def arena(program, game):
    run(program, "arena", game["id"], "--players", "casual,easy", "--games", "4", "--iterations", "20", "--seed", SEED)


def referee(program, game):
    asked = Referee(program)
    asked.ok("new", game=game["id"], seats=game["seats"][0], seed=SEED, options=options_for_computers(game))
    rng = random.Random(SEED)
    for _ in range(MOVES_MAX):
        seats = asked.ok("to_act")["seats"]
        if not seats:
            break
        seat = rng.choice(seats)
        view = asked.ok("view", seat=seat)
        assert view["view"]["game"] == game["id"] and "aids" in view, view
        move = asked.ok("suggest", seat=seat, level=rng.choice(("random", "easy")))["move"]
        asked.ok("play", seat=seat, move=move)
    assert asked.ok("result")["over"]
    asked.close()


def terminal(program, game, language):
    """Computer players only; then a person among them, who tries the commands and takes the first moves."""
    options = as_arguments(options_for_computers(game))
    common = ("play", game["id"], "--seats", str(game["seats"][0]), "--seed", SEED, "--lang", language, *options)
    watched = run(program, *common, "--people", "0")
    assert game["names"][language] in watched and "**" not in watched, watched[-500:]
    typed = run(program, *common, typed="help\nhint\nlog\nrules\n" + "1\n" * 40 + "quit\n")
    assert game["names"][language] in typed and not re.search(r"[{}]", typed), typed[-2000:]


def server(program, game):
    with Server(program) as running:
        person = Person(running.port, name="Ada")
        seats = min(game["seats"][0] + 1, game["seats"][1])
        table = person.create(game["id"], seats, pace="fast", options=options_for_computers(game), autostart=True,
                              bots=[None] + ["easy"] * (seats - 1))["table"]
        seen = person.tables[table]
        if game["facts"]["real_time"]:  # takes as long as it takes: the computer players' first moves will do
            person.until(lambda: sum(step.get("by") == "computer" for step in seen.steps.values()) >= 2)
        else:
            play([person], table, random.Random(SEED), alone=False)
            assert seen.result["over"]
            code, said = running.verify(person.ok("record", table=table)["record"])
            assert code == 0, said
        person.close()


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    asked = Referee(program)
    games = [game for game in asked.ok("games")["games"] if not sys.argv[2:] or game["id"] in sys.argv[2:]]
    asked.close()
    assert games, "there is no such game"
    tests = Tests()
    for game in games:
        texts = json.loads((pathlib.Path(__file__).resolve().parents[2] / f"data/texts/{game['id']}.json").read_text())
        game["names"] = texts["name"]
        for test in (simulator, arena, referee, server):
            tests.run(f"{game['id']}: {test.__name__}", test, program, game)
        for language in ("en", "fr"):
            tests.run(f"{game['id']}: terminal ({language})", terminal, program, game, language)
    tests.end()


if __name__ == "__main__":
    main()
