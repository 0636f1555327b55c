"""Runs by bench/cluster: durable moves per second and delays with two servers on one PostgreSQL, next to one server on
the same database, and to a bare echo by libwebsockets.

usage: cluster.py BUILD [--short] URL"""
import contextlib
import json
import os
import pathlib
import resource
import socket
import subprocess
import sys
import tempfile
import time

LIMITS = ["--connections-per-address", "20000", "--rate", "100000", "--people-per-minute", "1000000",
          "--tables-per-minute", "1000000", "--tables-per-person", "1000"]
GOAL = 6000  # durable moves per second


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@contextlib.contextmanager
def program(*command):
    """A program that listens on a port, which is its last word, until the end."""
    with tempfile.TemporaryFile() as log, subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL,
                                                           stdout=log, stderr=log) as process:
        try:
            end = time.monotonic() + 60
            while not is_open(int(command[-1])):
                if process.poll() is not None or time.monotonic() > end:
                    log.seek(0)
                    sys.exit(f"bench/cluster: {command[0]} does not start:\n{log.read().decode()}")
                time.sleep(0.02)
            yield int(command[-1])
        finally:
            if process.poll() is not None:
                log.seek(0)
                print(f"bench/cluster: {command[0]} has ended by itself, code {process.returncode}:\n"
                      f"{log.read().decode()}", file=sys.stderr)
            process.terminate()
            process.wait(20)


def is_open(port):
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


class Bench:
    def __init__(self, build, short):
        self.build, self.url = pathlib.Path(build), os.environ["LUDOSAURE_POSTGRES"]
        self.tables, self.seconds = (50, 3) if short else (300, 10)

    def load(self, *words):
        run = subprocess.run([self.build / "bench/load", *map(str, words), "--json"], stdout=subprocess.PIPE, text=True,
                             check=False)
        if run.returncode != 0:
            sys.exit(f"bench/cluster: the run is not valid\n{run.stdout}")
        return json.loads(run.stdout)

    def play(self, what, server_count, rate):
        with contextlib.ExitStack() as servers:
            ports = [servers.enter_context(program(self.build / "ludosaure", "serve", "--database", self.url, *LIMITS,
                                                   "--port", free_port())) for _ in range(server_count)]
            found = self.load("play", "--tables", self.tables, "--seconds", self.seconds, "--rate", rate, "--spread", 50,
                              *(word for port in ports for word in ("--port", port)))
        row(f"{what}: durable moves/s", f"{found['moves_per_s']:,.0f}")
        for name, key in (("sent → own step", "answer_ms"), ("sent → step at the last seat", "all_ms")):
            row(f"  {name}, ms: p50, p99", f"{found[key]['p50']:.1f}, {found[key]['p99']:.1f}")

    def echo(self):
        with program(self.build / "bench/echo", free_port()) as port:
            found = self.load("echo", "--port", port, "--connections", 64, "--seconds", self.seconds)
        row("a bare echo by libwebsockets, 64 clients: messages/s", f"{found['messages_per_s']:,.0f}")
        row("  sent → received, ms: p50, p99", f"{found['p50']:.1f}, {found['p99']:.1f}")


def row(what, figure):
    print(f"{what:66} {figure:>16}", flush=True)


def main():
    build, *words = sys.argv[1:-1]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{os.cpu_count()} cores for everything; load average {os.getloadavg()[0]:.1f} before the run"
          " (more than 0.5: other programs make the figures worse)\n", flush=True)
    bench = Bench(build, "--short" in words)
    bench.echo()
    bench.play("one server, as fast as possible", 1, 0)
    bench.play("two servers, as fast as possible", 2, 0)
    # The delay from one server to the other is that of the last seat: two of four seats are at the other server.
    bench.play(f"two servers, {GOAL:,}/s", 2, GOAL)
    bench.play("two servers, 1,000/s", 2, 1000)


main()
