#!/usr/bin/env python3
"""Commands without a test of their own: puzzles and export-web; and damaged files of data/minds.
usage: commands.py BINARY"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from checks import case, finish

BINARY = sys.argv[1]
DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
TEMPORARY = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(TEMPORARY.name)


def run(*words, code=0, says=""):
    done = subprocess.run([BINARY, *map(str, words)], capture_output=True, text=True, timeout=300)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    assert says in done.stderr, (words, done.stderr)
    return done.stdout


def puzzles_are_checked():
    for path in sorted((DATA / "puzzles").glob("*.json")):
        rows = [line.split() for line in run("puzzles", path.stem).splitlines()]
        counts = [int(row[1]) for row in rows if re.fullmatch(r"\*+", row[0])]
        assert sum(counts) == len(json.loads(path.read_text())["puzzles"]), (path.stem, rows)


def puzzles_are_refused():
    run("puzzles", "scale", code=1, says="no puzzles")
    run("puzzles", code=2, says="which game")
    run("puzzles", "make", "tyrannosaurus", "--count", "0", code=2, says="whole number")


def wrong_puzzles_are_named():
    data = FOLDER / "data"
    (data / "puzzles").mkdir(parents=True)
    whole = json.loads((DATA / "puzzles" / "tyrannosaurus.json").read_text())
    whole["puzzles"][0]["position"]["turn"] = 99
    (data / "puzzles" / "tyrannosaurus.json").write_text(json.dumps(whole))
    run("puzzles", "tyrannosaurus", "--data", data, code=1, says="turn")


def puzzles_are_found():
    words = ("puzzles", "make", "tyrannosaurus", "--count", "2", "--seed", "test")
    found = run(*words)
    assert found == run(*words), "the seed decides"
    puzzles = json.loads(found)["puzzles"]
    assert len(puzzles) == 2 and all(1 <= puzzle["stars"] <= 3 for puzzle in puzzles), puzzles
    data = FOLDER / "made"
    (data / "puzzles").mkdir(parents=True)
    (data / "puzzles" / "tyrannosaurus.json").write_text(found)
    run("puzzles", "tyrannosaurus", "--data", data)


def damaged_weights_are_named():
    data = FOLDER / "learned"
    (data / "minds").mkdir(parents=True)
    file = data / "minds" / "tyrannosaurus.bin"
    words = ("arena", "tyrannosaurus", "--seats", "3", "--players", "expert,easy", "--iterations", "20", "--games", "9", "--json")

    def played(*more, says=""):
        return [(player["wins"], player["score"]) for player in json.loads(run(*words, *more, says=says))["players"]]

    compiled = played()
    file.write_bytes((DATA / "minds" / file.name).read_bytes())
    assert played("--data", data) == compiled, "the same file, replaced"
    file.write_bytes(file.read_bytes()[:-1])
    assert played("--data", data, says="minds/tyrannosaurus.bin") != compiled, "they still play, without it"


def page_is_exported():
    folder = FOLDER / "web" / "games"
    run("export-web", folder)
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert "index.html" in names and "static.html" not in names, names
    assert any(name.endswith(".wasm") for name in names), names
    run("export-web", folder, code=1, says="is not empty")
    (folder / "index.html").write_text("mine")
    run("export-web", "--force", folder)
    assert (folder / "index.html").read_text() != "mine"
    run("export-web", folder / "index.html", code=1, says="cannot write")
    run("export-web", code=2, says="which folder")


for function in (puzzles_are_checked, puzzles_are_refused, wrong_puzzles_are_named, puzzles_are_found, damaged_weights_are_named):
    case(function.__name__.replace("_", " "), function)
if "without the page" not in subprocess.run([BINARY, "export-web", FOLDER / "trial"], capture_output=True, text=True).stderr:
    case("the page is exported", page_is_exported)
finish()
