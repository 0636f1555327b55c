#!/usr/bin/env python3
"""Backup and restore, by the commands of docs/operations.md with other paths: a server is backed up while people play,
its database is lost, and after the restore everything is as it was at the backup.

usage: restore.py BINARY [DATABASE]; with a PostgreSQL database, a new one beside it is used"""
import os
import pathlib
import random
import re
import subprocess
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "server"))

from play import Person, gather, leave, play
from process import Server, Tests

OPERATIONS = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "operations.md"


def commands(sentence):
    """The lines of the block after a sentence that ends with this."""
    text = OPERATIONS.read_text(encoding="utf-8")
    block = re.search(re.escape(sentence) + r"\n\n((?:    .*\n)+)", text)
    assert block, f"{OPERATIONS} has no block after “{sentence}”"
    return [line.strip() for line in block[1].splitlines()]


class Operator:
    """Types the commands: `paths` replaces those of a real machine, `server` is what systemctl starts and stops."""

    def __init__(self, server, binary, paths, environment):
        self.server, self.binary, self.paths = server, binary, paths
        self.environment = {**os.environ, **environment}

    def type(self, sentence, only=""):
        typed = [line for line in commands(sentence) if only in line]
        assert typed, sentence
        for line in typed:
            line = re.sub(r"^sudo (-u postgres )?", "", line)
            if line.startswith("systemctl "):
                self.systemctl(line.split()[1])
                continue
            line = re.sub("^ludosaure ", f"{self.binary} ", line).replace("-o ludosaure -g ludosaure ", "")
            for real, here in self.paths.items():
                line = line.replace(real, str(here))
            run = subprocess.run(["sh", "-c", line], capture_output=True, text=True, env=self.environment)
            assert run.returncode == 0, (line, run)

    def systemctl(self, action):
        if action == "start":
            self.server.start()
        elif self.server.is_alive():
            self.server.stop_well()


def backed_up_and_restored(server, operator, backup, restore, lose):
    people, _, table = gather(server, "trex", 2)
    rng = random.Random(1)
    play(people, table, rng, moves=6, suggest=0)
    version, secrets = people[0].tables[table].v, [person.secret for person in people]
    operator.type(backup)
    # What comes later is lost: more moves, and another table.
    play(people, table, rng, moves=4, suggest=0)
    later = people[0].create("trex", 2)["table"]
    leave(*people)
    server.kill()
    lose()
    operator.type(restore)
    people = [Person(server.port, secret=secret) for secret in secrets]
    for person in people:
        person.watch(table=table)
    assert people[0].tables[table].v == version, (people[0].tables[table].v, version)
    people[0].refused("no_table", "watch", table=later)
    # The match goes on, to its end.
    play(people, table, rng, suggest=0)
    code, said = server.verify(people[0].ok("record", table=table)["record"])
    assert code == 0, said
    leave(*people)


def sqlite(binary):
    with Server(binary, start=False) as server:
        server.database = server.folder / "ludosaure.db"
        server.start()
        operator = Operator(server, binary, {"/var/lib/ludosaure": server.folder, "/var/backups": server.folder}, {})

        def lose():
            for file in server.folder.glob("ludosaure.db*"):
                file.write_bytes(b"lost" * 1000)
        backed_up_and_restored(server, operator, "The SQLite file:", "Restore the SQLite file:", lose)


def postgresql(binary, url):
    host = urllib.parse.parse_qs(urllib.parse.urlparse(url).query)["host"][0]
    with Server(binary, start=False) as server:
        operator = Operator(server, binary, {"/var/lib/postgresql": server.folder},
                            {"PGHOST": host, "PGUSER": "ludosaure", "PGDATABASE": "postgres"})
        operator.type("## PostgreSQL", only="createdb")
        server.database = f"postgresql://ludosaure@/ludosaure?host={host}"
        server.start()
        backed_up_and_restored(server, operator, "PostgreSQL:", "Restore PostgreSQL:", lambda: None)


def main():
    binary, *database = sys.argv[1:]
    tests = Tests()
    if database:
        tests.run("PostgreSQL", postgresql, os.path.abspath(binary), *database)
    else:
        tests.run("SQLite", sqlite, os.path.abspath(binary))
    tests.end()


main()
