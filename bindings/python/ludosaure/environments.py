"""Environments shaped like those of PettingZoo: agents that take turns (AEC), and agents that act together.

Agents are called seat_0, seat_1 and so on. An observation is a dictionary: "observation" is the seat's bytes,
"action_mask" has 1 for each action that it may take now. Rewards are given at the end of a match.
"""
from __future__ import annotations

from typing import Any, Iterator, Mapping

import numpy as np
import numpy.typing as npt

from . import spaces
from .games import action_count, game_facts, observation_size
from .match import Document, Match

Observation = dict[str, npt.NDArray[np.uint8]]


def agent_seat(agent: str) -> int:
    return int(agent.rpartition("_")[2])


class _Environment:
    """What both kinds share."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": True}

    def __init__(self, game: str, seats: int | None = None, options: Document | None = None,
                 max_moves: int | None = None, folder: str | None = None) -> None:
        seats = game_facts(game)["seats"][0] if seats is None else seats
        self.metadata = {**type(self).metadata, "name": f"ludosaure_{game}_{seats}"}
        self.game, self.seats, self.options, self.folder = game, seats, options, folder
        self.max_moves = max_moves
        self.render_mode: str | None = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        actions, size = action_count(game), observation_size(game)
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict({"observation": spaces.Box(0, 255, (size,)),
                                "action_mask": spaces.Box(0, 1, (actions,))})
            for agent in self.possible_agents}
        self._episodes = 0
        self._seed = "0"
        self._match = Match(game, seats, self._seed, options, folder)

    @property
    def match(self) -> Match:
        """The match itself, for everything that an environment does not offer."""
        return self._match

    @property
    def unwrapped(self) -> _Environment:
        return self

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        seat = agent_seat(agent)
        return {"observation": self._match.observe(seat), "action_mask": self._match.mask(seat)}

    def render(self) -> str:
        """What a spectator sees, as JSON."""
        return self._match.view_text()

    def close(self) -> None:
        pass

    def _begin(self, seed: int | str | None) -> None:
        """A new match: the first of a seed, or with None the next one."""
        if seed is not None:
            self._seed, self._episodes = str(seed), 0
            for number, space in enumerate(self._action_spaces.values()):
                space.seed(hash_seed(self._seed) + number)
        self._match = Match(self.game, self.seats, f"{self._seed}/{self._episodes}", self.options, self.folder)
        self._episodes += 1
        self.agents = list(self.possible_agents)

    def _check_begun(self) -> None:
        if not self.agents:
            raise ValueError("no match is being played; reset() begins one")

    def _truncated(self) -> bool:
        return self.max_moves is not None and self._match.moves >= self.max_moves and not self._match.over


def hash_seed(seed: str) -> int:
    """A number from a text, the same in every process."""
    return int.from_bytes(seed.encode()[-7:], "little")


class TurnEnvironment(_Environment):
    """Agents act one after the other, like a PettingZoo AECEnv.

    Where several seats may act at the same time, the next one clockwise is asked first; it does not see what the
    others have chosen until the game shows it.
    """

    def reset(self, seed: int | str | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next_agent(-1)

    def _next_agent(self, seat: int) -> str:
        to_act = self._match.to_act
        return f"seat_{min(to_act, key=lambda other: (other - seat - 1) % self.seats)}"

    def step(self, action: int | None) -> None:
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise ValueError("an action is needed")
        self._match.play_action(agent_seat(agent), int(action))
        self._cumulative_rewards[agent] = 0.0
        worth = self._match.rewards()
        self.rewards = {other: float(worth[agent_seat(other)]) for other in self.agents}
        for other in self.agents:
            self._cumulative_rewards[other] += self.rewards[other]
            self.terminations[other] = self._match.over
            self.truncations[other] = self._truncated()
        if self._match.over or self._truncated():
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._next_agent(agent_seat(agent))

    def _leave(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise ValueError("when the match is over, the only action is None")
        self.agents.remove(agent)
        for values in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del values[agent]  # type: ignore[attr-defined]
        if self.agents:
            self.agent_selection = self.agents[0]

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        self._check_begun()
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return (seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent],
                self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection


class ParallelEnvironment(_Environment):
    """All agents act at once, like a PettingZoo ParallelEnv.

    An agent whose action mask is empty has nothing to choose: its action is ignored, and may be left out. In real time
    an action may become illegal because another came first; it is left out too.
    """

    def reset(self, seed: int | str | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.possible_agents}

    def step(self, actions: Mapping[str, int]) -> tuple[
            dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        self._check_begun()
        agents, match = self.agents, self._match
        first = match.moves
        order = sorted(match.to_act, key=lambda seat: (seat - first) % self.seats)
        for seat in order:
            if not match.mask(seat)[int(actions[f"seat_{seat}"])]:
                match.play_action(seat, int(actions[f"seat_{seat}"]))  # raises, with the rule
        for seat in order:
            if match.mask(seat)[int(actions[f"seat_{seat}"])]:
                match.play_action(seat, int(actions[f"seat_{seat}"]))
        worth = match.rewards()
        over, truncated = match.over, self._truncated()
        if over or truncated:
            self.agents = []
        return (self._observations(), {agent: float(worth[agent_seat(agent)]) for agent in agents},
                {agent: over for agent in agents}, {agent: truncated for agent in agents},
                {agent: {} for agent in agents})


def env(game: str, seats: int | None = None, options: Document | None = None, max_moves: int | None = None,
        folder: str | None = None) -> TurnEnvironment:
    return TurnEnvironment(game, seats, options, max_moves, folder)


def parallel_env(game: str, seats: int | None = None, options: Document | None = None, max_moves: int | None = None,
                 folder: str | None = None) -> ParallelEnvironment:
    return ParallelEnvironment(game, seats, options, max_moves, folder)
