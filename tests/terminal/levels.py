#!/usr/bin/env python3
"""The ladder for people in the terminal: the level that adapts, and the next step.
usage: levels.py PATH_OF_LUDOSAURE"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
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
    expect("the result counts", kept == {"matches": 1, "rung": 1000 if shared else 2000 if won else 0, "top": 3000}, f"{kept} {shown[-300:]}")
    next_level = "casual player" if shared else "skilled player" if won else "child"
    expect("which is said", (f"Next time, the level will be “{next_level}”." in shown) != shared, shown[-300:])
    expect("and decides the next level", f"(computer, auto: {next_level})" in play("quit\n")[1])
    expect("the same when it is named", f"auto: {next_level})" in play("quit\n", "--players", "auto")[1])
    expect("a match that was left does not count", json.loads(levels.read_text())["tyrannosaurus"] == kept)
    play("1\nsave half.json\nquit\n")
    resumed = " ".join(run("play", "--resume", "half.json", folder=folder).stdout.split())
    expect("a match that goes on has its level", f"(computer, auto: {next_level})" in resumed and "--players" not in resumed, resumed[:400])
    play("1\n" * 300 + "save whole.json\n\n", "--seed", "2")
    counted = json.loads(levels.read_text())
    expect("a match that was played counts", counted["tyrannosaurus"]["matches"] == 2, str(counted))
    for _ in range(2):
        subprocess.run([BINARY, "play", "--resume", "whole.json"], input="\n", capture_output=True, text=True, env=environment, cwd=folder)
    expect("but not again when it is resumed", json.loads(levels.read_text()) == counted, levels.read_text())
    hinted = play("hint\nhint\nsave hinted.json\n" + "1\n" * 300, "--seed", "3")[1]
    expect("a hint is said to count against", hinted.count("this game does not count for your level") == 1, hinted[:900])
    expect("and the match does not count", json.loads(levels.read_text()) == counted, levels.read_text())
    subprocess.run([BINARY, "play", "--resume", "hinted.json"], input="1\n" * 300, capture_output=True, text=True, env=environment, cwd=folder)
    expect("nor when it is resumed", json.loads(levels.read_text()) == counted, levels.read_text())
    for rung, top, level in ((6000, 6000, "expert"), (4000, 6000, "skilled player"), (2000, None, "skilled player"), (9000, 6000, "casual player")):
        levels.write_text(json.dumps({"tyrannosaurus": {"matches": 9, "rung": rung, **({"top": top} if top else {})}}))
        expect(f"step {rung} of {top}", f"auto: {level})" in play("quit\n")[1], play("quit\n")[1][:300])
    levels.write_text("[]")
    expect("a broken file counts as empty", "auto : joueur occasionnel" in play("quitter\n", "--lang", "fr")[1])


def test_next_step(folder):
    """A computer player names the next step of the ladder that the game has."""
    for game, level, name, next_step in (("tyrannosaurus", "child", "child", "casual"), ("tyrannosaurus", "skilled", "skilled player", "expert"),
                                         ("trakks", "child", "child", "beginner"), ("trex", "regular", "regular player", "strong"),
                                         ("trakks", "medium", "regular player", "skilled")):
        shown = run("play", game, "--seats", "2", "--players", level, "--names", "Ann", folder=folder).stdout
        shown = " ".join(shown.split())
        expect(f"{game}: {level}", f"(computer, {name})" in shown and f"The next step: `--players {next_step}`" in shown, shown[:600])
    for language, says in ("en", "casual player: has played a few times."), ("fr", "joueur occasionnel : a joué quelques fois."):
        shown = " ".join(run("play", "trex", "--players", "casual", "--names", "Ann", "--lang", language, folder=folder).stdout.split())
        expect(f"{language}: how it plays", says in shown, shown[:600])
        shown = " ".join(run("play", "--help", "--lang", language).stdout.split())
        expect(f"{language}: in the help", f" casual {says.split(': ')[1][:-1].split(' : ')[-1]} " in shown and "{" not in shown, shown)


def test_left_out(folder):
    """A step that the game does not have is refused; so is `auto` among others."""
    for words, language, says in ((("play", "trex", "--players", "skilled"), "en", "its steps are child, casual, regular, strong, expert"),
                                  (("play", "tyrannosaurus", "--players", "casual,beginner"), "fr", "ses échelons sont child, casual, skilled, expert"),
                                  (("simulate", "tyrannosaurus", "--players", "strong"), "en", "its steps are child, casual, skilled, expert"),
                                  (("arena", "trex", "--players", "child,skilled"), "en", "child, casual, regular, strong, expert"),
                                  (("play", "trex", "--players", "child,auto"), "en", "“auto” stands alone"),
                                  (("play", "trex", "--players", "nonsense"), "en", "“nonsense”; there are random, easy, child"),
                                  (("play", "trex", "--players", ""), "fr", "pas de joueur automatique « »"),
                                  (("simulate", "trex", "--players", ""), "en", "no computer player “”")):
        result = run(*words, "--seats", "3", "--lang", language, folder=folder)
        said = " ".join(result.stderr.replace("\u202f", " ").split())
        expect(f"{words}", result.returncode == 2 and says in said and not result.stdout, str(result))


def test_sentences(folder):
    """Names of people differ; a file that is no saved game is not called a record; one game is no games."""
    for names, refused in (("Ann,Ann", "Ann"), ("Zoé, Bob,zoé", "zoé"), ("Ann,Bob", None), (",", None)):
        result = run("play", "trex", "--seats", "3", "--names", names, folder=folder)
        says = f"two players cannot both be called “{refused}”"
        expect(f"names {names}", (result.returncode, says in result.stderr) == ((2, True) if refused else (0, False)), str(result))
    asked = subprocess.run([BINARY, "play"], input="trex\n3\n2\nAnn,Ann\nAnn,Bob\nquit\n", capture_output=True, text=True, env=ENVIRONMENT, cwd=folder)
    expect("names are asked for again", asked.stdout.count("separated by commas") == 2 and "Ann, Bob" in asked.stdout, asked.stdout)
    for content in ("hello", "[]", "{}", '{"game":"trex"}'):
        (folder / "bad.json").write_text(content)
        for command, says in ((("play", "--resume"), "bad.json is not a saved game"), (("replay",), "bad.json is not the record of a game")):
            result = run(*command, "bad.json", folder=folder)
            expect(f"{command} {content}", result.returncode == 1 and says in result.stderr, str(result))
    expect("one game", "· 1 game\n" in run("simulate", "trex", "--games", "1").stdout)
    expect("une partie", "· 1 partie\n" in run("simulate", "trex", "--games", "1", "--lang", "fr").stdout)


with tempfile.TemporaryDirectory() as name:
    test_sentences(pathlib.Path(name))
    test_auto(pathlib.Path(name))
    test_next_step(pathlib.Path(name))
    test_left_out(pathlib.Path(name))
finish()
