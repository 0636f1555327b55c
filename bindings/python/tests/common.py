"""What the tests share: where things are, and a line with the counts at the end."""
import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "build" / "ludosaure"


def use_build(arguments):
    """The first argument names a build folder, whose library and program are used."""
    global PROGRAM
    build = pathlib.Path(arguments[1]).resolve()
    PROGRAM = build / "ludosaure"
    os.environ.setdefault("LUDOSAURE_LIBRARY", str(build / "src" / "library" / "libludosaure.so.1"))
    sys.path.insert(0, str(ROOT / "bindings" / "python"))


def encoded_games():
    """The games that programs can learn, which the template for open games does without."""
    import ludosaure
    for game in ludosaure.games():
        try:
            ludosaure.encoding(game["id"])
        except ludosaure.LudosaureError as error:
            assert error.code == "bad_request", error
        else:
            yield game


def main(module):
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=1).run(suite)
    # A test counts once, however many of its subtests fail.
    bad = len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    skipped = len(result.skipped)
    print(f"{result.testsRun - bad - skipped} passed, {bad} failed" + (f", {skipped} skipped" if skipped else ""))
    sys.exit(bad > 0)
