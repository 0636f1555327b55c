#!/usr/bin/env python3
"""Checks the referee's On a Scale of One to T-Rex against the model in model.py.

usage: test_reference.py BINARY [--games N] [--seed S] [--only GAME]

A third of the games begin with a deal, the others at a made-up position, where short piles, matches in
the air, open choices and the end are near. Afterwards positions of the game are spoilt in many ways, and
`setup` must refuse or accept them as the model's verdict says."""
import copy
import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1]))  # tests/games/
from reference import (Disagreement, check_bad_position, check_record, check_refusals, compare, main,
                       mangled, same, step)
from model import (ACTIONS, ANSWERS, CARDS, COLOURS, KEYS, MULTICOLOUR, NUMBERED, OPTIONS, TOKENS,
                   Scale, named, points, texts, verdict)

# ---- spoilt positions
# Each spoils a position in its own way, if it can: verdict says whether it has become contradictory.

def mutual_offers(p, rng):
    one, other = rng.sample(range(p["seats"]), 2)
    p["players"][one]["offer"], p["players"][other]["offer"] = other, one


def other_offer(p, rng):
    """An offer to oneself, to a missing seat, to or by a player who chooses a colour; or a legal one."""
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
    for done, position in rng.sample(kept, min(len(kept), 2)):  # continues in the same way
        compare_setup(referee, position)
        referee.ask_all([{"cmd": "play", "seat": seat, "move": text} for seat, text in played[done:]])
        same("position when played on after setup", last, referee.position())
        check_secrecy(referee, named(position), rng)
        check_faults(referee, named(position), rng, 10)
    check_faults(referee, named(last), rng, 10)


if __name__ == "__main__":
    main(play_game, 21)
