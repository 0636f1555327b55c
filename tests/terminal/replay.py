#!/usr/bin/env python3
"""Drives `ludosaure replay` as people do, through a terminal.

usage: replay.py PATH_OF_LUDOSAURE
"""
import json
import pathlib
import random
import re
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from checks import expect, finish
from terminal_table import Table, play_on, result_of, run

RECORD = "match.json"


def plain(screen):
    """A screen as words: without styles, and with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"\x1b\[[0-9;]*m", "", screen))


def test_replay_by_hand(folder):
    table = Table("replay", RECORD, terminal=True, folder=folder)
    moves = len(json.loads((folder / RECORD).read_text())["moves"])
    expect("a replay waits at the start", f"0/{moves}> " in table.screen, table.screen)
    for line, place in (("", 1), ("", 2), ("b", 1), ("10", 10), ("b", 9), ("0", 0), ("b", 0), ("999999999999", moves), ("", moves), ("zz", moves)):
        expect(f"replay: {line!r} leads to {place}", table.type(line).endswith(f"{place}/{moves}> "), table.screen)
    expect("the result is shown at the end", result_of(re.sub(r"\x1b\[[0-9;]*m", "", table.type("b") + table.type(""))), table.screen)
    table.type("q")
    expect("q leaves", table.end(close=False) == 0)
    for arguments in (("--seat", "9"), ("--move", str(moves + 1)), ("--film", "fast"), ("--film", "0")):
        refused = run("replay", RECORD, *arguments, folder=folder)
        expect(f"{arguments} is a usage error", refused.returncode == 2 and refused.stderr)
    one = run("replay", RECORD, "--move", "7", folder=folder)
    expect("--move prints one moment", "Move 7 of" in one.stdout and "Move 8 of" not in one.stdout, one.stdout)


def test_replay_turning_points(folder):
    record = folder / RECORD
    moves = len(json.loads(record.read_text())["moves"])
    table = Table("replay", record.name, "--move", "3", terminal=True, folder=folder)
    expect("a replay starts at its move", f"3/{moves}> " in table.screen, table.screen)
    listed = plain(table.type("p"))
    rounds = dict(re.findall(r"move (\d+): round (\d+) begins", listed))
    expect("turning points are listed", len(rounds) > 3 and f"move {moves}: the end" in listed, listed)
    second = next(move for move, number in rounds.items() if number == "2")
    expect("a round can be reached", table.type("r 2").endswith(f"{second}/{moves}> "), table.screen)
    table.type(">")
    expect("the next turning point comes later", int(re.findall(rf"(\d+)/{moves}> ", table.screen)[-1]) > int(second), table.screen)
    table.type("<")
    expect("there is no round 99", "no such moment" in plain(table.type("r 99")), table.screen)
    names = json.loads(record.read_text())["names"]
    seen = plain(table.type(f"v {names[0]}"))
    opened = plain(table.type("v *"))
    expect("a viewpoint can be chosen", "Your hand" in seen and "Your hand" not in opened, opened)
    expect("nobody has this name", "No one here is called" in plain(table.type("v nobody")), table.screen)
    table.type(str(moves - 3))
    film = table.type("f 0.05")
    expect("the film runs to the end", film.endswith(f"{moves}/{moves}> "), film)
    expect("there is nothing after the end", "The game is over here" in plain(table.type("c")), table.screen)
    table.type("q")
    expect("q leaves", table.end(close=False) == 0)


def test_playing_on(folder):
    record = folder / RECORD
    names = json.loads(record.read_text())["names"]
    table = Table("replay", record.name, "--move", "20", "--seat", names[1], terminal=True, folder=folder)
    begun = plain(table.type("c easy"))
    expect("a person plays on as the seat of the viewpoint", f"playing as {names[1]}" in begun, begun)
    table.type("save on.json")
    table.type("quit")
    expect("leaving a match that was continued", table.end(close=False) == 0)
    kept = json.loads((folder / "on.json").read_text())
    expect("it is kept with the position it started from", "position" in kept and "seed" not in kept)
    verified = run("verify", "on.json", folder=folder)
    expect("its record can be verified", verified.returncode == 0, verified.stdout + verified.stderr)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        table = Table("play", "trex", "--seats", "2", "--seed", "replay", "--lang", "en", folder=folder)
        play_on(table, random.Random(1))
        table.type(f"save {RECORD}")
        table.end()
        test_replay_by_hand(folder)
        test_replay_turning_points(folder)
        test_playing_on(folder)
    finish()


main()
