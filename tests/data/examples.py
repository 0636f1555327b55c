#!/usr/bin/env python3
"""The examples of the rulebooks (data/examples): the core accepts their positions, and allows and refuses what they
say.

usage, in the root of the repository: examples.py PROGRAM [GAME]"""
import json
import pathlib
import subprocess
import sys

EXAMPLES_MIN = 5 # of each game
program = sys.argv[1]
chosen = sys.argv[2] if len(sys.argv) > 2 else "*"
passed, failed = 0, 0
# One for all: under sanitizers, looking for leaks at the end of a process takes a second.
referee = subprocess.Popen([program, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(*requests):
    for request in requests:
        print(json.dumps(request), file=referee.stdin)
    referee.stdin.flush()
    return [json.loads(referee.stdout.readline()) for _ in requests]


def expect(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"broken: {what}")


def check_try(where, example, one):
    setup, played = ask({"cmd": "setup", "position": example["position"]},
                        {"cmd": "play", "seat": example["seat"], "move": one["move"]})
    expect(setup["ok"], f"{where}: {setup.get('error')}")
    rule = None if played["ok"] else played["error"]["rule"]
    expect(rule == one.get("refused"), f"{where}: {one['move']}: {played}")
    expect(set(one["label"]) == {"en", "fr"}, f"{where}: a label in both languages")


def check_example(where, example, rules):
    expect(f"**{example['rule']}** " in rules, f"{where}: there is no such rule")
    expect(set(example["says"]) == {"en", "fr"}, f"{where}: what it says in both languages")
    expect(example["tries"], f"{where}: there is nothing to try")
    for one in example["tries"]:
        check_try(where, example, one)


for path in sorted(pathlib.Path("data/examples").glob(f"{chosen}.json")):
    rules = pathlib.Path(f"data/rules/{path.stem}.en.md").read_text()
    book = json.loads(path.read_text())
    record = ask({"cmd": "new", "game": path.stem, "seats": 3, "seed": "data"}, {"cmd": "record"})[1]["record"]
    expect(record["data"] == book["data"], f"{path.stem}: the hash of the components is {record['data']}")
    for example in book["examples"]:
        check_example(f"{path.stem} {example['rule']}", example, rules)
    expect(len(book["examples"]) >= EXAMPLES_MIN, f"{path.stem}: {len(book['examples'])} examples")
referee.stdin.close()
expect(referee.wait() == 0, "the referee ends well")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
