#!/usr/bin/env python3
"""Makes a shell completion: completions.py PROGRAM HELP bash|zsh OUTPUT. The program itself lists its commands and
options, from the tables of its option parser; the help texts in the folder HELP say what the values are, and describe
them in both languages. An option that only the program or only a help text knows is an error."""
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


class Help:
    """The help texts of one language."""

    def __init__(self, folder, language, commands):
        self.main = HelpText(folder / f"ludosaure.{language}.txt")
        paths = {name: folder / f"{name}.{language}.txt" for name in commands}
        self.of = {name: HelpText(path) for name, path in paths.items() if path.exists()}

    def option(self, command, name):
        """The item of an option: in the help of the command, or among the options of every command."""
        item = (command in self.of and self.of[command].option(name)) or self.main.option(name)
        if not item:
            raise SystemExit(f"completions.py: a help text lacks {name} of {command}")
        return item

    def purpose(self, command):
        return next(item.description for group in self.main.commands for item in group.items
                    if item.term.split()[0] == command)


class Option:
    """`name`: with its dashes; `value`: None for a flag, else what the English help calls it; `repeats`."""

    def __init__(self, line, item):
        self.name = line.rstrip("=*")
        self.repeats = line.endswith("*")
        self.value = (item.term.split(self.name, 1)[1].strip() or "VALUE") if "=" in line else None


class Command:
    """`options`; `words`: the possible first words, for each the names of the values that may follow it; a name in
    capitals stands for a value."""

    def __init__(self, program, name, helps):
        self.name = name
        lines = run(program, name, "--list-options").split()
        self.options = [Option(line, helps["en"].option(name, line.rstrip("=*"))) for line in lines]
        for text in (text.of[name] for text in helps.values() if name in text.of):
            if unknown := text.option_names() - {option.name for option in self.options}:
                raise SystemExit(f"completions.py: the help of {name} has {unknown}, which the program does not know")
        text = helps["en"].of.get(name)
        self.words = {}
        for usage in text.usage if text else ["ludosaure help [COMMAND]"]:
            self.add_words([word.strip("[]…") for word in usage.split()[2:]], text)

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


def bash(commands, known, _):
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

# In the language in which the program would speak.
case ${LC_ALL:-${LC_MESSAGES:-$LANG}} in
    fr*) _ludosaure_fr "$@" ;;
    *) _ludosaure_en "$@" ;;
esac
"""

ZSH_LANGUAGE = """\
_ludosaure_@LANGUAGE@() {
    local state line
    local -A opt_args
    local -a commands=(
@COMMANDS@
    )
    # Without a command, the options are those of serve.
    _arguments -C \\
@OPTIONS@
        '1:@COMMAND@:->command' '*::@WORD@:->word'
    case $state in
        command) _describe -t commands @COMMAND@ commands ;;
        word) (( $+functions[_ludosaure_@LANGUAGE@_$words[1]] )) && _ludosaure_@LANGUAGE@_$words[1] ;;
    esac
}"""

ZSH_LABELS = {"en": {"@COMMAND@": "command", "@WORD@": "word"}, "fr": {"@COMMAND@": "commande", "@WORD@": "mot"}}


def quoted(text, special):
    return re.sub(f"([{re.escape(special)}])", r"\\\1", text).replace("'", r"'\''")


def zsh_value(value, label, known):
    if file_kind(value):
        return f":{label}:_files" + (" -/" if file_kind(value) == "FOLDER" else "")
    return f":{quoted(label, ':')}:" + (f"({' '.join(choices(value, known))})" if choices(value, known) else "")


def zsh_option(option, item, known):
    description = quoted(item.description, "[]:\\")
    if option.name == "--help":
        return f"'(- *)'{{-h,--help}}'[{description}]'"
    if option.value is None:
        return f"'{option.name}[{description}]'"
    star = "*" if option.repeats else ""
    label = item.term.split(option.name, 1)[1].strip()
    return f"'{star}{option.name}=[{description}]{zsh_value(option.value, label, known)}'"


def zsh_language(commands, known, language, texts):
    """The functions of one language: one per command, and the one that calls them."""
    labels, functions, options = ZSH_LABELS[language], [], {}
    for command in commands:
        specs = [zsh_option(option, texts.option(command.name, option.name), known) for option in command.options]
        options[command.name] = list(specs)
        first = command.first_words(known)
        if "FILE" in first:
            specs.append(f"'1:{labels['@WORD@']}:_files'")
        elif first:
            specs.append(f"'1:{labels['@WORD@']}:({' '.join(first)})'")
        if command.files_follow():
            specs.append(f"'*:{labels['@WORD@']}:_files'")
        functions.append(f"_ludosaure_{language}_{command.name}() {{\n    _arguments \\\n        " +
                         " \\\n        ".join(specs) + "\n}")
    names = [f"        '{command.name}:{quoted(texts.purpose(command.name), ':')}'" for command in commands]
    version = quoted(texts.main.option("--version").description, "[]:\\")
    serve = [f"        {spec} \\" for spec in [*options["serve"], f"'(- *)--version[{version}]'"]]
    text = ZSH_LANGUAGE.replace("@COMMANDS@", "\n".join(names)).replace("@OPTIONS@", "\n".join(serve))
    for field, word in {"@LANGUAGE@": language, **labels}.items():
        text = text.replace(field, word)
    return [*functions, text]


def zsh(commands, known, helps):
    functions = [text for language, texts in helps.items() for text in zsh_language(commands, known, language, texts)]
    return ZSH.replace("@FUNCTIONS@", "\n\n".join(functions))


def main():
    program, folder, shell, output = sys.argv[1:]
    names = run(program, "--list-commands").split()
    helps = {language: Help(pathlib.Path(folder), language, names) for language in ("en", "fr")}
    commands = [Command(program, name, helps) for name in names]
    known = {"GAME": game_ids(program), "COMMAND": names}
    script = {"bash": bash, "zsh": zsh}[shell](commands, known, helps)
    pathlib.Path(output).write_text(script, encoding="utf-8")


if __name__ == "__main__":
    main()
