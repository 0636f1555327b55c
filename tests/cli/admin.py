#!/usr/bin/env python3
"""ludosaure admin from outside: what it lists, closes, copies and refuses, while another process has
the database open.

usage: admin.py PROGRAM MAKE_DATABASE"""
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from checks import check, finish

program, make_database = sys.argv[1:]


looked_for_leaks = set()


def admin(*words, language="en", **environment):
    """Looking for leaks takes seconds: once for each command is enough."""
    command = words[0] if words else ""
    if command in looked_for_leaks:
        environment.setdefault("ASAN_OPTIONS", "detect_leaks=0")
    looked_for_leaks.add(command)
    return subprocess.run([program, "admin", *words, "--lang", language], text=True,
                          capture_output=True, env={**os.environ, **environment})


with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "ludosaure", "ludosaure.db")
    os.mkdir(os.path.dirname(file))
    subprocess.run([make_database, file], check=True)
    other = sqlite3.connect(file)  # another process, like a running server
    other.execute("SELECT * FROM tables").fetchone()

    # Listing; the file by its option, and where it belongs.
    run = admin("tables", "--database", file)
    lines = [line.split() for line in run.stdout.splitlines()]
    check(run.returncode == 0 and len(lines) == 4, f"tables: {run}")
    check([line[:4] for line in lines[1:]] == [["waitingtable", "trex", "waiting", "1"],
                                              ["playingtable", "trex", "playing", "4"],
                                              ["overovertabl", "trex", "over", "5"]], f"{lines}")
    check([line[6:] for line in lines[1:]] == [["public", "Anna", "free,", "free"],
                                              ["private", "Anna", "Anna,", "Robot", "(computer)"],
                                              ["private", "Anna", "Robot", "(computer),", "Robot", "(computer)"]],
          f"access, host and seats: {lines}")
    check(admin("tables", XDG_DATA_HOME=folder).stdout == run.stdout, "XDG_DATA_HOME")
    home = os.path.join(folder, "home", ".local", "share")
    os.makedirs(home)
    os.symlink(os.path.dirname(file), os.path.join(home, "ludosaure"))
    run = admin("tables", XDG_DATA_HOME="", HOME=os.path.join(folder, "home"), language="fr")
    check("en cours" in run.stdout and " j" in run.stdout, f"HOME, French: {run}")

    # Records.
    run = admin("records", "--database", file)
    check(run.stdout.count("\n") == 2 and "Anna 12*" in run.stdout and "\033" not in run.stdout,
          f"records: {run}")
    check(admin("records", "--database", file, "--limit", "1").stdout.count("\n") == 1, "limit")
    check(admin("records", "--database", file, "--game", "scale").stdout == "", "game")
    check(admin("records", "--database", file, "--person", "annaannaanna").stdout == run.stdout,
          "person")

    # People, with the tables at which they sit.
    run = admin("people", "--database", file)
    lines = [line.split() for line in run.stdout.splitlines()]
    check(run.returncode == 0 and len(lines) == 2 and
          lines[1][:2] + lines[1][4:] == ["annaannaanna", "(none)", "2", "Anna", "playingtable"], f"people: {run}")
    for text in ("ANN", "annaannaanna"):
        check(admin("people", text, "--database", file).stdout == run.stdout, f"people {text}")
    run = admin("people", "Bert", "--database", file)
    check(run.returncode == 1 and "Bert" in run.stderr and run.stdout == "", f"nobody: {run}")

    # Closing: one more entry, and not twice.
    run = admin("close", "playingtable", "--database", file)
    check(run.returncode == 0 and run.stdout == "table playingtable is closed; entries: 5\n", f"close: {run}")
    entries = other.execute("SELECT number, kind, text FROM entries JOIN tables ON key = table_key"
                            " WHERE id = 'playingtable' ORDER BY number").fetchall()
    check(len(entries) == 5 and entries[4][2] == '{"why":"admin"}', f"closed: {entries}")
    check("playingtable" not in admin("tables", "--database", file).stdout, "still listed")
    for table in ("playingtable", "closedtables", "nonenonenone", "far too long to be one", ""):
        run = admin("close", table, "--database", file)
        check(run.returncode == 1 and run.stderr.count("\n") == 1, f"close {table}: {run}")

    # Copies: whole, private, and never over another file.
    copy = os.path.join(folder, "copy.db")
    run = admin("backup", copy, "--database", file)
    counts = "people 1, tables 4, entries 17, records 2\n"
    check(run.returncode == 0 and run.stdout == f"copied to {copy}: {counts}", f"backup: {run}")
    check(admin("tables", "--database", copy).stdout == admin("tables", "--database", file).stdout,
          "the copy tells the same")
    check(os.stat(copy).st_mode & 0o077 == 0, "the copy is private")
    check(admin("backup", copy, "--database", file).returncode == 1, "backup over a file")
    check(admin("backup", os.path.join(folder, "no", "copy.db"), "--database", file).returncode == 1,
          "backup into no folder")

    # Copies to another database: empty or new, never into one that has contents.
    other_file = os.path.join(folder, "other.db")
    run = admin("copy", file, other_file)
    check(run.returncode == 0 and run.stdout == f"copied to {other_file}: {counts}", f"copy: {run}")
    for action in ("tables", "records"):
        check(admin(action, "--database", other_file).stdout ==
              admin(action, "--database", file).stdout, f"{action} of the copy")
    run = admin("copy", file, other_file)
    check(run.returncode == 1 and "not empty" in run.stderr, f"copy into a copy: {run}")
    check(admin("copy", os.path.join(folder, "nothing.db"), other_file).returncode == 1, "copy of nothing")
    run = admin("copy", file, "postgresql://ada:secret@127.0.0.1:1/x?password=secret")
    check(run.returncode == 1 and run.stderr.count("\n") == 1 and "secret" not in run.stderr,
          f"copy to an unreachable server: {run}")
    os.remove(other_file)

    # Ratings, of the computer players in the public records and of people who agree.
    run = admin("ratings", "--database", file)
    check(run.returncode == 0 and "1221 ± 939" in run.stdout and "easy (computer), provisional" in run.stdout and
          "Anna" not in run.stdout, f"ratings: {run}")
    check(admin("ratings", "--database", file).stdout == run.stdout, "ratings are the same again")
    check(admin("ratings", "--game", "scale", "--database", file).stdout.count("\n") == 1,
          "ratings of a game without matches")

    # Reports: none here; their numbers (tests/server/admin.py has the rest).
    for language, words in (("en", "no open reports\n"), ("fr", "aucun signalement ouvert\n")):
        run = admin("reports", "--database", file, language=language)
        check(run.returncode == 0 and run.stdout == words, f"no reports: {run}")
    for word in ("1", "0", "+1", "1x", "99999999999999999999", "", "one"):
        run = admin("report", word, "--database", file)
        check(run.returncode == 1 and run.stderr.count("\n") == 1 and run.stdout == "", f"report {word}: {run}")
    with sqlite3.connect(file) as reported:
        reported.execute("INSERT INTO people(id, name) VALUES('bertbertbert', 'Bert')")
        for number in (3, 7):
            reported.execute("INSERT INTO reports VALUES(?, 'annaannaanna', 'bertbertbert', ?, ?, NULL)",
                             (number, 1700000000000 + number,
                              '{"reason":"absent","lines":[{"person":"bertbertbert","text":"\\u001b[31mred","at":7}]}'))
        reported.execute("INSERT INTO reports VALUES(9, NULL, 'annaannaanna', 1700000000009, 'damaged', NULL)")
    reported.close()
    run = admin("reports", "--database", file)
    check(run.returncode == 0 and [line.split()[:2] for line in run.stdout.splitlines()[1:]] ==
          [["annaannaanna", "1"], ["bertbertbert", "2"]] and "does not play 7 3" in run.stdout, f"reports: {run}")
    run = admin("reports", "--limit", "2", "--database", file, language="fr")
    check(run.stdout.count("\n") == 4 and "ne joue pas 7\n" in run.stdout and "--limit" in run.stdout, f"reports, limit: {run}")
    run = admin("report", "7", "--database", file)
    check("?[31mred" in run.stdout and "\033" not in run.stdout, f"a terminal is safe from what people say: {run}")
    check("(deleted)" in admin("report", "9", "--database", file).stdout, "a damaged report")
    for word in ("9", "3"):
        check(admin("report", word, "close", "--database", file).returncode == 0, f"close report {word}")
    run = admin("report", "7", "shut", "--database", file)
    check(run.returncode == 2 and "shut" in run.stderr, f"report and another word: {run}")
    with sqlite3.connect(file) as reported:
        reported.execute("DELETE FROM reports")
        reported.execute("DELETE FROM people WHERE id = 'bertbertbert'")
    reported.close()

    # Renaming and removing: records follow (tests/server/admin.py has the rest).
    run = admin("rename", "annaannaanna", "Zoe", "--database", file)
    check(run.returncode == 0 and run.stdout == "Anna is now called Zoe, also in records: 2\n", f"rename: {run}")
    records = admin("records", "--database", file).stdout
    check(records.count("Zoe 12*") == 2 and "Anna" not in records, f"records after rename: {records}")
    run = admin("remove", "ANNAANNAANNA", "--database", file)
    check(run.returncode == 0 and run.stdout == "Zoe was removed; seats left: 0, records without the name: 2\n",
          f"remove: {run}")
    check("Zoe" not in admin("records", "--database", file).stdout, "records after remove")
    for action in (["rename", "annaannaanna", "Zoe"], ["remove", "annaannaanna"], ["recover", "annaannaanna"], ["unpublish", "annaannaanna"]):
        run = admin(*action, "--database", file)
        check(run.returncode == 1 and "annaannaanna" in run.stderr, f"{action} of nobody: {run}")

    # Checking.
    run = admin("check", "--database", file)
    check(run.returncode == 0 and run.stdout, f"check: {run}")
    damaged = sqlite3.connect(copy)
    damaged.execute("DELETE FROM entries WHERE number = 1")
    damaged.commit()
    damaged.close()
    check(admin("check", "--database", copy).returncode == 1, "check of a damaged one")

    # A database of a newer version: no command says that it is in order.
    os.remove(copy)
    subprocess.run([make_database, copy], check=True)
    with sqlite3.connect(copy) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    for action in ("check", "tables"):
        run = admin(action, "--database", copy)
        check(run.returncode == 1 and "newer version" in run.stderr and run.stdout == "", f"{action} of a newer one: {run}")

    # A table that no server can load is named, also if the file itself is in order.
    for statement in ("UPDATE entries SET text = '{\"game' WHERE number = 0",
                      "UPDATE entries SET seat = 55 WHERE number = 1",
                      "UPDATE entries SET kind = 5 WHERE number = 2"):
        os.remove(copy)
        subprocess.run([make_database, copy], check=True)
        with sqlite3.connect(copy) as damaged:
            damaged.execute(statement + " AND table_key ="
                            " (SELECT key FROM tables WHERE id = 'playingtable')")
        damaged.close()
        for language in ("en", "fr"):
            run = admin("check", "--database", copy, language=language)
            check(run.returncode == 1 and run.stdout == "" and run.stderr.count("\n") == 1 and
                  "playingtable" in run.stderr, f"check after {statement}: {run}")

    # A missing database is not created, and other files are left alone.
    missing, foreign = os.path.join(folder, "missing.db"), os.path.join(folder, "foreign.db")
    with open(foreign, "w", encoding="utf-8") as out:
        out.write("not a database " * 1000)
    for action in (["tables"], ["people"], ["rename", "x", "y"], ["remove", "x"], ["recover", "x"], ["unpublish", "x"], ["close", "x"], ["reports"], ["report", "1"], ["records"], ["ratings"], ["backup", missing + "2"], ["check"]):
        for database in (missing, foreign, folder):
            run = admin(*action, "--database", database)
            check(run.returncode == 1 and run.stderr.count("\n") == 1, f"{action}: {run}")
    check(sorted(os.listdir(folder)) == ["copy.db", "foreign.db", "home", "ludosaure"],
          f"{os.listdir(folder)}")
    other.close()

for words in ([], ["nonsense"], ["close"], ["backup"], ["tables", "more"], ["check", "x"],
              ["close", "x", "y"], ["people", "x", "y"], ["rename", "x"], ["remove"], ["recover"], ["unpublish"], ["report"], ["report", "1", "close", "x"], ["copy"], ["copy", "x"], ["records", "--limit", "0"],
              ["records", "--game", "zzz", "--database", file]):
    run = admin(*words)
    check(run.returncode == 2 and run.stderr.count("\n") == 2, f"usage of {words}: {run}")
run = admin("table")
check("“table”" in run.stderr and "tables, close, " in run.stderr and "check" in run.stderr, f"misspelt: {run}")
for url in ("postgressql://ada:secret@host/x", "mysql://host/x"):
    for words in (["admin", "tables", "--database", url], ["admin", "copy", url, "x"], ["admin", "copy", "x", url],
                  ["serve", "--database", url]):
        run = subprocess.run([program, *words, "--lang", "en"], text=True, capture_output=True, timeout=600,
                             env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
        check(run.returncode == 2 and "unknown kind of database URL" in run.stderr and "secret" not in run.stderr,
              f"{words}: {run}")
for language in ("en", "fr"):
    check("backup" in admin("--help", language=language).stdout, "help")

finish()
