#!/usr/bin/env python3
"""Compares the speed of the static site's engine with the native program, position by position, by processor time on one thread.

    scripts/release/site.py && cargo build --release && scripts/bench/site_speed.py [GAME ...]

The browser compiles in a first search that does not count. Both have to find the same move.
"""

import argparse
import json
import statistics
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent), str(Path(__file__).resolve().parent.parent / "e2e")]
from board_site import serve
from engine import ROOT, TURN_BASED, Engine
from playwright.sync_api import sync_playwright

HASH = 32

# A worker as the session has it, and a function that waits for the last thought of a search.
BEGIN = """async ({variant, hash, code}) => {
  const { load } = await import('/load.js');
  const module = await WebAssembly.compile(await load('wasm/board_web.wasm.gz'));
  window.worker?.terminate();
  window.worker = new Worker('search.js', { type: 'module' });
  const probe = URL.createObjectURL(new Blob(['x']));
  window.worker.postMessage({ module, hash, probe, variant, run: 0, search: '' });
  window.permit = URL.createObjectURL(new Blob(['x']));
  window.think = (search) => new Promise((done, fail) => {
    window.worker.onmessage = ({ data }) => data.failed ? fail(new Error(data.failed)) : data.done && done(data.text);
    window.worker.postMessage({ run: 1, search, permit: window.permit });
  });
}"""


def has_positions(variant):
    return (ROOT / f"gamedata/games/{variant}/bench.epd").is_file()


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


def think(engine, fen, nodes):
    """The best move and the nodes of a search."""
    engine.send(f"position fen {fen}", f"go nodes {nodes}")
    lines = engine.until("bestmove")
    info = [line for line in lines if line.startswith("info") and " nodes " in line][-1]
    return lines[-1].split()[1], int(info.split(" nodes ")[1].split()[0])


def search(variant, fen, nodes):
    return json.dumps({"lane": "Look", "variant": variant, "start": fen, "moves": [],
                       "side": "white", "pass": False, "lines": 1, "level": 10,
                       "limits": {"depth": None, "nodes": nodes, "time": None, "clock": None}})


def measure(page, variant, options):
    native, ratios, speeds, same = Engine(options.engine, variant, Hash=HASH), [], [], 0
    page.evaluate(BEGIN, {"variant": variant, "hash": HASH})
    fens = positions(variant)[:options.positions]
    for i, fen in enumerate([fens[0], *fens]):
        before = spent(native.process.pid)
        move, nodes = think(native, fen, options.nodes)
        speed = nodes / (spent(native.process.pid) - before)
        before = spent_in_workers()
        found = json.loads(page.evaluate("(search) => window.think(search)", search(variant, fen, options.nodes)))
        # A search that ends early, since it has found a mate, is over too soon to be measured.
        if i > 0 and nodes > options.nodes / 2:
            ratios.append(found["nodes"] / (spent_in_workers() - before) / speed)
            speeds.append(speed)
            same += found["best"] == move
    native.quit()
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
    parser.add_argument("games", nargs="*", default=[game for game in TURN_BASED if has_positions(game)])
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
