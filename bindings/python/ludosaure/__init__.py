"""The games of Ludosaure for researchers: matches, environments, and batches of matches as numpy arrays."""
from .batch import NONE, RANDOM, Batch, random_actions
from .client import Client
from .environments import ParallelEnvironment, SingleEnvironment, TurnEnvironment, env, parallel_env, single_env
from .errors import LudosaureError
from .games import action_count, components, encoding, games, observation_size, version
from .match import EVERYTHING, SPECTATOR, Match
from .players import Player, Rating, Results, Standing, arena, play, play_random, rate
from .records import Decisions, decisions

__all__ = [
    "EVERYTHING", "NONE", "RANDOM", "SPECTATOR", "Batch", "Client", "Decisions", "LudosaureError", "Match", "ParallelEnvironment", "Player",
    "Rating", "Results", "SingleEnvironment", "Standing", "TurnEnvironment", "action_count", "arena", "components", "decisions", "encoding", "env",
    "games", "observation_size", "parallel_env", "play", "play_random", "random_actions", "rate", "single_env", "version",
]
