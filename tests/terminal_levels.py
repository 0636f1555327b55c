#!/usr/bin/env python3
"""The ladder for people in the terminal: the level that adapts, and the next step.
usage: terminal_levels.py PATH_OF_LUDOSAURE"""
import json
import pathlib
import subprocess
import tempfile

from checks import expect, finish
from terminal_table import BINARY, ENVIRONMENT, run


def test_auto(folder):
    """The level that suits the person: casual at first, and another one after a match against it."""
    environment = {**ENVIRONMENT, "XDG_DATA_HOME": str(folder / "auto")}
    begin = [BINARY, "play", "tyrannosaurus", "--seats", "2", "--names", "Ann"] # nobody else asked for: auto

    def play(typed, *more):
        played = subprocess.run([*begin, *more], input=typed, capture_output=True, text=True, env=environment, cwd=folder)
        return played.returncode, " ".join(played.stdout.split())

    code, shown = play("1\n" * 300, "--seed", "1")
    expect("a match against auto ends", code == 0, shown[-300:])
    expect("casual at first", "(computer, auto: casual player)" in shown, shown[:400])
    levels = folder / "auto" / "ludosaure" / "levels.json"
    kept = json.loads(levels.read_text())["tyrannosaurus"]
    shared, won = "share the victory" in shown, "Ann wins" in shown
    expect("the result counts", kept == {"matches": 1, "rung": 1000 if shared else 2000 if won else 0}, f"{kept} {shown[-300:]}")
    next_level = "casual player" if shared else "skilled player" if won else "child"
    expect("which is said", (f"Next time, the level will be “{next_level}”." in shown) != shared, shown[-300:])
    expect("and decides the next level", f"(computer, auto: {next_level})" in play("quit\n")[1])
    expect("the same when it is named", f"auto: {next_level})" in play("quit\n", "--players", "auto")[1])
    expect("a match that was left does not count", json.loads(levels.read_text())["tyrannosaurus"] == kept)
    play("1\nsave half.json\nquit\n")
    resumed = " ".join(run("play", "--resume", "half.json", folder=folder).stdout.split())
    expect("a match that goes on has its level", f"(computer, auto: {next_level})" in resumed and "--players" not in resumed, resumed[:400])
    levels.write_text("[]")
    expect("a broken file counts as empty", "auto : joueur occasionnel" in play("quitter\n", "--lang", "fr")[1])


def test_next_step(folder):
    """A computer player names the next step of the ladder that the game has."""
    for game, level, name, next_step in (("tyrannosaurus", "child", "child", "casual"), ("tyrannosaurus", "skilled", "skilled player", "expert"),
                                         ("trakks", "child", "child", "beginner"), ("trex", "regular", "regular player", "strong")):
        shown = run("play", game, "--seats", "2", "--players", level, "--names", "Ann", folder=folder).stdout
        shown = " ".join(shown.split())
        expect(f"{game}: {level}", f"(computer, {name})" in shown and f"The next step: `--players {next_step}`" in shown, shown[:600])


def test_left_out(folder):
    """A step that the game does not have is refused; so is `auto` among others."""
    for words, language, says in ((("play", "trex", "--players", "skilled"), "en", "its steps are child, casual, regular, strong, expert"),
                                  (("play", "tyrannosaurus", "--players", "casual,beginner"), "fr", "ses échelons sont child, casual, skilled, expert"),
                                  (("simulate", "tyrannosaurus", "--players", "strong"), "en", "its steps are child, casual, skilled, expert"),
                                  (("arena", "trex", "--players", "child,skilled"), "en", "child, casual, regular, strong, expert"),
                                  (("play", "trex", "--players", "child,auto"), "en", "“auto” stands alone"),
                                  (("play", "trex", "--players", "nonsense"), "en", "“nonsense”; there are child, beginner"),
                                  (("play", "trex", "--players", ""), "fr", "pas de joueur automatique « »"),
                                  (("simulate", "trex", "--players", ""), "en", "no computer player “”")):
        result = run(*words, "--seats", "3", "--lang", language, folder=folder)
        said = " ".join(result.stderr.replace("\u202f", " ").split())
        expect(f"{words}", result.returncode == 2 and says in said and not result.stdout, str(result))


with tempfile.TemporaryDirectory() as name:
    test_auto(pathlib.Path(name))
    test_next_step(pathlib.Path(name))
    test_left_out(pathlib.Path(name))
finish()
