#!/usr/bin/env python3
"""Trouble with the database file: one table in it is damaged; it is deleted, replaced or moved away while
the server runs.

usage: database.py BINARY [NAME…]"""
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time

from play import Person, leave, play
from process import Server, Tests, wait_for


def damaged_table(binary):
    """Other tables are served; the damaged one is named in the log, by `admin check`, and to its clients."""
    with Server(binary) as server:
        ada = Person(server.port, name="Ada")
        tables = [ada.create("trex", 2)["table"] for _ in range(3)]
        ada.close()
        assert server.stop() == 0
        with sqlite3.connect(server.database) as database:
            database.execute("UPDATE entries SET text = '{' WHERE number = 1 AND table_key ="
                             " (SELECT key FROM tables WHERE id = ?)", (tables[1],))
        database.close()
        server.start()
        lines = server.wait_logged("table_damaged")
        assert [(line["table"], line["entry"]) for line in lines] == [(tables[1], 1)], lines
        assert not server.logged("load_failed"), server.tail()
        ada = Person(server.port, secret=ada.secret)
        for index, table in enumerate(tables):
            if index == 1:
                error = ada.refused("unavailable", "watch", table=table)
                assert "damaged" in json.dumps(error), error
            else:
                ada.watch(table=table)
                ada.ok("bot", table=table, seat=1, level="easy")
                ada.ok("start", table=table)
        ada.close()
        check = subprocess.run([binary, "admin", "check", "--database", str(server.database)],
                               capture_output=True, text=True)
        assert check.returncode == 1 and tables[1] in check.stderr, check


def damage_page(path, page):
    """Changes the type of a page to one that does not exist."""
    with open(path, "r+b") as file:
        file.seek(4096 * page)
        file.write(b"\x77")


def damaged_page(binary):
    """A page that many tables share is damaged: the server starts without these tables, and says which they are."""
    with Server(binary) as server:
        ada, bob = Person(server.port, name="Ada"), Person(server.port, name="Bob")
        made = ada.create("tyrannosaurus", 2)
        over, page = made["table"], None
        bob.watch(invite=made["invite"])
        bob.ok("sit", table=over)
        ada.ok("start", table=over)
        play([ada, bob], over, random.Random(1), alone=False)
        tables = [ada.create("trex", 2)["table"] for _ in range(12)]
        for table in tables:
            for _ in range(8):
                ada.ok("stand", table=table)
                ada.ok("sit", table=table)
        leave(ada, bob)
        assert server.stop() == 0
        data = server.database.read_bytes()
        leaves = [page for page in range(len(data) // 4096) if data[4096 * page] == 0x0a and b'{"person":"' in data[4096 * page:4096 * page + 4096]]
        with sqlite3.connect(server.database) as database:
            key = database.execute("SELECT key FROM tables WHERE id = ?", (over,)).fetchone()[0]
            entry, = database.execute("SELECT max(text) FROM entries WHERE table_key = ? AND kind = 1", (key,)).fetchone()
        database.close()
        page = next(page for page in leaves if entry.encode() in data[4096 * page:4096 * page + 4096])
        damage_page(server.database, page)
        server.start()
        damaged = {line["table"] for line in server.logged("table_damaged")}
        assert over in damaged and not damaged >= set(tables), (over, damaged)
        ada = Person(server.port, secret=ada.secret)
        for table in tables:
            if table in damaged:
                ada.refused("unavailable", "watch", table=table)
            else:
                ada.watch(table=table)
        ada.ok("stand", table=tables[-1])
        ada.create("trex", 2)
        # Another user of the database makes the server look at all tables again.
        with sqlite3.connect(server.database) as database:
            database.execute("UPDATE people SET seen_ms = seen_ms + 1")
        database.close()
        for _ in range(20):
            time.sleep(0.1)
            ada.ok("ping")
        assert health(server)[0] == 200 and not server.logged("store_fails"), server.tail()
        ada.close()
        assert server.stop() == 0
        with sqlite3.connect(server.database) as database:
            page, = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables'").fetchone()
        database.close()
        damage_page(server.database, page - 1)
        server.start_only()
        assert server.process.wait(20) == 1 and "malformed" in server.tail(), server.tail()


def health(server):
    return server.http("GET", "/healthz")


def file_gone(binary):
    """Moves that would be lost are not acknowledged, the failure is reported, and ends when the file is
    back."""
    def delete(server):
        os.rename(server.database, server.folder / "away")

    def replace(server):
        shutil.copy(server.database, server.folder / "copy")
        os.rename(server.database, server.folder / "away")
        os.rename(server.folder / "copy", server.database)

    for vanish in (delete, replace):
        with Server(binary) as server:
            ada = Person(server.port, name="Ada")
            table = ada.create("trex", 2, bots=[None, "easy"])["table"]
            assert health(server)[0] == 200
            vanish(server)
            ada.refused("unavailable", "start", table=table)
            ada.refused("unavailable", "create", game="trex", seats=2)
            wait_for(lambda: health(server)[0] == 503)
            assert health(server)[1]["store"] is False
            lines = server.wait_logged("store_fails")
            assert len(lines) == 1 and "deleted" in lines[0]["why"], lines
            os.rename(server.folder / "away", server.database)
            wait_for(lambda: health(server)[0] == 200)
            ada.ask("start", table=table)
            ada.until(lambda: ada.tables[table].info["state"] == "playing")
            assert server.stop() == 0


def file_gone_unnoticed(binary):
    """The failure is noticed even though no one is playing."""
    with Server(binary) as server:
        os.unlink(server.database)
        wait_for(lambda: health(server)[0] == 503)


def main():
    tests = Tests(sys.argv[2:])
    for test in (damaged_table, damaged_page, file_gone, file_gone_unnoticed):
        tests.run(test.__name__, test, sys.argv[1])
    tests.end()


if __name__ == "__main__":
    main()
