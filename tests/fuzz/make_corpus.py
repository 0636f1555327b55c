#!/usr/bin/env python3
"""Makes the fuzzers' corpus from seeded random games. usage: make_corpus.py BINARY"""
import json
import pathlib
import random
import subprocess
import sys

folder = pathlib.Path(__file__).parent / "corpus"
process = subprocess.Popen([sys.argv[1], "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
lines = []


def ask(cmd, **values):
    line = json.dumps({"cmd": cmd, **values}, separators=(",", ":"))
    lines.append(line)
    process.stdin.write(line + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def store(kind, name, content):
    path = folder / kind / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


games = ask("games")["games"]
for index, game in enumerate(games):
    for seats in (game["seats"][0], game["seats"][0] + 1):
        rng = random.Random(seats)
        lines.clear()
        ask("new", game=game["id"], seats=seats, seed="corpus")
        moves, count = [], 0
        while True:
            to_act = ask("to_act")["seats"]
            if count % 25 == 0 or not to_act:
                position = ask("position")["position"]
                store("positions", f"{game['id']}-{seats}-{count:03}", compact(position))
            if not to_act or count == 200:
                break
            seat = rng.choice(to_act)
            move = ask("suggest", seat=seat)["move"]
            ask("play", seat=seat, move=move)
            moves.append(f"{seat}{move}")
            count += 1
        store("moves", f"{game['id']}-{seats}", bytes([index, 0]) + "\n".join(moves[:40]).encode())
        session = [line for line in lines if '"to_act"' not in line and '"suggest"' not in line][:30]
        session += [compact({"cmd": cmd, "seat": 0}) for cmd in ("view", "legal", "result", "suggest")]
        session.append(compact({"cmd": "setup", "position": position}))
        store("referee", f"{game['id']}-{seats}", "\n".join(session))
        record = ask("record")["record"]
        store("records", f"{game['id']}-{seats}", compact({**record, "moves": record["moves"][:40], "result": None}))
