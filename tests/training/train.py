#!/usr/bin/env python3
"""Training of networks (tools/train), with a few positions, in every game that learns: the same bytes with any number of
threads and after any interruption; what cannot be used is refused and stays as it is.
usage: train.py BINARY [--short]    --short: networks for one number of players, for a slow program"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from checks import case, finish

BINARY = pathlib.Path(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[2]
SHORT = "--short" in sys.argv
POSITIONS = "12"  # more than are valued at once at the start
TEMPORARY = tempfile.TemporaryDirectory()
STOPPED = 130
# Looking for leaks takes clang 14 three seconds per process on ARM; once per game is enough.
QUICK = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}


class Training:
    """Trainings of a game into a folder of its own."""

    def __init__(self, game, name):
        self.fit = BINARY.parent / "training" / "games" / game / "fit"
        self.folder = pathlib.Path(TEMPORARY.name) / game / name
        self.output = self.folder / "minds" / f"{game}.bin"
        self.output.parent.mkdir(parents=True)
        self.options = ["--output", self.output, "--positions", POSITIONS]
        if SHORT:
            refusal = self.run("--seats", "99", code=2, says="such as")
            self.options += ["--seats", re.search(r"such as .*?(\d+);", refusal).group(1)]

    def start(self, *options, environment=None):
        """A process, and the file with its messages."""
        log = self.folder / "log"
        with log.open("w") as errors:
            return subprocess.Popen([self.fit, *self.options, *options], text=True, stdout=subprocess.PIPE, stderr=errors,
                                    env=environment or QUICK), log

    def run(self, *options, code=0, says="", environment=None):
        """What it prints: on standard output, then on standard error."""
        process, log = self.start(*options, environment=environment)
        output, _ = process.communicate()
        errors = log.read_text()
        assert process.returncode == code, (options, process.returncode, errors)
        assert says in errors, (options, errors)
        return output + errors

    def interrupt(self, how, delay):
        """Whether it was interrupted before its end. The delay begins when it has started."""
        process, log = self.start("--checkpoint", "0", "--threads", "2")
        while not log.read_text() and process.poll() is None:
            time.sleep(0.01)
        time.sleep(delay)
        process.send_signal(how)
        process.communicate()
        if process.returncode == 0:
            return False
        assert process.returncode == (-how if how == signal.SIGKILL else STOPPED), (how, process.returncode, log.read_text())
        assert how == signal.SIGKILL or "goes on from here" in log.read_text(), log.read_text()
        return True

    def files(self):
        return {path.name: path.read_bytes() for path in self.output.parent.iterdir()}

    def clear(self):
        for path in self.output.parent.iterdir():
            path.unlink()

    def checkpoint(self):
        """Stops a training soon, and returns its checkpoint."""
        while not self.interrupt(signal.SIGTERM, 0):
            self.clear()  # it has ended before the signal: once more
        path, = self.output.parent.glob("*.checkpoint")
        return path


def same_bytes(game):
    """On one thread at once, and on two threads with interruptions."""
    whole, parts = Training(game, "whole"), Training(game, "parts")
    shown = whole.run("--threads", "1", says="held out", environment=os.environ)
    assert f"--data {whole.folder}" in shown and ("it has no networks for" if SHORT else "to use it for good") in shown, shown
    count, ways = 0, [signal.SIGINT, signal.SIGKILL, signal.SIGTERM, signal.SIGKILL]
    while (interrupted := parts.interrupt(ways[count % len(ways)], 0.05 * 2**count)) or count < 2:
        if interrupted:
            count += 1
        else:  # it has ended before the second signal: once more
            parts.clear()
            count = 0
    assert parts.files() == whole.files() and len(whole.files()) == 1, (count, list(parts.files()))
    parts.run(says="trained before")
    assert parts.files() == whole.files()
    played = subprocess.run([BINARY, "arena", game, "--players", "expert,easy", "--iterations", "5", "--games", "2", "--data",
                             whole.folder], capture_output=True, text=True)
    assert played.returncode == 0 and "minds/" not in played.stderr, played.stderr


def one_stream(game):
    """Other random numbers, in an order that is as fixed."""
    first, second, usual = (Training(game, name) for name in ("stream", "stream2", "usual"))
    first.run("--one-stream")
    second.run("--one-stream", "--threads", "1")
    usual.run()
    assert first.files() == second.files() != usual.files()
    usual.run("--one-stream", "--threads", "2", code=2, says="--threads 1")


def checkpoints_are_refused(game):
    training = Training(game, "refused")
    path = training.checkpoint()
    whole = path.read_bytes()
    before = training.files()
    training.run("--positions", "13", code=1, says="--positions 12")
    training.run("--seed", "77", code=1, says="--fresh begins again")
    training.run("--one-stream", code=1, says="something else")
    assert training.files() == before
    for damaged in whole[:-1], whole[:len(whole) // 2], whole[:10], b"", whole[:-9] + b"x" + whole[-8:], whole + b"x", b"text\n":
        path.write_bytes(damaged)
        training.run(code=1, says="not a checkpoint, or damaged")
        assert training.files() == {path.name: damaged}
    path.write_bytes(whole)
    if SHORT:
        return
    training.run("--fresh", "--seats", path.suffixes[-2][1:])
    assert path.name not in training.files() and training.output.name in training.files()


def one_at_a_time(game):
    training = Training(game, "busy")
    first, log = training.start("--positions", "1000")
    while not log.read_text():
        time.sleep(0.01)
    training.run(code=1, says="another training")
    first.kill()
    first.communicate()


def bad_input(game):
    training = Training(game, "bad")
    for options in (["--seats", "99"], ["--seats", "2,2"], ["--seats", ""], ["--positions", "1"], ["--positions", "many"], ["--seed", "-1"],
                    ["--threads", "0"], ["--checkpoint", "x"], ["--nonsense"], ["word"], ["--output"]):
        training.run(*options, code=2, says="train: ")
    training.run("--output", training.folder / "missing" / "file.bin", code=1, says="No such file")
    assert not training.files()
    for foreign in b"text", (ROOT / "data" / "minds" / f"{game}.bin").read_bytes()[:-1]:
        training.output.write_bytes(foreign)
        training.run(code=1, says="nothing was changed")
        assert training.files() == {training.output.name: foreign}


def command():
    shown = subprocess.run([ROOT / "tools" / "train", "--help"], capture_output=True, text=True)
    assert shown.returncode == 0 and "usage: tools/train" in shown.stdout and "set -" not in shown.stdout
    refused = subprocess.run([ROOT / "tools" / "train", "chess"], capture_output=True, text=True)
    assert refused.returncode == 2 and "chess" in refused.stderr


def main():
    games = [path.parent.name for path in sorted((ROOT / "training" / "games").glob("*/fit.c"))]
    assert games
    case("tools/train", command)
    for game in games:
        for test in same_bytes, checkpoints_are_refused, one_at_a_time, bad_input:
            case(f"{game}: {test.__name__}", test, game)
        if not SHORT:
            case(f"{game}: one_stream", one_stream, game)
    finish()


main()
