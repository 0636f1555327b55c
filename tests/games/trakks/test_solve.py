#!/usr/bin/env python3
"""ludosaure solve from outside: what it prints is a placing that the referee accepts, with the same
number of tiles; wrong input is refused with a sentence.

usage: test_solve.py PROGRAM"""
import json
import os
import socket
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../.."))
from checks import check, finish  # noqa: E402

program = sys.argv[1]
os.environ["ASAN_OPTIONS"] = "detect_leaks=0"  # hundreds of runs, and each would look for them


def referee(*requests):
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    run = subprocess.run([program, "referee"], input=lines, capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def solve(position, *options):
    text = position if isinstance(position, str) else json.dumps(position)
    return subprocess.run([program, "solve", *options], input=text, capture_output=True, text=True)


def rack_sizes(position):
    return [len(player["rack"]) for player in position["players"]]


for seats in (2, 3, 4):
    position = referee({"cmd": "new", "game": "trakks", "seats": seats, "seed": f"solve {seats}"},
                       {"cmd": "position"})[1]["position"]
    for turn in range(20):
        where = f"{seats} seats, turn {turn}"
        seat = position["turn"]
        run = solve(position, "--json", "--iterations", "300")
        answer = json.loads(run.stdout)
        check(answer == {**json.loads(solve(position, "--json", "--iterations", "300").stdout),
                         "ms": answer["ms"]}, f"{where}: the same again")
        check(answer["seat"] == seat and 0 <= answer["placed"] <= answer["of"], f"{where}: counts")
        move = answer["move"] or "draw"
        check((answer["move"] is None) == (answer["placed"] == 0), f"{where}: a move or none")
        played = referee({"cmd": "setup", "position": position},
                         {"cmd": "play", "seat": seat, "move": move}, {"cmd": "position"})
        check(played[1]["ok"], f"{where}: {move} is refused")
        before, position = rack_sizes(position), played[2]["position"]
        if position["phase"] == "over":
            break
        if answer["move"]:
            check(before[seat] - rack_sizes(position)[seat] == answer["placed"],
                  f"{where}: another number of tiles")

position = referee({"cmd": "new", "game": "trakks", "seats": 2, "seed": "solve"},
                   {"cmd": "position"})[1]["position"]
run = solve(position, "--ms", "20", "--lang", "fr")
check(run.returncode == 0 and "tuiles posées" in run.stdout, "a report in French")
other = referee({"cmd": "new", "game": "trex", "seats": 2, "seed": "solve"},
                {"cmd": "position"})[1]["position"]
for bad in ("", "{", "[]", "{}", json.dumps(other), json.dumps({**position, "turn": 7}),
            json.dumps({**position, "table": [["y1@0,0"]]}), "[" * 100000):
    run = solve(bad)
    check(run.returncode == 1 and run.stderr and not run.stdout, f"refused: {bad[:60]}")
run = solve("0" * 3_000_000, "--lang", "en")
check(run.returncode == 1 and "too long for a position" in run.stderr, "too long")
ours, theirs = socket.socketpair()  # what a program that was started from Node has
ours.sendall(json.dumps(position).encode())
ours.shutdown(socket.SHUT_WR)
run = subprocess.run([program, "solve", "--ms", "20", "--json"], stdin=theirs, capture_output=True, text=True)
check(run.returncode == 0 and json.loads(run.stdout)["of"] > 0, f"a socket: {run.stderr}")
check(solve(position, "--ms", "0").returncode == 2, "no time")

finish()
