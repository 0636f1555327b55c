#!/usr/bin/env python3
"""Several servers on one PostgreSQL: which of them runs the computer players of a table, and what happens
when one of them stops or is killed.

usage: with_postgres.sh cluster.py BINARY [NAME…] URL"""
import random
import re
import sys
import time

import client
from play import Person, choose, leave, may_move
from postgres import server_on_postgres
from process import Tests

TAKEOVER_S = 5  # how soon another server must go on
ATTEMPTS = 3    # on a busy machine, one of them must be in time


def thoughts(server):
    """How many moves the computer players of this server have decided on."""
    text = client.http(server.port, "GET", "/metrics").body.decode()
    return int(re.search(r"^ludosaure_thoughts_total (\d+)", text, re.M)[1])


def move(person, table, rng):
    """Makes a move of the person, when it is their turn."""
    person.until(lambda: may_move(person, table) or person.tables[table].is_over)
    if not person.tables[table].is_over:
        person.ok("move", table=table, move=choose(person, table, rng, 0))


def count_bot_moves(person, table):
    return sum(step.get("by") == "computer" for step in person.tables[table].steps.values())


def at_table(one, two):
    """A table that is made and started on the first server, with computer players; the same person is
    connected to both."""
    ada = Person(one.port, name="Ada")
    table = ada.create("trakks", 3, bots=[None, "medium", "medium"], pace="fast")["table"]
    ada.ok("start", table=table)
    there = Person(two.port, secret=ada.secret)
    there.watch(table=table)
    return ada, there, table


def takeover(one, two, end):
    """Seconds from the end of the server that runs the computer players to the next move of theirs."""
    rng = random.Random(4)
    ada, there, table = at_table(one, two)
    for _ in range(3):
        move(there, table, rng)
    there.until(lambda: may_move(there, table))
    assert count_bot_moves(there, table) >= 6
    assert thoughts(one) >= 6 and thoughts(two) == 0, (thoughts(one), thoughts(two))
    before = count_bot_moves(there, table)
    end(one)
    ended = time.monotonic()
    move(there, table, rng)
    there.until(lambda: count_bot_moves(there, table) > before)
    seconds = time.monotonic() - ended
    there.until(lambda: may_move(there, table) or there.tables[table].is_over)
    assert thoughts(two) >= 2
    ada.drop()
    leave(there)
    return seconds


def within(limit, binary, end):
    taken = []
    while not taken or taken[-1] >= limit and len(taken) < ATTEMPTS:
        with server_on_postgres(binary) as one, server_on_postgres(binary) as two:
            taken.append(takeover(one, two, end))
    assert taken[-1] < limit, taken


def killed(binary):
    """kill -9: the computer players go on at the other server. Before, they did not think there."""
    within(TAKEOVER_S, binary, lambda server: server.kill())


def stopped(binary):
    """A server that stops gives its tables back: the other one need not wait until leases run out."""
    within(2, binary, lambda server: server.stop_well())


def main():
    tests = Tests(sys.argv[2:-1])
    for test in (killed, stopped):
        tests.run(test.__name__, test, sys.argv[1])
    tests.end()


if __name__ == "__main__":
    main()
