"""The real program as a process, and a runner for tests."""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback

import client
import schema

PORTS = range(18300, 20300)  # below those that the kernel hands out to clients
claims = []


def free_port():
    """A port that is this process's until it ends. Parts of ./test run at the same time: a port that is
    only looked at may be taken by another part before the server binds it. The name of a socket belongs to
    one process, and is free again however that process ends."""
    for port in PORTS:
        claim = socket.socket(socket.AF_UNIX)
        try:
            claim.bind(f"\0ludosaure-test-port-{port}")
            with socket.socket() as sock:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                sock.bind(("127.0.0.1", port))
        except OSError:
            claim.close()
            continue
        claims.append(claim)
        return port
    raise RuntimeError("no free port")


def wait_for(condition, what="nothing happens"):
    """Waits until the condition holds, and returns what it returned."""
    end = time.monotonic() + client.WAIT_S
    while not (value := condition()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return value


class Server:
    """`ludosaure serve` with its own port and database file. As a context, it is stopped at the end, and its
    folder is removed. Clients may send as fast as the machine allows, unless the options say otherwise."""

    def __init__(self, binary, *options, start=True, leaks=False):
        self.binary, self.options = binary, list(options)
        if "--rate" not in options:
            self.options += ["--rate", "100000"]
        # With sanitizers: a small quarantine, so that memory can be measured; and no leak check unless
        # asked for, because it takes seconds.
        self.environment = {"ASAN_OPTIONS": f"quarantine_size_mb=8:detect_leaks={int(leaks)}",
                            **os.environ}
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ludosaure-test-"))
        self.database = self.folder / "games.db"
        self.log = self.folder / "log"
        self.port = free_port()
        self.process = None
        client.Client.protocol = schema.protocols(binary)
        if start:
            self.start()

    def command(self):
        return [self.binary, "serve", "--port", str(self.port), "--database", str(self.database),
                *self.options]

    def start(self):
        self.start_only()
        self.wait_until_healthy()

    def start_only(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=log,
                                            stderr=log, env=self.environment)

    def wait_until_healthy(self):
        end = time.monotonic() + client.WAIT_S
        while not self.is_healthy():
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}:\n{self.tail()}")
            if time.monotonic() > end:
                raise RuntimeError(f"the server is not healthy:\n{self.tail()}")
            time.sleep(0.02)

    def is_healthy(self):
        try:
            answer = client.http(self.port, "GET", "/healthz")
            return answer.status == 200 and json.loads(answer.body)["ok"] is True
        except (OSError, client.Closed):
            return False

    def is_alive(self):
        return self.process.poll() is None

    def kill(self):
        """kill -9."""
        self.process.kill()
        self.process.wait()

    def stop(self, timeout=client.WAIT_S):
        """SIGTERM; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout)

    def stop_well(self):
        """A graceful stop, as a test."""
        code = self.stop()
        assert code == 0, (code, self.tail())

    def tail(self, lines=30):
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def logged(self, event):
        """Lines of the log with this event."""
        text = self.log.read_text()
        whole = text[:text.rfind("\n") + 1]  # the last line may still be being written
        lines = [json.loads(line) for line in whole.splitlines() if line[:1] == "{"]
        return [line for line in lines if line["event"] == event]

    def wait_logged(self, event):
        """The same, once there are any. A thread writes the log: lines come a moment after what they tell."""
        return wait_for(lambda: self.logged(event), f"{event} is not logged")

    def figure(self, name):
        """A figure of /metrics that has no labels."""
        text = client.http(self.port, "GET", "/metrics").body.decode()
        return int(re.search(rf"^ludosaure_{name} (\d+)", text, re.M)[1])

    def http(self, method, path, body=None, **more):
        """Status and JSON."""
        answer = client.http(self.port, method, path, body, **more)
        return answer.status, json.loads(answer.body)

    def games(self):
        """The games by id, as `games` lists them: seats, options, facts."""
        return {game["id"]: game for game in self.http("GET", "/api/games")[1]["games"]}

    def verify(self, record):
        """The exit code and the output of `ludosaure verify`."""
        with tempfile.NamedTemporaryFile("wb", suffix=".json") as file:
            file.write(record if isinstance(record, bytes) else json.dumps(record).encode())
            file.flush()
            run = subprocess.run([self.binary, "verify", file.name], capture_output=True, text=True,
                                 env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
            return run.returncode, run.stdout + run.stderr

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process and self.is_alive():
            try:
                self.stop(10)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Referee:
    """`ludosaure referee` over a pipe: the rules by themselves, to compare with."""

    def __init__(self, binary):
        self.process = subprocess.Popen([binary, "referee"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def ask(self, cmd, **values):
        self.process.stdin.write(json.dumps({"cmd": cmd, **values}).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ok(self, cmd, **values):
        answer = self.ask(cmd, **values)
        assert answer["ok"], (cmd, values, answer)
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait(client.WAIT_S)


def games_of(binary):
    """The program's games by id, as `games` lists them: seats, options, facts."""
    referee = Referee(binary)
    listed = referee.ok("games")["games"]
    referee.close()
    return {game["id"]: game for game in listed}


class Skipped(Exception):
    """This machine cannot run a test, for the reason given."""


class Tests:
    """Runs functions as tests, and counts. A name on the command line picks one."""

    def __init__(self, picked=()):
        self.passed, self.failed, self.skipped, self.picked = 0, 0, 0, list(picked)
        self.lock = threading.Lock()

    def run(self, name, function, *arguments):
        if self.picked and not any(word in name for word in self.picked):
            return
        begin = time.monotonic()
        try:
            function(*arguments)
            verdict = "ok"
        except Skipped as reason:
            verdict = f"skipped: {reason}"
        except Exception as error:  # a test that dies in any way has failed
            frames = [f"{os.path.basename(frame.filename)}:{frame.lineno}"
                      for frame in traceback.extract_tb(error.__traceback__)[1:]]
            verdict = f"FAILED {' '.join(frames)}: {type(error).__name__} {str(error)[:1200]}"
        with self.lock:
            self.passed += verdict == "ok"
            self.skipped += verdict.startswith("skipped")
            self.failed += verdict.startswith("FAILED")
            if verdict != "ok" or os.environ.get("TEST_VERBOSE"):
                print(f"{name} ({time.monotonic() - begin:.1f} s): {verdict}", flush=True)

    def run_together(self, *calls):
        """Runs several tests at the same time, each with its arguments: those that mostly wait."""
        with concurrent.futures.ThreadPoolExecutor(len(calls)) as pool:
            list(pool.map(lambda call: self.run(*call), calls))

    def end(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        print(f"{self.passed} passed, {self.failed} failed{skipped}")
        sys.exit(self.failed > 0)
