#!/usr/bin/env python3
"""The analysis judges as the expert plays: it finds no mistake in a match between experts, in which another tile than
theirs would often have let them lay more next turn, and many in random moves.

usage: test_review.py PROGRAM"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../.."))
from checks import check, finish  # noqa: E402

program = sys.argv[1]
BAD = ("mistake", "blunder")


def run(*words):
    return subprocess.run([program, "analyse", *words, "--lang", "en"], capture_output=True, text=True, check=True).stdout


analysis = json.loads(run(os.path.join(os.path.dirname(__file__), "expert.json"), "--json"))
mistakes = [(d["move"], d["best"], d["lost"]) for d in analysis["decisions"] if d["grade"] in BAD]
check(not mistakes, f"the expert makes mistakes: {mistakes}")
judged = sum(d["grade"] != "none" for d in analysis["decisions"])
check(judged > 15, f"only {judged} of the expert's decisions are judged")

table = run("calibrate", "trakks", "--seats", "2", "--games", "1", "--players", "random", "--seed", "review", "--effort", "0").splitlines()
numbers = table[1].split()
mistakes = float(numbers[5]) + float(numbers[7])
check(mistakes >= 30, f"only {mistakes} % of random decisions are mistakes: {table}")

finish()
