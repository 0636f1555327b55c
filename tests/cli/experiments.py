#!/usr/bin/env python3
"""Shards of `simulate` and `arena`, as GNU parallel, Slurm and Kubernetes run them: merged, they equal the whole
series. Slurm and Kubernetes themselves are not needed: their variables are set, and what they would run is run.
usage: experiments.py PROGRAM"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import yaml

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from checks import check, finish

PROGRAM = os.path.abspath(sys.argv[1])
EXPERIMENTS = pathlib.Path(__file__).resolve().parents[2] / "packaging" / "experiments"
SIMULATION = ["simulate", "trex", "--seats", "3", "--games", "1003", "--seed", "two words"]
ARENA = ["arena", "trex", "--seats", "3", "--players", "easy,random", "--games", "40", "--seed", "two words"]
TIMES = {"seconds", "games_per_s", "moves_per_s", "threads", "ms_a_move", "thinking_s", "parts"}


def run(*words, code=0, **environment):
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True,
                            env={**os.environ, "LUDOSAURE": PROGRAM, **environment})
    check(result.returncode == code, f"{words}: {result}")
    return result


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(inner) for key, inner in value.items() if key not in TIMES}
    return [without_times(inner) for inner in value] if isinstance(value, list) else value


def result(text):
    return without_times(json.loads(text))


def merged(folder, command):
    return result(run(PROGRAM, command, "merge", *folder.glob("*.json"), "--json").stdout)


def with_parallel(folder, whole):
    for series in (SIMULATION, ARENA):
        place = folder / series[0]
        report = run(EXPERIMENTS / "parallel.sh", 4, place, *series).stdout
        check(result(report) == whole[series[0]], f"parallel, {series[0]}: {report}")
        check(len(json.loads(report)["parts"]) == 4, f"parts of {report}")
    # An interrupted experiment continues: what is missing is played, what is there is kept.
    place = folder / "simulate"
    (place / "2.json").unlink()
    kept = (place / "3.json").stat().st_mtime_ns
    report = run(EXPERIMENTS / "parallel.sh", 4, place, *SIMULATION).stdout
    check(result(report) == whole["simulate"] and (place / "3.json").stat().st_mtime_ns == kept, "resumed")
    other = run(EXPERIMENTS / "parallel.sh", 2, place, *SIMULATION, code=1)
    check("holds another experiment: in 4 shards: simulate trex" in other.stderr, f"another experiment: {other}")
    check("usage: parallel.sh" in run(EXPERIMENTS / "parallel.sh", code=2).stderr, "without arguments")
    broken = folder / "broken"
    failed = subprocess.run([EXPERIMENTS / "parallel.sh", "2", broken, "simulate", "no-such-game"],
                            capture_output=True, env={**os.environ, "LUDOSAURE": PROGRAM})
    check(failed.returncode != 0 and not list(broken.glob("*.json*")), f"a shard that fails: {failed}")


def with_slurm(folder, whole):
    for task in range(1, 4):
        run(EXPERIMENTS / "slurm.sh", folder, *ARENA, SHARD=str(EXPERIMENTS / "shard"),
            SLURM_ARRAY_TASK_ID=str(task), SLURM_ARRAY_TASK_COUNT="3")
    check(merged(folder, "arena") == whole["arena"], "slurm")


def with_kubernetes(folder, whole):
    job = yaml.safe_load((EXPERIMENTS / "kubernetes.yaml").read_text())
    check(job["kind"] == "Job" and job["spec"]["completionMode"] == "Indexed", "an indexed job")
    container = job["spec"]["template"]["spec"]["containers"][0]
    shards = job["spec"]["completions"]
    script, = container["args"]
    head, _, tail = script.partition(" simulate ")
    check(f" {shards} " in head and "--games" in tail, f"as many shards as pods: {script}")
    small = f"{head} {' '.join(repr(word) for word in SIMULATION)}"
    for index in range(shards):
        run(*container["command"], small, SHARD=str(EXPERIMENTS / "shard"), RESULTS=str(folder),
            JOB_COMPLETION_INDEX=str(index))
    check(merged(folder, "simulate") == whole["simulate"], "kubernetes")


def refusals(folder):
    """As of `arena merge`: only disjoint shards of one series add up."""
    def played(name, *words):
        file = folder / name
        file.write_text(run(PROGRAM, "simulate", "trex", "--games", 8, *words, "--json").stdout)
        return file

    def refused(says, *files, language="en"):
        message = run(PROGRAM, "simulate", "merge", *files, "--lang", language, code=1).stderr
        check(says in message, message)

    half = played("half", "--shard", "1/2")
    refused("already been counted", half, half)
    refused("already been counted", half, played("whole"))
    refused("déjà comptées", half, played("third", "--shard", "3/4"), language="fr")
    refused("another series", half, played("seats", "--shard", "2/2", "--seats", 3))
    refused("another series", half, played("players", "--shard", "2/2", "--players", "easy"))
    refused("another series", half, played("option", "--shard", "2/2", "--option", "meteor_compare=rank"))
    refused("not a report", "/dev/null")
    arena = folder / "arena"
    arena.write_text(run(PROGRAM, *ARENA, "--json").stdout)
    refused("not a report", arena)
    both = json.loads(run(PROGRAM, "simulate", "merge", half, played("seed", "--seed", 2), "--json").stdout)
    check(both["games"] == 12, f"two seeds: {both}")
    empty = json.loads(played("empty", "--shard", "9/9").read_text())
    check(empty["games"] == 0 and empty["length"]["mean"] == 0, f"a shard without games: {empty}")
    for shard in ("3/2", "0/2", "x", "1/2/3"):
        run(PROGRAM, "simulate", "trex", "--shard", shard, code=2)
    run(PROGRAM, "simulate", "merge", code=2)
    run(PROGRAM, "simulate", "merge", folder / "missing", code=1)


with tempfile.TemporaryDirectory() as temporary:
    folders = [pathlib.Path(temporary, name) for name in ("parallel", "slurm", "kubernetes", "refusals")]
    for folder in folders:
        folder.mkdir()
    whole = {series[0]: result(run(PROGRAM, *series, "--json").stdout) for series in (SIMULATION, ARENA)}
    with_parallel(folders[0], whole)
    with_slurm(folders[1], whole)
    with_kubernetes(folders[2], whole)
    refusals(folders[3])
finish()
