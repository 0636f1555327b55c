#!/usr/bin/env python3
"""Drives `ludosaure play` as people do, through pipes and through a terminal.

usage: terminal.py PATH_OF_LUDOSAURE
"""
import itertools
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from checks import expect, finish
from terminal_table import BINARY, CLEAR, ENVIRONMENT, GAMES, WAIT_S, Table, choices, play_on, result_of, run, too_wide


def test_whole_games(folder):
    for game, about in GAMES.items():
        needed = [word for name, value in (about["facts"]["computers_need"] or {}).items() for word in ("--option", f"{name}={value}")]
        for seats, language in itertools.product((about["seats"][0], about["seats"][0] + 1), ("en", "fr")):
            name = f"{game} {seats} {language}"
            table = Table("play", game, "--seats", str(seats), "--seed", name, "--lang", language, *needed, folder=folder)
            play_on(table, random.Random(name))
            expect(f"{name}: ends with a result", result_of(table.everything), table.everything)
            file = f"{game}-{seats}-{language}.json"
            asked_again = table.type(f"svae {file}")
            expect(f"{name}: a slip at the end loses nothing", "ludosaure replay" in asked_again.replace("\n", " "), asked_again)
            table.type(f"save {file}")
            expect(f"{name}: ends cleanly", table.end() == 0, table.everything)
            expect(f"{name}: fits into 80 columns", not too_wide(table.everything), "\n".join(too_wide(table.everything)))
            expect(f"{name}: no escape sequences in a pipe", "\x1b" not in table.everything)
            expect(f"{name}: every text is there", not re.search(r"\b(draw|play|moves|open)_\w+", table.everything))
            verified = run("verify", file, folder=folder)
            expect(f"{name}: its record verifies", verified.returncode == 0, verified.stdout + verified.stderr)
            for view in ([], ["--seat", "0"], ["--seat", str(seats - 1)], ["--open"]):
                replayed = run("replay", file, "--lang", language, *view, folder=folder)
                moves = len(json.loads((folder / file).read_text())["moves"])
                expect(f"{name}: replay {view}", replayed.returncode == 0 and
                       re.search(rf"(Move|Coup) {moves} (of|sur) {moves}", replayed.stdout), replayed.stdout + replayed.stderr)
                expect(f"{name}: replay {view} fits", not too_wide(replayed.stdout), "\n".join(too_wide(replayed.stdout)))


def test_watching(folder):
    table = Table("play", "trakks", "--people", "0", "--seats", "2", "--seed", "w", folder=folder)
    expect("a match of computer players only plays to the end", result_of(table.everything), table.everything)
    expect("and it ends cleanly", table.end() == 0)


def segments(text, clear):
    """The screens of a hot-seat match: whose it is, and everything on it until it is cleared."""
    for part in text.split(clear):
        names = set(re.findall(r"^(\w+)> ", part, re.M))
        yield names, part


def hand(part):
    """The hands of the current player shown on a screen, without colours."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", part)
    return re.findall(r"^Your hand.*?\n((?:  .*\n)*)", plain, re.M)


def test_secrets(folder):
    for terminal in (False, True):
        kind = "terminal" if terminal else "pipe"
        table = Table("play", "trex", "--names", "Anna,Luc", "--seed", "secret", terminal=terminal, folder=folder)
        chance = random.Random(1)
        for _ in range(120):
            if not re.search(r"\w> $", table.screen):
                table.type("")
            elif chance.random() < 0.1:
                table.type("log")
            else:
                table.type(str(chance.randint(1, max(1, choices(re.sub(r"\x1b\[[0-9;]*m", "", table.screen))))))
        expect(f"{kind}: quitting saves", "--resume" in table.type("quit") and table.end(close=False) == 0, table.everything)
        parts = list(segments(table.everything, CLEAR if terminal else "=" * 80 + "\n"))
        expect(f"{kind}: the screen is cleared between people", len(parts) > 20, table.everything)
        expect(f"{kind}: one person per screen", all(len(names) <= 1 for names, _ in parts))
        last, mixed, leaked = {}, [], []
        played = {"Anna": set(), "Luc": set()}
        for names, part in parts:
            if not names:
                continue
            own, other = names.pop(), None
            other = "Luc" if own == "Anna" else "Anna"
            if last.get(other) and last[other] in hand(part):
                mixed.append(part)
            if hand(part):
                last[own] = hand(part)[-1]
            plain = re.sub(r"\s+", " ", re.sub(r"\x1b\[[0-9;]*m", "", part))
            for who, card in re.findall(r"(\w+) (?:plays?|ha(?:s|ve) no [^.]*:) the (\w+ \d+|[\w ]+)\.", plain):
                played[own if who == "You" else who].add(card)
            for cards in re.findall(rf"{other} draws:? ([^.]*)\.", plain):
                if re.fullmatch(r"a card|\d+ cards", cards):
                    continue
                if not set(cards.split(", ")) <= played[other]:
                    leaked.append(cards)
        expect(f"{kind}: no one sees the other's hand", not mixed, "".join(mixed[:1]))
        expect(f"{kind}: no one learns what the other draws", not leaked, str(leaked))
    table = Table("play", "trex", "--seed", "one", folder=folder)
    play_on(table, random.Random(2), limit=10)
    expect("a single person is never asked to hide the screen", "press Enter" not in table.everything.lower(), table.everything)
    table.end()


def first_moves(table, count):
    for _ in range(count):
        table.type("1")


def test_resume(folder):
    for game, seats, count in (("trex", 3, 9), ("tyrannosaurus", 3, 5), ("trakks", 2, 8)):
        options = ("play", game, "--seats", str(seats), "--players", "easy", "--seed", "resumed", "--names", "Zoé")
        whole = Table(*options, folder=folder)
        play_on(whole, random.Random(3))
        whole.end()
        chance = random.Random(3)
        half = Table(*options, folder=folder)
        play_on(half, chance, limit=count)
        text = half.type("save half.json")
        expect(f"{game}: saves under a name", "half.json" in text, text)
        expect(f"{game}: does not overwrite other files", "exists already" in half.type("save half2.json").replace("\n", " ")
               if (folder / "half2.json").exists() else True)
        half.type("quit")
        expect(f"{game}: quitting is clean", half.end(close=False) == 0, half.everything)
        saved = json.loads((folder / "half.json").read_text())
        expect(f"{game}: who is who is saved", saved["players"] == ["person"] + ["easy"] * (seats - 1) and
               saved["names"][0] == "Zoé", str(saved.get("players")))
        again = Table("play", "--resume", "half.json", folder=folder)
        play_on(again, chance)
        expect(f"{game}: a resumed match ends as it would have", result_of(again.everything) == result_of(whole.everything) and
               result_of(whole.everything), f"{result_of(again.everything)}\n{result_of(whole.everything)}")
        again.end()
        finished = run("verify", "half.json", folder=folder)
        expect(f"{game}: the file has the whole match", "finished" in finished.stdout and "not" not in finished.stdout,
               finished.stdout)
        (folder / "half.json").unlink()
    expect("no temporary files are left", not [f for f in os.listdir(folder) if not f.endswith(".json")], str(os.listdir(folder)))


def test_interruptions(folder):
    for what in ("end of input", "SIGINT", "SIGTERM"):
        table = Table("play", "trex", "--seats", "2", "--seed", what, folder=folder)
        first_moves(table, 2)
        if what == "end of input":
            code = table.end()
        else:
            table.process.send_signal(getattr(signal, what))
            table.everything += table.wait()
            code = table.end(close=False)
        file = re.search(r"--resume\s+([\w.-]+\.json)", table.everything)
        expect(f"{what}: saves and says so", code == 0 and file and (folder / file.group(1)).exists(), table.everything)
        moves = json.loads((folder / file.group(1)).read_text())["moves"]
        expect(f"{what}: nothing is lost", len(moves) >= 2)
        (folder / file.group(1)).unlink()
    table = Table("play", "trex", "--seed", "x", terminal=True, folder=folder)
    table.type("1")
    os.write(table.input, b"\x03")
    text = table.wait()
    expect("Ctrl-C saves", "--resume" in text and table.end(close=False) == 0, text)
    table = Table("play", "trex", "--seed", "x", folder=folder)
    expect("a match without moves is not saved", table.end() == 0 and "--resume" not in table.everything)


def test_nowhere_to_save(folder):
    gone = folder / "gone"
    gone.mkdir()
    table = Table("play", "trex", "--seed", "x", folder=gone)
    table.type("1")
    gone.rmdir()
    text = table.type("quit")
    expect("leaving a match that cannot be saved needs a second try", "again to leave" in text.replace("\n", " ") and
           table.process.poll() is None, text)
    table.type("quit")
    expect("but then it works", table.end(close=False) == 1)


def test_broken_files(folder):
    table = Table("play", "trex", "--seats", "2", "--seed", "b", folder=folder)
    first_moves(table, 3)
    table.type("save good.json")
    table.type("quit")
    table.end(close=False)
    good = json.loads((folder / "good.json").read_text())
    changes = {
        "other tables": {"data": "0" * 32}, "an illegal move": {"moves": [[0, "play zz"]]}, "no moves": {"moves": 7},
        "another game": {"game": "chess"}, "too many seats": {"seats": 99}, "unknown players": {"players": ["person", "zz"]},
        "players of another number": {"players": []}, "no seed": {"seed": None}, "another version": {"ludosaure": 2},
    }
    for what, change in changes.items():
        (folder / "bad.json").write_text(json.dumps({**good, **change}))
        for language in ("en", "fr"):
            refused = run("play", "--resume", "bad.json", "--lang", language, folder=folder)
            expect(f"{what}: refused clearly ({language})", refused.returncode == 1 and refused.stderr.startswith("ludosaure: "),
                   refused.stdout + refused.stderr)
    for what, content in {"half a file": json.dumps(good)[:100], "no JSON": "hello", "nothing": "", "a list": "[]"}.items():
        (folder / "bad.json").write_text(content)
        for command in (["play", "--resume"], ["replay"], ["verify"]):
            refused = run(*command, "bad.json", folder=folder)
            expect(f"{what}: {command[0]} refuses", refused.returncode == 1 and refused.stderr, refused.stdout + refused.stderr)
    for language, words in (("en", "goes wrong at move 2 (seat 1, play ?zz)"), ("fr", "au coup 2 (place 1,")):
        (folder / "bad.json").write_text(json.dumps({**good, "moves": [good["moves"][0], [1, "play \x1bzz"]]}))
        refused = run("verify", "bad.json", "--lang", language, folder=folder)
        expect(f"verify says where a record breaks ({language})", refused.returncode == 1 and not refused.stdout
               and words in refused.stderr and "\x1b" not in refused.stderr, refused.stdout + refused.stderr)
    for language, words in (("en", "not the one that was announced"), ("fr", "pas celle qui était annoncée")):
        (folder / "bad.json").write_text(json.dumps({**good, "seed_hash": "0" * 64}))
        refused = run("verify", "bad.json", "--lang", language, folder=folder)
        expect(f"verify says that another deal was announced ({language})", refused.returncode == 1
               and not refused.stdout and words in refused.stderr, refused.stdout + refused.stderr)
    names = {**good, "names": ["\x1b[31mred\x07" * 9, "**`x`**"]}
    (folder / "bad.json").write_text(json.dumps(names))
    table = Table("play", "--resume", "bad.json", folder=folder)
    expect("names in a file cannot control the terminal", "\x1b" not in table.everything and "\x07" not in table.everything,
           table.everything)
    table.end()


def test_garbage(folder):
    chance = random.Random(7)
    for game in GAMES:
        table = Table("play", game, "--names", "Anna,Luc", "--seats", "2", "--seed", "g", folder=folder)
        table.type("")
        lines = [b"\xff\xfe\x00\x01", b"\x1b[2J", b"x" * 100000, b"9" * 50, b"0", b"-1", b"1e9", b"\xc3", b"\t\t", b"+", b"move",
                 b"+ r7 99999999999,1", b"done", b"undo", b"place", b"place r7@0,0 | |", b"rules " + b"A" * 3000, b"as", b"as Nobody",
                 b"save /nonexistent/folder/x", b"save .", "règles".encode() + b" T1", b"%s%n", b"{1}", b"give", b"play  Y6"]
        lines += [bytes(chance.randrange(1, 256) for _ in range(chance.randrange(40))).replace(b"\n", b"") for _ in range(150)]
        for line in lines:
            if line.strip() in (b"",):
                continue
            table.type(line + b"\n")
            if table.process.poll() is not None:
                break
        expect(f"{game}: no input stops it", table.process.poll() is None, table.everything)
        expect(f"{game}: no control characters come back", not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", table.everything))
        text = table.type("quit")
        table.end(close=False)
        file = re.search(r"--resume\s+([\w.-]+\.json)", text)
        expect(f"{game}: then it still saves", file is not None, text)


def test_commands(folder):
    table = Table("play", "trex", "--seats", "3", "--seed", "c", "--lang", "fr", "--names", "Émile", folder=folder)
    expect("French by --lang", "à vous de choisir" in table.screen, table.screen)
    for line, answer in (("aide", "conseil"), ("help", "conseil"), ("règles T13", "T13"), ("regles t13", "T13"), ("règles 13", "T13"), ("règles 1*", "1*"),
                         ("rules T99", "T99"), ("coups", "à vous de choisir"), ("table", "Votre main"), ("conseil", "`"), ("journal", "rien passé"),
                         ("play", "pas un coup"), ("play zz", "pas un coup"), ("flip", "règles T9"), ("egg 1", "règles T16"),
                         ("99", "liste"), ("pour Zoé", "personne")):
        text = table.type(line)
        expect(f"{line!r} is answered", answer in text.replace("\n", " ") and "Émile> " in text, text)
    card = re.search(r"\d play (\w+)", table.type("coups")).group(1)
    text = table.type("  PLAY   " + card.upper())
    expect("capitals and spaces do not matter", "Vous jouez" in text, text)
    card = re.findall(r"\d play (\w+)", text)[-1]
    text = table.type(card)
    expect("the last words of a move are enough", "Vous jouez" in text, text)
    expect("the log tells the story", table.type("log").count("Vous jouez") == 2)
    table.end()
    table = Table("play", "scale", "--names", "Ada,Bob,Cy", "--seed", "s", folder=folder)
    expect("the first is asked by name", "Ada" in table.screen)
    table.type("")
    text = table.type("as cy")
    expect("`as` gives the screen to someone else", "Cy" in text, text)
    table.type("")
    expect("who sees their own card", "Your card" in table.type("") and table.screen.endswith("Cy> "), table.screen)
    table.type("")
    expect("Enter: nothing for now, the next is asked", "Ada" in table.type("") and not table.screen.endswith("Cy> "), table.screen)
    table.end()
    table = Table("play", "trakks", "--names", "Anna,Luc", "--seed", "k", folder=folder)
    expect("the pool has an arrow, and the rack has none", "take arrow" in table.type("") and "plus" not in table.screen)
    text = table.type("arrow")
    expect("a move is not taken for the end of another", "rules K5" in text and "Anna> " in text, text)
    table.end()


def test_help_at_the_prompt(folder):
    for game in GAMES:
        for language, answer in (("en", "the whole rulebook"), ("fr", "tout le livret")):
            table = Table("play", game, "--seats", "2", "--names", "Ada,Bob", "--seed", "q", "--lang", language, folder=folder)
            table.type("")
            text = table.type("?")
            expect(f"? helps in {game}", answer in text and text.endswith("Ada> "), text)
            table.end()
    table = Table("play", "trakks", "--seats", "2", "--names", "Ada,Bob", "--seed", "q", folder=folder)
    table.type("")
    text = table.type("?")
    expect("? explains how to place, too", text.count("?") > 2 and "+ r7" in text, text)
    table.end()


def test_compass(folder):
    """Compass points are those of the language; the other language's are understood too."""
    for language, west, others in (("fr", ("NO", "O", "SO"), ("nw", "W", "sw")), ("en", ("NW", "W", "SW"), ("no", "O", "so"))):
        for typed in (*west, *others, "steer " + west[0].lower(), "ne", "S"):
            table = Table("play", "tyrannosaurus", "--seats", "2", "--names", "Ada,Bob", "--seed", "q", "--lang", language,
                          folder=folder)
            table.type("")
            shown = table.type("table")
            expect("the compass and the list are in the language", all(
                f"steer {point} " in shown and re.search(rf"(?<!steer ){point} ", shown) for point in west), shown)
            text = table.type(typed)
            expect(f"{typed} is a move in {language}", "Bob" in text and not text.endswith("Ada> "), text)
            table.end()
    table = Table("play", "tyrannosaurus", "--seats", "2", "--players", "skilled", "--seed", "q", "--lang", "fr", folder=folder)
    hint = re.sub(r"\s+", " ", table.type("conseil"))
    expect("a hint in French is by the coach", re.search("Conseil du coach : `", hint.replace("\u00a0", " ").replace("\u202f", " ")), hint)
    expect("levels have French names", "(ordinateur, joueur confirmé)" in re.sub(r"\s+", " ", table.everything), table.everything)
    table.end()


def test_people_only(folder):
    """Computer players stay out of Scale's room mode, and the program says what they need."""
    for arguments in (("--seats", "3", "--people", "1"), ("--players", "casual"), ("--seats", "2", "--people", "2", "--players", "easy"),
                      ("--people", "0"), ("--option", "mode=room", "--names", "Ada", "--people", "1")):
        refused = run("play", "scale", *arguments, folder=folder)
        expect(f"play scale {arguments}: refused", refused.returncode == 2 and "“stage”" in refused.stderr, str(refused))
    for arguments, seats in (((), 4), (("--seats", "3"), 3), (("--names", "Ada,Bob"), 2), (("--names", "Ada"), 4)):
        table = Table("play", "scale", "--seed", "s", *arguments, folder=folder)
        line = table.screen.replace("\n", " ")
        expect(f"play scale {arguments}: people only", "Only people play here" in line and "(easy)" not in line, table.screen)
        names = re.search(r"Around the table: (.*?)\.", line)
        expect(f"play scale {arguments}: {seats} of them", names and names[1].count(",") == seats - 1, table.screen)
        table.end()
    table = Table("play", folder=folder)
    for line in ("scale", "3"):
        text = table.type(line)
    expect("the picker does not ask how many are people", "Names (up to 3)" in text.replace("\n", " "), text)
    table.end()
    table = Table("play", "scale", "--option", "mode=stage", "--seats", "3", "--seed", "s", folder=folder)
    expect("with a stage they play, and the program says what a terminal lacks", "no stage in a terminal" in table.screen.replace("\n", " "),
           table.screen)
    table.type("save stage.json")
    table.end()
    saved = json.loads((folder / "stage.json").read_text())
    saved["options"]["mode"] = "room"
    (folder / "room.json").write_text(json.dumps(saved))
    refused = run("play", "--resume", "room.json", folder=folder)
    expect("nor are they resumed from a file", refused.returncode == 1 and "“stage”" in refused.stderr, str(refused))


def test_picker(folder):
    for arguments in (("play",), ("--lang", "en", "play")):
        table = Table(*arguments, folder=folder)
        expect("the picker lists the games", all(f"({game}, " in table.screen for game in GAMES),
               table.screen)
        expect("and asks again when it does not understand", "no game" in table.type("chess").replace("\n", " "), table.screen)
        expect("and does not pick the first of several games", "several games" in table.type("t").replace("\n", " "), table.screen)
        table.type("tyr")
        table.type("99")
        expect("a number out of range is asked again", "from 2 to 4" in table.screen, table.screen)
        table.type("3")
        table.type("")
        expect("more names than people are asked again", "Your name?" in table.type("Anna, Luc, Zoé"), table.screen)
        text = table.type("Anna")
        expect("then the match begins", "Anna> " in text and "Tyrannosaurus Rex" in text, text)
        table.end()
    table = Table("play", folder=folder)
    for _ in range(4):
        text = table.type("")
    expect("Enter alone is enough", "Player A> " in text and "T-Rex" in text, text)
    table.end()
    for language, word in (("en", "quit"), ("en", "QUIT"), ("fr", "quitter")):
        for answered in range(4):
            table = Table("play", "--lang", language, folder=folder)
            for _ in range(answered):
                table.type("")
            table.type(word)
            expect(f"{word} leaves at question {answered + 1}", table.end(close=False) == 0 and "--resume" not in table.everything, table.everything)
    for arguments in (("play", "trex", "--seats", "9"), ("play", "trex", "--people", "6"), ("play", "trex", "--seats", "2", "--people", "3"),
                      ("play", "trex", "--names", "a,b,c", "--people", "1"), ("play", "trex", "--players", "zz"), ("play", "trex", "zz"),
                      ("play", "trex", "--option", "zz=1"), ("play", "--resume", "x.json", "--seats", "2"), ("replay",),
                      ("play", "trex", "--seed", b"\xff"), ("simulate", "trex", "--json", "--seed", b"\xff")):
        refused = run(*arguments, folder=folder, text=False)
        expect(f"{arguments}: a usage error", refused.returncode == 2 and refused.stderr, str(refused))


def test_command_line(folder):
    version = run("--version", folder=folder)
    expect("--version names the program and a version", version.returncode == 0
           and re.fullmatch(r"ludosaure \d+\.\d+\.\d+\n", version.stdout), version.stdout)
    for arguments, code, words in ((("play", "trex", "--seats", "9"), 2, "from 2 to 5"),
                                   (("play", "trex", "--option", "zz=1"), 2, "meteor_compare=number|rank"),
                                   (("play", "trakks", "--option", "rounds=100"), 2, "rounds=1…99"),
                                   (("rules", "trakks"), 0, "\n\nAppendix"), (("--lang", "fr", "rules", "scale"), 0, "\n\nAnnexe"),
                                   (("--lang", "fr", "rules", "trex", "T13"), 0, "météorite"),
                                   (("--lang=fr", "--data", ".", "zz"), 2, "pas de commande"),
                                   (("help", "help"), 0, "referee"),
                                   (("export-web",), 2, "which folder"),
                                   (("help", "export-web", "--lang", "fr"), 0, "hébergeur"),
                                   (("verify", "nowhere.json"), 1, "no such file"),
                                   (("verify", ".", "--lang", "fr"), 1, "dossier"),
                                   (("rules", "trex", "--data", "nowhere"), 2, "no folder")):
        result = run(*arguments, folder=folder)
        expect(f"{arguments}: {words}", result.returncode == code and words in result.stdout + result.stderr, str(result))
    (folder / "components" / "trex.json").mkdir(parents=True)
    result = run("simulate", "trex", "--games", "1", "--data", ".", folder=folder)
    expect("an unreadable component file is not silently replaced", result.returncode == 1 and "trex.json" in result.stderr, str(result))
    with open("/dev/full", "w") as full:
        for arguments in (("rules", "trex"), ("help",), ("simulate", "trex", "--games", "1")):
            code = subprocess.run([BINARY, *arguments], stdout=full, stderr=subprocess.DEVNULL, env=ENVIRONMENT).returncode
            expect(f"{arguments}: output that cannot be written is an error", code == 1)


def test_serve(folder):
    """Without a command: the server, which says where it is and stops on Ctrl-C."""
    environment = {**ENVIRONMENT, "XDG_DATA_HOME": str(folder / "data" / "of")}
    for arguments, words in ((("--port", "0", "--qr"), "On this computer"), (("serve", "--port=0", "--lang", "fr"), "Sur cet ordinateur")):
        server = subprocess.Popen([BINARY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True)
        lines = [server.stdout.readline(), server.stdout.readline()]
        expect(f"{arguments}: says where it is", words in lines[1] and re.search(r"http://localhost:\d+$", lines[1].strip()), str(lines))
        port = lines[1].rpartition(":")[2].strip()
        second = subprocess.run([BINARY, "serve", "--port", port, "--database", folder / "other.db"], capture_output=True, env=environment, text=True)
        expect("a port in use is reported", second.returncode == 1 and f"port {port} is already in use" in second.stderr, str(second))
        server.send_signal(signal.SIGINT)
        expect("Ctrl-C stops it", server.wait(WAIT_S) == 0, "")
        server.stdout.close()
    expect("the database is in the data folder", (folder / "data/of/ludosaure/ludosaure.db").exists(), "")
    for arguments, words in ((("--tls-cert", "x"), "go together"), (("--log", "zz"), "json, text or none"), (("zz", "--port", "0"), "zz"),
                             (("serve", "--port", "65536"), "from 0 to 65535"),
                             (("serve", "--origin", "https://x.example/"), "not an origin"), (("serve", "--proxy", "10.0.0.0/8"), "not an address"),
                             (("serve", "--listen", "300.1.1.1"), "“300.1.1.1” is neither an address"), (("serve", "zz"), "unexpected")):
        result = run(*arguments, folder=folder)
        expect(f"serve {arguments}: {words}", result.returncode == 2 and words in result.stderr, str(result))
    result = run("serve", "--port", "0", "--database", ".", folder=folder)
    expect("an unusable database is reported", result.returncode == 1 and "database" in result.stderr, str(result))
    result = run("serve", "--port", "0", "--page", "nowhere", folder=folder)
    expect("a page that is not there is reported", result.returncode == 1 and "nowhere" in result.stderr, str(result))
    result = run("serve", "--port", "0", "--database", "tls.db", "--tls-cert", "none", "--tls-key", "none", folder=folder)
    expect("a missing certificate is reported", result.returncode == 1 and "cannot read none" in result.stderr, str(result))
    result = run("serve", "--port", "0", "--database", "there.db", "--listen", "192.0.2.77", folder=folder)
    expect("an address of another machine is reported", result.returncode == 1 and "192.0.2.77" in result.stderr, str(result))


def test_help():
    for language in ("en", "fr"):
        for command in ("", "play", "replay", "rules", "verify", "simulate", "arena", "study", "bot", "referee", "serve",
                        "commands"):
            result = run("help", *([command] if command else []), "--lang", language)
            expect(f"help {command} {language}", result.returncode == 0 and result.stdout and not too_wide(result.stdout), result.stdout)


def test_few_rows(folder):
    for rows, lines_a_square in ((24, 1), (40, 2)):
        table = Table("play", "tyrannosaurus", "--seats", "4", "--seed", "rows", terminal=True, rows=rows, folder=folder)
        board = table.screen.splitlines()
        top, bottom = (next(i for i, line in enumerate(board) if mark in line) for mark in "┌└")
        expect(f"{rows} rows: {lines_a_square} a square", bottom - top == (6 if lines_a_square == 1 else 15), table.screen)
        expect(f"{rows} rows: the whole board can be seen while choosing", len(board) - top < rows, table.screen)
        table.type("quit")
        table.end(close=False)
        table = Table("play", "trex", "--seats", "2", "--seed", "rows", terminal=True, rows=rows, folder=folder)
        for _ in range(30):
            if "Known cards" not in table.screen:
                table.type("1")
        known_first = table.screen.find("Known cards") < table.screen.rfind("Trumps")
        expect(f"{rows} rows: the round is next to the prompt", known_first == (rows == 24), table.screen)
        table.type("quit")
        table.end(close=False)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        test_whole_games(folder)
        test_watching(folder)
        test_secrets(folder)
        test_resume(folder)
        test_interruptions(folder)
        test_nowhere_to_save(folder)
        test_broken_files(folder)
        test_garbage(folder)
        test_commands(folder)
        test_help_at_the_prompt(folder)
        test_compass(folder)
        test_people_only(folder)
        test_picker(folder)
        test_few_rows(folder)
        test_command_line(folder)
        test_serve(folder)
    test_help()
    finish()


main()
