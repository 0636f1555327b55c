#!/usr/bin/env python3
"""`ludosaure admin` while a server runs, and while none does: finding, renaming, removing and helping people, reports of
them, and closing tables, on SQLite and on PostgreSQL.

usage: admin.py BINARY [NAME…]                        SQLite
       with_postgres.sh admin.py BINARY [NAME…] URL"""
import json
import os
import random
import sqlite3
import subprocess
import sys

from client import Client
from play import Person, leave, play, settle
from process import Server, Tests, wait_for

URL = os.environ.get("LUDOSAURE_POSTGRES")


def new_server(binary):
    server = Server(binary, start=False)
    server.database = URL or server.database
    server.start()
    return server


def admin(server, *words, code=0):
    run = subprocess.run([server.binary, "admin", *words, "--database", str(server.database), "--lang", "en"],
                         capture_output=True, text=True, env=server.environment, check=False)
    assert run.returncode == code, run
    return run.stdout if code == 0 else run.stderr


def sit_down(server):
    """Ada hosts a public table, and Zoe, who has an account, sits there."""
    ada, zoe = Person(server.port, name="Ada"), Person(server.port, name="Offensive")
    login = f"zoe{random.randrange(1 << 40)}"
    code = zoe.ok("account", login=login, password="a good password")["recovery"]
    made = ada.create("trex", 3, public=True)
    zoe.watch(invite=made["invite"])
    zoe.ok("sit", table=made["table"])
    return ada, zoe, login, code, made["table"]


def table_row(server, table):
    return next(line for line in admin(server, "tables").splitlines() if line.startswith(table))


def seat_names(person, table):
    return [seat and seat["name"] for seat in person.tables[table].info["seat"]]


def lists(binary):
    """Who sits where, and who a person is."""
    with new_server(binary) as server:
        ada, zoe, login, _, table = sit_down(server)
        row = table_row(server, table)
        assert "public" in row and row.split("public")[1].split() == ["Ada", "Ada,", "Offensive,", "free"], row
        for text in (login, "fensiv", zoe.person["id"]):
            row = next(line for line in admin(server, "people", text).splitlines() if login in line)
            assert row.startswith(zoe.person["id"]) and row.split()[-2:] == ["Offensive", table], row
        assert len(admin(server, "people", "--limit", "1").splitlines()) == 3  # the head, one person, and more
        leave(ada, zoe)


def renamed(binary):
    """The name disappears from the seat at once, and from what is stored; it also holds after a restart."""
    with new_server(binary) as server:
        ada, zoe, login, _, table = sit_down(server)
        zoe.ok("chat", table=table, text="Hello")
        ada.wait_push("chat")
        assert "Offensive is now called Zoe" in admin(server, "rename", login, "Zoe")
        ada.until(lambda: seat_names(ada, table) == ["Ada", "Zoe", None])
        again = Client(server.port, secret=zoe.secret)
        assert again.person["name"] == "Zoe", again.person
        version = again.ok("watch", table=table)["v"]
        again.ok("watch", table=table, since=0)
        again.wait_push("step", v=version)
        assert "Offensive" not in b"".join(again.raw).decode(), "at the seat, in entries, or in the chat"
        assert "Offensive" not in table_row(server, table)
        admin(server, "rename", login, "\u202eZoe", code=1)
        admin(server, "rename", "nobody12345x", "Zoe", code=1)
        leave(ada, zoe, again)
        server.stop_well()
        admin(server, "rename", zoe.person["id"], "Zoe the Second")
        server.start()
        ada = Person(server.port, secret=ada.secret)
        ada.watch(table=table)
        assert seat_names(ada, table) == ["Ada", "Zoe the Second", None], seat_names(ada, table)
        leave(ada)


def removed(binary):
    """Sessions end, the seat becomes free, and the name is gone: of members and of guests, with and without a
    server."""
    with new_server(binary) as server:
        ada, zoe, login, _, table = sit_down(server)
        guest = Person(server.port, name="Guestname")
        guest.watch(table=table)
        guest.ok("sit", table=table)
        admin(server, "remove", login)
        assert zoe.wait_push("who")
        ada.until(lambda: seat_names(ada, table) == ["Ada", None, "Guestname"])
        assert zoe.ask("rename", name="Back")["error"]["code"] == "who"
        admin(server, "remove", guest.person["id"])
        assert guest.wait_push("who")
        ada.until(lambda: seat_names(ada, table) == ["Ada", None, None])
        admin(server, "remove", login, code=1)
        leave(zoe, guest)
        bob = Person(server.port, name="Bob")
        bob.watch(table=table)
        bob.ok("sit", table=table)
        leave(ada, bob)
        server.stop_well()
        admin(server, "remove", bob.person["id"])
        server.start()
        ada = Person(server.port, secret=ada.secret)
        ada.watch(table=table)
        assert seat_names(ada, table) == ["Ada", None, None], seat_names(ada, table)
        leave(ada)


def recovered(binary):
    """A new code works once, and the former one does not."""
    with new_server(binary) as server:
        ada, zoe, login, former, _ = sit_down(server)
        code = admin(server, "recover", login).split()[-1]
        other = Person(server.port, name="Other")
        answer = other.ask("recover", login=login, recovery=former, new="another good one")
        assert answer["error"]["code"] == "who", answer
        assert other.ok("recover", login=login, recovery=code, new="another good one")["person"]["login"] == login
        assert "no account" in admin(server, "recover", ada.person["id"], code=1)
        leave(ada, zoe, other)


def unpublished(binary):
    """The page is gone for everyone, and the account goes on."""
    with new_server(binary) as server:
        zoe, guest = Person(server.port, name="Zoe"), Person(server.port, name="Guest")
        login = f"zoe{random.randrange(1 << 40)}"
        zoe.ok("account", login=login, password="a good password")
        assert "no public page" in admin(server, "unpublish", login, code=1)
        zoe.ok("page", name=f"{login}-page", on=True)
        assert guest.ok("profile", name=f"{login}-page")["name"] == "Zoe"
        assert f"Zoe has no public page any more; its address was {login}-page" in admin(server, "unpublish", login)
        guest.refused("no_table", "profile", name=f"{login}-page")
        assert "page" not in Client(server.port, secret=zoe.secret).person
        assert "no public page" in admin(server, "unpublish", login, code=1)
        assert "no public page" in admin(server, "unpublish", guest.person["id"], code=1)
        zoe.ok("page", name=f"{login}-other", on=True)
        leave(zoe, guest)


def reported(binary):
    """Reports are listed by whom they are about, shown with what was said, and closed."""
    with new_server(binary) as server:
        ada, zoe, login, _, table = sit_down(server)
        zoe_id, bob = zoe.person["id"], Person(server.port, name="Bob")
        bob.watch(table=table)
        zoe.ok("chat", table=table, text="bad words")
        zoe.ok("chat", table=table, phrase="well_played")
        bob.ok("report", table=table, person=zoe_id, reason="insults")
        ada.ok("report", table=table, person=zoe_id, reason="cheating")
        ada.ok("report", table=table, person=bob.person["id"], reason="other")
        zoe.ok("rename", name="Zoe")
        lines = admin(server, "reports").splitlines()
        row = next(line for line in lines if line.startswith(zoe_id))
        assert row.split()[1] == "2" and "insults " in row and "cheating " in row, lines
        assert [line for line in lines if line.startswith(bob.person["id"])] == [lines[1]], lines  # the latest
        number = row.split("insults ")[1].split(",")[0]
        shown = admin(server, "report", number)
        for part in ("open", f"Zoe  ({zoe_id})", "name then Offensive", "insults", f"Bob  ({bob.person['id']})", f"{table}  (trex)",
                     "bad words", "Well played!", "> "):
            assert part in shown, f"{part}: {shown}"
        assert f"report {number}, closed" in admin(server, "report", number, "close")
        assert "already closed" in admin(server, "report", number, "close", code=1)
        shown = admin(server, "report", number)
        assert "closed" in shown and "insults" in shown and "words" not in shown, shown
        row = next(line for line in admin(server, "reports").splitlines() if line.startswith(zoe_id))
        assert row.split()[1] == "1" and "insults" not in row, row
        # They go with the person; who made one is no longer named.
        number = row.split()[-1]
        admin(server, "remove", ada.person["id"])
        shown = admin(server, "report", number)
        assert "(deleted)" in shown and "Ada" not in shown, shown
        admin(server, "remove", login)
        assert zoe_id not in admin(server, "reports")
        assert "no report" in admin(server, "report", number, code=1)
        leave(ada, zoe, bob)


# Tables in which nothing is about people (records had names once), and those where the id of somebody who was deleted stays,
# with nothing else.
ABOUT_NOBODY = {"version", "servers", "leases", "records"}
BARE_ID_STAYS = {"entries", "people_changes"}
# A key as browsers make it (RFC 8291, 5).
DEVICE = {"endpoint": "https://push.example/device", "auth": "BTBZMqHH6r4Tts7J_aSIgg",
          "key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}


def sql(query):
    return subprocess.run([*os.environ["POSTGRES_CONTROL_SQL"].split(), "-Atc", query], check=True, capture_output=True, text=True,
                          cwd="/").stdout.splitlines()


def rows(server):
    """Every table of the schema → its rows, as text."""
    if URL:
        tables = sql("SELECT tablename FROM pg_tables WHERE schemaname = 'ludosaure'")
        return {table: sql(f"SELECT to_jsonb(t) FROM ludosaure.{table} t") for table in tables}
    with sqlite3.connect(server.database) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        found = {table: [repr(row) for row in database.execute(f"SELECT * FROM {table}")] for table in tables}
        # Only here are people known by a number as well.
        found["sessions"] = [repr(row) for row in database.execute("SELECT iif(person_key = ?1, ?2, ''), * FROM sessions",
                                                                   (server.zoe_key, server.zoe))]
        for table in set(tables) - {"sessions"}:
            columns = [column for _, column, *_ in database.execute(f"PRAGMA table_info({table})")]
            assert "person_key" not in columns, f"{table}: add it to the sessions above"
    database.close()
    return found


def is_everywhere(server):
    """Zoe is in every table: with an account, a face, a page, friends, a device, a calendar, reports, a record. Returns
    her client, that of Eve, a table where both are, and what is written of Zoe."""
    zoe, eve = (Person(server.port, name=name) for name in ("Zebulonia", "Eve"))
    number = random.randrange(1 << 40)
    for person in (zoe, eve):
        person.ok("account", login=f"{person.person['name'].lower()}{number}", password="a good password")
    zoe.ok("face", face=7)
    zoe.ok("page", name=f"zebulonia-{number % 1000000}", on=True)
    zoe.ok("listing", on=True)
    zoe.ok("calendar")
    wait_for(lambda: zoe.ask("push").get("key"), "no key")
    zoe.ok("push", language="en", **DEVICE)
    for one, other in ((zoe, eve), (eve, zoe)):
        one.ok("follow", person=other.person["id"], on=True)
    made = zoe.create("trex", 2)
    zoe.ok("invite_friend", table=made["table"], person=eve.person["id"])
    eve.watch(table=made["table"])
    eve.ok("sit", table=made["table"])
    for one, other in ((zoe, eve), (eve, zoe)):
        one.ok("report", table=made["table"], person=other.person["id"], reason="other")
    zoe.ok("start", table=made["table"])
    settle([zoe, eve], made["table"])
    play([zoe, eve], made["table"], random.Random(1))
    wait_for(lambda: zoe.ask("record", table=made["table"])["ok"], "no record")
    open_table = zoe.create("trex", 2, public=True)["table"]
    eve.watch(table=open_table)
    return zoe, eve, open_table, (zoe.person["id"], "ebulonia")


def forgotten(binary):
    """Of somebody who deletes their account nothing is left. The tables are those of the schema: a new one must be filled
    here, too, or be known to have nothing about people."""
    with Server(binary, "--push-contact", "mailto:push@example.org", start=False) as server:
        server.database = URL or server.database
        server.start()
        zoe, eve, open_table, words = is_everywhere(server)
        if not URL:
            with sqlite3.connect(server.database) as database:
                server.zoe = zoe.person["id"]
                server.zoe_key = database.execute("SELECT key FROM people WHERE id = ?", (server.zoe,)).fetchone()[0]
            database.close()

        def about_her():
            return {table: [line for line in lines if any(word in line for word in words)] for table, lines in rows(server).items()}
        empty = {table for table, lines in about_her().items() if not lines} - ABOUT_NOBODY
        assert not empty, f"nothing about her is in {empty}: this test must fill new tables"
        zoe.ok("delete", password="a good password")
        eve.until(lambda: eve.tables[open_table].info["seat"] == [None, None])
        left = {table: lines for table, lines in about_her().items() if lines}
        assert set(left) <= BARE_ID_STAYS, left
        assert "ebulonia" not in json.dumps(left), left
        leave(zoe, eve)


def set_version(server, step):
    """Adds to the version of the schema."""
    if URL:
        subprocess.run([*os.environ["POSTGRES_CONTROL_SQL"].split(), "-c",
                        f"UPDATE ludosaure.version SET version = version + {step}"], check=True, capture_output=True, cwd="/")
        return
    with sqlite3.connect(server.database) as database:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        database.execute(f"PRAGMA user_version = {version + step}")
    database.close()


def newer(binary):
    """A database of a newer version: `check` says so too."""
    with new_server(binary) as server:
        server.stop_well()
        set_version(server, 1)
        for action in ("check", "tables"):
            assert "newer version" in admin(server, action, code=1)
        set_version(server, -1)
        assert "in order" in admin(server, "check")


def main():
    tests = Tests(sys.argv[2:-1] if URL else sys.argv[2:])
    for test in (lists, renamed, removed, recovered, unpublished, reported, forgotten, newer):
        tests.run(test.__name__, test, sys.argv[1])
    tests.end()


if __name__ == "__main__":
    main()
