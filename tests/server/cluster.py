#!/usr/bin/env python3
"""Several servers on one PostgreSQL: which of them runs the computer players of a table, and what happens
when one of them stops or is killed.

usage: with_postgres.sh cluster.py BINARY [NAME…] URL"""
import random
import sys

from play import Person, choose, leave, may_move, settle
from postgres import server_on_postgres, sql
from process import Tests, wait_for

ATTEMPTS = 5


class Stalled(Exception):
    """The machine stood still for seconds, and a server has lost its lease, or has given up waiting for the database. That
    is right then, but it is not what the test is about."""


def attempt(test, *arguments):
    """Runs the test again if the machine stood still."""
    for _ in range(ATTEMPTS - 1):
        try:
            return test(*arguments)
        except Stalled:
            pass
    return test(*arguments)


def thoughts(server):
    """How many moves the computer players of this server have decided on."""
    return server.figure("thoughts_total")


def move(person, table, rng):
    """Makes a move of the person, when it is their turn."""
    person.until(lambda: may_move(person, table) or person.tables[table].is_over)
    if not person.tables[table].is_over:
        person.ok("move", table=table, move=choose(person, table, rng, 0))


def count_bot_moves(person, table):
    return sum(step.get("by") == "computer" for step in person.tables[table].steps.values())


def at_table(one, two):
    """A table that is made and started on the first server, with computer players; the same person is
    connected to both. A round of Trakks may be over after nine moves; a match of three rounds may not."""
    ada = Person(one.port, name="Ada")
    table = ada.create("trakks", 3, bots=[None, "regular", "regular"], pace="fast", options={"rounds": 3})["table"]
    ada.ok("start", table=table)
    there = Person(two.port, secret=ada.secret)
    there.watch(table=table)
    return ada, there, table


def takeover(one, two, end):
    """The server that runs the computer players ends, and they go on at the other one. How soon is tested on a simulated
    clock (tests/hall/leases.c)."""
    rng = random.Random(4)
    ada, there, table = at_table(one, two)
    for _ in range(3):
        move(there, table, rng)
    there.until(lambda: may_move(there, table))
    if thoughts(two):  # usually the one where the match was started
        one, two, ada, there = two, one, there, ada
    if thoughts(one) < 3 or thoughts(two):
        raise Stalled
    settle([ada, there], table)
    before = count_bot_moves(there, table)
    assert before >= 3
    assert one.figure("tables_run") > 0
    end(one, table)
    move(there, table, rng)
    there.until(lambda: count_bot_moves(there, table) > before)
    # A move that the first server made just before its end may have been the one.
    while not thoughts(two) and not there.tables[table].is_over:
        move(there, table, rng)
    assert thoughts(two) > 0
    assert two.figure("tables_run") > 0
    two.wait_logged("tables_taken_over")
    # Nothing is left to do for computer players: servers of later tests would do it.
    seen = there.tables[table]
    there.until(lambda: seen.to_act == [seen.seat] or seen.is_over)
    ada.drop()
    leave(there)


def killed(binary):
    """kill -9: the computer players go on at the other server. Before, they did not think there."""
    with server_on_postgres(binary) as one, server_on_postgres(binary) as two:
        takeover(one, two, lambda server, _: server.kill())


def stopped(binary):
    """A server that stops gives its tables back: the other one need not wait until leases run out."""
    def stop(server, table):
        holder = sql(f"SELECT server FROM ludosaure.leases WHERE table_id = '{table}'")
        assert holder
        server.stop_well()
        assert sql(f"SELECT count(*) FROM ludosaure.leases WHERE server = '{holder}'") == "0"
        assert sql(f"SELECT count(*) FROM ludosaure.servers WHERE id = '{holder}'") == "0"
    with server_on_postgres(binary) as one, server_on_postgres(binary) as two:
        takeover(one, two, stop)


def settle_presence(person, table, online, spectators):
    """Waits until the person was told who is there."""
    def is_there(message):
        return (message.get("push") == "online" and message["table"] == table and
                message["online"] == online and message["spectators"] == spectators)
    person.wait(is_there)


def company(binary):
    """Chat, mutes, presence and gestures reach those who are at the table at another server."""
    with server_on_postgres(binary) as one, server_on_postgres(binary) as two:
        ada, bob = Person(one.port, name="Ada"), Person(two.port, name="Bob")
        made = ada.create("scale", 3, bots=[None, None, "easy"], options={"mode": "stage"})
        table = made["table"]
        bob.watch(code=made["code"])
        settle_presence(ada, table, [True, False, False], 1)
        bob.ok("sit", table=table, seat=1)
        settle_presence(ada, table, [True, True, False], 0)
        ada.ok("chat", table=table, text="Bonjour à l'autre serveur")
        assert bob.wait_push("chat")["text"] == "Bonjour à l'autre serveur"
        ada.ok("chat", table=table, phrase="hello")
        bob.wait_push("chat", phrase="hello")
        ada.until(lambda: ada.tables[table].info["seat"][1])
        ada.ok("start", table=table)
        bob.until(lambda: bob.tables[table].view)
        ada.send("gesture", table=table, x=10, y=20, power=30)
        seen = bob.wait(lambda message: message.get("push") == "gesture" and message["seat"] == 0)
        assert (seen["x"], seen["y"], seen["power"]) == (10, 20, 30), seen
        # The computer player performs at one of the servers, and everyone sees it.
        for person in (ada, bob):
            person.wait(lambda message: message.get("push") == "gesture" and message["seat"] == 2)
        bob.ok("mute", table=table, person=ada.person["id"], on=True)
        again = Person(one.port, secret=bob.secret)
        again.until(lambda: has_muted(again, table, ada))
        ada.ok("chat", table=table, text="Who hears me?")
        ada.wait_push("chat")
        ada.ok("ping")
        again.ok("ping")
        assert all(message["push"] != "chat" for message in again.heard), "a muted person was heard"
        leave(ada, bob, again)


def has_muted(person, table, whom):
    """Whether the server says that the person has muted somebody. It sends the table for that."""
    person.ok("watch", table=table)
    message = person.wait_push("table")
    return [muted["person"] for muted in message["muted"]] == [whom.person["id"]]


def passwords(binary):
    """Wrong passwords count at all servers together."""
    with server_on_postgres(binary) as one, server_on_postgres(binary) as two:
        ada, bob = Person(one.port, name="Ada"), Person(two.port, name="Bob")
        made = ada.create("trex", 2)
        bob.watch(code=made["code"])
        login = f"ada{random.randrange(1 << 40)}"
        recovery = ada.ok("account", login=login, password="a good password")["recovery"]
        thieves = [Person(one.port), Person(two.port)]
        for number in range(8):
            thieves[number % 2].refused("who", "login", login=login, password=f"wrong password {number}")

        def exchange():
            """What each server tells the other one comes in order: after this, they know of each other's attempts."""
            for speaker, listener in ((ada, bob), (bob, ada)):
                speaker.ok("chat", table=made["table"], text=(text := f"{random.randrange(1 << 40)}"))
                listener.wait_push("chat", text=text)
        # Two attempts are left.
        for allowed in (True, False):
            exchange()
            for thief in thieves:
                thief.refused("who" if allowed else "limit", "login", login=login, password="wrong password")
        # A recovery at one server starts the count anew at all.
        thieves[0].ok("recover", login=login, recovery=recovery, new="a better password")
        wait_for(lambda: thieves[1].ask("login", login=login, password="a better password")["ok"])
        leave(ada, bob, *thieves)


def main():
    tests = Tests(sys.argv[2:-1])
    for test in (killed, stopped, company, passwords):
        tests.run(test.__name__, attempt, test, sys.argv[1])
    tests.end()


if __name__ == "__main__":
    main()
