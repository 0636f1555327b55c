"""What the terminal tests share: a running `ludosaure` to type into, and checks of its output."""
import fcntl
import os
import pathlib
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import WAIT_S
from process import games_of

BINARY = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/ludosaure")
GAMES = games_of(BINARY)
# Looking for leaks at the end of each of hundreds of processes would take far longer than the tests.
ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm", "ASAN_OPTIONS": "detect_leaks=0",
               "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"}
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def run(*arguments, folder=None, text=True):
    """Runs a command with nothing to read."""
    return subprocess.run([BINARY, *arguments], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, text=text,
                          env=ENVIRONMENT)


class Table:
    """A running `ludosaure`: what it writes until it waits for a line, and lines to it."""

    def __init__(self, *arguments, terminal=False, rows=0, folder=None):
        self.everything, self.bytes = "", b""
        if terminal:
            self.input, inner = pty.openpty()
            fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80 if rows else 0, 0, 0))
            self.output = self.input
            self.process = subprocess.Popen([BINARY, *arguments], stdin=inner, stdout=inner, stderr=inner,
                                            env=ENVIRONMENT, cwd=folder, start_new_session=True,
                                            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
            os.close(inner)
        else:
            self.process = subprocess.Popen([BINARY, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.STDOUT, env=ENVIRONMENT, cwd=folder)
            self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        self.screen = self.wait()

    def is_asleep(self):
        """Whether the process waits for something. If it has ended, there is an end of its output to be read."""
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="utf-8", errors="replace") as stat:
                return stat.read().rsplit(")", 1)[1].split()[0] == "S"
        except OSError:
            return False

    def wait(self):
        """The output until the program waits for a line, or ends."""
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            # A prompt may also be part of what is being written: then the program is not asleep, or there is more to read.
            is_prompt = re.search(rb"(^|\n)[^\n]*> $", self.bytes) and self.is_asleep()
            if not select.select([self.output], [], [], 0 if is_prompt else 0.005)[0]:
                if is_prompt:
                    break
                continue
            try:
                more = os.read(self.output, 65536)
            except OSError:
                more = b""
            if not more:
                break
            self.bytes += more
        text = self.bytes.decode("utf-8").replace("\r\n", "\n")
        self.bytes = b""
        self.everything += text
        return text

    def type(self, line):
        """Types a line (bytes are sent unchanged) and returns the output after it."""
        data = line if isinstance(line, bytes) else line.encode() + b"\n"
        try:
            while data:
                data = data[os.write(self.input, data):]
        except OSError:
            pass
        self.screen = self.wait()
        return self.screen

    def end(self, close=True):
        """Ends the input and returns the exit code."""
        if close and self.process.stdin:
            self.process.stdin.close()
            self.everything += self.wait()
        elif close:
            os.close(self.input)
        return self.process.wait(WAIT_S)


def choices(screen):
    """How many moves the latest list of a screen has."""
    listed = screen[screen.rfind("choose:"):] if "choose:" in screen else screen[screen.rfind("choisir\u00a0:"):]
    return max([int(number) for number in re.findall(r"(?:^|  ) *(\d+) (?=[a-z])", listed, re.M)], default=0)


def play_on(table, chance, limit=4000):
    """Chooses from the lists until the match is over."""
    for _ in range(limit):
        screen = table.screen
        if table.process.poll() is not None or "ludosaure replay" in re.sub(r"\s+", " ", screen):
            return
        if not re.search(r"[^\n]> $", screen):
            table.type("")  # handing over
        elif "place" in screen and chance.random() < 0.5:
            suggestion = re.sub(r"\s+", " ", table.type("hint") + table.type("conseil"))
            table.type(re.search(r"`([^`]+)`", suggestion).group(1))
        else:
            table.type(str(chance.randint(1, max(1, choices(screen)))))


def result_of(text):
    """The lines of the final table, from the winners on."""
    lines = text.splitlines()
    starts = [i for i, line in enumerate(lines) if re.match(r"(.* (wins|share the victory)!|Victoire|No one|Personne)", line)]
    if not starts:
        return None
    result = lines[starts[-1]:] + [""]
    return result[:result.index("")]


def too_wide(text):
    """Lines of more than 80 columns, but for what was typed, and commands to be copied."""
    return [line for line in text.splitlines()
            if len(line) > 80 and not re.match(r"[^>]*> ", line) and not line.startswith(f"  {BINARY} ")]
