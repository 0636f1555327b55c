#!/usr/bin/env python3
"""Checks docs/tour.md: every file that it names exists, and defines the functions named after it."""
import re
import sys
from pathlib import Path

C_DEFINITION = r"^[a-z][^\n=;]*\b{}\("
SCRIPT_DEFINITION = r"^\s*(?:export |private |async |function )*{}\("
ROOT = Path(__file__).resolve().parent.parent
FEWEST_NAMES = 40


def main():
    text = (ROOT / "docs/tour.md").read_text(encoding="utf-8")
    path, checked, problems = None, 0, []
    for word in re.findall(r"`([^`\n]+)`", text):
        if re.fullmatch(r"(src|web|tests|data|docs)/[\w./-]+\.\w+", word):
            path = ROOT / word
            if not path.is_file():
                problems.append(f"{word}: there is no such file")
                path = None
        elif re.fullmatch(r"\w+\(\)", word):
            checked += 1
            name = word[:-2]
            if path is None:
                problems.append(f"{word}: comes after no file")
                continue
            definition = C_DEFINITION if path.suffix == ".c" else SCRIPT_DEFINITION
            if not re.search(definition.format(name), path.read_text(encoding="utf-8"), re.M):
                problems.append(f"{word}: not in {path.relative_to(ROOT)}")
    if checked < FEWEST_NAMES:
        problems.append(f"only {checked} functions were found: has the tour another form?")
    for problem in problems:
        print(f"docs/tour.md: {problem}")
    print(f"{checked} functions of the tour, {len(problems)} problems")
    return 1 if problems else 0


sys.exit(main())
