#!/usr/bin/env python3
"""The arena: parts add up to the whole, threads change nothing, and what it says is consistent.
usage: arena.py BINARY"""
import copy
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(TESTS), str(TESTS / "server")]
from checks import case, finish
from client import WAIT_S
from process import wait_for

BINARY = sys.argv[1]


def arena(*words, code=0, says=""):
    run = subprocess.run([BINARY, "arena", *map(str, words)], capture_output=True, text=True)
    assert run.returncode == code, (words, run.returncode, run.stderr)
    assert says in run.stderr, (words, run.stderr)
    return run.stdout


def report(*words):
    return json.loads(arena(*words, "--json"))


def without_time(value):
    """A report less what a clock measured."""
    value = copy.deepcopy(value)
    for player in value["players"]:
        player.pop("ms_a_move")
        player["sums"].pop("thinking_s")
    return value


def same(a, b):
    """Equal to the last digit, apart from the clock and the names of the shards."""
    assert {**without_time(a), "parts": []} == {**without_time(b), "parts": []}, (a, b)


SERIES = ("trex", "--seats", 4, "--players", "easy,random", "--games", 200, "--seed", "t")


def shares():
    whole = report(*SERIES)
    easy, random = whole["players"]
    assert easy["games"] == 200 and random["games"] == 600
    assert abs(easy["wins"] + random["wins"] - 200) < 1e-6
    assert abs(easy["share"] - easy["wins"] / 200) < 1e-9
    assert easy["ci"][0] <= easy["share"] <= easy["ci"][1]
    assert easy["share"] > 0.55 and easy["elo"] > random["elo"]


def threads():
    same(report(*SERIES), report(*SERIES, "--threads", 2))


def status(process, key):
    """A set of signals of the first thread of a process; SigCgt: those that it handles, ShdPnd: not arrived yet."""
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(text.split(f"{key}:")[1].split()[0], 16)


def wait_until_thinking(process, cpu_s):
    """Until the process handles signals, and has used this much processor time, in all its threads."""
    def is_thinking():
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= cpu_s and status(process, "SigCgt") & SIGINT_BIT
    wait_for(is_thinking)


SIGINT_BIT = 1 << (signal.SIGINT - 1)


def interruption():
    """Ctrl-C ends a series; the deals that were played to the end are reported, but are no part to merge."""
    words = ("trex", "--seats", 2, "--players", "expert,easy", "--iterations", 20, "--games", 1000000, "--json", "--threads", 2)
    for stop in (signal.SIGINT, signal.SIGTERM):
        process = subprocess.Popen([BINARY, "arena", *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_until_thinking(process, 2)
        process.send_signal(stop)
        out, err = process.communicate(timeout=WAIT_S)
        played = json.loads(out)["players"][0]["games"]
        assert process.returncode == 1 and 0 < played < 1000000, (process.returncode, out, err)
        assert f"interrupted; deals played: {played // 2} / 500000" in err, err
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "some")
            file.write_text(out)
            arena("merge", file, code=1, says="a series that was interrupted")
    series = subprocess.Popen([BINARY, "arena", "trex", "--players", "expert", "--ms", "60000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until_thinking(series, 0.1)
    series.send_signal(signal.SIGINT)  # in the middle of a move
    wait_for(lambda: not status(series, "ShdPnd") & SIGINT_BIT and not status(series, "SigCgt") & SIGINT_BIT)
    series.send_signal(signal.SIGINT)  # the second time ends it at once
    out, err = series.communicate(timeout=WAIT_S)
    assert series.returncode == -signal.SIGINT and not out, (series.returncode, out, err)
    # In a terminal Ctrl-C reaches the whole group; programs of the arena are in groups of their own. Nothing was played yet.
    words = [BINARY, "arena", "trex", "--seats", "4", "--players", f"expert@ms=300,exec:{BINARY} bot expert@ms=300"]
    series = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    wait_until_thinking(series, 0.1)
    os.killpg(series.pid, signal.SIGINT)
    out, err = series.communicate(timeout=WAIT_S)
    assert series.returncode == 1 and not out and "interrupted; deals played: 0 / 25" in err, (series.returncode, out, err)


def parts():
    whole = report(*SERIES)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for part in (1, 2, 3):
            files.append(pathlib.Path(folder, f"{part}.json"))
            files[-1].write_text(arena(*SERIES, "--shard", f"{part}/3", "--json"))
        merged = report("merge", *files)
        same(whole, merged)
        same(whole, report("merge", *reversed(files)))
        assert [part["shard"] for part in merged["parts"]] == ["1/3", "2/3", "3/3"]
        other = pathlib.Path(folder, "other.json")
        other.write_text(arena("trex", "--players", "easy,random", "--games", 4, "--json"))
        arena("merge", files[0], other, code=1)
        arena("merge", "/dev/null", code=1)
        picture = pathlib.Path(folder, "league.svg")
        arena("merge", *files, "--svg", picture)
        assert picture.read_text().startswith("<svg") and "easy" in picture.read_text()


def only_parts_of_a_series_add_up():
    series = ("scale", "--seats", 3, "--players", "easy,random", "--games", 6)
    with tempfile.TemporaryDirectory() as folder:
        def played(name, *words):
            file = pathlib.Path(folder, name)
            file.write_text(arena(*series, *words, "--json"))
            return file

        def refused(says, *files, language="en"):
            arena("merge", *files, "--lang", language, code=1, says=says)

        half = played("half", "--shard", "1/2")
        again = "already been counted"
        refused(again, half, half)
        refused(again, half, played("whole"))
        refused(again, half, played("third", "--shard", "3/4"))
        rest = [played("fourth", "--shard", "4/4"), played("second", "--shard", "2/4")]
        both = pathlib.Path(folder, "both")
        both.write_text(arena("merge", half, *rest, "--json"))
        refused(again, both, rest[0])
        assert report("merge", both, played("seed", "--seed", "2"))["players"][0]["games"] == 12
        other = "another series"
        for name, words in (("ms", ("--ms", 5)), ("iterations", ("--iterations", 5)),
                            ("line-up", ("--players", "easy,easy,random")),
                            ("players", ("--players", "easy,casual")), ("seats", ("--seats", 4)),
                            ("option", ("--option", "first_game=true"))):
            refused(other, half, played(name, "--shard", "2/2", *words))
        refused("déjà comptées", half, half, language="fr")


def habits():
    """What players do more or less often is counted for each of them, and printed in both languages. `easy` has rules of thumb, which
    say what its habits are; who sees the other card answers right."""
    words = ("tyrannosaurus", "--seats", 3, "--players", "easy,random", "--games", 12)
    easy, random = report(*words)["players"]
    assert easy["habits"].items() >= {"takes_tree": 1, "rests_at_tree": 0, "loses_at_sight": 0}.items(), easy
    assert 0 < random["habits"]["loses_at_sight"] < random["habits"]["takes_tree"] < 1, random
    assert abs(easy["moves"] - easy["sums"]["moves"] / easy["games"]) < 1e-9 and easy["moves"] > 8, easy
    rests, choices = easy["sums"]["habits"]["rests"]
    assert abs(easy["habits"]["rests"] - rests / choices) < 1e-9 and choices < easy["sums"]["moves"], easy
    cards = report("trex", "--seats", 3, "--players", "easy,random", "--games", 12)["players"][0]["habits"]
    assert cards.items() >= {"draws": 1, "last_card_wins": 1, "matches_egg": 1}.items() and 4 < cards["hand"] < 10, cards
    assert report("scale", "--seats", 2, "--players", "clairvoyant", "--games", 20)["players"][0]["habits"] == {"answers_right": 1}
    for language, titles in ("en", "moves/game  tiles held  turns that lay  lays what fits"), (
            "fr", "coups/partie  tuiles gardées  tours de pose  pose ce qui va"):
        lines = arena("trakks", "--players", "regular,random", "--games", 2, "--lang", language).splitlines()
        assert [line.strip().partition("  ")[2].strip() for line in lines].count(titles) == 1, lines
        assert lines[-2].split()[0] == "regular" and lines[-1].count("%") == 2, lines
    assert "–" in arena("scale", "--seats", 2, "--players", "easy", "--games", 2).splitlines()[-1]


def all_win_together():
    """With two seats of Scale each win is a win of both, and whole: as many as games were won."""
    words = ("scale", "--seats", 2, "--games", 100, "--seed", "t")
    alone = report(*words, "--players", "expert")["players"][0]
    assert alone["games"] == 200 and alone["wins"] % 2 == 0 and alone["share"] > 0.4, alone
    expert, casual = report(*words, "--players", "expert,casual")["players"]
    assert expert["wins"] == casual["wins"] == int(expert["wins"]) > 30
    assert expert["elo"] == casual["elo"]
    arena(*words, "--players", "expert,casual", "--sprt", code=2)


def iterations():
    words = ("tyrannosaurus", "--players", "expert,easy", "--games", 8, "--iterations", 50)
    assert without_time(report(*words)) == without_time(report(*words))


def league():
    names = [player["name"] for player in report("trakks", "--players", "easy,random,casual", "--games", 12,
                                                 "--iterations", 100)["players"]]
    assert names == ["easy", "random", "casual"]
    printed = arena("trakks", "--players", "easy,random,casual", "--games", 2).splitlines()
    assert printed[4].split() == ["casual", "0"] and not any(line.split()[:1] == ["casual"] for line in printed[5:]), printed  # nothing is said about a player who has not played


def stops_early():
    decided = report("trex", "--seats", 4, "--players", "easy,random", "--games", 100000, "--sprt")
    assert decided["decided"] == 1 and decided["players"][0]["games"] < 1000


def refusals():
    for words in (("go",), ("trex", "--players", "god"), ("trex", "--seats", 9), ("trex", "--shard", "3/2"),
                  ("trex", "--shard", "x"), ("trex", "--games", 0), ("trex", "--option", "x=1"), ()):
        arena(*words, code=2)
    arena("scale", "--players", "easy", "--option", "mode=room", code=1)


def budgets():
    """Each player of a line-up may have a budget of its own; the report says so, and merge looks at it."""
    words = ("trex", "--seats", 2, "--games", 8)
    both = report(*words, "--players", "expert@iterations=40,expert@iterations=20")
    assert both["line_up"] == ["expert@iterations=40", "expert@iterations=20"], both["line_up"]
    own = report(*words, "--players", "expert@iterations=20,easy", "--iterations", 3)
    shared = report(*words, "--players", "expert,easy", "--iterations", 20)
    for one, other in zip(own["players"], shared["players"]):
        assert one["wins"] == other["wins"] and one["score"] == other["score"], (one, other)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for part, budget in ((1, 20), (2, 30)):
            files.append(pathlib.Path(folder, str(part)))
            files[-1].write_text(arena(*words, "--players", f"expert@iterations={budget},easy", "--shard", f"{part}/2",
                                       "--json"))
        arena("merge", *files, code=1, says="another series")
    for budget in ("@", "@ms", "@ms=0", "@iterations=x", "@ms=5@ms=5", "@ms=5@iterations=5", "@softness=0.5", "@depth=3"):
        arena("trex", "--players", f"expert{budget}", code=2, says="no valid budget")
    for budget in ("@ms=5", "@iterations=5", "@softness=5"):
        arena("trex", "--players", f"casual{budget}", code=2, says="casual is a step of the ladder")


def earlier_levels():
    """`medium` and `hard` are the players that have their strength in the game; reports name these."""
    for game, medium in (("trex", "strong"), ("tyrannosaurus", "skilled"), ("trakks", "regular"), ("scale", "casual")):
        words = (game, "--games", 1, "--iterations", 20)
        earlier, today = (report(*words, "--players", players) for players in ("medium,hard", f"{medium},expert"))
        assert without_time(earlier) == without_time(today), (earlier, today)
        assert earlier["line_up"][:2] == [medium, "expert"], earlier["line_up"]
    assert report("trex", "--players", "hard@iterations=5", "--games", 1)["line_up"][0] == "expert@iterations=5"
    arena("trakks", "--players", "medium@ms=5", code=2, says="medium (regular) is a step of the ladder")


def ladder():
    """The steps of the ladder have budgets of their own, and mistakes: what --iterations says changes nothing, and in
    each game two steps are far enough apart to see. Softness makes a player weaker."""
    for game, better, games in (("trex", "strong", 24), ("tyrannosaurus", "skilled", 16), ("trakks", "skilled", 12)):
        words = (game, "--seats", 2, "--players", f"{better},child", "--games", games)
        both = report(*words)
        assert without_time(both)["players"] == without_time(report(*words, "--iterations", 3))["players"], game
        assert both["players"][0]["share"] > 0.6, (game, both["players"])
    soft = report("trex", "--seats", 2, "--games", 24, "--players", "expert@iterations=60,expert@iterations=60@softness=500")
    assert soft["players"][0]["share"] > 0.7, soft["players"]


def levels_play_as_people_do():
    """Every level sees what lies before it: it lays tiles that fit, takes the tree beside it, does not step into the mouth of the
    Ty-Rex, takes the egg that it can win. Lower levels see less of it, but far more than random moves do."""
    def habits(*words):
        return {player["name"]: player["habits"] for player in report(*words, "--seed", "people")["players"]}

    tiles = habits("trakks", "--players", "random,child,beginner,casual,regular", "--games", 40)
    for name, fewest, most_held in (("child", 0.6, 14), ("beginner", 0.65, 12), ("casual", 0.7, 10), ("regular", 0.8, 10)):
        assert tiles[name]["lays_obvious"] > fewest, (name, tiles)
        assert tiles[name]["held"] < most_held < tiles["random"]["held"], (name, tiles)
        assert tiles[name]["lays"] > 0.35, (name, tiles)
    for seats in (2, 3, 4):
        board = habits("tyrannosaurus", "--seats", seats, "--players", "random,child,casual,skilled", "--games", 240)
        chance = board["random"]
        for name, flees in (("child", 0.5), ("casual", 0.7), ("skilled", 0.75)):
            own = board[name]
            assert own["takes_tree"] > 0.7 and own["takes_tree"] > chance["takes_tree"] + 0.15, (seats, name, board)
            assert own["loses_at_sight"] < 0.02 < chance["loses_at_sight"], (seats, name, board)
            assert own["flees"] > flees, (seats, name, board)
        assert board["skilled"]["rests_at_tree"] < board["casual"]["rests_at_tree"] < board["child"]["rests_at_tree"], board
    cards = habits("trex", "--seats", 3, "--players", "random,child,casual", "--games", 24)
    for habit in "last_card_wins", "matches_egg":
        assert min(cards["child"][habit], cards["casual"][habit]) > cards["random"][habit] + 0.15, cards


def levels_above_win():
    """With every number of seats, a level beats the one below. (Trakks has too many levels, and T-Rex takes too long, for all of them.)"""
    for game, players, most, games in (("tyrannosaurus", "child,casual,skilled", 4, 480), ("trakks", "child,casual,regular", 3, 36)):
        for seats in range(2, most + 1):
            elo = [player["elo"] for player in report(game, "--seats", seats, "--players", players, "--games", games)["players"]]
            assert all(below + 50 < above for below, above in zip(elo, elo[1:])), (game, seats, elo)


def clairvoyant():
    """It plays every game, and in Scale, where it knows the other card, it wins every cooperative match."""
    for game, iterations in (("trex", 40), ("tyrannosaurus", 10), ("trakks", 100)):
        words = (game, "--players", "clairvoyant,expert", "--games", 2, "--iterations", iterations)
        assert without_time(report(*words)) == without_time(report(*words)), game
    assert report("scale", "--seats", 2, "--players", "clairvoyant", "--games", 20)["players"][0]["share"] == 1


def teacher():
    """Whoever follows the teacher beats the level of someone who has played a few times, in every game."""
    for game, seats, iterations in (("trex", 2, 100), ("tyrannosaurus", 3, 60), ("trakks", 2, 100), ("scale", 3, 100)):
        words = (game, "--seats", seats, "--players", "teacher,child", "--games", 12, "--iterations", iterations)
        both = report(*words)
        assert without_time(both) == without_time(report(*words)), game
        assert both["players"][0]["share"] > 1 / seats, (game, both["players"])


def only_in_the_arena():
    for player in ("clairvoyant", "teacher", "expert@ms=5", "exec:./bot"):
        for command in ("play", "simulate"):
            run = subprocess.run([BINARY, command, "trex", "--players", player], capture_output=True, text=True,
                                 stdin=subprocess.DEVNULL)
            assert run.returncode == 2 and "only in the arena" in run.stderr, (command, player, run.stderr)


ROOT = pathlib.Path(__file__).resolve().parents[2]


def programs():
    """The example plays whole matches; `ludosaure bot` does what the level does, from what it is told."""
    example = ROOT / "docs/examples/bot.py"
    for game in ("trex", "tyrannosaurus", "trakks"):
        players = report(game, "--players", f"exec:{sys.executable} {example},easy", "--games", 2)["players"]
        assert [player["games"] for player in players] == [2, 2], players
    words = ("trex", "--seats", 4, "--games", 8, "--players")
    inside, outside = (report(*words, f"{player},random")["players"][0]
                       for player in ("easy", f"exec:{BINARY} bot easy"))
    assert inside["wins"] == outside["wins"] and inside["score"] == outside["score"], (inside, outside)
    searching = (*words, f"exec:{BINARY} bot expert@iterations=20,easy")
    same(report(*searching), report(*searching, "--threads", 2))


BROKEN = '''import json, os, subprocess, sys, time
child = subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # which nobody ends
open(sys.argv[2], "a").write(f"{os.getpid()}\\n{child.pid}\\n")
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "ok": True, "move": request.get("moves", [None])[0]}
    if request["cmd"] == "suggest":
        {"ends": sys.exit, "hangs": lambda: time.sleep(60), "floods": lambda: print("x" * 2000000),
         "garbage": lambda: print("hello"), "refuses": lambda: answer.update(ok=False),
         "other": lambda: answer.update(id=0), "nothing": lambda: answer.pop("move"),
         "nonsense": lambda: answer.update(move="play y2"), "illegal": lambda: answer.update(move="trump keep"),
        }[sys.argv[1]]()
    print(json.dumps(answer), flush=True)
'''


def runs(pid):
    """Whether there is such a process. One that has ended may wait for whoever adopted it."""
    try:
        return ") Z " not in pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def broken_programs():
    """Whatever a program does wrong, the arena says what, stops, and leaves no process behind."""
    with tempfile.TemporaryDirectory() as folder:
        bot, pids = pathlib.Path(folder, "a bot, broken.py"), pathlib.Path(folder, "pids")
        bot.write_text(BROKEN)
        path = str(bot).replace(" ", "\\ ").replace(",", "\\,")
        for does, says in (("ends", "ended instead of answering “suggest”"), ("hangs", "has not answered “suggest”"),
                           ("floods", "more than 1 MiB"), ("garbage", "but: hello"), ("refuses", "did not answer"),
                           ("other", "did not answer"), ("nothing", "without a move"),
                           ("nonsense", "chose the move “play y2” (deal 1/0): “play y2” is not a move"), ("illegal", "[T")):
            player = f"exec:{sys.executable} {path} {does} {pids}@ms=" + ("20" if does == "hangs" else "10000")
            arena("trex", "--players", f"{player},easy", "--games", 2, code=1, says=says)
        left = pids.read_text().split()
        assert len(left) == 18, left
        for pid in left:
            assert not runs(pid), pid
        arena("trex", "--players", "exec:./no-such-bot,easy", code=1, says="cannot start exec:./no-such-bot")
        arena("trex", "--players", "exec:README.md,easy", code=1, says="needs “./” before its name")
        arena("scale", "--players", "exec:./bot", code=2, says="real time")
        arena("trex", "--players", "exec:", code=2, says="names no program")
        arena("trex", "--players", "expert," + 128 * "x", code=2, says="127 characters")
        picture = pathlib.Path(folder, "a&b.svg")
        arena("trex", "--players", f"exec:{BINARY} bot easy --iterations 1,random", "--games", 2, "--svg", picture)
        assert "bot easy --iterations 1<" in picture.read_text()


for name, function in list(globals().items()):
    if name in ("shares", "threads", "interruption", "parts", "only_parts_of_a_series_add_up", "habits", "all_win_together",
                "iterations", "league", "stops_early", "refusals", "budgets", "earlier_levels", "ladder", "levels_play_as_people_do",
                "levels_above_win", "clairvoyant", "teacher", "only_in_the_arena", "programs", "broken_programs"):
        case(name, function)
finish()
