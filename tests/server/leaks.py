#!/usr/bin/env python3
"""Nothing leaks: two positions that a seat cannot distinguish are played at two tables with moves that it
cannot distinguish, and the sockets of the seat and of a spectator receive the same messages: byte for
byte, in number and in order. If the rules make a move look different to the seat (tests/core/worlds.c decides),
everything before it is the same, and the test continues from there with a new pair. In one match of each game people also invite,
report, vote and propose to take back, and the lists of friends and the calendars are compared as well.

usage: leaks.py BINARY WORLDS [--seed S] [--segments N] [GAME…]"""
import argparse
import json
import random
import re
import subprocess
import sys
import time

import client
from play import Person
from process import Referee, Server, Tests

MOVES_MAX = 12  # of a pair
DAYS = {"kind": "days", "seconds": 259200}


class Worlds:
    """tests/core/worlds.c over a pipe."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, **values):
        self.process.stdin.write(json.dumps(values).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        assert self.process.wait(client.WAIT_S) == 0


def plan(worlds, position, viewer, rng):
    """Another truth behind the position, and moves for both; the last pair may differ for the
    viewer. Also the position that they lead to, and whether the match is over then."""
    number = rng.randrange(1 << 40)
    other = worlds.ask(position=position, viewer=viewer, number=number)["position"]
    a, b, moves, over = position, other, [], False
    while len(moves) < MOVES_MAX and not over:
        wish = len(moves) > 1 and rng.random() < 0.15
        pair = worlds.ask(a=a, b=b, viewer=viewer, number=number + len(moves) + 1, any=wish)
        if pair["seat"] < 0:
            break
        a, b, over = pair["position_a"], pair["position_b"], pair["over"]
        moves.append(pair)
        if not pair["same"]:
            break
    return other, moves, a, over


class Ear(Person):
    """A connection of which every byte is compared."""

    def transcript(self, table):
        """Without `online`, which depends on time."""
        return [normal(text, table) for text in self.raw if b'"push":"online"' not in text]


def normal(text, table):
    """Without what may differ between any two tables: ids, the time, who is there."""
    text = text.replace(table.encode(), b"TABLE")
    text = re.sub(rb'"online":\[[^]]*\],"spectators":\d+', b'"online":0', text)
    text = re.sub(rb'"tables":\[[^]]*\]', b'"tables":0', text)
    text = re.sub(rb'"(created|at|now|changed|deadline)":\d+', rb'"\1":0', text)
    text = re.sub(rb'"left":\[[^]]*\]', b'"left":0', text)
    text = re.sub(rb"\d{8}T\d{6}Z", b"TIME", text)
    return re.sub(rb'"(invite|code)":"[^"]*"', rb'"\1":""', text)


class Session:
    """One of the two worlds, played at its own table."""

    def __init__(self, server, secrets, position, viewer):
        self.server, self.secrets, self.viewer = server, secrets, viewer
        self.is_social = "calendar" in secrets
        self.seats = position["seats"]
        self.host = Person(server.port, secret=secrets["host"])
        self.table = self.host.create(position["game"], self.seats, position=position, seed="leaks",
                                      options=position.get("options", {}), public=True, sit=None,
                                      open_hands_after=False, **({"clock": DAYS} if self.is_social else {}))["table"]
        self.spectator = Ear(server.port, secret=secrets["spectator"])
        self.spectator.watch(table=self.table)
        self.people = []
        for seat in range(self.seats):
            kind = Ear if seat == viewer else Person
            person = kind(server.port, secret=secrets[seat])
            person.watch(table=self.table)
            person.ok("sit", table=self.table, seat=seat)
            self.people.append(person)
        self.returned = []
        if self.is_social:
            self.invite()
        self.host.ok("start", table=self.table)
        self.ears = [self.spectator] + ([] if viewer is None else [self.people[viewer]])
        self.settle()

    def settle(self):
        """Pending messages arrive, and nothing follows them."""
        for person in self.people + [self.spectator]:
            person.until(lambda: person.tables[self.table].v >= self.host.tables[self.table].v)
            person.ok("ping")

    def move(self, seat, text, nonsense):
        """`nonsense`: another client sends refused requests, which must have no effect."""
        if nonsense:
            for other, person in enumerate(self.people):
                if other != self.viewer:
                    person.refused("bad_move", "move", table=self.table, move="nonsense")
        answer = self.people[seat].ok("move", table=self.table, move=text)
        self.host.until(lambda: self.host.tables[self.table].v >= answer["v"])
        self.settle()
        if self.is_social:
            self.look_at_calendar()

    def come_back(self):
        """The viewer and the spectator reconnect: from the start, from the middle, and without `since`."""
        v = self.host.tables[self.table].v
        for ear in self.ears:
            for values in ({}, {"since": 0}, {"since": v // 2}, {"views": False}, {"spectator": True}):
                again = Ear(self.server.port, secret=ear.secret)
                again.tables[self.table] = Blank()
                again.ok("watch", table=self.table, **values)
                again.ok("log", table=self.table)
                again.ok("ping")
                self.returned.append(again.transcript(self.table))
                again.close()
            info = client.http(self.server.port, "GET", f"/api/tables/{self.table}",
                               secret=ear.secret)
            self.returned.append([normal(info.body, self.table)])

    def invite(self):
        """The spectator hears of it; a list says it, and where their friend sits."""
        self.people[1].ok("invite_friend", table=self.table, person=self.spectator.person["id"])
        self.spectator.wait_push("invited")
        self.spectator.ok("friends")

    def look_at_calendar(self):
        turns = client.http(self.server.port, "GET", f"/api/turns/{self.secrets['calendar']}.ics")
        assert turns.status == 200 and b"BEGIN:VCALENDAR" in turns.body, turns
        events = turns.body.split(b"BEGIN:VEVENT")
        self.returned.append([normal(event, self.table) for event in events if self.table.encode() in event])

    def deal_with_others(self, is_same):
        """What people at the table do about each other, of whom one knows more than the ears. Whether something may be taken
        back follows from what all know."""
        other = self.people[1]
        for ear in self.ears:
            other.ask("report", table=self.table, person=ear.person["id"], reason="other")
            ear.ok("friends")
        if len(self.people) > 2:
            proposal = other.ask("vote", table=self.table, seat=2)
            self.returned.append([json.dumps(proposal["ok"]).encode()])
            if proposal["ok"]:
                self.people[0].ok("vote", table=self.table, proposal=proposal["v"], agree=False)
        self.host.pump()
        if is_same:
            proposal = other.ask("take_back", table=self.table)
            self.returned.append([json.dumps(proposal["ok"]).encode()])
        self.settle()

    def end(self):
        for person in [self.host, self.spectator] + self.people:
            person.close()


class Blank:
    """A follower that believes everything."""

    def take(self, message):
        pass


def run(server, secrets, position, viewer, moves, world, nonsense):
    """What the ears heard: when all moves but a differing last one are made, and at the end."""
    session = Session(server, secrets, position, viewer)
    for pair in moves:
        if not pair["same"]:
            break
        session.move(pair["seat"], pair[world], nonsense)
    if session.is_social:
        session.deal_with_others(all(pair["same"] for pair in moves))
    session.come_back()
    for ear in session.ears:
        ear.ok("ping")
    before = [ear.transcript(session.table) for ear in session.ears]
    if moves and not moves[-1]["same"]:
        session.move(moves[-1]["seat"], moves[-1][world], nonsense)
    after = [ear.transcript(session.table) for ear in session.ears]
    session.end()
    return before, session.returned, after


def difference(a, b):
    for index, (left, right) in enumerate(zip(a, b)):
        if left != right:
            at = next(i for i, (x, y) in enumerate(zip(left + b"\0", right + b"\1")) if x != y)
            around = slice(max(0, at - 120), at + 80)
            return f"message {index}: {left[around]} / {right[around]}"
    return f"{len(a)} and {len(b)} messages: {(a + b)[min(len(a), len(b)):][:2]}"


def compare(server, secrets, position, other, viewer, moves):
    heard = [run(server, secrets, position, viewer, moves, "a", True),
             run(server, secrets, other, viewer, moves, "b", False)]
    for part, name in ((0, "sent"), (1, "resent")):
        for a, b in zip(heard[0][part], heard[1][part], strict=True):
            assert a == b, f"{name} differently: {difference(a, b)}"
    for before, a, b in zip(heard[0][0], heard[0][2], heard[1][2], strict=True):
        # A last move that differs by the rules still makes as many messages.
        assert len(a) == len(b) and a[:len(before)] == b[:len(before)], difference(a, b)
        if not moves or moves[-1]["same"]:
            assert a == b, difference(a, b)


def cast(server, seats, is_social):
    """The secrets of the people at a table. `is_social`: with accounts, the spectator and seat 1 are friends, and there is the
    key of a calendar of seat 0."""
    people = {who: client.Client(server.port, name=f"person {who}") for who in ["host", "spectator", *range(seats)]}
    secrets = {who: person.secret for who, person in people.items()}
    if is_social:
        for person in people.values():
            person.ok("account", login=f"a{person.person['id']}", password="a good password")
        for one, other in ((people["spectator"], people[1]), (people[1], people["spectator"])):
            one.ok("follow", person=other.person["id"], on=True)
        secrets["calendar"] = people[0].ok("calendar")["key"]
    for person in people.values():
        person.close()
    return secrets


def game_of(server, worlds, referee, game, seats, viewer, is_social, seed, segments):
    """One match, in pairs of worlds, to its end or for this many pairs."""
    rng = random.Random(f"{seed} {game} {seats} {viewer}")
    referee.ok("new", game=game, seats=seats, seed=f"{seed}")
    position, over, compared = referee.ok("position")["position"], False, 0
    for number in range(segments):
        secrets = cast(server, seats, is_social and number == 0)
        other, moves, after, over = plan(worlds, position, viewer, rng)
        if not moves:
            break
        try:
            compare(server, secrets, position, other, viewer, moves)
        except Exception as error:
            raise AssertionError(f"pair {number} after {compared} moves, "
                                 f"{[(m['seat'], m['a'], m['b']) for m in moves]}: "
                                 f"{type(error).__name__} {error}") from error
        compared += len(moves)
        if over:
            break
        position = after
        for _ in range(rng.randrange(12)):  # on to later parts of the match
            position, over = walk(referee, position, rng)
            if over:
                return


def walk(referee, position, rng):
    """A random move later; not to the very end."""
    referee.ok("setup", position=position)
    seat = rng.choice(referee.ok("to_act")["seats"])
    referee.ok("play", seat=seat, move=referee.ok("suggest", seat=seat, level="random")["move"])
    if not referee.ok("to_act")["seats"]:
        return position, True
    return referee.ok("position")["position"], False


def last_turn(is_forced):
    """The last turn of Tyrannosaurus for two, in which only seat 1 knows which card it has left: with
    `rest` one move, with `move` eight."""
    return {"game": "tyrannosaurus", "seats": 2, "options": {"cards": "first"}, "phase": "act", "turn": 8, "turns": 8,
            "bone": 1, "lake": "b3", "volcano": "d1", "tyrex": "d3", "chosen": [None, None],
            "panicking": [], "trees": "e1 c2 a3 e3 a4 b4 c4 e4 a5 b5 c5 d5".split(),
            "players": [{"dino": "triceratops", "at": "b2", "trees": 8, "out": False,
                         "cards": {"move": 1, "rest": 0, "panic": 0},
                         "discards": {"move": 5, "rest": 1, "panic": 1}, "removed": "move"},
                        {"dino": "stegosaurus", "at": "d2", "trees": 6, "out": False,
                         "cards": {"move": int(not is_forced), "rest": int(is_forced), "panic": 0},
                         "discards": {"move": 4, "rest": 2, "panic": 1},
                         "removed": "move" if is_forced else "rest"}]}


def pace(server):
    """A computer player takes its time also where it has one move only."""
    host, began, delays = Person(server.port, name="host"), {}, {False: [], True: []}
    for number in range(12):
        is_forced = number % 2 == 0
        table = host.create("tyrannosaurus", 2, position=last_turn(is_forced), seed="leaks",
                            bots=[None, "expert"])["table"]
        begin = time.monotonic()  # before the request: a slow answer must not make the delay look shorter
        began[table] = is_forced, host.ok("start", table=table)["v"], begin
    while began:
        host.pump(0.02)
        for table, (is_forced, v, begin) in list(began.items()):
            if host.tables[table].v > v:
                delays[is_forced].append(time.monotonic() - begin)
                del began[table]
    host.close()
    # Drawn from 0.7 to 1.6 s, whatever it is.
    assert min(delays[True]) > 0.65 and min(delays[False]) > 0.65, delays


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("worlds")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--segments", type=int, default=3)
    parser.add_argument("games", nargs="*")
    arguments = parser.parse_args()
    tests = Tests()
    worlds, referee = Worlds(arguments.worlds), Referee(arguments.binary)
    begin = time.monotonic()
    # One address sends a lot in a short time; limits.py tests the limits.
    with Server(arguments.binary, "--test-positions",
                "--tables-per-minute", "100000") as server:
        for game, about in server.games().items():
            if arguments.games and game not in arguments.games:
                continue
            low, high = about["seats"]
            for seats in (low, min(high, low + 2)):
                for viewer in [None, *range(seats)]:
                    is_social = viewer == 0 and seats > 2 and not about["facts"]["real_time"]
                    tests.run(f"{game} with {seats}, seen by {viewer}", game_of, server, worlds,
                              referee, game, seats, viewer, is_social, arguments.seed, arguments.segments)
        tests.run("computer players' time", pace, server)
        tests.run("a graceful stop", lambda: stop(server))
    worlds.close()
    referee.close()
    print(f"seed {arguments.seed}, {time.monotonic() - begin:.0f} s")
    if tests.failed:
        print(f"again with: {' '.join(sys.argv[:3])} --seed {arguments.seed} --segments {arguments.segments}")
    tests.end()


def stop(server):
    assert server.stop() == 0, server.tail()


if __name__ == "__main__":
    main()
