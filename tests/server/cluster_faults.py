#!/usr/bin/env python3
"""Nothing is lost in a cluster: people play at many tables of three servers on a PostgreSQL with a replica, while
servers are killed, stopped, and cut off from the database or from their clients, and while the database restarts or
fails over to its replica. Asserted as in faults.py: every acknowledged move is there exactly once, every client
receives every version once and in order, all matches finish, and every record verifies; invitations and votes reach all.

usage: cluster_faults.py BINARY [--seed S] [--matches N] [--faults N] [--tables N]

A failing run prints its seed, which decides the faults, but not what the machine does in between."""
import argparse
import collections
import contextlib
import json
import random
import sys
import threading
import time

import client
import faults
from play import Person, leave
from postgres_pair import Pair, Proxy
from process import Server, Tests, wait_for

SERVERS = 3


class Member:
    """A server of the cluster. Its clients and the database reach it through proxies that can be cut."""

    def __init__(self, binary, pair):
        self.database = Proxy(lambda: pair.primary.port)
        self.server = Server(binary, "--rate", str(2 * faults.MESSAGES_A_SECOND), "--tables-per-minute", "100000",
                             start=False)
        self.server.database = f"postgresql://ludosaure@127.0.0.1:{self.database.port}/test"
        self.clients = Proxy(lambda: self.server.port)
        self.server.start()

    def close(self):
        self.database.repair()
        self.server.__exit__()
        self.clients.close()
        self.database.close()


class Cluster:
    """Looks like one server to the people of faults.py: each connection reaches any of them."""

    def __init__(self, binary, undo):
        self.pair = Pair()
        undo.callback(self.pair.close)
        self.members = []
        for _ in range(SERVERS):
            self.members.append(Member(binary, self.pair))
            undo.callback(self.members[-1].close)
        self.rng = random.Random(1)
        self.verify = self.members[0].server.verify
        self.games = self.members[0].server.games

    @property
    def port(self):
        return self.rng.choice(self.members).clients.port


class World(faults.World):
    """Each fault begins at one time and ends at another; meanwhile people play."""

    def __init__(self, cluster, arguments):
        super().__init__(cluster, arguments)
        self.endings = []  # (time, what to do then), for the faults of now
        self.busy = set()  # members that have one
        self.recent = collections.deque(maxlen=6)

    def later(self, seconds, action):
        self.endings.append((time.monotonic() + seconds, action))

    def member(self):
        """One that has no fault now. Two others stay."""
        free = [member for member in self.server.members if member not in self.busy]
        chosen = self.rng.choice(free)
        self.busy.add(chosen)
        return chosen

    def restart(self, end):
        member = self.member()
        end(member.server)

        def start():
            member.server.start()
            self.busy.discard(member)
        self.later(self.rng.uniform(0, 1), start)

    def kill_server(self):
        self.restart(lambda server: server.kill())

    def stop_server(self):
        self.restart(lambda server: server.stop_well())

    def cut(self, member, proxy):
        proxy.cut(hard=self.rng.random() < 0.5)

        def repair():
            proxy.repair()
            self.busy.discard(member)
        # On time, even while the next fault takes a while.
        threading.Timer(self.rng.uniform(0.3, 4), repair).start()

    def cut_database(self):
        member = self.member()
        self.cut(member, member.database)

    def cut_clients(self):
        member = self.member()
        self.cut(member, member.clients)

    def restart_database(self):
        self.server.pair.restart()

    def fail_over(self):
        if len(self.server.pair.nodes) == 1:
            self.server.pair.add_replica()
        self.server.pair.fail_over()

    def rolling_restart(self):
        """All servers, one after the other: people at the others play on."""
        for member in self.server.members:
            if member in self.busy:
                continue
            member.server.stop_well()
            self.turns(0.2)
            member.server.start()

    def turns(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn()

    FAULTS = ((kill_server, 4), (stop_server, 2), (cut_database, 4), (cut_clients, 3), (restart_database, 2),
              (fail_over, 1), (rolling_restart, 1))

    def fault(self, number):
        """Each kind once, in a random order; then by weight."""
        kinds = [kind for kind, _ in self.FAULTS]
        if number < len(kinds):
            kind = random.Random(self.arguments.seed).sample(kinds, len(kinds))[number]
        else:
            kind = self.rng.choices(kinds, [weight for _, weight in self.FAULTS])[0]
        self.count(kind.__name__)
        self.recent.append(kind.__name__)
        kind(self)

    def end_faults(self):
        for ending in [ending for ending in self.endings if ending[0] < time.monotonic()]:
            self.endings.remove(ending)
            ending[1]()

    def run(self):
        number, next_fault = 0, time.monotonic() + 1
        while number < self.arguments.faults or len(self.done) < self.arguments.matches:
            self.open_tables()
            self.turn()
            self.end_faults()
            if time.monotonic() > next_fault and len(self.busy) < SERVERS - 1:
                self.fault(number)
                number += 1
                next_fault = time.monotonic() + self.rng.uniform(0.3, 1.5)

        def has_faults():
            self.end_faults()
            return bool(self.busy)
        self.finish(has_faults)


def check_replica(world):
    """What is acknowledged is at the replica, even if the server lost its connection while it waited for that."""
    pair, member = world.server.pair, world.server.members[0]
    if len(pair.nodes) == 1:
        pair.add_replica()
    person = client.Client(member.server.port, name="Person")
    with pair.replica_stands_still():
        number = person.send("create", game=world.games[0], seats=world.about[world.games[0]]["seats"][0])
        wait_for(pair.waiting_for_replica)
        before = pair.waiting_for_replica()
        member.database.cut(hard=True)
        member.database.repair()
        wait_for(lambda: pair.waiting_for_replica() - before)  # the new session
        person.ok("ping")
        assert all(json.loads(text).get("id") != number for text in person.raw), person.raw
    assert person.answer(number)["ok"]
    person.close()


def check_lost_entry(world):
    """Two servers have an entry that is lost in a failover, because commits did not wait for the replica: it disappears
    at both, and they go on from what the database has."""
    pair, (one, two) = world.server.pair, world.server.members[:2]
    if len(pair.nodes) == 1:
        pair.add_replica()
    ada, bob = Person(one.server.port, name="Ada"), Person(two.server.port, name="Bob")
    table = ada.create(world.games[0], world.about[world.games[0]]["seats"][0], public=True)["table"]
    bob.watch(table=table)
    before = bob.tables[table].v
    with pair.lost_with_primary():
        bob.ok("sit", table=table)
        ada.until(lambda: ada.tables[table].v == before + 1)
        for person in (ada, bob):
            person.tables.clear()  # what comes now need not follow
    for person in (ada, bob):
        person.until(lambda: table in person.tables)
        assert person.tables[table].v == before and person.tables[table].info["seat"][1] is None
    bob.ok("sit", table=table)
    ada.until(lambda: ada.tables[table].v == before + 1)
    assert bob.tables[table].seat == 1
    leave(ada, bob)


def account(member, name):
    person = Person(member.server.port, name=name)
    person.ok("account", login=f"{name}{person.person['id']}", password="a good password")
    return person


def check_invitation(world):
    """An invitation arrives at the other server, and holds there when that of the host is killed."""
    one, two = world.server.members[:2]
    ada, bob = account(one, "Ada"), account(two, "Bob")
    for person, other in ((ada, bob), (bob, ada)):
        person.ok("follow", person=other.person["id"], on=True)
    table = ada.create(world.games[0], world.about[world.games[0]]["seats"][0])["table"]
    bob.refused("forbidden", "watch", table=table)
    ada.ok("invite_friend", table=table, person=bob.person["id"])
    bob.wait_push("invited")
    wait_for(lambda: [line["table"]["id"] for line in bob.ok("friends")["invitations"]] == [table])
    one.server.kill()
    world.count("kill_server")
    bob.watch(table=table)
    bob.ok("sit", table=table)
    one.server.start()
    ada = Person(one.server.port, secret=ada.secret)
    ada.watch(table=table)
    ada.until(lambda: ada.tables[table].info["seat"][1])
    leave(ada, bob)


def check_vote(world):
    """A vote goes on when the server is killed where it was proposed, and is decided the same everywhere."""
    game = next(game for game, about in world.about.items() if about["seats"][0] <= 4 <= about["seats"][1])
    people = [Person(member.server.port, name=name)
              for member, name in zip([*world.server.members, world.server.members[1]], ("Ada", "Bob", "Eve", "Zoe"))]
    ada, bob, eve, zoe = people
    table = ada.create(game, 4, public=True)["table"]
    for person in people[1:]:
        person.watch(table=table)
        person.ok("sit", table=table)
    ada.ok("start", table=table)
    ada.wait_push("online", online=[True] * 4)
    proposal = ada.ok("vote", table=table, seat=3)["v"]
    world.server.members[0].server.kill()
    world.count("kill_server")
    bob.until(lambda: bob.tables[table].v >= proposal)
    bob.ok("vote", table=table, proposal=proposal)
    eve.ok("vote", table=table, proposal=proposal)
    world.server.members[0].server.start()
    ada = Person(world.server.members[0].server.port, secret=ada.secret)
    ada.watch(table=table)
    for person in (ada, bob, eve, zoe):
        person.until(lambda: person.tables[table].info["seat"][3].get("level"))
    removed = [[(v, step["seat"]) for v, step in person.tables[table].steps.items() if step["kind"] == "stand"]
               for person in (bob, eve, zoe)]
    assert len(removed[0]) == 1 and removed == [removed[0]] * 3, removed
    zoe.refused("forbidden", "sit", table=table)
    leave(ada, bob, eve, zoe)


def check_database(world):
    """No entry is missing, and none was made twice. All servers stop well."""
    for member in world.server.members:
        member.server.stop_well()
    primary = world.server.pair.primary

    def ask(query):
        lines = primary.sql(query.format(reports="ludosaure.reports", relations="ludosaure.relations")).splitlines()
        return [line.split("|") for line in lines]
    faults.check_rows(world, ask)
    assert primary.sql("SELECT count(*) FROM ludosaure.entries e WHERE number > 0 AND NOT EXISTS (SELECT FROM"
                       " ludosaure.entries p WHERE p.table_id = e.table_id AND p.number = e.number - 1)") == "0"
    assert primary.sql("SELECT count(*) FROM (SELECT FROM ludosaure.entries WHERE cid IS NOT NULL"
                       " GROUP BY table_id, seat, cid HAVING count(*) > 1) t") == "0"
    # Servers that were killed could not give their leases back.
    assert int(primary.sql("SELECT count(*) FROM ludosaure.servers")) <= world.figures.get("kill_server", 0)
    assert primary.sql("SELECT count(*) FROM ludosaure.leases WHERE server NOT IN"
                       " (SELECT id FROM ludosaure.servers)") == "0"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--matches", type=int, default=0, help="to be finished at least")
    parser.add_argument("--faults", type=int, default=9)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--games", help="their ids, with commas between them; all without it")
    arguments = parser.parse_args()
    if arguments.seed is None:
        arguments.seed = random.randrange(1 << 30)
    tests, begin = Tests(), time.monotonic()
    with contextlib.ExitStack() as undo:
        world = World(Cluster(arguments.binary, undo), arguments)
        tests.run("playing through faults", world.run)
        if not tests.failed:
            for check in (faults.check_moves, faults.check_records, faults.check_ties, faults.check_again, check_invitation, check_vote,
                          check_replica, check_lost_entry, check_database):
                tests.run(check.__name__, check, world)
    figures = ", ".join(f"{count} {what}" for what, count in sorted(world.figures.items()))
    print(f"seed {arguments.seed}, {time.monotonic() - begin:.0f} s: {figures}")
    if tests.failed:
        print(f"the latest faults: {', '.join(world.recent)}")
        print(f"again with: {sys.argv[0]} {arguments.binary} --seed {arguments.seed} --faults {arguments.faults} "
              f"--matches {arguments.matches} --tables {arguments.tables}")
    tests.end()


if __name__ == "__main__":
    main()
