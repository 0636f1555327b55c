#!/usr/bin/env python3
"""What `meson install` puts onto a machine: manual pages, completions, systemd units, menu entry. usage: installation.py BUILD"""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from shells import Zsh, bash_offers

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(SOURCE / "tests"), str(SOURCE / "tools")]
from checks import check, finish  # noqa: E402
from help_text import levels  # noqa: E402

BUILD = pathlib.Path(sys.argv[1]).resolve()
os.chdir(SOURCE)
EXPOSURE_MAX = 15  # tenths; `systemd-analyze security` goes from 0 to 100


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)


def quiet(*words, **options):
    """Succeeds without a word."""
    result = run(*words, **options)
    check(result.returncode == 0 and not result.stderr and not result.stdout, result)


# ---- Manual pages ----

def words_of(text):
    return collections.Counter(re.findall(r"[\w=|/.:,…-]*\w", text.replace("`", "")))


def test_page(file, help_texts, commands):
    rendered = run("man", "--warnings", "-E", "UTF-8", "--no-hyphenation", "--no-justification", "-l", file,
                   env={**os.environ, "MANWIDTH": "200", "LC_ALL": "C.UTF-8"})
    check(rendered.returncode == 0 and not rendered.stderr, rendered.stderr)
    quiet("mandoc", "-T", "lint", "-W", "warning", file)
    check(run("lexgrog", file).returncode == 0, f"{file} has no name section")
    # Nothing of the help is lost.
    helps = "".join(path.read_text(encoding="utf-8").replace("{levels}", levels(path)) for path in help_texts)
    expected = words_of(re.sub("(?m)^usage.?:", "", helps))
    missing = expected - words_of(rendered.stdout) - collections.Counter(["Ludosaure"])
    check(not missing, f"{file} lacks {dict(missing)}")
    for command in commands:
        check(f"ludosaure-{command}(1)" in rendered.stdout, f"{file} does not refer to {command}")


def test_pages(man):
    helps = SOURCE / "data" / "help"
    for language, folder in (("en", man / "man1"), ("fr", man / "fr" / "man1")):
        names = {file.name.split(".")[0] for file in helps.glob(f"*.{language}.txt")} - {"commands"}
        check(len(names) > 10 and {file.name for file in folder.iterdir()} ==
              {"ludosaure.1"} | {f"ludosaure-{name}.1" for name in names - {"ludosaure"}}, list(folder.iterdir()))
        for name in names:
            texts = [helps / f"{name}.{language}.txt"]
            if name == "play":
                texts.append(helps / f"commands.{language}.txt")
            page = "ludosaure.1" if name == "ludosaure" else f"ludosaure-{name}.1"
            test_page(folder / page, texts, names - {"ludosaure"} if name == "ludosaure" else ())


# ---- Completions ----

def test_completions(program, share):
    script = share / "bash-completion" / "completions" / "ludosaure"
    zsh = Zsh(share / "zsh" / "site-functions")

    def offers(line):
        both = sorted(bash_offers(script, line)), sorted(set(zsh.offers(line)))
        check(both[0] == both[1], f"bash and zsh differ: {line}: {both}")
        return set(both[0])

    commands = set(run(program, "--list-commands").stdout.split())
    check("serve" in commands and offers("ludosaure ") == commands, "commands")
    for command in sorted(commands):
        options = {line.rstrip("=*") for line in run(program, command, "--list-options").stdout.split()}
        check("--lang" in options and offers(f"ludosaure {command} --") == options, f"options of {command}")
    # What is offered is what the program takes: another answer than "wrong usage", which is 2.
    actions = dict(re.findall(r"(?m)^  ([a-z]+)((?: \[?[A-Z]+\]?)*)\s{2,}", run(program, "admin", "--help", "--lang", "en").stdout))
    check(offers("ludosaure admin ") == set(actions) and "backup" in actions, f"actions: {actions}")
    for action, values in actions.items():
        words = ["/nonexistent/x"] * len(values.split())
        check(run(program, "admin", action, *words, "--database", "/nonexistent/x.db").returncode == 1, action)
    for log in sorted(offers("ludosaure serve --log ")):
        check(run(program, "serve", "--log", log, "--database", "/nonexistent/x.db").returncode == 1, log)
    check(offers("ludosaure serve --log=j") == {"json"}, "a value after =")
    games = offers("ludosaure play ")
    check(len(games) >= 4 and all(run(program, "rules", game).returncode == 0 for game in games), f"games: {games}")
    check(offers("ludosaure arena ") == games | {"merge"}, "arena")
    check(offers("ludosaure study ") == games | {"merge"}, "study")
    check(offers("ludosaure --lang fr ru") == {"rules"}, "a command after an option")
    check(offers("ludosaure --test") == {"--test-positions", "--test-push"}, "options of serve, without a command")
    check(offers("ludosaure serve --port ") == set(), "numbers cannot be completed")
    check(offers("ludosaure verify meson.b") == {"meson.build"}, "files")
    check(run("bash", "--norc", "-c", f"source '{script}'; complete -p ludosaure").returncode == 0, "registered")
    zsh.close()
    french = Zsh(share / "zsh" / "site-functions", LC_ALL="fr_FR.UTF-8")
    check(set(french.offers("ludosaure ")) == commands, "commands, in French")
    text = (share / "zsh" / "site-functions" / "_ludosaure").read_text(encoding="utf-8")
    check("le port d’écoute" in text and "the port to listen on" in text, "descriptions in both languages")
    check(set(french.offers("ludosaure serve --log ")) == set(bash_offers(script, "ludosaure serve --log ")), "French values")
    french.close()


# ---- systemd and the desktop ----

def test_units(root, prefix):
    units = root / prefix / "lib" / "systemd" / "system"
    with tempfile.TemporaryDirectory() as folder:
        for unit in ("ludosaure.service", "ludosaure@.service"):
            text = (units / unit).read_text(encoding="utf-8")
            check("@" not in re.sub(r"@[a-z-]+|ludosaure@", "", text.replace("~@", "")), f"{unit} has an unfilled field")
            # The program is not where the unit expects it, but below the folder of this test.
            pathlib.Path(folder, unit).write_text(text.replace(f"/{prefix}/bin", f"{root}/{prefix}/bin"), encoding="utf-8")
        environment = {**os.environ, "MANPATH": str(root / prefix / "share" / "man")}
        for unit in ("ludosaure.service", "ludosaure@8081.service"):
            quiet("systemd-analyze", "verify", f"{folder}/{unit}", env=environment)
        security = run("systemd-analyze", "security", "--offline=yes", "--no-pager", f"--threshold={EXPOSURE_MAX}",
                       f"{folder}/ludosaure.service")
        check(security.returncode == 0, security.stdout[-300:] + security.stderr)
    users = root / prefix / "lib" / "sysusers.d" / "ludosaure.conf"
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "etc").mkdir()
        created = run("systemd-sysusers", f"--root={folder}", "--inline", users.read_text(encoding="utf-8").strip())
        accounts = pathlib.Path(folder, "etc", "passwd").read_text(encoding="utf-8")
        check(created.returncode == 0 and accounts.startswith("ludosaure:") and "nologin" in accounts, created)


def test_desktop(share):
    quiet("desktop-file-validate", share / "applications" / "ludosaure.desktop")
    entry = (share / "applications" / "ludosaure.desktop").read_text(encoding="utf-8")
    icon = re.search("(?m)^Icon=(.*)$", entry)[1]
    picture = xml.etree.ElementTree.parse(share / "icons" / "hicolor" / "scalable" / "apps" / f"{icon}.svg").getroot()
    left, top, width, height = map(float, picture.get("viewBox").split())
    check(picture.tag.endswith("svg") and width == height, "the icon is a square")
    for key in ("GenericName", "Comment", "Keywords"):
        check(f"\n{key}[fr]=" in entry, f"{key} in French")


def install(root):
    # Without rebuilding: tests of one build run at the same time.
    subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet"], check=True,
                   env={**os.environ, "DESTDIR": str(root)})


with tempfile.TemporaryDirectory() as temporary:
    root = pathlib.Path(temporary)
    install(root)
    program = next(root.rglob("bin/ludosaure"))
    prefix = program.parent.parent.relative_to(root)
    check(run(program, "--version").stdout.startswith("ludosaure "), "the installed program")
    test_pages(root / prefix / "share" / "man")
    test_completions(program, root / prefix / "share")
    test_units(root, prefix)
    test_desktop(root / prefix / "share")
    options = next(root.rglob("ludosaure.env"))
    options.write_text("LUDOSAURE_OPTIONS=--leaderboard\n", encoding="utf-8")
    install(root)
    check("--leaderboard" in options.read_text(encoding="utf-8"), "an upgrade keeps the options")
finish()
