#!/usr/bin/env python3
"""T-Rex through the referee, compared with the model of model.py at every step.

usage: test_reference.py BINARY [--games N] [--seed S] [--only GAME]

Half of the games begin with a deal and are played to the end undisturbed, for their record. Most of
the others begin at a made-up position at the beginning of a later round, where empty hands, empty decks
and rounds without a meteor are common, and are set up anew at every step, with other secrets too."""
import copy
import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1]))  # tests/games/
from reference import (Disagreement, check_bad_position, check_record, check_refusals, check_setup,
                       compare, main, mangled, refused, same, step)
from model import (CARDS, CHAMAELOSAURUS, COLOURS, DRAWS, EGGS, KEYS, METEORS, MOVES, NUMBERED,
                   PLAYER_KEYS, ROUNDS, SHOWER, TRex)

# The rules that may be named when a move of this kind, or another move in this phase, is refused.
BROKEN = {"play": {"T8", "T9", "T13"}, "flip": {"T9", "T13"}, "egg": {"T16"}, "remove": {"T17"},
          "trump": {"T19"}}


def check_deal(position, seats, options):
    """T1 to T7: a fresh match."""
    def components(found, expected, what):
        if sorted(found) != sorted(expected):
            raise Disagreement(f"{what} do not add up: {found}")

    components([position["strong"], position["weak"], *position["aside"]], COLOURS.values(), "trumps")
    components(sum(position["egg_piles"], position["eggs"]), EGGS, "eggs")
    same("lengths of piles", [14, 14], [len(pile) for pile in position["egg_piles"]])
    for player in position["players"]:
        components(player["hand"] + player["deck"], CARDS, "cards")
        same("hand", 7, len(player["hand"]))
        same("nothing yet", [[]] * 3, [player["out"], player["eggs"], player["seen"]])
    same("beginning", {"game": "trex", "seats": seats, "options": options, "round": 1, "plays": [],
                       "phase": "play", "turn": 0, "meteor": None, "ranking": None}, position)
    same("players", seats, len(position["players"]))


def made_up_player(rng, gone, scarce):
    """Hand, deck and cards out of the game of a player after `gone` rounds. A deck holds the cards
    never played before those that were, and only who has drawn all the former holds one of these.
    A shower once played is out of the game."""
    while True:
        cards = sorted(CARDS, key=lambda card: rng.random() - (card in scarce) * rng.random())
        out, left = cards[:gone], cards[gone:]
        often = rng.random()
        seen = [card for card in cards if rng.random() < often and (card in out or card != SHOWER)]
        left.sort(key=lambda card: card in seen)
        in_hand = rng.choice([0, 1, rng.randint(0, len(left)), len(left)])
        hand, deck = left[:in_hand], left[in_hand:]
        if seen and sum(card not in seen for card in deck + out) <= 10:  # seven were drawn at first
            return {"hand": hand, "deck": deck, "out": out, "eggs": [], "seen": seen}


def made_up(rng, seats, options):
    """The beginning of a later round. Now and then most meteors, or most draws, are gone."""
    number = rng.randint(2, ROUNDS)
    eggs, trumps = rng.sample(EGGS, len(EGGS)), rng.sample(sorted(COLOURS.values()), 5)
    scarce = rng.choice([METEORS, METEORS, set(DRAWS), set()])
    players = [made_up_player(rng, number - 1, scarce) for _ in range(seats)]
    for _ in range(number - 1):
        for seat in rng.sample(range(seats), 2):
            players[seat]["eggs"].append(eggs.pop())
    half = 15 - number
    return {"game": "trex", "seats": seats, "options": options, "round": number, "phase": "play",
            "turn": rng.randrange(seats), "strong": trumps[0], "weak": trumps[1],
            "aside": trumps[2:], "eggs": eggs[:2], "egg_piles": [eggs[2:2 + half], eggs[2 + half:]],
            "meteor": None, "plays": [], "ranking": None, "players": players}


def replaced(items, place, *others):
    """The list with others in the place of one item, or with one item less."""
    return [*items[:place], *others, *items[place + 1:]]


# The rules that some of the contradictions below must name.
NAMED = {"another begins": "T7"}


def contradictions(p, rng):
    """Reasons why a reachable position would contradict itself, if it had these values."""
    seats, phase, turn, plays, ranking = (p[key] for key in ("seats", "phase", "turn", "plays", "ranking"))
    seat = rng.randrange(seats)
    mine = p["players"][seat]
    unknown = rng.choice(["?", "", "y2", "y06", "Y6", "y6 ", "purple", "y", 6, True, None, [], {}])

    def player(key, cards):
        return {"players": replaced(p["players"], seat, {**mine, key: cards})}

    for key in ("hand", "deck", "out"):
        other = rng.choice(CARDS)
        yield "a card too many", player(key, [other, *mine[key]])
        if mine[key]:
            place = rng.randrange(len(mine[key]))
            yield "a card too few", player(key, replaced(mine[key], place))
            yield "no such card", player(key, replaced(mine[key], place, unknown))
            if mine[key][place] != other:
                yield "a card twice, another nowhere", player(key, replaced(mine[key], place, other))
    for there, here in (("out", "deck"), ("deck", "out"), ("hand", "out")):
        if mine[there]:
            moved = {**mine, there: mine[there][1:], here: [*mine[here], mine[there][0]]}
            yield "removed more or less than a card a round", {"players": replaced(p["players"], seat, moved)}

    yield "seen what does not exist", player("seen", [*mine["seen"], unknown])
    if mine["seen"]:
        yield "seen twice", player("seen", mine["seen"] + mine["seen"][:1])
    if SHOWER in mine["hand"] + mine["deck"]:
        yield "a shower played and not removed", player("seen", [*mine["seen"], SHOWER])
    for play in plays:
        if play["seat"] == seat:
            yield "played, never seen", player("seen", [c for c in mine["seen"] if c != play["card"]])

    piles, up = p["egg_piles"], p["eggs"]
    yield "piles of different heights", {"egg_piles": [piles[0][1:], piles[1] + piles[0][:1]]}
    yield "an egg lost", {"egg_piles": [piles[0], piles[1][1:]]}
    yield "no such egg", {"egg_piles": [replaced(piles[0], 0, unknown), piles[1]]}
    egg = rng.choice([egg for egg in EGGS if egg != piles[1][0]])
    yield "too many eggs of a colour", {"egg_piles": [piles[0], replaced(piles[1], 0, egg)]}
    yield "eggs from elsewhere", player("eggs", [*mine["eggs"], egg])
    if up == [None, None]:
        yield "eggs not given", {"eggs": [egg, piles[1][0]]}
        yield "eggs not turned up", {"eggs": [None, piles[1][0]], "egg_piles": [piles[0], piles[1][1:]]}
    else:
        yield "eggs given too early", {"eggs": [None, None]}
        yield "half an egg row", {"eggs": rng.choice([up[:1], up * 2, [None, up[1]], [unknown, up[0]]])}
    if seats == 2 and mine["eggs"]:
        yield "two eggs in a round", {"players": [
            {**one, "eggs": mine["eggs"][1:] if one is mine else one["eggs"] + mine["eggs"][:1]}
            for one in p["players"]]}

    yield "strong and weak the same", {"strong": p["weak"]}
    yield "a trump twice", {"weak": rng.choice(p["aside"])}
    yield "no such trump", {rng.choice(["strong", "weak"]): unknown}
    yield "not three aside", {"aside": rng.choice([p["aside"][1:], p["aside"] + [p["weak"]], []])}
    yield "one aside twice", {"aside": replaced(p["aside"], 0, p["aside"][1])}

    others = [other for other in range(seats) if other != turn]
    if phase == "play" and not plays and p["round"] == 1:
        yield "another begins", {"turn": rng.choice(others)}
    elif phase != "play" or plays:
        yield "another's turn", {"turn": rng.choice(others)}
    yield "no such turn", {"turn": rng.choice([seats, -1, "0", 0.5, False, [], 1 << 32])}
    yield "nobody's turn", {"turn": None if phase != "over" else 0}
    phases = ["play", "egg", "remove", "trump", "over", "lake", "", None, 1]
    yield "another phase", {"phase": rng.choice([other for other in phases if other != phase])}
    yield "another round", {"round": p["round"] + rng.choice([-1, 1, 12, -12, 0.5, 256, 1 << 32])}
    shuffled = rng.sample(range(seats), seats)
    if phase == "play":
        yield "ranked too early", {"ranking": shuffled}
        yield "the round has not ended", {"phase": "egg", "ranking": shuffled, "turn": shuffled[0]}
    else:
        yield "not ranked", {"ranking": None}
        yield "not everybody ranked once", {"ranking": rng.choice(
            [ranking[1:], ranking + [0], ranking[:-1] + ranking[:1], ranking[:-1] + [-1], [], [None]])}
    if phase == "egg":
        following = (plays[-1]["seat"] + 1) % seats
        yield "the round has ended", {"phase": "play", "ranking": None, "turn": following}
    if phase in ("egg", "remove", "trump") and turn != ranking[-1] or phase == "trump":
        first = seats - 2 if phase == "trump" else ranking.index(turn)
        place = rng.randrange(first, seats - 1)  # of two whose piles are untouched, or of the weakest
        yield "ranked wrongly", {"ranking": [*ranking[:place], ranking[place + 1], ranking[place],
                                             *ranking[place + 2:]]}
    if phase == "remove":
        decks = [{**one, "deck": one["deck"] + [play["card"] for play in plays if play["seat"] == number]}
                 for number, one in enumerate(p["players"])]
        yield "not everybody has removed a card", {"phase": "trump", "turn": ranking[-1], "plays": [],
                                                   "players": decks}
    if phase == "trump":
        yield "over before the twelfth round", {"phase": "over", "turn": None}
    if phase == "over":
        yield "trumps changed after the twelfth round", {"phase": "trump", "turn": ranking[-1]}

    for card in ("y6", CHAMAELOSAURUS, unknown):
        yield "no meteor", {"meteor": {"seat": seat, "card": card}}
    for card in sorted(METEORS - set(mine["seen"])):
        yield "a meteor never played", {"meteor": {"seat": seat, "card": card}}
    yield "no such meteor", {"meteor": rng.choice([{"seat": seats, "card": "n3"}, {}, [], 0, {"seat": seat}])}
    if phase in ("play", "egg"):
        for meteor in [None] + [play for play in plays if play["card"] in METEORS]:
            if meteor != p["meteor"]:
                yield "another meteor leads", {"meteor": meteor}

    for place, play in enumerate(plays):
        for why, wrong in (("no such play", rng.choice([{}, None, [], "y6"])),
                           ("no such card played", {**play, "card": unknown}),
                           ("played by nobody", {**play, "seat": rng.choice([seats, -1, None])}),
                           ("played by another", {**play, "seat": (play["seat"] + 1) % seats})):
            yield why, {"plays": replaced(plays, place, wrong)}
        before = plays[place - 1]
        if (place and before["seat"] != play["seat"] and phase in ("play", "egg")
                and all(one["hand"] or one["deck"] for one in p["players"])):
            yield "played out of turn", {"plays": [*plays[:place - 1], play, before, *plays[place + 1:]]}

    yield "another number of seats", {"seats": rng.choice(list({0, 1, 2, 3, 4, 5, 6, -1, 1 << 32} - {seats}))}
    yield "another number of players", {"players": rng.choice([p["players"][1:], p["players"] * 2, []])}
    yield "no such option", {"options": rng.choice([{"meteor_compare": "size"}, {"pair": "land"}, []])}
    for key in KEYS[1:]:
        yield "a wrong type", {key: rng.choice([1.5, True, {"a": 1}, [[]], [None], "x"])}
    for key in PLAYER_KEYS:
        without = {other: value for other, value in mine.items() if other != key}
        yield "a player's key missing", {"players": replaced(p["players"], seat, without)}
        yield "a player's wrong type", player(key, rng.choice([1.5, True, None, {}, [[]], [None], "x"]))


def check_contradiction(referee, model, rng):
    """One reason, each as likely as another, or a key missing."""
    p = model.position
    if rng.random() < 0.1:
        key = rng.choice([key for key in KEYS if key != "options"])  # these have defaults
        check_bad_position(referee, {other: p[other] for other in p if other != key}, f"no {key}")
        return
    found = list(contradictions(p, rng))
    rng.shuffle(found)
    why, values = rng.choice(list(dict(found).items()))
    check_bad_position(referee, {**p, **values}, why, NAMED.get(why))


def check_secrecy(referee, model, rng):
    """Whatever hides behind the question marks of a view, the view has the same bytes."""
    viewer = rng.choice([None, *range(model.seats)])
    other = copy.deepcopy(model.position)
    eggs = sum(other["egg_piles"], [])
    rng.shuffle(eggs)
    other["egg_piles"] = [eggs[::2], eggs[1::2]]
    for owner, player in enumerate(other["players"]):
        places = model.unseen(owner, but_hand=owner == viewer)
        cards = [player[key][place] for key, place in places]
        rng.shuffle(cards)
        for (key, place), card in zip(places, cards):
            player[key][place] = card
    views = []
    for position in (other, model.position):
        check_setup(referee, model, copy.deepcopy(position))
        views.append(json.dumps(referee.must(cmd="view", seat=viewer)["view"]))
    same(f"view of {viewer}, other secrets", *views)


def check_tie(referee, model, rng):
    """T22: the end of a match once more, the eggs dealt anew until the highest score is tied; now and
    then those who share it are left with the same cards. Dealing may fail; there are more games."""
    position = copy.deepcopy(model.position)
    source = position["meteor"]["seat"] if position["meteor"] else 0  # who must have played that card
    same_cards = {key: position["players"][source][key] for key in ("hand", "deck", "out", "seen")}
    for _ in range(100):
        eggs = sum((player["eggs"] for player in position["players"]), [])
        rng.shuffle(eggs)
        for player in position["players"]:
            player["eggs"] = [eggs.pop() for _ in player["eggs"]]
        scores = TRex(position).result()["scores"]
        if scores.count(max(scores)) > 1:
            if rng.random() < 0.5:
                for score, player in zip(scores, position["players"]):
                    player.update(same_cards if score == max(scores) else {})
            check_setup(referee, model, position)
            compare(referee, TRex(position))
            return


def check_rules_named(referee, model, texts):
    """A well-formed move that is illegal now is refused by a rule about this move or this phase."""
    texts = [text for text in texts if model.refusal(model.turn, text) == "illegal_move"]
    answers = referee.ask_all([{"cmd": "play", "seat": model.turn, "move": text} for text in texts])
    for text, answer in zip(texts, answers):
        rules = BROKEN[text.split(" ")[0]] | BROKEN[model.phase]
        if answer["error"]["rule"] not in rules:
            raise Disagreement(f"{text!r} refused by other than {sorted(rules)}: {json.dumps(answer)}")


def check_bad_requests(referee, seats):
    """Seats that there are not, and values of wrong types."""
    wrong = [{"cmd": cmd, "seat": seat, "move": "flip"} for cmd in ("play", "legal", "view")
             for seat in (seats, -1, "0", 0.5, True, [], 1 << 32)]
    wrong += [{"cmd": "play", "seat": 0, "move": move} for move in (None, 1, [], ["flip"])]
    wrong += [{"cmd": "play", "seat": None, "move": "flip"}, {"cmd": "legal", "seat": None}]
    wrong += [{"cmd": "new", "game": "trex", "seats": count, "seed": "1"} for count in (1, 6, "2", None)]
    for request, answer in zip(wrong, referee.ask_all(wrong)):
        refused(answer, ["bad_request"], (), json.dumps(request))


def no_move(rng):
    """No move of this game, though it may look like one."""
    text = rng.choice([mangled(rng, rng.choice(MOVES)), "play y2", "play y16", "play n03", "play 6", "egg 0",
                       "egg 3", "egg +1", "flip ms", "trump swap", "trump strong purple", "trump middle red",
                       "remove hand"])
    return text if text not in MOVES else no_move(rng)


def taste(rng):
    """How much the players of a game like each move: some avoid meteors, some love them."""
    meteors, specials = rng.choice([0.01, 0.01, 1, 10]), rng.choice([0.1, 1, 20])
    weights = {text: rng.choice([0.2, 1, 5]) for text in MOVES}
    for card in CARDS:
        weights[f"play {card}"] *= ((meteors if card in METEORS else 1)
                                    * (specials if card not in NUMBERED else 1))
    return weights


def play_game(referee, rng, number):
    seats, recorded = 2 + number % 4, number // 4 % 2 == 0
    options = {"meteor_compare": rng.choice(["number", "rank"]),
               "owner_meteor": rng.choice(["ends", "extends"])}
    if recorded or rng.random() < 0.25:
        referee.must(cmd="new", game="trex", seats=seats, seed=str(rng.random()), options=options)
        check_deal(referee.position(), seats, options)
        model = TRex(referee.position())
    else:
        model = TRex(made_up(rng, seats, options))
        check_setup(referee, model, copy.deepcopy(model.position))
    compare(referee, model)
    check_bad_requests(referee, seats)
    weights, played = taste(rng), []
    while True:
        everything = [(seat, text) for seat in range(seats) for text in MOVES]
        attempts = everything if rng.random() < 0.02 else rng.sample(everything, 2)
        check_refusals(referee, model, [*attempts, (rng.randrange(seats), no_move(rng))])
        check_rules_named(referee, model, rng.sample(MOVES, 3))
        check_contradiction(referee, model, rng)
        if not recorded:
            check_secrecy(referee, model, rng)
        if model.phase == "over":
            break
        moves = model.legal(model.turn)
        text = rng.choices(moves, [weights[text] for text in moves])[0]
        played.append((model.turn, text))
        step(referee, model, model.turn, text)
    if recorded:
        check_record(referee, played)
    else:
        refused(referee.ask(cmd="record"), ["bad_request"], (), "record after setup")
    check_tie(referee, model, rng)


if __name__ == "__main__":
    main(play_game, 8)
