#!/usr/bin/env python3
"""The search for fair tables (training/games/tyrannosaurus/fair.c): every table that agrees with the printed sheet is a candidate;
a fair table that was planted is found among unfair ones, the same with any number of threads, with and without networks; bad input
is refused.
usage: test_fair.py PROGRAM"""
import csv
import io
import itertools
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent))
from checks import case, finish

PROGRAM = sys.argv[1]
DINOSAURS = ("triceratops", "pteranodon", "diplodocus", "stegosaurus")
# Movements/rests/panics + trees. With those of the first edition, Triceratops wins nine of ten games against Stegosaurus; the second
# has only been made unfair by its trees.
FIRST_EDITION = "7/1/1+4,6/2/1+2,6/3/0+2,5/3/1+4"
FAIR = "5/3/1+4,6/1/2+2,7/1/1+2,6/3/0+4"
LOPSIDED = "5/3/1+1,6/1/2+2,7/1/1+1,6/3/0+8"
# As in a file that the program wrote: what follows is ignored, and so is the first line.
PLANTED = f"triceratops,pteranodon,diplodocus,stegosaurus,worst\n{FIRST_EDITION},0.00,0\n{LOPSIDED}\n{FAIR},99.00\n"


def run(*options, tables=None, code=0):
    """The rows that it prints, or its message if it is to fail."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        if tables is not None:
            file.write(tables)
            file.flush()
            options += (file.name,)
        done = subprocess.run([PROGRAM, *options], capture_output=True, text=True, timeout=600)
    assert done.returncode == code, (options, done.returncode, done.stderr)
    return list(csv.reader(io.StringIO(done.stdout))) if code == 0 else done.stderr


def text_of(row):
    return ",".join(row[:len(DINOSAURS)])


def every_table():
    """Made in another way than by the program: who owns which counts, which of them are rests and panics, who has how many trees."""
    readings = [[(7, 1, 1)], [(6, 2, 1), (6, 1, 2)], [(6, 3, 0), (6, 0, 3)], [(5, 3, 1), (5, 1, 3)]]
    for owned in itertools.permutations(readings):
        for cards in itertools.product(*owned):
            rests, panics = [rest for _, rest, _ in cards], [panic for _, _, panic in cards]
            if max(rests) - min(rests) < 2 or max(panics) < 2:
                continue
            for first, second in itertools.product(range(1, 9), repeat=2):
                if first + second < 10:
                    trees = (first, 2, second, 10 - first - second)
                    yield ",".join(f"{a}/{b}/{c}+{count}" for (a, b, c), count in zip(cards, trees))


def candidates():
    listed = [text_of(row) for row in run("--games", "0")[1:]]
    assert len(listed) == len(set(listed)) == 5184, len(listed)
    assert set(listed) == set(every_table())
    assert len(run("--games", "0", "--keep", "7")) == 1 + 7


def planted():
    rows = run("--games", "48", "--iterations", "1", tables=PLANTED)
    assert tuple(rows[0][:4]) == DINOSAURS, rows[0]
    found = [text_of(row) for row in rows[1:]]
    assert found[0] == FAIR and sorted(found) == sorted([FIRST_EDITION, LOPSIDED, FAIR]), found
    worst = [float(row[4]) for row in rows[1:]]
    assert worst == sorted(worst) and worst[0] < 25 < worst[1], worst
    for row in rows[1:]:
        shares = {name: float(value) for name, value in zip(rows[0], row) if name.startswith("four_")}
        assert shares.pop("four_games") == 48 and abs(sum(shares.values()) - 100) < 0.05, shares


def threads():
    options = ("--games", "12", "--iterations", "1", "--positions", "10", "--keep", "2")
    assert run(*options, "--threads", "1", tables=PLANTED) == run(*options, "--threads", "3", tables=PLANTED)


def limit():
    rows = run("--games", "48", "--iterations", "1", "--limit", "12", tables=PLANTED)
    games = {text_of(row): row[rows[0].index("four_games")] for row in rows[1:]}
    assert games[FAIR] == "48" and games[LOPSIDED] == games[FIRST_EDITION] == "0", games


def mirror():
    """Triceratops and Stegosaurus change places: the board is the same, so both tables share their games."""
    first, second, third, fourth = FAIR.split(",")
    rows = run("--games", "24", "--iterations", "1", tables=f"{FAIR}\n{fourth},{second},{third},{first}\n")
    one, other = [dict(zip(rows[0], row)) for row in rows[1:]]
    assert abs(float(one["land_triceratops"]) + float(other["land_triceratops"]) - 100) < 0.011, rows
    assert one["four_triceratops"] == other["four_stegosaurus"] and one["four_pteranodon"] == other["four_pteranodon"], rows


def refused():
    for tables in ("", "7/1/1+4\n", "7/1/2+4,6/2/1+2,6/3/0+2,5/3/1+4\n", "7/1/1+5,6/2/1+2,6/3/0+2,5/3/1+4\n", "7/1/1+4;6/2/1+2;6/3/0+2;5/3/1+4\n"):
        assert "no table" in run(tables=tables, code=2), tables
    assert "No such file" in run("/nowhere", code=2)
    assert "--games needs a whole number" in run("--games", "many", code=2)
    assert "what is" in run("one", "two", code=2)


for name, function in (("every table is a candidate", candidates), ("a planted table is found", planted), ("threads make no difference", threads),
                       ("a limit", limit), ("the mirror", mirror), ("what is refused", refused)):
    case(name, function)
finish()
