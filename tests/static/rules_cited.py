#!/usr/bin/env python3
"""Every numbered rule of the rulebooks is cited by a position file and by the code, both languages
number the same rules, and nothing cites a rule that does not exist. The rulebooks name those whom the box names, and what is
printed of them does not speak of the program."""
import json
import pathlib
import re
import sys

failures, passed = [], 0
BOX = {"designers": list, "idea": list, "illustrators": list, "publishers": list, "year": int, "age": int, "minutes": int, "elsewhere": list}


def check_box(file):
    """The box says everything, and the first lines of both rulebooks do, too: names, year, and what is not from the printed rules."""
    global passed
    box = json.loads(file.read_text())
    if {key: type(value) for key, value in box.items() if key != "about"} != BOX or not set(box["elsewhere"]) < set(BOX):
        failures.append(f"{file}: other keys than docs/content.md lists")
    for language, estimate in ("en", "our estimate"), ("fr", "notre estimation"):
        lead = pathlib.Path(f"data/rules/{file.stem}.{language}.md").read_text().split("\n\n")[1]
        names = [name.split()[-1] for key in ("designers", "idea", "illustrators") for name in box[key]] + box["publishers"]
        for said in [*names, str(box["year"]), *([estimate] if "minutes" in box["elsewhere"] else [])]:
            if said in lead:
                passed += 1
            else:
                failures.append(f"data/rules/{file.stem}.{language}.md: the first lines lack {said}")


def check_printed(file):
    """What comes before the first line --- is for people around a table."""
    global passed
    printed, *others = file.read_text().split("\n---\n")
    spoken = re.search(r"[^.]*\b(program|programme|logiciel|screen|écran|seat)\b[^.]*", printed)
    if spoken or not others:
        failures.append(f"{file}: what is printed speaks of the program: {spoken and spoken[0].strip()}")
    else:
        passed += 1


for box in sorted(pathlib.Path("data/boxes").glob("*.json")):
    check_box(box)
for book in sorted(pathlib.Path("data/rules").glob("*.md")):
    check_printed(book)
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
    code = "".join(f.read_text() for f in sorted(pathlib.Path("src/games", game).rglob("*.[ch]")) if f.parent.name != "mind")
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
