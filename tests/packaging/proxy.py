#!/usr/bin/env python3
"""The recipes for three servers behind nginx or Caddy, on one machine: those of packaging/ with other ports.

usage: proxy.py BINARY [--caddy] [DATABASE]; without a PostgreSQL database, the servers share an SQLite file"""
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "server"))

import client
from client import WAIT_S
from play import Person, leave, play, settle
from process import Server, Tests, free_port, wait_for

PACKAGING = pathlib.Path(__file__).resolve().parent.parent.parent / "packaging"
PER_ADDRESS = 3

MAIN = """\
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def is_free(port):
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False


def replace_ports(text, servers):
    for number, server in enumerate(servers):
        text = text.replace(f"127.0.0.1:808{number + 1}", f"127.0.0.1:{server.port}")
    assert ":808" not in text, text
    return text


class Nginx:
    recipe, no_server = PACKAGING / "nginx" / "ludosaure.conf", 502

    @staticmethod
    def configure(site, text):
        """The recipe, with the ports of this test and without TLS."""
        if not site.is_postgres:
            text = text.replace("# ip_hash;", "ip_hash;")
            assert re.search(r"(?m)^ *ip_hash;$", text)
        text = re.sub(r"(?m)^\s*(listen \[::\].*|ssl_certificate.*)\n", "", text)
        text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{site.port};")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{site.plain_port};")
        assert "443" not in text, text
        (site.folder / "site.conf").write_text(text, encoding="utf-8")
        user = "user root;" if os.getuid() == 0 else ""
        (site.folder / "nginx.conf").write_text(MAIN.format(folder=site.folder, user=user), encoding="utf-8")
        return ["/usr/sbin/nginx", "-p", site.folder, "-c", site.folder / "nginx.conf"]

    @staticmethod
    def check(folder, text):
        """nginx takes the recipe as it is, with TLS, apart from where the certificate is."""
        key, certificate = f"{folder}/key.pem", f"{folder}/cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-days", "2", "-subj", "/CN=games.example", "-keyout", key, "-out", certificate],
                       check=True, capture_output=True)
        text = re.sub(r"(ssl_certificate_key\s+).*;", rf"\g<1>{key};", text)
        text = re.sub(r"(ssl_certificate\s+).*;", rf"\g<1>{certificate};", text)
        pathlib.Path(folder, "site.conf").write_text(text, encoding="utf-8")
        pathlib.Path(folder, "nginx.conf").write_text(MAIN.format(folder=folder, user=""), encoding="utf-8")
        return ["/usr/sbin/nginx", "-t", "-q", "-p", folder, "-c", f"{folder}/nginx.conf"]


class Caddy:
    recipe, no_server = PACKAGING / "caddy" / "Caddyfile", 502

    @staticmethod
    def configure(site, text):
        """The recipe, on the port of this test and without TLS. Caddy redirects to TLS by itself, so not here."""
        site.plain_port = None
        if not site.is_postgres:
            text = text.replace("lb_policy round_robin", "lb_policy ip_hash")
        text = text.replace("games.example {", f"http://:{site.port} {{\n\tbind 127.0.0.1")
        text = "{\n\tadmin off\n\tauto_https off\n}\n" + text
        (site.folder / "Caddyfile").write_text(text, encoding="utf-8")
        return ["caddy", "run", "--config", site.folder / "Caddyfile"]

    @staticmethod
    def check(folder, text):
        pathlib.Path(folder, "Caddyfile").write_text(text, encoding="utf-8")
        return ["caddy", "validate", "--config", f"{folder}/Caddyfile"]


class Site:
    """Three servers and a proxy. `port` is the proxy's; `plain_port` the one that only redirects, or None."""

    def __init__(self, binary, proxy, database):
        self.proxy, self.is_postgres = proxy, database is not None
        self.servers, self.folder = [], pathlib.Path(tempfile.mkdtemp(prefix="ludosaure-test-"))
        self.port, self.plain_port = free_port(), free_port()
        for _ in range(3):
            server = Server(binary, "--listen", "127.0.0.1", "--connections-per-address", str(PER_ADDRESS), start=False)
            server.database = database or self.folder / "games.db"
            self.servers.append(server)
            server.start()
        command = proxy.configure(self, replace_ports(proxy.recipe.read_text(encoding="utf-8"), self.servers))
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": str(self.folder)})
        wait_for(lambda: not any(is_free(port) for port in (self.port, self.plain_port) if port), "the proxy does not start")

    def connections(self):
        """WebSockets of each server; None for one that does not run."""
        counts = []
        for server in self.servers:
            metrics = client.http(server.port, "GET", "/metrics").body.decode() if server.is_alive() else ""
            found = re.search(r"(?m)^ludosaure_connections (\d+)$", metrics)
            counts.append(found and int(found[1]))
        return counts

    def wait_until_empty(self):
        wait_for(lambda: not any(self.connections()), "a closed connection stays open")

    def visit_apart(self, names):
        """People with these names, who have reached different servers, while there are no others."""
        self.wait_until_empty()
        visitors = []
        for number in range(1, 60):
            visitors.append(Visitor(self, f"127.{number}.0.1", name=names[len(visitors)]))
            if max(self.connections()) > 1:
                visitors.pop().close()
                wait_for(lambda: sum(self.connections()) == len(visitors), "a closed connection stays open")
            if len(visitors) == len(names):
                return visitors
        raise AssertionError("all addresses reach the same server")

    def close(self):
        self.process.terminate()
        self.process.wait()
        for server in self.servers:
            server.__exit__()
        shutil.rmtree(self.folder, ignore_errors=True)


class Visitor(Person):
    """A person at one address who comes back when the connection ends."""

    def __init__(self, site, source, name=None, secret=None):
        self.site, self.source = site, source
        super().__init__(site.port, name=name, secret=secret, source=source)

    def back(self, table):
        """A new connection of the same person, at the same table."""
        end = time.monotonic() + WAIT_S
        while True:
            again = None
            try:
                again = Visitor(self.site, self.source)
                again.hello(secret=self.secret)
                again.watch(table=table)
                return again
            except (OSError, client.Refused, client.Closed, AssertionError):
                if again:
                    again.drop()
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def is_connected(self):
        try:
            self.pump()
            return True
        except client.Closed:
            return False


def page(site):
    assert b"<html" in client.http(site.port, "GET", "/").body.lower()
    assert client.http(site.port, "GET", "/healthz").status == 200
    assert client.http(site.port, "GET", "/api/games").status == 200
    assert client.http(site.port, "GET", "/metrics").status == 404
    if not site.plain_port:
        return
    answer = client.http(site.plain_port, "GET", "/t/x", headers=[("Host", "games.example")])
    assert (answer.status, answer.headers["location"]) == (301, "https://games.example/t/x"), answer


def origins(site):
    """The Host header arrives: a page from this host may connect, one from another may not."""
    client.Socket(site.port, headers=[("Origin", f"http://127.0.0.1:{site.port}")]).close()
    try:
        client.Socket(site.port, headers=[("Origin", "http://elsewhere.example")])
        raise AssertionError("a page from elsewhere may connect")
    except client.Refused as error:
        assert error.status == 403, error.status


def addresses(site):
    """Limits count real addresses, whatever a client claims; at each server that the address may reach."""
    limit = PER_ADDRESS * (len(site.servers) if site.is_postgres else 1)
    claims = [[("X-Forwarded-For", f"198.51.100.{number}")] for number in range(limit + 1)]
    sockets = [client.Socket(site.port, headers=claim, source="127.9.0.1") for claim in claims[:limit]]
    try:
        client.Socket(site.port, headers=claims[limit], source="127.9.0.1")
        raise AssertionError("more connections than one address may have")
    except client.Refused as error:
        assert error.status in (429, 503), error.status
    client.Socket(site.port, source="127.9.0.2").close()
    for one in sockets:
        one.close()


def two_visitors(site):
    """At one table, on different servers."""
    ada, bob = site.visit_apart(("Ada", "Bob"))
    made = ada.create("trex", 2)
    table = made["table"]
    bob.watch(invite=made["invite"])
    bob.ok("sit", table=table)
    settle([ada, bob], table)
    ada.ok("start", table=table)
    settle([ada, bob], table)
    return [ada, bob], table, ada.tables[table].v


def come_back(people, table, lost):
    """The `lost` people whose server has ended connect again; all see the same version."""
    end = time.monotonic() + WAIT_S
    while len(gone := [person for person in people if not person.is_connected()]) < lost:
        assert time.monotonic() < end, "the proxy does not pass on that a server has ended"
        time.sleep(0.02)
    assert len(gone) == lost, (len(gone), lost)
    people = [person.back(table) if person in gone else person for person in people]
    settle(people, table)
    return people


def restarts(site):
    """A rolling restart, and a server killed: people are back at once, through another server, and no move is lost."""
    people, table, version = two_visitors(site)
    rng = random.Random(1)
    version += play(people, table, rng, moves=3, suggest=0)
    for server, end in [*((server, server.stop_well) for server in site.servers), (None, None)]:
        lost = site.connections()
        if not server:  # now one that is in use
            server = next(server for server, count in zip(site.servers, lost) if count)
            end = server.kill
        end()
        people = come_back(people, table, lost[site.servers.index(server)])
        version += play(people, table, rng, moves=2, suggest=0)
        server.start()
    check_version(site, people, table, version)


def nothing_runs(site):
    """While no server runs, the proxy says so; when they are back, so are the people."""
    people, table, version = two_visitors(site)
    rng = random.Random(2)
    version += play(people, table, rng, moves=2, suggest=0)
    for server in site.servers:
        server.stop_well()
    assert client.http(site.port, "GET", "/healthz").status == site.proxy.no_server
    for server in site.servers:
        server.start()
    people = come_back(people, table, len(people))
    version += play(people, table, rng, moves=2, suggest=0)
    check_version(site, people, table, version)


def check_version(site, people, table, version):
    """On another connection, the table has every acknowledged move once."""
    leave(*people)
    again = Visitor(site, "127.200.0.1", secret=people[0].secret)
    again.watch(table=table)
    again.until(lambda: again.tables[table].v >= version)
    assert again.tables[table].v == version, (again.tables[table].v, version)
    again.close()


def recipe_is_valid(proxy):
    with tempfile.TemporaryDirectory() as folder:
        command = proxy.check(folder, proxy.recipe.read_text(encoding="utf-8"))
        run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "HOME": folder}, check=False)
        assert run.returncode == 0 and "emerg" not in run.stderr, run.stderr


def main():
    binary, *rest = sys.argv[1:]
    proxy = Caddy if "--caddy" in rest else Nginx
    database = next((word for word in rest if word != "--caddy"), None)
    tests = Tests()
    tests.run("the recipe is valid", recipe_is_valid, proxy)
    site = Site(binary, proxy, database)
    try:
        for test in (page, origins, addresses, restarts, nothing_runs):
            tests.run(test.__name__, test, site)
    finally:
        site.close()
    tests.end()


main()
