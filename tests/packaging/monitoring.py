#!/usr/bin/env python3
"""The dashboard and the alerts ask for figures, and labels, that the server really exports; so does docs/operations.md,
which also lists the events of the log.

usage: monitoring.py BINARY"""
import json
import pathlib
import re
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "server"))

import client
from process import Server, Tests

NAME = r"ludosaure_[a-z_]+"


def exported(binary):
    """The labels of each figure, as sets of (label, value)."""
    figures = {}
    with Server(binary) as server:
        lines = client.http(server.port, "GET", "/metrics").body.decode().splitlines()
    for line in lines:
        if match := re.match(rf"({NAME})(?:\{{(.*)\}})? ", line):
            labels = figures.setdefault(match[1], set())
            labels.update(re.findall(r'(\w+)="([^"]*)"', match[2] or ""))
    assert len(figures) > 20, figures
    return figures


def check_expression(figures, where, text):
    names = re.findall(NAME, text)
    for name in names:
        assert name in figures, f"{where}: the server has no {name}"
    known = {label for name in names for label, _ in figures[name]} | {"instance", "job"}  # Prometheus adds these
    for group in re.findall(r"by \(([^)]*)\)", text):
        for label in group.split(", "):
            assert label in known, f"{where}: no label {label} in {text}"
    for label, value in re.findall(r'(\w+)="([^"]*)"', text):
        assert label in ("instance", "job") or any((label, value) in figures[name] for name in names), f"{where}: {text}"


def dashboard(figures):
    board = json.loads((ROOT / "packaging" / "grafana" / "ludosaure.json").read_text(encoding="utf-8"))
    panels = [panel for panel in board["panels"] if panel["type"] != "row"]
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"]), "two panels have one id"
    assert len(panels) > 10
    for panel in panels:
        assert panel["targets"], panel["title"]
        for target in panel["targets"]:
            check_expression(figures, panel["title"], target["expr"])
            for label in re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]):
                assert label == "instance" or f"by ({label})" in target["expr"], (panel["title"], label)
    for text in (board["templating"]["list"][1]["query"]["query"], board["annotations"]["list"][0]["expr"]):
        check_expression(figures, "the dashboard", text)
    # Nothing overlaps.
    cells = [(x, y) for panel in board["panels"] for place in [panel["gridPos"]]
             for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])]
    assert len(cells) == len(set(cells)) and max(x for x, _ in cells) < 24


def alerts(figures):
    groups = yaml.safe_load((ROOT / "packaging" / "prometheus" / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    assert len(rules) >= 4
    for rule in rules:
        check_expression(figures, rule["alert"], rule["expr"])
        assert rule["annotations"]["summary"], rule


def documentation(figures):
    """Names of histograms are those of their parts."""
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    names = set(re.findall(rf"`({NAME})", text))
    assert len(names) > 5, names
    for name in names:
        assert name in figures or f"{name}_bucket" in figures, f"docs/operations.md: the server has no {name}"


def log_events(_):
    """docs/operations.md has a row for every event that the server logs, and no other."""
    source = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "src").rglob("*.c")))
    logged = set(re.findall(r'(?:log_event|environment_log|line_new)\([^;"]*"(\w+)"', source))
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    table = text.split("## Log events\n")[1].split("\n## ")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    assert len(logged) > 10 and logged == {name for row in rows for name in re.findall(r"`(\w+)`", row)}, logged


tests = Tests()
figures = exported(sys.argv[1])
for test in (dashboard, alerts, documentation, log_events):
    tests.run(test.__name__, test, figures)
tests.end()
