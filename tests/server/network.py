"""Network namespaces: each server is a machine of its own, with one link to its clients and one to the database.
A link that is cut loses every packet, as when a cable is pulled. Needs root."""
import os
import shutil
import socket
import subprocess
import sys

from postgres_pair import Proxy
from process import Server, free_port


def enter_or_skip():
    """Continues in a network namespace of this process alone. Skips all tests where that is not allowed."""
    if os.environ.get("LUDOSAURE_OWN_NETWORK"):
        run("ip", "link", "set", "lo", "up")
        return
    allowed = shutil.which("ip") and subprocess.run(["unshare", "--net", "true"], check=False,
                                                    capture_output=True).returncode == 0
    if not allowed:
        print("skipped: network namespaces need root and the package iproute2")
        sys.exit(0)
    os.environ["LUDOSAURE_OWN_NETWORK"] = "yes"
    os.execvp("unshare", ["unshare", "--net", sys.executable, *sys.argv])


def run(*command):
    subprocess.run([str(word) for word in command], check=True)


class Link:
    """A cable between this namespace, where the address is `near`, and a machine, where it is `far`."""

    count = 0

    def __init__(self, machine):
        Link.count += 1
        self.name = f"link{Link.count}"
        self.near, self.far = f"10.77.{Link.count}.1", f"10.77.{Link.count}.2"
        run("ip", "link", "add", self.name, "type", "veth", "peer", "name", self.name, "netns", machine.holder.pid)
        run("ip", "address", "add", f"{self.near}/30", "dev", self.name)
        run(*machine.inside, "ip", "link", "set", self.name, "up")
        run(*machine.inside, "ip", "address", "add", f"{self.far}/30", "dev", self.name)
        self.repair()

    def cut(self):
        run("ip", "link", "set", self.name, "down")

    def repair(self):
        run("ip", "link", "set", self.name, "up")


class DatabaseGate(Proxy):
    """The database listens on a socket file, which every namespace can reach: this makes it a port of the network."""

    def __init__(self, folder):
        self.folder = folder
        super().__init__(None, "0.0.0.0")

    def reach(self):
        far = socket.socket(socket.AF_UNIX)
        far.connect(f"{self.folder}/.s.PGSQL.5432")
        return far


class Machine(Server):
    """A server in a namespace of its own. Its clients connect to `port`, an address at the end of a link."""

    def __init__(self, binary, gate, database):
        super().__init__(binary, "--listen", "0.0.0.0", "--rate", "100000", start=False)
        # A process keeps the namespace while no server runs in it. It says when it is there.
        self.holder = subprocess.Popen(["unshare", "--net", "sh", "-c", "echo && exec cat"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE)
        self.holder.stdout.readline()
        self.inside = ("nsenter", f"--net=/proc/{self.holder.pid}/ns/net")
        self.clients, self.database_link = Link(self), Link(self)
        self.database = f"postgresql://ludosaure@{self.database_link.near}:{gate.port}/{database}"
        self.bound = free_port()
        self.port = (self.clients.far, self.bound)
        self.start()

    def command(self):
        return [*self.inside, self.binary, "serve", "--port", str(self.bound), "--database", self.database, *self.options]

    def __exit__(self, *_):
        self.clients.repair()
        self.database_link.repair()
        super().__exit__()
        self.holder.stdin.close()
        self.holder.stdout.close()
        self.holder.wait()
