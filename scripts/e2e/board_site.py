"""Sessions for board.py on the static site: size, offline play, killed pages and browsers. The host counts the bytes it sends."""

import functools
import http.server
import os
import signal
import tempfile
import threading
from pathlib import Path

from browser import CHROMIUM_ARGUMENTS, Seat, expect, two_seats
from engine import GAMES

# What a game may need before the engine has answered, in bytes.
MAX_LOADED_BYTES = 3_000_000


class Handler(http.server.SimpleHTTPRequestHandler):
    """A silent host of files that counts the bytes it sends."""

    def log_message(self, *_):
        pass

    def copyfile(self, source, outputfile):
        body = source.read()
        self.server.sent += len(body)
        outputfile.write(body)


def serve(folder, port=0):
    """Serves a folder to this machine; its address and the server."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=str(folder)))
    server.sent = 0
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/", server


class Guest(Seat):
    """A page among others of one profile, which stays when the page is closed."""

    def close(self):
        self.page.close()


class SiteWorld:
    """A host with a port, and thereby games, of its own for each session; seats of a kind share a browser's profile."""

    def __init__(self, options, playwright, browser):
        self.options, self.playwright, self.browser, self.seats, self.contexts = options, playwright, browser, [], {}
        self.folder = tempfile.TemporaryDirectory()
        self.address, self.server = serve(options.site)

    def open(self, **options):
        """A seat and its page."""
        seat = self.seat(**options)
        return seat, seat.page

    def seat(self, how=None, listen="", **options):
        how = how or self.options.by
        kind = (how, *(f"{name} {value}" for name, value in options.items()))
        seat = Guest(self.browser, self.address, how, listen, context=self.contexts.get(kind), **options)
        self.contexts[kind] = seat.context
        self.seats.append(seat)
        return seat

    def go_offline(self):
        self.server.shutdown()
        self.server.server_close()

    def close(self):
        faults = [fault for seat in self.seats for fault in seat.complaints()]
        for context in self.contexts.values():
            context.close()
        self.go_offline()
        self.folder.cleanup()
        return faults


def answers(seat, variant):
    """Begins a game as White against the engine, and waits for its answer to a first move."""
    seat.begin(variant, black="engine", level=2)
    seat.until(lambda: seat.state["mayMove"]["white"], f"White's turn in {variant}", 20)
    seat.settle()
    seat.do(next_move(seat))
    seat.until(lambda: sum(len(entry["moves"]) for entry in seat.state["history"]) >= 2, f"an answer in {variant}", 30)


def session_load(world):
    """What comes through the wire until the engine has answered, by game; the host packs nothing."""
    loaded = {}
    for variant in GAMES:
        before = world.server.sent
        seat = Seat(world.browser, world.address, world.options.by)
        answers(seat, variant)
        loaded[variant] = world.server.sent - before
        seat.close()
        expect(loaded[variant] < MAX_LOADED_BYTES, f"{variant}: {loaded[variant]} bytes")
    return ", ".join(f"{variant} {size / 1e6:.2f} MB" for variant, size in loaded.items())


def session_offline(world):
    """The host goes away after the first load; all games can be played, because the service worker fetched them."""
    seat = world.seat()
    expect(seat.page.evaluate("navigator.serviceWorker.ready.then(({active}) => active.postMessage('rest') ?? true)"), "no worker")
    site = Path(world.options.site)
    last = max(file.relative_to(site).as_posix() for file in (site / "puzzles").rglob("*.*"))
    seat.until(lambda: seat.page.evaluate(f"caches.match('{last}').then((found) => !!found)"), "all networks, pictures and puzzles", 30)
    # The page loads the code of its other views ahead, which the reload would cut off.
    seat.page.wait_for_timeout(2500)
    world.go_offline()
    seat.page.reload()
    seat.page.wait_for_selector(".card-buttons")
    for variant in GAMES:
        answers(seat, variant)
    seat.page.click("role=tab[name=Rules]")
    seat.page.click(".rules-details summary")
    seat.page.wait_for_selector(".rules-page h2")
    seat.page.evaluate("location.hash = '#/learn/empire/puzzle/0'")
    seat.page.wait_for_selector(".task:has-text('Puzzle 1 of')")
    return "without a network all games were played, the rules read and a puzzle shown"


def session_kill(world):
    """A page that is closed, a page that is reloaded and a browser that is killed lose no move. Firefox's profile ends with the browser."""
    is_firefox, by = world.options.browser == "firefox", world.options.by
    with tempfile.TemporaryDirectory() as folder:
        def start(context=None):
            if not context and is_firefox:
                context = world.browser.new_context(has_touch=by == "touch")
            elif not context:
                context = world.playwright.chromium.launch_persistent_context(
                    folder, executable_path=world.options.executable or "/usr/bin/chromium", args=CHROMIUM_ARGUMENTS, has_touch=by == "touch", reduced_motion="reduce")
            return context, Seat(world.browser, world.address, by, context=context)

        context, seat = start()
        seat.begin("insurrection")
        for presses, what in (("e2 e4", "close"), ("d7 d5", "reload"), ("e4 d5", "close" if is_firefox else "kill"), ("d8 d5", "reload" if is_firefox else "kill")):
            seat.play(presses)
            before = seat.state
            if what == "close":
                seat.page.close()
                context, seat = start(context)
            elif what == "reload":
                seat.state = None
                seat.page.reload()
                seat.until(lambda: seat.state, "the game after a reload")
            else:
                os.kill(int(os.readlink(Path(folder) / "SingletonLock").rsplit("-", 1)[1]), signal.SIGKILL)
                context, seat = start()
            expect(seat.state is not None, f"no game after {what}")
            for part in ("game", "position", "history"):
                expect(seat.state[part] == before[part], f"after {what} the {part} is {seat.state[part]}")
            seat.open_board()
        context.close()
    return f"closed, reloaded and {'closed and reloaded again' if is_firefox else 'killed twice'}, nothing was lost"


def session_stop(world):
    """Deep searches stop on request: the engine moves at once, and an analysis gives way to the next."""
    seat = world.seat()
    seat.begin("empire", black="engine", level=10)
    page = seat.page
    seat.do("e1 e2")
    seat.until(lambda: seat.state["thinking"], "the engine to think")
    page.click("text=Move now")
    seat.until(lambda: len(seat.state["history"]) == 2, "the move", 2)
    page.click("role=tab[name=Analyse]")
    page.click(".analysis .primary")
    page.wait_for_selector(".line-value")
    page.click("role=tab[name=Moves]")
    for _ in range(3):
        seat.play(next_move(seat))
        seat.until(lambda: seat.state["mayMove"]["white"] or seat.state["result"], "the engine's move", 10)
        seat.settle()
    return "the engine moved on request, and searched again afterwards"


def next_move(seat):
    origin = next(each for each in seat.choices[-1]["origins"] if each["targets"] and "move" in each["targets"][0])
    return f"{origin['square']} {origin['targets'][0]['square']}"


def session_heir(world):
    """The page in which the session lives is closed: the other one takes over."""
    first, second = two_seats(world)
    first.page.close()
    second.page.wait_for_selector("#banner", state="hidden")
    second.open_board()
    second.do("e7 e5")
    second.until(lambda: len(second.state["history"]) == 2, "the heir's move")
    return "the second page continued the first one's game"


def session_install(world):
    """The site can be installed: its manifest is complete, and Chromium finds nothing that is missing."""
    seat, page = world.open()
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    expect({"name", "short_name", "start_url", "display", "icons"} <= manifest.keys(), f"the manifest has only {', '.join(manifest)}")
    for icon in manifest["icons"]:
        size = page.evaluate("(src) => { const image = new Image(); image.src = src; return image.decode().then(() => image.naturalWidth); }", icon["src"])
        expect(size > 0, f"{icon['src']} is no picture")
    expect(page.evaluate("navigator.serviceWorker.ready.then(({active}) => !!active)"), "no service worker")
    if world.options.browser == "firefox":
        return "manifest, icons and service worker are complete"
    errors = seat.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    missing = [each["errorId"] for each in errors if each["errorId"] != "in-incognito"]
    expect(not missing, f"not installable: {missing}")
    return "manifest, icons and service worker are complete, and Chromium would install the site"
