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
    """One thread and three, in turns and in real time. After five rounds for the critic, the actor learns from the sixth."""
    options = (game, "--seats", 2, "--against", "easy", "--rounds", 6, "--matches", 2, "--deals", 1)
    one, three = folder(f"{game} one"), folder(f"{game} three")
    shown = run(*options, "--threads", 1, "--output", one)
    run(*options, "--threads", 3, "--output", three)
    files = {path.name: path.read_bytes() for path in one.iterdir()}
    assert len(files) == 2 and files == {path.name: path.read_bytes() for path in three.iterdir()}, files.keys()
    assert shown in [content.decode() for name, content in files.items() if name.endswith(".txt")], shown


def finds_a_weakness():
    """Those who play at random lose to somebody who has seen that, here in real time. Another seed finds it, too."""
    options = ("scale", "--seats", 3, "--against", "random", "--explore", 50, "--rounds", 20, "--matches", 16, "--deals", 40)
    learned = [run(*options, "--seed", seed, "--output", folder("weakness")) for seed in ("1", "another")]
    assert all(share(report) > 60 for report in learned), learned
    assert learned[0].splitlines()[1:] != learned[1].splitlines()[1:]


def measures_again():
    """What was learned is measured again, with the same deals and the same result."""
    first, again = folder("first"), folder("again")
    options = ("tyrannosaurus", "--seats", 2, "--against", "random", "--explore", 50, "--deals", 100)
    learned = run(*options, "--rounds", 10, "--matches", 64, "--output", first)
    assert "0.0 % of" not in learned
    measured = run(*options, "--rounds", 0, "--network", first / "tyrannosaurus-2.adversary", "--output", again)
    assert measured.splitlines()[1:] == learned[learned.index("measured"):].splitlines(), (learned, measured)
    assert os.listdir(again) == ["tyrannosaurus-2.txt"]


def begins_as_they_play():
    shown = run("tyrannosaurus", "--against", "casual", "--rounds", 0, "--deals", 100, "--output", folder("begins"))
    assert "\n0.0 % of " in shown and 20 < share(shown) < 30, shown


def interrupted(name, line, *options):
    """Interrupts the program when it has shown this line. Returns the files that it has written, and its report."""
    process = subprocess.Popen([PROGRAM, *options, "--output", folder(name)], text=True, stdout=subprocess.PIPE)
    assert any(shown.startswith(line) for shown in process.stdout)
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 0
    return sorted(os.listdir(folder(name))), (folder(name) / "tyrannosaurus-4.txt").read_text().splitlines()


def stops():
    """Interrupted, it writes what it has, without the round that was not finished."""
    options = ("tyrannosaurus", "--against", "random", "--rounds", "60", "--matches")
    files, report = interrupted("learning", "after 300 matches", *options, "100")
    assert files == ["tyrannosaurus-4.adversary", "tyrannosaurus-4.txt"] and "of 0 matches" in report[-2], report
    files, report = interrupted("first round", "tyrannosaurus", *options, "10000")
    assert files == ["tyrannosaurus-4.txt"] and len(report) == 3 and "of 0 matches" in report[1], report


def refuses():
    output, learned = folder("refuses"), folder("first") / "tyrannosaurus-2.adversary"
    good = ("trex", "--output", output)
    for options in ((), ("chess", "--output", output), ("trex",), (*good, "scale"), (*good, "--seats", 9), (*good, "--seats", 1),
                    (*good, "--seats", "two"), (*good, "--against", "nobody"), (*good, "--against", "beginner"), (*good, "--rounds", -1),
                    (*good, "--explore", 0), (*good, "--matches", 0), (*good, "--deals", "1x"), (*good, "--minutes", 0), (*good, "--threads", 100000),
                    (*good, "--iterations", 0), (*good, "--seed", "x" * 100), (*good, "--nonsense"), (*good, "--output")):
        assert "adversary: " in run(*options, code=2), options
    assert "No such file" in run("trex", "--rounds", 0, "--deals", 0, "--output", output / "missing", code=1)
    foreign = output / "foreign"
    assert "explores 50 %" in run("tyrannosaurus", "--seats", 2, "--explore", 5, "--network", learned,
                                  "--output", output, code=1)
    for content in b"", b"text\n", learned.read_bytes():
        foreign.write_bytes(content)
        assert "foreign: " in run(*good, "--network", foreign, code=1)
    assert "no such file" in run(*good, "--network", output / "none", code=1)
    assert os.listdir(output) == ["foreign"]


def main():
    case("help", lambda: run("--help").index("usage: adversary GAME"))
    for game in games():
        case(f"{game}: same_files", same_files, game)
    for test in finds_a_weakness, measures_again, begins_as_they_play, stops, refuses:
        case(test.__name__, test)
    finish()


main()
