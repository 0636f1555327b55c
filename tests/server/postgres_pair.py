"""A PostgreSQL with a streaming replica, on loopback, in a temporary folder; and a proxy that can be cut."""
import contextlib
import glob
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading

from process import free_port, wait_for


def programs():
    """The folder of PostgreSQL's programs, of the newest version."""
    folders = glob.glob("/usr/lib/postgresql/*/bin")
    assert folders, "needs the package postgresql"
    return pathlib.Path(max(folders, key=lambda folder: int(folder.split("/")[-2].split(".")[0])))


class Node:
    """One PostgreSQL server."""

    count = 0

    def __init__(self, folder):
        Node.count += 1
        self.folder, self.data, self.port = folder, folder / f"data{Node.count}", free_port()

    def run(self, program, *arguments):
        # PostgreSQL refuses to run as root.
        owner = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        run = subprocess.run([*owner, programs() / program, *arguments], cwd=self.folder, text=True,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        assert run.returncode == 0, (program, run.stdout)
        return run.stdout

    def control(self, *arguments):
        # Its output goes to a file: a server that is started keeps the pipe open.
        with open(self.folder / "control", "ab") as log:
            owner = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
            subprocess.run([*owner, programs() / "pg_ctl", "-D", self.data, "-w", "-l", self.folder / f"log{self.port}",
                            *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=True)

    def start(self):
        self.control("start", "-o", f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
                                    " -c shared_buffers=32MB -c max_connections=40 -c wal_retrieve_retry_interval=100ms")

    def crash(self):
        self.control("stop", "-m", "immediate")

    def kill(self):
        """Its processes end by themselves, except those that stand still."""
        os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def sql(self, statement, database="test"):
        return self.run("psql", "-h", self.folder, "-p", str(self.port), "-U", "ludosaure", "-Atc", statement,
                        database).strip()


class Pair:
    """A primary, and a replica that has everything before a commit is acknowledged."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ludosaure-postgres-"))
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.nodes = []
        with contextlib.ExitStack() as undo:
            undo.callback(self.close)
            self.nodes.append(Node(self.folder))
            primary = self.nodes[0]
            primary.run("initdb", "-D", primary.data, "-U", "ludosaure", "-A", "trust", "-E", "UTF8",
                        "--locale=C.UTF-8", "--no-sync")
            primary.start()
            primary.run("createdb", "-h", self.folder, "-p", str(primary.port), "-U", "ludosaure", "test")
            self.primary = primary
            self.add_replica()
            undo.pop_all()

    def add_replica(self):
        replica = Node(self.folder)
        primary = self.primary
        replica.run("pg_basebackup", "-h", self.folder, "-p", str(primary.port), "-U", "ludosaure", "-D", replica.data,
                    "-R", "-c", "fast", "--no-sync", "-X", "stream")
        self.nodes.append(replica)
        replica.start()
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.sql("SELECT pg_reload_conf()")
        primary.sql("CHECKPOINT")  # the checkpointer makes commits wait: it reads its settings first
        self.wait_for_replica()

    def wait_for_replica(self):
        """Until commits are acknowledged again. After a restart, reading shows some that the replica lacks."""
        wait_for(lambda: self.primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1",
                 "the replica does not connect")

    @contextlib.contextmanager
    def replica_stands_still(self):
        """Commits are not acknowledged meanwhile."""
        sender = int(self.primary.sql("SELECT pid FROM pg_stat_replication"))
        os.kill(sender, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(sender, signal.SIGCONT)

    def waiting_for_replica(self):
        """The sessions whose commits wait for it."""
        return set(self.primary.sql("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'").split())

    def restart(self):
        self.primary.crash()
        self.primary.start()

    def fail_over(self):
        """The primary is lost, and the replica takes its place."""
        self.wait_for_replica()
        self.primary.crash()
        self.promote()

    def promote(self):
        self.nodes.remove(self.primary)
        self.primary = self.nodes[0]
        self.primary.sql("SELECT pg_promote()")

    @contextlib.contextmanager
    def lost_with_primary(self):
        """Commits do not wait for the replica. What is committed meanwhile does not reach it, and then it takes the
        place of the primary."""
        self.wait_for_replica()
        self.primary.sql("ALTER SYSTEM RESET synchronous_standby_names")
        self.primary.sql("SELECT pg_reload_conf()")
        self.primary.sql("CHECKPOINT")  # as in add_replica
        sender = int(self.primary.sql("SELECT pid FROM pg_stat_replication"))
        os.kill(sender, signal.SIGSTOP)
        try:
            yield
        finally:
            self.primary.kill()
            os.kill(sender, signal.SIGKILL)
        self.promote()

    def close(self):
        for node in self.nodes:
            with contextlib.suppress(subprocess.CalledProcessError):
                node.crash()
        shutil.rmtree(self.folder, ignore_errors=True)


class Proxy:
    """Passes connections to a port on loopback on to another one, unless it is cut: then nothing passes, and those
    that were there end when it is repaired. With `hard`, they end at once, and new ones are refused."""

    def __init__(self, target, host="127.0.0.1"):
        self.target = target  # a function: the port may change
        self.listener = socket.create_server((host, 0))
        self.port = self.listener.getsockname()[1]
        self.pairs, self.is_cut, self.is_hard, self.going = {}, False, False, True
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def cut(self, hard):
        with self.lock:
            self.is_cut, self.is_hard = True, hard
            if hard:
                self.end_all()

    def repair(self):
        with self.lock:
            self.end_all()
            self.is_cut = False

    def end_all(self):
        for one in self.pairs:
            one.close()
        self.pairs = {}

    def reach(self):
        far = socket.create_connection(("127.0.0.1", self.target()), timeout=5)
        far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return far

    def accept(self):
        near = self.listener.accept()[0]
        try:
            if self.is_cut and self.is_hard:
                raise OSError
            far = self.reach()
            near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.pairs[near], self.pairs[far] = far, near
        except OSError:
            near.close()

    def pass_on(self, one):
        try:
            data = one.recv(65536)
            if data:
                self.pairs[one].sendall(data)
                return
        except OSError:
            pass
        for end in (one, self.pairs[one]):
            self.pairs.pop(end, None)
            end.close()

    def run(self):
        while self.going:
            with self.lock:
                ends = [] if self.is_cut else list(self.pairs)
                ready = select.select([self.listener, *ends], [], [], 0)[0]
                if self.listener in ready:
                    self.accept()
                for one in ready:
                    if one in self.pairs:
                        self.pass_on(one)
            if not ready:
                select.select([self.listener, *ends], [], [], 0.02)

    def close(self):
        self.going = False
        self.thread.join()
        self.end_all()
        self.listener.close()
