#!/usr/bin/env python3
"""Nothing is lost: people play at many tables while the server is killed again and again with kill -9, and while their
connections break, repeat requests and deliver late. They take back moves, say phrases, follow, block and report each other,
too. Asserted: everything acknowledged is there afterwards, and what was refused is not; every client receives every version of its tables once and in order; a move sent twice is
made once, and what is taken back is not in the record; no phrase is heard more often than it was said; all games finish;
every record verifies; repeated steps equal the first ones; the database is intact.

usage: faults.py BINARY [--seed S] [--kills N] [--seconds-between A,B] [--games G,…] [--tables N]

A failing run prints its seed, which decides the times of the kills, but not what the machine does in between."""
import argparse
import collections
import hashlib
import json
import random
import select
import sqlite3
import sys
import time

import client
from play import RACES
from process import Server, Tests

MESSAGES_A_SECOND = 100
STEPS_REPEATED = 64
PHRASES = ("good_luck", "well_played")
SOCIAL_EVERY_S = 0.8  # at least; some are refused, since 20 a minute are allowed
# What a person may be to another: nothing, or one of these.
FOLLOWS, BLOCKS = "follow", "block"


def digest(message):
    """A hash of a step without what depends on the request or the time."""
    rest = {key: value for key, value in message.items()
            if key not in ("id", "ok", "left", "running", "info", "may_sit")}
    return hashlib.md5(json.dumps(rest, sort_keys=True).encode()).digest()


class Seen:
    """What one person has received of one table."""

    def __init__(self):
        self.v, self.first, self.info = None, None, None
        self.legal, self.open, self.result = [], [], None
        self.steps = {}      # v → digest
        self.moves = {}      # v → (seat, by)
        self.seats = []      # of these moves, without those that were taken back
        self.taken = 0       # how often that happened
        self.is_whole = False  # seen from before the start
        self.may_take_back, self.proposal = None, None
        self.watching = False
        self.asked = False   # a sit, start or suggest is under way
        self.refused = None  # the latest sit or start that was refused, and why
        self.pending = {}    # cid → move: sent, not answered
        self.made = {}       # cid → (v, move): acknowledged

    def take(self, message):
        if message["push"] == "table":
            # The whole table: at first, or if there would be too many steps.
            assert self.v is None or message["v"] - self.v > STEPS_REPEATED, (
                f"the whole table at {message['v']} instead of the steps after {self.v}")
            self.first, self.steps, self.moves, self.seats, self.taken = message["v"], {}, {}, [], 0
            self.is_whole = message["info"]["state"] == "waiting"
        else:
            assert self.v is not None and message["v"] == self.v + 1, (
                f"{message['table']}: version {message['v']} after {self.v}")
            self.steps[message["v"]] = digest(message)
            if message["kind"] == "move":
                self.moves[message["v"]] = (message["seat"], message["by"])
                self.seats.append(message["seat"])
            elif message["kind"] == "take_back" and message["became"] == "taken":
                self.take_back(message["of"])
        self.v = message["v"]
        self.info = message.get("info") or self.info
        if message.get("result"):
            self.result = message["result"]
        if message.get("legal") is not None:
            self.legal, self.open = message["legal"], message["open"]
        if "proposal" in message:
            self.may_take_back, self.proposal = message["may_take_back"], message["proposal"]

    def take_back(self, seat):
        """With all moves after it, unless it was a secret: without a proposal, though there are others to ask."""
        self.taken += 1
        people = sum(bool(other and other.get("person")) for other in self.info["seat"])
        at = max((i for i, other in enumerate(self.seats) if other == seat), default=-1)
        if self.proposal or people == 1:
            del self.seats[max(at, 0):]
        elif at >= 0:
            del self.seats[at]


class Ties:
    """What one person is to others. What was not answered is done or is not, perhaps later: nothing more is asked about them."""

    def __init__(self):
        self.states = collections.defaultdict(lambda: {None})  # other → what they may be
        self.unsure = set()
        self.reports = collections.defaultdict(lambda: {0})    # other → how many there may be
        self.next_at = 0

    def after(self, other, cmd, on):
        """What they may be once that is done."""
        return {cmd if on else None if state == cmd else state for state in self.states[other]}


class Tables(dict):
    """Tables by id. The push of a new table comes before or after the answer."""

    def __missing__(self, table):
        self[table] = Seen()
        self[table].watching = True
        return self[table]


class Player:
    """A person who plays at several tables over one unreliable connection."""

    def __init__(self, world, number):
        self.world, self.number, self.rng = world, number, random.Random(world.rng.random())
        self.secret, self.id = None, None
        self.ws, self.next_try, self.ready = None, 0, False
        self.tables, self.handlers, self.counter = Tables(), {}, 0
        self.sent = []       # times, for the limit of messages
        self.late = []       # (time, text): held back
        self.creating = False
        self.login, self.account = f"person{number}", False
        self.ties, self.asks_about = Ties(), None  # somebody, in a request without an answer yet
        self.said = collections.Counter()   # (table, phrase) → times sent
        self.heard = collections.Counter()  # (person, table, phrase) → times, over this connection

    # The connection.

    def connect(self):
        if time.monotonic() < self.next_try:
            return
        try:
            self.ws = client.Socket(self.world.server.port, timeout=5, headers=[("X-Forwarded-For", f"10.2.0.{self.number}")])
        except (OSError, client.Closed, client.Refused):
            self.next_try = time.monotonic() + 0.05
            return
        self.world.count("connections")
        given = {"secret": self.secret} if self.secret else {"name": f"person {self.number}"}
        self.request("hello", self.greeted, **given)

    def lost(self):
        """The connection is gone, and with it every answer that was to come."""
        if self.ws:
            self.ws.drop()
        self.ws, self.ready, self.handlers, self.creating = None, False, {}, False
        self.late = []
        self.asks_about = None
        self.heard.clear()
        for seen in self.tables.values():
            seen.watching = seen.asked = False
        self.next_try = time.monotonic() + self.rng.random() * 0.1

    def request(self, cmd, then, **values):
        self.counter += 1
        self.handlers[self.counter] = (then, time.monotonic(), cmd)
        self.send(json.dumps({"id": self.counter, "cmd": cmd, **values}))

    def send(self, text):
        self.sent.append(time.monotonic())
        try:
            self.ws.send_text(text)
        except (client.Closed, OSError):
            self.lost()

    def may_send(self, more=1):
        """Whether this many more messages are within the limit."""
        now = time.monotonic()
        self.sent = [at for at in self.sent if at > now - 1]
        return self.ws is not None and len(self.sent) + more <= MESSAGES_A_SECOND

    def receive(self):
        try:
            self.ws.fill()
            while self.ws and (text := self.ws.take_text()) is not None:
                self.hear(json.loads(text))
        except (client.Closed, OSError):
            self.lost()

    def hear(self, message):
        if message.get("push") in ("table", "step"):
            self.tables[message["table"]].take(message)
        elif message.get("push") == "chat":
            self.world.check_said(self, message)
        if "ok" in message:
            assert message["id"] in self.handlers, ("an answer to nothing", message)
            self.handlers.pop(message["id"])[0](message)

    def check_patience(self):
        for _, at, cmd in self.handlers.values():
            assert time.monotonic() < at + client.WAIT_S, f"no answer to {cmd}"

    # Coming back.

    def greeted(self, answer):
        if not answer["ok"]:
            assert answer["error"]["code"] == "unavailable" or not self.secret, answer
            return self.lost()
        self.secret, self.id = answer.get("secret", self.secret), answer["person"]["id"]
        self.ready, self.account = True, bool(answer["person"]["login"])
        # The table may have been made although the answer was lost.
        for table in answer["tables"]:
            if table not in self.world.places and table not in self.world.done:
                self.world.count("adopted")
                self.world.opened(table, self)

    def watch(self, table):
        seen = self.tables[table]
        seen.asked = True
        since = {} if seen.v is None else {"since": seen.v}
        self.request("watch", lambda answer: self.watched(table, seen, answer), table=table, **since)

    def watched(self, table, seen, answer):
        seen.asked = False
        if not answer["ok"]:  # entries of another server could not be read
            assert answer["error"]["code"] == "unavailable", (table, answer)
            return
        assert seen.v is None or answer["v"] >= seen.v, f"{table}: saw {seen.v}, now {answer['v']}"
        for v, _ in seen.made.values():
            assert answer["v"] >= v, f"{table}: acknowledged {v}, now {answer['v']}"
        seen.watching = True
        for cid, move in list(seen.pending.items()):
            self.world.count("sent again")
            self.send_move(table, seen, cid, move)

    # Others.

    def act_about_others(self):
        ties = self.ties
        if self.asks_about or time.monotonic() < ties.next_at or not self.may_send(2):
            return
        ties.next_at = time.monotonic() + SOCIAL_EVERY_S * (1 + self.rng.random())
        if not self.account:
            self.ask_for_account()
            return
        known = [other for other in self.world.everybody if other.id and other is not self and other not in ties.unsure]
        if not known:
            return
        other = self.rng.choice(known)
        # Whom people block cannot play with them: only the one who never does is blocked.
        cmd = self.rng.choice((FOLLOWS, BLOCKS)) if other is self.world.looker else FOLLOWS
        tables = [table for table, seen in self.tables.items() if seen.watching and seen.info and other in self.world.places.get(table, ())
                  and any(seat and seat.get("person") == other.id for seat in seen.info["seat"])]
        if tables and self.rng.random() < 0.4:
            self.report(other, self.rng.choice(tables))
        elif other.account or cmd == BLOCKS:
            self.set(other, cmd, self.rng.random() < 0.7)

    def ask_for_account(self):
        def answered(answer):
            self.account = answer["ok"] or self.account
            assert answer["ok"] or answer["error"]["code"] in ("taken", "unavailable", "limit"), answer
            if not answer["ok"] and answer["error"]["code"] == "taken":
                self.lost()  # it was made before: hello will tell
        self.request("account", answered, login=self.login, password="a good password")

    def ask_about(self, other, cmd, done, **values):
        """`done` is called if it is."""
        self.asks_about = other
        self.ties.unsure.add(other)

        def answered(answer):
            self.asks_about = None
            code = None if answer["ok"] else answer["error"]["code"]
            assert code in (None, "limit", "unavailable", "forbidden", "bad_request"), answer
            if code != "unavailable":
                self.ties.unsure.discard(other)
                done(answer["ok"])
        self.request(cmd, answered, person=other.id, **values)

    def set(self, other, cmd, on):
        ties = self.ties
        before, after = set(ties.states[other]), ties.after(other, cmd, on)

        def done(ok):
            ties.states[other] = after if ok else before
            self.world.count(f"times {cmd}", ok)
        ties.states[other] = before | after
        self.ask_about(other, cmd, done, on=on)

    def report(self, other, table):
        counts = self.ties.reports
        before = set(counts[other])

        def done(ok):
            counts[other] = {1} if ok else before
            self.world.count("reports", ok)
        counts[other] = before | {1}
        self.ask_about(other, "report", done, table=table, reason="other")

    # Playing.

    def seat(self, seen):
        for number, seat in enumerate(seen.info["seat"]):
            if seat and seat.get("person") == self.id:
                return number
        return None

    def act(self):
        if not self.ready:
            return
        for item in [item for item in self.late if item[0] < time.monotonic()]:
            if self.ws and self.may_send():
                self.late.remove(item)
                self.send(item[1])
        if self.ws and self is not self.world.looker:
            self.act_about_others()
        tables = list(self.tables)
        self.rng.shuffle(tables)
        for table in tables:
            if not self.ready or not self.may_send(3):
                return
            seen = self.tables[table]
            if seen.asked:
                continue
            if not seen.watching:
                self.watch(table)
            elif seen.v is not None:
                self.act_at(table, seen)

    def act_at(self, table, seen):
        state, seat = seen.info["state"], self.seat(seen)
        if seen.result and seen.result["over"]:
            if not seen.pending and not self.late:
                self.world.finished(table, self)
        elif state == "waiting":
            if seat is None and self in self.world.places.get(table, ()):
                self.ask_once(seen, "sit", table=table)
            elif seen.info["host"]["person"] == self.id and all(seen.info["seat"]):
                self.ask_once(seen, "start", table=table)
        elif seat is not None and seen.proposal and seat in seen.proposal["asked"]:
            self.ask_once(seen, "take_back", table=table, proposal=seen.proposal["v"], agree=self.rng.random() < 0.7)
        elif seat is not None and seen.may_take_back and not seen.pending and self.rng.random() < 0.02:
            self.world.count("moves to be taken back")
            self.ask_once(seen, "take_back", table=table)
        elif seat is not None and self.rng.random() < 0.002:
            phrase = self.rng.choice(PHRASES)
            self.said[table, phrase] += 1
            self.ask_once(seen, "chat", table=table, phrase=phrase)
        elif seat is not None and (seen.legal or seen.open) and not seen.pending:
            if self.rng.random() < (0.5 if seen.open else 0.02) or not seen.legal:
                seen.asked = True
                self.request("suggest", lambda answer: self.suggested(table, seen, answer),
                             table=table, level=self.rng.choice(("random", "easy")))
            else:
                self.make(table, seen, self.rng.choice(seen.legal))

    def ask_once(self, seen, cmd, **values):
        seen.asked = True

        def answered(answer):
            seen.asked = False
            seen.refused = None if answer["ok"] else (cmd, answer["error"])
            assert answer["ok"] or answer["error"]["code"] in (
                "taken", "forbidden", "bad_request", "unavailable", "limit", *RACES), answer
        self.request(cmd, answered, **values)

    def suggested(self, table, seen, answer):
        seen.asked = False
        if answer["ok"]:
            if answer["move"] is not None:   # null: better wait
                self.make(table, seen, answer["move"])
        else:
            assert answer["error"]["code"] in (*RACES, "unavailable", "limit", "bad_option"), answer

    def make(self, table, seen, move):
        cid = f"{self.number}-{self.counter}-{self.rng.randrange(1 << 30)}"
        seen.pending[cid] = move
        self.send_move(table, seen, cid, move)
        mood = self.rng.random()
        if mood < 0.08:      # twice
            self.world.count("duplicates")
            self.send_move(table, seen, cid, move)
        elif mood < 0.14:    # and once more, later
            self.world.count("late duplicates")
            self.send_move(table, seen, cid, move, late=self.rng.random())
        elif mood < 0.18 and seen.made:   # an old one again
            self.world.count("old ones again")
            old = self.rng.choice(list(seen.made))
            self.send_move(table, seen, old, seen.made[old][1])
        elif mood < 0.21:
            self.world.count("drops")
            self.lost()

    def send_move(self, table, seen, cid, move, late=None):
        values = {"cmd": "move", "table": table, "move": move, "cid": cid}
        self.counter += 1
        text = json.dumps({"id": self.counter, **values})
        self.handlers[self.counter] = (
            lambda answer: self.moved(table, seen, cid, move, answer),
            time.monotonic() + (late or 0), "move")
        if not self.ws:
            return
        if late is None:
            self.send(text)
        else:
            self.late.append((time.monotonic() + late, text))

    def moved(self, table, seen, cid, move, answer):
        if answer["ok"]:
            made = seen.made.setdefault(cid, (answer["v"], move))
            assert made[0] == answer["v"], f"{table}: {cid} made {made[0]} and {answer['v']}"
            seen.pending.pop(cid, None)
            self.world.count("again" if answer.get("again") else "moves")
            return
        code = answer["error"]["code"]
        assert code in (*RACES, "unavailable", "limit", "forbidden"), answer
        if code in ("unavailable", "limit"):  # the server did not look at it
            if cid not in seen.made:  # again in a moment
                self.send_move(table, seen, cid, move, late=0.5)
            return
        assert cid not in seen.made, f"{table}: {cid} was made and then refused: {answer}"
        assert code != "forbidden" or not seen.watching, answer
        seen.pending.pop(cid, None)
        self.world.count("refused")


class World:
    def __init__(self, server, arguments):
        self.server, self.arguments = server, arguments
        self.rng = random.Random(arguments.seed)
        self.figures = {}
        self.about = server.games()
        self.games = arguments.games.split(",") if arguments.games else list(self.about)
        self.places = {}     # table → those who shall sit there
        self.done = {}       # table → {player: seen}
        self.opened_count = 0
        self.players = [Player(self, number) for number in range(arguments.people)]
        self.looker = Player(self, 200)
        self.everybody = [*self.players, self.looker]

    def count(self, what, times=1):
        self.figures[what] = self.figures.get(what, 0) + times

    def opened(self, table, host):
        self.places[table] = [player for player in self.players if player is not host]
        self.places[table] = self.rng.sample(self.places[table], 3) + [host]
        for player in [*self.places[table], self.looker]:
            player.tables.setdefault(table, Seen())

    def finished(self, table, player):
        """This person has received the end of the match; once everyone has, they leave the table."""
        self.done.setdefault(table, {})[player] = player.tables.pop(table)
        if player.may_send():
            player.request("unwatch", lambda answer: None, table=table)
        if not any(table in other.tables for other in self.everybody):
            self.places.pop(table)
            self.count("tables finished")

    def open_tables(self):
        """Keeps this many tables going."""
        hosts = [player for player in self.players if player.ready and not player.creating and player.may_send(2)]
        opening = sum(player.creating for player in self.players)
        if len(self.places) + opening >= self.arguments.tables or not hosts:
            return
        host = self.rng.choice(hosts)
        game = self.games[self.opened_count % len(self.games)]
        low, high = self.about[game]["seats"]
        seats = self.rng.choice((low, min(high, low + 2)))
        bots = [None] * seats
        if not self.about[game]["facts"]["computers_need"] and self.rng.random() < 0.3:
            bots[-1] = self.rng.choice(("random", "easy"))
        host.creating = True
        self.opened_count += 1

        def created(answer):
            host.creating = False
            assert answer["ok"] or answer["error"]["code"] in ("unavailable", "limit"), answer
            if answer["ok"]:
                host.tables[answer["table"]].watching = True
                self.opened(answer["table"], host)
        host.request("create", created, game=game, seats=seats, public=True, pace="fast", bots=bots)

    def check_said(self, listener, line):
        """Somebody said this at this table, and it does not come more often than that."""
        sayer = next(player for player in self.everybody if player.id == line["person"])
        what = line["table"], line["phrase"]
        listener.heard[line["person"], *what] += 1
        self.count("phrases heard")
        assert listener.heard[line["person"], *what] <= sayer.said[what], (listener.number, line)

    def turn(self):
        for player in self.everybody:
            if player.ws is None:
                player.connect()
        by_number = {player.ws.fileno(): player for player in self.everybody if player.ws}
        readable = select.select(list(by_number), [], [], 0.01)[0] if by_number else []
        for number in readable:
            by_number[number].receive()
        for player in self.everybody:
            player.act()
            player.check_patience()

    def kill(self):
        self.count("kills")
        self.server.kill()
        if self.rng.random() < 0.1:  # again, before it has found its feet
            try:
                self.server.start_only()
                time.sleep(self.rng.random() * 0.1)
            finally:
                self.server.kill()
        self.server.start()

    def run(self):
        low, high = (float(part) for part in self.arguments.seconds_between.split(","))
        next_kill = time.monotonic() + self.rng.uniform(low, high)
        while self.figures.get("kills", 0) < self.arguments.kills:
            self.open_tables()
            self.turn()
            if time.monotonic() > next_kill:
                self.kill()
                next_kill = time.monotonic() + self.rng.uniform(low, high)
        self.finish(lambda: False)

    def finish(self, has_more):
        """Until all matches are over; `has_more` may have more to do meanwhile."""
        before, end = None, 0
        while has_more() or self.places or any(player.tables for player in self.everybody):
            self.turn()
            versions = [[seen.v for seen in player.tables.values()] for player in self.everybody]
            if versions != before:
                before, end = versions, time.monotonic() + client.WAIT_S
            assert time.monotonic() < end, "the matches stand still: " + self.state()

    def state(self):
        lines = []
        for table in self.places:
            for player in self.everybody:
                seen = player.tables.get(table)
                if seen:
                    info = seen.info or {}
                    lines.append(f"{table} {info.get('game')} {info.get('state')} person "
                                 f"{player.number}: v {seen.v} watching {seen.watching} asked "
                                 f"{seen.asked} pending {seen.pending} legal {seen.legal[:3]} "
                                 f"seats {[bool(seat) for seat in info.get('seat', [])]} refused {seen.refused}")
        return "\n".join(lines[:30])


def check_moves(world):
    """Each person's moves are those that were acknowledged, each once."""
    for table, heard in world.done.items():
        ends = {seen.v for seen in heard.values()}
        assert len(ends) == 1, (table, ends)
        for player, seen in heard.items():
            seat = player.seat(seen)
            mine = {v for v, (who, by) in seen.moves.items() if who == seat and by == "person"}
            made = {v for v, _ in seen.made.values()}
            assert len(made) == len(seen.made), f"{table}: two moves with one version"
            made = {v for v in made if v > seen.first}
            assert made <= mine, f"{table}: acknowledged and gone: {made - mine}"
            assert made >= mine, f"{table}: made and not acknowledged: {mine - made} at {ends}"


def check_records(world):
    for table, heard in world.done.items():
        answer = client.http(world.server.port, "GET", f"/api/records/{table}", secret=next(iter(heard)).secret)
        assert answer.status == 200, (table, answer)
        code, said = world.server.verify(answer.body)
        assert code == 0, (table, said)
        record = json.loads(answer.body)
        seen = max(heard.values(), key=lambda seen: len(seen.moves))
        made, taken = [seat for seat, _ in record["moves"]], len(record.get("taken_back", []))
        assert made[len(made) - len(seen.seats):] == seen.seats, (table, made, seen.seats)
        assert taken == seen.taken if seen.is_whole else taken >= seen.taken, (table, taken, seen.taken)
        world.count("moves taken back", taken)


def may_be(said, to, back):
    """Whether a list may say that, if one may be `to` to the other, who may be `back`."""
    return {"blocked": BLOCKS in to, "friend": FOLLOWS in to and FOLLOWS in back, "followed": FOLLOWS in to and back != {FOLLOWS},
            "follower": None in to and FOLLOWS in back, None: None in to and back != {FOLLOWS}}[said]


def check_ties(world):
    """What was answered is so, and what was refused is not, in the lists of everybody."""
    for player in world.players:
        if not player.account:
            continue
        again = client.Client(world.server.port, secret=player.secret)
        lines = {line["person"]: line for line in again.ok("friends")["people"]}
        for other in world.everybody:
            if other is player:
                continue
            said = lines.pop(other.id, {"is": None})["is"]
            assert may_be(said, player.ties.states[other], other.ties.states[player]), (
                player.number, other.number, said, player.ties.states[other], other.ties.states[player])
        assert not lines, (player.number, lines)
        again.close()


def check_rows(world, ask):
    """The same in the database, where `ask` gives the rows of a query: and nobody follows whom they block."""
    numbers = {player.id: player for player in world.everybody}
    rows = [tuple(map(str, row)) for row in ask("SELECT person, other, count(*) FROM {reports} GROUP BY person, other")]
    made = {(numbers[by], numbers[about]): int(count) for by, about, count in rows}
    for player in world.players:
        for other, counts in player.ties.reports.items():
            assert made.pop((player, other), 0) in counts, (player.number, other.number, counts)
    assert not made, made
    assert not ask("SELECT 1 FROM {relations} f JOIN {relations} b ON f.person = b.person AND f.other = b.other"
                   " WHERE f.kind = 'f' AND b.kind = 'b'")


def check_again(world):
    """A step that is sent again equals the original."""
    for player in world.everybody:
        again = client.Client(world.server.port, secret=player.secret)
        for table, heard in world.done.items():
            if player not in heard or heard[player].first is None:
                continue
            seen, steps = heard[player], {}
            since = max(seen.first, seen.v - STEPS_REPEATED)
            answer = again.ok("watch", table=table, since=since)
            assert answer["v"] >= seen.v, (table, answer, seen.v)
            while len(steps) < seen.v - since:
                message = again.wait_push("step", table=table)
                assert message["v"] == since + 1 + len(steps), (table, message["v"])
                steps[message["v"]] = digest(message)
            different = [v for v in steps if steps[v] != seen.steps[v]]
            assert not different, (table, player.number, different)
            again.ok("unwatch", table=table)
        again.close()


def check_database(world):
    assert world.server.stop() == 0, world.server.tail()
    with sqlite3.connect(world.server.database) as database:
        assert database.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert database.execute("pragma foreign_key_check").fetchall() == []
        check_rows(world, lambda query: database.execute(query.format(reports="reports", relations="relations")).fetchall())
    database.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seconds-between", default="0.5,2.5")
    parser.add_argument("--games", help="their ids, with commas between them; all without it")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--people", type=int, default=8)
    arguments = parser.parse_args()
    if arguments.seed is None:
        arguments.seed = random.randrange(1 << 30)
    tests, begin = Tests(), time.monotonic()
    with Server(arguments.binary, "--rate", str(2 * MESSAGES_A_SECOND),
                "--tables-per-minute", "100000") as server:
        world = World(server, arguments)
        tests.run("playing while it is killed", world.run)
        if not tests.failed:
            for check in (check_moves, check_records, check_ties, check_again, check_database):
                tests.run(check.__name__, check, world)
    figures = ", ".join(f"{count} {what}" for what, count in sorted(world.figures.items()))
    print(f"seed {arguments.seed}, {time.monotonic() - begin:.0f} s: {figures}")
    if tests.failed:
        print(f"again with: {sys.argv[0]} {arguments.binary} --seed {arguments.seed} "
              f"--kills {arguments.kills} --seconds-between {arguments.seconds_between} "
              f"--games {','.join(world.games)} --tables {arguments.tables}")
    tests.end()


if __name__ == "__main__":
    main()
