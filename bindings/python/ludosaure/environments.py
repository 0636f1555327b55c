"""Environments of PettingZoo and Gymnasium: agents that take turns (AEC), agents that act together, and one agent
against opponents. Without these packages they have the same interface.

Agents are called seat_0, seat_1 and so on. An observation is a dictionary: "observation" is the seat's bytes,
"action_mask" has 1 for each action that it may take now. Rewards are given at the end of a match.
"""
from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import drawing
from ._peers import AECEnv, Env, ParallelEnv, spaces
from .games import action_count, game_facts, observation_size
from .match import Document, Match
from .players import Player, play

Observation = dict[str, npt.NDArray[Any]]


def agent_seat(agent: str) -> int:
    return int(agent.rpartition("_")[2])


def render_modes() -> list[str]:
    return ["ansi", "human"] + (["rgb_array"] if drawing.font() else [])


class _Table:
    """A match after the other, drawn as one likes."""

    def __init__(self, game: str, seats: int | None, options: Document | None, max_moves: int | None,
                 folder: str | None, render_mode: str | None, illegal: str, answers: Sequence[str]) -> None:
        seats = game_facts(game)["seats"][0] if seats is None else seats
        self.metadata: dict[str, Any] = {
            "render_modes": render_modes(), "name": f"ludosaure_{game}_{seats}", "render_fps": 1,
            "is_parallelizable": True}
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is {render_mode!r}, not one of {self.metadata['render_modes']}")
        if illegal not in answers:
            raise ValueError(f"illegal is {illegal!r}, not one of {list(answers)}")
        self.game, self.seats, self.options, self.folder = game, seats, options, folder
        self.max_moves, self.render_mode, self.illegal = max_moves, render_mode, illegal
        self._size, self._actions = observation_size(game), action_count(game)
        self._episodes = 0
        self._seed = "0"
        self._match = Match(game, seats, self._seed, options, folder)

    @property
    def match(self) -> Match:
        """The match itself, for everything that an environment does not offer."""
        return self._match

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as a spectator sees it: a text ("ansi"), printed ("human"), or as a picture ("rgb_array")."""
        if self.render_mode is None:
            raise ValueError(f"no render_mode was chosen; there are {self.metadata['render_modes']}")
        text = self._match.drawing()
        if self.render_mode == "rgb_array":
            return drawing.picture(text)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        pass

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _next_match(self, seed: int | str | None) -> None:
        """A new match: the first of a seed, or with None the next one."""
        if seed is not None:
            self._seed, self._episodes = str(seed), 0
        self._match = Match(self.game, self.seats, f"{self._seed}/{self._episodes}", self.options, self.folder)
        self._episodes += 1

    def _truncated(self) -> bool:
        return self.max_moves is not None and self._match.moves >= self.max_moves and not self._match.over

    def _allows(self, seat: int, action: int) -> bool:
        return 0 <= action < self._actions and bool(self._match.mask(seat)[action])

    def _play(self, seat: int, action: int) -> None:
        """Makes a move; instead of an illegal one a random one, if these are the rules."""
        if self.illegal == "random" and not self._allows(seat, action):
            self._match.play(seat, self._match.sample(seat))
        else:
            self._match.play_action(seat, action)

    def _mask(self, seat: int) -> npt.NDArray[np.int8]:
        return self._match.mask(seat).view(np.int8)  # as Gymnasium wants it

    def _seat_after(self, seat: int) -> int:
        """The next seat clockwise that may move."""
        return min(self._match.to_act, key=lambda other: (other - seat - 1) % self.seats)


class _Environment(_Table):
    """What environments of several agents share."""

    def __init__(self, game: str, seats: int | None = None, options: Document | None = None,
                 max_moves: int | None = None, folder: str | None = None, render_mode: str | None = "ansi",
                 max_cycles: int | None = None, illegal: str = "raise") -> None:
        super().__init__(game, seats, options, max_moves, folder, render_mode, illegal, ("raise", "random"))
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self._action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict({"observation": spaces.Box(0, 255, (self._size,), np.uint8),
                                "action_mask": spaces.Box(0, 1, (self._actions,), np.int8)})
            for agent in self.possible_agents}

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
        return {"observation": self._match.observe(seat), "action_mask": self._mask(seat)}

    def _begin(self, seed: int | str | None) -> None:
        self._next_match(seed)
        if seed is not None:
            for number, space in enumerate(self._action_spaces.values()):
                space.seed(hash_seed(self._seed) + number)
        self.agents = list(self.possible_agents)
        self._cycles = dict.fromkeys(self.agents, 0)

    def _check_begun(self) -> None:
        if not self.agents:
            raise ValueError("no match is being played; reset() begins one")

    def _truncated(self) -> bool:
        return super()._truncated() or (self.max_cycles is not None and not self._match.over
                                        and max(self._cycles.values()) >= self.max_cycles)


def hash_seed(seed: str) -> int:
    """A number from a text, the same in every process."""
    return int.from_bytes(seed.encode()[-7:], "little")


class TurnEnvironment(_Environment, AECEnv):
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
        return f"seat_{self._seat_after(seat)}"

    def step(self, action: int | None) -> None:
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise ValueError("an action is needed")
        self._play(agent_seat(agent), int(action))
        self._cycles[agent] += 1
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
        self.rewards = dict.fromkeys(self.agents, 0.0)
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


class ParallelEnvironment(_Environment, ParallelEnv):
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
        chosen = {seat: int(actions[f"seat_{seat}"]) for seat in order}
        legal = {seat: self._allows(seat, action) for seat, action in chosen.items()}
        for seat, action in chosen.items():
            if not legal[seat] and self.illegal == "raise":
                match.play_action(seat, action)  # raises, with the rule
        for seat, action in chosen.items():
            if seat in match.to_act and (self._allows(seat, action) or not legal[seat]):
                self._play(seat, action)
        for agent in agents:
            self._cycles[agent] += 1
        worth = match.rewards()
        over, truncated = match.over, self._truncated()
        if over or truncated:
            self.agents = []
        return (self._observations(), {agent: float(worth[agent_seat(agent)]) for agent in agents},
                {agent: over for agent in agents}, {agent: truncated for agent in agents},
                {agent: {} for agent in agents})


Opponent = Callable[[Match, int], str]


def _policy(chosen: str | Opponent) -> Opponent:
    if isinstance(chosen, str):
        return Player(chosen)
    return chosen


class SingleEnvironment(_Table, Env):
    """One agent against opponents, like a Gymnasium Env.

    An observation is the seat's bytes. The mask of legal actions is in info["action_mask"], and action_masks()
    returns it. An illegal action loses the match at once, unless illegal is "raise" or "random".
    """

    def __init__(self, game: str, seats: int | None = None, seat: int | None = 0,
                 opponents: Union[str, Opponent, Sequence[Union[str, Opponent]]] = "random",
                 options: Document | None = None, max_moves: int | None = None, folder: str | None = None,
                 render_mode: str | None = "ansi", illegal: str = "lose") -> None:
        super().__init__(game, seats, options, max_moves, folder, render_mode, illegal, ("lose", "raise", "random"))
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"seat is {seat}, not 0 to {self.seats - 1} or None")
        if isinstance(opponents, str) or callable(opponents):
            opponents = [opponents] * (self.seats - 1)
        if len(opponents) != self.seats - 1:
            raise ValueError(f"{len(opponents)} opponents at a table with {self.seats} seats")
        self.opponents = [_policy(chosen) for chosen in opponents]
        known = [policy for policy in self.opponents if isinstance(policy, Player)]
        play(game, known + [Player("random")] * (self.seats - len(known)), 0, options=options, folder=folder)  # refuses players that the game does not have
        self.seat, self._chosen_seat = seat or 0, seat
        self.action_space = spaces.Discrete(self._actions)
        self.observation_space = spaces.Box(0, 255, (self._size,), np.uint8)
        self._begun = False

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """The first match of a seed, or with None the next one. Without a chosen seat the agent has another one in
        each match."""
        super().reset(seed=seed)
        self._next_match(seed)
        self.seat = (self._episodes - 1) % self.seats if self._chosen_seat is None else self._chosen_seat
        self._begun = True
        self._answer(self._seat_after(-1))
        return self._match.observe(self.seat), self._info()

    def step(self, action: int) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        if not self._begun:
            raise ValueError("no match is being played; reset() begins one")
        if self.illegal == "lose" and not self._allows(self.seat, int(action)):
            self._begun = False
            return self._match.observe(self.seat), -1.0, True, False, self._info()
        self._play(self.seat, int(action))
        if not self._match.over:
            self._answer(self._seat_after(self.seat))
        over, truncated = self._match.over, self._truncated()
        self._begun = not (over or truncated)
        return self._match.observe(self.seat), float(self._match.rewards()[self.seat]), over, truncated, self._info()

    def _answer(self, seat: int) -> None:
        """The opponents move until it is the agent's turn: each clockwise, as in env()."""
        while seat != self.seat and not self._truncated():
            self._match.play(seat, self.opponents[(seat - self.seat - 1) % self.seats](self._match, seat))
            if self._match.over:
                break
            seat = self._seat_after(seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(self.seat)}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, as the MaskablePPO of sb3-contrib asks."""
        return self._match.mask(self.seat).astype(np.bool_)


def env(game: str, seats: int | None = None, options: Document | None = None, max_moves: int | None = None,
        folder: str | None = None, render_mode: str | None = "ansi", max_cycles: int | None = None,
        illegal: str = "raise") -> TurnEnvironment:
    return TurnEnvironment(game, seats, options, max_moves, folder, render_mode, max_cycles, illegal)


def parallel_env(game: str, seats: int | None = None, options: Document | None = None, max_moves: int | None = None,
                 folder: str | None = None, render_mode: str | None = "ansi", max_cycles: int | None = None,
                 illegal: str = "raise") -> ParallelEnvironment:
    return ParallelEnvironment(game, seats, options, max_moves, folder, render_mode, max_cycles, illegal)


def single_env(game: str, seats: int | None = None, seat: int | None = 0,
               opponents: Union[str, Opponent, Sequence[Union[str, Opponent]]] = "random",
               options: Document | None = None, max_moves: int | None = None, folder: str | None = None,
               render_mode: str | None = "ansi", illegal: str = "lose") -> SingleEnvironment:
    return SingleEnvironment(game, seats, seat, opponents, options, max_moves, folder, render_mode, illegal)
