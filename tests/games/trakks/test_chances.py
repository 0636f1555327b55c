#!/usr/bin/env python3
"""The program that fits the weights of the review: the same matches give the same weights, with more of them it learns from more
positions, and every weight has a standard error.

usage: test_chances.py CHANCES"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../.."))
from checks import check, finish  # noqa: E402

program = sys.argv[1]


def fit(*words):
    return subprocess.run([program, *words], capture_output=True, text=True)


lines = fit("0", "2").stdout.splitlines()
check([line.split()[0] for line in lines] == ["1", "2"], f"a line after each match: {lines}")
positions = [int(line.split()[2]) for line in lines]
check(0 < positions[0] < positions[1], f"positions: {positions}")
for line in lines:
    weights = re.findall(r"(\w+) (-?[\d.]+) \(([\d.]+)\)", line)
    check([name for name, *_ in weights] == ["at_the_end", "per_worth", "per_bag", "is_ready"], line)
check(fit("0", "1").stdout.splitlines() == lines[:1], "the same match gives other weights")
check(float(re.search(r"per_worth (\S+)", lines[1])[1]) > 0, f"a rack that will soon be placed does not win more: {lines[1]}")
for words in ((), ("1", "1"), ("-1", "2")):
    run = fit(*words)
    check(run.returncode == 2 and run.stderr.startswith("usage:"), f"{words}: {run}")

finish()
