"""Tyrannosaurus Rex a second time, from the rules alone: the model that
test_reference.py compares the referee with, and what makes a position of it impossible."""
import copy

import reference

DIRECTIONS = {"N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1),
              "S": (0, -1), "SW": (-1, -1), "W": (-1, 0), "NW": (-1, 1)}
SQUARES = [file + rank for file in "abcde" for rank in "12345"]
DEN = "c3"
# Y3, Y4, by the option `cards`: corner, start trees, action cards
EDITIONS = {"fair": {"triceratops": ("a1", 3, {"move": 6, "rest": 0, "panic": 3}),
                     "pteranodon": ("e1", 2, {"move": 7, "rest": 1, "panic": 1}),
                     "diplodocus": ("a5", 4, {"move": 5, "rest": 3, "panic": 1}),
                     "stegosaurus": ("e5", 3, {"move": 6, "rest": 2, "panic": 1})},
            "first": {"triceratops": ("a1", 4, {"move": 7, "rest": 1, "panic": 1}),
                      "pteranodon": ("e1", 2, {"move": 6, "rest": 2, "panic": 1}),
                      "diplodocus": ("a5", 2, {"move": 6, "rest": 3, "panic": 0}),
                      "stegosaurus": ("e5", 4, {"move": 5, "rest": 3, "panic": 1})}}
DINOSAURS = tuple(EDITIONS["fair"])
KINDS = ("move", "rest", "panic")
REFUGES = {"lake": "diplodocus", "volcano": "pteranodon"}
STEERING = ("lake", "volcano", "panic", "tyrex")  # the phases of `steer`
TEXTS = ([f"{word} {direction}" for word in ("steer", "move", "panic") for direction in DIRECTIONS]
         + ["rest"])


def neighbour(square, direction):
    """The next square in a direction, or None beyond the edge."""
    east, north = DIRECTIONS[direction]
    target = chr(ord(square[0]) + east) + chr(ord(square[1]) + north)
    return target if target in SQUARES else None


def cast(seats, pair):
    """The dinosaurs in play (Y2)."""
    if seats == 2:
        return {"land": ["stegosaurus", "triceratops"], "refuge": ["pteranodon", "diplodocus"]}[pair]
    return ["triceratops", "pteranodon", "diplodocus", "stegosaurus"][:seats]


def start(options, dinos, removed, later=None, earlier=None):
    """The first position of a round, given what was drawn by lot; `later` and `earlier` are those of the
    players in a match of several rounds."""
    players, seats = [], len(dinos)
    for seat, (dino, kind) in enumerate(zip(dinos, removed)):
        corner, trees, cards = EDITIONS[options["cards"]][dino]
        cards = {name: count - (name == kind) for name, count in cards.items()}
        players.append({"dino": dino, "at": corner, "trees": trees, "out": False, "cards": cards,
                        "discards": dict.fromkeys(KINDS, 0), "removed": kind})
        if earlier:
            players[seat].update(earlier=earlier[seat], later=later[seat])
    played = len(earlier[0]) if earlier else 0
    position = {"game": "tyrannosaurus", "seats": seats, "options": options, "phase": "lake", "turn": 1,
                "turns": 9 if seats == 3 else 8, "bone": played and played % seats, "lake": "a5", "volcano": "e1",
                "tyrex": DEN, "trees": [], "players": players, "chosen": [None] * seats, "panicking": []}
    if earlier:
        position.update(round=played + 1, rounds=options["rounds"])
    return position


class Ended(Exception):
    """The match ended in the middle of something (Y21): nothing later happens."""


class Model(reference.Model):
    GAME = "tyrannosaurus"

    @staticmethod
    def canonical(position):
        result = dict(position)
        if isinstance(result.get("trees"), list):
            result["trees"] = sorted(result["trees"])
        return result

    # who may do what

    def order(self, first):
        """The seats clockwise from one."""
        return [(first + place) % self.seats for place in range(self.seats)]

    def in_game(self):
        return [seat for seat in range(self.seats) if not self.players[seat]["out"]]

    def choosers(self):
        """Those who choose in this phase, whether they have chosen or not."""
        phase = self.phase
        if phase in REFUGES:  # Y7, Y8
            return [s for s in range(self.seats) if self.players[s]["dino"] != REFUGES[phase]]
        if phase == "act":  # Y10
            return self.in_game()
        if phase == "panic":  # Y14
            return [seat for seat in self.in_game() if seat != self.panicking[0]]
        return list(range(self.seats)) if phase == "tyrex" else []  # Y16

    def to_act(self):
        return [seat for seat in self.choosers() if self.chosen[seat] is None], self.phase

    def choices(self, seat):
        """What a chooser may choose."""
        if self.phase in STEERING:
            return [f"steer {direction}" for direction in DIRECTIONS]
        player = self.players[seat]
        texts = ["rest"] if player["cards"]["rest"] else []
        ignored = self.options["edge"] == "ignored"
        for kind in ("move", "panic"):
            if player["cards"][kind]:
                texts += [f"{kind} {direction}" for direction in DIRECTIONS
                          if ignored or neighbour(player["at"], direction)]
        return texts

    def legal(self, seat):
        return self.choices(seat) if seat in self.to_act()[0] else []

    def is_move(self, text):
        return text in TEXTS

    # what happens

    def play(self, seat, text, after=None):
        position = self.position
        position["chosen"][seat] = text
        if self.to_act()[0]:
            return
        chosen, position["chosen"] = self.chosen, [None] * self.seats
        directions = [text and text.split(" ")[-1] for text in chosen]
        try:
            if self.phase in REFUGES:
                self.place(self.phase, directions)
            elif self.phase == "act":
                self.reveal([text and text.split(" ")[0] for text in chosen], directions)
            elif self.phase == "panic":
                self.flee(directions)
            else:
                self.drive(directions)
        except Ended:
            pass

    def place(self, refuge, directions):
        """Y7, Y8, Y9."""
        position = self.position
        for seat in self.order(self.bone):
            if directions[seat] is None:
                continue
            target = neighbour(position[refuge], directions[seat])
            blocked = [DEN, self.lake, self.volcano, *(player["at"] for player in self.players)]
            if target is None or target in blocked:
                continue
            position[refuge] = target
            for player in self.players:
                if player["dino"] == REFUGES[refuge]:
                    player["at"] = target
        if refuge == "lake":
            position["phase"] = "volcano"
        else:
            taken = [DEN, self.lake, self.volcano, *(player["at"] for player in self.players)]
            position["trees"] = [square for square in SQUARES if square not in taken]
            position["phase"] = "act"

    def reveal(self, kinds, directions):
        """Y11 to Y15, up to the first flight."""
        for seat in self.in_game():
            self.players[seat]["cards"][kinds[seat]] -= 1
            self.players[seat]["discards"][kinds[seat]] += 1
        fled = []
        for seat in self.order(self.bone):
            player = self.players[seat]
            if player["out"] or kinds[seat] == "rest":
                continue
            target = neighbour(player["at"], directions[seat])
            if self.is_closed(player, target):  # Y13
                player["trees"] -= 1
                self.count_out()
            elif target:  # Y10
                self.arrive(seat, target)
            if kinds[seat] == "panic":
                fled.append(seat)
        self.position["panicking"] = [seat for seat in fled if not self.players[seat]["out"]]
        self.after_flights()

    def is_closed(self, player, square):
        """Y13."""
        return (square == self.lake and player["dino"] != "diplodocus"
                or square == self.volcano and player["dino"] != "pteranodon")

    def arrive(self, seat, square):
        """Y12."""
        mover = self.players[seat]
        for player in self.players:
            if player["at"] == square:
                player["trees"] -= 1
                mover["trees"] += 1
        mover["at"] = square
        if square == self.tyrex:
            mover["trees"] -= 1
        self.count_out()

    def count_out(self):
        """Y20, Y21: at the end of a step."""
        gone = [seat for seat in self.in_game() if self.players[seat]["trees"] == 0]
        for seat in gone:
            self.players[seat].update(out=True, at=None)
        self.position["panicking"] = [seat for seat in self.panicking if seat not in gone]
        left = self.in_game()
        if len(left) <= 1:
            self.end(left or gone)
            raise Ended

    def end(self, winners):
        """Y21: the round ends, and with the last one the match."""
        players, rounds = self.players, self.options.get("rounds", 1)
        if rounds > 1 and self.round < rounds:
            dinos = [players[seat]["dino"] for seat in self.order(1)]
            later = [player["later"] for player in players]
            self.position = start(self.options, dinos, [kinds[0] if kinds else None for kinds in later],
                                  [kinds[1:] for kinds in later],
                                  [player["earlier"] + [player["trees"]] for player in players])
            return
        self.position.update(phase="over", panicking=[],
                             winners=sorted(winners if rounds == 1 else self.leaders()))

    def totals(self):
        return [player["trees"] + sum(player.get("earlier", [])) for player in self.players]

    def scores(self):
        """What decides at the end of this round."""
        last = self.position.get("round") == self.position.get("rounds")
        return self.totals() if last else [player["trees"] for player in self.players]

    def flee(self, directions):
        """Y14: the whole of one flight after its first step."""
        fleeing = self.panicking[0]
        player = self.players[fleeing]
        for seat in self.order(fleeing + 1):
            if directions[seat] is None or player["out"]:
                continue
            target = neighbour(player["at"], directions[seat])
            if target is not None and not self.is_closed(player, target):
                self.arrive(fleeing, target)
        if not player["out"]:
            self.panicking.remove(fleeing)
        self.after_flights()

    def after_flights(self):
        """The next flight if there is one, or else phase 4."""
        if self.panicking:
            self.position["phase"] = "panic"
        elif self.tyrex is not None:
            self.position["phase"] = "tyrex"
        else:  # Y17
            self.position["tyrex"] = DEN
            self.trample()
            self.finish_turn()

    def drive(self, directions):
        """Y16, Y17."""
        for seat in self.order(self.bone):
            target = neighbour(self.tyrex, directions[seat])
            if target in (self.lake, self.volcano):
                self.position["tyrex"] = None
                break
            if target is not None:
                self.position["tyrex"] = target
                self.trample()
        self.finish_turn()

    def trample(self):
        for player in self.players:
            if player["at"] == self.tyrex:
                player["trees"] -= 1
        self.count_out()

    def finish_turn(self):
        """Y18, Y19 and, after the last turn, Y21."""
        position = self.position
        for square in self.harvests():
            position["trees"].remove(square)
            for player in self.players:
                player["trees"] += player["at"] == square
        position["bone"] = (self.bone + 1) % self.seats
        if self.turn < self.turns:
            position.update(turn=self.turn + 1, phase="act")
        else:
            self.end(self.leaders())

    def harvests(self):
        """The squares where a tree would be taken now (Y18)."""
        standing = [player["at"] for player in self.players]
        return [s for s in self.trees if standing.count(s) == 1 and s != self.tyrex]

    def leaders(self):
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    # what viewers see

    def view(self, seat):
        view = copy.deepcopy(self.position)
        for player in view["players"]:
            if "later" in player:  # not even its owner knows
                player["later"] = ["?"] * len(player["later"])
        for other in range(self.seats):
            if other != seat:
                view["players"][other].update(cards="?", removed="?")
                if view["chosen"][other] is not None:
                    view["chosen"][other] = "?"
        return view

    def aids(self, seat):
        origins = {"lake": self.lake, "volcano": self.volcano, "tyrex": self.tyrex}
        origin = origins.get(self.phase)
        if self.phase == "panic":
            origin = self.players[self.panicking[0]]["at"]
        if self.phase == "act" and seat is not None:
            origin = self.players[seat]["at"]
        left = sum(1 for player in self.players if not player["out"])
        ending = {0: "none_left", 1: "one_left"}.get(left, "last_turn") if self.phase == "over" else None
        edition, refuges = EDITIONS[self.options["cards"]], {dino: refuge for refuge, dino in REFUGES.items()}
        reminders = []
        for player in self.players:
            _, trees, cards = edition[player["dino"]]
            reminders.append({"cards": cards, "trees": trees, "refuge": refuges.get(player["dino"])})
        aids = {"order": self.order(self.bone), "choosers": self.choosers(), "from": origin,
                "hands": [sum(player["cards"].values()) for player in self.players],
                "leaders": self.leaders(), "reminders": reminders, "ending": ending}
        return {**aids, "totals": self.totals()} if "rounds" in self.position else aids

    def result(self):
        over = self.phase == "over"
        return {"over": over, "scores": self.totals(),
                "winners": self.winners if over else []}


# ---- invalid positions

class Contradiction(Exception):
    """Why a position is invalid."""


class Doubt(Exception):
    """A position that no game reaches, though nothing in it contradicts anything else."""


def require(condition, reason, kind=Contradiction):
    if not condition:
        raise kind(reason)


def is_number(value, low, high):
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def check_types(position):
    """All keys are there, each with a value that can stand there."""
    def is_list(value, length, fits):
        return isinstance(value, list) and length in (None, len(value)) and all(map(fits, value))

    def is_square(value):
        return isinstance(value, str) and value in SQUARES

    def is_seat(value):
        return is_number(value, 0, position["seats"] - 1)

    def is_one_of(*values):
        return lambda value: value is None and None in values or isinstance(value, str) and value in values

    def has(keys):
        return lambda value: (isinstance(value, dict)
                              and all(k in value and fits(value[k]) for k, fits in keys.items()))

    seats = position.get("seats")
    require(is_number(seats, 2, 4), "seats")
    cards = has({kind: lambda value: is_number(value, 0, 9) for kind in KINDS})
    names = is_one_of(*DINOSAURS)
    player = has({"dino": names, "at": lambda v: v is None or is_square(v),
                  "trees": lambda v: is_number(v, 0, 32), "out": lambda v: isinstance(v, bool),
                  "cards": cards, "discards": cards, "removed": is_one_of(None, *KINDS)})
    rounds = position["options"].get("rounds", 1) if isinstance(position.get("options"), dict) else 1
    require(is_number(rounds, 1, 4), "option rounds")
    if rounds > 1:
        require(is_number(position.get("round"), 1, rounds) and position.get("rounds") == rounds
                and not isinstance(position["rounds"], bool), "round")
        come = 0 if seats == 3 else rounds - position["round"]
        plain, several = player, has({
            "earlier": lambda v: is_list(v, position["round"] - 1, lambda trees: is_number(trees, 0, 255)),
            "later": lambda v: is_list(v, come, is_one_of(*KINDS))})
        player = lambda value: plain(value) and several(value)
    keys = {"options": has({"dinos": lambda v: v == "random" or is_list(v, seats, names),
                            "pair": is_one_of("land", "refuge"), "edge": is_one_of("refused", "ignored"),
                            "cards": is_one_of(*EDITIONS)}),
            "phase": is_one_of("lake", "volcano", "act", "panic", "tyrex", "over"),
            "turn": lambda v: is_number(v, 1, 9), "turns": lambda v: is_number(v, 8, 9),
            "bone": is_seat, "lake": is_square, "volcano": is_square,
            "tyrex": lambda v: v is None or is_square(v),
            "trees": lambda v: is_list(v, None, is_square),
            "players": lambda v: is_list(v, seats, player),
            "chosen": lambda v: is_list(v, seats, is_one_of(None, *TEXTS)),
            "panicking": lambda v: is_list(v, None, is_seat)}
    if position.get("phase") == "over":
        keys["winners"] = lambda v: is_list(v, None, is_seat)
    else:
        require("winners" not in position, "winners")
    for key, fits in keys.items():
        require(key in position and fits(position[key]), key)


def check_components(position):
    """Cards, trees, dinosaurs and squares add up."""
    players, phase, turn = position["players"], position["phase"], position["turn"]
    seats, options = position["seats"], position["options"]
    dinos, edition = [player["dino"] for player in players], EDITIONS[options["cards"]]
    played = position.get("round", 1) - 1
    require(sorted(dinos) == sorted(cast(seats, options["pair"])), "dinosaurs")
    first = [dinos[(seat - played) % seats] for seat in range(seats)]
    require(options["dinos"] in ("random", first), "dinosaurs are not those of the option")
    require(position["turns"] == (9 if seats == 3 else 8) >= turn, "turns")
    lake, volcano, trees = position["lake"], position["volcano"], position["trees"]
    walkers = {edition[dino][0] for dino in dinos if dino in ("triceratops", "stegosaurus")}
    require(lake != volcano and not {lake, volcano} & {DEN, *walkers}, "lake and volcano")
    require(position["tyrex"] not in (lake, volcano), "Ty-Rex in a refuge")
    taken = {DEN, lake, volcano, *walkers}
    require(len(set(trees)) == len(trees) and not taken & set(trees), "trees")
    stores = sum(player["trees"] for player in players)
    supply = sum(edition[dino][1] for dino in dinos)
    require(stores + len(trees) <= supply + 25 - len(taken), "more trees than were set up")
    for round_ in range(played):
        require(sum(player["earlier"][round_] for player in players) <= supply + 25 - len(taken),
                "more trees than an earlier round had")
    for seat, player in enumerate(players):
        for ahead, kind in enumerate(player.get("later", []), 1):
            require(edition[dinos[(seat + ahead) % seats]][2][kind], "later")
    played = 0 if phase in REFUGES else turn - (phase == "act")
    for player in players:
        dino, out, kind = player["dino"], player["out"], player["removed"]
        require((kind is None) == (seats == 3), "removed")
        for name, count in edition[dino][2].items():
            held = player["cards"][name] + player["discards"][name] + (name == kind)
            require(held == count, "cards")
        discarded = sum(player["discards"].values())
        require(1 <= discarded <= played if out else discarded == played, "cards played")
        require(out == (player["trees"] == 0) == (player["at"] is None), "out")
        require(player["at"] != lake or dino == "diplodocus", "in the lake")
        require(player["at"] != volcano or dino == "pteranodon", "in the volcano")


def check_course(position):
    """Phase, choices and end fit together, and nothing is left that would have resolved."""
    model = Model(position)
    phase, turn, seats, players = model.phase, model.turn, model.seats, model.players
    left = model.in_game()
    finished = phase == "over" and len(left) > 1  # after the last turn, not in the middle of one
    require(model.bone == (position.get("round", 1) - 1 + turn - 1 + finished) % seats, "bone")
    require(phase == "over" or len(left) > 1, "should be over")
    if phase == "over":
        require(not finished or turn == model.turns, "over too early")
        require(position.get("round") == position.get("rounds"), "rounds left")
        ended = [s for s in range(seats) if sum(players[s]["discards"].values()) == turn]
        if position.get("rounds", 1) > 1:
            require(sorted(model.winners) == model.leaders(), "winners")
        elif left:
            require(sorted(model.winners) == (model.leaders() if finished else left), "winners")
        else:
            require(len(set(model.winners)) == len(model.winners) >= 2
                    and set(model.winners) <= set(ended), "winners")
    require((phase == "panic") == bool(model.panicking), "panicking")
    fleeing = [seat for seat in model.order(model.bone) if seat in model.panicking]
    require(model.panicking == fleeing, "order of the flights")
    require(all(players[seat]["discards"]["panic"] and not players[seat]["out"] for seat in fleeing),
            "who panics")
    choosers = model.choosers()
    for seat, text in enumerate(model.chosen):
        require(text is None or seat in choosers and text in model.choices(seat), "chosen")
    require(phase == "over" or model.to_act()[0], "all have chosen")
    require(not (phase == "act" or finished) or not model.harvests(), "harvest left out", Doubt)
    require(model.tyrex is not None or phase != "tyrex" and (turn > 1 or phase == "over"), "Ty-Rex")
    if phase in REFUGES:
        require(turn == 1 and not model.trees and model.tyrex == DEN, "before the first turn")
        for player in players:
            home, store, _ = EDITIONS[position["options"]["cards"]][player["dino"]]
            for refuge, owner in REFUGES.items():
                home = position[refuge] if player["dino"] == owner else home
            require(player["at"] == home and player["trees"] == store, "before the first turn")


def check_history(position):
    """What a position owes to its past and only a game played from the start can show."""
    phase, turn, players = position["phase"], position["turn"], position["players"]
    if phase != "over":
        require(turn > 1 or position["tyrex"] == DEN, "Ty-Rex has not moved yet", Doubt)
    elif sum(not player["out"] for player in players) <= 1:
        require(any(player["out"] and sum(player["discards"].values()) == turn for player in players),
                "nobody went out in the last turn", Doubt)
    require(phase != "lake" or position["lake"] == "a5", "the lake has not moved yet", Doubt)
    require(phase not in REFUGES or position["volcano"] == "e1", "nor the volcano", Doubt)


def verdict(position):
    """Why a position is contradictory, or None; raises Doubt."""
    try:
        check_types(position)
        check_components(position)
        check_course(position)
    except Contradiction as reason:
        return str(reason)
    check_history(position)
    return None
