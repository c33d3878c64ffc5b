#!/usr/bin/env python3
"""Plays on the board with a real browser; every session prints `ok NAME` or `FAILED NAME`. Exits with 1 after a failure.

    scripts/e2e/board.py --board target/release/upheaval-board [SESSION ...]
    scripts/e2e/board.py --site target/site [SESSION ...]                    # the static site
    scripts/e2e/board.py --browser firefox [SESSION ...]                     # Firefox in place of Chromium

Needs playwright and the browser; Firefox needs playwright 1.60. `axe` needs axe-core (npm), `random` and `puzzles` the engine.
"""

import argparse
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import board_habits
import board_learn
import board_looks
import board_people
import board_play
import board_random
import board_server
import board_site
import board_speed
from browser import Failure, Program, Seat, click_by, expect, launch
from board_site import SiteWorld
from playwright.sync_api import sync_playwright

# Special moves: name, game, FEN, presses, and the board afterwards, '!' and a word of the reason, or '=' and the result.
# '=knight' picks a piece, '$' pays, '-a2' is a second press on a piece paid.
SPECIAL = [
    ("castle short", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1 g1", "r3k2r/8/8/8/8/8/8/R4RK1"),
    ("castle long", "chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8 c8", "2kr3r/8/8/8/8/8/8/R3K2R"),
    ("en passant", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5 d6", "4k3/8/3P4/8/8/8/8/4K3"),
    ("promotion", "chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7 a8 =knight", "N7/7k/8/8/8/8/8/K7"),
    ("pinned", "chess", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2 c3", "!pinned"),
    ("capturing piece changes", "insurrection", "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1 Kk", "e3 d5", "4k3/8/8/3P4/8/8/8/4K3"),
    ("coup", "insurrection", "q3k3/8/8/8/8/8/4q3/4K3 w - - 0 1 Kk", "e1 e2", "q3k3/8/8/8/8/8/4K3/8"),
    ("a second king", "insurrection", "8/P6k/8/8/8/8/8/4K3 w - - 0 1 Kk", "a7 a8 =king", "K7/7k/8/8/8/8/8/4K3"),
    ("promotion", "anarchism", "8/P6k/8/8/8/8/8/4K3 w - - 0 1 Kk", "a7 a8 =rook", "R7/7k/8/8/8/8/8/4K3"),
    ("coup", "anarchism", "q3k3/8/8/8/8/8/4q3/4K3 w - - 0 1 Kk", "e1 e2", "q3k3/8/8/8/8/8/4K3/8"),
    ("campmate", "empire", "8/4K3/8/k7/8/8/8/3D4 w - - 0 1", "e7 e8", "=White wins"),
    ("castle", "empire", "r3k2r/8/8/8/8/8/8/T2K4 b kq - 0 1", "e8 g8", "r4rk1/8/8/8/8/8/8/T2K4"),
    ("move only", "empire", "4k3/8/8/8/8/8/8/D2K4 w - - 0 1", "a1 a6", "4k3/8/D7/8/8/8/8/3K4"),
    ("face-off", "empire", "4k3/8/8/8/8/8/4D3/4K3 w - - 0 1", "e2 c4", "!face"),
    ("bribe", "subversion", "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1", "c5 a2 $", "4k3/8/8/2Q5/1N6/8/8/7K"),
    ("two pay for a rook", "subversion", "k7/8/8/4r3/3N4/2B5/P7/4K3 w - - 0 1", "e5 d4 c3 -d4 d4 $",
     "k7/8/8/4R3/8/8/P7/4K3"),
    ("both choose", "apocalypse", "npppn/p3p/5/P3P/NPPPN w - - 0 1 00", "a2 a3 a5 b3", "1pppn/p3p/Pn3/4P/NPPPN"),
    ("gamble", "apocalypse", "npppn/p3p/5/P3P/NPPPN w - - 0 1 00", "a2 b3 a5 b3", "1pppn/p3p/1P3/4P/NPPPN"),
    ("relocation", "apocalypse", "p4/1P3/5/3p1/N3N w - - 0 1 00", "b4 b5 c3 d2 d1", "p4/5/2P2/5/N2nN"),
]


def special_moves(seat, only=None):
    done = 0
    for name, variant, fen, presses, after in SPECIAL:
        if only and variant not in only:
            continue
        where = f"{variant}, {name}, by {seat.how}"
        seat.begin(variant, fen)
        seat.do(presses)
        try:
            if after.startswith("!"):
                seat.page.wait_for_selector(".bubble", timeout=3000)
                words = seat.page.locator(".bubble").inner_text()
                expect(after[1:] in words, f"{where}: the reason is '{words}'")
            elif after.startswith("="):
                seat.until(lambda: seat.state["result"], "the end", 3)
                words = seat.page.locator(".status").inner_text()
                expect(after[1:] in words, f"{where}: the end is '{words}'")
            else:
                seat.until(lambda: seat.board() == after, f"{after}, not {seat.board()}", 3)
        except Exception as error:
            raise Failure(f"{where}: {error}") from error
        done += 1
    return f"{done} special moves"


def session_input(how):
    def run(world):
        seat = world.seat(how)
        return special_moves(seat)
    return run


def session_drag(world):
    """Drags a piece: an illegal target is refused with a reason, a legal one is played."""
    seat = world.seat()
    seat.begin("chess")
    board_habits.drag(seat, "e2", "e5")
    seat.page.wait_for_selector(".bubble", timeout=3000)
    board_habits.drag(seat, "e2", "e4")
    seat.until(lambda: seat.board() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "the dragged move")
    return "a piece was dragged, and refused"


def session_pgn(world):
    seat = world.seat()
    seat.begin("subversion", "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1")
    seat.do("c5 a2 $")
    seat.until(lambda: len(seat.state["history"]) == 1, "the bribe")
    fen, page = seat.state["position"]["fen"], seat.page
    page.click("role=tab[name=Moves]")
    text = seat.saved("text=Save as PGN").decode()
    seat.read_pgn(text + "\n[Event \"malformed\"]\n\n1. Zz9 *\n")
    page.wait_for_selector("dialog .fault li")
    page.click("dialog >> text=Close")
    page.locator(".game-row >> text=Open").first.click()
    page.wait_for_selector(".board")
    seat.until(lambda: seat.state["position"]["fen"] == fen, "the game that came back")
    return "a game went out and came back, a malformed one was named"


def session_seal(world):
    seat = world.seat()
    seal = seat.begin_sealed()
    seat.page.wait_for_selector(f".hash:has-text('{seal}')")
    seat.settle()
    seat.do("a2 a3")
    seat.page.wait_for_selector(".seal-check:has-text('verified')")
    made = next(m for m in seat.state["history"][0]["moves"] if m["side"] == "black")
    expect(made["sealed"]["hash"] == seal, "another seal was broken than the one shown")
    expect(seat.page.locator(".odds li").count() > 0, "no odds")
    return "the seal shown is the seal broken"


def session_axe(world):
    source = Path(world.options.axe).read_text()
    seat, bad = world.seat(), []
    views = ["#/", "#/game", "#/games", "#/learn", "#/learn/insurrection/0", "#/setup/empire"]
    seat.begin("insurrection")
    for scheme in ("light", "dark"):
        seat.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        # Firefox does not emulate the scheme.
        seat.page.evaluate(f"document.documentElement.dataset.theme = '{scheme}'")
        for view in views:
            before = seat.page.locator("main > *").element_handle()
            seat.page.evaluate(f"location.hash = '{view}'")
            before.wait_for_element_state("hidden")
            seat.page.wait_for_timeout(500)
            seat.page.evaluate(source)
            found = seat.page.evaluate("axe.run().then((result) => result.violations)")
            for each in found:
                if each["impact"] in ("serious", "critical"):
                    node = each["nodes"][0]
                    bad.append(f"{view} {scheme}: {each['id']} at {node['target']}: {' '.join(node['failureSummary'].split())}")
    expect(not bad, "; ".join(bad))
    return f"{2 * len(views)} pages without a serious fault"


class World:
    """The program, the browser and what was asked for; each session has a program of its own."""

    def __init__(self, options, playwright, browser):
        self.options, self.playwright, self.browser, self.seats = options, playwright, browser, []
        self.folder = tempfile.TemporaryDirectory()
        self.program = Program(options.board, self.folder.name)
        self.address = self.program.address

    def restart(self):
        """The same program with the same games, as it is started by hand."""
        self.program = Program(self.options.board, self.folder.name)

    def open(self, **options):
        """A seat and its page."""
        seat = self.seat(**options)
        return seat, seat.page

    def seat(self, how=None, **options):
        seat = Seat(self.browser, self.address, how or self.options.by, page=self.options.page, **options)
        self.seats.append(seat)
        return seat

    def close(self):
        faults = [fault for seat in self.seats for fault in seat.complaints()]
        for seat in self.seats:
            seat.close()
        self.program.stop(signal.SIGKILL)
        self.folder.cleanup()
        return faults


def named(module):
    """The sessions of a module by their names."""
    return {name.removeprefix("session_"): run for name, run in vars(module).items() if name.startswith("session_")}


SITE_SESSIONS = named(board_site)
SESSIONS = {how: session_input(how) for how in ("mouse", "touch", "keyboard")} | named(sys.modules[__name__])
for _module in (board_play, board_habits, board_learn, board_looks, board_people, board_random, board_server, board_speed):
    SESSIONS |= named(_module)
del SESSIONS["input"]
# The static site has sessions of its own instead of these.
OF_SERVER = ("kill", "hall", "host", "ahead")


def sessions_of(options):
    """The sessions for the program or for the site, by name."""
    if not options.site:
        return SESSIONS
    return {**{name: run for name, run in SESSIONS.items() if name not in OF_SERVER}, **SITE_SESSIONS}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sessions", nargs="*", metavar="session", help=f"of {', '.join(SESSIONS)}; all if none is named; "
                        f"of the site {', '.join(SITE_SESSIONS)}")
    parser.add_argument("--site", help="the folder of the static site to try instead of the program")
    parser.add_argument("--board", default="target/release/upheaval-board", help="the program to try")
    parser.add_argument("--engine", default="target/release/upheaval", help="the engine that random games are compared with")
    parser.add_argument("--page", default="", help="take the page's files from this folder and not from the program")
    parser.add_argument("--browser", choices=("chromium", "firefox"), default="chromium")
    parser.add_argument("--by", choices=("mouse", "touch", "keyboard"), default="mouse", help="what all clicks are made with")
    parser.add_argument("--executable", default="", help="the browser's program (/usr/bin/chromium, /usr/bin/firefox-esr)")
    parser.add_argument("--pictures", default="target/pictures", help="the folder of the session `pictures`")
    parser.add_argument("--axe", default="node_modules/axe-core/axe.min.js")
    parser.add_argument("--games", type=int, default=50, help="random games of each game")
    parser.add_argument("--variant", default="", help="`random` and `speed` in this game alone")
    parser.add_argument("--plies", type=int, default=60, help="plies after which a random game is left")
    parser.add_argument("--moves", type=int, default=30, help="moves of each game whose time is measured")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    click_by(options.by)
    failed = False
    with sync_playwright() as playwright:
        browser = launch(playwright, options)
        sessions = sessions_of(options)
        for name in options.sessions or [name for name in sessions if name != "pictures"]:
            world = (SiteWorld if options.site else World)(options, playwright, browser)
            try:
                words = sessions[name](world)
                faults = world.close()
                expect(not faults, f"the page complained: {'; '.join(faults)}")
                print(f"ok {name}: {words}", flush=True)
            except Exception as error:
                failed = True
                print(f"FAILED {name}: {error}", flush=True)
                world.close() if options.site or world.program.process.poll() is None else None
        browser.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
