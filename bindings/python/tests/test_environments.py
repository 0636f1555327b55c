#!/usr/bin/python3
"""test_environments.py BUILD: environments where PettingZoo and Gymnasium are not installed, as in Debian. test_peers.py
runs their own tests."""
import sys
import unittest

import common

common.use_build(sys.argv)

import numpy as np  # noqa: E402

import ludosaure  # noqa: E402
from ludosaure import LudosaureError  # noqa: E402

KINDS = [(game["id"], seats) for game in common.encoded_games() for seats in game["seats"]]


class Environments(unittest.TestCase):
    def each(self, test):
        for game, seats in KINDS:
            with self.subTest(game=game, seats=seats):
                test(game, seats)

    def look(self, env, agent, seen):
        self.assertTrue(env.observation_space(agent).contains(seen))
        self.assertTrue(env.action_space(agent).contains(env.action_space(agent).sample(seen["action_mask"])))

    def test_turns(self):
        self.each(self.turns)

    def turns(self, game, seats):
        """As in pettingzoo.test.api_test."""
        env = ludosaure.env(game, seats, max_moves=600)
        self.assertEqual(env.possible_agents, [f"seat_{seat}" for seat in range(seats)])
        self.assertIn("name", env.metadata)
        env.reset(seed=0)
        self.assertEqual(env.agents, env.possible_agents)
        totals, steps, gone = dict.fromkeys(env.agents, 0.0), 0, set()
        for agent in env.agent_iter(5000):
            self.assertEqual(agent, env.agent_selection)
            for values in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(list(values), env.agents)
            seen, reward, ended, truncated, info = env.last()
            self.assertNotIn(agent, gone)
            self.look(env, agent, seen)
            self.assertIsInstance(info, dict)
            totals[agent] += reward
            if ended or truncated:
                gone.add(agent)
                with self.assertRaises(ValueError):
                    env.step(0)
                env.step(None)
                self.assertNotIn(agent, env.agents)
            else:
                self.assertTrue(seen["action_mask"].any(), env.match.legal(ludosaure.environments.agent_seat(agent)))
                env.step(env.action_space(agent).sample(seen["action_mask"]))
                steps += 1
        self.assertEqual(env.agents, [])
        self.assertEqual(len(gone), seats)
        if env.match.over:
            self.assertEqual(list(totals.values()), env.match.rewards().tolist())
        self.assertEqual(env.match.moves, steps)

    def test_seeds(self):
        """As in pettingzoo.test.seed_test: a seed gives the same match, and the next one is another."""
        self.each(self.seeds)

    def play(self, env, seed):
        env.reset(seed=seed)
        observations = []
        for agent in env.agent_iter(80):
            seen, _, ended, truncated, _ = env.last()
            observations.append((agent, seen["observation"].tobytes()))
            env.step(None if ended or truncated else env.action_space(agent).sample(seen["action_mask"]))
        return observations

    def seeds(self, game, seats):
        one, two = ludosaure.env(game, seats), ludosaure.env(game, seats)
        first = self.play(one, 42)
        self.assertEqual(first, self.play(two, 42))
        self.assertEqual(first, self.play(one, 42))
        self.assertNotEqual(first, self.play(one, None))
        self.assertNotEqual(first, self.play(two, 43))

    def test_parallel(self):
        self.each(self.parallel)

    def parallel(self, game, seats):
        """As in pettingzoo.test.parallel_api_test."""
        env = ludosaure.parallel_env(game, seats, max_moves=600)
        for seed in (1, 2):
            observations, infos = env.reset(seed=seed)
            self.assertEqual(set(infos), set(env.agents))
            for _ in range(3000):
                self.assertEqual(set(observations), set(env.possible_agents))
                for agent, seen in observations.items():
                    self.look(env, agent, seen)
                acting = {f"seat_{seat}" for seat in env.match.to_act}
                self.assertEqual({agent for agent, seen in observations.items() if seen["action_mask"].any()}, acting)
                actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"])
                           for agent in env.agents}
                live = set(env.agents)
                observations, rewards, ended, truncated, infos = env.step(actions)
                for values in (rewards, ended, truncated, infos):
                    self.assertEqual(set(values), live)
                if not env.agents:
                    break
            self.assertEqual(env.agents, [])
            self.assertTrue(all(ended.values()) or all(truncated.values()))

    def test_no_match(self):
        """Before the first reset, and after the end."""
        for kind in (ludosaure.env, ludosaure.parallel_env):
            with self.assertRaisesRegex(ValueError, "reset"):
                kind(*KINDS[0]).step({})
        env = ludosaure.env(*KINDS[0], max_moves=1)
        env.reset(seed=1)
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        while env.agents:
            env.step(None)
        for call in (env.last, lambda: env.step(None)):
            with self.assertRaisesRegex(ValueError, "reset"):
                call()

    def test_illegal(self):
        env = ludosaure.env(*KINDS[0])
        env.reset(seed=1)
        before = env.observe(env.agent_selection)
        illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
        with self.assertRaises(LudosaureError):
            env.step(illegal)
        self.assertTrue((env.observe(env.agent_selection)["observation"] == before["observation"]).all())
        parallel = ludosaure.parallel_env(*KINDS[0])
        parallel.reset(seed=1)
        with self.assertRaises(LudosaureError):
            parallel.step(dict.fromkeys(parallel.agents, illegal))
        self.assertEqual(parallel.match.moves, 0)
        for kind in (ludosaure.env, ludosaure.parallel_env):
            forgiving = kind(*KINDS[0], illegal="random")
            forgiving.reset(seed=1)
            forgiving.step(illegal if kind is ludosaure.env else dict.fromkeys(forgiving.agents, 10**6))
            self.assertGreaterEqual(forgiving.match.moves, 1)

    def test_cycles(self):
        env = ludosaure.parallel_env(*KINDS[0], max_cycles=2, illegal="random")
        env.reset(seed=1)
        self.assertFalse(any(env.step(dict.fromkeys(env.agents, 0))[3].values()))
        self.assertTrue(all(env.step(dict.fromkeys(env.agents, 0))[3].values()))
        self.assertEqual(env.agents, [])

    def test_drawings(self):
        env = ludosaure.parallel_env(*KINDS[0])
        env.reset(seed=1)
        self.assertIn("seat_1", env.render())
        self.assertNotEqual(env.match.drawing(french=True), env.render())
        for kind in (ludosaure.env, ludosaure.parallel_env, ludosaure.single_env):
            for wrong in ({"render_mode": "3d"}, {"illegal": "perhaps"}):
                with self.assertRaisesRegex(ValueError, "not one of"):
                    kind(*KINDS[0], **wrong)
            with self.assertRaisesRegex(ValueError, "render_mode"):
                kind(*KINDS[0], render_mode=None).render()

    def test_single(self):
        self.each(self.single)

    def single(self, game, seats):
        """One agent against opponents, which move in their turn and in no other."""
        asked = []

        def first(match, seat):
            asked.append(seat)
            return match.sample(seat)

        env = ludosaure.single_env(game, seats, None, [first] + ["random"] * (seats - 2), max_moves=600)
        own = []
        for match in range(2):
            seen, info = env.reset(seed=5 if match == 0 else None)
            own.append(env.seat)
            while True:
                self.assertTrue(env.observation_space.contains(seen))
                self.assertEqual(info["action_mask"].tolist(), env.action_masks().tolist())
                self.assertIn(env.seat, env.match.to_act)
                seen, reward, ended, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
                if ended or truncated:
                    break
                self.assertEqual(reward, 0)
            self.assertEqual((ended, reward), (env.match.over, float(env.match.rewards()[env.seat])))
            self.assertEqual(set(asked), {(env.seat + 1) % seats})
            asked.clear()
            with self.assertRaisesRegex(ValueError, "reset"):
                env.step(0)
        self.assertEqual(own, [0, 1])

    def test_single_refusals(self):
        game, seats = KINDS[0]
        env = ludosaure.single_env(game, seats)
        _, info = env.reset(seed=1)
        illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
        self.assertEqual(env.step(illegal)[1:4], (-1.0, True, False))
        for wrong in ({"seat": seats}, {"opponents": ["random"] * seats}):
            with self.assertRaises(ValueError):
                ludosaure.single_env(game, seats, **wrong)
        with self.assertRaisesRegex(LudosaureError, "There are: random, easy"):
            ludosaure.single_env(game, seats, opponents="dance")


common.main(sys.modules[__name__])
