"""The wheel: the package, with the C library and its header inside. bindings/python/wheel builds it."""
import pathlib
import re
import shutil

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"version: '([^']*)'", (ROOT / "meson.build").read_text()).group(1)


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        package = pathlib.Path(self.build_lib) / "ludosaure"
        shutil.copy(ROOT / "src" / "library" / "ludosaure.h", package)
        shutil.copy(ROOT / "build" / "src" / "library" / "libludosaure.so.1", package)


class WheelOfThisMachine(bdist_wheel):
    """Any Python 3, but this system and processor."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(
    name="ludosaure",
    version=VERSION,
    description="The games of Ludosaure for researchers: environments, and batches as numpy arrays",
    packages=["ludosaure"],
    package_data={"ludosaure": ["py.typed", "*.pyi"]},
    python_requires=">=3.9",
    install_requires=["cffi>=1.15", "numpy>=1.20"],
    distclass=WithLibrary,
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelOfThisMachine},
)
