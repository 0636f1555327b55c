"""A small client of the server: HTTP, WebSocket frames good and bad, and on top of them a client that
sends requests and keeps pushes. Uses sockets and the standard library only."""
import base64
import collections
import hashlib
import json
import os
import select
import socket
import struct
import threading
import time
import weakref

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0
# When tests give up. No test passes or fails by how long something takes: this only ends one that would wait for ever,
# so it is far longer than anything takes on a machine that is busy with other programs.
WAIT_S = float(os.environ.get("TEST_WAIT_S", "120"))


class Closed(Exception):
    """The other side has ended the connection. `code` is what it said, or None."""

    def __init__(self, code=None):
        super().__init__(f"closed ({code})")
        self.code = code


class Refused(Exception):
    """No WebSocket was granted. `status` is the HTTP status, or None without an answer."""

    def __init__(self, status):
        super().__init__(f"refused ({status})")
        self.status = status


Answer = collections.namedtuple("Answer", "status headers body")


def read_head(sock):
    """The head of an HTTP answer, and what came after it."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = sock.recv(65536)
        if not more:
            raise Closed()
        data += more
    head, rest = data.split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines[1:]:
        key, _, value = line.partition(":")
        headers[key.strip().lower()] = value.strip()
    return int(lines[0].split()[1]), headers, rest


def read_body(sock, headers, rest):
    if headers.get("transfer-encoding", "").lower() == "chunked":
        body = b""
        while True:
            while b"\r\n" not in rest:
                rest += some(sock)
            size, rest = rest.split(b"\r\n", 1)
            size = int(size.split(b";")[0], 16)
            while len(rest) < size + 2:
                rest += some(sock)
            body, rest = body + rest[:size], rest[size + 2:]
            if size == 0:
                return body
    if "content-length" in headers:
        while len(rest) < int(headers["content-length"]):
            rest += some(sock)
        return rest[:int(headers["content-length"])]
    while True:  # until the other side closes
        more = sock.recv(65536)
        if not more:
            return rest
        rest += more


def some(sock):
    more = sock.recv(65536)
    if not more:
        raise Closed()
    return more


def address_of(port):
    """The address of a server: `port` is one of this machine, or an address already."""
    return port if isinstance(port, tuple) else ("127.0.0.1", port)


def host_of(port):
    """Its name in a request."""
    return "{}:{}".format(*address_of(port))


def connect(port, timeout=WAIT_S):
    sock = socket.create_connection(address_of(port), timeout=timeout)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def raw_http(port, data, timeout=WAIT_S):
    """Any bytes in; the answer, or None if there is none."""
    with connect(port, timeout) as sock:
        try:
            sock.sendall(data)
            status, headers, rest = read_head(sock)
            return Answer(status, headers, read_body(sock, headers, rest))
        except (Closed, ConnectionError, BrokenPipeError):
            return None


def http(port, method, path, body=None, secret=None, headers=(), timeout=WAIT_S):
    """One request; `body` is made JSON unless it is bytes. The body of the answer is bytes."""
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Connection: close"]
    if not any(key.lower() == "host" for key, _ in headers):
        lines.append(f"Host: {host_of(port)}")
    if secret is not None:
        lines.append(f"Authorization: Bearer {secret}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    lines += [f"{key}: {value}" for key, value in headers]
    with connect(port, timeout) as sock:
        sock.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b""))
        status, answer_headers, rest = read_head(sock)
        if method == "HEAD":
            return Answer(status, answer_headers, b"")
        return Answer(status, answer_headers, read_body(sock, answer_headers, rest))


def frame(opcode, payload, fin=True, mask=True, rsv=0, length=None):
    """A WebSocket frame; `length` may lie."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    bit = 0x80 if mask else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    if not mask:
        return head + payload
    key = os.urandom(4)
    repeated = (key * (len(payload) // 4 + 1))[:len(payload)]
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")
    return head + key + masked.to_bytes(len(payload), "big")


class Socket:
    """A WebSocket. Texts come out as bytes. `source` is the address to connect from."""

    def __init__(self, port, path="/ws", headers=(), timeout=WAIT_S, receive_buffer=None, source=None):
        self.sock = socket.socket()
        if source:
            self.sock.bind((source, 0))
        if receive_buffer:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.sock.settimeout(timeout)
        self.data, self.parts, self.closed, self.sending = b"", b"", None, threading.Lock()
        try:
            self.sock.connect(address_of(port))
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.greet(port, path, headers)
        except BaseException:
            self.sock.close()
            raise

    def greet(self, port, path, headers):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host_of(port)}", "Upgrade: websocket",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"{name}: {value}" for name, value in headers]
        try:
            self.sock.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
            status, answered, self.data = read_head(self.sock)
        except Closed as error:
            raise Refused(None) from error
        if status != 101:
            raise Refused(status)
        proof = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert answered["sec-websocket-accept"] == base64.b64encode(proof).decode()

    def fileno(self):
        return self.sock.fileno()

    def send_bytes(self, data):
        try:
            with self.sending:
                self.sock.sendall(data)
        except (ConnectionError, BrokenPipeError) as error:
            raise Closed() from error

    def send_text(self, text):
        self.send_bytes(frame(TEXT, text if isinstance(text, bytes) else text.encode()))

    def fill(self):
        """Reads the available bytes, at least one."""
        try:
            more = self.sock.recv(1 << 18)
        except ConnectionError as error:
            raise Closed(self.closed) from error
        if not more:
            raise Closed(self.closed)
        self.data += more

    def take_frame(self):
        """The next whole frame that has been read, or None."""
        data = self.data
        if len(data) < 2:
            return None
        assert not data[1] & 0x80, "a server's frames are not masked"
        size, at = data[1] & 127, 2
        if size == 126:
            size, at = int.from_bytes(data[2:4], "big"), 4
        elif size == 127:
            size, at = int.from_bytes(data[2:10], "big"), 10
        if len(data) < at or len(data) < at + size:
            return None
        self.data = data[at + size:]
        return data[0] & 15, bool(data[0] & 0x80), data[at:at + size]

    def take_text(self):
        """The next whole text that has been read, or None. Pings are answered."""
        while (taken := self.take_frame()) is not None:
            opcode, fin, payload = taken
            if opcode == PING:
                self.send_bytes(frame(PONG, payload))
            elif opcode == CLOSE:
                self.closed = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else 1005
                raise Closed(self.closed)
            elif opcode in (TEXT, CONTINUATION):
                self.parts += payload
                if fin:
                    text, self.parts = self.parts, b""
                    return text
        return None

    def receive(self, timeout=WAIT_S):
        """The next text; TimeoutError if none comes in time."""
        end = time.monotonic() + timeout
        while (text := self.take_text()) is None:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.sock], [], [], left)[0]:
                raise TimeoutError("nothing came")
            self.fill()
        return text

    def drop(self):
        """Gone without a word, as when a cable is pulled."""
        self.sock.close()

    def close(self):
        try:
            self.sock.sendall(frame(CLOSE, struct.pack(">H", 1000)))
        except OSError:
            pass
        self.sock.close()


class KeepAlive(threading.Thread):
    """The server disconnects clients that do not answer pings for 40 s, and on a slow machine a test may not look at one
    of its clients for longer. So this thread sends for them what a browser sends for a page that is busy: pongs."""

    EVERY_S = 5

    def __init__(self):
        super().__init__(daemon=True)
        self.sockets = weakref.WeakSet()

    def add(self, ws):
        self.sockets.add(ws)
        if not self.is_alive():
            self.start()

    def run(self):
        while True:
            time.sleep(self.EVERY_S)
            for ws in list(self.sockets):
                if ws.sending.acquire(blocking=False):
                    try:
                        if select.select([], [ws.sock], [], 0)[1]:  # else the server has something to read
                            ws.sock.send(frame(PONG, b""))
                    except (OSError, ValueError):  # it has ended
                        pass
                    finally:
                        ws.sending.release()


keep_alive = KeepAlive()


class Client:
    """A connection that numbers its requests. Pushes are kept in `heard`, including steps that are answers.
    Each client claims to come through a proxy from a different address, because limits count per
    address."""

    count = 0
    protocol = None  # what every message is checked against, if it is set

    def __init__(self, port, secret=None, name=None, headers=None, pace=0, **more):
        Client.count += 1
        if headers is None:
            headers = [("X-Forwarded-For", f"10.1.{Client.count // 250}.{Client.count % 250}")]
        self.port, self.headers = port, headers
        self.ws = Socket(port, headers=headers, **more)
        keep_alive.add(self.ws)
        self.number, self.heard, self.raw = 0, [], []
        self.asked = {}  # requests without an answer, by number
        self.sent_at = collections.deque(maxlen=3 * pace or None)
        self.pace = pace  # messages a second that it does not exceed; 0: as many as it likes
        self.secret, self.person = secret, None
        if secret is not None or name is not None:
            self.hello(secret, name)

    def fileno(self):
        return self.ws.fileno()

    def hello(self, secret=None, name=None):
        given = {"secret": secret} if secret is not None else {"name": name}
        answer = self.ok("hello", **given)
        self.secret, self.person = answer.get("secret", secret), answer["person"]
        return answer

    def throttle(self):
        """The server counts messages; a polite client stays below."""
        if not self.pace:
            return
        if len(self.sent_at) == self.sent_at.maxlen:
            time.sleep(max(0, self.sent_at[0] + 3 - time.monotonic()))
        self.sent_at.append(time.monotonic())

    def send(self, cmd, /, **values):
        self.throttle()
        self.number += 1
        self.say({"id": self.number, "cmd": cmd, **values})
        return self.number

    def say(self, request):
        self.asked[request.get("id")] = request
        self.ws.send_text(json.dumps(request))

    def keep(self, text):
        message = json.loads(text)
        self.raw.append(text)
        if self.protocol:
            self.protocol.check(message, self.asked.pop(message.get("id"), None))
        if "push" in message:
            self.heard.append(message)
        return message

    def pump(self, timeout=0):
        """Takes in what has come. True if anything has."""
        some_came = False
        while True:
            while (text := self.ws.take_text()) is not None:
                self.keep(text)
                some_came = True
            if not select.select([self.ws], [], [], 0 if some_came else timeout)[0]:
                return some_came
            self.ws.fill()

    def answer(self, number, timeout=WAIT_S):
        end = time.monotonic() + timeout
        while True:
            message = self.keep(self.ws.receive(max(0.001, end - time.monotonic())))
            if message.get("id") == number and "ok" in message:
                return message

    def ask(self, cmd, /, **values):
        return self.answer(self.send(cmd, **values))

    def ok(self, cmd, /, **values):
        answer = self.ask(cmd, **values)
        assert answer["ok"], (cmd, values, answer)
        return answer

    def refused(self, error, cmd, /, **values):
        answer = self.ask(cmd, **values)
        assert not answer["ok"] and answer["error"]["code"] == error, (error, cmd, values, answer)
        assert answer["error"]["text"]["en"] and answer["error"]["text"]["fr"], answer
        return answer

    def wait(self, wanted, timeout=WAIT_S):
        """The first message, received already or from now on, for which `wanted` is true; it and all
        before it are forgotten."""
        end = time.monotonic() + timeout
        while True:
            for index, message in enumerate(self.heard):
                if wanted(message):
                    del self.heard[:index + 1]
                    return message
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"not heard; heard: {json.dumps(self.heard)[:600]}")
            try:
                self.pump(left)
            except Closed:
                if not any(wanted(message) for message in self.heard):
                    raise

    def wait_push(self, push, timeout=WAIT_S, **values):
        return self.wait(lambda message: message["push"] == push and all(
            message.get(key) == value for key, value in values.items()), timeout)

    def drop(self):
        self.ws.drop()

    def close(self):
        self.ws.close()
