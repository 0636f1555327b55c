"""What networks learn from more and more positions: started by bench/train.

bench/games/<id>/trial says how a game is tried: "4 seats: expert@iterations=200 against skilled", where the
first level uses the network and the second does not."""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEED = "1"  # of the networks; none of those in data/ has it with these numbers of positions
THREADS = str(os.cpu_count())


def train(game, seats, positions, folder):
    """The seconds that it took, and the held-out error of all parts as a share of the variance."""
    output = folder / "minds" / f"{game}.bin"
    output.parent.mkdir(parents=True)
    begin = time.monotonic()
    trained = subprocess.run([ROOT / "tools" / "train", game, "--seats", seats, "--positions", str(positions), "--seed", SEED,
                              "--threads", THREADS, "--output", output], check=True, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True)
    parts = re.findall(r"held out: error (\S+), variance (\S+);", trained.stderr)
    return time.monotonic() - begin, sum(float(error) for error, _ in parts) / sum(float(variance) for _, variance in parts)


def play(game, seats, players, games, folder):
    """The standing of the player with the network."""
    played = subprocess.run([ROOT / "build" / "ludosaure", "arena", game, "--seats", seats, "--players", ",".join(players), "--games",
                             str(games), "--seed", "learning", "--threads", THREADS, "--data", folder, "--json"],
                            check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(played.stdout)["players"][0]


def percent(*shares):
    return "–".join(f"{100 * share:.1f}" for share in shares)


def learns(game, sizes, games):
    """Prints the table of a game, and returns whether the last network is better than the first one and than even."""
    trial = (ROOT / "bench" / "games" / game / "trial").read_text(encoding="utf-8")
    seats, *players = re.fullmatch(r"(\d+) seats: (\S+) against (\S+)\n", trial).groups()
    print(f"{game}, {trial.strip()}, {games} games; even is {percent(1 / int(seats))} %\n")
    print("| positions | trained in | held-out error, % of the variance | share of the wins, % |")
    print("|---|---|---|---|")
    rows = []
    for positions in sizes:
        folder = ROOT / "build" / "bench-train" / game / str(positions)
        shutil.rmtree(folder, ignore_errors=True)
        seconds, error = train(game, seats, positions, folder)
        player = play(game, seats, players, games, folder)
        rows.append((error, player))
        print(f"| {positions} | {seconds:.0f} s | {percent(error)} | {percent(player['share'])} ({percent(*player['ci'])}) |", flush=True)
    (first_error, first), (last_error, last) = rows[0], rows[-1]
    return last_error < first_error and last["ci"][0] > max(1 / int(seats), first["ci"][1])


def main():
    parser = argparse.ArgumentParser(prog="bench/train", description="Shows that training works.")
    parser.add_argument("--short", action="store_true", help="fewer positions and games")
    options = parser.parse_args()
    sizes, games = ([10, 250], 100) if options.short else ([10, 50, 250, 1000], 1000)
    failed = [path.parent.name for path in sorted((ROOT / "bench" / "games").glob("*/trial"))
              if not learns(path.parent.name, sizes, games)]
    for game in failed:
        print(f"\n{game}: the last network is not clearly better than the first one, and than even")
    sys.exit(bool(failed))


main()
