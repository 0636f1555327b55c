"""A client of a server: for programs that play at its tables, with people (docs/bots.md)."""
from __future__ import annotations

import base64
import hashlib
import json
import os
import socket
import ssl
import struct
import urllib.parse
from collections import deque
from typing import Any, Callable

from .errors import LudosaureError, refuse

Message = dict[str, Any]

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_ACCEPT = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Client:
    """A connection to the server at `url`, such as "http://localhost:8080", as the program with this token.

    `register` makes a new account instead, whose token is then in `token`. A refused request raises LudosaureError; a
    connection that breaks raises ConnectionError.
    """

    def __init__(self, url: str, token: str | None = None, *, register: str | None = None, timeout: float = 60) -> None:
        if (token is None) == (register is None):
            refuse("a token or the name of a new program is needed", "il faut un jeton, ou le nom d’un nouveau programme")
        self._socket, self._bytes = _connect(url, timeout)
        self._pushes: deque[Message] = deque()
        self._last = 0
        if token is not None:
            answer = self.request("hello", secret=token)
        else:
            answer = self.request("hello", name=register, program=True)
        self.token: str = answer.get("secret", token)
        self.person: str = answer["person"]["id"]
        self.name: str = answer["person"]["name"]

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    def request(self, cmd: str, **values: Any) -> Message:
        """Sends a request of docs/api.md and returns its answer. Pushes that come first wait for `push`."""
        self._last += 1
        self._send(_TEXT, json.dumps({"id": self._last, "cmd": cmd, **values}).encode())
        while True:
            message = self._receive()
            if "push" in message:
                self._pushes.append(message)
            if message.get("id") == self._last:
                break
        if not message["ok"]:
            error = message["error"]
            raise LudosaureError(error["code"], error["rule"], error["text"]["en"], error["text"]["fr"])
        return message

    def push(self) -> Message:
        """The next push; waits for it."""
        while not self._pushes:
            message = self._receive()
            if "push" in message:
                self._pushes.append(message)
        return self._pushes.popleft()

    def play(self, table: str, choose: Callable[[int, Message], str]) -> Message:
        """Sits down at the table with this code, plays a match, and returns its `result`. `choose` gets our seat and a
        push with `view`, `aids`, `phase` and `legal`, and returns a move."""
        watched = self.request("watch", code=table)["table"]
        seat, asked, moved = None, False, -1
        while True:
            moment = self.push()
            if moment["push"] not in ("table", "step") or moment["table"] != watched:
                continue
            if "info" in moment:
                people = [sitting and sitting.get("person") for sitting in moment["info"]["seat"]]
                if self.person not in people and seat is not None:
                    refuse("the program has lost its seat at the table", "le programme a perdu sa place à la table")
                if self.person not in people and not asked:
                    self.request("sit", table=watched)
                    asked = True
                seat = people.index(self.person) if self.person in people else None
            if (moment.get("result") or {}).get("over"):
                return dict(moment["result"])
            if seat in (moment.get("to_act") or []) and (moment["legal"] or moment["open"]) and moment["v"] > moved:
                assert seat is not None
                answer = self.request("move", table=watched, move=choose(seat, moment))
                moved = answer["v"] - 1  # the answer is a step, too, and waits among the pushes

    # ---- Frames

    def _send(self, kind: int, payload: bytes) -> None:
        size, key = len(payload), os.urandom(4)
        head = struct.pack(">BB", 0x80 | kind, 0x80 | (size if size < 126 else 126 if size < 1 << 16 else 127))
        head += b"" if size < 126 else struct.pack(">H" if size < 1 << 16 else ">Q", size)
        self._socket.sendall(head + key + bytes(byte ^ key[at % 4] for at, byte in enumerate(payload)))

    def _take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            self._bytes += _some(self._socket)
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken

    def _frame(self) -> tuple[bool, int, bytes]:
        first, size = self._take(2)
        if size >= 126:
            (size,) = struct.unpack(">H", self._take(2)) if size == 126 else struct.unpack(">Q", self._take(8))
        return bool(first & 0x80), first & 15, self._take(size)

    def _receive(self) -> Message:
        text = b""
        while True:
            is_last, kind, payload = self._frame()
            if kind == _PING:
                self._send(_PONG, payload)
            elif kind == _CLOSE:
                raise ConnectionError("the server has closed the connection")
            elif kind != _PONG:
                text += payload
                if is_last:
                    message: Message = json.loads(text)
                    return message


def _some(connection: socket.socket) -> bytes:
    more = connection.recv(65536)
    if not more:
        raise ConnectionError("the connection has ended")
    return more


def _connect(url: str, timeout: float) -> tuple[socket.socket, bytes]:
    """The socket once the WebSocket stands, and what came behind the head of the answer."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https", "ws", "wss") or not parts.hostname:
        refuse(f"“{url}” is not the address of a server", f"« {url} » n’est pas l’adresse d’un serveur")
    secure = parts.scheme in ("https", "wss")
    connection: socket.socket = socket.create_connection((parts.hostname, parts.port or (443 if secure else 80)), timeout)
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if secure:
            connection = ssl.create_default_context().wrap_socket(connection, server_hostname=parts.hostname)
        key = base64.b64encode(os.urandom(16))
        connection.sendall(f"GET {parts.path.rstrip('/')}/ws HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
                           f"Connection: Upgrade\r\nSec-WebSocket-Key: {key.decode()}\r\n"
                           "Sec-WebSocket-Version: 13\r\n\r\n".encode())
        data = b""
        while b"\r\n\r\n" not in data:
            data += _some(connection)
        head, rest = data.split(b"\r\n\r\n", 1)
        if base64.b64encode(hashlib.sha1(key + _ACCEPT).digest()) not in head:
            raise ConnectionError(head.split(b"\r\n")[0].decode("latin-1"))
    except BaseException:
        connection.close()
        raise
    return connection, rest
