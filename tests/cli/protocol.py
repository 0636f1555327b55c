#!/usr/bin/env python3
"""The referee over a real pipe: every command and every error code of the protocol, and bytes that
no program should send. usage: protocol.py BINARY"""
import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from checks import case, finish

BINARY = sys.argv[1]
ROOT = pathlib.Path(__file__).resolve().parents[2]
CODES = ("bad_json bad_request unknown_command unknown_game bad_option bad_position no_match "
         "not_your_turn bad_move illegal_move over").split()
# Leak checking takes seconds at every exit; checking the referee's own exit is enough.
NO_LEAK_CHECK = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}


class Referee:
    def __init__(self, *words):
        self.process = subprocess.Popen([BINARY, "referee", *words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env=NO_LEAK_CHECK if words else None)

    def send_raw(self, line):
        """One line of bytes; its answer as bytes, which must be one line."""
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def send(self, line):
        answer = json.loads(self.send_raw(line))
        assert answer["ok"] in (True, False)
        if not answer["ok"]:
            error = answer["error"]
            assert error["code"] in CODES, error
            assert error["text"]["en"] and error["text"]["fr"], error
            assert (error["code"] == "illegal_move") <= (error["rule"] is not None), error
        return answer

    def ask(self, cmd, **values):
        return self.send(json.dumps({"id": 7, "cmd": cmd, **values}).encode())

    def ok(self, cmd, **values):
        answer = self.ask(cmd, **values)
        assert answer["ok"] and answer["id"] == 7, answer
        return answer

    def refused(self, code, cmd, **values):
        answer = self.ask(cmd, **values)
        assert not answer["ok"] and answer["error"]["code"] == code, (code, answer)
        return answer["error"]

    def close(self):
        self.process.stdin.close()
        assert self.process.wait(timeout=120) == 0


LADDER = ("child", "beginner", "casual", "regular", "skilled", "strong", "expert")


def test(function):
    referee = Referee()

    def run():
        function(referee)
        referee.close()

    if not case(function.__name__, run):
        referee.process.kill()


def games(referee):
    answered = referee.ok("games")["games"]
    narrowed = 0
    for game in answered:
        expected = json.loads((ROOT / "tests/games" / game["id"] / "facts.json").read_text())
        assert {"seats": game["seats"], "facts": game["facts"]} == expected, (game, expected)
        levels = [level for level in LADDER if level in game["levels"]]
        assert game["levels"] == levels and {"child", "expert"} <= set(levels), game
        for name, option in game["options"].items():
            assert option["default"] in option["values"]
            for other, allowed in option.get("allows", {}).items():
                narrowing(referee, game, name, other, allowed)
                narrowed += 1
    assert narrowed > 0


def boxes(referee):
    """What the box says is the file, without remarks; null if a user's file is not as it should be."""
    answered = {game["id"]: game["box"] for game in referee.ok("games")["games"]}
    files = {file.stem: json.loads(file.read_text()) for file in (ROOT / "data/boxes").glob("*.json")}
    assert files and all(answered[game] == {key: box[key] for key in box if key != "about"} for game, box in files.items())
    good = files["trex"]
    bad = [{**good, "age": "10"}, {**good, "designers": "Ada"}, {**good, "idea": [1]}, {**good, "more": 1}, [good],
           {key: good[key] for key in good if key != "year"}, {**good, "publishers": ["x" * 3000]}]
    for box, said in [({**good, "age": 99}, 99), *((box, None) for box in bad)]:
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "boxes").mkdir()
            (pathlib.Path(folder) / "boxes/trex.json").write_text(json.dumps(box))
            replaced = Referee("--data", folder)
            games = {game["id"]: game["box"] for game in replaced.ok("games")["games"]}
            replaced.close()
        assert (games["trex"] and games["trex"]["age"]) == said, (box, games["trex"])
        assert games["scale"] == answered["scale"]


def components(referee):
    """What is printed on the components is the file in use."""
    for file in (ROOT / "data/components").glob("*.json"):
        if file.stem in {game["id"] for game in referee.ok("games")["games"]}:
            assert referee.ok("components", game=file.stem)["components"] == json.loads(file.read_text())
    assert referee.ok("components", game="trakks")["components"] is None
    referee.refused("unknown_game", "components", game="chess")
    referee.refused("bad_request", "components")
    replaced = json.loads((ROOT / "data/components/trex.json").read_text())
    replaced["symbols"].update(y1=replaced["symbols"]["n3"], n3=replaced["symbols"]["y1"])
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "components").mkdir()
        (pathlib.Path(folder) / "components/trex.json").write_text(json.dumps(replaced))
        other = Referee("--data", folder)
        assert other.ok("components", game="trex")["components"]["symbols"]["y1"] == "meteor"
        other.close()


def narrowing(referee, game, name, other, allowed):
    """An option says which values of another go with it: these start a match, and no others."""
    option = game["options"][name]
    seats = option.get("seats", game["seats"])[0]
    for value in option["values"]:
        assert game["options"][other]["default"] in allowed[value], allowed
        assert len(allowed[value]) < len(game["options"][other]["values"]), allowed
        for other_value in game["options"][other]["values"]:
            new = {"game": game["id"], "seats": seats, "seed": "1", "options": {name: value, other: other_value}}
            if other_value in allowed[value]:
                referee.ok("new", **new)
            else:
                referee.refused("bad_option", "new", **new)


def requests_without_a_match(referee):
    for cmd in ("position", "view", "to_act", "legal", "play", "result", "record", "suggest"):
        referee.refused("no_match", cmd, seat=0, move="x")


def bad_requests(referee):
    referee.refused("unknown_command", "sing")
    assert referee.send(b'{"id":1}')["error"]["code"] == "bad_request"
    assert referee.send(b'{"id":1,"cmd":5}')["error"]["code"] == "bad_request"
    for line in (b"[]", b"5", b'"x"', b"null", b"true"):
        assert referee.send(line)["error"]["code"] == "bad_request"
    new = {"game": "trex", "seats": 3, "seed": "s"}
    for key in new:
        for value in (None, [], {}, True, 2.5, "", "x", -1, 0, 99, 10**30, 1e300):
            if key == "seed" and isinstance(value, str):
                continue
            answer = referee.ask("new", **{**new, key: value})
            expected = "unknown_game" if key == "game" and isinstance(value, str) else "bad_request"
            assert answer["error"]["code"] == expected, (key, value, answer)
        referee.refused("bad_request", "new", **{k: v for k, v in new.items() if k != key})
    referee.refused("bad_request", "new", **new, options=[])
    referee.refused("bad_request", "new", **new, options="x")
    referee.refused("bad_option", "new", **new, options={"x": 1})
    referee.refused("bad_option", "new", **new, options={"meteor_compare": "size"})
    referee.refused("bad_option", "new", **new, options={"meteor_compare": 1})
    referee.refused("no_match", "to_act")
    referee.ok("new", **new)
    before = referee.ok("position")
    for seat in (None, -1, 3, "0", 0.0, [], 2**70):
        for cmd in ("legal", "play", "suggest"):
            referee.refused("bad_request", cmd, seat=seat, move="flip")
        if seat is not None:
            referee.refused("bad_request", "view", seat=seat)
    for move in (None, 5, [], {}, ["flip"]):
        referee.refused("bad_request", "play", seat=0, move=move)
    referee.refused("bad_request", "play", seat=0)
    referee.refused("bad_request", "view")
    for position in (None, 5, [], "x"):
        referee.refused("bad_request", "setup", position=position)
    referee.refused("unknown_game", "setup", position={"game": "go"})
    referee.refused("bad_position", "setup", position={})
    referee.refused("bad_position", "setup", position={"game": "trex"})
    referee.refused("bad_request", "suggest", seat=0, level="god")
    error = referee.refused("bad_request", "suggest", seat=0, level="beginner")  # T-Rex leaves this step out
    assert "random, easy, child, casual, regular, strong, expert" in error["text"]["en"], error
    for level in ("random", "easy", "child", "strong", "expert", "medium", "hard"):  # the last two: names of earlier versions
        move = referee.ok("suggest", seat=0, level=level, ms=5)["move"]
        assert move in referee.ok("legal", seat=0)["moves"], (level, move)
    referee.refused("bad_request", "suggest", seat=0, ms=-1)
    referee.refused("bad_request", "suggest", seat=0, ms="1")
    assert referee.ok("position") == before
    referee.ok("setup", position=before["position"])
    referee.refused("bad_request", "record")


def ids_come_back(referee):
    for value in (None, True, 0, -5, 2**53, 1.5, "é\u0000\U0001f996", [], {"a": [None]}, "x" * 198):
        answer = referee.send(json.dumps({"id": value, "cmd": "games"}).encode())
        assert answer["id"] == value and answer["ok"], value
    assert referee.send(b'{"cmd":"games"}')["id"] is None
    # As they were sent, not only as many JSON readers would understand them.
    for raw in (b"18446744073709551616", b"-123456789012345678901234567890", b"1.0", b"1e2", b"1E400", b"-0",
                b"0.10", b'"\\u0041\\/"', b'[1, {"id": 2.50}]', b"7" * 200):
        for request in (b'{"id":%b,"cmd":"games"}', b'{"cmd":"position","x":{"id":1},"id" : %b }',
                        b'{"id":1,"id":%b}'):
            line = referee.send_raw(request % raw)
            assert line.startswith(b'{"id":' + raw + b',"ok":'), line[:300]
    answer = referee.send(b'{"id":' + b"7" * 201 + b',"cmd":"games"}')
    assert answer["id"] is None and answer["error"]["code"] == "bad_request", answer


def bytes_of_all_kinds(referee):
    rng = random.Random(1)
    for line in (b"", b" ", b"\r", b"{", b"}", b"\x00", b"\xff\xfe", b'{"id":1,"cmd":"games"',
                 b'{"id":"\xc3","cmd":"games"}', b'{"id":1e999,"cmd":"x"}', b"[" * 100000,
                 b'{"a":' * 5000, b'{"id":1,"id":2,"cmd":"games","cmd":"games"}',
                 b'{"id":1,"cmd":"play\\u0000"}', b'{"cmd":"\\ud800"}', b"nan", b"-", b"1e5"):
        referee.send(line)
    for _ in range(500):
        referee.send(bytes(rng.randrange(256) for _ in range(rng.randrange(40))).replace(b"\n", b""))
    assert referee.send(b'{"id":3,"cmd":"games"}\r')["id"] == 3
    referee.ok("games")


def very_long_lines(referee):
    big = b"x" * (8 << 20)
    answer = referee.send(b'{"id":1,"cmd":"games","pad":"' + big + b'"}')
    assert answer["ok"] and answer["id"] == 1
    assert not referee.send(big)["ok"]
    assert not referee.send(b"[" + b"[]," * (1 << 20) + b"[]]")["ok"]
    assert not referee.send(b'{"cmd":"play","pad":"' + b"y" * (40 << 20) + b'"}')["ok"]
    referee.ok("new", game="trex", seats=2, seed="x" * (4 << 20))
    referee.refused("bad_move", "play", seat=0, move="play " + "y" * (4 << 20))
    referee.refused("bad_position", "setup", position={"game": "trakks", "bag": ["r7"] * 500000})
    referee.ok("to_act")


def a_line_without_an_end(referee):
    referee.process.stdin.write(b'{"id":9,"cmd":"games"}')
    referee.process.stdin.close()
    assert json.loads(referee.process.stdout.readline())["id"] == 9
    assert referee.process.wait(timeout=120) == 0
    referee.close = lambda: None


def whole_games(referee):
    rng = random.Random(2)
    for game in referee.ok("games")["games"]:
        for seats in game["seats"]:
            referee.ok("new", game=game["id"], seats=seats, seed=f"p{seats}")
            play_to_the_end(referee, rng, seats)


def play_to_the_end(referee, rng, seats):
    while True:
        to_act = referee.ok("to_act")
        if not to_act["seats"]:
            break
        seat = rng.choice(to_act["seats"])
        legal = referee.ok("legal", seat=seat)
        others = [s for s in range(seats) if s not in to_act["seats"]]
        if others:
            assert referee.ok("legal", seat=others[0])["moves"] == []
            if legal["moves"]:
                referee.refused("not_your_turn", "play", seat=others[0], move=legal["moves"][0])
            referee.refused("not_your_turn", "suggest", seat=others[0])
        referee.refused("bad_move", "play", seat=seat, move="Play y6")
        move = referee.ok("suggest", seat=seat, level="random")["move"]
        events = referee.ok("play", seat=seat, move=move)["events"]
        assert events and all(isinstance(event["type"], str) for event in events)
    assert to_act["phase"] == "over"
    result = referee.ok("result")
    assert result["over"] and len(result["scores"]) == seats
    referee.refused("over", "play", seat=0, move="Play y6")
    referee.refused("over", "suggest", seat=0)
    assert referee.ok("legal", seat=0)["moves"] == []
    record = referee.ok("record")["record"]
    assert record["result"]["winners"] == result["winners"]
    assert verify(record) == 0
    broken_records(record)


def verify(record):
    """The exit code of `ludosaure verify` for a record."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(record, file)
        file.flush()
        return subprocess.run([BINARY, "verify", file.name], capture_output=True,
                              env=NO_LEAK_CHECK).returncode


def broken_records(record):
    """A record changed anywhere that matters does not verify."""
    scores = [score + 1 for score in record["result"]["scores"]]
    assert verify({**record, "result": {**record["result"], "scores": scores}}) == 1
    assert verify({**record, "result": None}) == 1
    assert verify({**record, "data": "00"}) == 1
    assert verify({**record, "moves": record["moves"][:-1]}) == 1
    assert verify({**record, "moves": record["moves"] + [[0, "pass"]]}) == 1
    assert verify({**record, "moves": [[99, "x"]]}) == 1
    assert verify({**record, "seats": 99}) == 1
    assert verify({**record, "game": "go"}) == 1
    announced = hashlib.sha256(record["seed"].encode()).hexdigest()
    assert verify({**record, "seed_hash": announced}) == 0
    for wrong in ("0" * 64, announced[:-1], announced.upper(), "", None, 7):
        assert verify({**record, "seed_hash": wrong}) == 1
    assert verify({}) == 1
    assert verify({**record, "moves": record["moves"][:1], "result": None}) == 0


def broken_component_files(_):
    """A broken component file of a user is reported before any request is read."""
    with tempfile.TemporaryDirectory() as folder:
        components = pathlib.Path(folder, "components")
        components.mkdir()
        for content in ("", "{}", "[1", '{"symbols":{"y1":"meteor"}}'):
            (components / "trex.json").write_text(content)
            run = subprocess.run([BINARY, "referee", "--data", folder], input=b'{"cmd":"games"}\n',
                                 capture_output=True, env=NO_LEAK_CHECK)
            assert run.returncode == 1 and not run.stdout and run.stderr, (content, run)


def events_for_a_bot(referee):
    """A bot refuses events that no match has, or that do not fit the position; then it plays on."""
    hand_over, hand = {"type": "hand_over", "seats": [1]}, {"type": "hand", "seat": 1, "to": 2, "tiles": ["?", "?"], "left": 5}
    place = {"type": "place", "seat": 1, "tiles": ["y1"], "left": 3}
    takes = [{"type": "take", "seat": 1, "tile": tile} for tile in ("y1", "y1", "y1", "y2") * 30]
    reveal = {"type": "reveal", "seats": [0, 1], "cards": ["yellow 1", "red 2"]}
    wrong = {
        "trakks": [[{**place, "seat": 4}], [{**place, "seat": 116}], [{**place, "seat": -1}], [hand], [hand_over] * 3,
                   [hand_over, {**hand, "to": 116}], [hand_over, {**hand, "to": 1}], [hand_over, {**hand, "tiles": ["?"] * 90}],
                   [hand_over] + [{**place, "left": 0}] * 200, takes, [hand_over, *takes], [*takes, hand_over, hand], [{"type": 7}], [[]]],
        "scale": [[{"type": "swap", "card": "?", "seat": 9}], [{"type": "change", "card": "?"}] * 300, [reveal] * 100,
                  [{**reveal, "cards": []}], [{**reveal, "seats": [77]}], [{"type": "change", "card": "?"}]],
    }
    for game, lists in wrong.items():
        referee.ok("new", game=game, seats=3, seed="events")
        position = referee.ok("position")["position"]
        seat = referee.ok("to_act")["seats"][0]
        bot = subprocess.Popen([BINARY, "bot", "expert", "--iterations", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=NO_LEAK_CHECK)
        bot = type("Bot", (Referee,), {"__init__": lambda self: setattr(self, "process", bot)})()
        bot.ok("new", game=game, seats=3, seat=seat)
        for events in lists:
            bot.refused("bad_request", "suggest", events=events, imagined=position)
            bot.ok("suggest", events=[], imagined=position)
        bot.close()


for function in (games, boxes, components, requests_without_a_match, events_for_a_bot, bad_requests, ids_come_back,
                 bytes_of_all_kinds, very_long_lines, a_line_without_an_end, broken_component_files, whole_games):
    test(function)
finish()
