#!/usr/bin/env python3
"""Runs the examples of docs/api.md, in order, against a real server, and checks that every request, push
and address has an example.

usage: api.py BINARY

An example is a line of a block marked `talk`:
    ada → {"id":1,"cmd":"ping"}      what Ada's connection sends
    ada ← {"id":1,"ok":true,"now":…} what it receives; messages before it are skipped
    → GET /healthz                   a request over HTTP; with a name, by that person
    ← 200 {"ok":true,…}
    (the match goes on to its end)   the people there keep playing
    (the server receives SIGTERM)
`…` is any value, or any further values of an object or a list; "<word>" is a text or number that is
the same wherever the word occurs. A line that begins with a blank continues the one before."""
import json
import pathlib
import random
import re
import sys
import time
import urllib.parse

import client
from play import Person, play, settle
from process import Server, Tests

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "api.md"
ANY = "…"
LINE = re.compile(r"(?:(\w+) )?([→←]) (.*)")
END_OF_MATCH = "(the match goes on to its end)"
STOP = "(the server receives SIGTERM)"


class Mismatch(Exception):
    pass


def pattern(text):
    """JSON with … in it, as a value in which ANY stands for them."""
    out, objects, previous = [], [], ""
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|…|[^"…\s]|\s', text):
        if token.isspace():
            continue
        if token in "{[":
            objects.append(token == "{")
        elif token in "}]":
            objects.pop()
        if token == "…":
            key = objects and objects[-1] and previous in "{,"
            token = f'"{ANY}":0' if key else f'"{ANY}"'
        out.append(token)
        previous = token
    return json.loads("".join(out))


def match(wanted, got, names, where="it"):
    """Raises Mismatch unless `got` is as wanted; new names are learnt."""
    if wanted == ANY:
        return
    name = re.fullmatch(r"<(.+)>", wanted) if isinstance(wanted, str) else None
    if name:
        if not isinstance(got, (str, int)) or names.setdefault(name[1], got) != got:
            raise Mismatch(f"{where} is {got!r}, and was {names.get(name[1])!r}")
    elif isinstance(wanted, dict):
        if not isinstance(got, dict):
            raise Mismatch(f"{where} is no object: {got!r}")
        missing = [key for key in wanted if key != ANY and key not in got]
        more = [key for key in got if key not in wanted]
        if missing or more and ANY not in wanted:
            raise Mismatch(f"{where} lacks {missing}, has {more} besides")
        for key, value in wanted.items():
            if key != ANY:
                match(value, got[key], names, f"{where}.{key}")
    elif isinstance(wanted, list):
        is_open = ANY in wanted
        items = [item for item in wanted if item != ANY]
        if not isinstance(got, list) or len(got) < len(items) or not is_open and len(got) > len(items):
            raise Mismatch(f"{where} is no list of {len(items)}: {str(got)[:200]}")
        before = wanted.index(ANY) if is_open else len(items)  # what follows the dots is at the end
        for index, item in enumerate(items):
            at = index if index < before else len(got) - len(items) + index
            match(item, got[at], names, f"{where}[{at}]")
    elif type(wanted) is not type(got) or wanted != got:
        raise Mismatch(f"{where} is {got!r}, not {wanted!r}")


def fill(value, names):
    """A request with the names' values in it."""
    if isinstance(value, dict):
        return {key: fill(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [fill(inner, names) for inner in value]
    name = re.fullmatch(r"<(.+)>", value) if isinstance(value, str) else None
    return names[name[1]] if name else value


def same_kind(wanted, got):
    """Whether a message is the one that the line is about: then it must match."""
    if "push" in wanted and wanted["push"] != ANY:
        return got.get("push") == wanted["push"] and wanted.get("kind", got.get("kind")) == got.get(
            "kind") and ("id" in wanted) == ("id" in got)
    return "id" in got and got["id"] == wanted.get("id")


def is_presence(got):
    return got.get("push") == "online"


def matches(wanted, got, names):
    try:
        match(wanted, got, dict(names))
        return True
    except Mismatch:
        return False


class Story:
    """The speakers, and what has been said."""

    def __init__(self, server):
        self.server, self.names, self.people, self.unread = server, {}, {}, {}
        self.answer = None

    def person(self, name):
        if name not in self.people:
            self.people[name] = Person(self.server.port, pace=18)
            self.people[name].number = 1000  # the ids of what it asks by itself
            self.unread[name] = 0
        return self.people[name]

    def says(self, name, text):
        person, request = self.person(name), fill(pattern(text), self.names)
        if "since" in request:
            person.tables[request["table"]].v = request["since"]
        person.say(request)

    def hears(self, name, text):
        person, wanted, end = self.person(name), pattern(text), time.monotonic() + client.WAIT_S
        while True:
            while self.unread[name] < len(person.raw):
                got = json.loads(person.raw[self.unread[name]])
                self.unread[name] += 1
                if same_kind(wanted, got):
                    if is_presence(got) and not matches(wanted, got, self.names):
                        continue  # a late push about something earlier
                    match(wanted, got, self.names)
                    self.learn(person, got)
                    return
            if time.monotonic() > end:
                raise Mismatch(f"not heard by {name}")
            try:
                person.pump(0.2)
            except client.Closed:
                if self.unread[name] == len(person.raw):
                    raise

    def learn(self, person, got):
        """Who the person is, for requests over HTTP and for playing."""
        if got.get("ok") and isinstance(got.get("person"), dict):
            person.person = got["person"]
            person.secret = got.get("secret", person.secret)
            for seen in person.tables.values():
                seen.person_id = person.person["id"]

    def asks_http(self, name, text):
        method, path, *body = text.split(" ", 2)
        path = re.sub(r"<([^>]+)>", lambda found: urllib.parse.quote(str(self.names[found[1]])), path)
        body = fill(pattern(body[0]), self.names) if body else None
        secret = self.person(name).secret if name else None
        self.answer = client.http(self.server.port, method, path, body, secret=secret)

    def gets_http(self, text):
        status, _, body = text.partition(" ")
        if self.answer.status != int(status):
            raise Mismatch(f"status {self.answer.status}: {self.answer.body[:300]}")
        if b'"ok":' in self.answer.body and b'"uptime_s":' not in self.answer.body:
            client.Client.protocol.check(json.loads(self.answer.body), None)
        if body != ANY:
            match(pattern(body), json.loads(self.answer.body), self.names)

    def play_on(self):
        """Every table that is being played, by those at it, to its end."""
        people = [person for person in self.people.values() if person.person]
        for person in people:
            person.pump()
        tables = {table for person in people for table, seen in person.tables.items()
                  if seen.info["state"] == "playing" and not seen.is_over}
        for table in sorted(tables):
            there = [person for person in people if table in person.tables]
            play(there, table, random.Random(1), suggest=0, alone=False)  # the table has no hints
            settle(there, table)

    def tell(self, line):
        if line == END_OF_MATCH:
            return self.play_on()
        if line == STOP:
            return self.server.process.terminate()
        name, arrow, text = LINE.fullmatch(line).groups()
        is_http = not text.startswith("{")
        if arrow == "→":
            return self.asks_http(name, text) if is_http else self.says(name, text)
        return self.gets_http(text) if is_http else self.hears(name, text)


def examples(document):
    """Line number and line of every example; continued lines are joined."""
    inside, lines = False, []
    for number, line in enumerate(document.splitlines(), 1):
        if line.startswith("```"):
            inside = line == "```talk"
        elif inside and line.startswith(" "):
            lines[-1] = (lines[-1][0], lines[-1][1] + line.strip())
        elif inside and line:
            lines.append((number, line))
    return lines


def documented(document, lines):
    """Every request, push and address in the tables has an example."""
    said = [LINE.fullmatch(line) for _, line in lines]
    said = [found for found in said if found]
    requests = {pattern(found[3])["cmd"] for found in said
                if found[2] == "→" and found[3].startswith("{")}
    pushes = {pattern(found[3]).get("push") for found in said
              if found[2] == "←" and found[3].startswith("{")}
    addresses = [found[3].split(" ")[:2] for found in said
                 if found[2] == "→" and not found[3].startswith("{")]
    words = document.split("## HTTP")
    tables = re.findall(r"^\| cmd \|.*\n((?:\|.*\n)+)", words[0], re.M)
    cmds = set(re.findall(r"^\| `(\w+)` \|", "".join(tables), re.M))
    assert len(cmds) >= 25, cmds
    missing = [f"request {cmd}" for cmd in sorted(cmds - requests)]
    pushed = re.findall(r"^<!-- pushes -->\n((?:\|.*\n)+)", document, re.M)
    wanted = set(re.findall(r"^### `(\w+)`", document, re.M)) | set(re.findall(r"^\| `(\w+)` \|", "".join(pushed), re.M))
    assert len(wanted) >= 7, wanted
    missing += [f"push {push}" for push in sorted(wanted - pushes)]
    table = re.findall(r"^\| ((?:`(?:GET|POST) [^`]+`(?:, )?)+) \|", words[1], re.M)
    for row in re.findall(r"`(GET|POST) ([^`]+)`", " ".join(table)):
        address = re.sub(r"\{\w+\}", "[^/?]+", row[1].split("?")[0])
        if not any(method == row[0] and re.fullmatch(address, path.split("?")[0])
                   for method, path in addresses):
            missing.append(f"address {row[0]} {row[1]}")
    assert not missing, f"without an example: {', '.join(missing)}"


def stopped(server):
    assert server.process.wait(client.WAIT_S) == 0, server.tail()


def main():
    document = DOCUMENT.read_text()
    lines, tests = examples(document), Tests()
    tests.run("everything has an example", documented, document, lines)
    with Server(sys.argv[1], "--leaderboard") as server:
        story = Story(server)
        for number, line in lines:
            tests.run(f"docs/api.md:{number}: {line[:150]}", story.tell, line)
            if tests.failed > 3:
                break  # the rest hangs on it
        tests.run("the server stops", stopped, server)
    tests.end()


if __name__ == "__main__":
    main()
