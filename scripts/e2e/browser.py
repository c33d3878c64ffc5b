"""A page of the board in a browser, used with mouse, touch or keyboard, and the board's server: shared by the board scripts."""

import atexit
import json
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Locator, Page


class Failure(Exception):
    """A failed expectation of a session."""


def expect(condition, words):
    if not condition:
        raise Failure(words)


class Program:
    """The board's server, with a folder of games of its own."""

    def __init__(self, command, data, *more):
        arguments = [command, "--no-open", "--data", data, "--hash", "16", "--threads", "1", *more]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        self.address = self.process.stdout.readline().split()[-1]
        self.hall = self.process.stdout.readline().split()[-1] if more else ""

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait()


# Firefox is started with these settings, because WebDriver BiDi cannot make them for a page; its panel of downloads would take the focus.
FIREFOX = {"ui.prefersReducedMotion": 1, "dom.w3c_touch_events.enabled": 1, "browser.download.alwaysOpenPanel": False}
# Where Firefox saves files.
DOWNLOADS = tempfile.TemporaryDirectory()


def launch(playwright, options, **settings):
    """Starts the browser: Chromium, or the system's Firefox by WebDriver BiDi, with settings of Firefox."""
    if options.browser == "firefox":
        return playwright.firefox.launch(channel="moz-firefox", executable_path=options.executable or "/usr/bin/firefox-esr",
                                         firefox_user_prefs=FIREFOX | settings, downloads_path=DOWNLOADS.name)
    # A page that is answered by this script is none of the loopback interface, and might not speak to it.
    more = ["--disable-features=LocalNetworkAccessChecks"] if options.page else []
    return playwright.chromium.launch(executable_path=options.executable or "/usr/bin/chromium", args=[*CHROMIUM_ARGUMENTS, *more])


CHROMIUM_ARGUMENTS = ["--no-sandbox", "--disable-gpu"]

# Passes on what the session sends: natively through a socket, on the static site through a worker.
RELAY = """
const pass = (text) => {
  dispatchEvent(new CustomEvent('relayed', { detail: text }));
  window.relay(text);
};
window.Worker = class extends Worker {
  constructor(...arguments_) {
    super(...arguments_);
    this.addEventListener('message', ({ data }) => data.text === undefined || pass(data.text));
  }
};
window.WebSocket = class extends WebSocket {
  constructor(...arguments_) {
    super(...arguments_);
    this.addEventListener('message', ({ data }) => pass(data));
  }
};"""

# The events of a touch. Playwright sends no touches to Firefox; a page can capture only pointers that exist, so it takes the mouse's.
TOUCH = """(element) => {
  const box = element.getBoundingClientRect();
  const at = { bubbles: true, cancelable: true, button: 0, detail: 1, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
  const target = document.elementFromPoint(at.clientX, at.clientY);
  for (const type of ['pointerdown', 'pointerup']) target.dispatchEvent(new PointerEvent(type, { ...at, pointerId: 0, isPrimary: true, pointerType: 'touch' }));
  target.dispatchEvent(new MouseEvent('click', at));
}"""

# Focuses what a click would press; the key that presses it, or nothing if it takes no focus.
FOCUS = """(element) => {
  const target = element.closest('button, a, summary, input, [tabindex]') ?? element;
  target.focus();
  return document.activeElement === target ? (target.type === 'checkbox' ? ' ' : 'Enter') : null;
}"""


# The click of the mouse, whatever a session's other clicks are made with.
CLICK = Locator.click


def click_by(how):
    """Makes every click of a session a touch or a key."""
    def touch(locator, **options):
        locator.wait_for(timeout=options.get("timeout"))
        touched(locator)

    def press(locator, **options):
        locator.wait_for(timeout=options.get("timeout"))
        locator.page.bring_to_front()
        key = locator.evaluate(FOCUS)
        expect(key, f"{locator} takes no focus")
        locator.page.keyboard.press(key)

    Seat.clicks = how
    if how != "mouse":
        Locator.click = touch if how == "touch" else press
        Page.click = lambda page, selector, **options: page.locator(selector).first.click(**options)


def touched(locator):
    if locator.page.context.browser.browser_type.name == "firefox":
        locator.scroll_into_view_if_needed()
        locator.page.mouse.move(1, 1)
        locator.evaluate(TOUCH)
    else:
        locator.tap()


def from_folder(folder, address):
    """Answers with the page's files as they are in a folder, so that they can be worked on without building."""
    def answer(route):
        path = route.request.url.removeprefix(address).split("#")[0] or "index.html"
        file = folder / path
        route.fulfill(path=file) if file.is_file() else route.continue_()
    return answer


class Seat:
    """A page at the board: clicks as a person would, and records the session's messages."""

    READY = ".card-buttons"
    # What clicks are made with; squares are pressed with the seat's own way.
    clicks = "mouse"
    # Touches a square.
    touch = staticmethod(touched)

    def __init__(self, browser, address, how="mouse", listen="", page="", context=None, **options):
        self.how, self.is_firefox = how, browser.browser_type.name == "firefox"
        settings = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **options}
        self.context = context or browser.new_context(has_touch="touch" in (how, self.clicks), **settings)
        if page:
            self.context.route(re.compile(re.escape(address) + "(?!socket|pieces/|pictures/)"), from_folder(Path(page), address))
        self.page: Page = self.context.new_page()
        if listen:
            self.page.add_init_script(listen)
        self.state, self.catalogue, self.choices, self.faults = None, None, [], []
        self.last_choices, self.puzzle, self.verdict, self.variant = None, None, None, None
        self.page.expose_function("relay", self.receive)
        self.page.add_init_script(RELAY)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda line: line.type == "error" and self.faults.append(line.text))
        self.page.goto(address)
        self.page.wait_for_selector(self.READY)

    def receive(self, text):
        message = json.loads(text)
        if message["type"] == "state":
            self.state, self.choices = message, []
        elif message["type"] == "welcome":
            self.state, self.catalogue = message["state"], message["catalogue"]
        elif message["type"] == "choices":
            self.choices.append(message)
            self.last_choices = message
        elif message["type"] == "verdict":
            self.verdict = message
        elif message["type"] == "puzzle":
            self.puzzle = message
        elif message["type"] == "position":
            self.variant = message["variant"]

    def until(self, condition, words, seconds=10):
        end = time.monotonic() + seconds
        while not condition():
            expect(time.monotonic() < end, f"waited in vain for {words}")
            self.page.wait_for_timeout(5)

    def begin(self, variant, fen="", white="human", black="human", level=1, clock=None):
        """Starts a game through the dialogue."""
        before = self.state and self.state["game"]
        self.page.evaluate("location.hash = '#/'")
        self.page.click(f'[data-variant="{variant}"] .card-buttons > button >> nth=1')
        form = self.page.locator("dialog")
        form.locator("[name=white]").select_option(white)
        form.locator("[name=black]").select_option(black)
        if "engine" in (white, black):
            form.locator(f"[name={'white' if white == 'engine' else 'black'}Level]").select_option(str(level))
        if clock:
            form.locator("[name=clock]").select_option("own")
            form.locator("[name=minutes]").fill(str(clock[0]))
            form.locator("[name=increment]").fill(str(clock[1]))
        if fen:
            form.locator("summary").click()
            form.locator("[name=fen]").fill(fen)
        form.locator("button[type=submit]").click()
        self.until(lambda: self.state and self.state["game"] != before, f"a game of {variant}")
        self.page.wait_for_selector(".board .cell")
        self.settle()

    def begin_sealed(self, level=1):
        """Starts a game of Apocalypse against the engine; returns the hash of its first choice."""
        self.begin("apocalypse", black="engine", level=level)
        self.until(lambda: self.state["sealed"], "a seal", 30)
        return self.state["sealed"][0]["hash"]

    def begin_mated(self):
        """Starts a game of chess and plays it to the fool's mate."""
        self.begin("chess")
        self.play("f2 f3", "e7 e5", "g2 g4", "d8 h4")

    def read_pgn(self, text):
        """Imports games."""
        self.page.evaluate("location.hash = '#/games'")
        self.page.click("text=Import PGN")
        self.page.fill("[name=pgn]", text)
        self.page.click("dialog >> role=button[name=Import]")

    def saved(self, selector):
        """The bytes of the file that a click saves. Firefox does not report that it saves a blob."""
        if not self.is_firefox:
            with self.page.expect_download() as download:
                self.page.click(selector)
            return Path(download.value.path()).read_bytes()
        before = set(Path(DOWNLOADS.name).iterdir())
        found = lambda: [file for file in Path(DOWNLOADS.name).iterdir() if file not in before and file.stat().st_size]
        self.page.click(selector)
        self.until(found, f"the file of {selector}")
        self.page.wait_for_timeout(200)
        return found()[0].read_bytes()

    def settle(self):
        """Until the page knows what may be chosen."""
        def known():
            sides = sum(self.state["mayMove"].values())
            return self.state["result"] or sides == 0 or len(self.choices) >= sides
        self.until(known, "choices")
        self.page.wait_for_timeout(15)

    def press(self, square):
        curtain = self.page.locator(".curtain:not([hidden]) button")
        if curtain.count():
            curtain.press("Enter")
        cell = self.page.locator(f'.board [data-square="{square}"]')
        if self.how == "keyboard":
            self.walk(square)
            self.page.keyboard.press("Enter")
        elif self.how == "touch":
            self.touch(cell)
        else:
            CLICK(cell)

    def point(self, square):
        """Shows what a square has: under the pointer, under the cursor, or by a touch."""
        if self.how == "keyboard":
            self.walk(square)
        elif self.how == "touch":
            self.press(square)
        else:
            self.page.locator(f'.board [data-square="{square}"]').hover()

    def walk(self, square):
        """To a square with the arrow keys."""
        at = self.page.locator(".board .cell[tabindex='0']")
        self.page.bring_to_front()
        at.focus()
        here = at.get_attribute("data-square")
        turned = self.page.locator(".board .cell").first.get_attribute("data-square").endswith("1")
        right, up = ord(square[0]) - ord(here[0]), int(square[1]) - int(here[1])
        if turned:
            right, up = -right, -up
        for count, keys in ((right, ("ArrowRight", "ArrowLeft")), (up, ("ArrowUp", "ArrowDown"))):
            for _ in range(abs(count)):
                self.page.keyboard.press(keys[0 if count > 0 else 1])

    def pick(self, name):
        self.page.wait_for_selector(".picker")
        option = self.page.locator(f'.pick[aria-label="{name}"]')
        if self.how == "keyboard":
            for _ in range(8):
                if self.page.evaluate("document.activeElement.getAttribute('aria-label')") == name:
                    break
                self.page.keyboard.press("ArrowDown")
            self.page.keyboard.press("Enter")
        else:
            touched(option) if self.how == "touch" else CLICK(option)

    def pay(self, target):
        if self.how == "keyboard":
            self.press(target)
        else:
            button = self.page.locator(".purse .primary")
            touched(button) if self.how == "touch" else CLICK(button)

    def do(self, presses):
        """Presses as `SPECIAL` writes them."""
        words = presses.split()
        for i, word in enumerate(words):
            if word.startswith("="):
                self.pick(word[1:])
            elif word == "$":
                self.pay(words[0])
            else:
                self.press(word.lstrip("-"))
            if "$" in words and word != "$":
                wanted = f".mark.{'target' if i == 0 else 'payer' if word.startswith('-') else 'paid'}"
                self.page.wait_for_selector(wanted, state="attached")
                self.page.wait_for_timeout(40)
            elif len(words) > 3 and i == len(words) - 3:
                self.settle_after_first()

    def play(self, *moves):
        """Plays moves one after the other."""
        for presses in moves:
            count = len(self.state["history"])
            self.do(presses)
            self.until_plies(count + 1, presses)

    def until_plies(self, count, words):
        self.until(lambda: len(self.state["history"]) >= count, words, 30)
        self.settle()

    def tool(self, name):
        """Presses a button below the moves."""
        self.page.locator(f".actions >> role=button[name='{name}']").click()

    def board(self):
        return self.state["position"]["fen"].split()[0]

    def complaints(self):
        """Errors of the page that do not come from a killed server."""
        return [fault for fault in self.faults if not re.search("WebSocket|ERR_|ws://", fault)]

    def settle_after_first(self):
        """In a game of two who choose in secret, until the second one may choose."""
        self.until(lambda: self.state["chosen"]["white"], "White's choice")
        self.settle()

    def piece_type_name(self, letter, side, variant=None):
        variant = variant or self.state["position"]["variant"]
        game = next(each for each in self.catalogue["games"] if each["variant"] == variant)
        return next(each for each in game["pieceTypes"] if each["letter"] == letter)["name"][side]

    def moves_are_wide(self):
        """No move is in the column of the numbers."""
        widths = self.page.evaluate("[...document.querySelectorAll('button.move')].map((move) => move.offsetWidth)")
        expect(min(widths) > 60, f"moves are {widths} wide")

    def open_board(self):
        """Goes to the game on the board, which another page may have begun."""
        self.page.evaluate("location.hash = '#/game'")
        self.page.wait_for_selector(".board .cell")
        self.settle()

    def close(self):
        self.context.close()


def two_seats(world):
    """Two pages at one board: the first has begun a game of chess, the second watches and has seen the first move."""
    first, second = world.seat(), world.seat()
    second.page.wait_for_selector("#banner:has-text('watches')")
    first.begin("chess")
    first.do("e2 e4")
    second.until(lambda: second.state and len(second.state["history"]) == 1, "what the other page plays")
    return first, second
