#!/usr/bin/python3
"""test_peers.py BUILD: the tests of PettingZoo and Gymnasium, where parts of them lie next to the checkout or are installed."""
import functools
import importlib.util
import sys
import types
import unittest
import warnings

import common

common.use_build(sys.argv)
sys.path.append(str(common.ROOT.parent / "shared" / "peers" / "python"))
if importlib.util.find_spec("pettingzoo") is None or importlib.util.find_spec("gymnasium") is None:
    print("skipped: PettingZoo and Gymnasium are neither installed nor in ../shared/peers/python")
    sys.exit()

import gymnasium  # noqa: E402
import gymnasium.utils.env_checker  # noqa: E402
import numpy as np  # noqa: E402
import pettingzoo  # noqa: E402
import pettingzoo.test as tests  # noqa: E402
from pettingzoo.test.seed_test import parallel_seed_test  # noqa: E402
from pettingzoo.utils.conversions import parallel_to_aec  # noqa: E402
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper  # noqa: E402

import ludosaure  # noqa: E402

KINDS = [(game["id"], seats) for game in common.encoded_games() for seats in range(game["seats"][0], game["seats"][1] + 1)]
LONG_SEED = 12  # no match after the first one of this seed ends within some cycles of random actions
EXPECTED = ("Observation space for each agent probably should be",  # theirs have dictionaries too
            "Observation is not a NumPy array",
            "Action mask numpy array is all zeros",  # when the match is over
            ".*alternative render modes")  # only for what gymnasium.make has made


class Peers(unittest.TestCase):
    def each(self, test):
        for game, seats in KINDS:
            with self.subTest(game=game, seats=seats), warnings.catch_warnings():
                warnings.simplefilter("error")
                for message in EXPECTED:
                    warnings.filterwarnings("ignore", message)
                test(game, seats)

    def test_classes(self):
        self.assertIsInstance(ludosaure.env(*KINDS[0]), pettingzoo.AECEnv)
        self.assertIsInstance(ludosaure.parallel_env(*KINDS[0]), pettingzoo.ParallelEnv)
        single = ludosaure.single_env(*KINDS[0])
        self.assertIsInstance(single, gymnasium.Env)
        self.assertIsInstance(single.action_space, gymnasium.spaces.Discrete)

    def test_api(self):
        self.each(lambda *kind: tests.api_test(ludosaure.env(*kind), num_cycles=150))

    def test_api_wrapped(self):
        """In the wrappers that PettingZoo puts around its own games."""
        def wrapped(*kind):
            env = TerminateIllegalWrapper(ludosaure.env(*kind), illegal_reward=-1)
            return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(env))
        self.each(lambda *kind: tests.api_test(wrapped(*kind), num_cycles=50))

    def test_parallel_api(self):
        self.each(lambda *kind: tests.parallel_api_test(ludosaure.parallel_env(*kind), num_cycles=300))

    def test_seeds(self):
        self.each(lambda *kind: tests.seed_test(functools.partial(ludosaure.env, *kind), num_cycles=40))

    def test_parallel_seeds(self):
        self.each(lambda *kind: parallel_seed_test(functools.partial(ludosaure.parallel_env, *kind, illegal="random"), num_cycles=40))

    def test_max_cycles(self):
        """This test of PettingZoo ignores masks and wants a turn of everyone in each cycle, as a parallel environment has it."""
        def cycles(game, seats):
            def parallel(**more):
                env = ludosaure.parallel_env(game, seats, illegal="random", **more)
                env.reset(seed=LONG_SEED)
                return env
            tests.max_cycles_test(types.SimpleNamespace(parallel_env=parallel, env=lambda **more: parallel_to_aec(parallel(**more))))
        self.each(cycles)

    def test_render(self):
        self.each(lambda *kind: tests.render_test(functools.partial(ludosaure.env, *kind)))
        self.assertIn("rgb_array", ludosaure.env(*KINDS[0]).metadata["render_modes"])

    def test_single(self):
        def check(game, seats):
            for seat in (0, None):
                gymnasium.utils.env_checker.check_env(ludosaure.single_env(game, seats, seat))
            for mode in single_modes:
                env = ludosaure.single_env(game, seats, render_mode=mode)
                env.reset(seed=1)
                self.assertIsInstance(env.render(), {"ansi": str, "rgb_array": np.ndarray, "human": type(None)}[mode])
        single_modes = ludosaure.single_env(*KINDS[0]).metadata["render_modes"]
        self.each(check)


if __name__ == "__main__":
    with np.errstate(all="raise"):
        common.main(sys.modules[__name__])
