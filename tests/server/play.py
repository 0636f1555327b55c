"""People at tables: following pushes, and playing matches over sockets."""
import time

import client

# Errors that are possible if another client was faster.
RACES = ("not_your_turn", "illegal_move", "over", "bad_move")


class Follower:
    """One table as one client knows it. Every version must come once and in order."""

    def __init__(self, person_id):
        self.person_id = person_id
        self.v, self.info, self.result, self.position = None, None, None, None
        self.view, self.phase, self.to_act, self.legal, self.open = None, None, [], [], []
        self.steps, self.table_pushes = {}, 0

    def take(self, message):
        if message["push"] == "step":
            assert self.v is not None and message["v"] == self.v + 1, (
                f"version {message['v']} after {self.v}", message)
            self.steps[message["v"]] = message
        else:
            assert self.v is None or message["v"] >= self.v, (self.v, message)
            self.table_pushes += 1
        self.v = message["v"]
        self.info = message.get("info") or self.info
        for key in ("view", "phase", "to_act", "legal", "open", "result", "position"):
            if message.get(key) is not None:
                setattr(self, key, message[key])

    @property
    def seat(self):
        for number, seat in enumerate(self.info["seat"]):
            if seat and seat.get("person") == self.person_id:
                return number
        return None

    @property
    def is_over(self):
        return bool(self.result and self.result["over"])


class Person(client.Client):
    """A named person who follows every table they watch."""

    def __init__(self, port, name=None, secret=None, **more):
        self.tables = {}
        super().__init__(port, name=name, secret=secret, **more)

    def keep(self, text):
        message = super().keep(text)
        if message.get("push") in ("table", "step"):
            if message["table"] not in self.tables:
                self.tables[message["table"]] = Follower(self.person and self.person["id"])
            self.tables[message["table"]].take(message)
        return message

    def create(self, game, seats, **values):
        """Returns the answer, after the push of the table."""
        answer = self.ok("create", game=game, seats=seats, **values)
        self.until(lambda: answer["table"] in self.tables)
        return answer

    def watch(self, **values):
        answer = self.ok("watch", **values)
        self.until(lambda: answer["table"] in self.tables)
        return answer["table"]

    def until(self, condition, timeout=client.WAIT_S):
        end = time.monotonic() + timeout
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("timeout")
            self.pump(0.2)


def until_all(people, condition, timeout=client.WAIT_S):
    """Until the condition holds for each of them."""
    for person in people:
        person.until(lambda: condition(person), timeout)


def settle(people, table):
    """Waits until all have received the latest version that one of them has."""
    for person in people:
        person.pump()
    latest = max(person.tables[table].v for person in people)
    until_all(people, lambda person: person.tables[table].v >= latest)


def choose(person, table, rng, suggest=0.1):
    """A move for the person at this table: any of those listed, or now and then a suggested one,
    which may be of a kind that cannot be listed. None if there is none."""
    seen = person.tables[table]
    if seen.open and rng.random() < 0.5 or not seen.legal or rng.random() < suggest:
        answer = person.ask("suggest", table=table, level=rng.choice(("random", "easy")))
        if answer["ok"]:
            return answer["move"]
        # In a room (S15) computer players see nothing, and have nothing to suggest.
        code = answer["error"]["code"]
        assert code in RACES or code == "bad_option" and answer["error"]["rule"] == "S15", answer
    return rng.choice(seen.legal) if seen.legal else None


def may_move(person, table):
    seen = person.tables[table]
    return bool(seen.legal or seen.open)


def play(people, table, rng, moves=None, suggest=0.1, alone=True, errors=()):
    """Plays to the end, or this many moves. `alone`: no one else can move, so nothing may be refused. `errors`: others that
    are possible. Returns the number of moves made."""
    made, version, end = 0, None, 0
    while True:
        settle(people, table)
        if people[0].tables[table].is_over or moves is not None and made >= moves:
            return made
        if version != people[0].tables[table].v:
            version, end = people[0].tables[table].v, time.monotonic() + client.WAIT_S
        assert time.monotonic() < end, f"the match stands still after {made} moves"
        movers = [person for person in people if may_move(person, table)]
        if not movers:
            v = people[0].tables[table].v
            people[0].until(lambda: people[0].tables[table].v > v)
            continue
        person = rng.choice(movers)
        move = choose(person, table, rng, suggest)
        if move is None:
            continue
        answer = person.ask("move", table=table, move=move, cid=f"{rng.randrange(1 << 60)}")
        if answer["ok"]:
            made += 1
            assert answer["push"] == "step" and answer["kind"] == "move", answer
            assert answer["by"] == "person" and answer["seat"] == person.tables[table].seat, answer
        else:
            assert not alone and answer["error"]["code"] in (*RACES, *errors), (move, answer)


NAMES = ("Ada", "Bob", "Chloé", "Đan", "Eve")


def people_of(server, count):
    return [Person(server.port, name=name) for name in NAMES[:count]]


def leave(*people):
    for person in people:
        person.close()


def gather(server, game, seats, watchers=0, **options):
    """A started table with people on all seats, joined by link, by code and in public."""
    people = people_of(server, seats)
    host = people[0]
    made = host.create(game, seats, **options)
    table = made["table"]
    for number, person in enumerate(people[1:]):
        person.watch(**({"invite": made["invite"]} if number % 2 else {"code": made["code"]}))
        answer = person.ok("sit", table=table)
        assert answer["push"] == "step" and answer["kind"] == "sit", answer
        assert answer["seat"] == number + 1, answer
    spectators = [Person(server.port, name=f"spectator {i}") for i in range(watchers)]
    for spectator in spectators:
        spectator.watch(invite=made["invite"])
    settle(people + spectators, table)
    started = host.ok("start", table=table)
    assert started["kind"] == "start" and started["info"]["state"] == "playing", started
    return people, spectators, table
