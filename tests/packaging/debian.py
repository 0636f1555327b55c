#!/usr/bin/env python3
"""The Debian package in a fresh Debian: installed, started as systemd would, upgraded, removed, purged. Needs root, and
some minutes: it builds the package and fetches a Debian from where apt gets its packages.

usage: debian.py [--packages FOLDER] [--chroot TAR]
  --packages FOLDER   use the packages there instead of building them
  --chroot TAR        use this Debian instead of making one; the package's dependencies are installed in it"""
import argparse
import ctypes
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "server"))

import client
from play import Person
from process import Tests

PORT = 8080  # of the unit; the test has a network of its own
STATE = "var/lib/ludosaure"
# Records what the maintainer scripts ask of systemd. The service is active while /active exists.
SYSTEMCTL = """\
#!/bin/sh
echo "$*" >>/systemctl.calls
case "$*" in
    *list-units*) echo "ludosaure@8081.service loaded active running Ludosaure" ;;
    *is-active*) [ -e /active ] || exit 3 ;;
    *is-enabled*) echo enabled ;;
esac
"""


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{words}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


# ---- Packages and a Debian ----

def package(folder, name):
    found, = folder.glob(f"{name}_*.deb")
    return found


def dependencies(folder):
    """The names of the packages that ours depend on; of alternatives, the one without systemd itself."""
    names = set()
    for name in ("ludosaure", "libludosaure1"):
        for wish in run("dpkg-deb", "-f", package(folder, name), "Depends").strip().split(", "):
            choices = [choice.split()[0] for choice in wish.split(" | ")]
            names.add(next((choice for choice in choices if "standalone" in choice), choices[0]))
    return names


def make_debian(folder, tar):
    """A minimal Debian like this machine's, from the sources that apt has here."""
    sources = run("apt-get", "indextargets", "--format", "deb $(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages")
    codename = re.search("(?m)^VERSION_CODENAME=(.*)$", pathlib.Path("/etc/os-release").read_text())[1]
    run("mmdebstrap", "--variant=minbase", f"--include={','.join(sorted(dependencies(folder)))}", codename, tar, "-",
        input="".join(line + "\n" for line in sorted(set(sources.splitlines()))))


def newer(folder, old):
    """The same package as the next version."""
    content = folder / "content"
    run("dpkg-deb", "-R", old, content)
    control = content / "DEBIAN" / "control"
    control.write_text(re.sub("(?m)^Version: (.*)$", r"Version: \1+1", control.read_text()))
    new = folder / "newer.deb"
    run("dpkg-deb", "--root-owner-group", "-b", content, new)
    return new


# ---- The machine ----

class Machine:
    """A Debian in a folder, without systemd: units are started by hand, as they say."""

    def __init__(self, folder, tar):
        self.root = folder / "root"
        self.root.mkdir()
        run("tar", "-xf", tar, "-C", self.root)
        (self.root / "run/systemd/system").mkdir(parents=True, exist_ok=True)  # as if systemd ran
        (self.root / "usr/local/bin/systemctl").write_text(SYSTEMCTL)
        (self.root / "usr/local/bin/systemctl").chmod(0o755)
        self.process = None

    def run(self, *words):
        return run("chroot", self.root, "env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                   "DEBIAN_FRONTEND=noninteractive", *words)

    def dpkg(self, action, *what):
        """Returns what systemd was asked for."""
        calls = self.root / "systemctl.calls"
        calls.write_text("")
        names = []
        for item in what:
            if isinstance(item, pathlib.Path):
                shutil.copy(item, self.root / item.name)
                item = f"/{item.name}"
            names.append(item)
        self.run("dpkg", action, *names)
        return calls.read_text().splitlines()

    def command(self):
        """The command line of the unit, with its variables filled in."""
        unit = (self.root / "lib/systemd/system/ludosaure.service").read_text()
        line = re.search("(?m)^ExecStart=(.*)$", unit)[1]
        file = self.root / re.search("(?m)^EnvironmentFile=-/(.*)$", unit)[1]
        options = re.search('(?m)^LUDOSAURE_OPTIONS="(.*)"$', file.read_text())[1]
        assert re.search("(?m)^User=ludosaure$", unit) and re.search("(?m)^StateDirectory=ludosaure$", unit), unit
        return shlex.split(line.replace("${STATE_DIRECTORY}", f"/{STATE}").replace("$LUDOSAURE_OPTIONS", options))

    def start(self):
        """As Type=notify: returns when the server says that it is ready."""
        self.run("install", "-d", "-o", "ludosaure", "-g", "ludosaure", "-m", "0700", f"/{STATE}")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            ready.bind(str(self.root / "run/notify"))
            os.chmod(self.root / "run/notify", 0o777)
            ready.settimeout(60)
            self.process = subprocess.Popen(
                ["/usr/sbin/chroot", "--userspec=ludosaure:ludosaure", self.root, *self.command()],
                env={"NOTIFY_SOCKET": "/run/notify", "PATH": "/usr/bin:/bin"}, stdout=subprocess.DEVNULL,
                stderr=open(self.root / "server.log", "ab"))
            message = ready.recv(4096).decode()
        os.unlink(self.root / "run/notify")
        assert "READY=1" in message, message
        (self.root / "active").touch()

    def stop(self):
        (self.root / "active").unlink()
        self.process.terminate()
        assert self.process.wait(60) == 0, (self.root / "server.log").read_text()[-2000:]


# ---- The tests: one life of a package ----

def installed(machine, packages):
    calls = machine.dpkg("-i", package(packages, "ludosaure"))
    assert any(call.endswith("start ludosaure.service") for call in calls), calls
    assert (machine.root / "etc/systemd/system/multi-user.target.wants/ludosaure.service").is_symlink()
    account = machine.run("getent", "passwd", "ludosaure").split(":")
    assert 0 < int(account[2]) < 1000 and account[5] == f"/{STATE}" and account[6].strip() == "/usr/sbin/nologin", account
    conffiles = machine.run("dpkg-query", "-W", "-f", "${Conffiles}", "ludosaure")
    assert "/etc/ludosaure/ludosaure.env" in conffiles, conffiles
    assert machine.run("ludosaure", "--version").startswith("ludosaure ")


def started(machine):
    """Returns a person and a table, for after the upgrade."""
    machine.start()
    assert b"<html" in client.http(PORT, "GET", "/").body.lower()
    assert json.loads(client.http(PORT, "GET", "/healthz").body)["ok"] is True
    person = Person(PORT, name="Ada")
    table = person.create("trex", 2)["table"]
    person.close()
    database = machine.root / STATE / "ludosaure.db"
    owner = int(machine.run("id", "-u", "ludosaure"))
    assert database.stat().st_uid == owner and database.stat().st_mode & 0o077 == 0, oct(database.stat().st_mode)
    status = pathlib.Path(f"/proc/{machine.process.pid}/status").read_text()
    assert re.search(rf"(?m)^Uid:\s+{owner}\s", status), status
    return person.secret, table


def upgraded(machine, folder, packages, secret, table):
    """The service is restarted, instances too; changed options and all data stay."""
    options = machine.root / "etc/ludosaure/ludosaure.env"
    options.write_text(re.sub('(?m)^LUDOSAURE_OPTIONS=.*$', 'LUDOSAURE_OPTIONS="--rate 7"', options.read_text()))
    calls = machine.dpkg("-i", newer(folder, package(packages, "ludosaure")))
    for unit in ("ludosaure.service", "ludosaure@8081.service"):
        assert any(call.endswith(f"restart {unit}") for call in calls), (unit, calls)
    assert not any(call.split()[:1] == ["stop"] for call in calls), calls
    machine.stop()
    machine.start()
    assert machine.command()[-2:] == ["--rate", "7"], machine.command()
    person = Person(PORT, secret=secret)
    person.watch(table=table)
    person.close()


def libraries(machine, packages):
    machine.dpkg("-i", package(packages, "libludosaure1"), package(packages, "libludosaure-dev"))
    assert list(machine.root.glob("usr/lib/*/libludosaure.so.1")) and (machine.root / "usr/include/ludosaure.h").exists()


def removed(machine):
    calls = machine.dpkg("-r", "ludosaure")
    assert any(call.endswith("stop ludosaure.service") for call in calls), calls
    machine.stop()
    assert not (machine.root / "usr/bin/ludosaure").exists()
    assert (machine.root / STATE / "ludosaure.db").exists(), "removing keeps the data"
    assert "--rate 7" in (machine.root / "etc/ludosaure/ludosaure.env").read_text(), "removing keeps the options"


def purged(machine):
    machine.dpkg("-P", "ludosaure")
    left = [path for path in (STATE, "etc/ludosaure", "etc/systemd/system/multi-user.target.wants/ludosaure.service")
            if os.path.lexists(machine.root / path)]
    assert not left, left


def lint(packages):
    changes, = packages.glob("*.changes")
    done = subprocess.run(["lintian", "--fail-on", "error,warning", "--allow-root", changes], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def version(packages):
    """The package has the version of the program."""
    project = re.search(r"version: '([^']*)'", (ROOT / "meson.build").read_text())[1]
    assert run("dpkg-deb", "-f", package(packages, "ludosaure"), "Version").strip() == project


def own_network():
    """From here on, this process has a network of its own, with nothing but loopback: the unit's port is free."""
    CLONE_NEWNET = 0x40000000
    assert ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) == 0, os.strerror(ctypes.get_errno())
    run("ip", "link", "set", "lo", "up")


def life(tests, folder, packages, tar):
    machine = Machine(folder, tar)
    kept = []
    try:
        tests.run("installed", installed, machine, packages)
        tests.run("started", lambda: kept.extend(started(machine)))
        tests.run("upgraded", lambda: upgraded(machine, folder, packages, *kept))
        tests.run("libraries", libraries, machine, packages)
        tests.run("removed", removed, machine)
        tests.run("purged", purged, machine)
    finally:
        if machine.process and machine.process.poll() is None:
            machine.process.kill()
            machine.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=pathlib.Path)
    parser.add_argument("--chroot", type=pathlib.Path)
    given = parser.parse_args()
    tests = Tests()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        packages, tar = given.packages or folder / "packages", given.chroot or folder / "debian.tar"
        if not given.packages:
            run(ROOT / "packaging" / "build-deb", packages)
        tests.run("lintian", lint, packages)
        tests.run("version", version, packages)
        if not given.chroot:
            make_debian(packages, tar)
        own_network()
        life(tests, folder, packages, tar)
    tests.end()


main()
