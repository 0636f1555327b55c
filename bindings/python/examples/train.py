#!/usr/bin/python3
"""Trains a linear policy against random players, and draws how it learns.

The policy gives every action a weight for every byte of the observation; the softmax over the legal actions picks one.
It learns by REINFORCE: what it did in a match that it won becomes likelier, in one that it lost less likely. It has
another seat from slot to slot, and the other seats move at random.

    train.py GAME [--seats 2] [--matches 20000] [--seed 1] [--svg learning.svg]
"""
import argparse
import time

import numpy as np

import ludosaure

SLOTS = 256
WINDOW = 1000  # matches in a point of the curve


class Policy:
    def __init__(self, game, seed):
        self.weights = np.zeros((ludosaure.action_count(game), ludosaure.observation_size(game)), np.float32)
        self.generator = np.random.default_rng(seed)
        self.squares = np.full_like(self.weights, 1e-4)  # of the gradients so far: rare bytes learn faster

    def choose(self, observations, masks):
        """An action for each row, and the gradient of its log-probability in the logits."""
        logits = observations @ self.weights.T
        logits[masks == 0] = -np.inf
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        thresholds = self.generator.random((len(chances), 1), np.float32)
        actions = np.argmax(chances.cumsum(axis=1) > thresholds * 0.999999, axis=1)
        gradient = -chances
        gradient[np.arange(len(actions)), actions] += 1
        return actions, gradient

    def learn(self, gradient, rate):
        self.squares += gradient * gradient
        self.weights += rate * gradient / np.sqrt(self.squares)


def features(observations):
    return np.minimum(observations, 16).astype(np.float32) / 4


def train(game, seats, matches, seed):
    """The mean reward of every WINDOW matches: 0 is as good as random players."""
    policy = Policy(game, seed)
    batch = ludosaure.Batch(game, seats, SLOTS, str(seed), threads=0)
    own = np.arange(SLOTS) % seats  # the seat that learns
    traces = np.zeros((SLOTS, *policy.weights.shape), np.float32)
    rewards, curve, baseline = [], [], 0.0
    while len(curve) * WINDOW < matches:
        learns = np.flatnonzero((batch.seats == own) & batch.masks.any(axis=1))
        actions = np.full(SLOTS, ludosaure.RANDOM, np.int32)
        if len(learns):
            seen = features(batch.observations[learns])
            actions[learns], gradient = policy.choose(seen, batch.masks[learns])
            traces[learns] += gradient[:, :, None] * seen[:, None, :]
        batch.step(actions)
        ended = np.flatnonzero(batch.ended)
        if len(ended):
            got = batch.rewards[ended, own[ended]]
            policy.learn(np.tensordot(got - baseline, traces[ended], axes=1) / len(ended), 0.3)
            traces[ended] = 0
            baseline += 0.01 * len(ended) * (float(got.mean()) - baseline) / 4
            rewards += got.tolist()
        while len(rewards) >= WINDOW:
            curve.append(float(np.mean(rewards[:WINDOW])))
            del rewards[:WINDOW]
    return policy, curve


def draw(curve, title):
    """The curve as SVG, from -1 (always loses) to 1 (always wins)."""
    width, height, left, top = 640, 320, 48, 36

    def x(index):
        return left + index * (width - left - 16) / max(1, len(curve) - 1)

    def y(reward):
        return top + (1 - reward) * (height - top - 40) / 2

    lines = "".join(
        f'<path d="M{left} {y(level):.1f}H{width - 16}" stroke="#ccc"/>'
        f'<text x="{left - 8}" y="{y(level) + 4:.1f}" text-anchor="end">{level:g}</text>'
        for level in (-1, -0.5, 0, 0.5, 1))
    points = " ".join(f"{x(index):.1f},{y(reward):.1f}" for index, reward in enumerate(curve))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
            f'font-size="12"><rect width="{width}" height="{height}" fill="#fff"/>'
            f'<text x="{left}" y="20" font-size="15">{title}</text>{lines}'
            f'<polyline points="{points}" fill="none" stroke="#06c" stroke-width="2"/>'
            f'<text x="{left}" y="{height - 8}">matches: {WINDOW}</text>'
            f'<text x="{width - 16}" y="{height - 8}" text-anchor="end">{len(curve) * WINDOW}</text></svg>\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--svg", default="learning.svg")
    arguments = parser.parse_args()
    if arguments.matches < 1:
        parser.error("--matches must be at least 1")
    begin = time.perf_counter()
    try:
        _, curve = train(arguments.game, arguments.seats, arguments.matches, arguments.seed)
    except ludosaure.LudosaureError as error:
        parser.error(str(error))
    title = f"{arguments.game}, {arguments.seats} seats: mean reward against random players"
    with open(arguments.svg, "w") as file:
        file.write(draw(curve, title))
    print(f"{title}: {curve[0]:+.2f} in the first {WINDOW} matches, {curve[-1]:+.2f} in the last; "
          f"{time.perf_counter() - begin:.0f} s, {arguments.svg}")


if __name__ == "__main__":
    main()
