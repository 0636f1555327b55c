"""The games of Ludosaure for researchers: matches, environments, and batches of matches as numpy arrays."""
from .batch import NONE, RANDOM, Batch, Results, play_random, random_actions
from .environments import ParallelEnvironment, SingleEnvironment, TurnEnvironment, env, parallel_env, single_env
from .errors import LudosaureError
from .games import action_count, encoding, games, observation_size, version
from .match import EVERYTHING, SPECTATOR, Match

__all__ = [
    "EVERYTHING", "NONE", "RANDOM", "SPECTATOR", "Batch", "LudosaureError", "Match", "ParallelEnvironment", "Results",
    "SingleEnvironment", "TurnEnvironment", "action_count", "encoding", "env", "games", "observation_size",
    "parallel_env", "play_random", "random_actions", "single_env", "version",
]
