"""The classes of PettingZoo and Gymnasium where they are installed. Elsewhere, classes of the same names with what
environments need of them, so that the package works without either."""
try:
    from gymnasium import Env, spaces
except ImportError:
    import numpy as np

    from . import spaces

    class Env:
        def reset(self, *, seed=None, options=None):
            if seed is not None:
                self.np_random = np.random.default_rng(seed)

        @property
        def unwrapped(self):
            return self

try:
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    class AECEnv:
        pass

    class ParallelEnv:
        pass

__all__ = ["AECEnv", "Env", "ParallelEnv", "spaces"]
