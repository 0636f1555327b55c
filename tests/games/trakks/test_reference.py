#!/usr/bin/env python3
"""Tests the referee's Trakks against a second implementation, model.py.

usage: test_reference.py BINARY [--games N] [--seed S] [--only GAME]

One game in twelve begins with a deal, the others at a made-up late position, with large tables, small
racks, and often nothing left to draw. Placings come from here, legal ones and ones that miss it by a
little, and from the referee's own random player."""
import collections
import copy
import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1]))  # tests/games/
from reference import (Disagreement, check_bad_position, check_record, check_setup, compare, main, mangled,
                       refused, same, step)
from model import BOX, KEYS, PLAYER_KEYS, POOL, Trakks, check_deal
from table_model import (ACTIONS, NUMBERED, TILES, broken_by, misspelt, random_line, random_placing,
                         random_table, placing_text, spoilt, spot, turned, write)


def made_up(rng, seats, options):
    """A late position. Racks are small, or bag and pool run out, or both; now and then neither."""
    few, actions_in_hand = rng.random() < 0.7, rng.random() < 0.6
    sizes = [rng.choice([0, 0, 1, 1, 2, 2, 3] if few else range(3, 16)) for _ in range(seats)]
    in_bag = rng.choice([0, 0, 0, 0, 1, 2, 3, 20])
    in_pool = POOL if in_bag else rng.choice([0, 0, 1, 6])
    limit = 4 if seats == 4 else 3
    table = random_table(rng, max(112 - sum(sizes) - in_pool - in_bag, 0), limit)
    rest = BOX - collections.Counter(tile for group in table for tile, _ in group)
    rest -= collections.Counter(rng.choice(
        [[], ["plus"], ["arrow"], ["arrow"], ["plus", "arrow"], ["arrow"] * 2, ACTIONS * 2]))
    arrow_gone, racks = rest["arrow"] < 2, [[] for _ in range(seats)]
    line = random_line(rng, [tile for tile in rest.elements() if tile in NUMBERED] or ["y1"])
    if len(line) >= 3 and rng.random() < 0.5:  # someone can open, or lay a group
        rng.choice(racks).extend(line)
        rest -= collections.Counter(line)
    rest = sorted(rest.elements(), key=lambda tile: rng.random() + (actions_in_hand and tile in ACTIONS))
    slots = [rack for rack, size in zip(racks, sizes) for _ in range(size)]
    for rack in rng.sample(slots, min(len(slots), len(rest))):
        rack.append(rest.pop())
    while rest and in_pool == 0:  # the players have the rest, too
        rng.choice([rack for rack in racks if rack] or racks).append(rest.pop())
    pool = [rest.pop() for _ in range(min(POOL, len(rest)))]
    least = max(len(table) + seats - limit, 1) if table else 0  # K14
    most = min(seats, sum(map(len, table)) // 3)
    if least > most or not all(racks) and not arrow_gone:  # K15: only an arrow leaves a rack empty
        return made_up(rng, seats, options)
    opened = rng.sample(range(seats), rng.randint(least, most))
    number = rng.randint(1, options["rounds"])
    penalties = [0] * seats
    for _ in range(number - 1):
        out = rng.randrange(seats)
        penalties = [before + (seat != out) * rng.randint(1, 9) for seat, before in enumerate(penalties)]
    passes = rng.randrange(seats) if not rest and not pool else 0
    return {"game": "trakks", "seats": seats, "options": options, "round": number,
            "rounds": options["rounds"], "starter": (number - 1) % seats, "phase": "turn",
            "turn": rng.randrange(seats), "table": list(map(write, table)), "pool": pool, "bag": rest,
            "players": [{"rack": racks[seat], "opened": seat in opened, "penalty": penalties[seat]}
                        for seat in range(seats)], "giving": [None] * seats, "passes": passes}


def replaced(items, place, *others):
    """The list with others in the place of one item, or with one item less."""
    return [*items[:place], *others, *items[place + 1:]]


# The rules that some of the contradictions below must name.
NAMED = {"an action tile on the table": "K8"}


class Contradictions:
    """Reasons why a reachable position would contradict itself, if it had other values."""

    def __init__(self, model, rng):
        self.model, self.rng, self.p = model, rng, model.position
        self.players, self.seats = model.players, model.seats
        self.seat = rng.randrange(model.seats)
        self.mine = self.players[self.seat]
        self.unknown = rng.choice(["?", "", "y0", "y15", "y06", "Y6", "y6 ", "yellow6", "y", "Plus", 6, True,
                                   None, [], {}])

    def player(self, **values):
        """Other values of one player."""
        return {"players": replaced(self.players, self.seat, {**self.mine, **values})}

    def everybody(self, **values):
        """Other values of all players, each a list by seats."""
        return {"players": [{**player, **{key: value[seat] for key, value in values.items()}}
                            for seat, player in enumerate(self.players)]}

    def tiles(self):
        pool, bag, number = self.p["pool"], self.p["bag"], self.rng.choice(NUMBERED)
        for tiles, change in ((self.mine["rack"], lambda tiles: self.player(rack=tiles)),
                              (pool, lambda tiles: {"pool": tiles}), (bag, lambda tiles: {"bag": tiles})):
            yield "a tile too many", change([*tiles, number])
            yield "too many action tiles", change([*tiles, *[self.rng.choice(ACTIONS)] * 3])
            yield "no such tile", change([*tiles, self.unknown])
            if not tiles:
                continue
            place = self.rng.randrange(len(tiles))
            yield "no such tile", change(replaced(tiles, place, self.unknown))
            if tiles[place] in NUMBERED:
                yield "a number tile lost", change(replaced(tiles, place))
                yield "a number tile out of the game", change(replaced(tiles, place, "plus"))
            if tiles[place] not in (number, *ACTIONS):
                yield "a tile once too often", change(replaced(tiles, place, number))
        if bag:
            yield "the pool is not filled up", {"pool": pool[1:], "bag": bag + pool[:1]}
            yield "the pool is too large", {"pool": pool + bag[:1], "bag": bag[1:]}

    def table(self):
        table, limit, rack = self.p["table"], self.model.limit(), self.mine["rack"]
        opened = [player["opened"] for player in self.players].count(True)
        yield "opened neither yes nor no", self.player(opened=self.rng.choice([0, 1, None, "true", "?", []]))
        if len(table) + self.seats - 1 > limit and opened > 1:
            yield "no room to open", self.everybody(opened=[seat == self.seat for seat in range(self.seats)])
        if not table:
            yield "opened with nothing", self.player(opened=True)
            return
        yield "nobody has opened", self.everybody(opened=[False] * self.seats)
        groups = [list(map(spot, group)) for group in table]
        bad = spoilt(self.rng, groups, NUMBERED)
        if (any(map(broken_by, bad)) or len(bad) + self.seats - opened > limit
                or sorted(tile for group in bad for tile, _ in group)
                != sorted(tile for group in groups for tile, _ in group)):
            yield "an illegal table", {"table": list(map(write, bad))}
        place = self.rng.randrange(len(table))
        group = table[place]
        other = self.rng.choice(["b3", "b3@", "b3@0", "b3@0,0,0", "b3@00,0", "b3@-0,0", "b3@10000,0", "b3@0,-10000",
                                 "b3 @0,0", "@0,0", "plus@0,0", "arrow@0,0", "?@0,0", "b15@0,0", "b3@0,0 b4@1,0",
                                 self.unknown])
        yield "no tile on a square", {"table": replaced(table, place, replaced(group, 0, other))}
        yield "no group", {"table": [*table, self.rng.choice([[], None, "b3@0,0", 1, {}])]}
        yield "a group in pieces", {"table": replaced(table, place, group[:1], group[1:])}
        for action in set(rack) & set(ACTIONS):
            x, y = max(square for _, square in groups[place])
            if x == 9999:
                continue  # there is no square to its right
            yield "an action tile on the table", {
                **self.player(rack=replaced(rack, rack.index(action))),
                "table": replaced(table, place, [*group, f"{action}@{x + 1},{y}"])}

    def arrows(self):
        giving, rack, phase = self.p["giving"], self.mine["rack"], self.p["phase"]
        racks = [player["rack"] for player in self.players]
        there = sum(racks, self.p["pool"] + self.p["bag"]) + sum((tiles or [] for tiles in giving), [])
        if there.count("arrow") == 2:
            yield "an arrow that nobody has played", {"phase": "arrow"}
            if phase == "turn":
                bag = self.p["pool"] + self.p["bag"] + rack
                yield "a round won and not ended", {**self.player(rack=[]), "passes": 0,
                                                    "pool": bag[:POOL], "bag": bag[POOL:]}
        yield "no such giving", {"giving": self.rng.choice([
            giving[1:], [*giving, None], [], None, {},
            replaced(giving, self.seat, self.rng.choice(["y1", {}, [self.unknown], 0]))])}
        if phase != "arrow":
            yield "given without an arrow", {**self.player(rack=rack[2:]),
                                             "giving": replaced(giving, self.seat, rack[:2])}
            return
        yield "passes and an arrow", {"passes": 1}
        if any(giving):
            yield "an arrow that is not over", {"phase": "turn"}
        acting = self.model.to_act()[0]
        yield "all have given", {
            **self.everybody(rack=[rack[2:] if seat in acting else rack for seat, rack in enumerate(racks)]),
            "giving": [rack[:2] if seat in acting else giving[seat] for seat, rack in enumerate(racks)]}
        count = self.rng.choice([0, 1, 3])
        if self.seat in acting and len(rack) > max(count, 1):
            yield "given too much or too little", {**self.player(rack=rack[count:]),
                                                   "giving": replaced(giving, self.seat, rack[:count])}

    def course(self):
        """Rounds, turns, passes and penalties."""
        p, rng, seats, over = self.p, self.rng, self.seats, self.p["phase"] == "over"
        yield "no such turn", {"turn": rng.choice([seats, -1, "0", 0.5, False, [], 1 << 32])}
        yield "nobody's turn, or somebody's when over", {"turn": self.seat if over else None}
        yield "no such phase", {"phase": rng.choice(["play", "", "Turn", None, 1])}
        if over:
            yield "not over", {"phase": rng.choice(["turn", "arrow"])}
            yield "passes that did not end it", {"passes": rng.randrange(1, seats)}
            if p["bag"] or p["pool"]:
                yield "passes that did not end it", {"passes": seats}
        if all(player["rack"] for player in self.players):  # so no one has gone out
            yield "over for no reason", {"passes": 0} if over else {"phase": "over", "turn": None}
        if over and p["rounds"] < 99:
            yield "over before the last round", {"rounds": p["rounds"] + 1,
                                                 "options": {**p["options"], "rounds": p["rounds"] + 1}}
        yield "another starter", {"starter": rng.choice(list({-1, None, *range(seats + 1)} - {p["starter"]}))}
        yield "no such round", {"round": rng.choice([0, -1, p["rounds"] + 1, None, 0.5, 257, 1 << 32])}
        yield "another number of rounds", {"rounds": p["rounds"] + rng.choice([-1, 1, 9, 0.5])}
        yield "no such number of passes", {"passes": rng.choice([seats + over, -1, None, 0.5, 1 << 32])}
        if p["bag"] or p["pool"]:
            yield "passed with tiles to draw", {"passes": rng.randrange(1, seats)}
        yield "no such penalty", self.player(penalty=rng.choice([-1, 0.5, None, "0", "?", 1 << 40]))
        if p["round"] == 1:
            yield "a penalty too high", self.player(penalty=self.mine["penalty"] + rng.choice([1, 20]))

    def form(self):
        other = self.rng.choice(list({0, 1, 2, 3, 4, 5, -1, 1 << 32} - {self.seats}))
        yield "another number of seats", {"seats": other}
        yield "another number of players", {"players": self.rng.choice([self.players[1:], self.players * 2, []])}
        yield "no such option", {"options": {**self.p["options"], **self.rng.choice([
            {"rounds": 0}, {"rounds": 100}, {"rounds": "1"}, {"finish": "x"}, {"penalty": "x"}, {"penalty": None}, {"pair": "land"}])}}
        wrong = [1.5, {"a": 1}, [[]], [None], "x"]
        yield "a wrong type", {self.rng.choice(KEYS[1:]): self.rng.choice([*wrong, True])}
        yield "a wrong type", self.player(**{self.rng.choice(PLAYER_KEYS): self.rng.choice([*wrong, None])})
        key = self.rng.choice(PLAYER_KEYS)
        yield "a key missing", {"players": replaced(self.players, self.seat, {
            other: value for other, value in self.mine.items() if other != key})}


def check_contradictions(referee, model, rng, count):
    p, reasons, these = model.position, collections.defaultdict(list), Contradictions(model, rng)
    for kind in (these.tiles, these.table, these.arrows, these.course, these.form):
        for why, values in kind():
            reasons[why].append(values)
    for why in rng.sample(list(reasons), count):
        values = rng.choice(reasons[why])
        if any(p[key] != value for key, value in values.items()):
            check_bad_position(referee, {**p, **values}, why, NAMED.get(why))
    key = rng.choice([key for key in KEYS if key != "options"])  # these have defaults
    check_bad_position(referee, {other: p[other] for other in p if other != key}, f"no {key}")


def check_secrecy(referee, model, rng):
    """Whatever hides behind the question marks of a view, the view has the same bytes."""
    viewer = rng.choice([None, *range(model.seats)])
    other = copy.deepcopy(model.position)
    hidden = [other["bag"]] + [tiles for seat, player in enumerate(other["players"]) if seat != viewer
                               for tiles in (player["rack"], other["giving"][seat]) if tiles]
    tiles = sum(hidden, [])
    rng.shuffle(tiles)
    for place in hidden:
        place[:] = [tiles.pop() for _ in place]
    views = []
    for position in (other, model.position):
        check_setup(referee, model, copy.deepcopy(position))
        views.append(json.dumps(referee.must(cmd="view", seat=viewer)["view"]))
    same(f"view of {viewer}, other secrets", *views)


def check_refusals(referee, model, attempts):
    """Tries (seat, text) pairs: the illegal ones are refused, by a rule that they break; tells the others."""
    before = referee.position()
    verdicts = [(seat, text, model.refusal(seat, text)) for seat, text in attempts]
    attempts = [verdict for verdict in verdicts if verdict[2]]
    answers = referee.ask_all([{"cmd": "play", "seat": seat, "move": text} for seat, text, _ in attempts])
    for (seat, text, code), answer in zip(attempts, answers):
        rules = model.broken(seat, text) if code == "illegal_move" else ()
        refused(answer, [code], rules, f"seat {seat} plays {text!r} (breaks {sorted(rules)})")
    same("position after refusals", before, referee.position())
    return [(seat, text) for seat, text, code in verdicts if code is None]


def check_legal_placings(referee, seat, texts):
    """Legal placings are accepted, and do what they should; the position is set up again afterwards."""
    before = referee.position()
    for text in texts:
        referee.must(cmd="play", seat=seat, move=text)
        after, expected = referee.position(), Trakks(before)
        expected.play(seat, text, after)
        same("position", expected.canonical(expected.position), expected.canonical(after))
        referee.must(cmd="setup", position=before)


def play(referee, model, seat, text, dealt):
    """Plays a move. The deal of a new round is decided by the position before it, for good."""
    before, number = referee.position(), model.round
    step(referee, model, seat, text)
    if model.round > number and not dealt:
        referee.must(cmd="setup", position=before)
        referee.must(cmd="play", seat=seat, move=text)
        same("the same deal again", model.position, Trakks(referee.position()).position)


def any_move(rng, model):
    """A well-formed move, mostly illegal."""
    tiles = sum((player["rack"] for player in model.players), model.pool) or TILES
    one, other = (rng.choice(rng.choice([tiles, TILES])) for _ in range(2))
    return rng.choice([f"take {one}", "draw", f"plus {rng.randrange(model.seats)}", "arrow", "pass", f"give {one}",
                       f"give {one} {other}", f"place {one}@0,0 {other}@1,0"])


def no_move(rng, model, text):
    """No move of this game, though it may look like one."""
    bad = rng.choice([mangled(rng, any_move(rng, model)), mangled(rng, text), misspelt(rng, text), misspelt(rng, text),
                      f"plus {model.seats}", "plus -1", "plus 00", "plus", "take y0", "take r15", "take b03", "take",
                      "take 7", "draw 1", "draw bag", "arrow 1", "give", "give y1 y1 y1", "give y1,y2", "pass pass",
                      "place", "place |", "place b3", "place b3@0,0 |"])
    return bad if not model.is_move(bad) else no_move(rng, model, text)


def placings(rng, model, seat):
    """Texts of placings that a seat might try, many of them legal and many not."""
    player, table = model.players[seat], [list(map(spot, group)) for group in model.table]
    tables = [random_placing(rng, table, player["rack"], player["opened"]) for _ in range(4)]
    if table:
        tables += [table, [turned(rng, group) for group in table] + tables[0][len(table):]]
    strange = sum((one["rack"] for one in model.players), model.pool) + ACTIONS
    tables += [spoilt(rng, rng.choice([*tables, table]), rng.choice([strange, player["rack"] or strange]))
               for _ in range(4)]
    return [placing_text(rng, new) for new in tables if new]


def check_everything(referee, model, rng, seat):
    """Tries what must be refused now, and tells legal placings of the seat."""
    seats, texts = [seat, *range(model.seats)], placings(rng, model, seat)
    legal = check_refusals(referee, model, [(seat, text) for text in texts] + [(rng.choice(seats), texts[0])]
                           + [(rng.choice(seats), any_move(rng, model)) for _ in range(4)]
                           + [(rng.choice(seats), no_move(rng, model, texts[-1])) for _ in range(3)])
    check_contradictions(referee, model, rng, 2 if model.phase == "turn" else 8)
    return [text for other, text in legal if other == seat and text in texts]


def begin(referee, rng, seats, options, dealt):
    """A deal or a made-up position."""
    if dealt:
        referee.must(cmd="new", game="trakks", seats=seats, seed=str(rng.random()), options=options)
        model = Trakks(referee.position())
        same("fresh match", {"game": "trakks", "seats": seats, "options": options, "round": 1,
                             "rounds": options["rounds"]}, model.position)
        check_deal(model.position)
    else:
        model = Trakks(made_up(rng, seats, options))
        check_setup(referee, model, copy.deepcopy(model.position))
        refused(referee.ask(cmd="record"), ["bad_request"], (), "record after setup")
    compare(referee, model)
    return model


def play_game(referee, rng, number):
    """From a deal to the end, or from a made-up position to the end or a little into the next round."""
    seats, dealt = 2 + number % 3, number % 12 == 0
    options = {"rounds": rng.choice([1, 1, 2, 3 if dealt else 99]), "penalty": rng.choice(["face", "count"]),
               "finish": rng.choice(["any", "placing"])}
    model = begin(referee, rng, seats, options, dealt)
    likes = {kind: rng.choice([0.1, 1, 5]) for kind in ("take", "draw", "give", "pass", "place")}
    likes.update({kind: rng.choice([0.1, 5, 20]) for kind in ACTIONS})
    first, played, seen, last = model.round, [], [], None
    while True:
        seat = rng.choice(model.to_act()[0] or range(seats))
        legal = check_everything(referee, model, rng, seat)
        seen.append(referee.position())
        if model.phase == "over" or len(played) == last:
            break
        suggested = referee.must(cmd="suggest", seat=seat, level="random")["move"]
        if model.refusal(seat, suggested):
            raise Disagreement(f"seat {seat} gets the suggestion {suggested!r}, which is illegal")
        if not dealt:
            check_secrecy(referee, model, rng)
            check_legal_placings(referee, seat, legal)
        kinds = collections.defaultdict(list)
        for move in [*model.legal(seat), *legal, suggested]:
            kinds[move.split(" ")[0]].append(move)
        text = rng.choice(kinds[rng.choices(list(kinds), [likes[kind] for kind in kinds])[0]])
        played.append((seat, text))
        play(referee, model, seat, text, dealt)
        if not dealt and last is None and model.round > first:
            last = len(played) + 10
    if dealt:
        check_record(referee, played)
    for position in [seen[-1], *rng.sample(seen, min(5, len(seen)))]:
        model = Trakks(position)
        check_setup(referee, model, position)
        compare(referee, model)


if __name__ == "__main__":
    main(play_game, 12)
