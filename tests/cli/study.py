#!/usr/bin/env python3
"""The study: threads and shards change nothing, its figures follow from its matches, its pictures are well-formed, and
bad input is refused.
usage: study.py BINARY"""
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from checks import case, finish

BINARY = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
REPLAYS = 4
GAMES = 20
DEALS = GAMES // REPLAYS
STUDENT = 2.776  # the quantile of Student's distribution for 95 % and 4 degrees of freedom
SENTENCE = {"en": "x", "fr": "x"}
# Small designs: one game without characters, one with.
DATA = tempfile.TemporaryDirectory()
DESIGNS = {"trex": {"seats": [2]}, "tyrannosaurus": {"seats": [3], "counts": [{"event": "gift", "says": SENTENCE}], "variants": [
    {"id": "trees", "says": SENTENCE, "components": {"trees": {"diplodocus": 3, "triceratops": 3}}}]}}
SMALL = ("trex", "tyrannosaurus", "--games", GAMES, "--iterations", 1, "--seed", "t", "--data", DATA.name)


def study(*words, code=0, says="", folder=None):
    run = subprocess.run([BINARY, "study", *map(str, words)], capture_output=True, text=True, cwd=folder, check=False,
                         env={**os.environ, "LC_ALL": "C.UTF-8"})
    assert run.returncode == code, (words, run.returncode, run.stderr)
    assert says in run.stderr, (words, run.stderr)
    return run.stdout


def files(folder):
    return {file.name: file.read_bytes() for file in sorted(pathlib.Path(folder).iterdir())}


def share_of_deal(deals):
    """The intraclass correlation of what each seat won, by the textbook; `deals`: for each deal, its matches, each a list
    with a value for each seat."""
    between = within = 0
    for seat in range(len(deals[0][0])):
        groups = [[match[seat] for match in deal] for deal in deals]
        means = [sum(group) / REPLAYS for group in groups]
        mean = sum(means) / len(means)
        between += REPLAYS * sum((value - mean) ** 2 for value in means) / (len(deals) - 1)
        within += sum((value - at) ** 2 for group, at in zip(groups, means) for value in group) / len(deals) / (REPLAYS - 1)
    whole = between + (REPLAYS - 1) * within
    return (between - within) / whole if whole > 1e-12 else math.nan  # all matches ended alike


def without_each(values):
    return [values[:i] + values[i + 1:] for i in range(len(values))]


def error(function, deals):
    """The standard error by the jackknife."""
    left = [function(some) for some in without_each(deals)]
    mean = sum(left) / len(left)
    return math.sqrt((len(left) - 1) / len(left) * sum((value - mean) ** 2 for value in left))


def close(a, b):
    assert abs(a - b) < 1e-8 * max(1, abs(a)), (a, b)


def figures():
    """What the figures say follows from the matches."""
    report = json.loads(WHOLE)
    assert [sheet["game"] for sheet in report["studies"]] == ["trex", "tyrannosaurus"]
    for sheet in report["studies"]:
        for setting in sheet["settings"]:
            seats, figure, deals = setting["seats"], setting["figures"], setting["deals"]
            assert [deal["deal"] for deal in deals] == list(range(DEALS))
            matches = [match for deal in deals for match in deal["matches"]]
            assert len(matches) == GAMES and all(match["over"] and match["winners"] for match in matches)
            won = [[[(seat in match["winners"]) / len(match["winners"]) for seat in range(seats)]
                    for match in deal["matches"]] for deal in deals]
            for seat in range(seats):
                close(figure["seats"][seat]["value"], sum(match[seat] for deal in won for match in deal) / GAMES)
            close(sum(seat["value"] for seat in figure["seats"]), 1)
            close(figure["length"]["value"], sum(match["moves"] for match in matches) / GAMES)
            close(figure["shared"]["value"], sum(len(match["winners"]) > 1 for match in matches) / GAMES)
            close(figure["margin"]["value"], sum(sorted(match["scores"])[-1] - sorted(match["scores"])[-2] for match in matches) / GAMES)
            for outcomes, name in ((won, "deal_wins"), ([[match["scores"] for match in deal["matches"]] for deal in deals], "deal_scores")):
                half = STUDENT * error(share_of_deal, outcomes)
                if math.isnan(half):
                    assert figure[name] is None, figure[name]
                    continue
                close(figure[name]["value"], share_of_deal(outcomes))
                low, high = figure[name]["ci"]
                assert abs((high - low) / 2 - half) <= 0.01 * half + 1e-9, (name, low, high, half)
            for part, shares in figure["parts"].items():
                mine = [won[d][r][seat] for d, deal in enumerate(deals) for r in range(REPLAYS)
                        for seat in range(seats) if deal["parts"][seat] == part]
                close(shares["value"], sum(mine) / len(mine))
                assert 0 <= shares["ci"][0] <= shares["value"] <= shares["ci"][1] <= 1, shares


def figures_for_the_page():
    """figures.json has the figures without the matches, and the findings that the report tells."""
    words = [2 * GAMES if word == GAMES else word for word in SMALL]  # enough deals for findings
    with tempfile.TemporaryDirectory() as folder:
        whole, pages = json.loads(study(*words, "--json", "--out", folder)), files(folder)
    page = json.loads(pages["figures.json"])
    assert (page["seed"], page["games"], page["signature"]) == ("t", 2 * GAMES, whole["signature"])
    assert [sheet["game"] for sheet in page["studies"]] == ["trex", "tyrannosaurus"]
    for sheet, other in zip(page["studies"], whole["studies"]):
        for setting, played in zip(sheet["settings"], other["settings"], strict=True):
            assert "deals" not in setting and setting["id"] == played["id"] and setting["seats"] == played["seats"]
            assert abs(setting["figures"]["length"]["value"] - played["figures"]["length"]["value"]) < 0.1
            assert setting["says"] == (SENTENCE if setting["id"] == "trees" else None)
        assert sum(sheet["lengths"]["counts"]) == sheet["games"] == 2 * GAMES
        told = pages[f"{sheet['game']}.md"].decode()
        beyond = [finding for finding in sheet["findings"] if finding["verdict"] != "none"]
        assert f"{len(sheet['findings']) - len(beyond)} of {len(sheet['findings'])} comparisons" in told, told


def same_deals_are_dealt():
    """Replays and variants of a deal start alike: the same characters, and different games."""
    settings = json.loads(WHOLE)["studies"][1]["settings"]
    parts = [deal["parts"] for deal in settings[0]["deals"]]
    for setting in settings:
        if setting["seats"] == settings[0]["seats"]:
            assert [deal["parts"] for deal in setting["deals"]] == parts, setting["id"]
    for deal in settings[0]["deals"]:
        assert len({json.dumps(match) for match in deal["matches"]}) > 1, deal


def threads_and_shards():
    with tempfile.TemporaryDirectory() as folder:
        assert study(*SMALL, "--threads", 2, "--json", "--out", f"{folder}/whole") == WHOLE
        shards = []
        for part in (3, 1, 2):
            shards.append(pathlib.Path(folder, f"{part}.json"))
            shards[-1].write_text(study(*SMALL, "--shard", f"{part}/3", "--json"))
        shown = study("merge", *shards, "--out", f"{folder}/new/merged", "--data", DATA.name)
        assert shown == f"{folder}/new/merged/README.md\n" and pathlib.Path(shown.strip()).exists()
        assert files(f"{folder}/whole") == files(f"{folder}/new/merged")
        merged, whole = json.loads(study("merge", *shards, "--json", "--data", DATA.name)), json.loads(WHOLE)
        assert merged["studies"] == whole["studies"] and merged["signature"] == whole["signature"]
        study("merge", shards[0], shards[0], "--data", DATA.name, code=1, says="already been counted")
        other = pathlib.Path(folder, "other.json")
        other.write_text(study(*SMALL, "--iterations", 3, "--shard", "2/3", "--json"))
        study("merge", shards[0], other, "--data", DATA.name, code=1, says="another study")
        study("merge", shards[0], code=1, says="not a report")  # another design
        broken = json.loads(shards[0].read_text())
        broken["studies"][0]["settings"][0]["deals"][0]["matches"][0]["winners"] = [9]
        other.write_text(json.dumps(broken))
        study("merge", other, "--data", DATA.name, code=1, says="not a report")
        study("merge", "/dev/null", code=1, says="not a report")


def report():
    """Pages link to files that exist; charts are XML with readable text; both languages."""
    with tempfile.TemporaryDirectory() as folder:
        for language in ("en", "fr"):
            study("scale", "tyrannosaurus", "--games", 4, "--iterations", 1, "--seed", "a&b<c", "--out", language,
                  "--lang", language, folder=folder)
            written = files(f"{folder}/{language}")
            for name, content in written.items():
                text = content.decode()
                if name.endswith(".svg"):
                    picture = xml.etree.ElementTree.fromstring(text)
                    assert picture.tag.endswith("svg") and len(list(picture)) > 5, name
                    assert "nan" not in text and "inf" not in text, name
                    assert "prefers-color-scheme:dark" in text, name
                elif name == "figures.json":
                    assert json.loads(text)["seed"] == "a&b<c"
                else:
                    assert not re.search(r"\{\w*\}|\bnan\b|\binf\b", text), (name, text)
                    for link in re.findall(r"\]\(([\w.-]+)\)", text):
                        assert link in written, (name, link)
            assert set(written) == {"README.md", "deals.svg", "figures.json"} | {
                game + end for game in ("scale", "tyrannosaurus")
                for end in (".md", "-shares.svg", "-changes.svg", "-course.svg")}
        assert "Ptéranodon" in written["tyrannosaurus.md"].decode()


def own_variants():
    """A study of one's own, from a folder, and what is wrong with one."""
    plain = ("trex", "--games", 4, "--iterations", 1, "--json")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "study", "trex.json")
        file.parent.mkdir()

        def with_design(design, code=0, says=""):
            file.write_text(design if isinstance(design, str) else json.dumps(design))
            return study(*(plain if code == 0 else plain[:1]), "--data", folder, code=code, says=says)

        own = json.loads(with_design({"seats": [3], "variants": [
            {"id": "mine", "says": SENTENCE, "components": {"eggs": {"yellow": 10, "red": 2}}}]}))
        assert [(s["id"], s["seats"]) for s in own["studies"][0]["settings"]] == [("standard", 3), ("mine", 3)]
        assert [s["seats"] for s in json.loads(with_design({}))["studies"][0]["settings"]] == [2]
        for design, says in (
                ("[]", "study/trex.json"), ("nonsense", "study/trex.json"), ({"seats": [9]}, "seats"),
                ({"seats": []}, "seats"), ({"games": 0}, "games"), ({"iterations": "x"}, "iterations"),
                ({"seats": [2], "variants": [{"id": "a"}]}, "“a”"), ({"seats": [2], "counts": [{"event": "play"}]}, "counts"),
                ({"seats": [2], "variants": [{"id": "a", "says": SENTENCE, "seats": 4}]}, "“a”"),
                ({"seats": [2], "variants": [{"id": "a", "says": SENTENCE, "components": {"eggs": {"red": 7}}}]}, "[T3]"),
                ({"seats": [2], "variants": [{"id": "a", "says": SENTENCE}] * 16}, "variants")):
            with_design(design, code=1, says=says)
        with_design({"seats": [2], "variants": [{"id": "a", "says": SENTENCE, "options": ["luck=1"]}]}, code=1, says="luck=1")


def refusals():
    for words in (("go",), ("trex", "trex"), ("--games", 0), ("--iterations", "x"), ("--threads", 0), ("--shard", "3/2"),
                  ("--seed", "x" * 101), ("--level", "easy"), ("merge",)):
        study(*words, code=2)
    study("trex", "--games", 4, "--iterations", 1, "--out", "/dev/null/x", code=1, says="/dev/null/x")


def few_deals():
    """Two deals may agree by chance, so that a difference seems certain: nothing is said of them."""
    with tempfile.TemporaryDirectory() as folder:
        for games, says in ((36, "too few deals"), (40, "comparisons show no difference")):
            study("tyrannosaurus", "--games", games, "--iterations", 1, "--data", DATA.name, "--out", folder)
            page = pathlib.Path(folder, "tyrannosaurus.md").read_text()
            assert says in page, (games, page)
            assert games >= 40 or not re.search(r"Clear|Possible|\| \*", page), page


def published():
    """The published study has a page for every game, and every link in it leads somewhere."""
    folder = ROOT / "docs/study"
    games = re.findall(r"^    game\((\w+)\)", (ROOT / "src/games/registry.c").read_text(), re.M)
    for name in ("README", "findings", *games):
        page = folder / f"{name}.md"
        for link in re.findall(r"\]\(([\w./-]+)", page.read_text()):
            assert (folder / link).exists(), (page, link)


pathlib.Path(DATA.name, "study").mkdir()
for game, design in DESIGNS.items():
    pathlib.Path(DATA.name, "study", f"{game}.json").write_text(json.dumps(design))
WHOLE = study(*SMALL, "--json")
for name, function in list(globals().items()):
    if name in ("figures", "figures_for_the_page", "same_deals_are_dealt", "threads_and_shards", "report", "own_variants", "few_deals", "refusals", "published"):
        case(name, function)
finish()
