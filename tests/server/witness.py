"""Shared by the tests of misbehaving clients: a well-behaved client beside them, and how connections end."""
import os
import threading
import time

from client import WAIT_S, Closed
from play import Person

# How long the server may work on what others send before it answers a well-behaved client. Counted in processor time:
# other programs make everybody wait, and that is not the server's fault.
WORK_S = 1.0


def cpu_s(server):
    """Processor time of the server's first thread, which has the loop; in seconds."""
    pid = server.process.pid
    with open(f"/proc/{pid}/task/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def work_before_answer_s(server, person):
    """Processor time of the server between a request and its answer."""
    before = cpu_s(server)
    person.ok("ping")
    return cpu_s(server) - before


class Witness:
    """A well-behaved client on a thread, which measures what the server does before it gets its answers."""

    def __init__(self, server):
        self.server, self.client = server, Person(server.port, name="Witness")
        self.longest, self.count, self.error, self.going = 0, 0, None, True
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        try:
            while self.going or not self.count:
                self.longest = max(self.longest, work_before_answer_s(self.server, self.client))
                self.count += 1
                time.sleep(0.1)
        except Exception as error:  # raised by `end`
            self.error = error

    def end(self):
        self.going = False
        self.thread.join()
        assert self.error is None, self.error
        assert self.longest < WORK_S, f"the server worked for {self.longest:.2f} s first"
        self.client.close()


def undisturbed(test):
    """Runs the test with a witness beside it; afterwards the server must be healthy."""

    def run(server, *arguments):
        witness = Witness(server)
        try:
            test(server, *arguments)
        finally:
            witness.end()
        assert server.is_alive(), server.tail()
        assert server.http("GET", "/healthz")[0] == 200
    run.__name__ = test.__name__
    return run


def silence_or_end(ws, seconds=WAIT_S):
    """The texts received until the connection ends, and its code; None if it does not end."""
    texts, end = [], time.monotonic() + seconds
    try:
        while (left := end - time.monotonic()) > 0:
            texts.append(ws.receive(left))
    except Closed as closed:
        return texts, closed.code or 1006
    except TimeoutError:
        pass
    return texts, None
