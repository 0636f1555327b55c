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


ffi = cffi.FFI()
ffi.cdef(_header())
try:
    lib = ffi.dlopen(_file())
except OSError as error:
    raise ImportError(f"libludosaure cannot be loaded: {error}") from error
if lib.ludosaure_api() // 1000 != API_MAJOR:
    raise ImportError(f"libludosaure has interface {lib.ludosaure_api()}, not {API_MAJOR}")
