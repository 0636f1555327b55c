#!/usr/bin/env python3
"""Checks that the guides to the tree are true.

docs/tour.md, docs/map.md: every function that they name is in the file named before it.
C files: the first comment names every chapter.
docs/map.md: every unit of src/ is on it, with its arrows, the lowest first; the public header of a unit lists its files.
web/README.md: every file of web/src/lib/ is listed.
All documents: the files that they name exist; every link leads to a file and, if it says so, to a heading in it; every docs/*.md that
a file names exists."""
import glob
import re
import subprocess
import sys
from pathlib import Path

C_DEFINITION = r"^[a-z][^\n=;]*\b{}\("
SCRIPT_DEFINITION = r"^\s*(?:export |private |async |function )*{}(?:<[^>(]*>)?\("
ROOT = Path(__file__).resolve().parents[2]
FILE = r"[\w<>*./-]*\w\.(?:svelte\.ts|worker\.ts|d\.ts|c|h|py|pyi|sh|ts|js|mjs|svelte|json|md|css|ini)\b"
SMALL_WORDS = set("and are for from has how its may not than that the they this what which who with".split())
SOURCE = r"^[^<*]*\.(?:[ch]|py|sh|ts|js|mjs|svelte)$"


def check_functions(guide, fewest):
    text = (ROOT / guide).read_text(encoding="utf-8")
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
    if checked < fewest:
        problems.append(f"only {checked} functions were found: has it another form?")
    return checked, [f"{guide}: {problem}" for problem in problems]


def found(*parts):
    """Whether there is such a file; <id> stands for any game."""
    return bool(glob.glob(str(ROOT.joinpath(*parts)).replace("<id>", "*")))


def sections(guide):
    """The lists of files in a guide: folder -> text, from headings such as ### `src/base/`."""
    parts = re.split(r"^### `([^`]+)/`$", (ROOT / guide).read_text(encoding="utf-8"), flags=re.M)
    start = "web/" if guide.startswith("web/") else ""
    return {start + folder: text.split("\n## ")[0] for folder, text in zip(parts[1::2], parts[2::2])}


def missing_in_lists(guide, listed):
    for folder, text in listed.items():
        yield from (f"{guide}: {folder}/{name}: there is no such file" for name in re.findall(FILE, "\n".join(re.findall(r"^    .*$", text, re.M)))
                    if not any(found(start, name) for start in (folder, "", "docs")))


def unlisted_in_page(listed):
    for path in sorted((ROOT / "web/src/lib").rglob("*.ts")):
        text = listed.get(str(path.parent.relative_to(ROOT)), "")
        if not path.name.endswith(".test.ts") and not re.search(rf"(?<![\w.-]){re.escape(path.name)}", text):
            yield f"{path.relative_to(ROOT)}: not listed in web/README.md"


def unit_of(name):
    """The unit of a file by its path below src/: its folder. What is known of one game holds for all."""
    return re.sub(r"^games/\w+(?=/\w+)", "games/<id>", name).rpartition("/")[0]


def units():
    """Every unit of src/, and the units that it includes. A game's own file and main.c put units together: they are above them."""
    uses = {}
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        name = path.relative_to(ROOT / "src").as_posix()
        own = uses.setdefault(unit_of(name), set())
        if name != "cli/main.c" and not re.fullmatch(r"games/(\w+)/\1\.c", name):
            own |= {unit_of(used) for used in re.findall(r'^#include "([^"]+/[^"]+)"', path.read_text(), re.M)} - {unit_of(name)}
    return uses


def below(layer, uses):
    return {layer}.union(*(below(used, uses) for used in uses[layer]))


def wrong_layers(text, uses):
    """The table of layers: all of them, the lowest first, each with the arrows that one has to draw."""
    layers = {}
    for unit, used in uses.items():
        own = layers.setdefault(unit.split("/")[0], set())
        own |= {name.split("/")[0] for name in used} - {unit.split("/")[0]}
    rows = re.findall(r"^\| `src/(\w+)/` \| .* \|([\w, ]*)\| `([^`]+)`.* \|$", text, re.M)
    yield from (f"src/{layer}/: not on the map" for layer in layers.keys() - {name for name, _, _ in rows})
    seen = set()
    for layer, stands_on, header in rows:
        if layer not in layers:
            yield f"src/{layer}/: there is no such layer"
            continue
        used = layers[layer]
        drawn = {one for one in used if not any(one in below(other, layers) for other in used - {one})}
        if drawn != set(filter(None, stands_on.strip().split(", "))):
            yield f"src/{layer}/ stands on {', '.join(sorted(drawn))}"
        yield from (f"src/{layer}/: comes before src/{one}/, which it uses" for one in sorted(used - seen))
        if not found("src", layer, header):
            yield f"src/{layer}/{header}: there is no such file"
        seen.add(layer)


def wrong_units(text, uses):
    """The lists of the units inside a layer: all of them, the lowest first. The unit of the folder itself goes by its header."""
    lists = {name: re.findall(r"`([\w/<>]+)/`|`(\w+)\.h`", line) for name, line in re.findall(r"^- `src/(\w+)/`: (.*(?:\n  .*)*)", text, re.M)}
    for layer in sorted({unit.split("/")[0] for unit in uses}):
        own = {unit for unit in uses if unit.split("/")[0] == layer}
        order = [f"{layer}/{inner}" if inner else layer for inner, _ in lists.get(layer, [])]
        for unit in sorted(own):
            if unit not in order and (len(own) > 1 and unit != "games"):
                yield f"src/{unit}/: not in the list of the units of src/{layer}/"
            yield from (f"src/{unit}/: comes before src/{used}/, which it uses" for used in sorted(uses[unit] & set(order))
                        if unit in order and order.index(used) > order.index(unit))


def head_of(header):
    return re.match(r"/\*.*?\*/", header.read_text(encoding="utf-8"), re.S)[0]


def wrong_heads():
    """The first comment of a unit's public header names the files of the unit, if they are more than two, and no others. That of the
    library is for its users, so the private one does."""
    for folder in sorted(path for path in (ROOT / "src").rglob("*") if path.is_dir()):
        header = folder / ("library_internal.h" if folder.name == "library" else f"{folder.name}.h")
        sources = sorted(folder.glob("*.c"))
        if folder.name == "games" or not sources:  # a file for each game
            continue
        if not header.is_file():
            yield f"{header.relative_to(ROOT)}: there is no such file"
            continue
        named = set(re.findall(r"[\w/<>-]*\w\.[ch]\b", head_of(header)))
        yield from (f"{header.relative_to(ROOT)}: names {name}, which does not exist" for name in sorted(named)
                    if not any(found(start, name) for start in (folder, "src", "")))
        yield from (f"{header.relative_to(ROOT)}: does not list {path.name}" for path in sources if len(sources) > 2 and path.name not in named)


def stems(text):
    """The words of a text that mean something, without their endings."""
    return {word[:5] for word in re.findall(r"[a-z0-9]{3,}", text.lower())} - SMALL_WORDS


def entry_of(path):
    """What the list in the public header of its unit says of a file."""
    header = path.parent / f"{path.parent.name}.h"
    entry = header.is_file() and re.search(rf"^ \* +(?:\w+\.c, )*{re.escape(path.name)}.*(?:\n \* {{12,}}.*)*", head_of(header), re.M)
    return entry[0] if entry else ""


def check_chapters():
    """Chapters begin with a heading. The first comment of a file names all of its chapters, or the list in its unit's header does."""
    checked, problems = 0, []
    for name in (name for name in git_files() if re.search(r"\.[ch]$", name)):
        text = (ROOT / name).read_text(encoding="utf-8")
        headings = re.findall(r"^/\* ---- ([^:\n]*?)(?:: .*| ---- \*/)?$", text, re.M)
        problems += [f"{name}: {other}: a heading is /* ---- Name ---- */" for other in re.findall(r"^/\* -(?!--- ).*", text, re.M)]
        if name.endswith(".h"):
            continue
        problems += [f"{name}: {other}: a heading is /* ---- Name ---- */"
                     for other in re.findall(r"(?<=\n\n)(/\* [^.\n]{1,60}\. \*/)\n\n", text)]
        head = re.match(r"/\*.*?\*/", text, re.S)
        known = stems((head[0] if head else "") + entry_of(ROOT / name))
        for heading in headings:
            checked += 1
            if stems(heading) - known:
                problems.append(f"{name}: its first comment does not name the chapter {heading}")
    return checked, problems


def check_map():
    text = (ROOT / "docs/map.md").read_text(encoding="utf-8")
    uses, of_page = units(), sections("web/README.md")
    problems = [f"docs/map.md: {problem}" for problem in (*wrong_layers(text, uses), *wrong_units(text, uses))]
    problems += [*wrong_heads(), *missing_in_lists("docs/map.md", sections("docs/map.md")), *missing_in_lists("web/README.md", of_page),
                 *unlisted_in_page(of_page)]
    return len(uses), problems


def check_names():
    """Files that documents name as code exist: from the root, from the folder of the document, from the template, or anywhere, by the end
    of their path. A bare name means one file only (in C one of src/), or is in a folder that its section has named. <id> is any game, and
    mygame the one that a reader adds. Data without a folder may be something that a program writes."""
    tracked = git_files()
    checked, problems = 0, []
    for guide in tracked:
        if not guide.endswith(".md") or guide.startswith(("CHANGELOG", "docs/lab/", "data/")):
            continue
        folders = set()
        for line in (ROOT / guide).read_text(encoding="utf-8").splitlines():
            folders = set() if line.startswith("#") else folders
            folders |= {folder.replace("<id>", r"\w+") for folder in re.findall(r"((?:[\w.<>-]+/)+)", line)}
            words = [word.replace("mygame", "template").replace("Mygame", "Template") for word in re.findall(r"`([^`]+)`", line)]
            for name in (word for word in words if re.fullmatch(FILE, word) and ("/" in word or re.search(SOURCE, word))):
                checked += 1
                starts = ("", Path(guide).parent, "web/src/games/template", "src/games/template")
                if any(found(start, name) for start in starts):
                    continue
                files = [path for path in tracked if path.endswith("/" + name)]
                meant = [path for path in files if path.startswith("src/")] if re.search(r"\.[ch]$", name) else files
                if not files:
                    problems.append(f"{guide}: {name}: there is no such file")
                elif "/" not in name and len(meant) != 1 and not any(re.search(f"(^|/){folder}{re.escape(name)}$", path)
                                                                     for folder in folders for path in files):
                    problems.append(f"{guide}: {name}: may be {' or '.join(files)}")
    return checked, problems


def git_files():
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.splitlines()
    return [name for name in names if (ROOT / name).is_file()]


def anchors(document):
    """What links call the headings of a document: lower case, hyphens for spaces, no other signs."""
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", text, re.M)}


def check_links():
    checked, problems = 0, []
    for path in (ROOT / name for name in git_files()):
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
    results = {"functions": check_functions("docs/tour.md", 40), "functions of the map": check_functions("docs/map.md", 1),
               "units on the map": check_map(), "chapters": check_chapters(), "names of files": check_names(), "links": check_links()}
    problems = [problem for _, found_here in results.values() for problem in found_here]
    print("\n".join(problems))
    print(", ".join(f"{count} {what}" for what, (count, _) in results.items()) + f", {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
