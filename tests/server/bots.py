#!/usr/bin/env python3
"""Programs at tables of a server: `ludosaure bot --connect`, how everyone sees what they are, and what goes wrong.

usage: bots.py BINARY [NAME…]   only the tests whose names contain one of the words"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import client
from play import Person, leave, people_of
from process import Server, Tests

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOT = (sys.executable, str(ROOT / "docs" / "examples" / "bot.py"))
FAILING = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "suggest" and sys.argv[1] == "dies":
        sys.exit(3)
    if request["cmd"] == "suggest" and sys.argv[1] == "rubbish":
        print("\\x1b[31mno JSON", flush=True)
    else:
        print(json.dumps({"id": request["id"], "ok": True, "move": "play y99" if sys.argv[1] == "illegal" else None}), flush=True)
"""


def run(server, *words, token=None, url=None, trusted=None):
    environment = {**os.environ, "LUDOSAURE_TOKEN": token or "", **({"SSL_CERT_FILE": trusted} if trusted else {})}
    return subprocess.Popen([server.binary, "bot", "--connect", url or f"http://localhost:{server.port}/", *words],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def ended(process):
    """Exit code, output, messages."""
    out, messages = process.communicate(timeout=client.WAIT_S)
    return process.returncode, out, messages


def register(server, name="Robo"):
    code, out, messages = ended(run(server, "--register", name))
    assert code == 0 and not messages, messages
    return out.strip()


def fails(server, says, *words, **more):
    code, _, messages = ended(run(server, *words, **more))
    assert code == 1 and says in messages, (code, messages, says)


def is_marked(server):
    token = register(server)
    robo = Person(server.port, secret=token)
    assert robo.person["name"] == "Robo [bot]", robo.person
    assert robo.ok("rename", name="Ada")["person"]["name"] == "Ada [bot]"
    robo.refused("limit", "rename", name="x" * 26)  # 30 characters in all
    robo.refused("bad_request", "rename", name=" ")
    ada = Person(server.port, name="Ada")
    for name in ("Ada [bot]", "Ada [BOT] ", "[bot]"):
        ada.refused("bad_request", "rename", name=name)
        client.Client(server.port).refused("bad_request", "hello", name=name)
    code, _, messages = ended(run(server, "--register", "Robo [bot]"))
    assert code == 0, messages  # an honest name needs no second mark
    leave(robo, ada)


def is_admitted_only_where_the_host_wants(server):
    token = register(server)
    ada, = people_of(server, 1)
    for open_to in ({}, {"public": True}, {"programs": False, "public": True}):
        made = ada.create("trex", 2, **open_to)
        fails(server, "has not admitted programs", "--table", made["code"], "--", *BOT, token=token)
        fails(server, "n’admet pas de programmes", "--lang", "fr", "--table", made["code"], "--", *BOT, token=token)
        assert ada.ok("info", table=made["table"])["info"]["seat"][1] is None
    robo = Person(server.port, secret=token)
    robo.refused("forbidden", "create", game="trex", seats=2)
    made = robo.create("trex", 2, programs=True)
    assert ada.ok("info", code=made["code"])["info"]["host"]["name"] == "Robo [bot]"
    assert ada.ok("info", code=made["code"])["info"]["programs"] is True
    leave(ada, robo)


def plays_a_match(server):
    token = register(server)
    for game in ("trex", "tyrannosaurus", "trakks"):
        ada, = people_of(server, 1)
        made = ada.create(game, 2, programs=True, sit=None, bots=[None, "easy"], autostart=True, pace="fast")
        robot = run(server, "--ms", "20", "--table", made["code"], "--", *BOT, token=token)
        code, out, messages = ended(robot)
        assert (code, out, messages) == (0, "", ""), (game, code, messages)
        record = ada.ok("record", table=made["table"])["record"]
        assert record["names"][0] == "Robo [bot]" and record["result"]["over"], record["names"]
        assert server.verify(record)[0] == 0
        leave(ada)


def begin(server, token, program=BOT, **settings):
    """A match of Ada, who begins, with a program."""
    ada, = people_of(server, 1)
    made = ada.create("trex", 2, programs=True, **settings)
    robot = run(server, "--ms", "50", "--table", made["code"], "--", *program, token=token)
    ada.until(lambda: ada.tables[made["table"]].info["seat"][1])
    ada.ok("start", table=made["table"])
    return ada, made["table"], robot


def comes_back(server):
    """The server dies in the middle of a match, and the program notices nothing of that."""
    ada, table, robot = begin(server, register(server))
    rng = random.Random(1)
    follower = ada.tables[table]

    def move():
        ada.until(lambda: follower.is_over or follower.legal)
        if not follower.is_over:
            ada.ok("move", table=table, move=rng.choice(follower.legal))

    for _ in range(3):
        move()
    server.kill()
    server.start()
    ada = Person(server.port, secret=ada.secret)
    ada.watch(table=table)
    follower = ada.tables[table]
    while not follower.is_over:
        move()
    assert ended(robot)[0] == 0
    leave(ada)


def goes_wrong(server):
    token = register(server)
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(FAILING)
        script.flush()
        for does, says in (("dies", "ended instead of answering “suggest”"), ("rubbish", "?[31mno JSON"),
                           ("illegal", "play y99"), ("nothing", "without a move")):
            ada, table, robot = begin(server, token, (sys.executable, script.name, does), takeover=True)
            rng = random.Random(2)
            follower = ada.tables[table]
            while follower.info["seat"][1].get("person"):
                if follower.seat in (follower.to_act or []) and follower.legal:
                    ada.ok("move", table=table, move=rng.choice(follower.legal))
                ada.pump(0.05)
            code, _, messages = ended(robot)
            assert code == 1 and says in messages and "\x1b" not in messages, (does, code, messages)
            # The others do not wait for it.
            assert follower.info["seat"][1]["replaces"]["name"] == "Robo [bot]", follower.info["seat"]
            leave(ada)
    fails(server, "does not lead to a table", "--table", "XXXX-XXXX", "--", *BOT, token=token)
    fails(server, "cannot start ./no-such-bot", "--table", "XXXX-XXXX", "--", "./no-such-bot", token=token)
    fails(server, "is not the address of a server", "--table", "X", "--", *BOT, token=token, url="localhost")
    fails(server, "cannot connect", "--table", "X", "--", *BOT, token=token, url="http://localhost:1")
    for words in ((), ("--table", "X"), ("expert",)):
        code, _, messages = ended(run(server, *words, token=token))
        assert code == 2 and messages, words
    code, _, messages = ended(run(server, "--table", "X", "--", *BOT))
    assert code == 2 and "LUDOSAURE_TOKEN" in messages, messages


def withdraws(server):
    token = register(server)
    ada, table, robot = begin(server, token)
    assert ended(run(server, "--withdraw", token=token))[0] == 0
    code, _, messages = ended(robot)  # the one that is playing is told
    assert code == 1 and "no longer knows this token" in messages, messages
    fails(server, "secret is unknown", "--table", "X", "--", *BOT, token=token)
    fails(server, "secret is unknown", "--withdraw", token=token)
    leave(ada)
    # With the account, its tokens go.
    token = register(server)
    robo = client.Client(server.port, secret=token)
    robo.ok("account", login="robo", password="a long password")
    robo.ok("delete", password="a long password")
    fails(server, "secret is unknown", "--table", "X", "--", *BOT, token=token)


def loses_its_seat(server):
    token = register(server)
    ada, = people_of(server, 1)
    made = ada.create("trex", 3, programs=True)
    robot = run(server, "--table", made["code"], "--", *BOT, token=token)
    ada.until(lambda: ada.tables[made["table"]].info["seat"][1])
    ada.ok("remove", table=made["table"], seat=1)
    code, _, messages = ended(robot)
    assert code == 1 and "lost its seat" in messages, messages
    leave(ada)


def speaks_tls(binary):
    """Only with a server whose certificate is trusted."""
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
                       check=True, capture_output=True)
        server = Server(binary, "--tls-cert", certificate, "--tls-key", key, start=False)
        server.start_only()
        server.wait_logged("ready")
        url = f"https://localhost:{server.port}"
        fails(server, "cannot connect", "--register", "Robo", url=url)
        code, out, messages = ended(run(server, "--register", "Robo", url=url, trusted=certificate))
        assert code == 0 and len(out) > 20, messages
        server.stop_well()


def main():
    tests = Tests(sys.argv[2:])
    with Server(sys.argv[1], "--tables-per-minute", "100000", "--people-per-minute", "100000") as server:
        for test in (is_marked, is_admitted_only_where_the_host_wants, plays_a_match, goes_wrong, withdraws, loses_its_seat,
                     comes_back):
            tests.run(test.__name__, test, server)
    tests.run("speaks_tls", speaks_tls, sys.argv[1])
    tests.end()


if __name__ == "__main__":
    main()
