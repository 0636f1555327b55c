"""The parts of ./test: named commands of three sizes. `run.py` chooses, prepares and runs them.

The programs of a part are named by their path in a build folder, and these, and no others, are built for it:
  GCC        as users build it: for parts that need speed, or that look at what users get
  SANITIZED  clang with ASan, UBSan and the fuzzers' instrumentation, plain char unsigned: for all others
  THREADS    clang with TSan
A part runs in one of them; a comment says why if it runs in two. `./test --all` runs the parts of SANITIZED with GCC too."""
import dataclasses
import pathlib
import re

GCC, SANITIZED, THREADS, WASM, COVERAGE = "build-gcc", "build-sanitized", "build-threads", "build-wasm", "build-coverage"
QUICK, USUAL, LONG = 1, 2, 3
BUSY, WAITING, WIDE = "busy", "waiting", "wide"  # uses a core; mostly waits, so it runs beside all others; uses all cores
PROGRAM = GCC + "/ludosaure"
SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's packages belong to Debian's own
# On ARM, clang 14 looks for leaks for three seconds when a process ends. This is for scripts that start the program many times,
# whose commands are checked in --all, and for games and minds, which allocate nothing. All others are checked in every size.
NO_LEAKS = ("env", "ASAN_OPTIONS=detect_leaks=0")

# What the tests in a browser compare the page with.
BESIDE_THE_PAGE = (f"{GCC}/tests/worlds", f"{GCC}/tests/bot_games")

# What a part needs beside its programs, by a piece of its command: prepare.sh knows the packages.
FEATURES = {
    "with_postgres": "postgres",
    "cluster_faults": "postgres",
    "cluster_network": "networks",
    "tests/static/style.sh": "format",
    "bindings/python": "python",
    "fifth_game": "python page-tools",
    "web": "page-tools",
    "web/tests/run.mjs": "page browser",
    "--page": "page browser",
    "--engines": "engines",
    "packaging/installation": "installation",
    "packaging/debian": "packaging",
    "packaging/fresh": "packaging",
    "packaging/proxy": "proxies",
    "packaging/monitoring": "yaml",
    "tests/cli/experiments.py": "yaml parallel",
    "tests/cli/commands.py": "page",
    "tests/data/json_schema.py": "jsonschema",
    "tests/server/push.py": "push",
    "tests/wasm/": "wasm page-tools",
}


@dataclasses.dataclass
class Part:
    name: str
    command: list
    size: int
    kind: str = BUSY
    needs: tuple = ()  # further programs of a build
    game: str = ""     # that it tests; such parts run by the name of the game

    def features(self):
        line = " ".join(self.command)
        return {feature for piece, names in FEATURES.items() if piece in line for feature in names.split()}

    def programs(self):
        """(build folder, target) of everything that must be built."""
        for word in (*self.command, *self.needs):
            for folder, target in re.findall(rf"(?:^|[ =/])({GCC}|{SANITIZED}|{THREADS}|{WASM}|{COVERAGE})/(\S+)", word):
                if target != "src/wasm":  # a folder
                    yield folder, target


def games():
    return re.findall(r"^    game\((\w+)\)", pathlib.Path("src/games/registry.c").read_text(), re.M)


def fits(build):
    """The programs that train networks."""
    return [f"{build}/{str(file.with_suffix(''))}" for file in sorted(pathlib.Path("training").glob("games/*/fit.c"))]


def game_tests(game, size=None):
    """The tests in a game's own folder, or those of a size: C programs, and scripts that are given the program, or that of
    training/ with the same name. C programs are quick and run under sanitizers, unless their first comment says `size: usual`; scripts make thousands of requests."""
    for file in sorted(pathlib.Path(f"tests/games/{game}").glob("test_*.*")):
        name = file.stem.removeprefix("test_")
        is_quick = file.suffix == ".c" and "size: usual" not in file.read_text().split("*/")[0]
        build = SANITIZED if is_quick and size else GCC
        if size in (None, QUICK if is_quick else USUAL):
            trains = pathlib.Path(f"training/games/{game}/{name}.c").exists()
            program = f"{GCC}/training/games/{game}/{name}" if trains else PROGRAM
            yield f"{game}: {name}", ["python3", str(file), program] if file.suffix == ".py" else [*NO_LEAKS, f"{build}/tests/{game}_{name}"]


def game_parts(game):
    """Every check of one game: `./test GAME`."""
    def part(name, *command, kind=BUSY, needs=()):
        return Part(f"{game}: {name}", list(command), LONG, kind, needs, game)

    yield part("positions", f"{GCC}/tests/positions", *map(str, sorted(pathlib.Path(f"tests/games/{game}/positions").glob("*.txt"))))
    yield part("playthroughs", f"{GCC}/tests/playthrough", game)
    for name, count in (("properties", 5), ("history", 5), ("take_back", 5), ("branch", 2), ("replay", 1), ("minds", 1), ("teacher", 1), ("analysis", 1)):
        yield part(name, f"{GCC}/tests/{name}", "--games", str(count), game)
    yield part("observations and actions", f"{GCC}/tests/library/encoding", "--games", "2", game)
    for name, command in game_tests(game):
        yield Part(name, command, LONG, game=game)
    for name in ("lessons", "examples"):
        if pathlib.Path(f"data/{name}/{game}.json").exists():
            yield part(name, "python3", f"tests/data/{name}.py", PROGRAM, game)
    yield part("every front end", "python3", "tests/games/front_ends.py", PROGRAM, game, kind=WAITING)
    for name, script in (("texts", "texts"), ("rules cited", "rules_cited"), ("arrows", "arrows"), ("arrows of the page", "page_arrows"),
                         ("names", "names")):
        yield part(name, "python3", f"tests/static/{script}.py")
    yield part("schema", SYSTEM_PYTHON, "tests/data/json_schema.py", PROGRAM)
    yield part("units of the page", "node", "web/tests/units.mjs", f"src/games/{game}/")


def quick_parts():
    def part(name, *command, kind=BUSY, needs=()):
        return Part(name, list(command), QUICK, kind, needs)

    # Long ones first: the cores then finish together.
    yield part("page: types", "npm", "--prefix", "web", "run", "--silent", "check")
    yield part("page: style", "npm", "--prefix", "web", "run", "--silent", "style")
    yield part("page: units", "node", "web/tests/units.mjs")
    for name in ("minds", "teacher", "properties", "branch", "replay", "history", "take_back"):
        yield part(name, *NO_LEAKS, f"{SANITIZED}/tests/{name}", "--games", "1")
    yield part("observations and actions", *NO_LEAKS, f"{SANITIZED}/tests/library/encoding", "--games", "1")
    for name in ("positions", "playthrough"):
        yield part(name, *NO_LEAKS, f"{SANITIZED}/tests/{name}")
    yield part("process", f"{SANITIZED}/tests/process")
    for layer in ("hall/tables", "hall", "store", "table", "core", "push", "server"):
        yield part(f"units: {layer}", f"{SANITIZED}/tests/test_{layer.replace('/', '_')}")
    yield part("library", f"{SANITIZED}/tests/library/library")
    for game in games():
        for name, command in game_tests(game, QUICK):
            yield part(name, *command)
    yield part("style", "tests/static/style.sh")
    for name, script in (("arrows between units", "arrows"), ("arrows of the page", "page_arrows"), ("rules cited", "rules_cited"),
                         ("texts", "texts"), ("tour", "tour"), ("no shared file names a game", "names")):
        yield part(name, "python3", f"tests/static/{script}.py")
    yield part("every test runs", "python3", "tests/static/every_test.py", needs=(f"{SANITIZED}/tests/test_core",))
    for name, script in (("lessons", "lessons"), ("examples of the rulebooks", "examples")):
        yield part(name, "python3", f"tests/data/{script}.py", f"{SANITIZED}/ludosaure")


def database_parts():
    def part(name, *command, kind=WAITING, postgres=False):
        return Part(name, [*(["tests/with_postgres.sh"] if postgres else []), *command], USUAL, kind)

    yield part("units: store (PostgreSQL)", f"{SANITIZED}/tests/test_store", kind=BUSY, postgres=True)
    for name in ("store_news", "store_postgres"):
        yield part(name.replace("_", ", "), f"{SANITIZED}/tests/{name}", kind=BUSY, postgres=True)
    yield part("store, silence", f"{SANITIZED}/tests/store_silence", postgres=True)
    yield part("store, lasting", f"{SANITIZED}/tests/store_lasting")
    # Real processes are killed and started again and again: as users build them.
    for name, script in (("admin and a server", "admin"), ("upgrades of databases", "upgrades")):
        yield part(name, "python3", f"tests/server/{script}.py", PROGRAM)
        yield part(f"{name} (PostgreSQL)", "python3", f"tests/server/{script}.py", PROGRAM, postgres=True)
    for name, script in (("servers on PostgreSQL", "postgres"), ("several servers on PostgreSQL", "cluster"),
                         ("servers that are cut off", "cluster_network")):
        yield part(name, "python3", f"tests/server/{script}.py", PROGRAM, postgres=True)
    yield part("messages to devices", SYSTEM_PYTHON, "tests/server/push.py", PROGRAM)
    yield part("messages to devices (PostgreSQL)", SYSTEM_PYTHON, "tests/server/push.py", PROGRAM, postgres=True)
    yield part("faults in a cluster", "python3", "tests/server/cluster_faults.py", PROGRAM, "--seed", "1", "--faults", "7", "--tables", "4")


def server_parts():
    def part(name, *command, kind=WAITING, needs=()):
        return Part(name, list(command), USUAL, kind, needs)

    for name, script in (("interface", "api"), ("hostile clients", "hostile"), ("limits", "limits"), ("server: transport", "transport")):
        yield part(name, "python3", f"tests/server/{script}.py", f"{SANITIZED}/ludosaure")
    for name, script in (("games over sockets", "games"), ("tables over sockets", "tables"), ("programs at tables", "bots"), ("nothing is lost", "faults"),
                         ("server: database", "database")):
        yield part(name, "python3", f"tests/server/{script}.py", PROGRAM)
    yield part("nothing leaks", "python3", "tests/server/leaks.py", PROGRAM, f"{GCC}/tests/worlds", kind=BUSY)
    yield part("behind nginx", "python3", "tests/packaging/proxy.py", PROGRAM)
    yield part("behind nginx (PostgreSQL)", "tests/with_postgres.sh", "python3", "tests/packaging/proxy.py", PROGRAM)
    yield part("behind Caddy (PostgreSQL)", "tests/with_postgres.sh", "python3", "tests/packaging/proxy.py", PROGRAM, "--caddy")
    yield part("backup and restore", "python3", "tests/packaging/restore.py", PROGRAM)
    yield part("backup and restore (PostgreSQL)", "tests/with_postgres.sh", "python3", "tests/packaging/restore.py", PROGRAM)
    yield part("monitoring", SYSTEM_PYTHON, "tests/packaging/monitoring.py", PROGRAM, kind=BUSY)


def usual_parts():
    def part(name, *command, kind=BUSY, needs=()):
        return Part(name, list(command), USUAL, kind, needs)

    yield part("a fifth game", "tests/games/fifth_game.sh")
    yield part("page: lint", "npm", "--prefix", "web", "run", "--silent", "lint")
    # Many games find what a few under the sanitizers do not. They are the same in every run; --all has a hundred.
    yield part("properties, more games", f"{GCC}/tests/properties", "--games", "2")
    yield part("history, more games", f"{GCC}/tests/history", "--games", "4")
    yield part("analysis", f"{GCC}/tests/analysis", "--games", "1")  # searches
    yield part("puzzles", f"{GCC}/tests/puzzles")
    yield part("simulation, more rounds", f"{GCC}/tests/simulation", "--rounds", "15")
    yield part("simulation", f"{SANITIZED}/tests/simulation", "--seed", "1000", "--rounds", "8")
    yield part("simulation, in memory", f"{SANITIZED}/tests/simulation", "--seed", "3000", "--rounds", "3", "--database", "memory")
    yield part("simulation, in memory, more rounds", f"{GCC}/tests/simulation", "--seed", "2000", "--rounds", "12", "--database", "memory")
    yield part("simulation (PostgreSQL)", "tests/with_postgres.sh", f"{GCC}/tests/simulation", "--seed", "4000", "--rounds", "3",
               "--database", kind=WAITING)
    for game in games():
        for name, command in game_tests(game, USUAL):
            yield part(name, *command)
    yield from database_parts()
    yield from server_parts()
    yield part("admin", *NO_LEAKS, "python3", "tests/cli/admin.py", f"{SANITIZED}/ludosaure", f"{SANITIZED}/tests/make_database")
    yield part("protocol", *NO_LEAKS, "python3", "tests/cli/protocol.py", f"{SANITIZED}/ludosaure")
    yield part("library, installed", "tests/library/example.sh", GCC, needs=(f"{GCC}/installed",))
    for test in ("match", "batch", "players", "environments", "records", "peers", "example", "client"):
        yield part(f"python: {test}", SYSTEM_PYTHON, f"bindings/python/tests/test_{test}.py", GCC, needs=(f"{GCC}/library", PROGRAM))
    yield part("python: types", "/usr/bin/mypy", "--cache-dir=/dev/null", "--strict", "--python-executable", SYSTEM_PYTHON, "bindings/python/ludosaure")
    for name, script in (("arena", "arena"), ("study", "study"), ("analyse", "analyse"), ("puzzles and export-web", "commands")):
        yield part(name, "python3", f"tests/cli/{script}.py", PROGRAM)
    yield part("training", "python3", "tests/training/train.py", PROGRAM, "--short", needs=fits(GCC))
    yield part("training of adversaries", "python3", "tests/training/adversary.py", f"{GCC}/training/adversary/adversary")
    yield part("schema", SYSTEM_PYTHON, "tests/data/json_schema.py", PROGRAM)
    yield part("large experiments", SYSTEM_PYTHON, "tests/cli/experiments.py", PROGRAM)
    yield part("installation", "python3", "tests/packaging/installation.py", GCC, needs=(f"{GCC}/installed",))
    for name, script in (("terminal", "terminal/terminal"), ("terminal, levels", "terminal/levels"), ("terminal, replay", "terminal/replay"),
                         ("every front end", "games/front_ends")):
        yield part(name, "python3", f"tests/{script}.py", PROGRAM, kind=WAITING)
    for name, words in (("store", "test_store store"), ("store, lasting", "store_lasting"), ("writer", "test_server writer"), ("library", "library/library")):
        yield part(f"{name} (threads)", *f"{THREADS}/tests/{words}".split())
    yield part("interface (threads)", "python3", "tests/server/api.py", f"{THREADS}/ludosaure")
    yield part("players in threads", "tests/training/threads.sh", f"{THREADS}/ludosaure",
               needs=[*fits(THREADS), f"{THREADS}/training/adversary/adversary"])
    yield part("the same in WebAssembly", "node", "tests/wasm/same.mjs", f"{WASM}/src/wasm", f"{GCC}/tests/bot_games",
               needs=[f"{WASM}/src/wasm/{name}.wasm" for name in ("games", "playthrough")])
    for name, script in (("the hall", "hall"), ("analyses", "analysis"), ("drafts", "drafts"), ("replays and puzzles", "requests")):
        yield part(f"{name} in WebAssembly", "node", f"tests/wasm/{script}.mjs", f"{WASM}/src/wasm", PROGRAM)
    yield part("fuzzers", "tests/fuzz/all.sh", "1", kind=WIDE,
               needs=[f"{SANITIZED}/tests/fuzz/fuzz_{path.name}" for path in sorted(pathlib.Path("tests/fuzz/corpus").iterdir())])
    # After the busy ones: beside them it takes twice as long, and the whole is not sooner done.
    yield part("page: in a browser", "env", f"LUDOSAURE={pathlib.Path.cwd()}/{PROGRAM}", "node", "web/tests/run.mjs", kind=WIDE,
               needs=BESIDE_THE_PAGE)


def long_parts():
    def part(name, *command, kind=BUSY, needs=()):
        return Part(name, list(command), LONG, kind, needs)

    yield part("launcher", "tests/cli/launcher.sh")
    yield part("properties, many games", f"{GCC}/tests/properties", "--games", "100")
    yield part("history, many games", f"{GCC}/tests/history", "--games", "100")
    yield part("minds, many games", f"{GCC}/tests/minds", "--games", "20")
    for game in games():
        if pathlib.Path(f"tests/games/{game}/test_reference.py").exists():
            yield part(f"{game}: reference, many games", "python3", f"tests/games/{game}/test_reference.py", PROGRAM, "--games", "200")
    yield part("simulation, many rounds", f"{GCC}/tests/simulation", "--seed", "5000", "--rounds", "1000")
    for suite in ("bookworm", "trixie"):
        for order, first in (("program", "./ludosaure"), ("tests", "./test")):
            yield part(f"fresh {suite}, {first} first", "python3", "tests/packaging/fresh.py", "--suite", suite, "--order", order, kind=WIDE)
    yield part("python: wheel", "bindings/python/tests/wheel.sh")
    yield part("Debian package", "python3", "tests/packaging/debian.py", kind=WIDE)
    yield part("page: a fifth game in a browser", "tests/games/fifth_game.sh", "--page", kind=WIDE)
    for name, option in (("main paths in all engines", "--engines"), ("every screen in every combination", "--all")):
        yield part(f"page: {name}", "env", f"LUDOSAURE={pathlib.Path.cwd()}/{PROGRAM}", "node", "web/tests/run.mjs", option, kind=WIDE,
                   needs=BESIDE_THE_PAGE)
    yield part("computer players against linear programs", "bench/programs", "--short", kind=WIDE)
    yield part("admin, leaks", "python3", "tests/cli/admin.py", f"{SANITIZED}/ludosaure", f"{SANITIZED}/tests/make_database")
    yield part("protocol, leaks", "python3", "tests/cli/protocol.py", f"{SANITIZED}/ludosaure")
    yield part("analysis under sanitizers", f"{SANITIZED}/tests/analysis", "--games", "1")
    yield part("training, longer", "python3", "tests/training/train.py", PROGRAM, needs=fits(GCC))
    yield part("training under sanitizers", "python3", "tests/training/train.py", f"{SANITIZED}/ludosaure", "--short", needs=fits(SANITIZED))
    yield part("servers that are cut off for long", "tests/with_postgres.sh", "python3", "tests/server/cluster_network.py", PROGRAM, "--long")
    yield part("a thousand matches with faults in a cluster", "python3", "tests/server/cluster_faults.py", PROGRAM, "--matches", "1000",
               "--tables", "12", "--people", "16", kind=WIDE)
    yield part("fuzzers, longer", "tests/fuzz/all.sh", "120", kind=WIDE,
               needs=[f"{SANITIZED}/tests/fuzz/fuzz_{path.name}" for path in sorted(pathlib.Path("tests/fuzz/corpus").iterdir())])


def with_gcc(part):
    """The same part in the other build."""
    def swap(word):
        return word.replace(SANITIZED + "/", GCC + "/")
    return dataclasses.replace(part, name=part.name + " (gcc)", command=[swap(word) for word in part.command], size=LONG)


def all_parts():
    """All parts but those of single games."""
    parts = [*usual_parts(), *quick_parts()]
    return [*parts, *(with_gcc(part) for part in parts if part.name != "fuzzers" and any(folder == SANITIZED for folder, _ in part.programs())),
            *long_parts()]
