#!/usr/bin/env python3
"""On a Scale of One to T-Rex a second time, from the rules S1 to S14 and the protocol alone, to check
the referee against.

usage: scale.py BINARY [--games N] [--seed S] [--only GAME]

The model keeps a position in the protocol's own form and does to it what the rules say. A third of
the games begin with a deal, the others at a made-up position, where short piles, matches in the air,
open choices and the end are near. Beside it stands `verdict`, which says of any position whether it
can be, and is compared with what `setup` accepts."""
import collections
import copy
import itertools
import json

from harness import (ROOT, Disagreement, Model, check_bad_position, check_record, check_refusals,
                     compare, main, mangled, same, step)

COLOURS = ["orange", "blue", "yellow"]
MULTICOLOUR = "xs"
TABLE = json.loads((ROOT / "data" / "components" / "scale.json").read_text(encoding="utf-8"))
NUMBERED = [f"{colour[0]}{value}" for colour in COLOURS
            for value, count in enumerate(TABLE["values"][colour], 1) for _ in range(count)]
SWAPS = [colour[0] + "s" for colour in COLOURS for _ in range(TABLE["swaps"][colour])]
CARDS = NUMBERED + SWAPS + [MULTICOLOUR] * TABLE["multicolour"]
ACTIONS = {colour: [f"{colour[0]}{number:02}" for number in range(1, 21)] for colour in COLOURS}
TOKENS = {2: (15, 0), 3: (16, 8), 4: (20, 10), 5: (24, 12), 6: (28, 14), 7: (32, 16), 8: (36, 18)}  # S3
ANSWERS = ["match", "nomatch"]
OPTIONS = {"first_game": [False, True], "mode": ["room", "stage"]}
KEYS = ("game seats options phase actions action_piles action_discards number_pile number_discards "
        "good bad lid players tied picked votes").split()
PLAYER_KEYS = "card good bad offer answer swapping".split()


def texts(seats):
    """Every text that is a move in a match of so many, legal or not."""
    return (["withdraw", "change"] + [f"answer {answer}" for answer in ANSWERS]
            + [f"{kind} {seat}" for kind in ("offer", "vote") for seat in range(seats)]
            + [f"swap {colour}" for colour in COLOURS]
            + [f"pick {one} {other}" for one in COLOURS for other in COLOURS])


def points(one, other):
    """S7, S14: 2 for equal values, 1 for neighbours, 0 for no match."""
    return max(0, 2 - abs(int(one[1:]) - int(other[1:])))


def named(position):
    """A copy of a position with nothing but what the protocol names."""
    named = {key: copy.deepcopy(position[key]) for key in KEYS}
    named["players"] = [{key: player[key] for key in PLAYER_KEYS} for player in named["players"]]
    return named


def lacking(whole, part):
    """What `part` lacks to be `whole`; a disagreement if it is not a part of it at all."""
    rest = collections.Counter(whole)
    rest.subtract(part)
    if min(rest.values(), default=0) < 0:
        raise Disagreement(f"shuffled: {sorted(part)} is not among {sorted(whole)}")
    return list(rest.elements())


class Scale(Model):
    """One match."""

    GAME = "scale"

    def __init__(self, position):
        super().__init__(named(position))

    def __getattr__(self, key):
        """The position's values read as the match's own: self.players, self.good …"""
        if key not in KEYS:
            raise AttributeError(key)
        return self.position[key]

    @property
    def outside(self):
        """S12: those who are not tied."""
        return [seat for seat in range(self.seats) if seat not in self.tied]

    def to_act(self):
        return [seat for seat in range(self.seats) if self.legal(seat)], self.phase

    def is_move(self, text):
        return text in texts(self.seats)

    def legal(self, seat):
        player = self.players[seat]
        if self.phase == "pick":
            return [f"pick {one} {other}" for one, other in itertools.permutations(COLOURS, 2)
                    if seat == self.outside[0]]
        if self.phase == "vote":
            free = seat in self.outside and self.votes[seat] is None
            return [f"vote {other}" for other in self.tied if free]
        if self.phase == "over":
            return []
        if player["swapping"]:  # S9
            return [f"swap {colour}" for colour in COLOURS]
        swapping = [other for other in range(self.seats) if self.players[other]["swapping"]]
        if self.seats == 2:  # S13; nobody answers while a choice is open
            return [f"answer {answer}" for answer in ANSWERS
                    if answer != player["answer"] and not swapping]
        moves = [f"offer {other}" for other in range(self.seats)
                 if other not in (seat, player["offer"], *swapping)]  # S6, S9
        return moves + ["withdraw"] * (player["offer"] is not None) + ["change"]  # S8

    def broken(self, seat, text):
        """The rules that an illegal move breaks: a refusal may name any of them."""
        kind, *words = text.split(" ")
        player = self.players[seat]
        alone = self.seats == 2
        other_game = kind == "answer" and not alone or kind not in ("answer", "swap") and alone
        target = int(words[0]) if kind == "offer" else None
        reasons = {
            "S6": kind == "offer" and (alone or target in (seat, player["offer"]))
            or kind == "withdraw" and player["offer"] is None,
            "S8": kind == "change" and alone,
            "S9": player["swapping"] != (kind == "swap")
            or kind == "offer" and self.players[target]["swapping"],
            "S11": self.phase != "play" or kind in ("pick", "vote"),
            "S12": self.phase != "play" or kind in ("pick", "vote"),
            "S13": other_game or text == f"answer {player['answer']}",
            "S14": other_game}
        return {rule for rule, reason in reasons.items() if reason}

    def play(self, seat, text, told=None):
        assert text in self.legal(seat)
        self.told = told
        player = self.players[seat]
        kind, *words = text.split(" ")
        if kind == "offer":
            player["offer"] = other = int(words[0])
            if self.players[other]["offer"] == seat:  # S6
                self.match(*sorted([seat, other]))
        elif kind == "withdraw":
            player["offer"] = None
        elif kind == "change":  # S8
            self.discard([seat])
            self.draw([seat])
        elif kind == "swap":  # S9
            self.lay_action(words[0])
            player["swapping"] = False
            self.discard([seat])
            self.draw([seat])
        elif kind == "answer":
            player["answer"] = words[0]
            if self.players[1 - seat]["answer"] == words[0]:  # S13
                self.judge(words[0])
        elif kind == "pick":
            self.position.update(picked=words, phase="vote")
        else:
            self.votes[seat] = int(words[0])
            if not self.to_act()[0]:
                self.position["phase"] = "over"

    def match(self, *pair):
        """S7, S11"""
        worth = points(*(self.players[seat]["card"] for seat in pair))
        kind, each = ("good", worth) if worth else ("bad", 1)
        for seat in pair:
            self.players[seat][kind] += each
        self.position[kind] = max(0, self.position[kind] - 2 * each)
        self.discard(pair)
        if self.good and self.bad:
            self.draw(pair)
            return
        scores = self.scores()
        tied = [seat for seat in range(self.seats) if scores[seat] == max(scores)]
        if len(tied) > 1:  # S12
            self.position["tied"] = tied
        self.position["phase"] = "pick" if 1 < len(tied) < self.seats else "over"

    def judge(self, answer):
        """S14"""
        worth = points(*(player["card"] for player in self.players))
        self.discard([0, 1])
        if (answer == "match") != (worth > 0):
            self.position["phase"] = "over"
            return
        moved = min(worth or 1, self.good)
        self.position.update(good=self.good - moved, lid=self.lid + moved)
        if self.good:
            self.draw([0, 1])
        else:
            self.position["phase"] = "over"

    def discard(self, seats):
        """S8: with a card go the offers by and to its owner."""
        for player in self.players:
            if player["offer"] in seats:
                player["offer"] = None
        for seat in seats:
            self.number_discards.append(self.players[seat]["card"])
            self.players[seat].update(card=None, offer=None, answer=None)

    def draw(self, seats):
        """S9: each draws till it has a number card or must choose a colour, one after the other."""
        for place, seat in enumerate(seats):
            while self.players[seat]["card"] is None:
                if not self.number_pile:
                    self.shuffle_numbers(seats[place:])
                card = self.number_pile.pop(0)
                if card in SWAPS:
                    self.lay_action(next(colour for colour in COLOURS if colour[0] == card[0]))
                    self.number_discards.append(card)
                else:
                    self.players[seat].update(card=card, swapping=card == MULTICOLOUR)

    def shuffle_numbers(self, seats):
        """S10. What `seats` have drawn since is no longer in the pile that the referee tells; it was
        swaps of a colour, in whatever order, and the cards that they hold."""
        held = [self.told["players"][seat]["card"] for seat in seats]
        swaps = lacking(self.number_discards, held + self.told["number_pile"])
        self.position.update(number_pile=swaps + held + self.told["number_pile"], number_discards=[])
        if not set(swaps) <= set(SWAPS):
            raise Disagreement(f"shuffled: {swaps} lacking")

    def lay_action(self, colour):
        """S9, S10: as with the numbers, `told` may be further on."""
        discards, pile = self.action_discards[colour], self.action_piles[colour]
        discards.append(self.actions[colour])
        if not pile:
            pile += (self.told["action_discards"][colour] + [self.told["actions"][colour]]
                     + self.told["action_piles"][colour])
            if lacking(discards, pile):
                raise Disagreement(f"shuffled: {sorted(discards)} became {sorted(pile)}")
            discards.clear()
        self.actions[colour] = pile.pop(0)

    def view(self, seat):
        view = copy.deepcopy(self.position)
        for piles, keys in ((view, ("number_pile", "number_discards")),
                            (view["action_piles"], COLOURS)):
            for key in keys:
                piles[key] = ["?"] * len(piles[key])
        for other, player in enumerate(view["players"]):
            if other != seat and player["card"] is not None:
                player["card"] = "?"
        return view

    def scores(self):
        if self.seats == 2:
            return [self.lid, self.lid]
        return [player["good"] - player["bad"] for player in self.players]

    def result(self):
        over, scores, winners = self.phase == "over", self.scores(), []
        if self.seats == 2:
            won = over and self.good == 0
            return {"over": over, "scores": scores, "winners": [0, 1] if won else [], "won": won}
        if over:
            votes = [(scores[seat], self.votes.count(seat)) for seat in range(self.seats)]
            winners = [seat for seat in range(self.seats) if votes[seat] == max(votes)]
        return {"over": over, "scores": scores, "winners": winners}

    @staticmethod
    def canonical(position):
        discards = {key: sorted(cards) for key, cards in position["action_discards"].items()}
        return {**position, "action_discards": discards,
                "number_discards": sorted(position["number_discards"])}


# ---- positions that cannot be

class Contradiction(Exception):
    """Why a position cannot be."""


class Doubt(Exception):
    """A position that no game reaches, but that does not contradict itself on its face."""


def require(condition, reason, kind=Contradiction):
    if not condition:
        raise kind(reason)


def check_types(position):
    """All keys are there, each with a value that can stand there."""
    def is_one_of(*values):
        return lambda v: any(v is value or isinstance(v, str) and v == value for value in values)

    def is_number(low, high):
        return lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high

    def either(*fits):
        return lambda v: any(fit(v) for fit in fits)

    def is_list(fits, length=None):
        return lambda v: isinstance(v, list) and length in (None, len(v)) and all(map(fits, v))

    def has(keys):
        return lambda v: (isinstance(v, dict)
                          and all(key in v and fits(v[key]) for key, fits in keys.items()))

    seats = position.get("seats")
    require(is_number(2, 8)(seats), "seats")
    null, seat, flag = is_one_of(None), is_number(0, seats - 1), is_one_of(False, True)
    numbers = is_list(is_one_of(*CARDS))
    piles = has({colour: is_list(is_one_of(*cards)) for colour, cards in ACTIONS.items()})
    player = has({"card": is_one_of(None, *CARDS), "good": is_number(0, 40), "bad": is_number(0, 18),
                  "offer": either(null, seat), "answer": is_one_of(None, *ANSWERS),
                  "swapping": flag})
    keys = {"game": is_one_of("scale"),
            "options": has({key: is_one_of(*values) for key, values in OPTIONS.items()}),
            "phase": is_one_of("play", "pick", "vote", "over"),
            "actions": has({colour: is_one_of(*cards) for colour, cards in ACTIONS.items()}),
            "action_piles": piles, "action_discards": piles, "number_pile": numbers,
            "number_discards": numbers, "good": is_number(0, 40), "bad": is_number(0, 18),
            "lid": is_number(0, 15), "players": is_list(player, seats), "tied": is_list(seat),
            "picked": is_list(is_one_of(*COLOURS)), "votes": is_list(either(null, seat), seats)}
    for key, fits in keys.items():
        require(key in position and fits(position[key]), key)


def check_components(model):
    """Cards and tokens add up."""
    held = [player["card"] for player in model.players if player["card"]]
    require(sorted(held + model.number_pile + model.number_discards) == sorted(CARDS), "number cards")
    for colour, cards in ACTIONS.items():
        found = model.action_piles[colour] + model.action_discards[colour] + [model.actions[colour]]
        require(sorted(found) == cards, "action cards")
    for player in model.players:
        require(player["swapping"] == (player["card"] == MULTICOLOUR), "swapping")
        require(player["card"] not in SWAPS, "a swap in a hand")
    good, bad = ([player[kind] for player in model.players] for kind in ("good", "bad"))
    if model.seats == 2:
        require(not any(good + bad) and model.bad == 0 and model.good + model.lid == 15, "tokens")
        return
    for kind, tokens, on_table, in_all, lent in zip(("good", "bad"), (good, bad), TOKENS[model.seats],
                                                    (40, 18), (3, 1)):
        total = sum(tokens) + model.position[kind]
        most = on_table if model.position[kind] else min(on_table + lent, in_all)  # S11
        require(on_table <= total <= most, f"{kind} tokens")
    require(model.lid == 0, "lid")


def check_course(model):
    """Phase, offers, answers and end fit together, and nothing is left that would have resolved."""
    players, seats, phase = model.players, model.seats, model.phase
    swapping = [seat for seat in range(seats) if players[seat]["swapping"]]
    offers = [player["offer"] for player in players]
    answers = [player["answer"] for player in players]
    for seat, other in enumerate(offers):
        require(other is None or seats > 2 and other != seat and offers[other] != seat
                and not {seat, other} & set(swapping)
                and players[seat]["card"] and players[other]["card"], "offers")
    require(answers == [None] * seats or seats == 2 and phase == "play" and not swapping
            and answers[0] != answers[1], "answers")
    without = [player for player in players if player["card"] is None]
    require(len(without) == (0 if phase == "play" else 2), "players without a card")
    if seats == 2:
        require(phase in ("play", "over") and (phase == "over" or model.good), "phase")
    else:
        require((phase == "play") == bool(model.good and model.bad), "phase")
    tied, scores = [], model.scores()
    if phase != "play" and seats > 2:
        tied = [seat for seat in range(seats) if scores[seat] == max(scores)]
        tied = tied if len(tied) > 1 else []
    require(sorted(model.tied) == tied, "tied")
    voting = 0 < len(tied) < seats
    require(phase not in ("pick", "vote") or voting, "no tie to break")
    picking = voting and phase in ("vote", "over")
    require(len(model.picked) == len(set(model.picked)) == 2 * picking, "picked")
    voted = [seat for seat in range(seats) if model.votes[seat] is not None]
    require(not voted or picking and set(voted) <= set(model.outside)
            and {model.votes[seat] for seat in voted} <= set(tied), "votes")
    if picking:
        require((voted == model.outside) == (phase == "over"), "all votes")


def check_reachable(model):
    """What no game leads to, though nothing in the position contradicts anything else in it."""
    require(model.tied == sorted(model.tied), "order of the tied", Doubt)
    if model.seats == 2:
        return
    for kind in ("good", "bad"):  # tokens come in twos, to each of two players the same
        tokens = [player[kind] for player in model.players]
        require(sum(tokens) % 2 == 0 and 2 * max(tokens) <= sum(tokens), f"uneven {kind} tokens", Doubt)
    require(model.good or model.bad, "both piles empty", Doubt)
    last = [player for player in model.players if player["card"] is None]
    require(all(player["bad" if model.good else "good"] for player in last), "last match", Doubt)


def verdict(position):
    """Whether a position is "bad", "good" or in "doubt", and why."""
    try:
        check_types(position)
        model = Scale(position)
        check_components(model)
        check_course(model)
        check_reachable(model)
        return "good", None
    except Contradiction as reason:
        return "bad", str(reason)
    except Doubt as reason:
        return "doubt", str(reason)


# Each spoils a position in its own way, if it can: verdict says whether it has become contradictory.

def mutual_offers(p, rng):
    one, other = rng.sample(range(p["seats"]), 2)
    p["players"][one]["offer"], p["players"][other]["offer"] = other, one


def other_offer(p, rng):
    """To oneself, to nobody, to or by a player who chooses a colour; or a legal one."""
    rng.choice(p["players"])["offer"] = rng.randint(-1, p["seats"])


def other_answers(p, rng):
    for player in rng.sample(p["players"], rng.choice([1, 2])):
        player["answer"] = rng.choice(ANSWERS)


def other_card(p, rng):
    """Exchanged with one of a pile, perhaps a swap; or discarded."""
    player = rng.choice(p["players"])
    pile = p[rng.choice(["number_pile", "number_discards"])]
    if pile and player["card"] and rng.random() < 0.7:
        place = rng.randrange(len(pile))
        player["card"], pile[place] = pile[place], player["card"]
        player["swapping"] ^= rng.random() < 0.5
    elif player["card"]:
        p["number_discards"].append(player["card"])
        player.update(card=None, offer=None, answer=None)


def other_choice(p, rng):
    rng.choice(p["players"])["swapping"] ^= True


def other_pile(p, rng):
    """A card too few, too many or elsewhere."""
    piles = [p["number_pile"], p["number_discards"],
             *p["action_piles"].values(), *p["action_discards"].values()]
    pile, elsewhere = rng.sample([pile for pile in piles if pile], 2)
    card = rng.choice(pile)
    for change in rng.choice([[pile.remove], [pile.append], [pile.remove, elsewhere.append]]):
        change(card)


def other_action(p, rng):
    colour = rng.choice(COLOURS)
    p["actions"][colour] = rng.choice(ACTIONS[rng.choice(COLOURS)])


def other_token(p, rng):
    """One too few or too many, or moved elsewhere."""
    key = rng.choice(["good", "bad"])
    one, other = rng.sample([p, *p["players"]], 2)
    for where in rng.choice([[one], [one, other]]):
        where[key] += 1 if where is one else -1


def other_lid(p, rng):
    change = rng.choice([-1, 1])
    p["lid"] += change
    p["good"] -= rng.choice([0, change])


def used_up(p, rng):
    """No token is left on the table, but nothing comes of it."""
    kind, (one, other) = rng.choice(["good", "bad"]), rng.sample(p["players"], 2)
    if p["seats"] == 2:
        p.update(good=0, lid=15)
    one[kind] += p[kind] // 2 * (p["seats"] > 2)
    other[kind] += p[kind] // 2 * (p["seats"] > 2)
    p[kind] = 0


def other_phase(p, rng):
    p["phase"] = rng.choice(["play", "pick", "vote", "over", "Play", "act", ""])


def other_tie(p, rng):
    tied = rng.sample(range(p["seats"]), rng.randrange(p["seats"] + 1))
    p["tied"] = rng.choice([tied, p["tied"] + [0], p["tied"][::-1], [*range(p["seats"])], [p["seats"]]])


def other_picks(p, rng):
    p["picked"] = rng.choices(COLOURS, k=rng.choice([0, 1, 2, 2, 3]))


def other_vote(p, rng):
    p["votes"][rng.randrange(p["seats"])] = rng.choice([None, -1, p["seats"], *range(p["seats"])])


def all_votes(p, rng):
    outside = [seat for seat in range(p["seats"]) if seat not in p["tied"]]
    p["votes"] = [rng.choice(p["tied"]) if p["tied"] and seat in outside else None
                  for seat in range(p["seats"])]


def other_seats(p, rng):
    p["seats"] = rng.choice([0, 1, 9, -1, 257, None, "3", 2.5, *range(2, 9)])


def other_length(p, rng):
    key = rng.choice(["players", "votes"])
    p[key] = rng.choice([p[key][1:], p[key] + p[key][:1], []])


def other_option(p, rng):
    p["options"][rng.choice([*OPTIONS])] = rng.choice([False, True, "room", "stage", "x", 1, None, []])


def lost_key(p, rng):
    where = rng.choice([p, p, *p["players"], *(p[key] for key in KEYS if "action" in key)])
    where.pop(rng.choice([key for key in where if key not in ("game", "options")]))


def scrambled(p, rng):
    """Any place of the position gets another value, often one from elsewhere in it."""
    def somewhere():
        here, key = p, rng.choice([key for key in p if key not in ("game", "options")])
        while isinstance(here[key], (dict, list)) and here[key] and rng.random() < 0.9:
            here = here[key]
            key = rng.choice(list(here) if isinstance(here, dict) else range(len(here)))
        return here, key

    (here, key), (there, other) = somewhere(), somewhere()
    one, two = copy.deepcopy((here[key], there[other]))
    there[other] = rng.choice([one, two])
    here[key] = rng.choice([two, two, two, None, False, True, -1, 0, 1, 3.5, 10 ** 30, "o6", "blue",
                            "play", "?", [], [[]], [None], {}, {"a": 1}])


FAULTS = [mutual_offers, other_offer, other_answers, other_card, other_choice, other_pile, other_action,
          other_token, other_lid, used_up, other_phase, other_tie, other_picks, other_vote, all_votes,
          other_seats, other_length, other_option, lost_key, scrambled, scrambled, scrambled]


def check_faults(referee, position, rng, count):
    """Spoilt positions are refused, or accepted, as verdict says."""
    for _ in range(count):
        other, changes = copy.deepcopy(position), rng.choices(FAULTS, k=rng.choice([1, 1, 1, 2]))
        try:
            for change in changes:
                change(other, rng)
        except (AttributeError, LookupError, TypeError, ValueError):
            continue  # the second stumbles over what the first has done
        worth, why = verdict(other)
        if worth == "bad":
            check_bad_position(referee, other, why)
        elif worth == "good":
            compare_setup(referee, other)
        else:
            referee.ask(cmd="setup", position=other)


# ---- games

def compare_setup(referee, position):
    """A position is accepted, and the match is then the one that it tells."""
    referee.must(cmd="setup", position=position)
    compare(referee, Scale(position))


def check_deal(position, seats, options):
    """S1 to S4: a fresh match."""
    same("verdict on the deal", ["good", None], list(verdict(position)))
    good, bad = TOKENS[seats]
    player = {"good": 0, "bad": 0, "offer": None, "answer": None, "swapping": False}
    same("deal", {"game": "scale", "seats": seats, "options": options, "phase": "play", "good": good,
                  "bad": bad, "lid": 0, "players": [player] * seats, "number_discards": [],
                  "action_discards": {colour: [] for colour in COLOURS}, "tied": [], "picked": [],
                  "votes": [None] * seats}, position)
    if options["first_game"]:
        same("named actions", {colour: colour[0] + "01" for colour in COLOURS}, position["actions"])


def made_up(rng, seats, options):
    """A position in the middle of a game: after some matches, with what lies and stands open. Now and
    then one last match is in the air that would make all equal: TOKENS has 4 for each, and 4 more."""
    good, bad = TOKENS[seats]
    players = [{"card": None, "good": 0, "bad": 0, "offer": None, "answer": None, "swapping": False}
               for _ in range(seats)]
    lid = rng.randrange(15) if seats == 2 else 0
    short_of_end = rng.choice([2, 2, 4, 8])
    pair = rng.sample(range(seats), 2)
    level = seats > 2 and rng.random() < 0.2
    if level:
        for seat, player in enumerate(players):
            player["good"] = 3 if seat in pair else 4
        for player in rng.sample(players, 2):
            player["good"] += 2
            player["bad"] = 2
        good, bad = 2, bad - 4
    while seats > 2 and good > short_of_end and bad > 2:
        kind, each = rng.choice([("good", 2), ("good", 1), ("good", 1), ("bad", 1)])
        each = min(each, good // 2 - 1)
        for player in rng.sample(players, 2):
            player[kind] += each
        good, bad = (good - 2 * each, bad) if kind == "good" else (good, bad - 2)
    cards = rng.sample(CARDS, len(CARDS))
    for seat, player in enumerate(players):
        likes = [MULTICOLOUR] if cards.count(MULTICOLOUR) and rng.random() < 0.15 else NUMBERED
        if level and seat in pair:
            likes = [card for card in NUMBERED if card[1:] in ("5", "6")]
        player["card"] = next(card for card in cards if card in likes)
        cards.remove(player["card"])
        player["swapping"] = player["card"] == MULTICOLOUR
    pile = rng.choice([0, 1, 2, 5, len(cards)])
    actions, piles, discards = {}, {}, {}
    for colour, every in ACTIONS.items():
        actions[colour], *rest = rng.sample(every, len(every))
        left = rng.choice([0, 0, 1, 10, 19])
        piles[colour], discards[colour] = rest[:left], rest[left:]
    position = {"game": "scale", "seats": seats, "options": options, "phase": "play",
                "actions": actions, "action_piles": piles, "action_discards": discards,
                "number_pile": cards[:pile], "number_discards": cards[pile:], "good": good - lid,
                "bad": bad, "lid": lid, "players": players, "tied": [], "picked": [],
                "votes": [None] * seats}
    if level:
        players[pair[0]]["offer"] = pair[1]
        return position
    for seat in range(seats):  # what may still be done
        text = rng.choice(Scale(position).legal(seat) or ["nothing"])
        if text.startswith("offer") and players[int(text[-1])]["offer"] != seat:
            players[seat]["offer"] = int(text[-1])
        elif text.startswith("answer") and seat == 0:
            players[0]["answer"] = text.split(" ")[1]
    return position


def taste(rng):
    """How much the players of one game like what: true matches, false ones, changes."""
    true, false = rng.choice([(40, 1), (40, 0), (1, 5), (5, 5)])
    return {"true": true, "false": false, "change": rng.choice([0.1, 0.1, 1, 20]), "offer": 1,
            "withdraw": 0.5, "swap": rng.choice([0.3, 5]), "pick": 1, "vote": 1, "answer": 1}


def liking(model, seat, text, weights):
    """The weight of a move; those that turn cards by whether that is good for the players."""
    kind, *words = text.split(" ")
    players = model.players
    if kind == "offer" and players[int(words[0])]["offer"] == seat:
        return weights["true" if points(players[seat]["card"], players[int(words[0])]["card"])
                       else "false"]
    if kind == "answer":
        match = points(players[0]["card"], players[1]["card"]) > 0
        return weights["true" if match == (words[0] == "match") else "false"]
    return weights[kind]


def check_refused_by(referee, model, attempts):
    """An illegal move is refused by a rule that it breaks."""
    for seat, text in attempts:
        if model.refusal(seat, text) == "illegal_move":
            rule = referee.ask(cmd="play", seat=seat, move=text)["error"]["rule"]
            if rule not in model.broken(seat, text):
                raise Disagreement(f"seat {seat} plays {text!r}: refused by {rule}")


def check_secrecy(referee, position, rng):
    """Whatever hides behind the question marks of a view, the view has the same bytes."""
    viewer = rng.choice([None, *range(position["seats"])])
    other = copy.deepcopy(position)
    for pile in (other["number_discards"], *other["action_piles"].values()):
        rng.shuffle(pile)
    pile = other["number_pile"]
    for seat, player in enumerate(other["players"]):
        place = rng.randrange(len(pile)) if pile else 0
        if seat != viewer and player["card"] in NUMBERED and pile and pile[place] in NUMBERED:
            player["card"], pile[place] = pile[place], player["card"]
    rng.shuffle(pile)
    views = []
    for each in (position, other):
        referee.must(cmd="setup", position=each)
        views.append(json.dumps(referee.must(cmd="view", seat=viewer)["view"]))
    same(f"view of {viewer}, other secrets", *views)


def check_listed(referee):
    """What `games` says of this one."""
    games = {game["id"]: game for game in referee.must(cmd="games")["games"]}
    same("games", {"scale": {"seats": [2, 8], "options": {
        key: {"default": values[0], "values": values} for key, values in OPTIONS.items()}}}, games)


def play_game(referee, rng, number):
    if number == 0:
        check_listed(referee)
    seats, dealt = 2 + number % 7, number // 7 % 3 == 0
    options = {key: rng.choice(values) for key, values in OPTIONS.items()}
    if dealt:
        given = {key: value for key, value in options.items() if value is not OPTIONS[key][0]}
        request = dict(cmd="new", game="scale", seats=seats, seed=f"{rng.random()}", options=given)
        referee.must(**request)
        position = referee.position()
        referee.must(**request)
        same("deal from the same seed", position, referee.position())
        check_deal(position, seats, options)
        model = Scale(position)
    else:
        model = Scale(made_up(rng, seats, options))
        same("verdict", ["good", None], list(verdict(model.position)))
        referee.must(cmd="setup", position=model.position)
    compare(referee, model)
    weights, played, kept = taste(rng), [], []
    while model.phase != "over" and len(played) < 100:
        if rng.random() < 0.3:
            all_texts = texts(seats)
            attempts = [(rng.randrange(seats), rng.choice(all_texts)) for _ in range(10)]
            check_refused_by(referee, model, attempts)
            attempts += [(seat, mangled(rng, text)) for seat, text in attempts]
            attempts += [(0, f"offer {seats}"), (0, f"vote {seats}"), (0, "swap green"), (0, "offer 01")]
            check_refusals(referee, model, attempts)
        if rng.random() < 0.07 or model.phase in ("pick", "vote"):
            kept.append((len(played), referee.position()))
        moves = [(seat, text) for seat in model.to_act()[0] for text in model.legal(seat)]
        seat, text = rng.choices(moves, [liking(model, *move, weights) + 0.001 for move in moves])[0]
        played.append((seat, text))
        step(referee, model, seat, text)
    if model.phase == "over":
        attempts = [(rng.randrange(seats), text) for text in ["", "x", *texts(seats)]]
        check_refusals(referee, model, attempts)
    if dealt:
        check_record(referee, played)
    last = referee.position()
    for done, position in rng.sample(kept, min(len(kept), 2)):  # goes on in the same way
        compare_setup(referee, position)
        referee.ask_all([{"cmd": "play", "seat": seat, "move": text} for seat, text in played[done:]])
        same("position when played on after setup", last, referee.position())
        check_secrecy(referee, named(position), rng)
        check_faults(referee, named(position), rng, 10)
    check_faults(referee, named(last), rng, 10)


if __name__ == "__main__":
    main(play_game, 42)
