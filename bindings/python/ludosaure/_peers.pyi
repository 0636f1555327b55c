# Types are those of the classes that need no other package.
from typing import Any

import numpy as np

from . import spaces as spaces

class AECEnv: ...
class ParallelEnv: ...

class Env:
    np_random: np.random.Generator
    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any: ...
    @property
    def unwrapped(self) -> Any: ...
