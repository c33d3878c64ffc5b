#!/usr/bin/env python3
"""Compares the speed of the static site's engine with that of the program, position by position and in turn: docs/board.md,
"A site of your own". What counts is the time that the processor spends on the searching thread, as Linux tells it, so that
other programs matter little.

    python3 scripts/site.py && cargo build --release
    python3 scripts/site_speed.py

Both search with one thread and the same table; a first search, which is not counted, lets the browser compile. They have to
find the same move.
"""

import argparse
import json
import statistics
import subprocess
from pathlib import Path

from board_site import serve
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
HASH = 32

# A worker as the session has it, and a function that waits for the last thought of a search.
BEGIN = """async ({variant, hash, code}) => {
  const { load } = await import('/load.js');
  const module = await WebAssembly.compile(await load('wasm/board_web.wasm.gz'));
  window.worker?.terminate();
  window.worker = new Worker('search.js', { type: 'module' });
  const probe = URL.createObjectURL(new Blob(['x']));
  window.worker.postMessage({ module, hash, probe, variant, run: 0, search: '' });
  window.goOn = URL.createObjectURL(new Blob(['x']));
  window.think = (search) => new Promise((done, fail) => {
    window.worker.onmessage = ({ data }) => data.failed ? fail(new Error(data.failed)) : data.done && done(data.text);
    window.worker.postMessage({ run: 1, search, goOn: window.goOn });
  });
}"""


def positions(variant):
    lines = (ROOT / f"gamedata/games/{variant}/bench.epd").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def spent(process, name=""):
    """Seconds that the processor has spent on the threads of a process, or on those of that name."""
    total = 0
    for thread in Path(f"/proc/{process}/task").glob("*"):
        try:
            if name in (thread / "comm").read_text():
                total += int((thread / "schedstat").read_text().split()[0])
        except OSError:
            pass  # It has ended meanwhile.
    return total / 1e9


def spent_in_workers():
    """The same for workers of all browsers: no other is to be open."""
    return sum(spent(process.name, "DedicatedWorker") for process in Path("/proc").glob("[0-9]*"))


class Native:
    """The program, one search after the other."""

    def __init__(self, command, variant):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci", f"setoption name UCI_Variant value {variant}", f"setoption name Hash value {HASH}", "isready")

    def say(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def think(self, fen, nodes):
        self.say(f"position fen {fen}", f"go nodes {nodes}")
        info = []
        for line in self.process.stdout:
            words = line.split()
            if words[:1] == ["info"] and "nodes" in words:
                info = words
            elif words[:1] == ["bestmove"]:
                return words[1], int(info[info.index("nodes") + 1])
        raise RuntimeError("the engine is gone")

    def spent(self):
        return spent(self.process.pid)

    def close(self):
        self.say("quit")
        self.process.wait()


def search(variant, fen, nodes):
    return json.dumps({"lane": "Look", "variant": variant, "start": fen, "moves": [],
                       "side": "white", "pass": False, "lines": 1, "level": 10,
                       "limits": {"depth": None, "nodes": nodes, "time": None, "clock": None}})


def measure(page, variant, options):
    native, ratios, speeds, same = Native(options.engine, variant), [], [], 0
    page.evaluate(BEGIN, {"variant": variant, "hash": HASH})
    fens = positions(variant)[:options.positions]
    for i, fen in enumerate([fens[0], *fens]):
        before = native.spent()
        move, nodes = native.think(fen, options.nodes)
        speed = nodes / (native.spent() - before)
        before = spent_in_workers()
        found = json.loads(page.evaluate("(search) => window.think(search)", search(variant, fen, options.nodes)))
        # A search that ends early, since it has found a mate, is over too soon to be measured.
        if i > 0 and nodes > options.nodes / 2:
            ratios.append(found["nodes"] / (spent_in_workers() - before) / speed)
            speeds.append(speed)
            same += found["best"] == move
    native.close()
    print(f"{variant:13} {statistics.median(ratios):.2f} of {statistics.median(speeds) / 1e6:.2f} million nodes a second "
          f"({min(ratios):.2f} to {max(ratios):.2f}), the same move in {same} of {len(ratios)} positions", flush=True)
    return ratios


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", default=ROOT / "target/site", help="the folder of the site")
    parser.add_argument("--engine", default=ROOT / "target/release/upheaval", help="the program to compare with")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--nodes", type=int, default=500_000, help="nodes for each position")
    parser.add_argument("--positions", type=int, default=8, help="positions of each game")
    parser.add_argument("games", nargs="*", default=["chess", "empire", "insurrection", "anarchism", "subversion"])
    options = parser.parse_args()
    address, server = serve(options.site)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(address + "icon.svg")
        ratios = [ratio for game in options.games for ratio in measure(page, game, options)]
        browser.close()
    server.shutdown()
    print(f"{'all':13} {statistics.median(ratios):.2f}, at least {min(ratios):.2f}")


if __name__ == "__main__":
    main()
