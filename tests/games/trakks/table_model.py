"""The table of Trakks: what a group is (K10, K11), and random tables and placings to try.

A group is a list of (tile, (x, y)); a table is a list of groups."""
import collections
import functools
import re

COLOURS = "yrbg"
VALUES = range(1, 15)
NUMBERED = [colour + str(value) for colour in COLOURS for value in VALUES]
ACTIONS = ["plus", "arrow"]
TILES = NUMBERED + ACTIONS
FAR = 9999


@functools.lru_cache(maxsize=100000)
def spot(text):
    """"b5@2,0": the tile and its square."""
    tile, x, y = re.split("[@,]", text)
    return tile, (int(x), int(y))


def write(group):
    return [f"{tile}@{x},{y}" for tile, (x, y) in group]


def shifted(group):
    """K12: the same shape, at the origin."""
    left, top = (min(square[axis] for _, square in group) for axis in (0, 1))
    return sorted((tile, (x - left, y - top)) for tile, (x, y) in group)


def shapes(table):
    return sorted(shifted(list(map(spot, group))) for group in table)


@functools.lru_cache(maxsize=100000)
def is_line(tiles):
    """K10: whether neighbouring tiles are a set or a run."""
    if len(tiles) < 3 or not set(tiles) <= set(NUMBERED):
        return False
    colours, values = [tile[0] for tile in tiles], [int(tile[1:]) for tile in tiles]
    if len(set(values)) == 1:
        return len(set(colours)) == len(tiles)
    steps = {after - before for before, after in zip(values, values[1:])}
    return len(set(colours)) == 1 and steps in ({1}, {-1})


def neighbours(square):
    x, y = square
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def lines(squares):
    """Every unbroken line of two or more tiles, across or down."""
    for x, y in squares:
        for right, down in ((1, 0), (0, 1)):
            if (x - right, y - down) in squares or (x + right, y + down) not in squares:
                continue
            length = 2
            while (x + right * length, y + down * length) in squares:
                length += 1
            yield tuple(squares[x + right * i, y + down * i] for i in range(length))


def broken_by(group):
    """The rules that a group of tiles breaks by itself, K8 apart."""
    squares = {square: tile for tile, square in group}
    if len(squares) < len(group) or len(group) < 3:
        return {"K10", "K11"}
    found, reached = [next(iter(squares))], set()
    while found:
        square = found.pop()
        if square in squares and square not in reached:
            reached.add(square)
            found += neighbours(square)
    broken = {"K11"} if len(reached) < len(squares) else set()
    return broken if all(map(is_line, lines(squares))) else {"K10", "K11"}


def read_table(text):
    """The groups that a placing tells, as lists of tile and square."""
    return [list(map(spot, group.split(" "))) for group in text.removeprefix("place ").split(" | ")]


def turned(rng, group):
    """The group in one of its eight attitudes."""
    flip, right, down = rng.random() < 0.5, rng.choice((1, -1)), rng.choice((1, -1))
    return [(tile, (right * x, down * y) if flip else (right * y, down * x)) for tile, (x, y) in group]


def random_line(rng, loose, through=None):
    """A run or set of loose tiles, or as much of one as there is; `through` is in it."""
    tile = through or rng.choice(loose)
    colour, value = tile[0], int(tile[1:])
    if rng.random() < 0.5:
        others = [other + str(value) for other in COLOURS if other != colour and other + str(value) in loose]
        line = [tile, *rng.sample(others, min(len(others), rng.randint(2, 3)))]
        return rng.sample(line, len(line))
    low = high = value
    while f"{colour}{low - 1}" in loose and rng.random() < 0.9:
        low -= 1
    while f"{colour}{high + 1}" in loose and rng.random() < 0.9:
        high += 1
    return [colour + str(number) for number in range(low, high + 1)][::rng.choice((1, -1))]


class Placing:
    """A table in the making, out of the tiles that lie there and of loose ones. Every operation
    either leaves all groups legal or does nothing."""

    def __init__(self, rng, table, loose):
        self.rng, self.table, self.loose = rng, [list(group) for group in table], list(loose)

    def put(self, number, group, tiles):
        """Lets a group become another one with these loose tiles laid; none: a new group."""
        if collections.Counter(tiles) - collections.Counter(self.loose) or broken_by(group):
            return
        for tile in tiles:
            self.loose.remove(tile)
        self.table[number:number + 1] = [group]

    def found(self):
        """Lays a new group."""
        if self.loose:
            line = random_line(self.rng, self.loose)
            self.put(len(self.table), turned(self.rng, [(tile, (i, 0)) for i, tile in enumerate(line)]), line)

    def cross(self):
        """Lays a line through a tile of a group, or at the end of a line."""
        number = self.rng.randrange(len(self.table))
        group = self.table[number]
        tile, (x, y) = self.rng.choice(group)
        line = random_line(self.rng, self.loose, tile)
        right, down = self.rng.choice(((1, 0), (0, 1)))
        start = line.index(tile)
        laid = [(one, (x + right * (i - start), y + down * (i - start))) for i, one in enumerate(line)]
        laid = [one for one in laid if one not in group]
        self.put(number, group + laid, [one for one, _ in laid])

    def add(self):
        """Lays one tile beside another."""
        number = self.rng.randrange(len(self.table))
        group = self.table[number]
        squares = {square for _, square in group}
        free = sorted({near for square in squares for near in neighbours(square)} - squares)
        for _ in range(8 if self.loose else 0):
            tile = self.rng.choice(self.loose)
            grown = [*group, (tile, self.rng.choice(free))]
            if not broken_by(grown):
                self.put(number, grown, [tile])
                return

    def lift(self):
        """Makes a tile of the table loose, or all of a small group."""
        number = self.rng.randrange(len(self.table))
        group = self.table[number]
        if len(group) < 6 and self.rng.random() < 0.3:
            self.loose += [tile for tile, _ in group]
            del self.table[number]
            return
        for gone in self.rng.sample(group, min(8, len(group))):
            rest = [one for one in group if one != gone]
            if not broken_by(rest):
                self.table[number] = rest
                self.loose.append(gone[0])
                return

    def turn(self):
        number = self.rng.randrange(len(self.table))
        self.table[number] = turned(self.rng, self.table[number])

    def split(self):
        """Cuts a group into two."""
        number, axis = self.rng.randrange(len(self.table)), self.rng.randrange(2)
        group = self.table[number]
        at = self.rng.choice(group)[1][axis]
        parts = [[one for one in group if (one[1][axis] < at) == side] for side in (True, False)]
        if not any(map(broken_by, parts)):
            self.table[number:number + 1] = parts

    def merge(self):
        """Pushes two groups together."""
        if len(self.table) < 2:
            return
        one, other = self.rng.sample(range(len(self.table)), 2)
        for _ in range(8):
            group = turned(self.rng, self.table[other])
            _, (x, y) = self.rng.choice(group)
            to_x, to_y = self.rng.choice(neighbours(self.rng.choice(self.table[one])[1]))
            joined = self.table[one] + [(tile, (i + to_x - x, j + to_y - y)) for tile, (i, j) in group]
            if not broken_by(joined):
                self.table[one] = joined
                del self.table[other]
                return

    def rearrange(self, count):
        operations = [self.cross, self.cross, self.add, self.add, self.found, self.lift, self.turn,
                      self.split, self.merge]
        for _ in range(count):
            (self.rng.choice(operations) if self.table else self.found)()


def random_placing(rng, table, rack, opened):
    """A table as a player might leave it; mostly a legal placing, if the rack allows one."""
    own = [tile for tile in rack if tile not in ACTIONS]
    if opened:
        placing = Placing(rng, table, own)
        placing.rearrange(rng.choice([1, 2, 4, 8]))
        for _ in range(6):
            if collections.Counter(placing.loose) - collections.Counter(own):  # lifted and not laid
                rng.choice([placing.cross, placing.add] if placing.table else [placing.found])()
        return placing.table
    placing = Placing(rng, [], own)  # K13
    for _ in range(5 if own else 0):
        placing.found()
    placing.table = placing.table[:1]
    for _ in range(rng.choice([0, 2, 6]) if placing.table else 0):
        rng.choice([placing.cross, placing.add, placing.turn])()
    return table + placing.table


def random_table(rng, tiles, groups):
    """A legal table of about `tiles` tiles in at most `groups` groups. A small one is grown; for a
    large one, two grids with a colour in each line hold all tiles, and some are picked off."""
    if tiles < 70:
        placing = Placing(rng, [], NUMBERED * 2)
        for _ in range(100):
            if sum(map(len, placing.table)) >= tiles:
                break
            if placing.table and (len(placing.table) == groups or rng.random() < 0.9):
                rng.choice([placing.cross, placing.add])()
            else:
                placing.found()
        return placing.table
    table = []
    for _ in range(2):
        colours = rng.sample(COLOURS, 4)
        table.append(turned(rng, [(colour + str(value), (value, y)) for y, colour in enumerate(colours)
                                  for value in VALUES]))
    placing = Placing(rng, table, [])
    while sum(map(len, placing.table)) > tiles:
        placing.lift()
    for _ in range(rng.choice([0, 20])):
        rng.choice([placing.split, placing.merge, placing.turn])()
    return placing.table if len(placing.table) <= groups else random_table(rng, tiles, groups)


def spoilt(rng, table, strange):
    """The table with a fault (or, by chance, another legal one); `strange` tiles come from anywhere."""
    table = [list(group) for group in table] or [[]]
    number = rng.randrange(len(table))
    group, other = table[number], rng.choice(table)
    place = rng.randrange(len(group)) if group else 0
    tile, (x, y) = group[place] if group else ("y1", (0, 0))
    near = rng.choice(neighbours((x, y)))
    fault = rng.randrange(14)
    if fault == 0:
        del group[place:place + 1]
    elif fault == 1:
        group[place:place + 1] = [(rng.choice(TILES), (x, y))]
    elif fault == 2:
        group[place:place + 1] = [(tile, rng.choice([near, (x + 1, y + 1), (-y, x), (y, x)]))]
    elif fault == 3:
        group.append((rng.choice(strange), (x, y)))
    elif fault == 4:
        group.append((rng.choice(strange), near))
    elif fault == 5 and group and other:
        there = rng.randrange(len(other))
        group[place], other[there] = (other[there][0], (x, y)), (tile, other[there][1])
    elif fault == 6 and other is not group:
        group += [(one, (i + 40, j)) for one, (i, j) in other]
        table.remove(other)
    elif fault == 7:
        table[number:number + 1] = [group[:place], group[place:]]
    elif fault == 8:
        table[number] = turned(rng, group)
    elif fault == 9:
        del table[number]
    elif fault == 10:
        line = random_line(rng, [one for one in strange if one not in ACTIONS] or ["y1"])
        table.append([(one, (0, i)) for i, one in enumerate(line)])
    elif fault == 11:
        table = table * rng.randint(2, 5)
    elif fault == 12:
        group = table[number] = shifted(group) if group else group
        group.append((tile, (rng.choice([2, 30, FAR, 2 * FAR]), y)))
    else:
        table[number] = [(one, (i, j) if i < x else (i + 1, j)) for one, (i, j) in group]
    return [group for group in table if group] or [[(tile, (x, y))]]


def placing_text(rng, table):
    """The text of a placing: groups and tiles in any order, each group anywhere on the grid."""
    groups = []
    for group in rng.sample(table, len(table)):
        if rng.random() < 0.7:
            group = shifted(group)
            ends = [max(FAR - max(square[axis] for _, square in group), -FAR) for axis in (0, 1)]
            right, down = (rng.choice([-FAR, end, rng.randint(-FAR, end)]) for end in ends)
            group = [(tile, (x + right, y + down)) for tile, (x, y) in group]
        groups.append(" ".join(write(rng.sample(group, len(group)))))
    return "place " + " | ".join(groups)


def misspelt(rng, text):
    """The text of a placing with a fault in its form."""
    old, new = rng.choice([
        (r"-?\d+,", rng.choice(["10000,", "-10000,", "-0,", "00,", "01,", "+1,", "1.0,", ",", "1e1,", "0x1,", "-,",
                                "−1,", "١,", " 1,", "1 ,", "99999999999999999999,", "4294967296,", "-01,"])),
        (r",-?\d+", rng.choice([",10000", ",-10000", ",-0", ",00", ",+1", ",", ", 1", ",1,1", ";1", ",4294967297"])),
        (r" \| |$", rng.choice([" |", "| ", "|", "  | ", " || ", " |  ", " | | ", " | ", ",", "  ", "\t"])),
        (r"[a-z]+\d*@", rng.choice(["b0@", "b15@", "b03@", "B3@", "b@", "3@", "plus1@", "?@", "@", "b3", "b3 @",
                                    "b3@@", "black3@", "ar@"])),
        (r"^place ", rng.choice(["place", "Place ", "place  ", " place ", "place | ", "play ", "", "place place "]))])
    return re.sub(old, new, text, count=1)
