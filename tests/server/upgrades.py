#!/usr/bin/env python3
"""Databases of every version become databases of today: their rows are right, and their schema is that of a new one.
tests/schemas/ has the steps as they were released.

usage: upgrades.py BINARY          SQLite
       with_postgres.sh upgrades.py BINARY"""
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import time

from process import Server, Tests

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "schemas"
APPLICATION = 0x4c75646f  # in the header of SQLite files: "Ludo"
ANNA, BERT = "annaannaanna", "bertbertbert"
SEEN_MS = int(time.time() * 1000) - 3600_000  # in versions in which people and sessions are dated
# Finished matches: table → (public, origin, wins of both seats), and what is expected: (shared, rated, continued).
MATCHES = {"tablepublic1": ((True, None, (1, 0)), (True, True, False)),
           "tableprivate": ((False, None, (1, 0)), (False, True, False)),
           "tableorigin1": ((True, {"record": "tablepublic1", "move": 2}, (1, 0)), (True, False, True)),
           "tabletogethe": ((True, None, (1, 1)), (True, False, False))}
OPEN = "tableisopen1"
SETTINGS = {"game": "trakks", "seats": 2, "options": {"rounds": 1, "penalty": "face"}, "takeover": True, "hints": True,
            "chat": True, "open_hands_after": True, "autostart": False, "clock": {"kind": "none"}, "pace": "human",
            "host": {"id": ANNA, "name": "Anna"}, "seed": "00"}


def record_of(table):
    (_, origin, _), _ = MATCHES[table]
    return json.dumps({"ludosaure": 1, "game": "trakks", "names": ["Anna", "Bert"], **({"origin": origin} if origin else {})})


class Sqlite:
    kind, dated, rated, continued = "sqlite", 3, 4, 5  # the versions of columns

    def __init__(self, server, _):
        self.path = server.database

    def execute(self, statements):
        with sqlite3.connect(self.path) as database:
            database.executescript(statements)
        database.close()

    def rows(self, query):
        with sqlite3.connect(self.path) as database:
            found = database.execute(query).fetchall()
        database.close()
        return [tuple(map(str, row)) for row in found]

    def begin(self, version):
        self.execute(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {version}")

    def table(self, number, _):
        return "table_key", number

    def person(self, number, _):
        return "person_key", number

    def record(self, number, _):
        return "record_key", number

    def keys(self, number):
        return "key, ", f"{number}, "

    def shared(self, number, is_shared):
        return number if is_shared else "NULL"

    def bytes(self, number):
        return f"X'{number:064x}'"

    def schema(self):
        names = self.rows("SELECT type, name FROM sqlite_schema ORDER BY 1, 2")
        return names, [self.rows(f"PRAGMA table_info({name})") for kind, name in names if kind == "table"]


class Postgres:
    kind, dated, rated, continued = "postgres", 2, 4, 5

    def __init__(self, server, name):
        self.control = os.environ["POSTGRES_CONTROL_SQL"].split()
        subprocess.run([*self.control, "-qc", f"CREATE DATABASE {name}"], check=True)
        self.control[-1] = name
        server.database = os.environ["LUDOSAURE_POSTGRES"].replace("/test?", f"/{name}?")

    def execute(self, statements):
        subprocess.run([*self.control, "-qv", "ON_ERROR_STOP=1"], input="SET search_path = ludosaure; " + statements,
                       text=True, check=True)

    def rows(self, query):
        text = subprocess.run([*self.control, "-Atc", query], stdout=subprocess.PIPE, text=True, check=True,
                              env={**os.environ, "PGOPTIONS": "-c search_path=ludosaure"}).stdout
        return [tuple(line.split("|")) for line in text.splitlines()]

    def begin(self, version):
        self.execute(f"CREATE SCHEMA ludosaure; CREATE TABLE version(version integer NOT NULL);"
                     f" INSERT INTO version VALUES({version})")

    def table(self, _, table):
        return "table_id", f"'{table}'"

    def person(self, _, person):
        return "person_id", f"'{person}'"

    record = table

    def keys(self, _):
        return "", ""

    def shared(self, _, is_shared):
        return str(is_shared).lower()

    def bytes(self, number):
        return f"'\\x{number:064x}'"

    def schema(self):
        return (self.rows("SELECT table_name, column_name, data_type, column_default, is_nullable, collation_name FROM"
                          " information_schema.columns WHERE table_schema = 'ludosaure' ORDER BY 1, ordinal_position"),
                self.rows("SELECT indexdef FROM pg_indexes WHERE schemaname = 'ludosaure' ORDER BY 1"))


def steps(kind):
    return re.split(r"^-- version \d+$", (SCHEMAS / f"{kind}.sql").read_text(), flags=re.MULTILINE)[1:]


def fill(database, version):
    """The rows that a program of that version has written."""
    statements = []
    run = statements.append
    for number, (person, name, login) in enumerate(((ANNA, "Anna", "'anna'"), (BERT, "Bert", "NULL")), 1):
        key, value = database.keys(number)
        run(f"INSERT INTO people({key}id, name, login) VALUES({value}'{person}', '{name}', {login})")
        column, value = database.person(number, person)
        run(f"INSERT INTO sessions(hash, {column}) VALUES({database.bytes(number)}, {value})")
    for number, table in enumerate((*MATCHES, OPEN), 1):
        key, value = database.keys(number)
        run(f"INSERT INTO tables({key}id, invite, code, closed_ms) VALUES({value}'{table}', {database.bytes(2 * number)},"
            f" {database.bytes(2 * number + 1)}, {'NULL' if table == OPEN else 9})")
        is_public = table == OPEN or MATCHES[table][0][0]
        texts = [json.dumps({**SETTINGS, "public": is_public}), json.dumps({"person": ANNA, "name": "Anna"}),
                 json.dumps({"person": BERT, "name": "Bert"})]
        for entry, text in enumerate(texts):
            column, value = database.table(number, table)
            run(f"INSERT INTO entries({column}, number, at_ms, used_ms, kind, seat, text) VALUES({value}, {entry}, 1, 0,"
                f" {min(entry, 1)}, {entry - 1}, '{text}')")
        if version >= database.dated:
            run(f"UPDATE tables SET host = '{ANNA}' WHERE id = '{table}';"
                f" INSERT INTO table_people VALUES('{ANNA}', {value}, 0), ('{ANNA}', {value}, 1), ('{BERT}', {value}, 2)")
        if table != OPEN:
            run(record_statements(database, version, number, table))
    if version >= database.dated:
        run(f"UPDATE people SET seen_ms = {SEEN_MS}; UPDATE sessions SET used_ms = {SEEN_MS}")
    database.execute(";".join(statements))


def record_statements(database, version, number, table):
    (_, _, wins), (shared, rated, continued) = MATCHES[table]
    column, value = database.table(number, table)
    key, key_value = database.keys(number)
    statements = [f"INSERT INTO records({key}{column}, game, ended_ms, seats, moves, record) VALUES({key_value}{value},"
                  f" 'trakks', {number}, 2, 7, '{record_of(table)}')"]
    where = f" WHERE {column} = {value}"
    if version >= database.dated:
        statements.append(f"UPDATE records SET shared = {database.shared(number, shared)}{where}")
    if version >= database.rated:
        statements.append(f"UPDATE records SET rated = {rated}{where}")
    if version >= database.continued:
        statements.append(f"UPDATE records SET continued = {continued}{where}")
    column, value = database.record(number, table)
    for seat, (person, name) in enumerate(((ANNA, "Anna"), (BERT, "Bert"))):
        statements.append(f"INSERT INTO record_seats({column}, seat, person, name, level, score, won, ended_ms)"
                          f" VALUES({value}, {seat}, '{person}', '{name}', '', {seat}, {wins[seat]}, {number})")
    return ";".join(statements)


def truth(text):
    return text not in ("0", "f", "false", "None", "")


def check_rows(database, version):
    join = "t.key = r.table_key" if database.kind == "sqlite" else "t.id = r.table_id"
    found = database.rows(f"SELECT t.id, shared, rated, continued FROM records r JOIN tables t ON {join}")
    assert {row[0]: tuple(map(truth, row[1:])) for row in found} == {
        table: expected for table, (_, expected) in MATCHES.items()}, found
    assert database.rows("SELECT DISTINCT host FROM tables") == [(ANNA,)]
    column = database.table(0, "")[0]
    people = database.rows(f"SELECT person, number, count({column}) FROM table_people GROUP BY 1, 2 ORDER BY 1, 2")
    every = str(len(MATCHES) + 1)
    assert people == [(ANNA, "0", every), (ANNA, "1", every), (BERT, "2", every)], people
    for query in ("SELECT DISTINCT seen_ms FROM people", "SELECT DISTINCT used_ms FROM sessions"):
        times = [int(row[0]) for row in database.rows(query)]
        assert times == [SEEN_MS] if version >= database.dated else times[0] > SEEN_MS, times
    assert database.rows("SELECT id FROM people WHERE login = 'anna'") == [(ANNA,)]
    assert not any(map(any, database.rows("SELECT part FROM record_seats")))


def check_answers(server):
    listed = server.http("GET", "/api/records?game=trakks")[1]["records"]
    assert {record["table"] for record in listed} == {
        table for table, (_, (shared, _, _)) in MATCHES.items() if shared}, listed
    assert {record["table"] for record in listed if record["rated"]} == {"tablepublic1"}, listed
    assert all(record["host"] == ANNA for record in listed), listed
    assert server.http("GET", "/api/stats/trakks")[1]["games"] == 2  # not the private one, and not the continued one
    assert server.http("GET", "/api/records/tablepublic1") == (200, json.loads(record_of("tablepublic1")))
    assert server.http("GET", "/api/records/tableprivate")[0] == 403
    status, answer = server.http("GET", f"/api/tables/{OPEN}")
    assert status == 200 and [seat["person"] for seat in answer["info"]["seat"]] == [ANNA, BERT], answer


def upgrade(binary, kind, version, new):
    with Server(binary, start=False) as server:
        database = kind(server, f"version{version}")
        database.begin(version)
        for step in steps(kind.kind)[:version]:
            database.execute(step)
        fill(database, version)
        server.start()
        check_answers(server)
        server.stop_well()
        check_rows(database, version)
        assert database.schema() == new, (database.schema(), new)


def new_schema(binary, kind):
    with Server(binary, start=False) as server:
        database = kind(server, "new")
        server.start()
        server.stop_well()
        return database.schema()


def main():
    tests, kind = Tests(), Postgres if os.environ.get("LUDOSAURE_POSTGRES") else Sqlite
    new = new_schema(sys.argv[1], kind)
    for version in range(1, len(steps(kind.kind)) + 1):
        tests.run(f"from version {version}", upgrade, sys.argv[1], kind, version, new)
    tests.end()


if __name__ == "__main__":
    main()
