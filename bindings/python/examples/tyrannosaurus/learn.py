#!/usr/bin/python3
"""Trains a player for Tyrannosaurus Rex with two seats, with numpy alone, and measures it against a level.

It learns to do as a teacher does: the level `easy`, which costs almost nothing and, with two seats, wins seven matches in ten
against `casual`. Two things decide whether that works:

- The positions. Someone who has only seen how the teacher plays against itself is lost after the first mistake. So in the
  lessons random moves are made now and then, and the teacher says what it would have done.
- The eyes. The network does not see the board as it lies there, but as seen from three squares: its own, the other dinosaur's
  and that of the Ty-Rex. What it learns in one corner then holds in all of them.

    learn.py [--lessons 6000] [--against casual] [--games 1000] [--seed 1] [--save player.npz]
"""
import argparse
import math
import time

import numpy as np

import ludosaure

GAME = "tyrannosaurus"
TEACHER = "easy"
RANDOM_MOVES = 0.6  # at most this share of the moves of a lesson
SIDE, AROUND = 5, 2  # squares; of a window on each side of its middle
ROWS = 512  # decisions that are learnt from at once
PASSES = 3  # how often each decision is learnt from


class Eyes:
    """Turns observations into the numbers that the network sees."""

    def __init__(self):
        parts = {(part["name"], part.get("seat")): np.arange(part["first"], part["first"] + part["size"])
                 for part in ludosaure.encoding(GAME)["observation"]}
        self.boards = [parts[key] for key in (("square", 0), ("square", 1), ("tyrex", None), ("trees on the board", None),
                                              ("lake", None), ("volcano", None))]
        others = [columns for (_, seat), columns in parts.items() if seat in (None, 0, 1)]
        self.rest = np.setdiff1d(np.concatenate(others), np.concatenate(self.boards))
        self.size = len(self.rest) + 3 * (2 * AROUND + 1) ** 2 * (len(self.boards) + 1)

    def __call__(self, observations):
        rows, wide = len(observations), SIDE + 2 * AROUND
        planes = np.zeros((rows, wide, wide, len(self.boards) + 1), np.float32)
        inside = planes[:, AROUND:-AROUND, AROUND:-AROUND]
        for plane, board in enumerate(self.boards):
            inside[..., plane] = observations[:, board].reshape(rows, SIDE, SIDE)
        inside[..., -1] = 1  # a square of the board
        seen = [np.sqrt(observations[:, self.rest], dtype=np.float32)]  # counts become smaller, bits stay as they are
        for board in self.boards[:3]:
            middle = observations[:, board]
            rank, file = (at[:, None] + np.arange(2 * AROUND + 1) for at in divmod(middle.argmax(1), SIDE))
            window = planes[np.arange(rows)[:, None, None], rank[:, :, None], file[:, None, :]]
            seen.append(window.reshape(rows, -1) * middle.any(1)[:, None])  # nothing around what has left the board
        return np.concatenate(seen, axis=1)


def product(a, b):
    """a @ b. Where numpy comes without a fast library, as in Debian, einsum is several times faster."""
    return np.einsum("ij,jk->ik", a, b)


class Network:
    """One hidden layer, and a chance for each action."""

    def __init__(self, seed, hidden=64):
        self.eyes = Eyes()
        self.generator = np.random.default_rng(seed)
        actions = ludosaure.action_count(GAME)
        first = self.generator.standard_normal((self.eyes.size, hidden), np.float32) / math.sqrt(self.eyes.size)
        self.weights = [first, np.zeros(hidden, np.float32), np.zeros((hidden, actions), np.float32),
                        np.zeros(actions, np.float32)]
        self.steps = 0
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]

    def think(self, seen, masks):
        hidden = np.maximum(product(seen, self.weights[0]) + self.weights[1], 0)
        logits = np.where(masks, product(hidden, self.weights[2]) + self.weights[3], -np.inf)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return hidden, chances / chances.sum(1, keepdims=True)

    def choose(self, observations, masks):
        """The likeliest action for each row."""
        return self.think(self.eyes(observations), masks)[1].argmax(1)

    def learn(self, observations, masks, actions, rate):
        """Makes the actions likelier: a step of Adam."""
        seen = self.eyes(observations)
        hidden, error = self.think(seen, masks)
        error[np.arange(len(actions)), actions] -= 1
        below = product(error, self.weights[2].T) * (hidden > 0)
        self.steps += 1
        gradients = product(seen.T, below), below.sum(0), product(hidden.T, error), error.sum(0)
        for weight, mean, square, gradient in zip(self.weights, self.means, self.squares, gradients):
            gradient /= len(actions)
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            spread = np.sqrt(square / (1 - 0.999 ** self.steps)) + 1e-8
            weight -= rate * mean / (1 - 0.9 ** self.steps) / spread


def lessons(count, seed):
    """What the teacher would have done in `count` matches: observations, masks and actions."""
    teacher, generator, rows = ludosaure.Player(TEACHER), np.random.default_rng(list(seed.encode())), []
    for number in range(count):
        match = ludosaure.Match(GAME, 2, f"{seed}/{number}")
        random_moves = RANDOM_MOVES * generator.random()
        while not match.over:
            seat = match.random_seat()
            move = teacher.suggest(match, seat)
            rows.append((match.observe(seat), match.mask(seat), match.move_action(seat, move)))
            match.play(seat, match.sample(seat) if generator.random() < random_moves else move)
    return tuple(np.array(column) for column in zip(*rows))


def train(seed, count):
    """A network that has learnt from `count` lessons."""
    network, (observations, masks, actions) = Network(list(seed.encode())), lessons(count, f"{seed}/lessons")
    steps = PASSES * len(actions) // ROWS
    for step in range(steps):
        rows = network.generator.integers(len(actions), size=ROWS)
        network.learn(observations[rows], masks[rows], actions[rows], 0.003 * (1 - step / steps))
    return network


def measure(network, opponent, games, seed="measure"):
    """The share of wins, a shared one counting half, and its interval of 95 %. It has each seat in half of the matches."""
    rewards = []
    for seat in (0, 1):
        opponents = [opponent, opponent]
        opponents[seat] = None
        batch = ludosaure.Batch(GAME, 2, games // 2, f"{seed}/{seat}", threads=0, opponents=opponents)
        going = np.ones(batch.count, bool)
        while going.any():
            batch.step(np.where(going, network.choose(batch.observations, batch.masks), ludosaure.RANDOM))
            rewards += batch.rewards[going & batch.ended, seat].tolist()
            going &= ~batch.ended  # the matches that begin in their place do not count
    won = np.array(rewards) / 2 + 0.5
    return won.mean(), 1.96 * won.std() / math.sqrt(len(won))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lessons", type=int, default=6000)
    parser.add_argument("--against", default="casual")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--save")
    options = parser.parse_args()

    network = train(options.seed, options.lessons)
    print(f"trained in {time.process_time():.0f} seconds of processor time", flush=True)
    for opponent in ("random", TEACHER, options.against):
        share, around = measure(network, opponent, options.games)
        print(f"against {opponent}: {100 * share:.1f} % ± {100 * around:.1f} of {options.games} matches", flush=True)
    if options.save:
        np.savez(options.save, *network.weights)


if __name__ == "__main__":
    main()
