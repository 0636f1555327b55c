#!/usr/bin/python3
"""test_client.py BUILD: a client at a table of a real server."""
import random
import sys
import unittest

import common

common.use_build(sys.argv)
sys.path.insert(0, str(common.ROOT / "tests" / "server"))

import ludosaure  # noqa: E402
from process import Server  # noqa: E402


class Clients(unittest.TestCase):
    def setUp(self):
        self.server = Server(str(common.PROGRAM))
        self.addCleanup(self.server.stop)
        self.game = min((game["id"] for game in common.encoded_games() if not game["facts"]["real_time"]), key=ludosaure.action_count)
        self.url = f"http://localhost:{self.server.port}"

    def test_a_match(self):
        chance = random.Random(1)
        with ludosaure.Client(self.url, register="Robo") as client:
            self.assertEqual(client.name, "Robo [bot]")
            table = client.request("create", game=self.game, seats=2, programs=True, sit=None, bots=[None, "easy"],
                                   autostart=True, pace="fast")
            result = client.play(table["code"], lambda seat, moment: chance.choice(moment["legal"]))
            self.assertTrue(result["over"])
            self.assertEqual(client.request("record", table=table["table"])["record"]["names"][0], "Robo [bot]")
            token = client.token
        with ludosaure.Client(self.url, token) as client:
            self.assertEqual(client.token, token)
            client.request("chat", table=self.watch(client, table), text="é" * 200)  # frames of more than 125 bytes
            client.request("logout")
        with self.assertRaises(ludosaure.LudosaureError) as refused:
            ludosaure.Client(self.url, token)
        self.assertEqual(refused.exception.code, "who")

    def watch(self, client, table):
        return client.request("watch", code=table["code"])["table"]

    def test_refusals(self):
        for arguments in ({}, {"token": "a", "register": "b"}):
            with self.assertRaises(ludosaure.LudosaureError):
                ludosaure.Client(self.url, **arguments)
        with self.assertRaises(ludosaure.LudosaureError):
            ludosaure.Client("localhost", "a")
        with self.assertRaises(ConnectionError):
            ludosaure.Client(self.url + "/nowhere", "a")
        with ludosaure.Client(self.url, register="Robo") as client:
            with self.assertRaises(ludosaure.LudosaureError) as refused:
                client.play("XXXXXXXX", lambda seat, moment: "")
            self.assertEqual(refused.exception.code, "no_table")
            table = client.request("create", game=self.game, seats=2, sit=None)
            with self.assertRaises(ludosaure.LudosaureError) as refused:
                client.play(table["code"], lambda seat, moment: "")
            self.assertEqual(refused.exception.code, "forbidden")
            self.server.kill()
            with self.assertRaises(ConnectionError):
                client.request("ping")
        self.server.start()  # to be stopped


common.main(sys.modules[__name__])
