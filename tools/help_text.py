"""Reads a help text of data/help: usage lines, paragraphs, lists of commands or options, and examples."""
import collections
import json
import pathlib
import re

Item = collections.namedtuple("Item", "term description")
# A list of items, with the sentence before it or "".
Group = collections.namedtuple("Group", "heading items")


class HelpText:
    """`usage`: lines without "usage:"; `paragraphs`; `commands` and `options`: groups of items; `examples`: lines."""

    def __init__(self, path):
        self.usage, self.paragraphs, self.commands, self.options, self.examples = [], [], [], [], []
        text = pathlib.Path(path).read_text(encoding="utf-8").replace("{levels}\n", levels(path))
        blocks = [block.splitlines() for block in text.split("\n\n")]
        column = description_column(blocks)
        for block in blocks:
            if block[0].startswith("usage"):
                self.usage += [line.split(":", 1)[-1].strip() for line in block]
                continue
            heading = " ".join(line for line in block if not line.startswith("  "))
            items = read_items([line for line in block if line.startswith("  ")], column)
            if not items:
                self.paragraphs.append(heading)
            elif not any(item.description for item in items):
                self.examples += [item.term for item in items]
            else:
                groups = self.options if items[0].term.startswith("-") else self.commands
                # Commands and options in one block: the options come last.
                first = next((i for i, item in enumerate(items) if item.term.startswith("-")), len(items))
                if groups is self.commands and first < len(items):
                    self.options.append(Group("", items[first:]))
                    items = items[:first]
                groups.append(Group(heading.rstrip(": \u00a0"), items))

    def option(self, name):
        """The item of --name, or None."""
        for group in self.options:
            for item in group.items:
                if name in re.findall(r"--?[a-z-]+", item.term):
                    return item
        return None

    def option_names(self):
        return {name for group in self.options for item in group.items for name in re.findall(r"--[a-z-]+", item.term)}


def levels(path):
    """How computer players play: data/texts says it once for all."""
    path = pathlib.Path(path)
    players = json.loads((path.parents[1] / "texts/core.json").read_text(encoding="utf-8"))["players"]
    return "".join(f"  {name:17}  {says[path.name.split('.')[1]]}\n" for name, says in players.items())


def description_column(blocks):
    """The column in which most descriptions start."""
    columns = collections.Counter(
        match.end() for block in blocks for line in block if (match := re.match(r"  \S.*?\s{2,}|\s{6,}(?=\S)", line)))
    return max(columns, key=columns.get) if columns else 0


def read_items(lines, column):
    items = []
    for line in lines:
        if line.startswith("      ") and items:  # the description goes on
            items[-1] = Item(items[-1].term, f"{items[-1].description} {line.strip()}")
        elif match := re.match(r"  (\S.*?)\s{2,}(\S.*)$", line):
            items.append(Item(*match.groups()))
        elif len(line) > column > 0 and line[2] == "-" and line[column - 1] == " ":
            items.append(Item(line[:column].strip(), line[column:]))
        else:
            items.append(Item(line.strip(), ""))
    return items
