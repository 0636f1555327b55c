#!/usr/bin/python3
"""test_example.py BUILD: the example learns, and draws its curve."""
import sys
import unittest
import xml.dom.minidom

import common

common.use_build(sys.argv)
sys.path.insert(0, str(common.ROOT / "bindings" / "python" / "examples"))

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


common.main(sys.modules[__name__])
