"""Sessions for board.py: games between two browsers, by link and at a host, with killed servers and pages in the middle."""

import json
import os
import random
import signal
import tempfile
import xml.etree.ElementTree
from pathlib import Path

from board_learn import choose
from board_speed import play_random
from browser import Program, Seat, expect, launch
from engine import Engine, after

SIX = ["chess", "empire", "insurrection", "anarchism", "subversion", "apocalypse"]
# Plies (turns in Apocalypse) after which White resigns, and after which everything is killed.
PLIES, KILLED_AT = 120, 5
COPIED = """Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } });
Object.defineProperty(navigator, 'share', { value: async ({ url }) => { window.shared = url; } });"""


class Player:
    """Chooses moves: White's are the engine's, Black's random, so that games end soon; in Apocalypse both are random."""

    def __init__(self, world, variant, part):
        self.rng, self.variant = random.Random(f"{part} {variant} {world.options.seed}"), variant
        self.engine = None if variant == "apocalypse" else Engine(world.options.engine, variant)

    def play(self, seat, side):
        moves = [made["move"] for entry in seat.state["history"] for made in entry["moves"]]
        if self.engine and side == "white":
            version = seat.state["version"]
            choose(seat, self.engine.best(after(moves), "movetime 60"), self.variant)
            seat.until(lambda: seat.state["version"] != version, "the engine's move")
        else:
            play_random(seat, self.rng)

    def quit(self):
        if self.engine:
            self.engine.quit()


def finished(seats):
    """Compares what both players have; the game is over."""
    first, second = (seat.state for seat in seats)
    for part in ("history", "result"):
        expect(first[part] == second[part] and first[part], f"the {part} differs: {first[part]} and {second[part]}")
    return len(first["history"])


def resign(seat):
    seat.page.click("role=button[name=Resign]")
    seat.page.click("role=button[name='Really resign?']")
    seat.until(lambda: seat.state["result"], "the resignation")


class Correspondent:
    """A player by link, with a program or a site of its own."""

    def __init__(self, world, browser=None, **options):
        self.world, self.folder = world, tempfile.TemporaryDirectory()
        self.program = None if world.options.site else Program(world.options.board, self.folder.name)
        self.address = self.program.address if self.program else world.address
        self.seat = self.sit(browser=browser, **options)

    def sit(self, browser=None, **options):
        return Seat(browser or self.world.browser, self.address, self.world.options.by, COPIED, self.world.options.page, **options)

    def killed(self):
        """Kills the page, and the program if there is one."""
        context = self.seat.context
        self.seat.page.close()
        if self.program:
            self.program.stop(signal.SIGKILL)
            self.program = Program(self.world.options.board, self.folder.name)
        self.seat = self.sit(context=context)
        self.seat.open_board()

    def link(self):
        self.seat.page.evaluate("window.copied = ''")
        self.seat.page.click(".send-bar >> text=Copy link")
        self.seat.until(lambda: self.seat.page.evaluate("window.copied"), "the link")
        return self.seat.page.evaluate("window.copied")

    def open(self, link):
        self.seat.page.goto(self.address + link[link.index("#/link/"):])
        self.seat.until(lambda: self.seat.page.url.endswith("#/game"), "the game of the link")
        self.seat.settle()

    def refuses(self, link, word):
        """Opens a link that must change nothing."""
        before = self.seat.state["history"]
        self.seat.page.goto(self.address + link[link.index("#/link/"):])
        self.seat.page.wait_for_selector(f".fault:has-text('{word}')")
        expect(self.seat.state["history"] == before, "a refused link has changed the game")
        self.seat.open_board()

    def close(self):
        self.seat.close()
        if self.program:
            self.program.stop(signal.SIGKILL)
        self.folder.cleanup()


def begin_by_link(player, variant):
    page = player.seat.page
    page.evaluate("location.hash = '#/friend'")
    page.select_option("[name=game]", variant)
    page.click("text=Start")
    page.wait_for_selector(".board .cell")
    player.seat.settle()


def session_letter(world):
    """A game by link: sent, pasted, shown with its last move; old, contradicting and malformed links change nothing."""
    white, black, other = Correspondent(world), Correspondent(world), Correspondent(world)
    page = white.seat.page
    begin_by_link(white, "insurrection")
    white.seat.play("e2 e4")
    page.click("text=Send your move")
    where = "window.shared" if world.options.site else "window.copied"
    white.seat.until(lambda: page.evaluate(where), "the link that was sent")
    first = page.evaluate(where)
    black.seat.page.evaluate("location.hash = '#/friend'")
    black.seat.page.fill("[name=link]", first)
    black.seat.page.click("role=button[name=Open]")
    black.seat.until(lambda: black.seat.page.url.endswith("#/game"), "the game of the pasted link")
    black.seat.settle()
    black.seat.play("d7 d5")
    second = black.link()
    browser = launch(world.playwright, world.options, **{"ui.prefersReducedMotion": 0}) if world.options.browser == "firefox" else None
    moved = Correspondent(world, browser, reduced_motion="no-preference")
    moved.seat.page.goto(moved.address + second[second.index("#/link/"):])
    moved.seat.page.wait_for_selector(".status:has-text('Move 1 of 1')")
    moved.seat.page.wait_for_selector(".status:has-text('Your move')")
    moved.close()
    white.open(second)
    white.seat.play("e4 d5")
    white.open(first)
    expect(len(white.seat.state["history"]) == 3, "an old link does not open the newest position")
    page.evaluate("location.hash = '#/games'")
    page.wait_for_selector("main [role=status]:has-text('1 game')")
    other.open(first)
    other.seat.play("c7 c5")
    white.refuses(other.link(), "your game was not changed")
    for text in ("#/link/", "#/link/nothing", "#/link/chess?moves=e2e4&sum=zzz", "#/link/" + "x" * 5000):
        white.refuses(text, "")
    for each in (white, black, other):
        expect(not each.seat.complaints(), f"the page complained: {'; '.join(each.seat.complaints())}")
        each.close()
    return "sent, pasted, shown with its last move; an old link opens the newest position, others are refused"


def session_links(world):
    """A whole game of each game by links between two stores; both players are killed in the middle, nothing is lost."""
    plies, tries, pending = 0, 0, [game for game in SIX if world.options.variant in ("", game)]
    while pending:
        variant, tries = pending[0], tries + 1
        expect(tries < 12, f"games of {variant} end too early")
        chooser = Player(world, variant, f"links {tries}")
        players = [Correspondent(world), Correspondent(world)]
        begin_by_link(players[0], variant)
        mover, is_killed = 0, False
        while len(players[mover].seat.state["history"]) < PLIES and not players[mover].seat.state["result"]:
            now, other = players[mover], players[1 - mover]
            chooser.play(now.seat, "black" if now is players[1] else "white")
            if len(now.seat.state["history"]) == KILLED_AT:
                is_killed = True
                now.killed()
                other.killed() if other.seat.state else None
            link = now.link()
            if variant == "apocalypse" and not now.seat.state["history"] and now is players[0]:
                expect("moves=&seal=white." in link and "nonce" not in link, f"the first link has more than the hash of a choice: {link}")
                expect(now.seat.page.locator(".ghosts .piece").count() == 1, "the choice is not shown until both are revealed")
            if len(now.seat.state["history"]) == KILLED_AT:
                other.refuses(link[:-1] + ("0" if link[-1] != "0" else "1"), "edited")
            other.open(link)
            # The one who reveals a choice of Apocalypse also makes the next one.
            mover = 1 - mover
        loser, winner = players[mover], players[1 - mover]
        if not loser.seat.state["result"]:
            resign(loser.seat)
        if loser.seat.state["history"] != winner.seat.state["history"] or not winner.seat.state["result"]:
            winner.open(loser.link())
        plies += finished([each.seat for each in players])
        faults = [fault for each in players for fault in each.seat.complaints()]
        expect(not faults, f"the page complained: {'; '.join(faults)}")
        chooser.quit()
        for each in players:
            each.close()
        if is_killed:
            pending.pop(0)
    return f"{plies} plies by links, all killed in every game, nothing was lost"


def session_share(world):
    """A game is shared as a link that another page opens, as an SVG, a PNG and an animated GIF."""
    seat, page = world.open(listen=COPIED)
    seat.begin("insurrection")
    seat.play("e2 e4", "d7 d5", "e4 d5")

    def file(name):
        return seat.saved(f"dialog >> role=button[name='{name}']")

    def link(name):
        page.click(f"dialog >> role=button[name='{name}']")
        seat.until(lambda: page.evaluate("window.copied"), "the link")
        return page.evaluate("const link = window.copied; window.copied = ''; link")

    page.click("role=button[name='Share']")
    picture = xml.etree.ElementTree.fromstring(file("Save SVG"))
    expect(picture.tag.endswith("svg") and len(list(picture.iter())) > 64, "the SVG has no board")
    png = file("Save PNG")
    expect(png[:8] == b"\x89PNG\r\n\x1a\n" and int.from_bytes(png[16:20]) == 1080, "the PNG is not 1080 pixels wide")
    frames, width = gif(file("Save GIF"))
    expect((frames, width) == (4, 400), f"the GIF has {frames} pictures of {width} pixels")
    whole, position = link("Copy link"), link("Copy link of the position")
    page.click("dialog >> role=button[name='Close']")
    fen = seat.state["position"]["fen"]
    other = Correspondent(world)
    for each, plies in ((whole, 3), (position, 0)):
        other.open(each)
        expect(other.seat.state["position"]["fen"] == fen, f"{each} is another position")
        expect(len(other.seat.state["history"]) == plies, f"{each} has {len(other.seat.state['history'])} plies")
    other.close()
    return "links of game and position, SVG, PNG, a GIF with 4 pictures"


def gif(data):
    """The number of pictures in a GIF and its width; its blocks have to be whole."""
    expect(data[:6] == b"GIF89a" and data[-1] == 0x3B, "this is no GIF")
    at, frames = 13 + 3 * 256, 0

    def skip_blocks(at):
        while data[at]:
            at += data[at] + 1
        return at + 1

    while data[at] != 0x3B:
        if data[at] == 0x21:
            at = skip_blocks(at + 2)
        else:
            expect(data[at] == 0x2C, f"the GIF has a block {data[at]:#x}")
            at, frames = skip_blocks(at + 11), frames + 1
    expect(at == len(data) - 1, "bytes follow the GIF")
    return frames, int.from_bytes(data[6:8], "little")


class Guest(Seat):
    """A page at the hall of a host."""

    READY = ".hall, .table-strip"

    def receive(self, text):
        message = json.loads(text)
        if message["type"] == "role":
            self.side = message["table"] and message["table"]["side"]
        if message["type"] == "welcome":
            message["state"] = self.state
        if message["type"] == "table":
            message = {**message["state"], "type": "state"}
            self.entered += 1
        if message["type"] == "state":
            message["history"] = (self.state["history"][:message["kept"]] if message.get("kept") else []) + message["history"]
            for side in ("white", "black"):
                message["mayMove"][side] = message["mayMove"][side] and side == self.side
        before, choices = self.state, self.choices
        super().receive(json.dumps(message))
        # The page asks again only if its choices may have changed.
        if before and message["type"] == "state" and all(before[part] == message[part] for part in ("history", "mayMove")):
            self.choices = choices

    def __init__(self, *arguments, **options):
        self.side, self.entered = None, 0
        super().__init__(*arguments, **options)

    def is_to_choose(self):
        return bool(self.side and self.state["mayMove"][self.side])


def session_host(world):
    """A whole game of each game at a host; the server, and then a page, are killed in the middle; hostile messages change nothing."""
    plies, tries, pending = 0, 0, [game for game in SIX if world.options.variant in ("", game)]
    with tempfile.TemporaryDirectory() as folder:
        start = lambda: Program(world.options.board, folder, "--host=127.0.0.1")
        program = start()
        while pending:
            variant, tries = pending[0], tries + 1
            expect(tries < 12, f"games of {variant} end too early")
            chooser = Player(world, variant, f"host {tries}")
            white, black = (Guest(world.browser, program.hall, world.options.by, page=world.options.page) for _ in range(2))
            white.page.select_option("[name=game]", variant)
            white.page.select_option("[name=side]", "white")
            white.page.click("text=Open a table")
            black.page.click(".tables >> text=Play black")
            white.until(lambda: white.state and black.state and black.side == "black", "both players")
            watcher = Guest(world.browser, program.hall, world.options.by, page=world.options.page)
            watcher.page.evaluate(f"location.hash = '#/table/{white.state['game']}'")
            seats, is_killed = [white, black], False
            while len(white.state["history"]) < PLIES and not white.state["result"]:
                count = len(white.state["history"])
                if count == KILLED_AT and not is_killed:
                    is_killed = True
                    program, seats = kill_all(program, start, world, seats)
                    white, black = seats
                    insult(black)
                for seat in seats:
                    if seat.is_to_choose() and len(white.state["history"]) == count:
                        seat.settle()
                        chooser.play(seat, seat.side)
                white.until(lambda: all(len(seat.state["history"]) > count for seat in seats), "the move at both pages")
            if not white.state["result"]:
                resign(white)
            black.until(lambda: black.state["result"], "the end at the other page")
            watcher.until(lambda: watcher.state and watcher.state["result"], "the end at the spectator's page")
            plies += finished(seats)
            chooser.quit()
            if is_killed:
                pending.pop(0)
            expect(watcher.state["history"] == white.state["history"], "the spectator has another game")
            for seat in (*seats, watcher):
                expect(not seat.complaints(), f"the page complained: {'; '.join(seat.complaints())}")
                seat.close()
        program.stop(signal.SIGKILL)
    return f"{plies} plies at a host, server and page killed in every game, nothing was lost; 1,000 hostile messages in each changed nothing"


def session_hall(world):
    """An evening at a host: the QR code, open seats, running games, clocks, a seat on another device, and a restart."""
    expect(listening(world.program) == {"127.0.0.1"}, f"without --host the program listens on {listening(world.program)}")
    with tempfile.TemporaryDirectory() as folder:
        start = lambda: Program(world.options.board, folder, "--host=127.0.0.1")
        program = start()
        first, second, third = (Guest(world.browser, program.hall, world.options.by, page=world.options.page, listen=COPIED) for _ in range(3))
        third.page.wait_for_function("document.querySelector('.qr').naturalWidth > 0")
        expect(third.page.locator(".hall-address").inner_text().rstrip("/") == program.hall.rstrip("/"), "the hall shows another address")
        for seat, variant, clock in ((first, "chess", "180+2"), (second, "apocalypse", "")):
            seat.page.select_option("[name=game]", variant)
            seat.page.select_option("[name=side]", "white")
            seat.page.select_option("[name=clock]", clock)
            seat.page.click("text=Open a table")
            seat.until(lambda: seat.state, "the table")
        third.page.wait_for_selector("[aria-label='Open seats'] .table-row >> nth=1")
        third.page.click("[aria-label='Open seats'] .table-row:has-text('Chess · 3 min + 2 s') >> text=Play black")
        third.until(lambda: third.side == "black", "Black's seat")
        third.do("e7 e5")
        expect(third.page.locator(".board .mark.premove").count() == 2, "Black's premove is not marked")
        first.settle()
        first.play("e2 e4")
        third.until_plies(2, "the move chosen in advance")
        first.until(lambda: first.state["clocks"]["white"]["running"], "White's clock")
        third.page.click("role=button[name='Your seat on another device']")
        third.until(lambda: third.page.evaluate("window.copied"), "the link of the seat")
        program.stop(signal.SIGKILL)
        first.page.wait_for_selector("#banner:has-text('lost')")
        entered = first.entered
        program = start()
        first.until(lambda: first.entered > entered, "the game after the restart")
        first.page.wait_for_timeout(1200)
        expect(first.page.locator(".player.white .clock").inner_text() < "3:01", "White's clock did not continue")
        device = Guest(world.browser, third.page.evaluate("window.copied"), world.options.by, page=world.options.page)
        device.until(lambda: device.side == "black", "Black's seat on the other device")
        stranger = Guest(world.browser, f"{program.hall}#/table/{first.state['game']}/{'0' * 32}", world.options.by, page=world.options.page)
        stranger.page.wait_for_selector(".fault, .table-strip:has-text('watching')")
        expect(stranger.side is None, "a guessed token has taken a seat")
        stranger.page.evaluate("location.hash = '#/'")
        stranger.page.wait_for_selector("[aria-label='Games'] .table-row:has-text('Chess')")
        stranger.page.wait_for_selector("[aria-label='Open seats'] .table-row:has-text('Apocalypse')")
        for seat in (first, second, third, device, stranger):
            expect(not seat.complaints(), f"the page complained: {'; '.join(seat.complaints())}")
            seat.close()
        program.stop(signal.SIGKILL)
    return "QR code, open seats and games, a clock that survives a restart, a seat on another device; a guessed token has no seat"


def listening(program):
    """The addresses on which a program listens."""
    process = Path(f"/proc/{program.process.pid}")
    sockets = {os.readlink(file) for file in (process / "fd").iterdir()}
    rows = [line.split() for file in ("tcp", "tcp6") for line in (process / "net" / file).read_text().splitlines()[1:]]
    found = [row[1].split(":")[0] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in sockets]
    return {".".join(str(byte) for byte in reversed(bytes.fromhex(each))) for each in found}


def kill_all(program, start, world, seats):
    """Kills the server and Black's page; both pages find the game again."""
    before, entered, address, context = seats[0].state, seats[0].entered, program.hall, seats[1].context
    program.stop(signal.SIGKILL)
    seats[0].page.wait_for_selector("#banner:has-text('lost')")
    seats[1].page.close()
    program = start()
    expect(program.hall == address, f"the address was {address} and is {program.hall}")
    black = Guest(world.browser, f"{address}#/table/{before['game']}", world.options.by, context=context, page=world.options.page)
    seats[0].until(lambda: seats[0].entered > entered and black.state, "the game after the restart")
    for seat in (seats[0], black):
        for part in ("history", "position"):
            expect(seat.state[part] == before[part], f"the {part} is {seat.state[part]} after the restart")
    return program, [seats[0], black]


def insult(seat):
    """Sends a thousand messages through another connection of the same seat."""
    parts = ("position", "history", "result", "players", "chosen", "sealed")
    before = {part: seat.state[part] for part in parts}
    answers = seat.page.evaluate(INSULT, [seat.state["game"], seat.state["version"]])
    expect(answers == 1000, f"{answers} of 1000 hostile messages were refused")
    seat.page.wait_for_timeout(200)
    expect({part: seat.state[part] for part in parts} == before, "a hostile message has changed the game")


# The rate of a page is limited, so that the messages wait for their answers.
INSULT = r"""async ([table, version]) => {
  const socket = new WebSocket(new URL('socket', location.href).href.replace('http', 'ws').split('#')[0]);
  const texts = [];
  socket.onmessage = ({ data }) => { const message = JSON.parse(data); if (message.id !== undefined) texts.push(message); };
  await new Promise((done) => { socket.onopen = done; });
  const until = async (count) => { while (texts.length < count) await new Promise((soon) => setTimeout(soon, 2)); };
  const token = JSON.parse(localStorage.getItem('upheaval-seats'))[table];
  socket.send(JSON.stringify({ id: 1, part: 'session', type: 'hello', protocol: 2 }));
  socket.send(JSON.stringify({ id: 2, part: 'hall', type: 'enter', table, token }));
  await until(2);
  const bad = (n) => [
    { part: 'game', type: 'play', version, move: 'a1a1' }, { part: 'game', type: 'play', version: -n, move: 'e2e4' },
    { part: 'game', type: 'resign', version, side: 'white' }, { part: 'game', type: 'undo', version },
    { part: 'game', type: 'commit', version, side: 'white', ply: n, hash: 'x'.repeat(64) },
    { part: 'game', type: 'reveal', version, side: 'white', ply: n, move: 'a2a3', nonce: '' },
    { part: 'library', type: 'delete', game: table }, { part: 'library', type: 'follow', text: '#/link/chess?moves=&sum=1' },
    { part: 'analysis', type: 'review', millis: 60000 }, { part: 'hall', type: 'enter', table, token: `${n}` },
    { part: 'x'.repeat(9000) }, ['hello'], 'hello', null,
  ][n % 14];
  texts.length = 0;
  for (let n = 0; n < 1000; n++) {
    const message = bad(n);
    socket.send(message !== null && typeof message === 'object' && !Array.isArray(message) ? JSON.stringify({ id: n + 1, ...message }) : JSON.stringify(message));
    if (n % 40 === 39) {
      await until(n + 1);
      await new Promise((soon) => setTimeout(soon, 800));
    }
  }
  await until(1000);
  socket.close();
  return texts.filter(({ type }) => type === 'error').length;
}"""
