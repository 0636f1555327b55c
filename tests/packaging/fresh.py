#!/usr/bin/env python3
"""The commands of the README on machines that never saw the project: a minimal Debian 12 and 13, each in a folder, as
root or as a person with sudo, with and without a terminal, and in both orders. Needs root, and some tens of minutes: it fetches each
Debian and what the program is built with from where apt and npm get their packages here.

usage: fresh.py [--suite NAME] [--order program|tests] [--test "ARGUMENTS"]
  --suite NAME         only this Debian: bookworm or trixie
  --order ORDER        only this order: ./ludosaure first (program), or ./test first (tests)
  --test "ARGUMENTS"   how ./test is called; by default "--quick"

Packages are kept in build-fresh/ for the next run."""
import argparse
import os
import pathlib
import pty
import random
import re
import select
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "server"))

import client
from play import gather, leave, play
from process import Tests, free_port

KEPT = ROOT / "build-fresh"
# Of each Debian and order: who types the commands, and whether in a terminal.
MACHINES = [("bookworm", "program", "person", True), ("trixie", "program", "person", False),
            ("bookworm", "tests", "root", False), ("trixie", "tests", "root", True)]
CLONE = "our games/base/mind/ludosaure"  # a space, and names of folders in src/
SILENT_S = 10
BUILT_S = 3600  # a slow machine needs this long to install and build everything
FROM_HERE = ("http_proxy", "https_proxy", "no_proxy", "NODE_EXTRA_CA_CERTS", "npm_config_registry", "npm_config_cafile")


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert done.returncode == 0, f"{words}: {done.stdout[-2000:]}"
    return done.stdout


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(0)


# ---- A Debian ----

def sources(suite):
    """Where apt gets Debian from here, for another Debian."""
    lines = run("apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE)", "Created-By: Packages", "Origin: Debian")
    here = re.search("(?m)^VERSION_CODENAME=(.*)$", pathlib.Path("/etc/os-release").read_text())[1]
    return "".join(f"deb {line} main\n" for line in dict.fromkeys(lines.replace(here, suite).splitlines()))


def debian(suite):
    """A tar of a minimal Debian, or None if it cannot be fetched. One of this week is good enough."""
    tar = KEPT / f"{suite}.tar"
    if not tar.exists() or time.time() - tar.stat().st_mtime > 7 * 24 * 3600:
        KEPT.mkdir(exist_ok=True)
        made = subprocess.run(["mmdebstrap", "--variant=minbase", "--include=ca-certificates,git,sudo", suite, tar, "-"],
                              input=sources(suite), capture_output=True, text=True)
        if made.returncode != 0:
            tar.unlink(missing_ok=True)
            print(made.stderr[-2000:])
            return None
    return tar


def mount(*words):
    run("mount", *words)


class Machine:
    """A Debian in a folder, with a clone of the working tree."""

    def __init__(self, folder, suite, user, terminal):
        self.root, self.suite, self.user, self.terminal = folder / "root", suite, user, terminal
        self.home = "root" if user == "root" else f"home/{user}"

    def start(self):
        self.root.mkdir()
        run("tar", "-xf", debian(self.suite), "-C", self.root)
        self.mount(KEPT / f"packages-{self.suite}")
        (self.root / "etc/resolv.conf").write_text(pathlib.Path("/etc/resolv.conf").read_text())
        (self.root / "etc/hosts").write_text(f"127.0.0.1 localhost {socket.gethostname()}\n")
        if self.user != "root":
            self.as_root("useradd", "--create-home", "--shell", "/bin/bash", self.user)
            (self.root / "etc/sudoers.d/person").write_text(f"{self.user} ALL=(ALL) NOPASSWD: ALL\n")
        self.settings()
        self.clone()

    def mount(self, packages):
        """Nothing of this machine is mounted that could be removed by mistake, except kept packages."""
        packages.mkdir(exist_ok=True)
        mount("--bind", packages, self.root / "var/cache/apt/archives")
        mount("-t", "proc", "proc", self.root / "proc")
        devices = self.root / "dev"
        mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", devices)
        for name in ("null", "zero", "full", "random", "urandom", "tty"):
            (devices / name).touch()
            mount("--bind", f"/dev/{name}", devices / name)
        for name, *how in (("pts", "--bind", "/dev/pts"), ("shm", "-t", "tmpfs", "tmpfs")):
            (devices / name).mkdir()
            mount(*how, devices / name)
        for name, target in (("ptmx", "pts/ptmx"), ("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
            (devices / name).symlink_to(target)

    def unmount(self):
        mounted = [line.split()[1] for line in pathlib.Path("/proc/self/mounts").read_text().splitlines()]
        for place in reversed(mounted):
            if place.startswith(f"{self.root}/"):
                run("umount", "-l", place)

    def as_root(self, *words):
        return run("chroot", self.root, *words)

    def settings(self):
        """What this machine needs to reach npm."""
        own = pathlib.Path("/usr/local/share/ca-certificates")
        for file in own.glob("*.crt"):
            (self.root / own.relative_to("/") / file.name).write_bytes(file.read_bytes())
        self.as_root("update-ca-certificates")
        npmrc = pathlib.Path.home() / ".npmrc"
        if npmrc.exists():
            (self.root / self.home / ".npmrc").write_bytes(npmrc.read_bytes())

    def clone(self):
        """The files of the working tree, committed or not, as a repository that is cloned."""
        tree = self.root / "srv/tree"
        tree.mkdir()
        files = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
        there = "\0".join(name for name in files.split("\0") if name and (ROOT / name).exists())
        run("xargs", "-0", "cp", "--parents", "-t", tree, cwd=ROOT, input=there)
        run("git", "init", "-q", tree)
        run("git", "-C", tree, "add", "-A")
        run("git", "-C", tree, "-c", "user.name=test", "-c", "user.email=test", "commit", "-qm", "tree")
        self.as_root("chown", "-R", self.user, "/srv/tree")
        self.command("git", "clone", "-q", "/srv/tree", CLONE, folder="")

    def words(self, *words, folder=CLONE):
        given = [f"{name}={os.environ[name]}" for name in FROM_HERE if name in os.environ]
        inside = f"cd {shlex.quote(f'/{self.home}/{folder}')} && exec {shlex.join(words)}"
        return ["chroot", f"--userspec={self.user}", f"--groups={self.user}", str(self.root), "env", "-i", f"HOME=/{self.home}",
                f"USER={self.user}", "TERM=xterm", "LANG=C.UTF-8",
                "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", *given, "bash", "-c", inside]

    def command(self, *words, folder=CLONE):
        """Runs a command without a terminal, and returns what it prints."""
        return run(*self.words(*words, folder=folder), stdin=subprocess.DEVNULL)


class Typed:
    """A command, as a person sees it: what it prints, and how long it was silent."""

    def __init__(self, machine, *words):
        self.output, self.silent, self.is_tty = b"", 0.0, machine.terminal
        self.last = time.monotonic()
        if machine.terminal:
            self.process, self.reader = pty.fork()
            if self.process == 0:
                os.execvp("chroot", machine.words(*words))
        else:
            self.reader, writer = os.pipe()
            self.process = os.posix_spawnp("chroot", machine.words(*words), os.environ, setsid=True, file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0), (os.POSIX_SPAWN_DUP2, writer, 1),
                (os.POSIX_SPAWN_DUP2, writer, 2)])
            os.close(writer)

    def read(self, seconds=0.5):
        """Some of the output; False at its end."""
        ready, _, _ = select.select([self.reader], [], [], seconds)
        self.silent = max(self.silent, time.monotonic() - self.last)
        if not ready:
            return True
        try:
            more = os.read(self.reader, 65536)
        except OSError:  # the terminal's other side is closed
            return False
        self.last = time.monotonic()
        self.output += more
        return bool(more)

    def until(self, condition):
        end = time.monotonic() + BUILT_S
        while not condition():
            assert self.read() and time.monotonic() < end, self.said()
        return self

    def wait(self):
        """To the end. Returns the exit code."""
        while self.read(10):
            pass
        os.close(self.reader)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])

    def stop(self):
        os.killpg(self.process, signal.SIGTERM)
        self.wait()

    def said(self, most=1100):
        return re.sub("[^\n]*\r\033\\[K", "", self.output.decode(errors="replace").replace("\r\n", "\n"))[-most:]


# ---- The tests ----

def answers(port):
    try:
        return client.http(port, "GET", "/healthz", timeout=5).status == 200
    except OSError:
        return False


def program(machine):
    """./ludosaure installs and builds, and a match is played over sockets."""
    port = free_port()
    server = Typed(machine, "./ludosaure", "serve", "--port", str(port), "--listen", "127.0.0.1", "--rate", "100000")
    try:
        server.until(lambda: answers(port))
        print(f"silent for {server.silent:.1f} s at most", flush=True)
        assert server.silent < SILENT_S, server.said()
        assert machine.terminal == (b"\r\033[K" in server.output), "a line is rewritten on terminals only"
        assert b"<html" in client.http(port, "GET", "/").body.lower()
        people, _, table = gather(types.SimpleNamespace(port=port), "trex", 2)
        play(people, table, random.Random(1))
        leave(*people)
    finally:
        server.stop()


def in_browser(machine):
    """The page has the program for the browser, which plays matches that the native one verifies."""
    tree = machine.root / machine.home / CLONE
    assert list(tree.glob("web/dist/assets/*.wasm")), f"not in the page: {(tree / 'build/page.log').read_text()[-1000:]}"
    machine.command("node", "tests/wasm/hall.mjs", "build-wasm/src/wasm", "build/ludosaure", "--unchecked")


def nothing_to_do(machine):
    said = machine.command("./ludosaure", "--version")
    assert re.fullmatch(r"ludosaure [0-9.]+\n", said), said


def tests_pass(machine, arguments):
    typed = Typed(machine, "./test", *arguments)
    code = typed.wait()
    assert code == 0 and re.search(r"(?m)^[1-9]\d* passed, 0 failed", typed.said()), f"exit code {code}: {typed.said(30_000)}"


def life(tests, suite, order, user, terminal, arguments):
    name = f"{suite}, {user}, {'' if terminal else 'no '}terminal"
    with tempfile.TemporaryDirectory(prefix="ludosaure-fresh-") as temporary:
        folder = pathlib.Path(temporary)
        machine = Machine(folder, suite, user, terminal)
        try:
            machine.start()
            if order == "tests":
                tests.run(f"{name}: ./test first", tests_pass, machine, arguments)
            tests.run(f"{name}: ./ludosaure", program, machine)
            tests.run(f"{name}: the program for the browser", in_browser, machine)
            tests.run(f"{name}: nothing to do", nothing_to_do, machine)
            if order == "program":
                tests.run(f"{name}: ./test", tests_pass, machine, arguments)
        finally:
            machine.unmount()


def alone():
    """Starts this program again, where nobody else sees what it mounts, and what it starts ends with it."""
    if os.environ.get("FRESH_ALONE") != "yes":
        os.environ["FRESH_ALONE"] = "yes"
        os.execvp("unshare", ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable, *sys.argv])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite")
    parser.add_argument("--order")
    parser.add_argument("--test", default="--quick")
    given = parser.parse_args()
    if os.getuid() != 0:
        skip("only root can make a Debian in a folder")
    alone()
    machines = [machine for machine in MACHINES if given.suite in (None, machine[0]) and given.order in (None, machine[1])]
    for suite in sorted({machine[0] for machine in machines}):
        if not debian(suite):
            skip(f"Debian {suite} cannot be fetched here")
    tests = Tests()
    for machine in machines:
        life(tests, *machine, shlex.split(given.test))
    tests.end()


main()
