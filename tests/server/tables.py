#!/usr/bin/env python3
"""People at tables over real sockets: who may enter, sit, speak and come back.

usage: tables.py BINARY [NAME…]   only the tests whose names contain one of the words"""
import json
import random
import sys

import client
from play import Person, gather, leave, may_move, people_of, play, settle, until_all
from process import Server, Tests


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
    assert ada.tables[table].info["seat"][1]["level"] == "strong"  # `medium` is a name of earlier versions
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
    chloe.ok("chat", table=table, phrase="thanks")
    assert "text" not in ada.wait_push("chat", phrase="thanks")
    ada.refused("bad_request", "chat", table=table, phrase="thank")
    # Recent messages are sent to clients that come back; control characters and lengths are checked.
    again = Person(server.port, secret=chloe.secret)
    again.ok("watch", table=table)
    push = again.wait_push("table", table=table)
    assert [line["text"] for line in push["chat"] if "text" in line][-1] == "and now", push["chat"]
    for text in ("", "x" * 301, "a\x07b"):
        answer = ada.ask("chat", table=table, text=text)
        assert not answer["ok"] and answer["error"]["code"] in ("limit", "bad_request"), answer
    ada.ok("chat", table=table, text="é" * 300)
    silent = ada.create("trex", 2, chat=False)["table"]
    ada.refused("forbidden", "chat", table=silent, text="hello")
    leave(*people, spectator, again)


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
    """A player who leaves is replaced, if the table allows it; the match continues to its end."""
    rng = random.Random(8)
    people, _, table = gather(server, "trex", 3, pace="fast")
    play(people, table, rng, moves=5)
    step = people[1].ok("stand", table=table)
    assert step["kind"] == "stand" and step["info"]["seat"][1]["level"] == "casual", step
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
    host.until(lambda: host.ask("bot", table=table, seat=1, level="random")["ok"])
    host.until(lambda: host.ask("bot", table=table, seat=2, level="easy")["ok"])
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
    """Without takeover the seat stays empty until someone sits down and sees its hand."""
    rng = random.Random(9)
    people, (late,), table = gather(server, "trex", 2, watchers=1, takeover=False)
    ada, bob = people
    play(people, table, rng, moves=6)
    view = bob.tables[table].view
    bob.ok("stand", table=table)
    assert bob.tables[table].info["seat"][1] is None
    ada.refused("forbidden", "bot", table=table, seat=1, level="easy")
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
    for game in server.games():
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
    """A client that comes back with `since` receives exactly what it missed, byte for byte."""
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
                resent, live = again.tables[table].steps[v], seen.steps.get(v)
                if live and live["kind"] == "move":
                    assert strip(resent) == strip(live), (resent, live)
            again.close()
    quiet = Person(server.port, secret=bob.secret)
    quiet.ok("watch", table=table, views=False)
    quiet.until(lambda: table in quiet.tables)
    # A first hint would be a step, too.
    play(people, table, rng, moves=2)
    settle([*people, quiet], table)
    steps = [quiet.tables[table].steps[v] for v in range(end + 1, quiet.tables[table].v + 1)]
    assert sum(step["kind"] == "move" for step in steps) == 2, steps
    assert not any("view" in step for step in steps), "views were not wanted"
    outside = Person(server.port, secret=bob.secret)
    outside.ok("watch", table=table, spectator=True)
    outside.until(lambda: table in outside.tables)
    settle([*people, outside, spectator], table)
    assert outside.tables[table].view == spectator.tables[table].view, "a spectator's view was wanted"
    outside.refused("taken", "sit", table=table)
    since = outside.tables[table].v
    play(people, table, rng, moves=2)
    settle([*people, outside, spectator], table)
    for v in range(since + 1, outside.tables[table].v + 1):
        assert outside.tables[table].steps[v] == spectator.tables[table].steps[v], v
    ahead = Person(server.port, secret=bob.secret)
    answer = ahead.ask("watch", table=table, since=end + 1000)
    assert not answer["ok"] or ahead.wait_push("table", table=table), answer
    leave(*people, spectator, quiet, outside, ahead)


def strip(step):
    return {key: value for key, value in step.items()
            if key not in ("id", "ok", "left", "running", "info")}


def main():
    tests = Tests(sys.argv[2:])
    with Server(sys.argv[1], "--tables-per-minute", "100000") as server:
        away = away_begin(server)
        for test in (autostart, start_needs_everybody, private_tables_are_private, chat_and_mute,
                     rematch, takeover, no_takeover, several_tables, devices, names, same_cid, resume):
            tests.run(test.__name__, test, server)
        tests.run("away", away_end, server, *away)
        tests.run("a graceful stop", server.stop_well)
    tests.end()


if __name__ == "__main__":
    main()
