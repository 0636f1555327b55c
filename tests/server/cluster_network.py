#!/usr/bin/env python3
"""Servers that are cut off: from the database but not from their clients, and from their clients but not from the
database. Each server has a network namespace, and real links are cut (network.py).

usage: with_postgres.sh cluster_network.py BINARY [--long] URL"""
import json
import os
import random
import subprocess
import sys
import time

import client
from cluster import Stalled, attempt, count_bot_moves, move, thoughts
from network import DatabaseGate, Machine, enter_or_skip
from play import Person, leave, may_move, settle
from process import Tests


class Cluster:
    """Two servers, a person at each, and a table. The first server runs its computer players, one after each person."""

    count = 0

    def __init__(self, binary, gate):
        self.binary, self.gate, self.machines = binary, gate, []

    def __enter__(self):
        try:
            self.begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def begin(self):
        Cluster.count += 1  # other servers must not go on with this table
        subprocess.run([*os.environ["POSTGRES_CONTROL_SQL"].split(), "-qc", f"CREATE DATABASE test{Cluster.count}"], check=True)
        for _ in range(2):
            self.machines.append(Machine(self.binary, self.gate, f"test{Cluster.count}"))
        self.one, self.two = self.machines
        self.rng = random.Random(4)
        self.ada, self.bob = Person(self.one.port, name="Ada"), Person(self.two.port, name="Bob")
        made = self.ada.create("trakks", 4, bots=[None, "easy", None, "easy"], pace="fast", options={"rounds": 3})
        self.table = made["table"]
        self.bob.watch(invite=made["invite"])
        self.bob.ok("sit", table=self.table)
        settle([self.ada, self.bob], self.table)
        self.ada.ok("start", table=self.table)
        self.play_round()
        if thoughts(self.two):
            self.one, self.two, self.ada, self.bob = self.two, self.one, self.bob, self.ada
        self.check_holder()

    def check_holder(self):
        if not thoughts(self.one) or thoughts(self.two):
            raise Stalled

    def play(self, people, condition):
        """These people move, in their turns, until the condition holds."""
        end = time.monotonic() + client.WAIT_S
        while not condition():
            assert time.monotonic() < end, "nobody can move"
            for person in people:
                person.pump(0.02)
                if may_move(person, self.table) and not condition():
                    move(person, self.table, self.rng)

    def play_until_turn_of(self, person):
        people = [self.ada, self.bob]
        self.play(people, lambda: may_move(person, self.table))
        settle(people, self.table)

    def play_round(self):
        """Everyone moves."""
        before = count_bot_moves(self.bob, self.table)
        self.play([self.ada, self.bob], lambda: count_bot_moves(self.bob, self.table) >= before + 2)
        settle([self.ada, self.bob], self.table)

    def end_well(self):
        """Play goes on at both servers."""
        self.play_round()
        leave(self.ada, self.bob)
        self.one.stop_well()
        self.two.stop_well()

    def __exit__(self, *_):
        for machine in self.machines:
            machine.__exit__()


def wait_for_answer(person, number):
    """The answer to this request, which may have come already."""
    def answer():
        return next((message for message in map(json.loads, person.raw)
                     if message.get("id") == number and "ok" in message), None)
    person.until(answer)
    return answer()


def cut_from_database(binary, gate):
    """The server still answers its clients, but changes nothing. Another one runs the computer players. When the link is
    back, the change that waited is made, and the clients learn what has happened."""
    with Cluster(binary, gate) as cluster:
        ada, bob, table = cluster.ada, cluster.bob, cluster.table
        cluster.play_until_turn_of(bob)
        before = count_bot_moves(bob, table)
        cluster.one.database_link.cut()
        cluster.play([bob], lambda: count_bot_moves(bob, table) > before)
        assert thoughts(cluster.two) > 0
        if not ada.answer(ada.send("ping"))["ok"]:  # the database has been away for long enough to be given up
            raise Stalled
        stale = ada.tables[table].v
        assert stale < bob.tables[table].v, "the server knows what it cannot have read"
        number = ada.send("create", game="trex", seats=2)
        cluster.one.database_link.repair()
        settle([ada, bob], table)
        answer = wait_for_answer(ada, number)
        if not answer["ok"] and answer["error"]["code"] == "unavailable":
            raise Stalled
        assert answer["ok"], answer
        cluster.end_well()


def cut_from_clients(binary, gate):
    """The server keeps running the computer players, and those at other servers play on. When the link is back, its
    clients receive everything in order."""
    with Cluster(binary, gate) as cluster:
        ada, bob, table = cluster.ada, cluster.bob, cluster.table
        cluster.play_until_turn_of(ada)
        cluster.one.clients.cut()
        again = Person(cluster.two.port, secret=ada.secret)  # at another server meanwhile
        again.watch(table=table)
        before = count_bot_moves(bob, table)
        cluster.play([again, bob], lambda: count_bot_moves(bob, table) >= before + 2)
        cluster.one.clients.repair()
        settle([ada, again, bob], table)
        cluster.check_holder()
        leave(again)
        cluster.end_well()


def cut_for_long(binary, gate):
    """A server that is cut off for longer says so, and comes back by itself."""
    with Cluster(binary, gate) as cluster:
        ada, table = cluster.ada, cluster.table
        cluster.play_until_turn_of(ada)
        cluster.one.database_link.cut()
        answer = wait_for_answer(ada, ada.send("move", table=table, move=ada.tables[table].legal[0], cid="1"))
        assert answer["error"]["code"] == "unavailable", answer
        ada.until(lambda: client.http(cluster.one.port, "GET", "/healthz").status == 503)
        cluster.one.database_link.repair()
        cluster.one.wait_until_healthy()
        cluster.end_well()


def main():
    enter_or_skip()
    tests, gate = Tests(), DatabaseGate(os.environ["POSTGRES_FOLDER"])
    for test in (cut_from_database, cut_from_clients, *((cut_for_long,) if "--long" in sys.argv else ())):
        tests.run(test.__name__, attempt, test, sys.argv[1], gate)
    gate.close()
    tests.end()


if __name__ == "__main__":
    main()
