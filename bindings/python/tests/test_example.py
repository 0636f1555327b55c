#!/usr/bin/python3
"""test_example.py BUILD: the examples learn, and one draws its curve."""
import importlib.util
import sys
import unittest
import xml.dom.minidom

import common

common.use_build(sys.argv)
EXAMPLES = common.ROOT / "bindings" / "python" / "examples"
sys.path.insert(0, str(EXAMPLES))

import ludosaure  # noqa: E402
import train  # noqa: E402


class Example(unittest.TestCase):
    def test_learning(self):
        """In the game with the fewest actions, of those in which two players play against each other."""
        game = min((game["id"] for game in common.encoded_games() if 2 not in game["facts"]["together"]),
                   key=ludosaure.action_count)
        _, curve = train.train(game, 2, 10000, 2)
        self.assertEqual(len(curve), 10)
        self.assertLess(abs(curve[0]), 0.2)
        self.assertGreater(max(curve[-2:]), curve[0] + 0.2)
        drawing = xml.dom.minidom.parseString(train.draw(curve, "a title"))
        self.assertEqual(len(drawing.getElementsByTagName("polyline")[0].getAttribute("points").split()), 10)

    def test_imitation(self):
        """A tenth of the lessons is enough to beat a random player; without any it would be even."""
        for path in EXAMPLES.glob("*/learn.py"):
            description = importlib.util.spec_from_file_location("learn", path)
            learn = importlib.util.module_from_spec(description)
            description.loader.exec_module(learn)
            share, around = learn.measure(learn.train("1", 600), "random", 400)
            self.assertGreater(share - around, 0.6, path)


common.main(sys.modules[__name__])
