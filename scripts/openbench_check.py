"""Compares what OpenBench's server has counted with the games that the arena has written down in the clients' folders.

The server counts pairs of games as its clients report them; the arena writes every finished game into a PGN, of which there is one
for each run of it. A client that is told to stop ends the arena at once, so of its last run the first pairs have been counted and
the others not: what the server has must be the first so many pairs of the arena's.
"""

import bz2
import io
import json
import re
import sqlite3
import tarfile
from dataclasses import dataclass

POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
PENTANOMIAL = ("LL", "LD", "DD", "DW", "WW")


def rows(work, query, *values):
    """Rows of the server's database as dictionaries."""
    with sqlite3.connect(work / "server" / "db.sqlite3", timeout=60) as database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(query, values)]


def tests_of(work):
    """The workloads, oldest first."""
    return rows(work, "SELECT * FROM OpenBench_test ORDER BY id")


@dataclass
class Run:
    """One run of the arena: what OpenBench knows it by, and the points of the dev engine in each pair, as the pairs ended."""

    test: int
    result: int
    begin: int
    pairs: list
    games: int
    faults: list


def run_of(path, are_single):
    """Reads the PGN of a run; `are_single` if each opening was played once, where OpenBench pairs games by their numbers."""
    test, result, begin, _ = map(int, path.name.split(".")[:4])
    open_pairs, pairs, games, faults = {}, [], 0, []
    for text in re.split(r"\n\n(?=\[Event )", path.read_text(encoding="ascii")):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
        if tags.get("Result") not in POINTS:
            faults.append(f"a game of {path.name} has the result {tags.get('Result')}")
            continue
        games += 1
        if tags["Termination"] not in ("normal", "adjudication"):
            faults.append(f"a game of {path.name} ended as {tags['Termination']}")
        points = POINTS[tags["Result"]]
        points = points if tags["White"].endswith("-dev") else 2 - points
        number = int(tags["Round"])
        pair = (number + 1) // 2 if are_single else number
        if pair in open_pairs:
            pairs.append((open_pairs.pop(pair), points))
        else:
            open_pairs[pair] = points
    return Run(test, result, begin, pairs, games, faults)


def counted(pairs):
    """Pairs by the points of the dev engine, and its losses, draws and wins."""
    penta, tri = [0] * 5, [0] * 3
    for pair in pairs:
        penta[sum(pair)] += 1
        for points in pair:
            tri[points] += 1
    return penta, tri


def runs_of(work, clients, tests):
    """All runs of the arena, in the order in which they began."""
    single = {test["id"] for test in tests if test["test_mode"] == "DATAGEN" and not test["play_reverses"]}
    paths = [path for client in clients for path in (work / f"client-{client}" / "PGNs").glob("*.pgn")]
    runs = [run_of(path, int(path.name.split(".")[0]) in single) for path in paths]
    return sorted(runs, key=lambda run: run.begin)


def check_counts(test, results, runs, faults):
    """The counts of a workload; gives the pairs that were counted, for each of its runs."""
    kept, total = [], [0] * 5
    for result in results:
        own = [run for run in runs if run.result == result["id"]]
        server = [result[name] for name in PENTANOMIAL]
        left = sum(server)
        first = []
        for run in own:
            kept.append((run, run.pairs[:left]))
            first += run.pairs[:left]
            left = max(0, left - len(run.pairs))
        penta, tri = counted(first)
        if penta != server or tri != [result[name] for name in ("losses", "draws", "wins")]:
            faults.append(f"test {test['id']}: the server has {server} of machine {result['machine_id']}, the arena {penta}")
        if result["crashes"] or result["timeloss"]:
            faults.append(f"test {test['id']}: {result['crashes']} crashes, {result['timeloss']} losses on time")
        total = [a + b for a, b in zip(total, penta)]
    if total != [test[name] for name in PENTANOMIAL]:
        faults.append(f"test {test['id']}: the server has {[test[name] for name in PENTANOMIAL]}, the arena {total}")
    return kept


def check_tuning(work, test, kept, faults):
    """The values of an SPSA: each run's result times what the server had given it, added to the values at the beginning."""
    given = []
    for line in (work / "record.jsonl").read_text().splitlines():
        record = json.loads(line)
        if record["endpoint"] == "clientGetWorkload":
            workload = json.loads(record["heard"]).get("workload")
            if workload and workload["test"]["id"] == test["id"]:
                given.append((workload["result"]["id"], workload["spsa"]))
    query = """SELECT p.* FROM OpenBench_spsaparameter p JOIN OpenBench_spsarun r ON p.spsa_run_id = r.id
               WHERE r.tune_id = ? ORDER BY p."index" """
    lines = []
    for parameter in rows(work, query, test["id"]):
        name, value = parameter["name"], parameter["start"]
        for result in {run.result for run, _ in kept}:
            sets = [spsa for owner, spsa in given if owner == result]
            for (_, pairs), spsa in zip([item for item in kept if item[0].result == result], sets):
                _, (losses, _, wins) = counted(pairs)
                one = spsa[name]
                value += one["r"] * one["c"] * (wins - losses) * one["flip"][0]
        if abs(value - parameter["value"]) > 1e-6:
            faults.append(f"SPSA: {name} is {parameter['value']} on the server and {value} by the arena's games")
        lines.append(f"`{name}` from {parameter['start']:g} to {parameter['value']:.4f}")
    return lines


def games_uploaded(work, test):
    """How many games the clients have uploaded of a workload: files of their own, or packed by the server."""
    media = work / "server" / "Media"
    texts = [bz2.decompress(path.read_bytes()) for path in media.rglob(f"{test}.*.pgn.bz2")]
    for path in media.rglob(f"{test}.pgn.tar"):
        with tarfile.open(path) as archive:
            texts += [bz2.decompress(archive.extractfile(member).read()) for member in archive]
    return sum(line.startswith(b"[Event ") for text in texts for line in io.BytesIO(text))


def check(work, clients):
    """What is wrong, and the lines of the report."""
    tests, faults, lines = tests_of(work), [], []
    runs = runs_of(work, clients, tests)
    faults += [fault for run in runs for fault in run.faults]
    for event in rows(work, "SELECT * FROM OpenBench_logevent WHERE machine_id != 0"):
        faults.append(f"a client reports: {event['summary']}")
    lines += ["| workload | game | ended | games counted | pairs LL LD DD DW WW | runs of the arena | games in them | uploaded |",
              "|---|---|---|---|---|---|---|---|"]
    notes = []
    for test in tests:
        results = rows(work, "SELECT * FROM OpenBench_result WHERE test_id = ? ORDER BY id", test["id"])
        own = [run for run in runs if run.test == test["id"]]
        kept = check_counts(test, results, own, faults)
        machines = {run.result for run in own}
        if test["test_mode"] != "SPSA" and len(machines) < len(clients):
            notes.append(f"Workload {test['id']} was played by one client alone.")
        ended = "passed" if test["passed"] else "failed" if test["failed"] else "finished" if test["finished"] else "open"
        if test["test_mode"] == "SPRT":
            ended += f", LLR {test['currentllr']:.2f} of {test['lowerllr']:.2f} to {test['upperllr']:.2f}"
        if test["test_mode"] == "SPSA":
            notes.append("SPSA: " + ", ".join(check_tuning(work, test, kept, faults)) + ".")
        game = re.search(r"UCI_Variant=(\w+)", test["dev_options"]).group(1)
        penta = " ".join(str(test[name]) for name in PENTANOMIAL)
        lines.append(f"| {test['id']} {test['test_mode']} | {game} | {ended} | {test['games']} | {penta} | {len(own)} "
                     f"| {sum(run.games for run in own)} | {games_uploaded(work, test['id'])} |")
    lines += ["", "The server's counts are those of the arena's own games, pair by pair, for each client. Games that are not counted "
              "were played by a client that was then told that the test is over.", ""] + notes
    return faults, lines
