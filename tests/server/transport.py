#!/usr/bin/env python3
"""What lies below the messages: the page's files, headers, HTTP that is odd, who may connect, how
connections end, TLS.

usage: transport.py BINARY
"""
import gzip
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time

import client
from process import Server, wait_for

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from checks import expect, finish  # noqa: E402


def refused(port, **more):
    try:
        client.Socket(port, **more).close()
        return 101
    except client.Refused as error:
        return error.status


def closing(ws):
    """The code that a connection is closed with, and the texts before."""
    texts = []
    try:
        while True:
            texts.append(ws.receive())
    except client.Closed as error:
        return error.code, texts


def page(port):
    whole = client.http(port, "GET", "/")
    expect("the page", whole.status == 200 and b"Ludosaure" in whole.body, whole)
    for name, value in (("cache-control", "no-cache"), ("vary", "accept-encoding"),
                        ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
                        ("cross-origin-opener-policy", "same-origin"),
                        ("cross-origin-resource-policy", "same-origin")):
        expect(f"its {name}", whole.headers.get(name) == value, whole.headers)
    expect("no banner", "server" not in whole.headers, whole.headers)
    policy = whole.headers["content-security-policy"]
    expect("a strict policy", "default-src 'none'" in policy and "'unsafe-" not in policy, policy)
    expect("nothing inline", not re.search(rb"<script(?![^>]* src=)|<style| style=| on\w+=", whole.body), "")
    zipped = client.http(port, "GET", "/", headers=[("Accept-Encoding", "gzip, deflate")])
    expect("gzip", zipped.headers.get("content-encoding") == "gzip"
           and gzip.decompress(zipped.body) == whole.body, zipped.headers)
    best = client.http(port, "GET", "/", headers=[("Accept-Encoding", "gzip, deflate, br")])
    expect("brotli", best.headers.get("content-encoding") == "br" and len(best.body) < len(whole.body),
           best.headers)
    none = client.http(port, "GET", "/", headers=[("Accept-Encoding", "br;q=0, gzip;q=0")])
    expect("none if none is wanted", none.body == whole.body, none.headers)
    for answer, encoding in ((whole, ""), (zipped, "gzip"), (best, "br")):
        again = client.http(port, "GET", "/", headers=[("If-None-Match", answer.headers["etag"]),
                                                       ("Accept-Encoding", encoding)])
        expect("nothing new", again.status == 304 and not again.body, again)
    expect("tags differ", len({a.headers["etag"] for a in (whole, zipped, best)}) == 3, "")
    head = client.http(port, "HEAD", "/icon.svg")
    expect("HEAD", head.status == 200 and int(head.headers["content-length"]) > 100, head)
    expect("the page finds its own way", client.http(port, "GET", "/t/abc").body == whole.body, "")
    for path in ("/no.png", "/../etc/passwd.x", "/%2e%2e/meson.build", "/assets/../../a.b", "/.git/config.x"):
        expect(path, client.http(port, "GET", path).status == 404, client.http(port, "GET", path))


def odd_requests(port):
    for path, status in (("/api/components/tre%78", 200), ("/api/components/tre%2578", 400), ("/api/components%2ftrex", 404)):
        expect(path, client.http(port, "GET", path).status == status, client.http(port, "GET", path))
    for what, data, status in (
            ("no such method", b"DELETE /api/games HTTP/1.1\r\nHost: a\r\n\r\n", 405),
            ("POST to the page", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 405),
            ("too long a body", b"POST /api/people HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n" + b"z" * 99999, 413),
            ("a body without length", b"POST /api/people HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
            ("a body with two lengths", b"POST /api/people HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}", 411),
            ("chunks where no body belongs", b"GET /api/games HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
            ("an odd length", b"POST /api/people HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n", 411),
            ("too long an address", b"GET /" + b"a" * 2000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414),
            ("no HTTP/2 this way", b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n", 501),
            ("no host", b"GET /api/games HTTP/1.1\r\n\r\n", 400),
            ("two hosts", b"GET /api/games HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
            ("a name that anyone can have", b"GET /api/games HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
            ("a page from such a name", b"POST /api/people HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nContent-Length: 2\r\n\r\n{}", 403),
            ("its WebSocket", b"GET /ws HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n", 403),
            ("a page from elsewhere", b"POST /api/people HTTP/1.1\r\nHost: a\r\nOrigin: https://b\r\nContent-Length: 2\r\n\r\n{}", 403)):
        answer = client.raw_http(port, data)
        expect(what, answer and answer.status == status
               and json.loads(answer.body)["error"]["text"]["fr"], answer)
    for data in (b"\r\n\r\n", b"BLAH\r\n\r\n", b"\x00\xff" * 2000, b"GET /" + b"a" * 20000, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                 b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 3000 + b"\r\n"):
        with client.connect(port) as sock:
            try:
                sock.sendall(data)
                sock.shutdown(socket.SHUT_WR)
                while sock.recv(65536):
                    pass
            except OSError:
                pass
    with client.connect(port) as sock:
        body = b'{"name":"Zo\xc3\xa9"}'
        sock.sendall(b"POST /api/people HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:5])
        time.sleep(0.05)
        sock.sendall(body[5:] + b"GET /api/games HTTP/1.1\r\nHost: a\r\n\r\n")
        status, headers, rest = client.read_head(sock)
        first = client.read_body(sock, headers, rest)
        rest = rest[len(first):]
        expect("a body in parts", status == 200 and b'"secret"' in first, first)
        expect("never kept", headers["cache-control"] == "no-store", headers)
        while b"\r\n\r\n" not in rest or b'"trakks"' not in rest:
            rest += client.some(sock)
        expect("a second request over the same connection", rest.startswith(b"HTTP/1.1 200"), rest[:100])


def websockets(port):
    expect("without a protocol", refused(port) == 101)
    expect("with ours", refused(port, headers=[("Sec-WebSocket-Protocol", "ludosaure")]) == 101)
    expect("with another", refused(port, headers=[("Sec-WebSocket-Protocol", "other")]) in (None, 403))
    expect("elsewhere", refused(port, path="/elsewhere") == 404)
    expect("from our page", refused(port, headers=[("Origin", f"http://127.0.0.1:{port}")]) == 101)
    for origin in ("https://evil.example", f"http://127.0.0.1:{port}.evil.example", "null", "://"):
        expect(origin, refused(port, headers=[("Origin", origin)]) == 403)
    expect("from a page that is allowed", refused(port, headers=[("Origin", "https://good.example")]) == 101)

    ws = client.Socket(port)
    ws.send_text("x" * 20000)
    code, texts = closing(ws)
    expect("too long a message", code == 1009 and json.loads(texts[0])["error"]["code"] == "limit", (code, texts))
    ws = client.Socket(port)
    for _ in range(20):
        ws.send_bytes(client.frame(client.CONTINUATION if _ else client.TEXT, b"y" * 1000, fin=False))
    code, texts = closing(ws)
    expect("too long in parts", code == 1009 and len(texts) == 1, (code, texts))
    ws = client.Socket(port)
    ws.send_bytes(client.frame(client.BINARY, b"{}"))
    expect("binary", closing(ws)[0] == 1003)
    ws = client.Socket(port)
    ws.send_bytes(client.frame(client.TEXT, b'"\xff\xfe"'))
    expect("no UTF-8", closing(ws)[0] == 1007)

    ws = client.Socket(port)
    request = json.dumps({"id": 5, "cmd": "ping", "more": "é" * 700}, ensure_ascii=False).encode()
    ws.send_bytes(client.frame(client.TEXT, request[:3], fin=False))
    ws.send_bytes(client.frame(client.PING, b"pp"))
    ws.send_bytes(client.frame(client.CONTINUATION, request[3:1201], fin=False))
    ws.send_bytes(client.frame(client.CONTINUATION, request[1201:]))
    expect("a message in parts, with a ping between", json.loads(ws.receive()).get("id") == 5)
    ws.send_text(request)
    expect("a message larger than a part", json.loads(ws.receive()).get("id") == 5)
    ws.send_bytes(b"".join(client.frame(client.TEXT, b'{"id":%d,"cmd":"ping"}' % i) for i in range(5)))
    expect("several at once", [json.loads(ws.receive())["id"] for _ in range(5)] == list(range(5)))
    ws.close()


def slow_client(port):
    """A client that sends requests but does not read is paused, and gets everything later; a client that does
    not read pushes is disconnected. Others do not notice."""
    slow, other = client.Socket(port, receive_buffer=4096), client.Socket(port)
    other.send_text('{"id":1,"cmd":"games"}')
    size = len(other.receive())
    asked = 4 * (1 << 20) // size
    for _ in range(asked):
        slow.send_text('{"id":1,"cmd":"games"}')
    other.send_text('{"id":2,"cmd":"ping"}')
    expect("others are served meanwhile", json.loads(other.receive())["id"] == 2)
    expect("all is answered in the end", all(len(slow.receive()) == size for _ in range(asked)))
    slow.close()
    deaf = client.Client(port, name="Deaf", receive_buffer=4096)
    for _ in range(20):
        table = deaf.ok("create", game="trex", seats=4, bots=["random"] * 4, sit=None, pace="fast")["table"]
        deaf.send("start", table=table)

    def is_dropped():
        return re.search(r'dropped_total{why="slow"} [1-9]', client.http(port, "GET", "/metrics").body.decode())
    expect("it was dropped", wait_for(is_dropped))
    deaf.drop()
    other.close()


def limits(binary):
    with Server(binary, "--connections", "6", "--connections-per-address", "4") as server:
        forwarded = [("X-Forwarded-For", "10.0.0.1, 203.0.113.7")]
        held = [client.Socket(server.port) for _ in range(4)]
        expect("too many from one address", refused(server.port) == 429)
        held += [client.Socket(server.port, headers=forwarded) for _ in range(2)]
        expect("too many in all", refused(server.port, headers=forwarded) == 503)
        for ws in held[:2]:
            ws.close()
        held[2].drop()
        wait_for(lambda: refused(server.port) == 101)
        wait_for(lambda: server.figure("connections") == 3)  # the one that has just tried is gone as well
        expect("places are free again", refused(server.port) == 101)
        wait_for(lambda: server.figure("connections") == 3)
        held += [client.Socket(server.port, headers=forwarded) for _ in range(2)]
        expect("the proxy's client counts", refused(server.port, headers=forwarded) == 429)
        expect("stops", server.stop() == 0)


def stopping(binary):
    """On SIGTERM, idle HTTP connections are closed and WebSockets get a close frame; a second signal ends at
    once. The log is text."""
    with Server(binary, "--log", "text") as server:
        idle = socket.create_connection(("127.0.0.1", server.port), timeout=client.WAIT_S)
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
        expect("an answer before the stop", b" 200 OK" in idle.recv(4096))
        ws = client.Socket(server.port)
        server.process.send_signal(signal.SIGTERM)
        expect("a WebSocket is closed", closing(ws)[0] == 1001)
        ws.drop()
        expect("an idle connection is closed", idle.recv(4096) == b"")
        idle.close()
        expect("stops", server.process.wait(client.WAIT_S) == 0, server.tail())
        log = server.log.read_text()
        expect("the log is text", re.search(r"^[0-9:]{8} ready port=\d+ after_ms=\d+$", log, re.M), log)
        expect("its end", re.search(r"^[0-9:]{8} stopped$", log, re.M), log)


def tls(binary, folder):
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    other = folder / "other.pem"
    subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", other], check=True, capture_output=True)
    for wrong, why in ((other, "key values mismatch"), (certificate, "")):
        refused = subprocess.run([binary, "serve", "--port", "0", "--database", folder / "tls.db", "--lang", "en", "--log", "json",
                                  "--tls-cert", certificate, "--tls-key", wrong], capture_output=True, text=True, timeout=client.WAIT_S)
        sentence = f"cannot use the certificate {certificate} with the key {wrong}: {why}"
        expect(f"{wrong.name} is not the key", refused.returncode == 1 and sentence in refused.stderr, refused)
        expect("it has not run", "stopp" not in refused.stderr, refused)
    server = Server(binary, "--tls-cert", str(certificate), "--tls-key", str(key), start=False)
    process = subprocess.Popen(server.command(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    lines = [process.stdout.readline(), process.stdout.readline()]
    expect("says https", "https://localhost" in lines[1], lines)
    context = ssl.create_default_context(cafile=certificate)
    with socket.create_connection(("127.0.0.1", server.port)) as plain, \
            context.wrap_socket(plain, server_hostname="localhost") as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        status, headers, rest = client.read_head(sock)
        body = client.read_body(sock, headers, rest)
        expect("the page by TLS", status == 200 and b"Ludosaure" in body, status)
        expect("and only by TLS from now on", "strict-transport-security" in headers, headers)
        sock.sendall(b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        status, _, rest = client.read_head(sock)
        sock.sendall(client.frame(client.TEXT, b'{"id":7,"cmd":"ping"}'))
        while b'"id":7' not in rest:
            rest += client.some(sock)
        expect("a WebSocket by TLS", status == 101, status)
    process.terminate()
    expect("stops", process.wait(client.WAIT_S) == 0)
    process.stdout.close()


def start_with_full_pipe(binary):
    """A server whose standard output and standard error go to a full pipe, and the other end of that."""
    read_end, write_end = os.pipe()
    filler = os.open(f"/proc/self/fd/{write_end}", os.O_WRONLY | os.O_NONBLOCK)
    try:
        while os.write(filler, b"x"):
            pass
    except BlockingIOError:
        pass
    os.close(filler)
    server = Server(binary, start=False)
    server.log.touch()
    server.process = subprocess.Popen(server.command(), stdin=subprocess.DEVNULL, stdout=write_end, stderr=write_end,
                                      env=server.environment)
    os.close(write_end)
    return server, read_end


def nobody_reads(binary):
    """The log is never read, or late: people can play, the server stops properly, and the log is there in the end."""
    server, read_end = start_with_full_pipe(binary)
    with server:
        server.wait_until_healthy()
        ada = client.Client(server.port, name="Ada")
        table = ada.ok("create", game="trex", seats=2, bots=[None, "easy"], pace="fast", autostart=True)["table"]
        legal = ada.wait(lambda message: message.get("legal"))["legal"]
        expect("a move is answered although nobody reads its log", ada.ask("move", table=table, move=legal[0])["ok"])
        ada.close()
        expect("stops although nobody reads its log", server.stop() == 0)
    os.close(read_end)
    server, read_end = start_with_full_pipe(binary)
    with server:
        server.wait_until_healthy()
        text = os.read(read_end, 1 << 16)
        server.process.terminate()
        while more := os.read(read_end, 1 << 16):
            text += more
        expect("stops", server.process.wait(client.WAIT_S) == 0)
        events = [json.loads(line)["event"] for line in text.lstrip(b"x").splitlines() if line.startswith(b"{")]
        if events[0] == "files_limited":  # as the machine is
            del events[0]
        expect("its log is read in the end", events == ["ready", "stopping", "stopped"], text[-600:])
    os.close(read_end)


def folder_page(binary, folder):
    page_folder = folder / "page"
    (page_folder / "assets").mkdir(parents=True)
    (page_folder / "index.html").write_text("<p>mine")
    (page_folder / "assets" / "a.js").write_text("1")
    (folder / "secret.txt").write_text("secret")
    with Server(binary, "--page", str(page_folder)) as server:
        expect("the page from a folder", client.http(server.port, "GET", "/").body == b"<p>mine")
        script = client.http(server.port, "GET", "/assets/a.js")
        expect("its files", script.body == b"1" and script.headers["content-type"].startswith("text/javascript"), script)
        for path in ("/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "//secret.txt",
                     "/assets/..\\..\\secret.txt", f"/{folder}/secret.txt"):
            answer = client.http(server.port, "GET", path)
            expect(path, b"secret" not in answer.body or answer.status == 404, answer)


PICTURE = re.compile(rb'<meta property="og:image" content="([^"]*)">')


def invitations(binary, folder):
    """What a messenger shows of the link of an invitation."""
    page_folder = folder / "invitations"
    page_folder.mkdir()
    (page_folder / "index.html").write_text("<html><head><title>Ludosaure</title></head><body></body></html>")
    with Server(binary, "--page", str(page_folder)) as server:
        plain = client.http(server.port, "GET", "/j/ABCDEF")
        expect("no picture where there is none", b'og:title' in plain.body and not PICTURE.search(plain.body), plain.body)
        (page_folder / "preview.png").write_bytes(b"png")
        get = lambda *headers, path="/j/ABCDEF": client.http(server.port, "GET", path, headers=headers)
        both = get(("Host", "games.example:8080"), ("Accept-Encoding", "gzip, br"))
        expect("it is a page", both.status == 200 and both.body.endswith(b"</head><body></body></html>"), both.body)
        expect("of its length", int(both.headers["content-length"]) == len(both.body), both.headers)
        expect("in both languages", "On vous invite à jouer – You are invited to play".encode() in both.body, both.body)
        expect("the whole address of the picture",
               PICTURE.search(both.body).group(1) == b"http://games.example:8080/preview.png", both.body)
        expect("nothing of the invitation", b"ABCDEF" not in both.body, both.body)
        expect("by language", both.headers["vary"] == "accept-encoding, accept-language", both.headers)
        french, english = get(("Accept-Language", "fr-CA,en;q=0.5")), get(("Accept-Language", "en-GB"))
        expect("French", b"On vous invite" in french.body and b"You are" not in french.body, french.body)
        expect("English", b"On vous invite" not in english.body and b"You are" in english.body, english.body)
        expect("a tag of its own each", len({one.headers["etag"] for one in (both, french, english)}) == 3, "")
        again = get(("Accept-Language", "en-GB"), ("If-None-Match", english.headers["etag"]))
        expect("not sent twice", again.status == 304, again)
        secure = get(("Host", "games.example"), ("X-Forwarded-Proto", "https"))
        expect("behind a proxy", PICTURE.search(secure.body).group(1) == b"https://games.example/preview.png", secure.body)
        for odd in ('a"><script>', "a/b", "a b", "user@a"):
            answer = get(("Host", odd))
            expect(f"host {odd}", answer.status == 400 or (odd.encode() not in answer.body and not PICTURE.search(answer.body)), answer.body)
        expect("no other page", b"og:" not in get(path="/").body and b"og:" not in get(path="/j/").body, "")
    with Server(binary, "--page", str(page_folder), "--origin", "https://play.example") as server:
        answer = client.http(server.port, "GET", "/j/ABCDEF", headers=[("Host", "10.0.0.7:8080")])
        expect("as people know it", PICTURE.search(answer.body).group(1) == b"https://play.example/preview.png", answer.body)


def main():
    binary = sys.argv[1]
    with Server(binary, "--origin", "https://good.example", "--connections-per-address", "100") as server:
        for test in (page, odd_requests, websockets, slow_client):
            test(server.port)
        limits(binary)
        stopping(binary)
        tls(binary, server.folder)
        folder_page(binary, server.folder)
        invitations(binary, server.folder)
        nobody_reads(binary)
        expect("still well", client.http(server.port, "GET", "/healthz").status == 200)
        expect("stops", server.stop() == 0, server.tail())
    finish()


if __name__ == "__main__":
    main()
