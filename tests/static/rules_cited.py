#!/usr/bin/env python3
"""Every numbered rule of the rulebooks is cited by a position file and by the code, both languages
number the same rules, and nothing cites a rule that does not exist."""
import pathlib
import re
import sys

failures, passed = [], 0
for book in sorted(pathlib.Path("data/rules").glob("*.en.md")):
    game = book.name.split(".")[0]
    number = r"^\*\*([A-Z]\d+)\*\* "
    rules = re.findall(number, book.read_text(), re.M)
    french = re.findall(number, (book.parent / f"{game}.fr.md").read_text(), re.M)
    if rules != french or len(set(rules)) != len(rules):
        failures.append(f"{game}: the two rulebooks do not number the same rules once each")
    tested = set()
    for file in sorted(pathlib.Path("tests/games", game, "positions").glob("*.txt")):
        cited = re.findall(r"^rules (.*)$", file.read_text(), re.M)
        for rule in " ".join(cited).split():
            tested.add(rule)
            if rule not in rules:
                failures.append(f"{file}: there is no rule {rule}")
    code = "".join(f.read_text() for f in sorted(pathlib.Path("src/games", game).glob("*.[ch]")))
    coded = set(re.findall(rf"\b{rules[0][0]}\d+\b", code))
    for rule in rules:
        if rule not in tested:
            failures.append(f"{game}: no position file tests {rule}")
        elif rule not in coded:
            failures.append(f"src/games/{game}: nothing cites {rule}")
        else:
            passed += 1
    for rule in sorted(coded - set(rules)):
        failures.append(f"src/games/{game}: cites {rule}, which does not exist")
print("\n".join(failures))
print(f"{passed} passed, {len(failures)} failed")
sys.exit(bool(failures))
