#!/usr/bin/env python3
"""The adversary (training/adversary/): the same files with any number of threads; it finds the weakness of players that have one;
it begins as they play; what cannot be used is refused.
usage: adversary.py PROGRAM"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from checks import case, finish
from parts import games

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
TEMPORARY = tempfile.TemporaryDirectory()


def folder(name):
    path = pathlib.Path(TEMPORARY.name) / name
    path.mkdir(exist_ok=True)
    return path


def run(*options, code=0):
    ended = subprocess.run([PROGRAM, *map(str, options)], capture_output=True, text=True)
    assert ended.returncode == code, (options, ended.returncode, ended.stderr)
    return ended.stdout if code == 0 else ended.stderr


def share(report):
    return float(re.search(r"it wins ([\d.]+) %", report).group(1))


def same_files(game):
    """One thread and three, in turns and in real time."""
    options = (game, "--seats", 2, "--against", "casual", "--rounds", 6, "--matches", 4, "--deals", 3)
    one, three = folder(f"{game} one"), folder(f"{game} three")
    shown = run(*options, "--threads", 1, "--output", one)
    run(*options, "--threads", 3, "--output", three)
    files = {path.name: path.read_bytes() for path in one.iterdir()}
    assert len(files) == 2 and files == {path.name: path.read_bytes() for path in three.iterdir()}, files.keys()
    assert shown in [content.decode() for name, content in files.items() if name.endswith(".txt")], shown
    run(*options, "--seed", "another", "--output", three)
    assert files != {path.name: path.read_bytes() for path in three.iterdir()}


def finds_a_weakness():
    """Whoever plays at random loses to somebody who has seen that; what was learned can be measured again."""
    first, again = folder("weakness"), folder("again")
    options = ("tyrannosaurus", "--seats", 2, "--against", "random")
    learned = run(*options, "--rounds", 60, "--matches", 128, "--deals", 100, "--output", first)
    assert share(learned) > 60, learned
    network = first / "tyrannosaurus-2.adversary"
    measured = run(*options, "--rounds", 0, "--deals", 100, "--network", network, "--output", again)
    assert measured.splitlines()[1:] == learned[learned.index("measured"):].splitlines(), (learned, measured)
    assert [path.name for path in again.iterdir()] == ["tyrannosaurus-2.txt"]


def begins_as_they_play():
    shown = run("tyrannosaurus", "--against", "casual", "--rounds", 0, "--deals", 100, "--output", folder("begins"))
    assert "\n0.0 % of " in shown and 20 < share(shown) < 30, shown


def stops():
    """Interrupted, it writes what it has."""
    output = folder("stops")
    process = subprocess.Popen([PROGRAM, "tyrannosaurus", "--against", "random", "--rounds", "1000000", "--matches", "8", "--output", output],
                               text=True, stdout=subprocess.PIPE)
    assert "tyrannosaurus" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    shown = process.communicate()[0]
    assert process.returncode == 0 and "of 0 matches" in shown, shown
    assert sorted(os.listdir(output)) == ["tyrannosaurus-4.adversary", "tyrannosaurus-4.txt"]


def refuses():
    output = folder("refuses")
    good = ("trex", "--output", output)
    for options in ((), ("chess", "--output", output), ("trex",), (*good, "scale"), (*good, "--seats", 9), (*good, "--seats", 1),
                    (*good, "--seats", "two"), (*good, "--against", "nobody"), (*good, "--against", "beginner"), (*good, "--rounds", -1),
                    (*good, "--explore", 0), (*good, "--matches", 0), (*good, "--deals", "1x"), (*good, "--minutes", 0), (*good, "--threads", 100000),
                    (*good, "--iterations", 0), (*good, "--seed", "x" * 100), (*good, "--nonsense"), (*good, "--output")):
        assert "adversary: " in run(*options, code=2), options
    assert "No such file" in run("trex", "--rounds", 0, "--deals", 0, "--output", output / "missing", code=1)
    foreign = output / "foreign"
    assert "explores 10 %" in run("tyrannosaurus", "--seats", 2, "--explore", 5, "--network", folder("weakness") / "tyrannosaurus-2.adversary", "--output",
                                  output, code=1)
    for content in b"", b"text\n", (folder("weakness") / "tyrannosaurus-2.adversary").read_bytes():
        foreign.write_bytes(content)
        assert "foreign: " in run(*good, "--network", foreign, code=1)
    assert "no such file" in run(*good, "--network", output / "none", code=1)
    assert os.listdir(output) == ["foreign"]


def main():
    case("help", lambda: run("--help").index("usage: adversary GAME"))
    for game in games():
        case(f"{game}: same_files", same_files, game)
    for test in finds_a_weakness, begins_as_they_play, stops, refuses:
        case(test.__name__, test)
    finish()


main()
