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
    if re.search(r"(?<![\u00a0\u202f])[;!?»]", re.sub(r"`[^`]*`", "", text)):
        fail(f"{where}: no non-breaking space: {text}")
    if re.search(r"[^\u00a0\u202f\d] ?:(?=\s|$)", re.sub(r"`[^`]*`", "", text)):
        fail(f"{where}: no non-breaking space before a colon: {text}")
    if re.search(r"«(?!\u202f)|(?<!\u202f)»", text):
        fail(f"{where}: no narrow non-breaking space inside « »: {text}")


def check_quotes(where, text):
    """Quotation marks and apostrophes are printed ones, but for what is typed."""
    if re.search("['\"]", re.sub(r"`[^`]*`", "", text)):
        fail(f"{where}: straight quotation mark or apostrophe: {text}")


def walk(where, value):
    global passed
    if set(value) == {"en", "fr"}:
        if not all(isinstance(text, str) and text.strip() for text in value.values()):
            fail(f"{where}: empty")
        fields = [sorted(re.findall(r"\{#?(\w[\w ]*)", value[language])) for language in ("en", "fr")]
        if fields[0] != fields[1]:
            fail(f"{where}: the languages do not tell the same values")
        check_french(where, value["fr"])
        for language in ("en", "fr"):
            check_quotes(where, value[language])
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


def check_core():
    """Nothing is left over in the sections of core.json."""
    sections = json.loads(pathlib.Path("data/texts/core.json").read_text())
    # snprintf(key, sizeof key, "open_%s", …)
    begun = tuple(re.findall(r'"([a-z]+_)%s"', everything))
    games = "|".join(file.parent.name for file in code if file.match("games/*/text.c"))
    for section, keys in sections.items():
        for key in keys:
            if section.startswith("moves_"):  # the beginnings of moves, as the game writes them
                game = code[pathlib.Path("src/games", section[len("moves_"):], "text.c")]
                said = all(re.search(rf'"[^"\n]*\b{word}\b', game) for word in key.split())
            elif section == "result":  # a key of the result, for one game or for a yes or a no
                said = f'"{re.sub(f"_({games}|yes|no)$", "", key)}"' in everything
            else:
                said = f'"{key}"' in everything or key.startswith(begun)
            if section != "errors" and not said:
                fail(f"data/texts/core.json: nothing says {section}.{key}")


check_core()


def check_page():
    """What the page says exists, nothing is left over, and a screen that is opened without a table
    says only what is there without one."""
    sections = json.loads(pathlib.Path("data/texts/page.json").read_text())
    config = pathlib.Path("web/vite.config.ts").read_text()
    early = re.findall(r"'(\w+)'", re.search(r"const early = \[(.*)\];", config)[1])
    exact, begun = set(), set()
    for file in sorted(pathlib.Path("web/src").rglob("*.[st]*")):
        if file.suffix not in (".svelte", ".ts") or file.name.endswith(".test.ts"):
            continue
        text = file.read_text()
        said = set(re.findall(r"'(\w+)\.(\w+)'", text))
        said = {(section, key) for section, key in said if section in sections}
        parts = {part for part in re.findall(r"`(\w+)\.(\w*)\$\{", text) if part[0] in sections}
        for section, key in sorted(said):
            if key not in sections[section]:
                fail(f"{file}: says {section}.{key}, which has no sentence")
        if file.parent.name in ("screens", "ui", "lib", "src") and file.name != "TableScreen.svelte":
            for section, key in sorted(said | parts):
                if section not in early:
                    fail(f"{file}: {section}.{key} may not be there yet")
        exact |= said
        begun |= parts
    for section, keys in sections.items():
        for key in keys:
            if (section, key) not in exact and not any(
                    section == one and key.startswith(part) for one, part in begun):
                fail(f"data/texts/page.json: nothing says {section}.{key}")


check_page()
for file in sorted(pathlib.Path("data/rules").glob("*.md")):
    for number, line in enumerate(file.read_text().splitlines(), 1):
        check_quotes(f"{file}:{number}", line)
        if ".fr." in file.name:
            check_french(f"{file}:{number}", line)
    passed += 1
print("\n".join(failures))
print(f"{passed} passed, {len(failures)} failed")
sys.exit(bool(failures))
