"""Shared by the tests of misbehaving clients: a well-behaved client beside them, and how connections end."""
import threading
import time

from client import Closed
from play import Person

LATENCY_S = 1.0  # how long a well-behaved client may wait while others misbehave


class Witness:
    """A well-behaved client on a thread, which measures how long answers take."""

    def __init__(self, port):
        self.client = Person(port, name="Witness")
        self.longest, self.count, self.error, self.going = 0, 0, None, True
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        try:
            while self.going:
                begin = time.monotonic()
                self.client.ok("ping")
                self.longest = max(self.longest, time.monotonic() - begin)
                self.count += 1
                time.sleep(0.1)
        except Exception as error:  # raised by `end`
            self.error = error

    def end(self):
        self.going = False
        self.thread.join(20)
        assert self.error is None, self.error
        assert self.count and self.longest < LATENCY_S, f"waited {self.longest:.2f} s"
        self.client.close()


def undisturbed(test):
    """Runs the test with a witness beside it; afterwards the server must be healthy."""

    def run(server, *arguments):
        witness = Witness(server.port)
        try:
            test(server, *arguments)
        finally:
            witness.end()
        assert server.is_alive(), server.tail()
        assert server.http("GET", "/healthz")[0] == 200
    run.__name__ = test.__name__
    return run


def silence_or_end(ws, seconds=2):
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
