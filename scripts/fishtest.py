#!/usr/bin/env python3
"""Drives the functions of fishtest's worker with this project's engine and arena in place of Stockfish and fastchess.

    cargo build --release -p upheaval -p upheaval-arena && python3 scripts/fishtest.py --fishtest https://github.com/official-stockfish/fishtest

The worker's own code asks the engine for its networks, its instructions, its signature and its speed, makes the command line of the
match, starts the runner, reads what it prints and makes the reports for the server. Only what needs a server or GitHub is replaced:
fetching and building an engine, and the posts, which are kept and compared with the games that the arena has written down. Exits with
1 if the worker raises a complaint or a count differs. docs/openbench.md says what it shows.
"""

import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
SIGNATURE_WORDS = ("bench", "16", "1", "13", "default", "depth")
WORKER = {"concurrency": 2, "compiler": "g++", "gcc_version": [12, 2, 0], "unique_key": "local"}
# Enough for the worker's own updates to come more than once in each run.
GAMES = 16


@dataclass
class Workload:
    """What a server would hand out."""

    name: str
    options: str
    tc: str = "1+0.01"
    sprt: bool = False
    spsa: list = field(default_factory=list)


WORKLOADS = (
    Workload("chess", "Hash=4", sprt=True),
    Workload("empire", "Hash=4 UCI_Variant=empire", sprt=True),
    Workload("subversion", "Hash=4 UCI_Variant=subversion"),
    Workload("insurrection", "Hash=4 UCI_Variant=insurrection", spsa=[{"name": "Move Overhead", "value": 20.5}]),
)


def command_line():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--fishtest", required=True, help="fishtest's repository: an address or a folder")
    parser.add_argument("--built", type=Path, default=REPOSITORY / "target" / "release", help="folder of the programs")
    return parser.parse_args()


def worker_of(repository, work):
    """The module `games` of fishtest's worker, fetched."""
    subprocess.run(["git", "clone", "--quiet", repository, work / "fishtest"], check=True)
    folder = work / "fishtest" / "worker"
    # The worker's own copies of libraries go before those of this Python.
    sys.path[:0] = [str(folder), str(folder / "packages")]
    import games

    return games


def signature_of(engine):
    """The nodes of the benchmark that fishtest compares, as a submitter would read them off."""
    told = subprocess.run([engine, *SIGNATURE_WORDS], capture_output=True, text=True, check=True).stderr
    return re.search(r"Nodes searched\s*: (\d+)", told).group(1)


class Server:
    """Answers the worker's posts and keeps them."""

    def __init__(self, workload):
        self.workload = workload
        self.updates = []

    def post(self, url, payload, quiet=False):
        if url.endswith("/api/request_spsa"):
            parameters = self.workload.spsa
            return {"task_alive": True, "w_params": parameters, "b_params": parameters, "sig": 1}
        stats = payload["stats"]
        self.updates.append({**stats, "pentanomial": list(stats["pentanomial"])})
        return {"task_alive": True}


def played(games, workload, engine, signature, work):
    """Lets the worker play a workload, and gives what it told the server."""
    server = Server(workload)
    games.setup_engine = lambda *_: engine
    games.send_api_post_request = server.post
    games.post_to_worker_log = lambda *_, **__: sys.exit("the worker wants to complain of the engine")
    book = work / "testing" / "start.epd"
    arguments = {
        "book": book.name,
        "book_depth": "0",
        "book_sri": games.text_hash(book),
        "new_options": workload.options,
        "base_options": workload.options,
        "threads": 1,
        "tests_repo": "",
        "resolved_new": "1" * 40,
        "resolved_base": "2" * 40,
        "new_signature": signature,
        "base_signature": signature,
        "new_tag": "new",
        "base_tag": "base",
        "tc": workload.tc,
    }
    if workload.sprt:
        arguments["sprt"] = {"batch_size": 2}
    if workload.spsa:
        arguments["spsa"] = {}
    run = {"_id": workload.name, "my_task": {"num_games": GAMES}, "args": arguments}
    state = {"task_id": 0, "last_updated": None}
    games.run_games(work, dict(WORKER), state, "", "http://localhost", run, 0, {}, work / "cache")
    return server.updates


def compared(workload, updates, work):
    """What of the last report is not what the arena has written down; nothing for SPSA, of which the worker keeps no games."""
    last = updates[-1]
    faults = [f"{last[what]} {what}" for what in ("crashes", "time_losses") if last[what]]
    if last["wins"] + last["losses"] + last["draws"] != GAMES or 2 * sum(last["pentanomial"]) != GAMES:
        faults.append(f"{last} are not {GAMES} games")
    if workload.spsa:
        return faults
    pgn = (work / "testing" / f"results-{workload.name}-0.pgn").read_text(encoding="ascii")
    points = [
        {"1-0": 1, "0-1": -1, "1/2-1/2": 0}[result] * (1 if white.startswith("New") else -1)
        for white, result in re.findall(r'\[White "(.*)"\]\n(?:.*\n)*?\[Result "(.*)"\]', pgn)
    ]
    told = {"wins": points.count(1), "losses": points.count(-1), "draws": points.count(0)}
    faults += [f"{last[what]} {what} are reported, {told[what]} were played" for what in told if last[what] != told[what]]
    return faults


def main():
    arguments = command_line()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        (work / "testing").mkdir()
        shutil.copy(arguments.built / "arena", work / "testing" / "fastchess")
        (work / "testing" / "start.epd").write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")
        games = worker_of(arguments.fishtest, work)
        engine = (arguments.built / "upheaval").resolve()
        # The worker asks `upheaval uci` for networks and never says more; whoever starts it must not leave a terminal open.
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        if not games.engine_is_healthy(engine):
            sys.exit("the worker calls the engine unhealthy")
        print(f"instructions: {games.get_cpu_features(engine)}")
        signature, is_right = signature_of(engine), True
        for workload in WORKLOADS:
            log = work / f"{workload.name}.log"
            with open(log, "w", encoding="utf-8") as out, contextlib.redirect_stdout(out):
                updates = played(games, workload, engine, signature, work)
            faults = compared(workload, updates, work)
            is_right &= not faults
            last = updates[-1]
            print(
                f"{workload.name}: {len(updates)} reports, +{last['wins']} -{last['losses']} ={last['draws']},"
                f" pairs {last['pentanomial']}: {'; '.join(faults) or 'as played'}"
            )
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
