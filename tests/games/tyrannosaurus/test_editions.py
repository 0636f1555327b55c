#!/usr/bin/env python3
"""Records that are older than the option `cards` (tests/games/tyrannosaurus/records/, written by the program of that time) are
verified and replayed with the cards of the first edition; a record that says it was played with other cards is refused.
usage: test_editions.py PROGRAM"""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))
from checks import case, finish

PROGRAM = sys.argv[1]
FIRST_EDITION = "docs/examples/first-edition"
OLD_HASH = "072b93180896388974c3162fff76622e"
RECORDS = sorted((HERE / "records").glob("first-*.json"))


def verify(record, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(record, file)
        file.flush()
        return subprocess.run([PROGRAM, *options, "verify", file.name], capture_output=True, text=True).returncode


def new_record(*options, **settings):
    requests = [{"cmd": "new", "game": "tyrannosaurus", "seats": 3, "seed": "editions", "options": settings}, {"cmd": "record"}]
    done = subprocess.run([PROGRAM, "referee", *options], input="".join(json.dumps(request) + "\n" for request in requests),
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[1])["record"]


def old(path):
    record = json.loads(path.read_text())
    assert record["data"] == OLD_HASH and "cards" not in record["options"] and len(record["moves"]) > 30
    assert verify(record) == 0
    assert verify(record, "--data", FIRST_EDITION) == 0
    named = {**record, "options": {**record["options"], "cards": "first"}}
    if "position" not in record:
        assert verify(named) == 0
    # Whoever names the other cards, or another hash, contradicts the moves or the components in use.
    assert verify({**record, "options": {**record["options"], "cards": "fair"}}) != 0
    assert verify({**record, "data": new_record()["data"]}) != 0
    assert verify({**record, "data": "0" * 32}) != 0
    assert verify({**record, "seed": "another"}) != 0
    changed = {**record, "result": {**record["result"], "scores": record["result"]["scores"][::-1] + [99]}}
    assert verify(changed) != 0


def new():
    fair, first = new_record(), new_record(cards="first")
    assert fair["options"]["cards"] == "fair" and first["options"]["cards"] == "first"
    assert first["data"] == OLD_HASH != fair["data"]
    assert verify(fair) == verify(first) == 0
    assert verify({**fair, "data": OLD_HASH}) != 0
    # The example folder has the same cards without the option. Its records need it.
    example = new_record("--data", FIRST_EDITION)
    assert example["options"]["cards"] == "fair" and example["data"] == OLD_HASH
    assert verify(example) != 0 and verify(example, "--data", FIRST_EDITION) == 0
    # The option stands for the first edition in every folder.
    assert new_record("--data", FIRST_EDITION, cards="first")["data"] == OLD_HASH


assert len(RECORDS) == 4, RECORDS
for path in RECORDS:
    case(path.name, old, path)
case("new records", new)
finish()
