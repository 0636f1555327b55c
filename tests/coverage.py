#!/usr/bin/env python3
"""coverage.py BUILD: how many lines of src/ the tests have reached, per folder, and which not.

A line that stays unreached has one of these reasons; for any other, write a test.
- It would end the test: a failed CHECK, an unreachable default.
- It depends on the kernel's timing: EINTR, a socket that fails between two calls, a second SIGTERM, a slow shutdown.
- It needs another machine: one without IPv6 or /proc, more addresses than loopback has, a terminal of unknown size.
- It takes too long: a client that is silent for 40 s.
- It needs one damaged row or one failing read: whole pages of a database, and one failure for each command, are tested.
- The simulation reaches it with some seeds only: errors of the store while a table is loaded, opened or closed.
- A fuzzer reaches it: rare errors in a user's components."""
import collections
import json
import pathlib
import subprocess
import sys


def ranges(numbers):
    """[1, 2, 3, 7] -> 1-3 7"""
    parts = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def main():
    report = subprocess.run(
        ["gcovr", "--root", ".", "--filter", "src/", "--json", "-", "--gcov-ignore-parse-errors",
         "--exclude-unreachable-branches", sys.argv[1]], check=True, capture_output=True).stdout
    folders = collections.defaultdict(lambda: [0, 0])
    for file in sorted(json.loads(report)["files"], key=lambda file: file["file"]):
        lines = [line for line in file["lines"] if not line.get("gcovr/noncode")]
        missed = [line["line_number"] for line in lines if not line["count"]]
        folder = str(pathlib.PurePath(file["file"]).parent)
        for name in {folder, "src"}:
            folders[name][0] += len(lines)
            folders[name][1] += len(lines) - len(missed)
        if missed:
            print(f"{file['file']}: {ranges(missed)}")
    print()
    for name, (lines, reached) in sorted(folders.items()):
        print(f"{name:32} {reached:6} of {lines:6} lines  {100 * reached / lines:6.2f} %")


main()
