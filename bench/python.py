"""python.py PROGRAM SECONDS: what bench/python measures. Processor time, so that others on the machine do not count."""
import json
import random
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

import ludosaure

PROGRAM, SECONDS = sys.argv[1], float(sys.argv[2])
SLOTS = 256


def children_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def simulator(game, seats):
    """`ludosaure simulate`: moves a second, and moves a match."""
    matches = 200
    while True:
        begin = children_time()
        report = json.loads(subprocess.run(
            [PROGRAM, "simulate", game, "--seats", str(seats), "--games", str(matches), "--seed", "bench", "--json"],
            check=True, capture_output=True, stdin=subprocess.DEVNULL).stdout)
        spent = children_time() - begin
        if spent > SECONDS / 2:
            return report["moves"] / spent
        matches *= 4


def whole_matches(game, seats):
    matches, moves, begin = 0, 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        moves += int(ludosaure.play_random(game, seats, 500, "bench", first=matches).moves.sum())
        matches += 500
    return moves / (time.process_time() - begin)


def steps(game, seats, observe, mask, choose):
    batch = ludosaure.Batch(game, seats, SLOTS, "bench", observe=observe, mask=mask)
    generator = np.random.default_rng(1)
    moves, begin = 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        for _ in range(10):
            batch.step(ludosaure.random_actions(batch, generator) if choose else None)
            moves += SLOTS
    return moves / (time.process_time() - begin)


def single_matches(game, seats):
    moves, number, begin = 0, 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        match = ludosaure.Match(game, seats, f"bench/{number}")
        while to_act := match.to_act:
            seat = random.choice(to_act)
            match.play(seat, match.sample(seat))
            moves += 1
        number += 1
    return moves / (time.process_time() - begin)


def records(game, seats):
    """Decisions of matches between random players, from the lines of `ludosaure simulate --records`."""
    with tempfile.NamedTemporaryFile("r", suffix=".jsonl") as file:
        subprocess.run([PROGRAM, "simulate", game, "--seats", str(seats), "--games", "50", "--records", file.name],
                       check=True, stdout=subprocess.DEVNULL)
        lines = file.read().splitlines()
    moves, begin = 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        moves += len(ludosaure.decisions(lines).seats)
    return moves / (time.process_time() - begin)


def referee(game, seats):
    """Over a pipe, with the time of both processes."""
    begin, begin_referee = time.process_time(), children_time()
    process = subprocess.Popen([PROGRAM, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(**request):
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    moves, number = 0, 0
    while time.process_time() - begin < SECONDS / 2:
        ask(cmd="new", game=game, seats=seats, seed=f"bench/{number}")
        number += 1
        while to_act := ask(cmd="to_act")["seats"]:
            seat = random.choice(to_act)
            ask(cmd="play", seat=seat, move=random.choice(ask(cmd="legal", seat=seat)["moves"]))
            moves += 1
            if moves % 64 == 0 and time.process_time() - begin > SECONDS / 2:
                break
    process.stdin.close()
    process.wait()
    return moves / (time.process_time() - begin + children_time() - begin_referee)


WAYS = [
    ("`ludosaure simulate` (C)", simulator),
    ("`play_random`", whole_matches),
    ("`Batch.step()`, the library moves at random", lambda *kind: steps(*kind, False, False, False)),
    ("the same, with masks", lambda *kind: steps(*kind, False, True, False)),
    ("the same, with masks and observations", lambda *kind: steps(*kind, True, True, False)),
    ("`Batch.step(actions)`, numpy chooses by the masks", lambda *kind: steps(*kind, False, True, True)),
    ("the same, with observations", lambda *kind: steps(*kind, True, True, True)),
    ("`Match`, one move at a time, as text", single_matches),
    ("`decisions` of records, with masks and observations", records),
    ("the referee over a pipe", referee),
]


def main():
    kinds = [(game["id"], max(game["seats"][0], min(4, game["seats"][1]))) for game in ludosaure.games()]
    best = {}
    for _ in range(3):  # in turn, so that a busy moment of the machine does not hit one way alone
        for name, way in WAYS:
            for kind in kinds:
                best[name, kind] = max(best.get((name, kind), 0), way(*kind))
    heads = " | ".join(f"{game}, {seats} seats" for game, seats in kinds)
    print(f"| random moves a second of processor time | {heads} |")
    print("|---" * (len(kinds) + 1) + "|")
    for name, _ in WAYS:
        shares = (f"{best[name, kind]:,.0f} ({best[name, kind] / best[WAYS[0][0], kind]:.2g})" for kind in kinds)
        print(f"| {name} | " + " | ".join(shares) + " |")


main()
