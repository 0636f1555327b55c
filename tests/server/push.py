#!/usr/bin/env python3
"""Web Push over real sockets, to a push service of our own: what it gets, with which key it is signed, and that only the browser can
read it; services that fail, ask for time, redirect, do not stop talking or say nothing; kills and restarts.

usage: push.py BINARY [NAME…]
       with_postgres.sh push.py BINARY [NAME…]"""
import base64
import http.server
import json
import os
import re
import sqlite3
import ssl
import subprocess
import sys
import threading
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

import client
from play import Person
from process import Server, Tests, wait_for

URL = os.environ.get("LUDOSAURE_POSTGRES")
CONTACT = "mailto:games@games.example"
DAYS = {"kind": "days", "seconds": 259200}


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key):
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def from_point(data):
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)



class Device:
    """A browser's subscription: its keys, and what it can read."""

    count = 0

    def __init__(self, service, *script, host="localhost"):
        Device.count += 1
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
        self.path = f"/push/{Device.count}"
        self.endpoint = f"https://{host}:{service.port}{self.path}"
        self.service = service
        service.scripts[self.path] = list(script)

    def subscription(self):
        return {"endpoint": self.endpoint, "key": encode(point(self.key.public_key())), "auth": encode(self.auth)}

    def read(self, body):
        """RFC 8291, and the one record of RFC 8188."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        there, sealed = body[21:21 + length], body[21 + length:]
        assert length == 65 and size >= len(sealed), (length, size)
        shared = self.key.exchange(ec.ECDH(), from_point(there))
        info = b"WebPush: info\0" + point(self.key.public_key()) + there
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text[-1:] == b"\2", "the mark of the last record"
        return json.loads(text[:-1])

    def got(self):
        return [one for one in list(self.service.got) if one["path"] == self.path]

    def wait(self, count=1):
        return wait_for(lambda: len(self.got()) >= count and self.got(), f"{len(self.got())} of {count} messages")


class Service(http.server.ThreadingHTTPServer):
    """A push service. The script of an address says what it answers, one after the other: a status; or a word, below. Then 201."""

    daemon_threads = True

    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), Handler)
        self.port, self.got, self.scripts, self.accepted = self.server_address[1], [], {}, 0
        self.certificate = folder / "push.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder / "push.key",
                        "-out", self.certificate], check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, folder / "push.key")
        self.stopping = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def get_request(self):
        sock, address = super().get_request()
        self.accepted += 1
        return self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False), address

    def handle_error(self, request, client_address):
        pass  # clients that leave

    def end(self):
        self.stopping.set()
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *words):
        pass

    def do_GET(self):
        self.server.got.append({"path": self.path, "method": "GET"})

    def do_POST(self):
        service = self.server
        body = self.rfile.read(int(self.headers["Content-Length"]))
        service.got.append({"path": self.path, "headers": dict(self.headers), "body": body, "at": time.monotonic()})
        script = service.scripts.get(self.path, [])
        answer = script.pop(0) if script else 201
        if answer == "drop":
            self.connection.close()
        elif answer == "silent":
            service.stopping.wait()
        elif answer == "endless":
            self.send_response(200)
            self.end_headers()
            while not service.stopping.is_set():
                self.wfile.write(b"x" * 65536)
        elif answer == "endless headers":
            self.wfile.write(b"HTTP/1.1 201 Created\r\n")
            while not service.stopping.is_set():
                self.wfile.write(b"X-More: " + b"x" * 4000 + b"\r\n")
        else:
            status, *more = answer if isinstance(answer, tuple) else (answer,)
            self.send_response(status)
            for name, value in more:
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()


def serve(binary, service):
    server = Server(binary, "--push-contact", CONTACT, "--test-push", str(service.certificate), "--people-per-minute", "100000",
                    "--tables-per-minute", "100000", "--log", "json", start=False)
    server.database = URL or server.database
    server.start()
    return server


def account(server, login):
    person = Person(server.port, name=login.capitalize())
    person.login = f"{login}{person.person['id']}"
    person.ok("account", login=person.login, password="long enough")
    key_of(person)
    return person


def key_of(person):
    """The servers' key, which a server reads when it has started."""
    return wait_for(lambda: person.ask("push").get("key"), "no key")


def begin(ada, bob, **more):
    """A match over days, in which it is the turn of one of them. Returns the table, who waits, and who plays."""
    made = ada.create("trex", 2, clock=DAYS, **more)
    table = bob.watch(code=made["code"])
    bob.ok("sit", table=table)
    ada.ok("start", table=table)
    for person in ada, bob:
        person.until(lambda: person.tables[table].to_act)
    mover = next(person for person in (ada, bob) if person.tables[table].seat in person.tables[table].to_act)
    return table, (bob if mover is ada else ada), mover


def go(person, other, table, then=lambda: None):
    """The person leaves, something happens, and then it becomes their turn: the other one moves until it is."""
    seat, seen = person.tables[table].seat, other.tables[table]
    person.close()
    other.wait(lambda message: message["push"] == "online" and not message["online"][seat])
    then()
    while seat not in seen.to_act:
        version = seen.v
        other.ok("move", table=table, move=seen.legal[0])
        other.until(lambda: seen.v > version)


def check_authorization(headers, service, public):
    """RFC 8292: the service knows who sends, and nobody can use it elsewhere or for ever."""
    match = re.fullmatch(r"vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(\S+)", headers["Authorization"])
    assert match and match[4] == public, headers
    assert json.loads(decode(match[1])) == {"typ": "JWT", "alg": "ES256"}
    claims = json.loads(decode(match[2]))
    assert claims["aud"] == f"https://localhost:{service.port}" and claims["sub"] == CONTACT, claims
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600, claims
    raw = decode(match[3])
    assert len(raw) == 64
    signature = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    from_point(decode(public)).verify(signature, f"{match[1]}.{match[2]}".encode(), ec.ECDSA(hashes.SHA256()))


def told(server, service):
    """The one whose turn it is has gone: one message, which says what it should, and no more after kills and restarts."""
    ada, bob = account(server, "ada"), account(server, "bob")
    devices = {person: Device(service) for person in (ada, bob)}
    table, away, here = begin(ada, bob)
    for person, device in devices.items():
        answer = person.ok("push", language="fr", **device.subscription())
        assert answer["devices"] == 1, answer
    public = answer["key"]
    assert len(decode(public)) == 65
    go(away, here, table)
    [got] = devices[away].wait()
    headers = {name.lower(): value for name, value in got["headers"].items()}
    check_authorization(got["headers"], service, public)
    assert headers["content-encoding"] == "aes128gcm" and headers["topic"] == "turns" and headers["urgency"] == "normal", headers
    assert 0 < int(headers["ttl"]) <= DAYS["seconds"], headers
    text = devices[away].read(got["body"])
    assert text == {"text": "T-Rex\u00a0: à vous de jouer", "turns": 1, "table": table}, text
    wait_for(lambda: pushes(server, "sent") >= 1, "not counted")
    settled = URL or wait_for(lambda: told_notes(server, away)[table][1] and told_notes(server, away), "not kept")
    for kill in True, False:
        server.kill() if kill else server.stop_well()
        server.start()
        other = Person(server.port, secret=here.secret)
        assert key_of(other) == public, "the servers' key stays"
        other.close()
    time_passes(server, service)
    assert len(devices[away].got()) == 1 and not devices[here].got(), "told again"
    assert URL or told_notes(server, away) == settled
    here.ws.drop()


def told_notes(server, person):
    """What SQLite keeps of notices."""
    with sqlite3.connect(server.database) as database:
        rows = database.execute("SELECT text FROM notes WHERE id = ?", [person.person["id"]]).fetchall()
    return json.loads(rows[0][0])["told"]


def pushes(server, outcome):
    text = client.http(server.port, "GET", "/metrics").body.decode()
    return int(re.search(rf'^ludosaure_pushes_total{{outcome="{outcome}"}} (\d+)', text, re.M)[1])


def time_passes(server, service):
    """Something that takes a whole notice of another match, from the beginning to the end: what was due earlier has come."""
    _, here, _, [device] = lonely(server, (), service=service)
    device.wait()
    here.close()


def lonely(server, *scripts, service, devices=None):
    """It is the turn of somebody who has gone, and has these devices. Returns the table, who is still there, the secret and the devices."""
    ada, bob = account(server, "ada"), account(server, "bob")
    table, away, here = begin(ada, bob)
    devices = devices or [Device(service, *script) for script in scripts]
    for device in devices:
        away.ok("push", **device.subscription())
    go(away, here, table)
    return table, here, away.secret, devices


def services_that_fail(server, service):
    """500, losses and silence: tried again, with growing pauses. Meanwhile other devices are not held up."""
    _, here, _, (lost, silent, fine) = lonely(server, (500, "drop", 503), ("silent",), (), service=service)
    fine.wait()
    got = lost.wait(4)
    pauses = [after["at"] - before["at"] for before, after in zip(got, got[1:4])]
    assert pauses[0] > 1.9 and pauses[1] > 7.9 and pauses[2] > 31.9, pauses
    assert len({one["body"] for one in got}) == len(got), "each attempt has keys of its own"
    silent.wait(2)
    here.close()


def slow_services(server, service):
    """Only eight requests at a time to a service that does not answer, each for 15 s with at most 5 s of them for the connection; another
    service is not held up."""
    silent = [[Device(service, "silent", host="127.0.0.1") for _ in range(5)] for _ in range(3)]
    stayed = [lonely(server, service=service, devices=devices)[1] for devices in silent]
    _, here, _, [fine] = lonely(server, (), service=service)
    fine.wait()
    moments = sorted(device.wait()[0]["at"] for devices in silent for device in devices)
    assert moments[8] - moments[0] > 9.5, moments
    for person in (here, *stayed):
        person.close()


def services_that_ask_for_time(server, service):
    _, here, _, [busy] = lonely(server, ((429, ("Retry-After", "5")),), service=service)
    first, second = busy.wait(2)[:2]
    assert second["at"] - first["at"] > 4.9, (first["at"], second["at"])
    here.close()


def services_that_lie(server, service):
    """Answers without end, redirects and strange statuses: no further request, and nothing is followed."""
    away = ("Location", f"https://localhost:{service.port}/elsewhere")
    _, here, _, devices = lonely(server, ("endless",), ("endless headers",), ((307, away),), (400,), (), service=service)
    for device in devices:
        device.wait()
    sent = pushes(server, "sent")
    time_passes(server, service)
    assert pushes(server, "sent") > sent
    assert not [one for one in service.got if one["path"] == "/elsewhere" or one.get("method")], "followed a redirect"
    assert [len(device.got()) for device in devices[2:]] == [1, 1, 1]
    here.close()


def forgotten(server, service):
    """404 and 410: the subscription is over, and is forgotten. The others stay."""
    _, here, secret, devices = lonely(server, (404,), (410,), (), service=service)
    for device in devices:
        device.wait()
    back = Person(server.port, secret=secret)
    wait_for(lambda: back.ok("push")["devices"] == 1, "not forgotten")
    assert [len(device.got()) for device in devices] == [1, 1, 1]
    back.close()
    here.close()


def sessions_that_end(server, service):
    """A device belongs to a session: after a logout or a new password, nothing is sent there."""
    ada, bob = account(server, "ada"), account(server, "bob")
    table, away, here = begin(ada, bob)
    devices = [Device(service), Device(service), Device(service)]
    for word, device in zip(("first", "second"), devices):
        other = Person(server.port, name=word)
        other.ok("login", login=away.login, password="long enough")
        assert other.ok("push", **device.subscription())["devices"] == (1 if word == "first" else 2)
        if word == "first":
            other.ok("logout")
        other.close()
    away.ok("push", **devices[2].subscription())
    away.ok("password", password="long enough", new="something else")
    go(away, here, table)
    devices[2].wait()
    time_passes(server, service)
    assert not devices[0].got() and not devices[1].got()
    here.close()


def requests(server, service):
    """What is refused, and changes nothing; devices come and go, and the oldest makes room."""
    ada = account(server, "ada")
    good = Device(service).subscription()
    for bad in ({"endpoint": good["endpoint"].replace("https", "http")}, {"endpoint": "https://user@localhost/x"}, {"key": "AAAA"},
                {"key": good["key"][:-1] + "!"}, {"auth": "AAAA"}, {"endpoint": "https://localhost/" + "x" * 900}):
        ada.refused("bad_request", "push", **{**good, **bad})
    ada.refused("limit", "push", **{**good, "endpoint": "https://localhost/" + "x" * 1200})
    ada.refused("bad_request", "push", language="xx", **good)
    ada.refused("bad_request", "push", endpoint=good["endpoint"], key=good["key"])
    assert ada.ok("push")["devices"] == 0
    for count in 1, 1:
        assert ada.ok("push", **good)["devices"] == count
    for count in 2, 3, 4, 5, 5, 5:
        latest = Device(service).subscription()
        assert ada.ok("push", **latest)["devices"] == count
    assert ada.ok("push", endpoint=good["endpoint"])["devices"] == 5  # the oldest had to go
    assert ada.ok("push", endpoint=latest["endpoint"])["devices"] == 4
    guest = Person(server.port, name="guest")
    guest.refused("forbidden", "push", **good)
    assert server.http("POST", "/api/push", {})[0] == 401
    assert server.http("POST", "/api/push", {}, secret=ada.secret)[1]["devices"] == 4
    ada.close()
    guest.close()


def not_there(server, service):
    """Who looks at the table is not told; nor who has no account or no device."""
    ada, bob = account(server, "ada"), account(server, "bob")
    begin(ada, bob)
    devices = {person: Device(service) for person in (ada, bob)}
    for person, device in devices.items():
        person.ok("push", **device.subscription())
    time_passes(server, service)
    assert not devices[ada].got() and not devices[bob].got(), "told, while they watch"
    ada.close()
    bob.close()


def servers(binary, service):
    """Two servers on one database have one key, and only one of them tells. When it is killed, the other one does."""
    with serve(binary, service) as one, serve(binary, service) as two:
        ada, bob = account(one, "ada"), account(one, "bob")
        table, away, here = begin(ada, bob)
        device = Device(service)
        assert away.ok("push", **device.subscription())["key"] == key_of(Person(two.port, secret=away.secret))
        there = Person(two.port, secret=here.secret)
        there.watch(table=table)
        go(away, here, table)
        device.wait()
        time_passes(two, service)
        assert len(device.got()) == 1, "told by both"
        ada, bob = account(one, "ada"), account(one, "bob")
        table, away, here = begin(ada, bob)
        device = Device(service)
        away.ok("push", **device.subscription())
        there = Person(two.port, secret=here.secret)
        there.watch(table=table)
        go(away, there, table, one.kill)
        device.wait()
        there.close()


def private_addresses(binary, service):
    """Without the option of tests, no name leads to an address that is not of the public internet."""
    with Server(binary, "--push-contact", CONTACT, "--log", "json", "--people-per-minute", "100000") as server:
        before = service.accepted
        hosts = ["localhost", "127.0.0.1", "10.0.0.1", "169.254.169.254", "0.0.0.0"]
        _, here, _, _ = lonely(server, service=service, devices=[Device(service, host=host) for host in hosts])
        wait_for(lambda: pushes(server, "failed") == len(hosts), "not given up")
        assert service.accepted == before, "connected"
        assert all(line["status"] == 0 for line in server.logged("push_failed"))
        here.close()


def off(binary):
    """Without --push-contact there is none; a wrong one is refused at the start."""
    with Server(binary) as server:
        person = Person(server.port, name="Ada")
        person.ok("account", login="ada", password="long enough")
        person.refused("forbidden", "push")
        person.close()
    for wrong in "games.example", "mailto:", 'mailto:a@b"c':
        done = subprocess.run([binary, "serve", "--push-contact", wrong], capture_output=True, text=True)
        assert done.returncode == 2 and "--push-contact" in done.stderr, done


def main():
    tests = Tests(sys.argv[2:-1] if URL else sys.argv[2:])
    binary = sys.argv[1]
    with Server(binary, start=False) as place:
        service = Service(place.folder)
        with serve(binary, service) as server:
            Person(server.port, name="Ada").close()  # starts the thread that all share
            tests.run_together(*[(test.__name__, test, server, service) for test in
                                 (services_that_fail, slow_services, services_that_ask_for_time, services_that_lie, forgotten, sessions_that_end, requests,
                                  not_there)])
            tests.run("told", told, server, service)
            tests.run("a graceful stop", server.stop_well)
        if URL:
            tests.run("servers", servers, binary, service)
        else:
            tests.run("private_addresses", private_addresses, binary, service)
            tests.run("off", off, binary)
        service.end()
    tests.end()


if __name__ == "__main__":
    main()
