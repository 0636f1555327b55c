#!/usr/bin/env python3
"""Checks that the guides to the tree are true.

docs/tour.md: every file that it names exists, and defines the functions named after it.
docs/map.md: every file that it names exists, and every file of src/ and web/src/lib/ is listed where the map says.
All documents: every link leads to a file and, if it says so, to a heading in it; every docs/*.md that a file names exists."""
import glob
import re
import subprocess
import sys
from pathlib import Path

C_DEFINITION = r"^[a-z][^\n=;]*\b{}\("
SCRIPT_DEFINITION = r"^\s*(?:export |private |async |function )*{}\("
ROOT = Path(__file__).resolve().parent.parent
FEWEST_NAMES = 40
FILE = r"[\w<>*./-]*\w\.(?:svelte\.ts|worker\.ts|d\.ts|c|h|py|pyi|sh|ts|js|mjs|svelte|json|md|css|ini)\b"


def check_tour():
    text = (ROOT / "docs/tour.md").read_text(encoding="utf-8")
    path, checked, problems = None, 0, []
    for word in re.findall(r"`([^`\n]+)`", text):
        if re.fullmatch(r"(src|web|tests|data|docs)/[\w./-]+\.\w+", word):
            path = ROOT / word
            if not path.is_file():
                problems.append(f"{word}: there is no such file")
                path = None
        elif re.fullmatch(r"\w+\(\)", word):
            checked += 1
            name = word[:-2]
            if path is None:
                problems.append(f"{word}: comes after no file")
                continue
            definition = C_DEFINITION if path.suffix == ".c" else SCRIPT_DEFINITION
            if not re.search(definition.format(name), path.read_text(encoding="utf-8"), re.M):
                problems.append(f"{word}: not in {path.relative_to(ROOT)}")
    if checked < FEWEST_NAMES:
        problems.append(f"only {checked} functions were found: has the tour another form?")
    return checked, [f"docs/tour.md: {problem}" for problem in problems]


def found(*parts):
    """Whether there is such a file; <id> stands for any game."""
    return bool(glob.glob(str(ROOT.joinpath(*parts)).replace("<id>", "*")))


def sections(guide):
    """The lists of files in a guide: folder -> text, from headings such as ### `src/base/`."""
    parts = re.split(r"^### `([^`]+)/`$", (ROOT / guide).read_text(encoding="utf-8"), flags=re.M)
    start = "web/" if guide.startswith("web/") else ""
    return {start + folder: text.split("\n## ")[0] for folder, text in zip(parts[1::2], parts[2::2])}


def places(text):
    """The rows of the table of places: (folder, where its files are listed)."""
    rows = re.findall(r"^\| (`.*`) \| .* \| (.*?) ?\|$", text.split("\n## Places\n")[1], re.M)
    return [(folder, files) for first, files in rows for folder in re.findall(r"`([^`]+)/`", first)]


def missing_in_rows(text):
    """Files that the tables of the map name. A name may be seen from a folder that the same row names."""
    for row in re.findall(r"^\| .* \|$", text, re.M):
        names = re.findall(r"`([^`]+)`", row)
        folders = {""} | {name.rpartition("/")[0] for name in names if "/" in name}
        yield from (f"docs/map.md: {name}: there is no such file" for name in names
                    if re.fullmatch(FILE, name) and not any(found(folder, name) for folder in folders))


def missing_in_lists(listed):
    for folder, text in listed.items():
        yield from (f"{folder}/{name}: there is no such file" for name in re.findall(FILE, "\n".join(re.findall(r"^    .*$", text, re.M)))
                    if not any(found(start, name) for start in (folder, "", "docs")))


def unlisted(folder, files, listed):
    """Files of a folder that are not listed where the map says. A file and its header are one module."""
    text = listed.get(folder, "") if files == "below" else ""
    for name in re.findall(r"`([^`]+)`", files):
        guide = ROOT / folder / name.replace("<id>", Path(folder).name)
        text += guide.read_text(encoding="utf-8") if guide.is_file() else ""
    for path in sorted((ROOT / folder).rglob("*.[ch]")):
        of_game = path.parent.name == "games" and "games/<id>.c" in text
        if not of_game and not re.search(rf"(?<![\w-]){path.stem}\.[ch]\b", text):
            yield f"{path.relative_to(ROOT)}: not listed ({files} of {folder}/ in docs/map.md)"


def unlisted_in_page(listed):
    for path in sorted((ROOT / "web/src/lib").rglob("*.ts")):
        text = listed.get(str(path.parent.relative_to(ROOT)), "")
        if not path.name.endswith(".test.ts") and not re.search(rf"(?<![\w.-]){re.escape(path.name)}", text):
            yield f"{path.relative_to(ROOT)}: not listed in web/README.md"


def check_map():
    text = (ROOT / "docs/map.md").read_text(encoding="utf-8")
    listed, of_page = sections("docs/map.md"), sections("web/README.md")
    files_of = {str(path.relative_to(ROOT)): files for folder, files in places(text)
                for path in ROOT.glob(folder.replace("<id>", "*"))}
    problems = [f"{path.relative_to(ROOT)}/: not on the map" for path in sorted((ROOT / "src").iterdir())
                if path.is_dir() and path.name != "games" and str(path.relative_to(ROOT)) not in files_of]
    for folder, files in files_of.items():
        if folder.startswith("src/"):
            problems += unlisted(folder, files, listed)
    problems += [*missing_in_rows(text), *missing_in_lists(listed), *missing_in_lists(of_page), *unlisted_in_page(of_page)]
    return len(files_of), problems


def anchors(document):
    """What links call the headings of a document: lower case, hyphens for spaces, no other signs."""
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", text, re.M)}


def check_links():
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.splitlines()
    checked, problems = 0, []
    for path in (ROOT / name for name in names):
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="ignore")
        problems += [f"{path.relative_to(ROOT)}: {name}: there is no such file"
                     for name in set(re.findall(r"(?<![\w/.-])docs/[\w/-]+\.md\b", text)) if not (ROOT / name).is_file()]
        for link in re.findall(r"\]\((?!\w+:)([^)\s]+)\)", text) if path.suffix == ".md" else ():
            name, _, heading = link.partition("#")
            aim = path.parent / name if name else path
            checked += 1
            if not aim.exists() or heading and aim.suffix == ".md" and heading not in anchors(aim):
                problems.append(f"{path.relative_to(ROOT)}: {link} leads nowhere")
    return checked, problems


def main():
    functions, problems = check_tour()
    folders, more = check_map()
    links, wrong = check_links()
    problems += [*more, *wrong]
    print("\n".join(problems))
    print(f"{functions} functions of the tour, {folders} folders on the map, {links} links, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
