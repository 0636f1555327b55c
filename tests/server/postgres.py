#!/usr/bin/env python3
"""Servers on one PostgreSQL: people on both play at one table; the database is restarted under them;
everything is copied to SQLite and back.

usage: with_postgres.sh postgres.py BINARY [NAME…] URL"""
import contextlib
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import threading

from client import Client
from play import Person, leave, play, settle
from process import Server, Tests, wait_for

URL = os.environ["LUDOSAURE_POSTGRES"]


def sql(query):
    """The value that a query returns."""
    return subprocess.run([*os.environ["POSTGRES_CONTROL_SQL"].split(), "-Atc", query], check=True, capture_output=True, text=True,
                          cwd="/").stdout.strip()


def server_on_postgres(binary, *options):
    server = Server(binary, *options, start=False)
    server.database = URL
    server.start()
    return server


def sit_down(servers, game="trex"):
    """A started table with a person on each server, and a spectator on each."""
    people = [Person(server.port, name=name) for server, name in zip(servers, ("Ada", "Bob"))]
    made = people[0].create(game, len(people), public=True)
    table = made["table"]
    for person in people[1:]:
        person.watch(invite=made["invite"])
        person.ok("sit", table=table)
    spectators = [Person(server.port, name="spectator") for server in servers]
    for spectator in spectators:
        spectator.watch(invite=made["invite"])
    settle(people + spectators, table)
    people[-1].until(lambda: people[-1].tables[table].info["seat"][0])
    people[0].ok("start", table=table)
    settle(people + spectators, table)
    return people, spectators, table


def check_record(servers, people, table):
    """Both servers have the record, and it verifies."""
    for server, person in zip(servers, people):
        record = person.ok("record", table=table)["record"]
        code, output = server.verify(record)
        assert code == 0, output


def two_servers(binary):
    """A match between people on two servers. Everyone receives every version once, in order."""
    with server_on_postgres(binary) as one, server_on_postgres(binary) as two:
        people, spectators, table = sit_down((one, two))
        play(people, table, random.Random(1), alone=False)
        settle(people + spectators, table)
        check_record((one, two), people, table)
        leave(*people, *spectators)
        one.stop_well()
        two.stop_well()


def in_sequence(binary):
    """What was acknowledged at one server counts at the other at once."""
    with server_on_postgres(binary) as one, server_on_postgres(binary) as two:
        ada, bob = Person(one.port, name="Ada"), Person(two.port, name="Bob")
        for _ in range(10):
            made = ada.create("trex", 2, public=True)
            bob.watch(invite=made["invite"])
            bob.ok("sit", table=made["table"])
            ada.ok("start", table=made["table"])
        leave(ada, bob)


def thief(binary):
    """A change of password on one server disconnects those who use the old one on the other."""
    with server_on_postgres(binary) as one, server_on_postgres(binary) as two:
        ada = Person(one.port, name="Ada")
        login = f"ada{random.randrange(1 << 40)}"
        ada.ok("account", login=login, password="a good password")
        thief = Person(two.port)
        thief.ok("login", login=login, password="a good password")
        bob = Person(two.port, name="Bob")
        ada.ok("password", password="a good password", new="a better password")
        thief.wait_push("who")
        thief.refused("who", "create", game="trex", seats=2)
        bob.ok("create", game="trex", seats=2)
        leave(ada, thief, bob)


def shown(server, invite):
    """What a new visitor sees of a table, from its first entry on."""
    visitor = Client(server.port, name="visitor")
    watched = visitor.ok("watch", invite=invite)
    visitor.ok("watch", table=watched["table"], since=0)
    visitor.wait_push("step", v=watched["v"])
    visitor.close()
    return b"".join(visitor.raw).decode()


def deleted(binary):
    """A deleted account disappears from the tables of every server: from seats, entries and chat."""
    with server_on_postgres(binary) as one, server_on_postgres(binary) as two:
        ada, bob = Person(one.port, name="Adalbert"), Person(two.port, name="Bob")
        ada.ok("account", login=f"ada{random.randrange(1 << 40)}", password="a good password")
        made = bob.create("trex", 3, public=True)
        ada.watch(invite=made["invite"])
        ada.ok("sit", table=made["table"])
        ada.ok("chat", table=made["table"], text="Hello")
        bob.wait_push("chat")
        assert "Adalbert" in shown(two, made["invite"])
        ada.ok("delete", password="a good password")
        wait_for(lambda: "Adalbert" not in shown(two, made["invite"]), "the name is still there")
        leave(ada, bob)


def sql(query):
    """The first value that the database answers."""
    return subprocess.run([*os.environ["POSTGRES_CONTROL_SQL"].split(), "-Atc", query], check=True, capture_output=True,
                          text=True, cwd="/").stdout.strip()


def restart_database():
    command = os.environ["POSTGRES_CONTROL"].split() + ["-m", "immediate", "restart"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")


def database_restarts(binary):
    """The database crashes and comes back during a match. Moves wait, and none is lost or made twice."""
    with server_on_postgres(binary) as server:
        people, spectators, table = sit_down((server, server))
        for seed in range(3):
            restart = threading.Thread(target=restart_database)
            restart.start()
            # A server gives up after 15 s.
            play(people, table, random.Random(seed), moves=8, suggest=0, alone=False, errors=("unavailable",))
            restart.join()
        play(people, table, random.Random(9), alone=False)
        check_record((server, server), people, table)
        leave(*people, *spectators)
        assert server.figure("store_reconnections_total") > 0, server.tail()
        # The last connection may still be on its way back.
        wait_for(lambda: 0 < len(server.logged("store_lost")) == len(server.logged("store_reconnected")))
        lost, back = server.logged("store_lost"), server.logged("store_reconnected")
        assert all(line["why"] for line in lost) and all(line["after_ms"] >= 0 for line in back), server.tail()
        server.stop_well()


def contents(path):
    """All rows, without the numbers that SQLite gives to them."""
    queries = ("SELECT id, name, login, password, recovery, seen_ms, face, page FROM people",
               "SELECT hash, id, used_ms FROM sessions JOIN people ON key = person_key",
               "SELECT id, invite, code, closed_ms, host FROM tables",
               "SELECT id, number, at_ms, used_ms, kind, seat, text, cid FROM entries"
               " JOIN tables ON key = table_key",
               "SELECT id, game, ended_ms, seats, moves, record FROM records"
               " JOIN tables ON tables.key = table_key",
               "SELECT seat, person, name, level, score, won, ended_ms FROM record_seats",
               "SELECT id, text FROM notes", "SELECT person, other, kind, at_ms, table_id FROM relations",
               "SELECT number, person, other, at_ms, text, closed_ms FROM reports")
    with sqlite3.connect(path) as database:
        rows = [sorted(map(repr, database.execute(query))) for query in queries]
    database.close()
    return rows


def copies(binary):
    """From PostgreSQL to SQLite, from there to another file and to PostgreSQL: always the same."""
    def copy(source, target):
        return subprocess.run([binary, "admin", "copy", str(source), str(target), "--lang", "en"],
                              capture_output=True, text=True, check=False)

    with server_on_postgres(binary) as server:
        people, spectators, table = sit_down((server, server))
        play(people, table, random.Random(5), alone=False)
        people[0].create("trakks", 3, bots=[None, "easy", None])
        sql("INSERT INTO ludosaure.notes VALUES('server', '{\"é\":\"\"}')")
        sql("UPDATE ludosaure.people SET face = 17, page = 'ada' WHERE id = (SELECT min(id) FROM ludosaure.people)")
        sql("INSERT INTO ludosaure.relations SELECT min(id), max(id), 'b', 5, '' FROM ludosaure.people")
        sql("INSERT INTO ludosaure.reports SELECT 7, min(id), max(id), 5, '{\"é\":\"\"}', NULL FROM ludosaure.people")
        sql("INSERT INTO ludosaure.reports SELECT 9, NULL, max(id), 6, '', 8 FROM ludosaure.people")
        leave(*people, *spectators)
        server.stop_well()
        first, second = server.folder / "first.db", server.folder / "second.db"
        for source, target in ((URL, first), (first, second)):
            run = copy(source, target)
            assert run.returncode == 0, run
        assert contents(first) == contents(second) and all(contents(first)[:4]) and all(contents(first)[-3:])
        assert any("17, 'ada'" in row for row in contents(first)[0]), contents(first)[0]
        for target in (URL, first):
            run = copy(second, target)
            assert run.returncode == 1 and "not empty" in run.stderr, run
        database = os.environ["POSTGRES_CONTROL_SQL"].split()
        subprocess.run(database + ["-c", "DROP SCHEMA ludosaure CASCADE"], check=True,
                       capture_output=True, cwd="/")
        assert copy(second, URL).returncode == 0
        third = server.folder / "third.db"
        assert copy(URL, third).returncode == 0
        assert contents(third) == contents(first)
        server.start()
        ada = Person(server.port, secret=people[0].secret)
        ada.ok("record", table=table)
        leave(ada)


def sit_until_deleted(zoe, table):
    """Sits down and stands up until the server does not know the person any more."""
    code = None
    while code != "who":
        answer = zoe.ask("sit", table=table)
        code = None if answer["ok"] else answer["error"]["code"]
        assert code in (None, "who", "unavailable", "limit"), answer  # limit: on a slow machine
        if code is None:
            zoe.ask("stand", table=table)


def deleted_meanwhile(binary):
    """Someone sits down at one server while the other one deletes the account: no name and no seat stays."""
    with server_on_postgres(binary) as one, server_on_postgres(binary) as two:
        ada = Person(one.port, name="Ada")
        for number in range(3):
            made = ada.create("trex", 2)
            zoe = Person(one.port, name="Zoe")
            there = Person(two.port, secret=zoe.secret)
            there.watch(invite=made["invite"])
            zoe.ok("account", login=f"zoe{number}{random.randrange(1 << 40)}", password="a good password")
            deletion = zoe.send("delete", password="a good password")
            sit_until_deleted(there, made["table"])
            assert zoe.answer(deletion)["ok"]
            ada.until(lambda: ada.tables[made["table"]].info["seat"][1] is None)
            leave(zoe, there)
        assert sql("SELECT count(*) FROM ludosaure.entries WHERE text LIKE '%Zoe%'") == "0"
        leave(ada)


def processes():
    """The main process of PostgreSQL and its children."""
    main_process = int(pathlib.Path(os.environ["POSTGRES_FOLDER"], "data", "postmaster.pid").read_text().split()[0])
    children = pathlib.Path(f"/proc/{main_process}/task/{main_process}/children").read_text().split()
    return [main_process, *map(int, children)]


@contextlib.contextmanager
def stopped():
    """PostgreSQL hangs: its processes are stopped."""
    pids = processes()
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@contextlib.contextmanager
def locked():
    """Someone keeps a lock."""
    other = subprocess.Popen([*os.environ["POSTGRES_CONTROL_SQL"].split(), "-q"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             text=True, cwd="/")
    other.stdin.write("BEGIN;\nLOCK TABLE ludosaure.entries, ludosaure.people IN ACCESS EXCLUSIVE MODE;\n\\echo locked\n")
    other.stdin.flush()
    assert other.stdout.readline() == "locked\n"
    try:
        yield
    finally:
        other.communicate("ROLLBACK;\n")


def hangs(binary):
    """A PostgreSQL that does not answer is noticed: newcomers and players are told, and so is the operator. Then all goes on."""
    for trouble, event in ((stopped, "store_lost"), (locked, "store_fails")):
        with server_on_postgres(binary, "--database-wait", "6") as server:
            people, spectators, table = sit_down((server, server))
            mover = next(person for person in people if person.tables[table].legal)
            move = {"table": table, "move": mover.tables[table].legal[0], "cid": f"once, {event}"}
            with trouble():
                newcomer = Client(server.port)
                asked = newcomer.send("hello", name="Zoe"), mover.send("move", **move)
                wait_for(lambda: server.http("GET", "/healthz")[0] == 503)
                for person, number in zip((newcomer, mover), asked):
                    answer = person.answer(number)
                    assert not answer["ok"] and answer["error"]["code"] == "unavailable", answer
                wait_for(lambda: server.logged(event))
            server.wait_until_healthy()
            newcomer.hello(name="Zoe")
            mover.ok("move", **move)  # if it was made before, it is not made again
            play(people, table, random.Random(7), alone=False)
            check_record((server, server), people, table)
            assert sql(f"SELECT count(*) FROM ludosaure.entries WHERE cid = '{move['cid']}'") == "1"
            leave(newcomer, *people, *spectators)
            server.stop_well()


def main():
    tests = Tests(sys.argv[2:-1])
    for test in (two_servers, in_sequence, thief, deleted, deleted_meanwhile, database_restarts, copies, hangs):
        tests.run(test.__name__, test, sys.argv[1])
    tests.end()


if __name__ == "__main__":
    main()
