#!/usr/bin/env python3
"""usage: ./test [--quick | --all] [--busy] [--coverage] [--list] [WORD...]

Installs what the tests need, builds what they use, and runs them:
  ./test --quick       while you work: one build, minutes
  ./test               before a change is submitted; what CI runs
  ./test --all         before a release: fresh machines, packages, other browsers, second builds, long fuzzing
  ./test GAME          every check of one game
  ./test WORD...       the parts with one of the words in their name
  --busy               beside programs that keep every core busy
  --coverage           the parts that use C programs, in a build that counts lines; prints what they do not reach in src/
  --list               only names the parts that would run

One part per core runs at a time, then one of those that use all cores; those that mostly wait run beside them. Ends with the
ten slowest parts, what was skipped, and the line `N passed, M failed, K skipped`."""
import argparse
import dataclasses
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

import parts as listed
from parts import BUSY, COVERAGE, GCC, LONG, QUICK, SANITIZED, USUAL, WAITING, WIDE

PART_SECONDS_MAX = 1500  # a part that takes longer hangs
LONG_SECONDS_MAX = 4 * PART_SECONDS_MAX  # likewise, of `./test --all`
REPORT_SECONDS = 60
SLOWEST_SHOWN = 10
LINES_SHOWN = 200  # of a part that failed
CORES = os.cpu_count() or 1


# ---- Choosing ----

def chosen(size, words):
    """The parts of a size and of the smaller ones; with words, those that have one in their name. A word that only larger
    parts have chooses these. The name of a game chooses the parts of that game."""
    parts = listed.all_parts()
    if not words:
        return [part for part in parts if part.size <= size]
    found = {}
    for word in words:
        if word in listed.games():
            matches = list(listed.game_parts(word))
        else:
            matches = [part for part in parts if word in part.name]
            matches = [part for part in matches if part.size <= size] or matches
        if not matches:
            sys.exit(f"test: no part is called like this: {word} (./test --list)")
        found.update((part.name, part) for part in matches)
    return list(found.values())


def counting_lines(parts):
    """The same parts, those that use C programs, in the build that counts lines."""
    def swap(word):
        return re.sub(rf"\b({GCC}|{SANITIZED})\b", COVERAGE, word)
    changed = [dataclasses.replace(part, command=[swap(word) for word in part.command], needs=tuple(map(swap, part.needs))) for part in parts]
    return [part for part in changed if any(COVERAGE in word for word in part.command)]


def prepare(parts):
    """Installs and builds what the parts need. Ends the program if that does not work."""
    features = sorted({feature for part in parts for feature in part.features()})
    targets = {}
    for part in parts:
        for folder, target in part.programs():
            targets.setdefault(folder, set()).add(target)
    builds = [f"{folder}:{' '.join(sorted(names))}" for folder, names in sorted(targets.items())]
    if subprocess.run(["tests/prepare.sh", *features, *builds]).returncode != 0:
        sys.exit("test: not everything could be prepared; no test was run")


# ---- Running ----

class Run:
    """A part that runs, or has run."""

    def __init__(self, part, folder):
        self.part = part
        self.output = folder / str(id(self))
        self.begin = time.monotonic()
        self.seconds = self.processor_seconds = 0
        self.passed, self.failed, self.skipped, self.reason = 0, 0, 0, ""
        with open(self.output, "wb") as output:
            self.process = subprocess.Popen(part.command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                            start_new_session=True)

    def text(self):
        return self.output.read_text(encoding="utf-8", errors="replace").replace("\0", "")

    def is_over(self):
        self.seconds = time.monotonic() - self.begin
        most = LONG_SECONDS_MAX if self.part.size == LONG else PART_SECONDS_MAX
        if self.seconds > most:
            with open(self.output, "a") as output:
                output.write(f"\ntook more than {most} s\n")
            self.kill()
        process, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        if not process:
            return False
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.processor_seconds = usage.ru_utime + usage.ru_stime
        self.kill()  # what it may have left running
        self.count()
        return True

    def kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def count(self):
        text, good = self.text(), self.process.returncode == 0
        reason = re.search(r"(?:^|\n)skipped: (.*)\n*$", text)
        if good and reason:
            self.skipped, self.reason = 1, reason[1]
            return
        counts = subprocess.run(["tests/count.sh"], input=text, capture_output=True, text=True).stdout.split()
        if counts:
            self.passed, self.failed, self.skipped = map(int, (*counts, "0")[:3])
            if self.skipped:
                self.reason = "; ".join(re.findall(r"(?m)^skipped: (.*)$", text)) or "some of its tests cannot run here"
        else:
            self.passed = int(good)
        if not good:
            self.failed = max(self.failed, 1)

    def report(self):
        line = f"{self.part.name:<42} {self.passed:5} passed {self.failed:3} failed {self.seconds:5.0f} s, {self.processor_seconds:.0f} s of processor"
        if self.skipped:
            line += f"  {self.skipped} skipped: {self.reason}"
        print(line, flush=True)
        if self.failed:
            # Lines of passed tests do not explain a failure.
            lines = [line for line in self.text().splitlines() if not line.startswith("ok ")]
            print("\n".join(lines[-LINES_SHOWN:]))
            print(f"  again: ./test {shlex.quote(self.part.name)}, or {shlex.join(self.part.command)}", flush=True)


class Runner:
    """Runs parts: one per core, then one that uses all cores; beside them, as many as there are cores that mostly wait."""

    def __init__(self, parts, folder):
        self.left = list(parts)
        self.folder = folder
        self.running, self.done = [], []
        self.next_report = time.monotonic() + REPORT_SECONDS

    def start(self, kind, most):
        count = sum(run.part.kind == kind for run in self.running)
        for part in [part for part in self.left if part.kind == kind][:max(0, most - count)]:
            self.left.remove(part)
            self.running.append(Run(part, self.folder))

    def tell_slow(self):
        if time.monotonic() < self.next_report:
            return
        self.next_report = time.monotonic() + REPORT_SECONDS
        for run in self.running:
            lines = run.text().splitlines() or [""]
            print(f"  … {run.part.name}, for {run.seconds:.0f} s: {lines[-1][:100]}", flush=True)

    def run(self):
        try:
            while self.left or self.running:
                self.start(BUSY, CORES)
                self.start(WAITING, CORES)
                if not any(run.part.kind == BUSY for run in self.running):
                    self.start(WIDE, 1)
                time.sleep(0.1)
                for run in [run for run in self.running if run.is_over()]:
                    self.running.remove(run)
                    self.done.append(run)
                    run.report()
                self.tell_slow()
        finally:
            for run in self.running:
                run.kill()
        return self.done


class Busy:
    """Programs that keep every core busy while the tests run."""

    def __init__(self, wanted):
        self.count = CORES if wanted else 0

    def __enter__(self):
        self.processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(self.count)]

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()


def close(done, begin):
    """The closing table. Returns the exit code."""
    print(f"\nThe slowest of {len(done)} parts:")
    for run in sorted(done, key=lambda run: -run.seconds)[:SLOWEST_SHOWN]:
        print(f"  {run.seconds:5.0f} s, {run.processor_seconds:.0f} s of processor  {run.part.name}")
    if any(run.skipped for run in done):
        print("Skipped:")
    for run in done:
        if run.skipped:
            print(f"  {run.part.name}: {run.reason}")
    if any(run.failed for run in done):
        print("Failed:")
    for run in done:
        if run.failed:
            print(f"  {run.part.name}: ./test {shlex.quote(run.part.name)}")
    minutes, seconds = divmod(round(time.monotonic() - begin), 60)
    print(f"In {minutes} min {seconds} s, with what was built:")
    passed, failed, skipped = (sum(getattr(run, what) for run in done) for what in ("passed", "failed", "skipped"))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(prog="./test", add_help=False)
    parser.add_argument("--quick", dest="size", action="store_const", const=QUICK, default=USUAL)
    parser.add_argument("--all", dest="size", action="store_const", const=LONG)
    for option in ("--busy", "--coverage", "--list", "--help", "-h"):
        parser.add_argument(option, action="store_true")
    parser.add_argument("words", nargs="*")
    given = parser.parse_args()
    if given.help or given.h:
        print(__doc__)
        return 0
    begin = time.monotonic()
    parts = chosen(given.size, given.words)
    if given.coverage:
        parts = counting_lines(parts)
    if given.list:
        print("\n".join(part.name for part in parts))
        return 0
    prepare(parts)
    os.environ["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"
    os.environ["TSAN_OPTIONS"] = "halt_on_error=1:second_deadlock_stack=1"
    if given.coverage:
        for file in pathlib.Path(COVERAGE).rglob("*.gcda"):
            file.unlink()
    with tempfile.TemporaryDirectory() as folder, Busy(given.busy):
        done = Runner(parts, pathlib.Path(folder)).run()
    if given.coverage:
        subprocess.run(["tests/coverage.py", COVERAGE])
    return close(done, begin)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
