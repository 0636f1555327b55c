#!/usr/bin/env python3
"""Makes a shell completion: completions.py PROGRAM HELP bash|zsh OUTPUT. The program itself lists its commands and
options, from the tables of its option parser; the English help texts in the folder HELP say what the values are. An
option that only one of them knows is an error."""
import itertools
import json
import pathlib
import re
import subprocess
import sys

from help_text import HelpText


def run(program, *words, stdin=""):
    return subprocess.run([program, *words], input=stdin, capture_output=True, text=True, check=True).stdout


def game_ids(program):
    return [game["id"] for game in json.loads(run(program, "referee", stdin='{"cmd":"games"}'))["games"]]


class Option:
    """`name`: with its dashes; `value`: None for a flag, else what the help calls it; `repeats`; `description`."""

    def __init__(self, line, item):
        self.name = line.rstrip("=*")
        self.repeats = line.endswith("*")
        self.value = (item.term.split(self.name, 1)[1].strip() or "VALUE") if "=" in line else None
        self.description = item.description


class Command:
    """`options`; `words`: the possible first words, for each the names of the values that may follow it; a name in
    capitals stands for a value."""

    def __init__(self, program, name, help_folder, main):
        self.name = name
        path = help_folder / f"{name}.en.txt"
        text = HelpText(path) if path.exists() else None
        lines = run(program, name, "--list-options").split()
        self.options = [Option(line, self.find(line.rstrip("=*"), text, main)) for line in lines]
        if text and (unknown := text.option_names() - {option.name for option in self.options}):
            raise SystemExit(f"completions.py: {path} has {unknown}, which the program does not know")
        self.description = next(item.description for group in main.commands for item in group.items
                                if item.term.split()[0] == name)
        usages = text.usage if text else ["ludosaure help [COMMAND]"]
        self.words = {}
        for usage in usages:
            self.add_words([word.strip("[]…") for word in usage.split()[2:]], text)

    def find(self, name, text, main):
        item = (text and text.option(name)) or main.option(name)
        if not item:
            raise SystemExit(f"completions.py: no help text has {name} of {self.name}")
        return item

    def add_words(self, words, text):
        words = list(itertools.takewhile(lambda word: re.fullmatch("[a-z]+|(?!OPTIONS)[A-Z]+", word), words))
        if words == ["ACTION"]:
            for item in text.commands[0].items:
                action, *values = item.term.split()
                self.words[action] = values
        elif words:
            self.words[words[0]] = words[1:]


    def first_words(self, known):
        """The possible first words; FILE stands for any file."""
        return [choice for word in self.words for choice in known.get(word, [word])]

    def files_follow(self):
        return [word for word, rest in self.words.items() if "FILE" in rest]


def choices(value, known):
    """The possible values of an option; none if there are too many."""
    return known.get(value) or (value.split("|") if re.fullmatch("[a-z]+([|][a-z]+)+", value) else [])


FILES = {"FILE": "-f", "FOLDER": "-d"}


def file_kind(value):
    """FILE or FOLDER, also as one of several possibilities, or None."""
    return next((kind for kind in (value or "").split("|") if kind in FILES), None)


# ---- bash ----

BASH = """\
# bash completion for ludosaure, made by tools/completions.py

_ludosaure_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }
_ludosaure_files() { # -f for files, -d for folders
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
}

# Sets $options to the options of a command, and $valued to those that take a value.
_ludosaure_options() {
    case $1 in
@OPTIONS@
        *) options= valued= ;;
    esac
}

_ludosaure() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' first='' options valued i
    COMPREPLY=()
    # bash splits --name=value into three words.
    if [ "$current" = = ]; then
        current=
    elif [ "$previous" = = ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    # The command and its first word; options may come before both.
    for ((i = 1; i < COMP_CWORD; i++)); do
        _ludosaure_options "${command:-serve}"
        if [[ " $valued " == *" ${COMP_WORDS[i]} "* ]]; then
            i=$((i + 1))
            [ "${COMP_WORDS[i]}" != = ] || i=$((i + 1))
        elif [[ ${COMP_WORDS[i]} != -* ]]; then
            if [ -z "$command" ]; then command=${COMP_WORDS[i]}; else first=${first:-${COMP_WORDS[i]}}; fi
        fi
    done
    _ludosaure_options "${command:-serve}"
    if [[ " $valued " == *" $previous "* ]]; then
        case "${command:-serve} $previous" in
@VALUES@
        esac
    elif [[ $current == -* ]]; then
        [ -n "$command" ] || options+=' --version'
        _ludosaure_words "$options" "$current"
    elif [ -z "$command" ]; then
        _ludosaure_words '@COMMANDS@' "$current"
    else
        case "$command $first" in
@WORDS@
        esac
    fi
}
complete -F _ludosaure ludosaure
"""


def bash(commands, known):
    options, values, words = [], [], []
    for command in commands:
        names = " ".join(option.name for option in command.options)
        valued = " ".join(option.name for option in command.options if option.value)
        options.append(f"        {command.name}) options='{names}' valued='{valued}' ;;")
        for option in command.options:
            place = f"            '{command.name} {option.name}')"
            if file_kind(option.value):
                values.append(f"{place} _ludosaure_files {FILES[file_kind(option.value)]} \"$current\" ;;")
            elif option.value and choices(option.value, known):
                values.append(f"{place} _ludosaure_words '{' '.join(choices(option.value, known))}' \"$current\" ;;")
        first = command.first_words(known)
        if "FILE" in first:
            words.append(f"            '{command.name} '*) _ludosaure_files -f \"$current\" ;;")
        elif first:
            words.append(f"            '{command.name} ') _ludosaure_words '{' '.join(first)}' \"$current\" ;;")
        for word in command.files_follow():
            words.append(f"            '{command.name} {word}') _ludosaure_files -f \"$current\" ;;")
    names = " ".join(command.name for command in commands)
    return BASH.replace("@OPTIONS@", "\n".join(options)).replace("@VALUES@", "\n".join(values)) \
        .replace("@COMMANDS@", names).replace("@WORDS@", "\n".join(words))


# ---- zsh ----

ZSH = """\
#compdef ludosaure
# zsh completion for ludosaure, made by tools/completions.py

@FUNCTIONS@

_ludosaure() {
    local state line
    local -A opt_args
    local -a commands=(
@COMMANDS@
    )
    # Without a command, the options are those of serve.
    _arguments -C \\
@OPTIONS@
        '(- *)--version[print the version]' \\
        '1:command:->command' '*::word:->word'
    case $state in
        command) _describe -t commands command commands ;;
        word) (( $+functions[_ludosaure_$words[1]] )) && _ludosaure_$words[1] ;;
    esac
}

_ludosaure "$@"
"""


def quoted(text, special):
    return re.sub(f"([{re.escape(special)}])", r"\\\1", text).replace("'", r"'\''")


def zsh_value(name, known):
    if file_kind(name):
        return f":{name}:_files" + (" -/" if file_kind(name) == "FOLDER" else "")
    return f":{quoted(name, ':')}:" + (f"({' '.join(choices(name, known))})" if choices(name, known) else "")


def zsh_option(option, known):
    description = quoted(option.description, "[]:\\")
    if option.name == "--help":
        return f"'(- *)'{{-h,--help}}'[{description}]'"
    if option.value is None:
        return f"'{option.name}[{description}]'"
    star = "*" if option.repeats else ""
    return f"'{star}{option.name}=[{description}]{zsh_value(option.value, known)}'"


def zsh(commands, known):
    functions = []
    for command in commands:
        specs = [zsh_option(option, known) for option in command.options]
        first = command.first_words(known)
        if "FILE" in first:
            specs.append("'1:FILE:_files'")
        elif first:
            specs.append(f"'1:word:({' '.join(first)})'")
        if command.files_follow():
            specs.append("'*:FILE:_files'")
        functions.append(f"_ludosaure_{command.name}() {{\n    _arguments \\\n        " + " \\\n        ".join(specs) + "\n}")
    serve = next(command for command in commands if command.name == "serve")
    names = [f"        '{command.name}:{quoted(command.description, ':')}'" for command in commands]
    options = [f"        {zsh_option(option, known)} \\" for option in serve.options]
    return ZSH.replace("@FUNCTIONS@", "\n\n".join(functions)).replace("@COMMANDS@", "\n".join(names)) \
        .replace("@OPTIONS@", "\n".join(options))


def main():
    program, folder, shell, output = sys.argv[1:]
    folder = pathlib.Path(folder)
    names = run(program, "--list-commands").split()
    text = HelpText(folder / "ludosaure.en.txt")
    commands = [Command(program, name, folder, text) for name in names]
    known = {"GAME": game_ids(program), "COMMAND": names}
    script = {"bash": bash, "zsh": zsh}[shell](commands, known)
    pathlib.Path(output).write_text(script, encoding="utf-8")


if __name__ == "__main__":
    main()
