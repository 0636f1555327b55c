#!/usr/bin/env python3
"""Malformed input: whatever is sent to the server, it answers with an error or ends that connection, and
keeps serving everyone else.

usage: hostile.py BINARY [--seed S] [NAME…]

A failing run prints how to repeat it."""
import argparse
import json
import random
import sys

import client
from client import BINARY, CLOSE, CONTINUATION, PING, TEXT, Closed, Socket, frame
from play import Person
from process import Server, Tests
from witness import silence_or_end, undisturbed

MESSAGE_BYTES = 16384
PATHS = ("/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2f..%2fetc/passwd",
         "//etc/passwd", "/./../etc/passwd", "/assets/../../../../etc/passwd", "/....//....//etc/passwd",
         "/%00", "/index.html%00.js", "/\\..\\..\\etc\\passwd", "/%", "/%zz", "/" + "a/" * 2000,
         "/api/", "/api", "/api/../etc/passwd", "/api/tables/", "/api/tables/%00", "/api/tables/x/y",
         "/api/records/../../games.db", "/api/records/'%20or%201=1", "/api/tables/" + "x" * 3000,
         "/api/records?person=%ff%fe", "/api/records?before=99999999999999999999999", "/games.db",
         "/api/records?before=-1", "/api/records?" + "a=b&" * 500, "/api/stats/%3Cscript%3E", "/.git/HEAD",
         "/api/tables?game=" + "x" * 5000, "/healthz/..", "/metrics?%s%n", "*", "http://evil.example/")
KEYS = {
    "hello": ("secret", "name", "program"), "rename": ("name",), "account": ("login", "password"),
    "login": ("login", "password"), "password": ("password", "new"),
    "recovery": ("password",), "recover": ("login", "recovery", "new"), "delete": ("password",), "games": (), "tables": ("game",),
    "create": ("game", "seats", "options", "public", "takeover", "hints", "chat", "open_hands_after",
               "programs", "autostart", "clock", "pace", "bots", "sit"),
    "invite": ("table",), "info": ("table", "invite", "code"),
    "watch": ("table", "invite", "code", "since", "views", "spectator"),
    "sit": ("table", "seat"), "bot": ("table", "seat", "level"), "start": ("table",),
    "move": ("table", "move", "cid"), "suggest": ("table", "level"), "rematch": ("table",),
    "chat": ("table", "text", "phrase"), "mute": ("table", "person", "on"),
    "gesture": ("table", "x", "y", "power"), "record": ("table",),
    "records": ("person", "game", "before"), "share": ("table",), "stats": ("game",), "ping": (), "stand": ("table",),
    "unwatch": ("table",), "log": ("table", "before"), "components": ("game",)}
VALUES = (None, True, False, 0, -1, 1, 7, 99, 2**31, 2**63 - 1, 2**63, -2**63, 10**30, 0.5, -0.0, 1e308, "",
          "x", "x" * 40, "x" * 5000, "\u0000", "a\u0000b", "\u202e", "é" * 40, "%s%n", "' or 1=1 --",
          "../../x", "trex", [], [None], [[]], [1, 2], ["easy"] * 9, {}, {"kind": 5}, {"": {}},
          {"kind": "move", "seconds": -1}, {"kind": "move", "seconds": 1e300}, {"kind": "none", "x": 1})


@undisturbed
def paths(server):
    for path in PATHS:
        answer = client.raw_http(server.port, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close"
                                 "\r\n\r\n".encode("latin-1"))
        assert answer is None or answer.status < 500 or answer.status in (501, 505), (path, answer)
        assert answer is None or b"root:" not in answer.body and b"SQLite" not in answer.body, path
        if path.startswith("/api/") and ".." not in path and answer:
            assert answer.status >= 400 or b'"ok":true' in answer.body, (path, answer)


@undisturbed
def malformed_http(server):
    get = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
    post = b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    requests = (
        b"\r\n\r\n", b"\x00" * 100 + b"\r\n\r\n", b"\xff" * 1000, b"GET\r\n\r\n", b"GET /\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n", b"G\x00ET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01",
        b"SSH-2.0-x\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n",
        get + b"X: " + b"y" * 300000 + b"\r\n\r\n", get + b"X: y\r\n" * 10000 + b"\r\n",
        get + b": y\r\n\r\n", get + b"X y\r\n\r\n", get + b"X:\x00\r\n\r\n", get + b" folded: x\r\n\r\n",
        b"GET /healthz HTTP/1.1\n\n", get + b"Content-Length: -1\r\n\r\n",
        post + b"Content-Length: x\r\n\r\n{}", post + b"Content-Length: 99999999999999\r\n\r\n{}",
        post + b"Content-Length: 18446744073709551617\r\n\r\n{}",
        post + b"Content-Length: 2\r\nContent-Length: 200\r\n\r\n{}", post + b"\r\n{}",
        post + b"Content-Length: 40000\r\n\r\n" + b" " * 40000,
        post + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", post + b"Transfer-Encoding: chunked\r\n\r\n"
        b"ffffffffffffffff\r\n{}\r\n0\r\n\r\n",
        post + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
        get + b"Authorization: Bearer \r\n\r\n", get + b"Authorization: Bearer " + b"x" * 5000 + b"\r\n\r\n",
        get + b"Authorization: Basic eDp5\r\n\r\n", get + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        get + b"X-Forwarded-For: " + b"1.2.3.4, " * 500 + b"\r\n\r\n",
        get + b"X-Forwarded-For: \xff;drop table\r\n\r\n")
    for data in requests:
        try:
            answer = client.raw_http(server.port, data, 1)
        except (TimeoutError, ValueError, IndexError):
            continue  # waits for more, or answers in no HTTP: its affair
        assert answer is None or answer.status < 500 or answer.status in (501, 505), (data[:80], answer)
    for method in ("DELETE", "PUT", "PATCH", "TRACE", "OPTIONS", "CONNECT", "BREW", "x" * 300):
        try:
            answer = client.raw_http(server.port, f"{method} /api/tables HTTP/1.1\r\nHost: x\r\n"
                                     "Content-Length: 0\r\nConnection: close\r\n\r\n".encode(), 1)
        except TimeoutError:
            continue  # dropped later, as the sleepers are
        assert answer is None or 400 <= answer.status < 500 or answer.status == 501, (method, answer)


@undisturbed
def bodies(server):
    for body in (b"", b"[]", b"5", b'"x"', b"null", b"{", b"{}", b'{"name":5}', b'{"name":"\xff"}',
                 b"[" * 15000, b'{"a":' * 3000, b'{"name":"\\ud800"}', b'{"name":1e999}',
                 b'{"name":"a\\u0000b"}', b"\x00"):
        for path in ("/api/people", "/api/login", "/api/account", "/api/password", "/api/tables"):
            answer = client.http(server.port, "POST", path, body)
            assert 400 <= answer.status < 500, (path, body[:40], answer)
            assert json.loads(answer.body)["ok"] is False, (path, body[:40], answer)
    answer = client.http(server.port, "POST", "/api/people", b'{"name":"' + b"x" * 20000 + b'"}')
    assert answer.status in (400, 413, 429), answer.status


@undisturbed
def bad_frames(server):
    """Against the protocol: the connection ends with the code of RFC 6455, and nothing is answered as if it were
    well."""
    ping = b'{"id":1,"cmd":"ping"}'
    for name, (expected, data) in {
            "not masked": (1002, frame(TEXT, ping, mask=False)),
            "a ping that is not masked": (1002, frame(PING, b"x", mask=False)),
            "a close that is not masked": (1002, frame(CLOSE, b"\x03\xe8", mask=False)),
            "the second part is not masked": (1002, frame(TEXT, ping[:5], fin=False)
                                              + frame(CONTINUATION, ping[5:], mask=False)),
            "reserved bits": (1002, frame(TEXT, ping, rsv=7)), "the first of them": (1002, frame(TEXT, ping, rsv=4)),
            "in a ping": (1002, frame(PING, b"", rsv=2)),
            "reserved opcode": (1002, frame(3, ping)), "reserved control": (1002, frame(11, b"")),
            "continues nothing": (1002, frame(CONTINUATION, ping)),
            "text inside text": (1002, frame(TEXT, b"{", fin=False) + frame(TEXT, ping)),
            "long control": (1002, frame(PING, b"x" * 126)),
            "parted control": (1002, frame(PING, b"x", fin=False)),
            "a close of one byte": (1002, frame(CLOSE, b"\x03")),
            "a close code that nobody may send": (1002, frame(CLOSE, b"\x03\xed")),
            "enormous": (1009, frame(TEXT, ping, length=1 << 62)),
            "negative": (1002, frame(TEXT, ping, length=(1 << 64) - 1)),
            "a megabyte": (1009, frame(TEXT, b"x" * (1 << 20))),
            "a megabyte in parts": (1009, frame(TEXT, b"x" * 1000, fin=False)
                                    + frame(CONTINUATION, b"x" * 1000, fin=False) * 1000),
            "no UTF-8": (1007, frame(TEXT, b'{"id":1,"cmd":"\xff\xfe"}')),
            "no UTF-8 in the second part": (1007, frame(TEXT, b'{"id":"\xc3', fin=False)
                                            + frame(CONTINUATION, b'(","cmd":"ping"}')),
            "half a character": (1007, frame(TEXT, b'{"id":"\xc3')),
            "a surrogate": (1007, frame(TEXT, b'{"id":"\xed\xa0\x80","cmd":"ping"}')),
            "binary": (1003, frame(BINARY, b"\x00\x01\x02"))}.items():
        for at_once in (True, False):
            ws = Socket(server.port)
            try:
                for part in [data] if at_once or len(data) > 200 else [data[i:i + 1] for i in range(len(data))]:
                    ws.send_bytes(part)
            except Closed:
                pass
            texts, code = silence_or_end(ws)
            assert code == expected or code == 1006 and len(data) > 1 << 16, (name, at_once, texts, code)
            assert not any(json.loads(text).get("ok") for text in texts), (name, texts)
            ws.drop()


@undisturbed
def bad_handshakes(server):
    """No WebSocket for those who do not ask for it as RFC 6455 says."""
    key = "AAAAAAAAAAAAAAAAAAAAAA=="
    right = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}

    def ask(line="GET /ws HTTP/1.1", **changes):
        headers = {**right, **{name.replace("_", "-"): value for name, value in changes.items()}}
        text = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value is not None)
        with client.connect(server.port) as sock:
            sock.sendall(f"{line}\r\nHost: x\r\n{text}\r\n".encode())
            status, answered, _ = client.read_head(sock)
            return status, answered

    status, answered = ask()
    assert status == 101 and answered["sec-websocket-accept"] == "ICX+Yqv66kxgM0FcWaLWlFLwTAI=", answered
    assert ask(Connection="keep-alive, Upgrade", Upgrade="WebSocket")[0] == 101
    for version in ("8", "12", "14", "013", "x", "", None):
        status, answered = ask(Sec_WebSocket_Version=version)
        assert status == 426 and answered["sec-websocket-version"] == "13", (version, status, answered)
    for wrong in (None, "", "x", "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAA=", "A" * 24, "A" * 44 + "=",
                  "AAAAAAAAAAAAAAAAAAAA!A==", key + ", " + key):
        assert ask(Sec_WebSocket_Key=wrong)[0] == 400, wrong
    assert ask(Upgrade=None)[0] == 426
    assert ask(Connection="close")[0] == 426
    assert ask("GET /ws HTTP/1.0")[0] == 400
    assert ask("POST /ws HTTP/1.1", Content_Length="0")[0] in (400, 426)


@undisturbed
def odd_but_right(server):
    """Parts, pings in between, byte by byte: this is allowed."""
    ws = Socket(server.port)
    ping = json.dumps({"id": "é", "cmd": "ping"}, ensure_ascii=False).encode()
    for i in range(len(ping)):
        opcode = TEXT if i == 0 else CONTINUATION
        ws.send_bytes(frame(opcode, ping[i:i + 1], fin=i == len(ping) - 1) + frame(PING, b"x"))
    assert json.loads(ws.receive())["id"] == "é"
    for byte in frame(TEXT, ping):
        ws.send_bytes(bytes([byte]))
    assert json.loads(ws.receive())["ok"] is True
    ws.send_bytes(frame(TEXT, ping) * 20)
    assert all(json.loads(ws.receive())["ok"] for _ in range(20))
    ws.send_bytes(frame(TEXT, b"") + frame(10, b"an unasked pong") + frame(TEXT, ping))
    texts = [json.loads(ws.receive())]
    if not texts[0]["ok"]:
        texts.append(json.loads(ws.receive()))
    assert texts[-1]["ok"]
    exact = b'{"id":1,"cmd":"ping","pad":"' + b"x" * (MESSAGE_BYTES - 30) + b'"}'
    assert len(exact) == MESSAGE_BYTES
    ws.send_bytes(frame(TEXT, exact))
    assert json.loads(ws.receive())["id"] == 1
    ws.send_bytes(frame(CLOSE, b"\x03\xe8"))
    assert silence_or_end(ws)[1] is not None


@undisturbed
def bad_json(server):
    ws = Socket(server.port)
    for text in (b" ", b"{", b"}", b"[]", b"5", b'"x"', b"null", b"true", b"nan", b"-", b"{}",
                 b'{"id":1}', b'{"id":1,"cmd":5}', b'{"id":1,"cmd":null}', b'{"id":1,"cmd":"sing"}',
                 b'{"id":1,"cmd":"ping"', b'{"id":1,"cmd":"ping"}x', b'{"id":1,"cmd":"ping\\u0000"}',
                 b"[" * 16000, b'{"a":' * 3000, b"[" * 8000 + b"]" * 8000, b'{"cmd":"\\ud800"}',
                 b'{"id":' + b"[" * 2100 + b"]" * 2100 + b',"cmd":"x"}', b'{"id":1e999,"cmd":"x"}',
                 b"[" + b"0," * 7000 + b"0]", b'{"cmd":"info"}', b"\x00"):
        ws.send_bytes(frame(TEXT, text))
        answer = json.loads(ws.receive())
        assert answer["ok"] is False and answer["error"]["code"] in (
            "bad_json", "bad_request", "unknown_command", "who"), (text[:60], answer)
        assert answer["error"]["text"]["en"] and answer["error"]["text"]["fr"]
    for value in (None, True, 0, -5, 2**53, 1.5, "é\u0000\U0001f996", [], {"a": [None]}, "x" * 198):
        ws.send_text(json.dumps({"id": value, "cmd": "ping"}))
        answer = json.loads(ws.receive())
        assert answer["id"] == value and answer["ok"], (value, answer)
    ws.send_text(json.dumps({"id": "x" * 10000, "cmd": "ping"}))
    assert json.loads(ws.receive())["error"]["code"] == "bad_request"
    ws.close()


@undisturbed
def wrong_types(server):
    """Every key of every request with every kind of value: an answer, and never a broken table."""
    ada = client.Client(server.port, name="Ada")
    table = ada.ok("create", game="trex", seats=2, bots=[None, "random"], pace="fast")["table"]
    ada.ok("start", table=table)
    right = {"table": table, "seat": 1, "move": "flip", "game": "trex", "seats": 2, "text": "x",
             "person": ada.person["id"], "on": True, "x": 1, "y": 1, "power": 1, "level": "easy"}
    needed = {"create": ("game", "seats"), "bot": ("table", "seat", "level"), "move": ("table", "move"),
              "chat": ("table", "text"), "mute": ("table", "person", "on"),
              "gesture": ("table", "x", "y", "power"), "stats": ("game",)}
    asked = 0
    for cmd, keys in KEYS.items():
        for key in keys:
            for value in VALUES:
                # Some of these are right, and change who one is or how many tables there are.
                if cmd in ("hello", "login") and isinstance(value, str) and key == "name":
                    continue
                values = {k: right[k] for k in needed.get(cmd, ("table",) if "table" in keys else ())}
                values[key] = value
                if cmd == "create" and key not in ("game", "seats"):
                    values["seats"] = 99 if asked % 5 else 2
                number = ada.send(cmd, **values)
                del ada.asked[number]  # the server ignores unknown keys and most nulls; the schema does not have them
                if cmd == "gesture":
                    continue
                answer = ada.answer(number)
                assert isinstance(answer["ok"], bool), (cmd, key, value, answer)
                asked += 1
        ada.ok("ping")
    for cmd, keys in needed.items():
        for missing in keys:
            values = {k: right[k] for k in keys if k != missing}
            answer = ada.ask(cmd, **values)
            assert not answer["ok"], (cmd, missing, answer)
    ada.close()
    back = Person(server.port, secret=ada.secret)
    back.watch(table=table)
    assert asked > 1000


@undisturbed
def random_bytes(server, seed):
    """Frames that were right, with some bytes changed."""
    rng = random.Random(seed)
    ada = Person(server.port, name="Ada")
    table = ada.create("tyrannosaurus", 2, public=True, bots=[None, "random"])["table"]
    texts = [json.dumps({"id": 1, "cmd": cmd, **{key: rng.choice((table, 0, "x")) for key in keys}})
             for cmd, keys in KEYS.items() if cmd not in ("hello", "create", "account", "login", "password")]
    for _ in range(60):
        ws = Socket(server.port)
        try:
            for _ in range(30):
                data = bytearray(frame(TEXT, rng.choice(texts).encode()))
                for _ in range(rng.choice((0, 1, 1, 2, 8))):
                    data[rng.randrange(len(data))] = rng.randrange(256)
                ws.send_bytes(bytes(data))
            silence_or_end(ws, 0.05)
        except Closed:
            pass
        ws.drop()
    for _ in range(100):
        try:
            client.raw_http(server.port, bytes(rng.randrange(256) for _ in range(rng.randrange(300)))
                            + b"\r\n\r\n", 0.05)
        except (TimeoutError, ValueError, IndexError):
            pass
    ada.ok("ping")
    ada.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    tests = Tests(arguments.names)
    with Server(arguments.binary, "--people-per-minute", "100000",
                "--connections-per-address", "1000", leaks=True) as server:
        for test in (paths, malformed_http, bodies, bad_frames, bad_handshakes, odd_but_right, bad_json, wrong_types):
            tests.run(test.__name__, test, server)
        tests.run("random_bytes", random_bytes, server, arguments.seed)
        tests.run("a graceful stop", server.stop_well)
    if tests.failed:
        print(f"again with: {sys.argv[0]} {arguments.binary} --seed {arguments.seed}")
    tests.end()


if __name__ == "__main__":
    main()
