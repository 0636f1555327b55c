#!/usr/bin/env python3
"""`ludosaure schema` prints valid documents of JSON Schema; what is made from them is current; the recorded views, aids, events and results
of every game, also of the templates, are as its schema says.

usage: json_schema.py PROGRAM"""
import json
import pathlib
import subprocess
import sys

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/server"))
from process import Tests  # noqa: E402
from schema import Misfit, Schema  # noqa: E402

RECORDED = {"View", "Aids", "Result", "Event"}  # what a game may define anew
REPLACED = RECORDED | {"Marks"}
GOOD = ({"cmd": "ping", "id": [1]}, {"cmd": "bot", "table": "abc", "seat": 0, "level": None}, {"push": "stop"}, {"id": 1, "ok": True, "now": 5},
        {"push": "online", "table": "abc", "online": [True], "spectators": 0})
BAD = ({"cmd": "pong"}, {"cmd": "bot", "table": "abc", "seat": 0}, {"cmd": "watch"}, {"push": "stop", "table": "abc"}, {"id": 1, "ok": True, "now": "5"},
       {"id": 1, "ok": True, "now": True}, {"push": "online", "table": "abc", "online": [1], "spectators": 0})


def current(program):
    made = subprocess.run([ROOT / "tools/from_schema.py", "--check", program], capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr


def fits(check, *arguments):
    try:
        check(*arguments)
        return True
    except (Misfit, jsonschema.ValidationError):
        return False


def valid(schema):
    """A complete checker accepts the document, and agrees with the small one of the server's tests."""
    jsonschema.Draft202012Validator.check_schema(schema.document)
    complete = jsonschema.Draft202012Validator(schema.document)
    small = schema.compile({key: schema.document[key] for key in ("anyOf",)})
    for messages, wanted in ((GOOD, True), (BAD, False)):
        for message in messages:
            assert fits(complete.validate, message) == fits(small, message, "") == wanted, message


def recorded(game):
    """What the playthroughs of a game have recorded: the name of its schema, and a value."""
    names = {"position": "View", "event": "Event", "result": "Result"}
    for file in sorted((ROOT / "tests/games" / game).glob("playthrough-*.txt")):
        for line in file.read_text().splitlines():
            word, _, text = line.partition(" ")
            if word in names:
                yield names[word], json.loads(text)
            elif word in ("spectator", "seat"):
                seen = json.loads(text[text.index("{"):])
                yield "View", seen["view"]
                yield "Aids", seen["aids"]


def describes(game, plain, schema):
    """Each recorded value fits, and no longer does with a key more or less. Every event has a sentence."""
    others = set(plain.document["$defs"]) - REPLACED
    replaced = [name for name, one in schema.document["$defs"].items() if name in others and one != plain.document["$defs"][name]]
    assert not replaced, f"these names belong to the protocol: {replaced}"
    values = list(recorded(game))
    assert {name for name, _ in values} == RECORDED
    for name, value in values:
        schema.check(name, value)
        for other in ({**value, "more": 1}, dict(list(value.items())[1:])):
            assert other == value or not fits(schema.check, name, other), (name, other)
    texts = json.loads((ROOT / f"data/texts/{game}.json").read_text())
    assert set(schema.document["$defs"]["Events"]["properties"]) == {key.partition(".")[0] for key in texts["events"]}


def main():
    tests, program = Tests(), str(pathlib.Path(sys.argv[1]).resolve())
    plain = Schema(program)
    tests.run("what is made from it is current", current, program)
    tests.run("the protocol", valid, plain)
    for folder in sorted((ROOT / "src/games").iterdir()):
        if folder.is_dir():
            schema = Schema(program, folder.name)
            tests.run(f"{folder.name}: valid", valid, schema)
            tests.run(f"{folder.name}: as it was recorded", describes, folder.name, plain, schema)
    tests.end()


if __name__ == "__main__":
    main()
