#!/usr/bin/env python3
"""Limits: clients that send too much, too fast, too slowly, or never read. They are slowed down or
disconnected, and the server keeps serving everyone else.

usage: limits.py BINARY [NAME…]"""
import json
import random
import select
import socket
import sys
import threading
import time

import client
from client import CONTINUATION, PING, PONG, TEXT, Closed, Refused, Socket, frame
from play import Person, leave, play, settle
from process import Server, Tests, wait_for
from witness import WORK_S, cpu_s, silence_or_end, undisturbed, work_before_answer_s

IDLE_S = 45  # by then, clients that do not answer pings are disconnected
LIMIT_CONNECTIONS = 30
RATE, BURST_S = 20, 3  # messages per second; a client may send those of this many seconds at once


def connections_of_one_address(server):
    """More than the limit are refused; those of other addresses are not, and places come free."""
    one = [("X-Forwarded-For", "10.9.9.9")]
    held, refused = [], 0
    for _ in range(LIMIT_CONNECTIONS + 10):
        try:
            ws = Socket(server.port, headers=one)
            ws.send_text('{"id":1,"cmd":"ping"}')
            ws.receive()
            held.append(ws)
        except (Refused, Closed):
            refused += 1
    assert len(held) == LIMIT_CONNECTIONS and refused == 10, (len(held), refused)
    Person(server.port, name="Somebody else").close()
    for ws in held:
        ws.drop()

    def is_admitted():
        try:
            Socket(server.port, headers=one).close()
            return True
        except Refused:
            return False
    wait_for(is_admitted, "no connection was freed")


def few_files(binary):
    """The system allows few open files: the log says so at the start, and once when a connection is refused for that."""
    with Server(binary, start=False) as server:
        command = server.command()
        server.command = lambda: ["sh", "-c", 'ulimit -n 100 && exec "$@"', "sh", *command]
        server.start()
        limited = server.wait_logged("files_limited")
        assert [line["files"] for line in limited] == [100], server.tail()
        held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(limited[0]["sockets"] + 5)]
        server.wait_logged("sockets_full")
        for sock in held:
            sock.close()
        wait_for(lambda: server.figure("sockets") == 1)
        assert server.figure("refused_total") >= 5
        assert len(server.logged("sockets_full")) == 1, server.tail()
        server.stop_well()


@undisturbed
def flood(server):
    """A thousand messages at once: some are answered, then refused, or the connection is closed."""
    ws, begin = Socket(server.port), time.monotonic()
    try:
        ws.send_bytes(frame(TEXT, b'{"id":1,"cmd":"games"}') * 1000)
    except Closed:
        pass
    texts, code = silence_or_end(ws)
    answers = [json.loads(text) for text in texts]
    fine = sum(answer.get("ok") is True for answer in answers)
    assert RATE <= fine <= RATE * (BURST_S + time.monotonic() - begin) + 1, fine
    assert code and any(answer["error"]["code"] == "limit" for answer in answers if not answer["ok"]), code
    ws.drop()


def costly_requests(server):
    """An address that keeps asking for what costs much gets no more than its share of the loop: at five messages
    a second, 25 ms of each."""
    ada = Person(server.port, name="Ada", pace=4)
    table = ada.create("trex", 5, public=True, bots=[None] + ["random"] * 4, pace="fast", autostart=True)["table"]
    settle([ada], table)
    seen, rng = ada.tables[table], random.Random(1)
    while seen.v <= 64:
        assert play([ada], table, rng, moves=1) == 1, "the match is over too early"
    ada.until(lambda: seen.to_act == [seen.seat])
    version = seen.v
    address = [("X-Forwarded-For", "10.9.9.7")]
    crowd = [client.Client(server.port, headers=address, name=f"Crowd {i}").ws for i in range(20)]
    request = json.dumps({"id": 1, "cmd": "watch", "table": table, "since": version - 60}).encode()
    refused, answered, rounds = 0, 0, 0
    begin, used = time.monotonic(), cpu_s(server)
    # On a busy machine this program sends too slowly at first.
    while crowd and (now := time.monotonic()) < begin + (4 if answered and refused else client.WAIT_S):
        try:
            if now > begin + rounds * 0.21:
                rounds += 1
                for ws in crowd:
                    ws.send_bytes(frame(TEXT, request))
            for ws in select.select(crowd, [], [], 0.01)[0]:
                data = ws.sock.recv(1 << 20)
                answered += data.count(b'"id":1,"ok":true')
                refused += data.count(b'"id":1,"ok":false')
        except (Closed, ConnectionError):  # we were too slow to read all that
            crowd.remove(ws)
    share = (cpu_s(server) - used) / (time.monotonic() - begin)
    assert answered and refused, (answered, refused, share)
    assert share < 0.12, f"{share:.2f} of a core for {answered} answers, {refused} refused"
    assert work_before_answer_s(server, ada) < WORK_S
    for ws in crowd:
        ws.drop()
    ada.close()


@undisturbed
def small_frames(server):
    """Frames below the messages are counted as well: who sends nothing else is soon disconnected."""
    for name, data in {"pings": frame(PING, b""), "pongs": frame(PONG, b"x"),
                       "empty parts": frame(CONTINUATION, b"", fin=False)}.items():
        ws = Socket(server.port, headers=[("X-Forwarded-For", "10.9.9.6")])
        if name == "empty parts":
            ws.send_bytes(frame(TEXT, b"", fin=False))
        begin, used, sent = time.monotonic(), cpu_s(server), 0
        try:
            while time.monotonic() < begin + client.WAIT_S:
                ws.send_bytes(data * 1000)
                sent += 1000
                if select.select([ws], [], [], 0)[0]:
                    ws.fill()
            raise AssertionError(f"{name}: still there after {sent} in {time.monotonic() - begin:.1f} s, "
                                 f"{cpu_s(server) - used:.2f} s of processor time")
        except (Closed, ConnectionError):
            pass
        assert cpu_s(server) - used < 0.5, (name, cpu_s(server) - used)
        ws.drop()
    # At a pace that no library exceeds they are welcome.
    ws = Socket(server.port)
    for _ in range(100):
        ws.send_bytes(frame(PING, b"x") + frame(PONG, b""))
    ws.send_text('{"id":1,"cmd":"ping"}')
    assert json.loads(ws.receive())["ok"]
    ws.close()


@undisturbed
def bodies_that_wait(server):
    """One address may not have many requests under way that never end; others can ask meanwhile."""
    head = b"POST /api/people HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.9.9.5\r\nContent-Length: 100\r\n\r\n{"
    held, refused = [], set()
    for _ in range(100):
        sock = client.connect(server.port)
        sock.sendall(head)
        held.append(sock)

    def count_refused():
        refused.update(sock for sock in select.select(held, [], [], 0)[0] if b" 429 " in sock.recv(1000))
        return len(refused)
    wait_for(lambda: count_refused() >= 30)
    assert server.http("POST", "/api/people", {"name": "x"}, headers=[("X-Forwarded-For", "10.9.9.4")])[0] == 200
    assert count_refused() <= 40, len(refused)
    for sock in held:
        sock.close()


def ask_until_refused(ask, burst, per_minute):
    """Asks until the answer is that there were too many; not before `burst` of them, and not long after that."""
    begin, count = time.monotonic(), 0
    while ask() != "limit":
        count += 1
        most = burst + per_minute * (time.monotonic() - begin) / 60 + 1
        assert count <= most, f"{count} instead of {most:.0f}"
    assert count >= burst, (count, burst)


@undisturbed
def limits_of_people(server):
    """How many people, codes, tables and sentences."""
    address = [("X-Forwarded-For", "10.9.9.8")]

    def new_person():
        status, answer = server.http("POST", "/api/people", {"name": "x"}, headers=address)
        assert status in (200, 429), status
        return answer["error"]["code"] if status == 429 else "ok"

    def code_of(person, cmd, **values):
        answer = person.ask(cmd, **values)
        return "ok" if answer["ok"] else answer["error"]["code"]
    ask_until_refused(new_person, 60, 60)
    ada, stranger = Person(server.port, name="Ada", pace=18), Person(server.port, pace=18)
    assert code_of(ada, "watch", code="ABCDEFG0") == "no_table"
    ask_until_refused(lambda: code_of(ada, "watch", code="ABCDEFG1"), 19, 20)
    ask_until_refused(lambda: code_of(stranger, "info", code="ABCDEFG1"), 20, 20)
    leave(ada, stranger)
    ada = Person(server.port, name="Ada", pace=18)
    answers = [ada.ask("create", game="trex", seats=2) for _ in range(25)]
    made = [answer["table"] for answer in answers if answer["ok"]]
    assert len(made) == 20 and answers[-1]["error"]["code"] == "limit", answers[-1]
    ask_until_refused(lambda: code_of(ada, "chat", table=made[0], text="hello"), 10, 30)
    ask_until_refused(lambda: code_of(ada, "log", table=made[0]), 20, 60)
    ada.close()


@undisturbed
def origins(server):
    own = f"http://127.0.0.1:{server.port}"
    Socket(server.port, headers=[("Origin", own)]).close()
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{server.port + 1}", own + ".evil",
                   f"http://evil.example/{own}", ""):
        try:
            Socket(server.port, headers=[("Origin", origin)]).close()
            assert origin == "", f"let in: {origin}"
        except Refused as refused:
            assert refused.status in (403, None), refused.status
    answer = client.http(server.port, "POST", "/api/people", {"name": "x"},
                         headers=[("Origin", "https://evil.example")])
    assert answer.headers.get("access-control-allow-origin") in (None, ""), answer.headers


def memory_kib(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


@undisturbed
def never_reading(server):
    """A client that never reads is disconnected, and no one waits for it."""
    ada = Person(server.port, name="Ada")
    bob = Person(server.port, name="Bob")
    made = ada.create("trakks", 2, public=True)
    bob.watch(table=made["table"])
    bob.ok("sit", table=made["table"])
    ada.ok("start", table=made["table"])
    settle([ada, bob], made["table"])
    before = memory_kib(server)
    deaf = []
    for number in range(10):
        ws = Socket(server.port, receive_buffer=2048)
        ws.send_text(json.dumps({"id": 1, "cmd": "hello", "name": f"Deaf {number}"}))
        ws.send_text(json.dumps({"id": 2, "cmd": "watch", "table": made["table"]}))
        deaf.append(ws)
    rng = random.Random(1)
    play([ada, bob], made["table"], rng, moves=60)
    # The same for a client that keeps sending requests.
    for ws in deaf[:3]:
        ws.sock.settimeout(0.5)
        try:
            for _ in range(2000):
                ws.send_bytes(frame(TEXT, b'{"id":3,"cmd":"games"}') * 10)
        except (Closed, TimeoutError, socket.timeout):
            pass
    play([ada, bob], made["table"], rng, moves=10)
    grown = memory_kib(server) - before
    assert grown < 64 * 1024, f"{grown} KiB more memory"
    for ws in deaf:
        ws.drop()
    ada.close()
    bob.close()


class Sleepers:
    """Connections that begin and never get on: none of them may stay open. But a WebSocket may on which
    pings are answered, and nothing else happens."""

    def __init__(self, server):
        self.socks = []
        for data in (b"", b"G", b"GET /healthz HTTP/1.1\r\n", b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: ",
                     b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"):
            for _ in range(4):
                sock = client.connect(server.port)
                sock.sendall(data)
                self.socks.append(sock)
        self.begin = time.monotonic()
        self.idle, self.idle_error, self.going = Socket(server.port), None, True
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        """Answers pings, and drips."""
        try:
            while self.going:
                self.drip()
                try:
                    self.idle.receive(0.5)
                except TimeoutError:
                    pass
        except Closed as closed:
            self.idle_error = closed

    def drip(self):
        """One byte more of a header or of a body, as slow clients do to stay."""
        for sock in self.socks[12:20]:
            try:
                sock.sendall(b"x")
            except OSError:
                pass

    def end(self):
        left, end = list(self.socks), time.monotonic() + client.WAIT_S
        while left and time.monotonic() < end:
            for sock in select.select(left, [], [], 0.5)[0]:
                try:
                    gone = not sock.recv(65536)
                except OSError:
                    gone = True
                if gone:
                    left.remove(sock)
        assert not left, f"{len(left)} of {len(self.socks)} are still there"
        while time.monotonic() < self.begin + IDLE_S and not self.idle_error:
            time.sleep(0.1)
        assert not self.idle_error, f"an idle connection was dropped: {self.idle_error}"
        self.idle.send_text('{"id":1,"cmd":"ping"}')
        self.going = False
        self.thread.join()
        for sock in (self.idle, *self.socks):
            sock.close()


def main():
    tests = Tests(sys.argv[2:])
    with Server(sys.argv[1], "--tables-per-person", "100000",
                "--people-per-minute", "100000", "--tables-per-minute", "100000",
                "--connections-per-address", "1000", leaks=True) as patient:
        sleepers = Sleepers(patient)
        tests.run("never_reading", never_reading, patient)
        # While they sleep, other servers are tested.
        with Server(sys.argv[1], "--rate", str(RATE), "--connections-per-address", str(LIMIT_CONNECTIONS)) as server:
            for test in (connections_of_one_address, flood, small_frames, bodies_that_wait, limits_of_people, origins):
                tests.run(test.__name__, test, server)
            tests.run("a graceful stop with limits", server.stop_well)
        with Server(sys.argv[1], "--rate", "5") as server:
            tests.run("costly_requests", costly_requests, server)
        tests.run("few_files", few_files, sys.argv[1])
        tests.run("sleepers", sleepers.end)
        tests.run("a graceful stop", patient.stop_well)
    tests.end()


if __name__ == "__main__":
    main()
