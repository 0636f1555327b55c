#!/usr/bin/env python3
"""Tests the referee's Tyrannosaurus Rex against a second implementation, model.py.

usage: test_reference.py BINARY [--games N] [--seed S] [--only N]

Games of all numbers of seats, dinosaurs and options are played with moves that look for trouble;
some are set up again on the way as positions where everybody is nearly out of trees. Everything
that the referee tells is compared at every step; refusals and contradictory positions are tried.
"""
import copy
import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1]))  # tests/games/
import reference
from reference import Disagreement
from model import (DEN, DINOSAURS, DIRECTIONS, EDITIONS, KINDS, SQUARES, STEERING, TEXTS, Doubt,
                   Model, cast, neighbour, start, verdict)

# ---- positions with something changed

def leaves(value, path=()):
    """The paths to everything inside a JSON value, the value itself left out."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        yield (*path, key)
        if isinstance(inner, (dict, list)):
            yield from leaves(inner, (*path, key))


def change_anything(rng, position):
    """Replaces or leaves out one thing somewhere."""
    paths = [p for p in leaves({key: position[key] for key in position if key in NAMED})
             if p[0] not in ("game", "options")]
    path = rng.choice(paths)
    place = position
    for key in path[:-1]:
        place = place[key]
    key, old = path[-1], place[path[-1]]
    if rng.random() < 0.1:
        del place[key]
    elif rng.random() < 0.2:
        place[key] = rng.choice([None, True, False, -1, 1 << 40, "", "x", [], {}, [None], "a6", "f1"])
    elif isinstance(old, bool):
        place[key] = not old
    elif isinstance(old, int):
        place[key] = max(0, old + rng.choice([-2, -1, -1, 1, 1, 2]))
    elif isinstance(old, list):
        change_list(rng, old)
    else:
        place[key] = rng.choice([*SQUARES] * 2 + [*TEXTS, *KINDS, *DINOSAURS] + [None] * 20)


def change_list(rng, values):
    if values and rng.random() < 0.3:
        values.pop(rng.randrange(len(values)))
    elif values and rng.random() < 0.5:
        values.append(rng.choice(values))
    elif rng.random() < 0.5:
        values.append(rng.choice([*SQUARES, 0, 1, 2, 3]))
    else:
        rng.shuffle(values)


def change_phase(rng, position):
    position["phase"] = rng.choice(["lake", "volcano", "act", "panic", "tyrex", "over"])
    if position["phase"] == "over":
        position["winners"] = rng.choice([Model(position).leaders(), [0], [0, 1], []])
        position.update(chosen=[None] * position["seats"], panicking=[])


def change_turn(rng, position):
    """Another turn; sometimes with the bone and the cards played that it needs."""
    turn = rng.randint(1, position["turns"])
    position["turn"] = turn
    if rng.random() < 0.5:
        position["bone"] = (position.get("round", 1) + turn - 2) % position["seats"]
    if rng.random() < 0.5:
        for player in position["players"]:
            while sum(player["discards"].values()) > turn - 1:
                transfer(rng, player["discards"], player["cards"])
            while sum(player["discards"].values()) < turn - 1 and any(player["cards"].values()):
                transfer(rng, player["cards"], player["discards"])


def transfer(rng, source, target):
    kinds = [kind for kind in KINDS if source[kind]]
    if kinds:
        kind = rng.choice(kinds)
        source[kind] -= 1
        target[kind] += 1


def change_rounds(rng, position):
    """Another round; sometimes with all that it needs."""
    if "rounds" not in position:
        return
    old, new = position["round"], rng.randint(1, position["rounds"])
    position["round"] = new
    if rng.random() < 0.5:
        position["bone"] = (position["bone"] + new - old) % position["seats"]
        for player in position["players"]:
            player["earlier"] = (player["earlier"] + [rng.randint(0, 12)] * 4)[:new - 1]
            player["later"] = (player["later"] + rng.choices(KINDS, k=4))[:position["rounds"] - new]


def change_cards(rng, position):
    player = rng.choice(position["players"])
    piles = [player["cards"], player["discards"]]
    rng.shuffle(piles)
    transfer(rng, *piles)
    if rng.random() < 0.5:
        transfer(rng, *piles[::-1])


def change_removed(rng, position):
    """The removed card against another: that adds up."""
    player = rng.choice(position["players"])
    kinds = [kind for kind in KINDS if player["cards"][kind]]
    if player["removed"] and kinds:
        player["cards"][player["removed"]] += 1
        player["removed"] = rng.choice(kinds)
        player["cards"][player["removed"]] -= 1


def change_place(rng, position):
    """Something stands elsewhere; a tree there, and what was chosen, may go."""
    square = rng.choice(SQUARES)
    piece = rng.choice(["lake", "volcano", "tyrex", "dino", "dino"])
    if piece == "dino":
        rng.choice(position["players"])["at"] = square
    else:
        position[piece] = square
    if rng.random() < 0.5:
        position["chosen"] = [None] * position["seats"]
    if rng.random() < 0.7 and square in position["trees"]:
        position["trees"].remove(square)


def change_trees(rng, position):
    player = rng.choice(position["players"])
    if position["trees"] and rng.random() < 0.5:
        position["trees"].remove(rng.choice(position["trees"]))
        player["trees"] += rng.choice([0, 1, 1, 2])
    else:
        position["trees"].append(rng.choice(SQUARES))
        player["trees"] -= player["trees"] > 0


def change_out(rng, position):
    player = rng.choice(position["players"])
    player.update(rng.choice([{"out": True, "at": None, "trees": 0}, {"out": True}, {"at": None},
                              {"out": True, "trees": 0}, {"trees": 0},
                              {"out": False, "at": "b3", "trees": 1}]))


def change_choices(rng, position):
    seats = position["seats"]
    for seat in range(seats):
        if rng.random() < 0.7:
            position["chosen"][seat] = rng.choice(TEXTS + ["rest", None])
    if position["phase"] in STEERING and rng.random() < 0.5:
        position["chosen"] = [text and "steer N" for text in position["chosen"]]


def change_panic(rng, position):
    seats = rng.sample(range(position["seats"]), rng.randrange(position["seats"]))
    position["panicking"] = seats
    if rng.random() < 0.7:
        position["phase"] = "panic"


def change_dinos(rng, position):
    one, other = rng.sample(position["players"], 2)
    one["dino"], other["dino"] = other["dino"], one["dino"]
    if rng.random() < 0.5:
        one["dino"] = rng.choice([*DINOSAURS])


def change_seats(rng, position):
    position["seats"] = rng.choice([seats for seats in range(1, 6) if seats != position["seats"]])
    if rng.random() < 0.5:
        position["turns"] = 9 if position["seats"] == 3 else 8
    for key in ("players", "chosen"):
        position[key] = (position[key] * 5)[:position["seats"]]


NAMED = [*start({"rounds": 2}, [], [], [], [[]])] + ["winners"]
CHANGES = [change_phase, change_turn, change_cards, change_removed, change_place, change_trees,
           change_out, change_choices, change_panic, change_dinos, change_seats, change_rounds] + [change_anything] * 8


def check_changed(referee, rng, model):
    """A position with something changed is refused if the model finds it contradictory, and
    otherwise accepted; then it is set up as it was. Tells whether the match was left alone."""
    position = copy.deepcopy(model.position)
    try:
        for _ in range(rng.choice([1, 1, 1, 2])):
            rng.choice(CHANGES)(rng, position)
        reason = verdict(position)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        return True  # a second change stumbled over the first
    except Doubt:
        return True
    if reason:
        reference.check_bad_position(referee, position, reason)
        return True
    before, history = referee.position(), referee.history
    reference.check_setup(referee, model, position)
    reference.compare(referee, Model(position))
    referee.must(cmd="setup", position=before)
    referee.history = history
    return False


# ---- games

def lean(rng, model):
    """A position of the same turn and phase in which nearly everything is bad for someone: few
    trees in store, panic cards in hand again, all dinosaurs close together near the Ty-Rex."""
    position = copy.deepcopy(model.position)
    if model.phase == "act" and model.turn > 1 and rng.random() < 0.3:
        position["tyrex"] = None
    beast = position["tyrex"] or DEN  # where it is or will be
    centre = rng.choice([beast, neighbour(beast, rng.choice([*DIRECTIONS])) or DEN, rng.choice(SQUARES)])
    reach = rng.choice([0, 1])
    stores = rng.choice([[1], [1, 1, 2]])
    for player in position["players"]:
        near = [s for s in SQUARES if max(abs(ord(s[i]) - ord(centre[i])) for i in (0, 1)) <= reach
                and not model.is_closed(player, s)]
        if player["out"] or not near:
            continue
        player.update(at=rng.choice(near), trees=rng.choice(stores))
        other = rng.choice([kind for kind in ("move", "rest") if player["cards"][kind]] or ["panic"])
        if model.phase == "act" and player["discards"]["panic"] and other != "panic":
            for pile, change in (("cards", 1), ("discards", -1)):
                player[pile]["panic"] += change
                player[pile][other] -= change
    position["trees"] = sorted(set(position["trees"]) - set(Model(position).harvests()))
    return position


def choose(rng, model, seat, taste):
    """A random legal move; `taste` says how much each kind of trouble is liked."""
    moves = model.legal(seat)
    standing = [player["at"] for player in model.players]
    player = model.players[seat]
    weights = []
    for text in moves:
        word, _, direction = text.partition(" ")
        weight = taste.get(word, 1)
        origin = {"act": player["at"], "tyrex": model.tyrex}.get(model.phase)
        if model.phase == "panic":
            origin = model.players[model.panicking[0]]["at"]
        target = neighbour(origin, direction) if origin and direction else None
        if target in standing:
            weight *= taste["hit"]
        if target == model.tyrex:
            weight *= taste["bite"]
        if target in (model.lake, model.volcano):
            weight *= taste["refuge"]
        weights.append(weight)
    return rng.choices(moves, weights)[0]


def check_start(referee, rng, number):
    """A new match begins as the rules say; gives its model."""
    seats = 2 + number % 3
    pair = rng.choice(["land", "refuge"])
    dinos = rng.sample(cast(seats, pair), seats)
    options = {"pair": pair, "dinos": dinos, "edge": "ignored", "cards": "first", "rounds": rng.randint(2, 4)}
    given = {key: options[key] for key in options if rng.random() < 0.5}
    full = {"dinos": "random", "pair": "land", "edge": "refused", "cards": "fair", "rounds": 1,
            **given}
    request = {"cmd": "new", "game": "tyrannosaurus", "seats": seats, "seed": f"r{number}", "options": given}
    possible = sorted(cast(seats, full["pair"])) == sorted(dinos)
    if "dinos" in given and not possible:
        reference.refused(referee.ask(**request), ["bad_option"], (), json.dumps(request))
        full["pair"] = given["pair"] = pair
    bad = {**given, rng.choice(["dinos", "pair", "edge", "cards", "rounds"]): rng.choice(
        ["x", 0, 5, True, None, [], {}, ["triceratops"] * seats, [*DINOSAURS] * 2, [None] * seats])}
    reference.refused(referee.ask(**{**request, "options": bad}), ["bad_option", "bad_request"], (),
                    f"options {json.dumps(bad)}")
    referee.must(**request)
    position = referee.position()
    players = position["players"]
    names = [player["dino"] for player in players]
    if sorted(names) != sorted(cast(seats, full["pair"])) or full["dinos"] not in ("random", names):
        raise Disagreement(f"dinosaurs {names}")
    removed = [player["removed"] for player in players]
    for name, kind in zip(names, removed):
        if (kind is None) != (seats == 3) or kind and not EDITIONS[full["cards"]][name][2].get(kind):
            raise Disagreement(f"removed {removed}")
    several = full["rounds"] > 1
    model = Model(start(full, names, removed, [player.get("later") for player in players],
                        [[] for _ in players] if several else None))
    if several and verdict(model.position):
        raise Disagreement(f"cards removed later: {verdict(model.position)}")
    reference.compare(referee, model)
    referee.must(**request)
    reference.same("the same seed again", position, referee.position())
    return model


def attempts(rng, model):
    """What to try that is mostly refused."""
    for _ in range(6):
        text = rng.choice(TEXTS)
        yield rng.randrange(model.seats), text if rng.random() < 0.6 else reference.mangled(rng, text)


def check_rule(referee, rng, model):
    """An illegal move is refused with the rule about the choices of this phase."""
    seat = rng.choice(model.to_act()[0])
    text = rng.choice([text for text in TEXTS if text not in model.legal(seat)])
    rule = {"lake": "Y7", "volcano": "Y8", "act": "Y10", "panic": "Y14", "tyrex": "Y16"}[model.phase]
    answer = referee.ask(cmd="play", seat=seat, move=text)
    reference.refused(answer, ["illegal_move"], [rule], f"seat {seat} plays {text!r}")


def play_game(referee, rng, number):
    model = check_start(referee, rng, number)
    taste = {word: rng.choice([0.3, 1, 5]) for word in ("panic", "rest", "hit", "bite", "refuge")}
    leanness = rng.choice([0, 0, 0.1, 0.3])
    played = []  # None once the match has been set up
    while model.phase != "over":
        if rng.random() < 0.15:
            reference.check_refusals(referee, model, attempts(rng, model))
            check_rule(referee, rng, model)
        if rng.random() < 0.15:
            played = played if check_changed(referee, rng, model) else None
        if rng.random() < 0.02:
            reference.check_setup(referee, model, rng.choice([referee.position(), model.position]))
            played = None
        begins = model.phase in ("act", "panic", "tyrex") and not any(model.chosen)
        if begins and model.turn > 1 and rng.random() < leanness:
            model = Model(lean(rng, model))
            reference.check_setup(referee, model, model.position)
            reference.compare(referee, model)
            played = None
        seat = rng.choice(model.to_act()[0])
        text = choose(rng, model, seat, taste)
        reference.step(referee, model, seat, text)
        if verdict(model.position):
            raise Disagreement(f"the model finds contradictory what it plays: {verdict(model.position)}")
        if played is not None:
            played.append((seat, text))
    reference.check_refusals(referee, model, attempts(rng, model))
    if played is not None:
        reference.check_record(referee, played)
    check_changed(referee, rng, model)


if __name__ == "__main__":
    reference.main(play_game, default_games=60)
