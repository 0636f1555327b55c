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
    """Quotation marks and apostrophes are typographic, except in text that people type."""
    if re.search("['\"]", re.sub(r"`[^`]*`", "", text)):
        fail(f"{where}: straight quotation mark or apostrophe: {text}")


def check_rule(where, rule):
    """A hint names the rule that it is about, and the rulebook of its game has it."""
    for language in ("en", "fr"):
        if f"**{rule}** " not in pathlib.Path(f"data/rules/{where.split('.')[0]}.{language}.md").read_text():
            fail(f"{where}: no rule {rule}")


def walk(where, value):
    global passed
    if ".hints." in where:
        value = dict(value)
        check_rule(where, value.pop("rule", None))
    if set(value) == {"en", "fr"}:
        if not all(isinstance(text, str) and text.strip() for text in value.values()):
            fail(f"{where}: empty")
        fields = [sorted(re.findall(r"\{#?(\w[\w ]*)", value[language])) for language in ("en", "fr")]
        if fields[0] != fields[1]:
            fail(f"{where}: the languages do not tell the same values")
        check_french(where, value["fr"])
        for language in ("en", "fr"):
            check_quotes(where, value[language])
            if value[language].endswith("|"):
                fail(f"{where}: ends with a separator: {value[language]}")
        passed += 1
    else:
        for key, inner in value.items():
            if not isinstance(inner, dict):
                fail(f"{where}.{key}: lacks a language")
            else:
                walk(f"{where}.{key}", inner)


def walk_lesson(where, value):
    """The sentences of a lesson lie between positions and moves."""
    if isinstance(value, list):
        for index, inner in enumerate(value):
            walk_lesson(f"{where}[{index}]", inner)
    elif isinstance(value, dict) and {"en", "fr"} & set(value):
        walk(where, value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            walk_lesson(f"{where}.{key}", inner)


for folder in ("lessons", "examples", "study"):
    for file in sorted(pathlib.Path("data", folder).glob("*.json")):
        walk_lesson(f"{folder}/{file.stem}", json.loads(file.read_text()))

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


# Keys that the code puts together: snprintf(key, sizeof key, "open_%s", …)
begun = tuple(re.findall(r'"([a-z]+_)%s"', everything))


def check_core():
    """Nothing is left over in the sections of core.json."""
    sections = json.loads(pathlib.Path("data/texts/core.json").read_text())
    for section, keys in sections.items():
        for key in keys:
            if section != "errors" and f'"{key}"' not in everything and not key.startswith(begun):
                fail(f"data/texts/core.json: nothing says {section}.{key}")


def check_game(game, texts):
    """Nothing is left over in what the terminal says of a game."""
    own = "".join(text for file, text in code.items() if game in file.parts or file.stem == game)
    shared = "".join(text for file, text in code.items() if "games" not in file.parts)
    for section in ("moves", "draw", "compose", "result", "terminal"):
        for key in texts.get(section, {}):
            if section == "moves":  # the beginnings of moves, as the game writes them
                said = all(re.search(rf'"[^"\n]*\b{word}\b', own) for word in key.split())
            elif section == "result":  # a key of the result, perhaps with its yes or no
                said = f'"{re.sub("_(yes|no)$", "", key)}"' in own + shared
            elif section == "terminal":
                said = f'"{key}"' in shared or key.startswith(begun)
            else:
                said = f'"{key}"' in own
            if not said:
                fail(f"data/texts/{game}.json: nothing says {section}.{key}")


check_core()
games = {}
for file in sorted(pathlib.Path("src/games").iterdir()):
    if file.is_dir():
        games[file.name] = json.loads(pathlib.Path(f"data/texts/{file.name}.json").read_text())
        check_game(file.name, games[file.name])


def page_sections():
    """The sections of the page's sentences, which sentences are there from the beginning, and which sections belong to
    the small screens."""
    sections = json.loads(pathlib.Path("data/texts/page.json").read_text())
    config = pathlib.Path("web/vite.config.ts").read_text()
    early, screens = (re.findall(r"'(\w+)'", re.search(rf"const {name} = \[(.*)\];", config)[1]) for name in ("early", "screens"))
    early = {(section, key) for section in early for key in sections[section]}
    for game, texts in games.items():
        start, table = (texts.get("page", {}).get(part, {}) for part in ("start", "table"))
        for key in sorted(start.keys() & table.keys()):
            fail(f"data/texts/{game}.json: {key} is in both parts of page")
        if pathlib.Path("web/src/games", game).is_dir() and "about" not in start:
            fail(f"data/texts/{game}.json: page.start lacks about")
        sections[game] = {"name": texts["name"], **start, **table}
        early |= {(game, key) for key in ("name", *start)}
    return sections, early, screens


def check_page():
    """What the page says exists, nothing is left over, and a screen that is opened without a table
    says only what is there without one."""
    sections, early, screens = page_sections()
    exact, begun = set(), {(game, "name") for game in games}
    for file in sorted(pathlib.Path("web/src").rglob("*.[st]*")):
        if file.suffix not in (".svelte", ".ts") or file.name.endswith(".test.ts"):
            continue
        text = file.read_text()
        said = set(re.findall(r"'(\w+)\.(\w+)'", text))
        said = {(section, key) for section, key in said if section in sections}
        parts = {part for part in re.findall(r"`(\w+)\.(\w*)\$\{", text) if part[0] in sections}
        of_games = re.findall(r"`\$\{[\w.?]+\}\.(\w+)", text)  # `${game}.about`, `${game}.ask_${option}`
        parts |= {(game, key) for game in games for key in of_games}
        if re.search(r"`\$\{\w+\}\.\$\{key\}_", text):  # the values of an option that is asked for
            parts |= {(game, key[len("ask_"):] + "_") for game in games for key in sections[game]
                      if key.startswith("ask_") and (game, key) in early}
        for section, key in sorted(said):
            if key not in sections[section]:
                fail(f"{file}: says {section}.{key}, which has no sentence")
        if file.parent.name in ("screens", "ui", "lib", "src") and "texts:tables" not in text:
            fetched = set(screens if re.search(r"import '\S*/sentences'", text) else ())
            fetched |= set(re.findall(r"from 'texts:(\w+)'", text))  # a section of its own
            for section, key in sorted(said | parts):
                late = {name for name in sections[section] if name.startswith(key) and (section, name) not in early}
                if section not in games and section not in fetched and late:
                    fail(f"{file}: {section}.{key} may not be there yet")
        exact |= said
        begun |= parts
    for section, keys in sections.items():
        for key in keys:
            if (section, key) not in exact and not any(
                    section == one and key.startswith(part) for one, part in begun):
                where = f"{section}.json" if section in games else "page.json"
                fail(f"data/texts/{where}: nothing says {section}.{key}")


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
