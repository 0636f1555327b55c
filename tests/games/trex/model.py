"""T-Rex a second time, from the rules T1 to T22 and the protocol alone, to check the referee against.

The model keeps a position in the protocol's own form and does to it what the rules say; nothing is
remembered beside it."""
import json

from reference import ROOT, Model, only

COLOURS = {"y": "yellow", "b": "blue", "n": "brown", "g": "green", "r": "red"}
NUMBERED = ["ybngr"[(number - 1) % 5] + str(number) for number in range(1, 16)]  # T1
CHAMAELOSAURUS, SHOWER = "ch", "ms"
CARDS = NUMBERED + [CHAMAELOSAURUS, SHOWER]
ROUNDS = 12
MOVES = ([f"play {card}" for card in CARDS] + ["flip", "egg 1", "egg 2"]
         + ["remove top", "remove deck", "remove shower", "trump keep"]
         + [f"trump {which} {colour}" for which in ("strong", "weak") for colour in COLOURS.values()])
KEYS = ("game seats options round phase turn strong weak aside eggs egg_piles meteor plays ranking "
        "players").split()
PLAYER_KEYS = "hand deck out eggs seen".split()
TABLE = json.loads((ROOT / "data" / "components" / "trex.json").read_text(encoding="utf-8"))
METEORS = {card for card, symbol in TABLE["symbols"].items() if symbol == "meteor"} | {SHOWER}
DRAWS = {card: int(symbol.split()[1]) for card, symbol in TABLE["symbols"].items()
         if symbol != "meteor"}
EGGS = sorted(colour for colour, count in TABLE["eggs"].items() for _ in range(count))


def number_of(card):
    """The value of a card by itself; specials have none."""
    return int(card[1:]) if card in NUMBERED else 0


class TRex(Model):
    """One match."""

    GAME = "trex"

    def __init__(self, position):
        super().__init__(only(position, KEYS, PLAYER_KEYS))

    def to_act(self):
        return [] if self.turn is None else [self.turn], self.phase

    def is_move(self, text):
        return text in MOVES

    def can_play(self, seat):
        """T9: who has neither hand nor deck is skipped."""
        return bool(self.players[seat]["hand"] or self.players[seat]["deck"])

    def pile(self, seat):
        """A player's played pile, bottom first, as places in `plays`."""
        return [place for place, play in enumerate(self.plays) if play["seat"] == seat]

    def legal(self, seat):
        if seat != self.turn:
            return []
        player = self.players[seat]
        if self.phase == "play":
            return [f"play {card}" for card in player["hand"]] or ["flip"]  # T8, T9
        if self.phase == "egg":
            return ["egg 1", "egg 2"]  # T16
        if self.phase == "remove":  # T17
            if any(self.plays[place]["card"] == SHOWER for place in self.pile(seat)):
                return ["remove shower"]
            return ["remove top"] + ["remove deck"] * bool(player["deck"])
        return ["trump keep"] + [f"trump {which} {colour}" for which in ("strong", "weak")
                                 for colour in self.aside]  # T19

    def play(self, seat, text, after=None):
        assert text in self.legal(seat)
        kind, *words = text.split(" ")
        if kind == "flip":
            self.lay(seat, self.players[seat]["deck"].pop(0))
        elif kind == "play":
            self.players[seat]["hand"].remove(words[0])
            self.lay(seat, words[0])
        elif kind == "egg":
            self.take_eggs(int(words[0]) - 1)
        elif kind == "remove":
            self.remove(seat, words[0])
        else:
            self.change_trump(*words)
            self.begin_round()

    def lay(self, seat, card):
        """T8 to T13: a card is played, from wherever it came."""
        player = self.players[seat]
        self.plays.append({"seat": seat, "card": card})
        if card not in player["seen"]:
            player["seen"].append(card)
        count = DRAWS.get(card, 0)  # T10
        player["hand"] += player["deck"][:count]
        del player["deck"][:count]
        if self.ends(seat, card):
            self.end_round()
            return
        if self.takes_lead(card):
            self.position["meteor"] = {"seat": seat, "card": card}
        self.pass_turn(seat)

    def ends(self, seat, card):
        """T13: the owner of the leading meteor plays on."""
        owns = self.meteor and self.meteor["seat"] == seat
        return owns and not (self.options["owner_meteor"] == "extends" and self.takes_lead(card))

    def pass_turn(self, seat):
        """T9, T13: the next seat that can play; none can, or the owner of the meteor: the end."""
        for distance in range(1, self.seats + 1):
            following = (seat + distance) % self.seats
            if self.can_play(following):
                self.position["turn"] = following
                return
            if self.meteor and self.meteor["seat"] == following:
                break
        self.end_round()

    def colour_class(self, card):
        """T15: the strong colour, the three in the middle, the weak colour."""
        colour = COLOURS[card[0]]
        return 3 if colour == self.strong else 1 if colour == self.weak else 2

    def height(self, card):
        """T11, T12: how meteors compare among themselves."""
        if card == SHOWER:
            return 4, 0
        by_rank = self.options["meteor_compare"] == "rank"
        return self.colour_class(card) if by_rank else 0, number_of(card)

    def strength(self, seat):
        """T14, T15: what a player's pile is worth; the later of equal cards is the stronger."""
        pile = self.pile(seat)
        cards = [self.plays[place]["card"] for place in pile]
        counting = cards[-1]
        if counting == CHAMAELOSAURUS and len(cards) > 1:
            counting = cards[-2]
        if counting in NUMBERED:
            return self.colour_class(counting), number_of(counting), pile[-1]
        return 0, 0, pile[-1]

    def end_round(self):
        ranking = sorted(range(self.seats), key=self.strength, reverse=True)
        self.position.update(ranking=ranking, phase="egg", turn=ranking[0])

    def take_eggs(self, choice):
        """T16"""
        first, second = self.ranking[:2]
        self.players[first]["eggs"].append(self.eggs[choice])
        self.players[second]["eggs"].append(self.eggs[1 - choice])
        self.position.update(eggs=[None, None], phase="remove", turn=first)

    def remove(self, seat, what):
        """T17, and when all have removed a card T18."""
        player = self.players[seat]
        if what == "deck":
            card = player["deck"].pop(0)
        else:
            place = self.pile(seat)[-1]
            if what == "shower":
                place = self.plays.index({"seat": seat, "card": SHOWER})
            card = self.plays.pop(place)["card"]
        player["out"].append(card)
        if seat != self.ranking[-1]:
            self.position["turn"] = self.ranking[self.ranking.index(seat) + 1]
            return
        for play in self.plays:
            self.players[play["seat"]]["deck"].append(play["card"])
        self.position["plays"] = []
        if self.round == ROUNDS:
            self.position.update(phase="over", turn=None)
        else:
            self.position["phase"] = "trump"

    def change_trump(self, which, colour=None):
        """T19"""
        if colour:
            self.aside.remove(colour)
            self.aside.append(self.position[which])
            self.position[which] = colour

    def begin_round(self):
        """T20; the weakest player, who chose the trumps, keeps the turn."""
        eggs = [pile.pop(0) for pile in self.egg_piles]
        self.position.update(round=self.round + 1, phase="play", eggs=eggs, meteor=None, ranking=None)

    def view(self, seat):
        """A card is known once it was played, and before that in its owner's own hand."""
        players = [{key: list(cards) for key, cards in player.items()} for player in self.players]
        for owner, player in enumerate(players):
            for key, place in self.unseen(owner, but_hand=owner == seat):
                player[key][place] = "?"
        return {**self.position, "players": players,
                "egg_piles": [["?"] * len(pile) for pile in self.egg_piles]}

    def unseen(self, owner, but_hand):
        """Where the cards lie that a player has never played; `but_hand`: that the player knows not."""
        player = self.players[owner]
        return [(key, place) for key in ("hand", "deck", "out") if key != "hand" or not but_hand
                for place, card in enumerate(player[key]) if card not in player["seen"]]

    def aids(self, seat):
        seats = range(self.seats)
        cards = [[self.plays[place]["card"] for place in self.pile(seat)] for seat in seats]
        counting = [next((card for card in reversed(pile) if card != CHAMAELOSAURUS), None)
                    for pile in cards]  # T14
        counting = [None if card == SHOWER else card for card in counting]
        order = self.ranking or sorted((seat for seat in seats if cards[seat]),
                                       key=self.strength, reverse=True)
        worth = [(self.colour_class(card), number_of(card)) if card else (0, 0) for card in counting]
        scores = self.result()["scores"]
        player = self.players[seat] if seat is not None else {"hand": []}
        return {
            "piles": [{"top": cards[seat][-1], "counts": counting[seat]} if cards[seat] else None
                      for seat in seats],
            "standings": [{"seat": seat, "rank": ("nothing", "weak", "middle", "strong")[worth[seat][0]],
                           "later": place + 1 < len(order) and worth[seat] == worth[order[place + 1]]}
                          for place, seat in enumerate(order)],
            "lap": self.lap(),
            "points": scores,
            "gains": [[2 * player["eggs"].count(egg) + 1 for egg in self.eggs]
                      for player in self.players if None not in self.eggs],
            "leading": [card for card in CARDS if card in player["hand"] and self.phase == "play"
                        and self.takes_lead(card) and not self.ends(seat, card)],
            "to_beat": self.to_beat(),
            "leaders": [seat for seat in seats if scores[seat] == max(scores)],
            "removing": self.ranking[self.ranking.index(self.turn):] if self.phase == "remove" else [],
            "memory": [self.remembered(player) for player in self.players],
            "rounds": ROUNDS,
        }

    @staticmethod
    def remembered(player):
        """T18: a card once played is known for good."""
        known = [card for card in CARDS if card in player["hand"] and card in player["seen"]]
        return {"hand": known + ["?"] * (len(player["hand"]) - len(known)),
                "unplayed": [card for card in CARDS if card not in player["seen"]]}

    def to_beat(self):
        """T11, T12"""
        if not self.meteor:
            return None
        card = self.meteor["card"]
        by = "shower" if card == SHOWER else self.options["meteor_compare"]
        return {"by": by, "number": number_of(card) if by == "number" else None}

    def takes_lead(self, card):
        """T11, T12"""
        return card in METEORS and (
            not self.meteor or self.height(card) >= self.height(self.meteor["card"]))

    def lap(self):
        """T9, T11: in which order the players play, and how far they are."""
        since, first = self.plays, self.plays[0]["seat"] if self.plays else self.turn or 0
        if self.meteor:
            since = self.plays[self.plays.index(self.meteor) + 1:] if self.meteor in self.plays else []
            first = self.meteor["seat"] + 1
        played = [sum(play["seat"] == seat for play in since) for seat in range(self.seats)]
        needed = 0 if self.meteor else played[self.turn or 0]
        stops = []
        for seat in ((first + step) % self.seats for step in range(self.seats)):
            state = ("now" if self.phase == "play" and self.turn == seat
                     else "done" if played[seat] > needed
                     else "waiting" if self.can_play(seat) else "passed")
            stops.append({"seat": seat, "state": state,
                          "last": bool(self.meteor) and self.meteor["seat"] == seat})
        return stops

    def result(self):
        """T21, T22"""
        scores = [sum(player["eggs"].count(colour) ** 2 for colour in COLOURS.values())
                  for player in self.players]
        if self.phase != "over":
            return {"over": False, "scores": scores, "winners": []}
        remaining = [sum(number_of(card) for card in player["hand"] + player["deck"])
                     for player in self.players]
        best = max(zip(scores, remaining))
        winners = [seat for seat in range(self.seats) if (scores[seat], remaining[seat]) == best]
        return {"over": True, "scores": scores, "winners": winners, "remaining": remaining}

    @staticmethod
    def canonical(position):
        players = [{**player, **{key: sorted(player[key]) for key in ("hand", "out", "eggs", "seen")}}
                   for player in position["players"]]
        return {**position, "aside": sorted(position["aside"]), "players": players}
