"""Counts the checks of a test program written in Python: `check` and `expect` count one value, `case` a function that
must not raise, and `finish` prints the sum and ends the program."""
import sys
import traceback

passed, failures = 0, []


def expect(what, truth, seen=""):
    """Counts a value that must be true. `seen` is printed if it is not."""
    global passed
    if truth:
        passed += 1
    else:
        failures.append(str(what))
        print(f"failed: {what}\n{str(seen)[-1500:]}".rstrip())


def check(condition, what):
    expect(what, condition)


def case(name, function, *arguments):
    """Runs a function as one check. In whichever way it fails, the next one can run. Returns whether it passed."""
    try:
        function(*arguments)
    except Exception as error:  # an assertion, or anything else
        line = traceback.extract_tb(error.__traceback__)[-1].lineno
        expect(f"{name}, line {line}: {type(error).__name__} {str(error)[:500]}", False)
        return False
    expect(name, True)
    return True


def finish():
    print(f"{passed} passed, {len(failures)} failed")
    sys.exit(bool(failures))
