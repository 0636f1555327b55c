#!/usr/bin/env python3
"""Whole games over real sockets: people, computer players, clocks, records.

usage: games.py BINARY [NAME…]   only the tests whose names contain one of the words"""
import hashlib
import json
import random
import sys
import time

import client
from play import Person, gather, leave, may_move, play, settle
from process import Server, Tests

LEVELS = ("random", "easy", "child", "casual", "expert")


def seed_is_proved(server, watcher, table, announced, hidden):
    """The seed matches its hash, and the record verifies."""
    status, answer = server.http("GET", f"/api/tables/{table}", secret=watcher.secret)
    assert status == 200, answer
    info = answer.get("info", answer)
    assert info["state"] == "over", info
    assert info["seed_hash"] == announced
    assert hashlib.sha256(info["seed"].encode()).hexdigest() == announced, info
    assert hidden is None, "the seed was revealed too early"
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


def check_log(person, table):
    """The log shows latecomers what the others received, and no more than their seat may know."""
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
        assert seen.v == first.v and seen.table_pushes == 1
        last = seen.steps[seen.v]
        if open_hands:
            assert '"?"' not in json.dumps(last["position"]), last["position"]
        else:
            assert last.get("position") is None, last
        check_log(person, table)
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
    """One person among computer players. Slow levels make only a few moves."""
    rng = random.Random(f"{game} {level}")
    facts = server.games()[game]["facts"]
    slow = level == "expert" or facts["real_time"]
    seats = 3
    host = Person(server.port, name="Ada")
    options = facts["computers_need"] or {}
    table = host.create(game, seats, pace="fast", sit=1, autostart=False, options=options,
                        bots=[level, None] + [level] * (seats - 2))["table"]
    seated = host.tables[table]
    host.until(lambda: all(seated.info["seat"]))
    assert seated.info["seat"][0]["level"] == level and seated.seat == 1, seated.info
    host.ok("start", table=table)
    if slow:
        end = time.monotonic() + client.WAIT_S
        while len(by_computer(seated)) < 3 and not seated.is_over:
            assert time.monotonic() < end, "computer players do not move"
            if may_move(host, table) and not facts["real_time"]:
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
    host.until(lambda: host.tables[table].is_over)
    assert host.tables[table].seat is None
    record = client.http(server.port, "GET", f"/api/records/{table}", secret=host.secret)
    code, said = server.verify(record.body)
    assert code == 0, said
    leave(host)


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
    """Performances reach the others, at most 20 a second of them (and 20 at once), and carry no card."""
    begin = time.monotonic()
    people, (spectator,), table = gather(server, "scale", 3, watchers=1)
    ada, bob, chloe = people
    ada.pace = 0
    number = ada.send("gesture", table=table, x=10, y=20, power=200)
    said = bob.wait_push("gesture", table=table)
    assert said == {"push": "gesture", "table": table, "seat": 0, "x": 10, "y": 20, "power": 200}
    spectator.wait_push("gesture", table=table, seat=0)
    for i in range(50):
        ada.ws.send_text(json.dumps({"cmd": "gesture", "table": table, "x": i, "y": 0, "power": 1}))
    ada.ok("ping")  # all of them have arrived
    chloe.ok("ping")  # and what follows from them
    pushes = [text for text in map(json.loads, chloe.raw) if text.get("push") == "gesture"]
    assert 20 <= len(pushes) <= 20 * (1 + time.monotonic() - begin), len(pushes)
    assert not any(json.loads(text).get("id") == number for text in ada.raw), "an answer came"
    answer = spectator.ask("gesture", table=table, x=1, y=1, power=1)
    assert not answer["ok"] and answer["error"]["code"] == "forbidden", answer
    leave(*people, spectator)


def clock_per_move(server):
    """When time is up, the server makes a legal move."""
    # In real time there are no turns.
    begin = time.monotonic()
    tables = [gather(server, game, 2, clock={"kind": "move", "seconds": 5})
              for game, about in server.games().items() if not about["facts"]["real_time"]]
    for people, _, table in tables:
        seen = people[0].tables[table]
        assert seen.info["clock"] == {"kind": "move", "seconds": 5}, seen.info
        people[0].until(lambda: any(step.get("by") == "clock" for step in seen.steps.values()))
        assert time.monotonic() - begin > 5  # how soon after that: tests/hall/tables/tables.c
        play(people, table, random.Random(5), moves=1, alone=False)
        step = seen.steps[seen.v]
        assert isinstance(step["left"], list) and len(step["left"]) == 2, step
        assert all(0 <= left <= 5000 for left in step["left"]), step
        leave(*people)


def clock_per_game_begin(server):
    """A match that everyone leaves ends by itself when both clocks have run out: at the same time, if both are to move."""
    people, _, table = gather(server, "tyrannosaurus", 2, clock={"kind": "game", "seconds": 30})
    while people[0].tables[table].to_act != [0, 1]:
        play(people, table, random.Random(1), moves=1)
    for person in people:
        person.drop()
    return people[0].secret, table


def clock_per_game_end(server, secret, table):
    looker = Person(server.port, secret=secret)
    looker.watch(table=table)
    looker.until(lambda: looker.tables[table].is_over)
    record = looker.ok("record", table=table)["record"]
    assert server.verify(record)[0] == 0
    leave(looker)


def is_private(server, people, table, before):
    """Nobody else can tell that the match took place; its people can read it."""
    ada, bob = people
    for person in people:
        assert person.ok("record", table=table)["record"]["names"] == [p.person["name"] for p in people]
        assert person.ok("records", person=ada.person["id"])["records"][0]["table"] == table
    eve = Person(server.port, "Eve")
    eve.refused("forbidden", "record", table=table)
    eve.refused("forbidden", "share", table=table)
    bob.refused("forbidden", "share", table=table)
    assert eve.ok("records", person=ada.person["id"])["records"] == []
    assert all(row["table"] != table for row in ada.ok("records", game="tyrannosaurus")["records"])
    assert eve.ok("stats", game="tyrannosaurus")["games"] == before["games"]
    assert client.http(server.port, "GET", f"/api/records/{table}").status == 403
    assert client.http(server.port, "GET", f"/api/records/{table}", secret=eve.secret).status == 403
    assert client.http(server.port, "GET", f"/api/records/{table}", secret=bob.secret).status == 200
    leave(eve)


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
    is_private(server, people, table, before)
    ada.ok("share", table=table)
    listed[0]["shared"] = True
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
    for level in ("easy", "regular", "expert"):
        answer = mover.ok("suggest", table=table, level=level)
        assert answer["move"] in mover.tables[table].legal, answer
        assert answer["why"] is None or set(answer["why"]) == {"en", "fr", "rule"}, answer
    other.refused("not_your_turn", "suggest", table=table)
    without = ada.create("trex", 2, hints=False, bots=[None, "easy"])["table"]
    ada.ok("start", table=without)
    ada.refused("forbidden", "suggest", table=without)
    leave(*people)


def kill_and_stop(server):
    """Tables survive kill -9 and a graceful stop; clients are notified of the stop."""
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
                person.ws.receive()
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
    with Server(sys.argv[1], "--tables-per-minute", "100000") as server:
        sleeping = clock_per_game_begin(server)
        for game, about in server.games().items():
            low, high = about["seats"]
            for seats in range(low, min(high, 5) + 1):
                tests.run(f"{game} with {seats}", whole_game, server, game, seats, seats % 2 == 0)
        # Computer players take their time.
        tests.run_together(*((f"{game} against {level}", with_bots, server, game, level) for game in server.games()
                             for level in LEVELS), ("bots_alone", bots_alone, server), ("clock_per_move", clock_per_move, server))
        for test in (speech_in_scale, gestures, records_and_stats, hints, health_and_metrics, kill_and_stop):
            tests.run(test.__name__, test, server)
        tests.run("clock_per_game", clock_per_game_end, server, *sleeping)
        tests.run("the server is still there", server.wait_until_healthy)
        tests.run("a graceful stop", server.stop_well)
    tests.end()


if __name__ == "__main__":
    main()
