#!/usr/bin/env python3
"""Every sentence that the code can say exists in French and in English, none is left over, and the
French ones are set as French is."""
import json
import pathlib
import re
import sys

failures, passed = [], 0


def fail(text):
    failures.append(text)


def check_french(where, text):
    if "'" in text:
        fail(f"{where}: straight apostrophe: {text}")
    if re.search(r"(?<![\u00a0\u202f])[;!?»]", re.sub(r"`[^`]*`", "", text)):
        fail(f"{where}: no non-breaking space: {text}")
    if re.search(r"[^\u00a0\u202f\d] ?:(?=\s|$)", re.sub(r"`[^`]*`", "", text)):
        fail(f"{where}: no non-breaking space before a colon: {text}")
    if re.search(r"«(?![\u00a0\u202f])", text):
        fail(f"{where}: no non-breaking space after «: {text}")


def walk(where, value):
    global passed
    if set(value) == {"en", "fr"}:
        if not all(isinstance(text, str) and text.strip() for text in value.values()):
            fail(f"{where}: empty")
        fields = [sorted(re.findall(r"\{#?(\w+)", value[language])) for language in ("en", "fr")]
        if fields[0] != fields[1]:
            fail(f"{where}: the languages do not tell the same values")
        check_french(where, value["fr"])
        passed += 1
    else:
        for key, inner in value.items():
            if not isinstance(inner, dict):
                fail(f"{where}.{key}: lacks a language")
            else:
                walk(f"{where}.{key}", inner)


code = {file: file.read_text() for file in sorted(pathlib.Path("src").rglob("*.[ch]"))}
everything = "".join(code.values())
for file in sorted(pathlib.Path("data/texts").glob("*.json")):
    texts = json.loads(file.read_text())
    walk(file.stem, texts)
    for key in texts.get("errors", {}):
        if f'"{file.stem}.{key}"' not in everything:
            fail(f"{file}: nothing says {key}")
    used = set(re.findall(rf'"{file.stem}\.(\w+)"', everything)) - {"json"}
    for key in sorted(used - set(texts.get("errors", {}))):
        fail(f"{file}: {key} is said but has no sentence")
for file in sorted(pathlib.Path("data").rglob("*.fr.*")):
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if file.suffix == ".md":
            check_french(f"{file}:{number}", line)
    passed += 1
print("\n".join(failures))
print(f"{passed} passed, {len(failures)} failed")
sys.exit(bool(failures))
