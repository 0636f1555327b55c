# What cffi makes of ludosaure.h has no types of its own; the modules around it have.
from typing import Any

API_MAJOR: int
ffi: Any
lib: Any
