"""On a Scale of One to T-Rex from the rules S1 to S14 and the protocol alone. `Scale` keeps a position in
the protocol's own form and does to it what the rules say; `verdict` says whether a position can be."""
import collections
import copy
import itertools
import json

from reference import ROOT, Disagreement, Model

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
    """Every text that is a move in a match with this many seats, legal or not."""
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
        if self.seats == 2:  # S13; no one answers while a colour is being chosen
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

    def play(self, seat, text, after=None):
        assert text in self.legal(seat)
        self.after = after
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
        held = [self.after["players"][seat]["card"] for seat in seats]
        swaps = lacking(self.number_discards, held + self.after["number_pile"])
        self.position.update(number_pile=swaps + held + self.after["number_pile"], number_discards=[])
        if not set(swaps) <= set(SWAPS):
            raise Disagreement(f"shuffled: {swaps} lacking")

    def lay_action(self, colour):
        """S9, S10: as with the numbers, `after` may be further on."""
        discards, pile = self.action_discards[colour], self.action_piles[colour]
        discards.append(self.actions[colour])
        if not pile:
            pile += (self.after["action_discards"][colour] + [self.after["actions"][colour]]
                     + self.after["action_piles"][colour])
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

    def awaited(self):
        """S9: while all perform, only those who have to choose a colour."""
        if self.phase == "play":
            return [seat for seat in range(self.seats) if self.players[seat]["swapping"]]
        return self.to_act()[0]

    def call(self, seat):
        """What the others wait for from a seat."""
        others = [player for other, player in enumerate(self.players) if other != seat]
        if not self.legal(seat):
            return None
        if self.phase != "play":
            return self.phase
        if self.players[seat]["swapping"]:
            return "swap"
        if any(player["offer"] == seat for player in others):
            return "offer"
        unanswered = self.players[seat]["answer"] is None
        return "answer" if unanswered and any(player["answer"] for player in others) else None

    def aids(self, viewer):
        seats = range(self.seats)
        totals = [player["good"] - player["bad"] for player in self.players]
        ending = tie = None
        if self.phase == "over":
            ending = (("lost", "won")[self.good == 0] if self.seats == 2
                      else "good_gone" if self.good == 0 else "bad_gone")
        if self.phase == "over" and self.tied:
            shared = len(self.result()["winners"]) > 1
            tie = "all" if len(self.tied) == self.seats else "vote_shared" if shared else "vote"
        return {
            "totals": totals,
            "leaders": [seat for seat in seats if self.seats > 2 and totals[seat] == max(totals)],
            "offers": [[other for other in seats if self.players[other]["offer"] == seat]
                       for seat in seats],
            "calls": [self.call(seat) for seat in seats],
            "ending": ending,
            "tie": tie,
            "part": self.part(viewer),
        }

    def part(self, seat):
        """S5, S12: what a player performs."""
        card = self.players[seat]["card"] if seat is not None else None
        if self.phase == "play" and card and card[1:].isdigit():
            return {"level": int(card[1:]), "colours": [colour for colour in COLOURS if colour[0] == card[0]]}
        if self.phase == "vote" and seat in self.tied:
            return {"level": 10, "colours": self.picked}
        return None

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


# ---- invalid positions

class Contradiction(Exception):
    """Why a position is invalid."""


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
    for kind, tokens, on_table, lent in zip(("good", "bad"), (good, bad), TOKENS[model.seats], (3, 1)):
        total = sum(tokens) + model.position[kind]
        most = on_table if model.position[kind] else on_table + lent  # S11
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
    require(len(without) == 0 if phase == "play" else len(without) >= 2, "players without a card")
    if seats == 2:
        require(phase in ("play", "over") and (phase == "over" or model.good), "phase")
    else:
        require((phase == "play") == bool(model.good and model.bad), "phase")
        require(model.good or model.bad, "both piles empty")
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
    last = [player for player in model.players if player["card"] is None]
    require(len(last) in (0, 2), "more than the turned cards are gone", Doubt)
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
