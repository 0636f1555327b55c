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
    if ".hints." in where and not where.startswith("core."):
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


WEB = pathlib.Path("web/src").resolve()


def page_sections():
    """The sections of the page's sentences, and which of them come with each piece that the page fetches."""
    sections = json.loads(pathlib.Path("data/texts/page.json").read_text())
    config = pathlib.Path("web/vite.config.ts").read_text()
    pieces = {name: set(re.findall(r"'(\w+)'", re.search(rf"const {name} = \[(.*)\];", config)[1])) for name in ("early", "screens", "alone")}
    pieces |= {name: {name} for name in pieces.pop("alone")}
    pieces["tables"] = sections.keys() - set().union(*pieces.values())
    for game, texts in games.items():
        start, table, printed = (texts.get("page", {}).get(part, {}) for part in ("start", "table", "print"))
        for key in sorted(start.keys() & table.keys() | (start.keys() | table.keys()) & printed.keys()):
            fail(f"data/texts/{game}.json: {key} is in two parts of page")
        if (WEB / "games" / game).is_dir() and "about" not in start:
            fail(f"data/texts/{game}.json: page.start lacks about")
        sections[game] = {"name": texts["name"], **start, **table, **printed}
    return sections, pieces


def page_said(sections, text):
    """The sentences that a file of the page names, and the beginnings of those that it puts together."""
    said = {(section, key) for section, key in re.findall(r"'(\w+)\.(\w+)'", text) if section in sections}
    parts = {part for part in re.findall(r"`(\w+)\.(\w*)\$\{", text) if part[0] in sections}
    of_games = re.findall(r"`\$\{[\w.?]+\}\.(\w+)", text)  # `${game}.about`, `${game}.ask_${option}`
    parts |= {(game, key) for game in games for key in of_games}
    if re.search(r"`\$\{\w+\}\.\$\{key\}_", text):  # the values of an option that is asked for
        parts |= {(game, key[len("ask_"):] + "_") for game in games for key in games[game].get("page", {}).get("start", {})
                  if key.startswith("ask_")}
    return said, parts


def page_imports(file, text):
    """The files that come together with one of the page, those that it fetches later, and its pieces of sentences."""
    def found(names):
        paths = ((file.parent / name).resolve() for name in names)
        choices = ((path, path.with_name(f"{path.name}.ts")) for path in paths if path.suffix not in (".css", ".json", ".json?raw"))
        return {next(path for path in choice if path.is_file()) for choice in choices}

    together = re.findall(r"^\s*(?:import|export) (?!type\b)[^;'()]*'(\.[^']+)'", text, re.M)
    later = re.findall(r"\bimport\('(\.[^']+)'\)", text)
    if "import.meta.glob<{ default: GameDisplay }>" in text:
        together += [f"{folder}/game.ts" for folder in (WEB / "games").iterdir()]
    return found(together), found(later), set(re.findall(r"from 'texts:(\w+)'", text))


def check_there(files, pieces):
    """Wherever the page says a sentence, its piece was fetched: with the file that says it, or with one that led there. The
    sentences of a game come with its table, and so do those of tables with what games and scripts fetch to draw one."""
    seen, missing = set(), set()

    def check(entry, there):
        come, more = set(), {entry}
        while more:
            come |= more
            more = set().union(*(files[file]["together"] for file in more)) - come
        there = there.union(*(pieces.get(piece, ()) for file in come for piece in files[file]["pieces"]))
        if "lib" in entry.relative_to(WEB).parts:
            there |= pieces["tables"]
        missing.update(f"{file.relative_to(WEB)}: {section}.{key} is not there yet, after {entry.name}" for file in come
                       for section, key in files[file]["said"] if section not in games and section not in there)
        for file in come:
            then = there | pieces["tables"] if "games" in file.relative_to(WEB).parts else there
            for late in files[file]["later"]:
                if (late, then) not in seen:
                    seen.add((late, then))
                    check(late, then)

    check(WEB / "main.ts", frozenset(pieces["early"]))
    failures.extend(sorted(missing))


def check_page():
    """What the page says exists, is there when it is said, and nothing is left over."""
    sections, pieces = page_sections()
    exact, begun, files = set(), {(game, "name") for game in games}, {}
    for file in sorted(WEB.rglob("*.[st]*")):
        if file.suffix not in (".svelte", ".ts") or file.name.endswith(".test.ts"):
            continue
        text = file.read_text()
        said, parts = page_said(sections, text)
        for section, key in sorted(said):
            if key not in sections[section]:
                fail(f"{file}: says {section}.{key}, which has no sentence")
        together, later, fetched = page_imports(file, text)
        files[file] = {"said": said | parts, "together": together, "later": later, "pieces": fetched}
        exact |= said
        begun |= parts
    check_there(files, pieces)
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
