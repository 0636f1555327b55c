#!/usr/bin/env python3
"""Draws the search for fair components: every candidate of the first round, and the finalists with intervals.

usage, in the root of the repository: training/games/tyrannosaurus/candidates.py >docs/study/tyrannosaurus-tables.svg"""
import csv
import pathlib

TABLES = pathlib.Path("docs/study/tables")
NAMES = ("Triceratops", "Pteranodon", "Diplodocus", "Stegosaurus")
SETTINGS = (("2: land", 50, (0, 3)), ("2: refuges", 50, (1, 2)), ("3 players", 100 / 3, (0, 1, 2)), ("4 players", 25, (0, 1, 2, 3)))
STYLE = ("<style>.p{fill:#fbf7ee}text{fill:#2d2a26}.a{fill:#5d5548}.g{stroke:#d8cfbc}.e{stroke:#b4531f;stroke-width:2}"
         ".i{stroke:#1b7f4b;stroke-width:2}.b{fill:#1b7f4b}.r{fill:#1b7f4b;fill-opacity:.12}.o{stroke:#5d5548;stroke-width:1.4}"
         "@media (prefers-color-scheme:dark){.p{fill:#1f1d1a}text{fill:#ece5d8}.a{fill:#b9af9f}.g{stroke:#47413a}"
         ".e{stroke:#f0a070}.i{stroke:#6fc391}.b,.r{fill:#6fc391}.o{stroke:#b9af9f}}</style>")
WIDTH, TOP, CLOUD, LEFT = 709, 64, 240, 52
COLUMN = (WIDTH - LEFT - 20) / 4
ROW = 46


def text(x, y, words, extra=""):
    return f'<text x="{x:.0f}" y="{y:.0f}"{extra}>{words}</text>'


def cloud(candidates, finalists):
    """One dot per candidate, in the order of the worst deviation."""
    step = (WIDTH - LEFT - 20) / len(candidates)
    place = {table: (LEFT + number * step, TOP + CLOUD * (1 - worst / 50)) for number, (table, worst) in enumerate(candidates)}
    yield text(12, 24, "How far each candidate is from fair", ' font-size="16"')
    yield text(12, 44, f"worst deviation from an even share in the first round, in points, of {len(candidates)} tables; "
                       "line: played on to the last round", ' class="a" font-size="12"')
    for points in range(0, 51, 10):
        y = TOP + CLOUD * (1 - points / 50)
        yield f'<line class="g" x1="{LEFT}" y1="{y:.0f}" x2="{WIDTH - 20}" y2="{y:.0f}"/>'
        yield text(LEFT - 8, y + 4, points, ' class="a" text-anchor="end"')
    yield '<path class="o" d="' + "".join(f"M{x:.0f} {y:.0f}h1" for x, y in dict.fromkeys((round(x), round(y)) for x, y in place.values())) + '"/>'
    for table in finalists:
        if table in place:
            x, y = place[table]
            yield f'<line class="e" x1="{x:.1f}" y1="{y - 9:.1f}" x2="{x:.1f}" y2="{y + 9:.1f}"/>'


def finals(rows, chosen):
    """The shares of the last round: a row per table, a column per setting; the band is the goal."""
    top = TOP + CLOUD + 70
    yield text(12, top - 34, "The finalists, between players trained for each of them", ' font-size="16"')
    yield text(12, top - 16, "shares with 95 % intervals, from above: " + ", ".join(NAMES) + "; band: the goal",
               ' class="a" font-size="12"')
    for column, (name, even, _) in enumerate(SETTINGS):
        yield text(LEFT + column * COLUMN + COLUMN / 2, top + 4, name, ' text-anchor="middle" class="a"')
    for number, row in enumerate(rows):
        y = top + 30 + number * (ROW + 22)
        mark = ": chosen" if row["table"] == chosen else ""
        yield text(12, y - 4, f"{row['table'].replace(',', ' · ')}, {row['games']} games{mark}", ' font-weight="bold"' if mark else "")
        for column, (_, even, dinos) in enumerate(SETTINGS):
            x, width = LEFT + column * COLUMN, COLUMN - 14
            low, high = (42, 58) if even == 50 else (.75 * even, 1.3 * even)

            def at(share):
                return x + width * min(max(share / (2 * even), 0), 1)

            yield f'<rect class="r" x="{at(low):.1f}" y="{y}" width="{at(high) - at(low):.1f}" height="{ROW - 4}"/>'
            yield f'<line class="g" x1="{at(even):.1f}" y1="{y}" x2="{at(even):.1f}" y2="{y + ROW - 4}"/>'
            for dino in dinos:
                key, line = f"{column}_{NAMES[dino].lower()}", y + 6 + 10 * dino
                share, error = float(row[key]), float(row[key + "_error"])
                yield f'<line class="i" x1="{at(share - error):.1f}" y1="{line}" x2="{at(share + error):.1f}" y2="{line}"/>'
                yield f'<circle class="b" cx="{at(share):.1f}" cy="{line}" r="3"/>'


def main():
    candidates = [(",".join(row[:4]), float(row[4])) for row in list(csv.reader((TABLES / "all.csv").open()))[1:]]
    rows = list(csv.DictReader((TABLES / "trained.csv").open()))
    chosen = rows[0]["table"]
    lines = [*cloud(sorted(candidates, key=lambda one: one[1]), [row["table"] for row in rows]), *finals(rows, chosen)]
    height = TOP + CLOUD + 90 + len(rows) * (ROW + 22)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img"'
          f' font-family="sans-serif" font-size="13">\n{STYLE}\n<title>The search for fair components</title>\n'
          '<rect class="p" width="100%" height="100%"/>')
    print("\n".join(lines))
    print("</svg>")


main()
