#!/usr/bin/env python3
"""`ludosaure schema` prints valid documents of JSON Schema, and what is made from them is current.

usage: json_schema.py PROGRAM"""
import json
import pathlib
import subprocess
import sys

import jsonschema

from parts import games

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/server"))
from process import Tests  # noqa: E402


def current(program):
    made = subprocess.run([ROOT / "tools/from_schema.py", "--check", program], capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr


def valid(program, *game):
    document = json.loads(subprocess.run([program, "schema", *game], check=True, capture_output=True).stdout)
    jsonschema.Draft202012Validator.check_schema(document)
    checker = jsonschema.Draft202012Validator(document)
    for message in ({"cmd": "ping", "id": [1]}, {"cmd": "bot", "table": "abc", "seat": 0, "level": None}, {"push": "stop"},
                    {"id": 1, "ok": True, "now": 5}, {"push": "online", "table": "abc", "online": [True], "spectators": 0}):
        checker.validate(message)
    for message in ({"cmd": "pong"}, {"cmd": "bot", "table": "abc", "seat": 0}, {"cmd": "watch"}, {"push": "stop", "table": "abc"},
                    {"id": 1, "ok": True, "now": "5"}):
        assert not checker.is_valid(message), message


def main():
    tests, program = Tests(), str(pathlib.Path(sys.argv[1]).resolve())
    tests.run("what is made from it is current", current, program)
    tests.run("the protocol", valid, program)
    for game in games():
        if (ROOT / f"data/schema/{game}.json").exists():
            tests.run(game, valid, program, game)
    tests.end()


if __name__ == "__main__":
    main()
