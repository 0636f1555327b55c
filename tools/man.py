#!/usr/bin/env python3
"""Makes a manual page from the help texts: man.py HELP COMMAND LANGUAGE VERSION OUTPUT. HELP is the folder of the texts,
COMMAND a subcommand or `ludosaure`."""
import datetime
import os
import pathlib
import re
import sys

from help_text import HelpText

WORDS = {
    "en": {"name": "NAME", "synopsis": "SYNOPSIS", "description": "DESCRIPTION", "commands": "COMMANDS",
           "options": "OPTIONS", "players": "COMPUTER PLAYERS", "playing": "WHILE PLAYING", "examples": "EXAMPLES", "see": "SEE ALSO",
           "shared": "Options of every command: see"},
    "fr": {"name": "NOM", "synopsis": "SYNOPSIS", "description": "DESCRIPTION", "commands": "COMMANDES",
           "options": "OPTIONS", "players": "JOUEURS AUTOMATIQUES", "playing": "PENDANT LA PARTIE", "examples": "EXEMPLES", "see": "VOIR AUSSI",
           "shared": "Options communes à toutes les commandes\u00a0: voir"},
}


GLYPHS = {"\\": "\\e", "~": "\\(ti", "^": "\\(ha", "'": "\\(aq", "\u00a0": "\\~", "\u202f": "\\~"}


def escape(text):
    """Text for roff: characters with a meaning of their own, and the hyphens of options."""
    text = "".join(GLYPHS.get(character, character) for character in text)
    text = re.sub(r"(?<![\w-])--?[a-z][a-z-]*", lambda match: match[0].replace("-", "\\-"), text)
    return "\\&" + text if text.startswith(".") else text


def prose(text):
    """A paragraph: `code` becomes bold."""
    return re.sub(r"`([^`]*)`", r"\\fB\1\\fR", escape(text))


def term(text):
    """A usage line or the name of an option: literal words bold, placeholders italic."""
    def font(match):
        return ("\\fI" if match[0].isupper() else "\\fB") + match[0] + "\\fR"
    return re.sub(r"[^\s\[\]|,=]+", lambda match: font(match) if match[0] != "…" else "…", escape(text))


def literal(lines):
    return [".nf", *map(escape, lines), ".fi"]


def items(groups):
    for group in groups:
        if group.heading:
            yield ".SS " + prose(group.heading)
        for item in group.items:
            yield from (".TP", term(item.term), prose(item.description))


def one_line(main, command):
    """The purpose of the command, from the main help."""
    if command == "ludosaure":
        title = main.paragraphs[0]
        return re.split(r"\s*:\s*", title, maxsplit=1)[1].rstrip(".")
    for group in main.commands:
        for item in group.items:
            if item.term.split()[0] == command:
                return item.description
    raise SystemExit(f"man.py: the main help does not mention {command}")


def page(folder, command, language, version, date):
    words = WORDS[language]
    main = HelpText(folder / f"ludosaure.{language}.txt")
    text = HelpText(folder / f"{command}.{language}.txt")
    name = "ludosaure" if command == "ludosaure" else f"ludosaure-{command}"
    title = name.upper().replace("-", "\\-")
    yield f'.TH {title} 1 {date} "Ludosaure {version}" Ludosaure'
    yield from (".SH " + words["name"], name.replace("-", "\\-") + " \\- " + prose(one_line(main, command)))
    yield from (".SH " + words["synopsis"], ".nf", *(term(line) for line in text.usage), ".fi")
    yield ".SH " + words["description"]
    paragraphs = text.paragraphs[command == "ludosaure":]  # the first one is its name
    yield prose(paragraphs[0])
    for paragraph in paragraphs[1:]:
        yield from (".PP", prose(paragraph))
    players = command == "play"
    if text.commands and not players:
        yield from (".SH " + words["commands"], *items(text.commands))
    if text.options:
        yield from (".SH " + words["options"], *items(text.options))
    if command != "ludosaure":
        yield from (".PP", words["shared"].replace("\u00a0", "\\~"), ".BR ludosaure (1).")
    if players:
        yield from (".SH " + words["players"], *items(text.commands))
        lines = (folder / f"commands.{language}.txt").read_text(encoding="utf-8").splitlines()
        yield from (".SH " + words["playing"], *literal(lines))
    if text.examples:
        yield from (".SH " + words["examples"], *literal(text.examples))
    yield ".SH " + words["see"]
    if command != "ludosaure":
        yield ".BR ludosaure (1)"
        return
    others = sorted(file.name.split(".")[0] for file in folder.glob(f"*.{language}.txt"))
    others = [other for other in others if other not in ("ludosaure", "commands")]
    for other in others:
        yield f".BR ludosaure\\-{other} (1)" + ("," if other != others[-1] else "")


def main():
    folder, command, language, version, output = sys.argv[1:]
    source = pathlib.Path(folder, f"{command}.{language}.txt")
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", source.stat().st_mtime))
    date = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%d")
    lines = page(pathlib.Path(folder), command, language, version, date)
    pathlib.Path(output).write_text("".join(line + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
