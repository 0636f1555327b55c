#!/usr/bin/env python3
"""A player for the arena that moves at random: a start for your own.

    ludosaure arena trex --players 'exec:docs/examples/bot.py,easy' --games 20

The arena sends one JSON object per line and waits for one line in return. docs/bots.md describes the
requests."""
import json
import random
import sys

chance = random.Random(1)


def choose(request):
    """The move to make, of request["moves"]; request["view"] is what this seat may know."""
    return chance.choice(request["moves"])


for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "ok": True}
    if request["cmd"] == "suggest":
        answer["move"] = choose(request)
    print(json.dumps(answer), flush=True)
