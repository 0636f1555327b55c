"""Trakks a second time, from the rules K1 to K17 and the protocol alone. The model keeps a position in
the protocol's own form and does to it what the rules say; nothing is remembered beside it."""
import collections
import json
import re

from reference import Disagreement, Model, only, same
from table_model import ACTIONS, TILES, broken_by, read_table, shapes, shifted, spot, write

BOX = collections.Counter(TILES * 2)  # K1
RACK, POOL = 15, 6  # K2
KEYS = ("game seats options round rounds starter phase turn table pool bag players giving "
        "passes").split()
PLAYER_KEYS = "rack opened penalty".split()

TILE = r"(?:[yrbg](?:[1-9]|1[0-4])|plus|arrow)"
NUMBER = r"(?:0|-?[1-9][0-9]{0,3})"
SPOT = f"{TILE}@{NUMBER},{NUMBER}"
GROUP = f"{SPOT}(?: {SPOT})*"
MOVE = re.compile(rf"take {TILE}|draw|plus [0-9]|arrow|pass|give {TILE}(?: {TILE})?"
                  rf"|place {GROUP}(?: \| {GROUP})*")


class Trakks(Model):
    """One match."""

    GAME = "trakks"

    def __init__(self, position):
        super().__init__(only(position, KEYS, PLAYER_KEYS))

    def to_act(self):
        if self.phase == "arrow":
            return [seat for seat, player in enumerate(self.players)
                    if player["rack"] and self.giving[seat] is None], "arrow"
        return [] if self.turn is None else [self.turn], self.phase

    def is_move(self, text):
        if not MOVE.fullmatch(text):
            return False
        kind, *words = text.split(" ")
        return kind != "plus" or int(words[0]) < self.seats

    def open_kinds(self, seat):
        return ["place"] if self.phase == "turn" and seat == self.turn else []

    def legal(self, seat):
        if seat not in self.to_act()[0]:
            return []
        rack = self.players[seat]["rack"]
        if self.phase == "arrow":  # K7
            if len(rack) == 1:
                return [f"give {rack[0]}"]
            return [f"give {one} {other}" for i, one in enumerate(rack)
                    for j, other in enumerate(rack) if i != j]
        return ([f"take {tile}" for tile in self.pool] + ["draw"] * bool(self.bag)  # K3, K4
                + [f"plus {other}" for other in range(self.seats)
                   if other != seat and "plus" in rack]  # K6
                + ["arrow"] * ("arrow" in rack) + ["pass"] * (not self.bag and not self.pool))  # K7, K9

    def is_legal(self, seat, text):
        return not self.broken(seat, text)

    def broken(self, seat, text):
        """The rules that a well-formed move of a seat that may move breaks."""
        kind = text.split(" ")[0]
        if kind == "place" and self.phase == "turn":
            return self.broken_by_placing(seat, text)
        if text in self.legal(seat):
            return set()
        rules = {"K7"} if self.phase == "arrow" else set()
        if text == f"plus {seat}":
            rules.add("K6")
        if kind in ACTIONS and kind not in self.players[seat]["rack"]:
            rules.add("K5")
        return rules or {"take": {"K3"}, "draw": {"K4"}, "pass": {"K9"}, "give": {"K7"}}[kind]

    def broken_by_placing(self, seat, text):
        player, table = self.players[seat], read_table(text)
        old = collections.Counter(tile for group in self.table for tile, _ in map(spot, group))
        new = collections.Counter(tile for group in table for tile, _ in group)
        broken = set().union(*map(broken_by, table))
        laid = new - old
        if old - new or not laid or laid - collections.Counter(player["rack"]) or set(ACTIONS) & set(new):
            broken.add("K8")
        limit, closed = self.limit(), [one["opened"] for one in self.players].count(False)
        if len(table) > limit:
            broken.add("K12")
        if player["opened"]:
            if len(table) + closed > limit:
                broken.add("K14")
        else:
            before = [tuple(group) for group in shapes(self.table)]
            after = collections.Counter(tuple(shifted(group)) for group in table)
            if collections.Counter(before) - after or len(table) != len(before) + 1:
                broken.add("K13")
            if len(table) + closed - 1 > limit:
                broken.add("K14")
        return broken

    def limit(self):
        """K12"""
        return 4 if self.seats == 4 else 3

    def play(self, seat, text, after=None):
        assert self.refusal(seat, text) is None
        kind, *words = text.split(" ")
        rack = self.players[seat]["rack"]
        self.position["passes"] = self.passes + 1 if kind == "pass" else 0
        if kind == "give":
            for tile in words:
                rack.remove(tile)
            self.giving[seat] = words
            self.hand_on()
            return
        if kind == "take":
            self.pool.remove(words[0])
            rack.append(words[0])
            self.pool.extend(self.drawn(POOL - len(self.pool)))
        elif kind == "draw":
            rack.extend(self.drawn(1))
        elif kind == "plus":
            rack.remove("plus")
            self.players[int(words[0])]["rack"].extend(self.drawn(3))
        elif kind == "arrow":
            rack.remove("arrow")
            self.position["phase"] = "arrow"
            self.hand_on()
            return
        elif kind == "place":
            self.place(seat, text)
        if kind in ("plus", "place")[self.options["finish"] == "placing":] and not rack:  # K15
            self.end_round(after)
        elif kind == "pass" and self.passes == self.seats:  # K16
            self.end_round(after)
        else:
            self.position["turn"] = (seat + 1) % self.seats

    def drawn(self, count):
        tiles = self.bag[:count]
        del self.bag[:count]
        return tiles

    def place(self, seat, text):
        player, table = self.players[seat], read_table(text)
        for group in self.table:
            player["rack"] += [tile for tile, _ in map(spot, group)]  # all in hand, and laid again
        for group in table:
            for tile, _ in group:
                player["rack"].remove(tile)
        self.position["table"] = list(map(write, table))
        player["opened"] = True

    def hand_on(self):
        """K7: when all who have tiles have chosen, the chosen go to the left."""
        if self.to_act()[0]:
            return
        for seat, tiles in enumerate(self.giving):
            self.players[(seat + 1) % self.seats]["rack"] += tiles or []
        self.position.update(phase="turn", turn=(self.turn + 1) % self.seats, giving=[None] * self.seats)

    def cost(self, rack):
        """K17"""
        if self.options["penalty"] == "count":
            return sum(20 if tile in ACTIONS else 1 for tile in rack)
        return sum(20 if tile in ACTIONS else int(tile[1:]) for tile in rack)

    def end_round(self, after):
        """K15 to K17. Who went out has the lowest penalty, and who went not out but has no tile
        either pays nothing in any case."""
        costs = [self.cost(player["rack"]) for player in self.players]
        for player, cost in zip(self.players, costs):
            player["penalty"] += cost if cost > min(costs) else 0
        if self.round == self.rounds:
            self.position.update(phase="over", turn=None)
            return
        starter = (self.starter + 1) % self.seats  # K2
        self.position.update(round=self.round + 1, starter=starter, turn=starter, table=[], passes=0)
        for player, other in zip(self.players, after["players"]):
            player.update(rack=list(other["rack"]), opened=False)
        self.position.update(pool=list(after["pool"]), bag=list(after["bag"]))
        check_deal(self.position)

    def view(self, seat):
        """Others' racks, what others give, and the bag are hidden."""
        def hidden(owner, tiles):
            return tiles if owner == seat or tiles is None else ["?"] * len(tiles)

        players = [{**player, "rack": hidden(owner, player["rack"])}
                   for owner, player in enumerate(self.players)]
        giving = [hidden(owner, tiles) for owner, tiles in enumerate(self.giving)]
        return {**self.position, "players": players, "giving": giving, "bag": ["?"] * len(self.bag)}

    def aids(self, seat):
        opened = sum(player["opened"] for player in self.players)
        return {"groups_limit": self.limit(), "groups_reserved": self.seats - opened,
                "rack_penalties": [self.cost(player["rack"]) if owner == seat or not player["rack"]
                                   else None for owner, player in enumerate(self.players)]}

    def result(self):
        scores = [player["penalty"] for player in self.players]
        over = self.phase == "over"
        winners = [seat for seat in range(self.seats) if over and scores[seat] == min(scores)]
        return {"over": over, "scores": scores, "winners": winners}

    @staticmethod
    def canonical(position):
        players = [{**player, "rack": sorted(player["rack"])} for player in position["players"]]
        return {**position, "players": players, "pool": sorted(position["pool"]),
                "giving": [tiles and sorted(tiles) for tiles in position["giving"]],
                "table": [[[tile, *square] for tile, square in group] for group in shapes(position["table"])]}


def check_deal(position):
    """K1, K2: the beginning of a round."""
    racks = [player["rack"] for player in position["players"]]
    same("racks and pool", [RACK] * position["seats"] + [POOL], list(map(len, [*racks, position["pool"]])))
    if collections.Counter(sum(racks, position["pool"] + position["bag"])) != BOX:
        raise Disagreement(f"dealt other than what is in the box: {json.dumps(position)}")
    nobody = [None] * position["seats"]
    starter = (position["round"] - 1) % position["seats"]
    same("deal", {"phase": "turn", "starter": starter, "turn": starter, "table": [], "giving": nobody,
                  "passes": 0}, position)
    same("opened", [False] * position["seats"], [player["opened"] for player in position["players"]])
