"""The C library, loaded. Its header is the only description of it: cffi reads the same file as a C compiler.

The library is the file named by LUDOSAURE_LIBRARY, else the one inside this package (in a wheel), else the one
that the system finds.
"""
import os
import pathlib
import re

import cffi

API_MAJOR = 1

_folder = pathlib.Path(__file__).parent


def _header():
    for path in (_folder / "ludosaure.h", _folder.parents[2] / "src" / "library" / "ludosaure.h"):
        if path.exists():
            text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
            text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.DOTALL)
            return re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    raise ImportError("ludosaure.h is missing")


def _file():
    bundled = _folder / f"libludosaure.so.{API_MAJOR}"
    default = str(bundled) if bundled.exists() else bundled.name
    return os.environ.get("LUDOSAURE_LIBRARY", default)


class _Calls:
    """The functions of the library. What C cannot take, such as a number that is too large, is refused like other
    arguments."""

    def __init__(self, loaded):
        self._loaded = loaded

    def __getattr__(self, name):
        value = getattr(self._loaded, name)
        if callable(value):
            value = self._call(value)
        setattr(self, name, value)
        return value

    @staticmethod
    def _call(function):
        def call(*arguments):
            try:
                return function(*arguments)
            except (OverflowError, TypeError) as error:
                from .errors import refuse
                refuse(f"an argument has the wrong type or size: {error}",
                       f"un argument n’a pas le bon type ou la bonne taille : {error}")
        return call


ffi = cffi.FFI()
ffi.cdef(_header())
try:
    lib = _Calls(ffi.dlopen(_file()))
except OSError as error:
    raise ImportError(f"libludosaure cannot be loaded: {error}") from error
if lib.ludosaure_api() // 1000 != API_MAJOR:
    raise ImportError(f"libludosaure has interface {lib.ludosaure_api()}, not {API_MAJOR}")
