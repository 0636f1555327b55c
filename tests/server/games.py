#!/usr/bin/env python3
"""Whole games over real sockets, and everything that happens around them.

usage: games.py BINARY [NAME…]   only the tests whose names hold one of the words"""
import hashlib
import json
import random
import sys
import time

import client
from play import Person, may_move, play, settle, until_all
from process import Server, Tests

GAMES = {"trex": (2, 5), "tyrannosaurus": (2, 4), "scale": (2, 5), "trakks": (2, 4)}
LEVELS = ("random", "easy", "medium", "hard", "expert")
NAMES = ("Ada", "Bob", "Chloé", "Đan", "Eve")


def people_of(server, count):
    return [Person(server.port, name=name) for name in NAMES[:count]]


def leave(*people):
    for person in people:
        person.close()


def gather(server, game, seats, watchers=0, **options):
    """A started table with people on all seats, joined by link, by code and in public."""
    people = people_of(server, seats)
    host = people[0]
    made = host.create(game, seats, **options)
    table = made["table"]
    for number, person in enumerate(people[1:]):
        person.watch(**({"invite": made["invite"]} if number % 2 else {"code": made["code"]}))
        answer = person.ok("sit", table=table)
        assert answer["push"] == "step" and answer["kind"] == "sit", answer
        assert answer["seat"] == number + 1, answer
    spectators = [Person(server.port, name=f"spectator {i}") for i in range(watchers)]
    for spectator in spectators:
        spectator.watch(invite=made["invite"])
    settle(people + spectators, table)
    started = host.ok("start", table=table)
    assert started["kind"] == "start" and started["info"]["state"] == "playing", started
    return people, spectators, table


def seed_is_proved(server, watcher, table, announced, hidden):
    """The seed that was promised, and a record that proves the deal."""
    status, told = server.http("GET", f"/api/tables/{table}", secret=watcher.secret)
    assert status == 200, told
    info = told.get("info", told)
    assert info["state"] == "over", info
    assert info["seed_hash"] == announced
    assert hashlib.sha256(info["seed"].encode()).hexdigest() == announced, info
    assert hidden is None, "the seed was told too early"
    record = client.http(server.port, "GET", f"/api/records/{table}", secret=watcher.secret)
    assert record.status == 200, record
    assert "attachment" in record.headers.get("content-disposition", ""), record.headers
    assert json.loads(record.body)["seed"] == info["seed"]
    code, said = server.verify(record.body)
    assert code == 0, said
    return json.loads(record.body)


def log_of(person, table):
    """All of the log, asked for page by page."""
    log, before = [], {}
    while True:
        page = person.ok("log", table=table, **before)["log"]
        if not page:
            return log
        log[:0] = page
        before = {"before": page[0]["v"]}


def log_is_what_was_told(person, table):
    """Whoever comes late can read what the others heard, and no more than that seat may know."""
    log, seen = log_of(person, table), person.tables[table]
    assert [line["v"] for line in log] == list(range(1, seen.v + 1)), log
    more = {"move": {"by", "events"}, **dict.fromkeys(("sit", "stand", "bot"), {"before", "after"})}
    for line in log:
        assert set(line) == {"v", "kind", "seat"} | more.get(line["kind"], set()), line
        step = seen.steps.get(line["v"])
        assert not step or all(step[key] == line[key] for key in line), (step, line)


def whole_game(server, game, seats, open_hands):
    rng = random.Random(f"{game} {seats}")
    people, spectators, table = gather(server, game, seats, watchers=1,
                                       open_hands_after=open_hands)
    everybody = people + spectators
    info = people[0].tables[table].info
    announced, hidden = info["seed_hash"], info["seed"]
    assert len(announced) == 64
    play(people, table, rng)
    settle(everybody, table)
    first = people[0].tables[table]
    for person in everybody:
        seen = person.tables[table]
        assert seen.is_over and seen.result == first.result and seen.phase == "over"
        assert seen.v == first.v and seen.tables_told == 1
        last = seen.steps[seen.v]
        if open_hands:
            assert '"?"' not in json.dumps(last["position"]), last["position"]
        else:
            assert last.get("position") is None, last
        log_is_what_was_told(person, table)
        # One more move is one too many.
        if person in people:
            person.refused("over", "move", table=table, move="flip")
        else:
            assert seen.seat is None and all(not step["legal"] for step in seen.steps.values()
                                             if step["kind"] == "move")
            person.refused("forbidden", "move", table=table, move="flip")
    record = seed_is_proved(server, people[-1], table, announced, hidden)
    moves = [step for step in first.steps.values() if step["kind"] == "move"]
    assert [seat for seat, _ in record["moves"]] == [step["seat"] for step in moves]
    assert record["names"] == [person.person["name"] for person in people]
    assert people[1].ok("record", table=table)["record"] == record
    leave(*everybody)


def with_bots(server, game, level):
    """One person among computer players. The slow ones are only heard a few times."""
    rng = random.Random(f"{game} {level}")
    slow = level in ("hard", "expert") or game == "scale"
    seats = 3 if game != "tyrannosaurus" else 4
    host = Person(server.port, name="Ada")
    options = {"mode": "stage"} if game == "scale" else {}
    table = host.create(game, seats, pace="fast", sit=1, autostart=False, options=options,
                        bots=[level, None] + [level] * (seats - 2))["table"]
    seated = host.tables[table]
    host.until(lambda: all(seated.info["seat"]))
    assert seated.info["seat"][0]["level"] == level and seated.seat == 1, seated.info
    host.ok("start", table=table)
    if slow:
        end = time.monotonic() + 40
        while len(by_computer(seated)) < 3 and not seated.is_over:
            assert time.monotonic() < end, "computer players do not move"
            if may_move(host, table) and game != "scale":
                play([host], table, rng, moves=1, alone=False)
            else:
                host.pump(0.2)
    else:
        play([host], table, rng, alone=False)
        assert seated.is_over
    assert {step["seat"] for step in by_computer(seated)} <= set(range(seats)) - {1}
    assert by_computer(seated) or seated.is_over
    leave(host)


def by_computer(seen):
    return [step for step in seen.steps.values()
            if step["kind"] == "move" and step["by"] == "computer"]


def bots_alone(server):
    """Computer players on all seats; the host only looks on."""
    host = Person(server.port, name="Ada")
    table = host.create("trex", 4, pace="fast", sit=None, bots=["easy", "random"] * 2)["table"]
    host.ok("start", table=table)
    host.until(lambda: host.tables[table].is_over, 60)
    assert host.tables[table].seat is None
    record = client.http(server.port, "GET", f"/api/records/{table}", secret=host.secret)
    code, said = server.verify(record.body)
    assert code == 0, said
    leave(host)


def autostart(server):
    ada, bob = people_of(server, 2)
    made = ada.create("trex", 2, autostart=True)
    bob.watch(code=made["code"])
    bob.ok("sit", table=made["table"])
    until_all((ada, bob), lambda person: person.tables[made["table"]].info["state"] == "playing")
    leave(ada, bob)


def start_needs_everybody(server):
    ada, bob = people_of(server, 2)
    made = ada.create("trex", 3)
    table = made["table"]
    assert not ada.ask("start", table=table)["ok"]
    bob.watch(code=made["code"])
    bob.refused("forbidden", "start", table=table)
    bob.refused("forbidden", "bot", table=table, seat=2, level="easy")
    bob.refused("taken", "sit", table=table, seat=0)
    bob.ok("sit", table=table, seat=2)
    ada.ok("bot", table=table, seat=1, level="easy")
    ada.ok("bot", table=table, seat=1, level=None)
    assert ada.tables[table].info["seat"][1] is None
    ada.ok("bot", table=table, seat=1, level="medium")
    bob.ok("stand", table=table)
    bob.ok("sit", table=table)
    ada.ok("start", table=table)
    leave(ada, bob)


def private_tables_are_private(server):
    ada, bob = people_of(server, 2)
    made = ada.create("trex", 2)
    table = made["table"]
    assert len(table) == 12 and len(made["invite"]) == 22 and len(made["code"]) == 8, made
    bob.refused("forbidden", "watch", table=table)
    bob.refused("no_table", "watch", code="XXXXXXXX")
    bob.refused("no_table", "watch", invite="x" * 22)
    bob.refused("no_table", "watch", table="x" * 12)
    bob.refused("forbidden", "info", table=table)
    bob.refused("no_table", "info", code="XXXXXXXX")
    assert bob.ok("info", invite=made["invite"])["info"]["id"] == table
    for cmd, values in (("sit", {}), ("move", {"move": "flip"}), ("chat", {"text": "hello"}),
                        ("start", {}), ("invite", {}), ("suggest", {}), ("stand", {})):
        bob.refused("forbidden", cmd, table=table, **values)
    assert server.http("GET", f"/api/tables/{table}")[0] in (401, 403)
    assert server.http("GET", f"/api/tables/{table}?code={made['code']}", secret=bob.secret)[0] == 200
    assert table not in [info["id"] for info in bob.ok("tables")["tables"]]
    fresh = ada.ok("invite", table=table)
    bob.refused("no_table", "watch", code=made["code"])
    bob.refused("no_table", "watch", invite=made["invite"])
    bob.refused("no_table", "info", invite=made["invite"])
    bob.watch(code=fresh["code"].lower())
    bob.refused("forbidden", "invite", table=table)
    bob.ok("sit", table=table)
    # Who sits there needs no invitation, from any connection.
    again = Person(server.port, secret=bob.secret)
    again.watch(table=table)
    public = ada.create("trakks", 3, public=True)["table"]
    assert public in [info["id"] for info in bob.ok("tables", game="trakks")["tables"]]
    assert public not in [info["id"] for info in bob.ok("tables", game="trex")["tables"]]
    status, listed = server.http("GET", "/api/tables?game=trakks")
    assert status == 200 and public in [info["id"] for info in listed["tables"]]
    bob.watch(table=public)
    leave(ada, bob, again)


def chat_and_mute(server):
    people, (spectator,), table = gather(server, "trex", 3, watchers=1)
    ada, bob, chloe = people
    ada.ok("chat", table=table, text="  Bonjour à tous : « ça va ? » 🦖 ")
    for person in (bob, chloe, spectator):
        said = person.wait_push("chat", table=table)
        assert said["text"].strip() == "Bonjour à tous : « ça va ? » 🦖", said
        assert said["person"] == ada.person["id"] and said["name"] == "Ada" and said["seat"] == 0
    spectator.ok("chat", table=table, text="I look on")
    assert bob.wait_push("chat", text="I look on")["seat"] is None
    bob.ok("mute", table=table, person=ada.person["id"], on=True)
    ada.ok("chat", table=table, text="can you hear me")
    ada.ok("chat", table=table, text="hello")
    chloe.wait_push("chat", text="hello")
    chloe.ok("chat", table=table, text="I can")
    bob.wait_push("chat", text="I can")
    assert not any(message.get("text") in ("hello", "can you hear me")
                   for message in map(json.loads, bob.raw) if message.get("push") == "chat")
    bob.ok("mute", table=table, person=ada.person["id"], on=False)
    ada.ok("chat", table=table, text="and now")
    bob.wait_push("chat", text="and now")
    # What was said lately is told to who comes back; control characters and lengths are checked.
    again = Person(server.port, secret=chloe.secret)
    again.ok("watch", table=table)
    told = again.wait_push("table", table=table)
    assert told["chat"][-1]["text"] == "and now", told["chat"]
    for text in ("", "x" * 301, "a\x07b"):
        answer = ada.ask("chat", table=table, text=text)
        assert not answer["ok"] and answer["error"]["code"] in ("limit", "bad_request"), answer
    ada.ok("chat", table=table, text="é" * 300)
    silent = ada.create("trex", 2, chat=False)["table"]
    ada.refused("forbidden", "chat", table=silent, text="hello")
    leave(*people, spectator, again)


def speech_in_scale(server):
    """S5: while performing, players may not say numbers or compare."""
    people, (spectator,), table = gather(server, "scale", 3, watchers=1)
    ada, bob, _ = people
    for text in ("seven", "I am louder than you", "vingt-deux", "７"):
        answer = ada.ask("chat", table=table, text=text)
        assert not answer["ok"] and answer["error"]["rule"] == "S5", answer
    ada.ok("chat", table=table, text="Ha!")
    bob.wait_push("chat", text="Ha!")
    assert not any("seven" in text.decode() for text in bob.raw)
    leave(*people, spectator)


def gestures(server):
    """Performances reach the others, at most 20 a second of them, and carry no card."""
    people, (spectator,), table = gather(server, "scale", 3, watchers=1)
    ada, bob, chloe = people
    ada.pace = 0
    number = ada.send("gesture", table=table, x=10, y=20, power=200)
    said = bob.wait_push("gesture", table=table)
    assert said == {"push": "gesture", "table": table, "seat": 0, "x": 10, "y": 20, "power": 200}
    spectator.wait_push("gesture", table=table, seat=0)
    time.sleep(1.1)
    for i in range(50):
        ada.ws.send_text(json.dumps({"cmd": "gesture", "table": table, "x": i, "y": 0, "power": 1}))
    bob.ok("chat", table=table, text="well")
    chloe.wait_push("chat", text="well")
    time.sleep(0.3)
    chloe.pump()
    told = [text for text in map(json.loads, chloe.raw) if text.get("push") == "gesture"]
    assert 15 <= len(told) - 1 <= 45, len(told)
    assert not any(json.loads(text).get("id") == number for text in ada.raw), "an answer came"
    answer = spectator.ask("gesture", table=table, x=1, y=1, power=1)
    assert not answer["ok"] and answer["error"]["code"] == "forbidden", answer
    leave(*people, spectator)


def clock_per_move(server):
    """When time is up a legal move is made for who sleeps."""
    # In Scale nobody is waited for.
    tables = [gather(server, game, 2, clock={"kind": "move", "seconds": 5})
              for game in GAMES if game != "scale"]
    begin = time.monotonic()
    for people, _, table in tables:
        seen = people[0].tables[table]
        assert seen.info["clock"] == {"kind": "move", "seconds": 5}, seen.info
        people[0].until(lambda: any(step.get("by") == "clock" for step in seen.steps.values()))
        assert 4.5 < time.monotonic() - begin < 8
        play(people, table, random.Random(5), moves=1, alone=False)
        step = seen.steps[seen.v]
        assert isinstance(step["left"], list) and len(step["left"]) == 2, step
        assert all(0 <= left <= 5000 for left in step["left"]), step
        leave(*people)


def clock_per_game_begin(server):
    """A match that nobody plays ends by itself; this takes the two clocks' time."""
    people, _, table = gather(server, "tyrannosaurus", 2, clock={"kind": "game", "seconds": 30})
    for person in people:
        person.drop()
    return people[0].secret, table


def clock_per_game_end(server, secret, table):
    looker = Person(server.port, secret=secret)
    looker.watch(table=table)
    looker.until(lambda: looker.tables[table].is_over, 70)
    record = looker.ok("record", table=table)["record"]
    assert server.verify(record)[0] == 0
    leave(looker)


def rematch(server):
    rng = random.Random(7)
    people, (spectator,), table = gather(server, "tyrannosaurus", 3, watchers=1)
    ada, bob, chloe = people
    assert not ada.ask("rematch", table=table)["ok"], "not over yet"
    play(people, table, rng)
    settle(people + [spectator], table)
    spectator.refused("forbidden", "rematch", table=table)
    asked = [person.ok("rematch", table=table)["table"] for person in (bob, ada, chloe)]
    assert len(set(asked)) == 1 and asked[0] != table, asked
    new = asked[0]
    until_all(people + [spectator], lambda person: any(
        step["kind"] == "rematch" for step in person.tables[table].steps.values()))
    assert ada.tables[table].info["rematch"] == new
    for person in people:
        if new not in person.tables:
            person.watch(table=new)
    settle(people, new)
    for person in people:
        if person.tables[new].seat is None:
            person.ok("sit", table=new)
    settle(people, new)
    assert [person.tables[new].seat for person in people] == [2, 0, 1], ada.tables[new].info
    if ada.tables[new].info["state"] == "waiting":
        host = next(person for person in people
                    if person.person["id"] == ada.tables[new].info["host"]["person"])
        host.ok("start", table=new)
    play(people, new, rng)
    leave(*people, spectator)


def takeover(server):
    """Who leaves is replaced, if the table allows; the match goes on to its end."""
    rng = random.Random(8)
    people, _, table = gather(server, "trex", 3, pace="fast")
    play(people, table, rng, moves=5)
    step = people[1].ok("stand", table=table)
    assert step["kind"] == "stand" and step["info"]["seat"][1]["level"] == "easy", step
    people[1].close()
    rest = [people[0], people[2]]
    play(rest, table, rng, moves=4, alone=False)
    people[0].refused("forbidden", "bot", table=table, seat=2, level="random")
    play(rest, table, rng, alone=False)
    assert server.verify(people[0].ok("record", table=table)["record"])[0] == 0
    leave(*rest)


def away_begin(server):
    people, _, table = gather(server, "trex", 3, pace="fast")
    people[1].drop()
    people[2].drop()
    people[0].wait_push("online", online=[True, False, False])
    people[0].refused("forbidden", "bot", table=table, seat=1, level="random")
    return people[0].secret, people[2].secret, table


def away_end(server, host_secret, secret, table):
    """The host puts computer players where people have been away for long; who comes back may sit
    down again."""
    rng = random.Random(17)
    host = Person(server.port, secret=host_secret)
    host.watch(table=table)
    host.until(lambda: host.ask("bot", table=table, seat=1, level="random")["ok"], 40)
    host.until(lambda: host.ask("bot", table=table, seat=2, level="easy")["ok"], 5)
    play([host], table, rng, moves=4, alone=False)
    back = Person(server.port, secret=secret)
    back.watch(table=table)
    step = back.ok("sit", table=table)
    assert step["seat"] == 2 and step["info"]["seat"][2]["person"] == back.person["id"], step
    settle([host, back], table)
    play([host, back], table, rng, alone=False)
    assert server.verify(host.ok("record", table=table)["record"])[0] == 0
    leave(host, back)


def no_takeover(server):
    """Where nobody is replaced the seat is empty until somebody sits down, and knows its hand."""
    rng = random.Random(9)
    people, (late,), table = gather(server, "trex", 2, watchers=1, takeover=False)
    ada, bob = people
    play(people, table, rng, moves=6)
    view = bob.tables[table].view
    bob.ok("stand", table=table)
    assert bob.tables[table].info["seat"][1] is None
    ada.refused("forbidden", "bot", table=table, seat=1, level="easy")
    late.pump(0.2)
    step = late.ok("sit", table=table, seat=1)
    assert step["info"]["seat"][1]["person"] == late.person["id"], step
    late.until(lambda: late.tables[table].view == view)
    bob.refused("forbidden", "move", table=table, move="flip")
    play([ada, late], table, rng)
    leave(ada, bob, late)


def several_tables(server):
    """One person at several tables at once, of all games."""
    rng = random.Random(10)
    ada, bob, chloe = people = people_of(server, 3)
    tables = []
    for game in GAMES:
        made = ada.create(game, 3, public=True)
        for person in (bob, chloe):
            person.watch(table=made["table"])
            person.ok("sit", table=made["table"])
        ada.ok("start", table=made["table"])
        tables.append(made["table"])
    for _ in range(12):
        for table in tables:
            play(people, table, rng, moves=2)
    again = Person(server.port, secret=bob.secret)
    listed = again.hello(bob.secret)["tables"]
    assert set(tables) <= set(listed) | {t for t in tables if bob.tables[t].is_over}, listed
    for table in tables:
        again.watch(table=table)
        assert again.tables[table].v == bob.tables[table].v
        assert again.tables[table].view == bob.tables[table].view
    ada.ok("unwatch", table=tables[0])
    ada.refused("forbidden", "move", table=tables[0], move="flip")
    leave(*people, again)


def devices(server):
    """An account, and the same person on a second device."""
    people, _, table = gather(server, "trakks", 2)
    ada, bob = people
    assert ada.person["login"] is None
    login = f"ada{random.randrange(10**9)}"
    person = ada.ok("account", login=login, password="correct horse")["person"]
    assert person["login"] == login and person["id"] == ada.person["id"]
    bob.refused("taken", "account", login=login, password="something else")
    answer = bob.ask("account", login="bob", password="short")
    assert not answer["ok"] and answer["error"]["code"] in ("bad_request", "limit"), answer
    phone = Person(server.port)
    phone.refused("who", "rename", name="x")
    phone.refused("who", "login", login=login, password="wrong horse")
    phone.refused("who", "login", login="nobody.there", password="wrong horse")
    answer = phone.ok("login", login=login, password="correct horse")
    assert answer["person"]["id"] == ada.person["id"] and table in answer["tables"], answer
    assert answer["secret"] != ada.secret
    phone.person, phone.secret = answer["person"], answer["secret"]
    phone.watch(table=table)
    play([ada, bob], table, random.Random(11), moves=4)
    play([phone, bob], table, random.Random(12), moves=4)
    settle([phone, ada, bob], table)
    assert ada.tables[table].view == phone.tables[table].view
    phone.ok("rename", name=" Ada Lovelace ")
    assert phone.ok("hello", secret=phone.secret)["person"]["name"] == "Ada Lovelace"
    # Logging out ends this device's secret everywhere, and no other.
    tab = Person(server.port, secret=phone.secret)
    phone.ok("logout")
    tab.wait_push("who")
    stranger = client.Client(server.port)
    stranger.refused("who", "hello", secret=phone.secret)
    assert ada.ok("ping")["now"] > 1.7e12
    assert stranger.ok("hello", secret=ada.secret)["person"]["name"] == "Ada Lovelace"
    status, answer = server.http("POST", "/api/login",
                                 {"login": login, "password": "correct horse"})
    assert status == 200 and answer["person"]["id"] == person["id"]
    assert server.http("GET", "/api/me", secret=answer["secret"])[0] == 200
    assert server.http("GET", "/api/me", secret="x" * 22)[0] == 401
    assert server.http("GET", "/api/me")[0] == 401
    assert server.http("POST", "/api/account", {"login": login, "password": "long enough"},
                       secret=bob.secret)[0] == 409
    # A new password: the devices that knew the old one have to say it, but this one.
    assert phone.ok("login", login=login, password="correct horse")["secret"] != ada.secret
    ada.refused("forbidden", "password", password="wrong horse", new="battery staple")
    ada.refused("bad_request", "password", password="correct horse", new="short")
    bob.refused("forbidden", "password", password="correct horse", new="battery staple")
    assert ada.ok("password", password="correct horse", new="battery staple")["person"] == stranger.ok(
        "hello", secret=ada.secret)["person"]
    phone.wait_push("who")
    assert server.http("GET", "/api/me", secret=answer["secret"])[0] == 401
    phone.refused("who", "login", login=login, password="correct horse")
    phone.ok("login", login=login, password="battery staple")
    status, _ = server.http("POST", "/api/password", {"password": "battery staple", "new": "correct horse"},
                            secret=ada.secret)
    assert status == 200
    phone.wait_push("who")
    leave(ada, bob, phone, tab, stranger)


def names(server):
    person = Person(server.port, name="  Zoé  ")
    assert person.person["name"] == "Zoé"
    for name in ("", "   ", "x" * 31, "a\nb", "a\x00b", 5, None):
        answer = person.ask("rename", name=name)
        assert not answer["ok"], (name, answer)
    assert person.ok("rename", name="é" * 30)["person"]["name"] == "é" * 30
    assert server.http("POST", "/api/people", {"name": "x" * 31})[0] in (400, 413, 429)
    leave(person)


def records_and_stats(server):
    rng = random.Random(13)
    people, _, table = gather(server, "tyrannosaurus", 2)
    ada, bob = people
    before = bob.ok("stats", game="tyrannosaurus")
    play(people, table, rng)
    settle(people, table)
    result = ada.tables[table].result
    listed = ada.ok("records", person=ada.person["id"])["records"]
    assert [row["table"] for row in listed] == [table], listed
    row = listed[0]
    assert row["game"] == "tyrannosaurus" and [s["score"] for s in row["seats"]] == result["scores"]
    assert [s["person"] for s in row["seats"]] == [p.person["id"] for p in people], row
    assert [s["won"] > 0 for s in row["seats"]] == [i in result["winners"] for i in range(2)], row
    assert ada.ok("records", person=ada.person["id"], game="trex")["records"] == []
    assert ada.ok("records", person=ada.person["id"], before=row["ended"])["records"] == []
    assert ada.ok("records", game="tyrannosaurus")["records"][0]["table"] == table
    status, by_http = server.http("GET", f"/api/records?person={ada.person['id']}")
    assert status == 200 and by_http["records"] == listed
    after = bob.ok("stats", game="tyrannosaurus")
    assert after["games"] == before["games"] + 1, (before, after)
    assert after["moves"] == before["moves"] + row["moves"]
    status, by_http = server.http("GET", "/api/stats/tyrannosaurus")
    assert status == 200 and by_http["games"] == after["games"]
    assert by_http["by_seats"] == after["by_seats"] and by_http["by_level"] == after["by_level"]
    bob.refused("unknown_game", "stats", game="go")
    assert server.http("GET", "/api/stats/go")[0] in (400, 404)
    assert server.http("GET", "/api/records/xxxxxxxxxxxx")[0] == 404
    leave(*people)


def hints(server):
    people, _, table = gather(server, "trex", 2)
    ada, bob = people
    mover, other = (ada, bob) if may_move(ada, table) else (bob, ada)
    for level in ("easy", "medium", "expert"):
        answer = mover.ok("suggest", table=table, level=level)
        assert answer["move"] in mover.tables[table].legal, answer
        assert answer["why"] is None or set(answer["why"]) == {"en", "fr"}, answer
    other.refused("not_your_turn", "suggest", table=table)
    without = ada.create("trex", 2, hints=False, bots=[None, "easy"])["table"]
    ada.ok("start", table=without)
    ada.refused("forbidden", "suggest", table=without)
    leave(*people)


def same_cid(server):
    """A move sent again with its cid is not made again."""
    people, _, table = gather(server, "trex", 2)
    ada, bob = people
    mover = ada if may_move(ada, table) else bob
    move = mover.tables[table].legal[0]
    step = mover.ok("move", table=table, move=move, cid="mine")
    for _ in range(3):
        again = mover.ok("move", table=table, move=move, cid="mine")
        assert again["again"] is True and again["v"] == step["v"] and "push" not in again, again
    other = bob if mover is ada else ada
    settle(people, table)
    play(people, table, random.Random(14), moves=1)  # the same cid of another seat is another
    if may_move(other, table):
        move = other.tables[table].legal[0]
        assert "again" not in other.ok("move", table=table, move=move, cid="mine")
    leave(*people)


def resume(server):
    """Who comes back with `since` is told just what was missed, in the same words."""
    rng = random.Random(15)
    people, (spectator,), table = gather(server, "tyrannosaurus", 2, watchers=1)
    ada, bob = people
    play(people, table, rng, moves=20)
    settle(people + [spectator], table)
    end = ada.tables[table].v
    for person in people + [spectator]:
        seen = person.tables[table]
        for since in (end, end - 1, end // 2, 0):
            again = Person(server.port, secret=person.secret)
            again.tables[table] = type(seen)(person.person["id"])
            again.tables[table].v, again.tables[table].info = since, seen.info
            if person is spectator:
                continue
            answer = again.ok("watch", table=table, since=since)
            assert answer["v"] == end, answer
            again.until(lambda: again.tables[table].v == end)
            for v in range(since + 1, end + 1):
                told, live = again.tables[table].steps[v], seen.steps.get(v)
                if live and live["kind"] == "move":
                    assert strip(told) == strip(live), (told, live)
            again.close()
    quiet = Person(server.port, secret=bob.secret)
    quiet.ok("watch", table=table, views=False)
    quiet.until(lambda: table in quiet.tables)
    play(people, table, rng, moves=2)
    quiet.until(lambda: quiet.tables[table].v == end + 2)
    assert "view" not in quiet.tables[table].steps[end + 2], "views were not wanted"
    ahead = Person(server.port, secret=bob.secret)
    answer = ahead.ask("watch", table=table, since=end + 1000)
    assert not answer["ok"] or ahead.wait_push("table", table=table), answer
    leave(*people, spectator, quiet, ahead)


def strip(step):
    return {key: value for key, value in step.items()
            if key not in ("id", "ok", "left", "running", "info")}


def kill_and_stop(server):
    """Tables outlive kill -9 and a graceful stop; who is there is told."""
    rng = random.Random(16)
    people, _, table = gather(server, "scale", 3)
    play(people, table, rng, moves=3)
    settle(people, table)
    before = [person.tables[table] for person in people]
    server.kill()
    server.start()
    people = [Person(server.port, secret=person.secret) for person in people]
    for person, old in zip(people, before):
        person.watch(table=table)
        assert person.tables[table].v == old.v and person.tables[table].view == old.view
    play(people, table, rng, moves=3)
    settle(people, table)
    before = [person.tables[table] for person in people]
    code = server.stop()
    assert code == 0, (code, server.tail())
    for person in people:
        person.wait_push("stop")
        try:
            while True:
                person.ws.receive(5)
        except client.Closed:
            pass
    server.start()
    people = [Person(server.port, secret=person.secret) for person in people]
    for person, old in zip(people, before):
        person.watch(table=table)
        assert person.tables[table].view == old.view
    play(people, table, rng)
    leave(*people)


def health_and_metrics(server):
    status, health = server.http("GET", "/healthz")
    assert status == 200 and health["ok"] is True
    answer = client.http(server.port, "GET", "/metrics")
    assert answer.status == 200 and answer.headers["content-type"].startswith("text/plain")
    for line in answer.body.decode().splitlines():
        assert line.startswith("#") or len(line.split(" ")) == 2 and float(line.split(" ")[1]) >= 0
    page = client.http(server.port, "GET", "/")
    assert page.status == 200 and b"<html" in page.body.lower(), page
    policy = page.headers["content-security-policy"]
    assert "unsafe-inline" not in policy and "default-src" in policy, policy
    assert page.headers["x-content-type-options"] == "nosniff", page.headers
    assert client.http(server.port, "GET", "/nothing.js").status == 404


def main():
    tests = Tests(sys.argv[2:])
    with Server(sys.argv[1], "--rate", "100000", "--tables-per-minute", "100000") as server:
        sleeping, away = clock_per_game_begin(server), away_begin(server)
        for game, (low, high) in GAMES.items():
            for seats in range(low, high + 1):
                tests.run(f"{game} with {seats}", whole_game, server, game, seats, seats % 2 == 0)
        for game in GAMES:
            for level in LEVELS:
                tests.run(f"{game} against {level}", with_bots, server, game, level)
        for test in (bots_alone, autostart, start_needs_everybody, private_tables_are_private,
                     chat_and_mute, speech_in_scale, gestures, clock_per_move,
                     rematch, takeover, no_takeover, several_tables, devices, names,
                     records_and_stats, hints, same_cid, resume, health_and_metrics):
            tests.run(test.__name__, test, server)
        tests.run("away", away_end, server, *away)
        tests.run("kill_and_stop", kill_and_stop, server)
        tests.run("clock_per_game", clock_per_game_end, server, *sleeping)
        tests.run("the server is still there", lambda: server.wait_until_healthy(5))
        tests.run("a graceful stop", lambda: stop(server))
    tests.end()


def stop(server):
    code = server.stop()
    assert code == 0, (code, server.tail())


if __name__ == "__main__":
    main()
