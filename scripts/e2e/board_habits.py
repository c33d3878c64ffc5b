"""Sessions for board.py: what players are used to, sizes of the window, settings, and still layouts."""

import json
import re

from browser import expect, touched
from engine import GAMES, ROOT

SIZES = ((3840, 2160), (1440, 900), (1024, 768), (844, 390), (720, 450), (390, 844), (768, 1024))
# The sum of layout shifts that no press has caused, as web-vitals counts them.
WATCH_SHIFTS = """window.shifts = 0;
new PerformanceObserver((list) => { for (const each of list.getEntries()) { window.shifts += each.value; window.moved = each.sources.map((source) => source.node?.className ?? ''); } }).observe({type: 'layout-shift', buffered: true});"""
LANDSCAPE_PART, PORTRAIT_PART, MAX_SHIFT = 0.84, 0.93, 0.02


def here(seat):
    """The place that the board shows."""
    return seat.page.locator(".move.here").get_attribute("data-at")


def centre(seat, square):
    box = seat.page.locator(f'.board [data-square="{square}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(page):
    """The board's box on the page, which clicks below may have scrolled."""
    box = page.locator(".board").bounding_box()
    return {name: round(value) for name, value in {**box, "y": box["y"] + page.evaluate("scrollY")}.items()}


def session_steps(world):
    """Arrow keys, Home, End, the wheel and buttons step on every tab; the right button draws; a premove is played or dropped."""
    seat, page = world.open()
    seat.begin("chess")
    seat.play("e2 e4", "e7 e5", "g1 f3", "b8 c6")
    for tab in ("Analyse", "Opening", "Review", "Rules", "Moves"):
        page.click(f"role=tab[name={tab}]")
        for key, words in (("Home", "Start position"), ("ArrowRight", "Move 1 of 2"), ("End", "White to move"), ("ArrowLeft", "Move 2 of 2")):
            step(seat, key)
            page.wait_for_selector(f".status:has-text('{words}')")
        for name, words in (("First position", "Start position"), ("Next move", "Move 1 of 2"), ("Last position", "White to move"), ("Previous move", "Move 2 of 2")):
            page.click(f"role=button[name='{name}']")
            page.wait_for_selector(f".status:has-text('{words}')")
    page.mouse.move(*centre(seat, "e4"))
    page.mouse.wheel(0, -60)
    seat.until(lambda: here(seat) == "game 2", "game 2")
    page.click("role=button[name='Last position']")
    page.wait_for_selector(".status:has-text('White to move')")
    for start, end, mark in (("d2", "d4", "path"), ("c4", "c4", "circle")):
        draw(seat, start, end)
        page.wait_for_selector(f".arrow.green {mark}", state="attached")
    seat.press("h6")
    page.wait_for_selector(".arrow.green", state="detached")
    seat.begin("chess", black="engine", level=10)
    for premove, plies in (("g1 f3", 3), ("e4 e5", 4)):
        seat.do("e2 e4" if plies == 3 else "f1 e2")
        seat.until(lambda: seat.state["thinking"], "the engine to think")
        seat.do(premove)
        expect(page.locator(".board .mark.premove").count() == 2, "the premove is not marked")
        if plies == 4:
            page.keyboard.press("Escape")
        seat.until_plies(plies if plies == 3 else 6, premove)
        if plies == 3:
            seat.until(lambda: seat.state["mayMove"]["white"], "the engine's reply", 20)
            seat.settle()
    return "keys, wheel and buttons on five tabs, an arrow and a circle, a premove played and one dropped"


def step(seat, key):
    """Steps through the game by a key; Shift steps where the focus has a use of its own for arrow keys."""
    seat.page.keyboard.press(f"Shift+{key}" if seat.how == "keyboard" else key)


def draw(seat, start, end):
    """Draws an arrow, or a circle: with the right button, a second finger, or the key A."""
    if seat.how == "keyboard":
        for square in (start, end):
            seat.walk(square)
            seat.page.keyboard.press("a")
    elif seat.how == "touch":
        drag_by_touch(seat, start, end, held=centre(seat, "h6"))
    else:
        drag(seat, start, end, "right")


def drag(seat, start, end, button="left"):
    """Drags the mouse from a square to another."""
    mouse = seat.page.mouse
    mouse.move(*centre(seat, start))
    mouse.down(button=button)
    mouse.move(*centre(seat, end), steps=8)
    mouse.up(button=button)


def session_variations(world):
    """A move at an earlier position begins a variation, which is commented on, promoted and deleted."""
    seat, page = world.open()
    seat.begin("chess")
    seat.play("e2 e4", "e7 e5", "g1 f3")
    for _ in range(2):
        step(seat, "ArrowLeft")
    page.wait_for_selector(".status:has-text('Move 1 of 2')")
    seat.page.wait_for_timeout(150)
    for presses in ("c7 c5", "b1 c3"):
        seat.do(presses)
        page.wait_for_selector(f".variation .move.here:has-text('{'c5' if presses == 'c7 c5' else 'Nc3'}')")
        page.wait_for_timeout(150)
    page.click("role=button[name='Comment']")
    page.fill("[name=comment]", "Sicilian")
    page.select_option("[name=glyph]", "5")
    page.click(".comment-form >> text=Save")
    page.wait_for_selector(".variation:has-text('Nc3!?'):has-text('Sicilian')")
    page.click("role=tab[name=Moves]")
    text = " ".join(seat.saved("text=Save as PGN").decode().split())
    expect("(1... c5 2. Nc3 $5 {Sicilian})" in text, f"the PGN has no variation with glyph and comment: {text}")
    for _ in range(2):
        step(seat, "ArrowLeft")
    seat.until(lambda: here(seat) == "game 1", "game 1")
    page.click(".variation .move >> nth=1")
    page.click("text=Promote")
    page.wait_for_selector(".pair > .move:has-text('c5')")
    page.click(".variation .move >> nth=0")
    page.click("text=Delete from here")
    page.wait_for_selector(".variation", state="detached")
    seat.read_pgn("1. e4 e5 $2 (1... c5 $1 {Better} 2. Nf3 (2. Nc3) 2... d6) 2. Nf3 $10 *")
    page.wait_for_selector("dialog", state="detached")
    seat.open_board()
    page.wait_for_selector(".pair > .move:has-text('e5?')")
    page.wait_for_selector(".variation:has-text('c5!'):has-text('Better'):has-text('d6') .variation:has-text('Nc3')")
    return "begun, extended, commented on, saved, promoted, deleted, and read from PGN"


def session_habits(world):
    """Hints in Apocalypse, reasons, hidden values, captured pieces, rematch, a side for the next game, the hand-over."""
    seat, page = world.open()
    seat.begin_sealed(level=2)
    seat.settle()
    seat.tool("Hint")
    page.wait_for_selector(".caption:has-text('Hint:')", timeout=15_000)
    seat.do("a2 a3")
    seat.until_plies(1, "the turn")
    page.wait_for_selector(".odds li.played")
    expect(page.locator(".odds li.played .odds-share").inner_text() != "0.0 %", "the move played has no odds")
    expect(page.locator(".arrow.white, .arrow.black").count() == 2, "the turn has no arrows")
    expect(page.evaluate("getComputedStyle(document.querySelector('.revealed')).animationName") == "turn", "the choices are not turned over")
    seat.begin("apocalypse")
    seat.do("a2 a3")
    seat.until(lambda: seat.state["chosen"]["white"], "White's choice")
    page.wait_for_selector(".curtain:has-text('Hand over to Black')")
    expect(page.locator(".ghosts .piece").count() == 0, "White's choice is still shown")
    page.click(".curtain button")
    page.wait_for_selector(".curtain", state="hidden")
    seat.begin("subversion")
    seat.press("e8")
    page.wait_for_selector(".bubble:has-text('cannot be bought')")
    seat.point("b1")
    page.wait_for_selector(".caption:has-text('Knight: ')")
    seat.begin("empire")
    seat.point("b1")
    page.wait_for_selector(".caption:has-text('Eagle: moves like a queen, captures like a knight')")
    seat.begin("insurrection", "3qk3/8/8/3p4/8/4N3/8/4K3 w - - 0 1 Kk", black="engine", level=8)
    seat.do("e3 d5")
    seat.until_plies(2, "the reply")
    expect("value" in seat.state["history"][1], "the reply has no value")
    expect(page.locator(".move .move-value").count() == 0, "values are shown during play")
    setting(seat, "values")
    page.wait_for_selector(".move .move-value")
    page.wait_for_selector(".history:has-text('Nxd5=P'):has-text('The knight becomes a pawn.')")
    seat.moves_are_wide()
    expect(page.locator(".player.white .captured .piece-icon").count() == 1, "the captured pawn is not shown")
    setting(seat, "values")
    page.wait_for_selector(".move .move-value", state="detached")
    page.locator(".actions >> text=Resign").click()
    page.click(".actions .danger")
    page.wait_for_selector(".status.over")
    page.wait_for_selector(".move .move-value")
    seat.tool("Rematch")
    seat.until(lambda: seat.state["players"]["white"]["kind"] == "engine", "the rematch with exchanged sides")
    page.evaluate("location.hash = '#/'")
    page.locator("[data-variant=chess] .side-choice[data-side=random]").click()
    page.locator("[data-variant=chess] .primary").click()
    seat.until(lambda: seat.state["position"]["variant"] == "chess", "a game as either side")
    page.wait_for_selector(".board .cell")
    expect(sorted(each["kind"] for each in seat.state["players"].values()) == ["engine", "human"], "a random side has no opponent")
    page.evaluate("location.hash = '#/'")
    page.locator("[data-variant=empire] .side-choice[data-side=black]").click()
    page.locator("[data-variant=empire] .primary").click()
    seat.until(lambda: seat.state["position"]["variant"] == "empire" and seat.state["players"]["black"]["kind"] == "human", "a game as Black")
    page.wait_for_selector(".board .cell")
    page.evaluate("location.hash = '#/learn/subversion/puzzle/99999'")
    page.wait_for_selector("h1:has-text('no such puzzle')")
    page.evaluate("location.hash = '#/learn/insurrection/puzzle/0'")
    page.wait_for_selector(".badges .government")
    for words in ("Move the", "The solution begins with"):
        page.locator(".side > .row-of-buttons > button").first.click()
        page.wait_for_selector(f".hints li:has-text('{words}')")
    for variant in ("chess", "empire", "apocalypse"):
        page.evaluate(f"location.hash = '#/learn/{variant}/puzzle/0'")
        page.wait_for_selector(".task:has-text('Puzzle 1 of')")
        page.wait_for_selector(".board .piece")
    return "hints, odds, hand-over, reasons, names, no values, captured pieces, rematch, sides, puzzles"


def session_mistakes(world):
    """A review gives accuracies, glyphs and better moves; the blunders come back as puzzles."""
    seat, page = world.open()
    seat.begin_mated()
    page.click("role=tab[name=Review]")
    page.select_option("[name=speed]", "100")
    page.click("text=Review the game")
    page.wait_for_selector(".accuracy >> nth=1", timeout=60_000)
    expect("g4" in page.locator(".fault-line.blunder").last.inner_text(), "the blunder g4 is not named")
    page.locator(".fault-button").last.click()
    page.wait_for_selector(".arrow.better")
    page.click("role=tab[name=Moves]")
    page.wait_for_selector(".move:has-text('g4') .glyph.blunder:has-text('??')")
    page.reload()
    page.click("role=tab[name=Review]")
    page.wait_for_selector(".graph-fault.blunder")
    page.click("text=Learn from the mistakes")
    page.wait_for_selector("h1:has-text('was a')")
    page.wait_for_timeout(200)
    for _ in range(2):
        page.locator(".side > .row-of-buttons > button").first.click()
    page.wait_for_selector(".hints li >> nth=1")
    squares = page.locator(".hints li").nth(1).inner_text().split()[-1]
    seat.press(squares[:2])
    seat.press(squares[2:4])
    page.wait_for_selector(".verdict.solved")
    return "accuracies, glyphs, a stored review, a mistake learned from"


def session_sizes(world):
    """The board fills the smaller dimension of every window; nothing moves during play."""
    found = []
    for width, height in SIZES:
        seat = world.seat(listen=WATCH_SHIFTS, viewport={"width": width, "height": height})
        seat.begin("subversion", "k7/8/8/4r3/3N4/2B5/P7/4K3 w - - 0 1")
        page = seat.page
        box = place(page)
        part = box["width"] / min(width, height)
        expect(part > (LANDSCAPE_PART if width > height else PORTRAIT_PART) or (width, height) == (1024, 768) and part > 0.78, f"{width} x {height}: the board has {part:.0%}")
        wide = page.evaluate("[document.documentElement, document.querySelector('.tab-list')].map((each) => each.scrollWidth - each.clientWidth)")
        expect(max(wide) <= 1, f"{width} x {height}: page and tabs are {wide} pixels too wide")
        expect(box["y"] + box["height"] <= height, f"{width} x {height}: the board ends at {box['y'] + box['height']}")
        if width > height:
            side = page.locator(".side").bounding_box()
            expect(abs(side["height"] - box["height"]) < 2 and side["x"] > box["x"] + box["width"], f"{width} x {height}: the column is {side}, the board {box}")
        tools, panel = page.locator(".actions").bounding_box(), page.locator(".panel").bounding_box()
        expect(width < height or tools["y"] > panel["y"] + panel["height"] - 2, f"{width} x {height}: the tools at {tools} are not below the panel at {panel}")
        page.evaluate("window.shifts = 0")
        seat.do("e5 c3 d4 $")
        seat.until_plies(1, "the bribe")
        page.click("role=tab[name=Analyse]")
        page.click(".analysis .primary")
        page.wait_for_selector(".line-value", timeout=20_000)
        page.wait_for_timeout(400)
        page.click(".analysis .primary")
        expect(width < height or page.locator(".actions").bounding_box() == tools, f"{width} x {height}: the tools have moved")
        expect(place(page) == box, f"{width} x {height}: the board has moved from {box} to {place(page)}")
        shift = page.evaluate("window.shifts")
        expect(shift <= MAX_SHIFT, f"{width} x {height}: layout shift {shift:.3f} of {page.evaluate('window.moved')}")
        found.append(f"{width} x {height}: {part:.0%}, shift {shift:.3f}")
        seat.close()
    return "; ".join(found)


def session_still(world):
    """Nothing moves while the engine thinks, seals its choice, and pieces are captured."""
    found = []
    for width, height in ((1440, 900), (1024, 768), (844, 390), (390, 844)):
        seat = world.seat(listen=WATCH_SHIFTS, viewport={"width": width, "height": height})
        for variant, fen, moves in (("apocalypse", "", ("a2 a3",)), ("anarchism", "k2q3r/8/8/3p4/8/4N3/8/4K2R w - - 0 1 Kk", ("e3 d5",))):
            seat.begin(variant, fen, black="engine", level=10)
            seat.until(lambda: seat.state["mayMove"]["white"], "the first turn", 30)
            seat.settle()
            seat.page.evaluate("window.shifts = 0")
            box = place(seat.page)
            for presses in moves:
                count = len(seat.state["history"])
                seat.do(presses)
                seat.until(lambda: len(seat.state["history"]) > count, presses)
                expect(place(seat.page) == box, f"{width} x {height}, {variant}: the board has moved from {box} to {place(seat.page)}")
                seat.until(lambda: seat.state["mayMove"]["white"] or seat.state["result"], "the next turn", 30)
                seat.settle()
                expect(place(seat.page) == box, f"{width} x {height}, {variant}: the board has moved from {box} to {place(seat.page)}")
            shift = seat.page.evaluate("window.shifts")
            expect(shift <= MAX_SHIFT, f"{width} x {height}, {variant}: layout shift {shift:.3f} of {seat.page.evaluate('window.moved')}")
            found.append(f"{width} x {height}, {variant}: {shift:.3f}")
        seat.close()
    return "; ".join(found)


def session_settings(world):
    """Boards, piece sets, coordinates and languages change at once and are kept; a page that watches asks before it plays."""
    seat, page = world.open()
    page.add_init_script(STRIKES)
    page.reload()
    page.wait_for_selector(".card-buttons")
    seat.begin("chess")
    color = "getComputedStyle(document.querySelector('.square.dark rect')).fill"
    brown = page.evaluate(color)
    page.click("role=button[name=Settings]")
    page.wait_for_selector("dialog [name=pieces]")
    choices = {name: page.locator(f"dialog [name={name}] option").count() for name in ("board", "pieces")}
    expect(choices == {"board": 3, "pieces": 2}, f"the settings have {choices}")
    page.select_option("dialog [name=board]", "green")
    seat.until(lambda: page.evaluate(color) != brown, "a green board")
    page.select_option("dialog [name=pieces]", "letters")
    page.wait_for_selector(".board .piece.letters text")
    page.select_option("dialog [name=coordinates]", "outside")
    page.wait_for_timeout(200)
    width = place(page)["width"]
    page.locator("dialog [name=size]").press("Home")
    expect(0.55 < place(page)["width"] / width < 0.65, f"the board is {place(page)['width']} wide after {width}")
    page.locator("dialog [name=size]").press("End")
    page.locator("dialog [name=sounds]").click()
    page.select_option("dialog [name=language]", "de")
    page.wait_for_selector("nav >> text=Lernen")
    page.wait_for_selector(".status:has-text('Weiß am Zug')")
    page.click("role=button[name=Einstellungen]")
    page.select_option("dialog [name=language]", "en")
    page.wait_for_selector(".status:has-text('White to move')")
    expect(page.evaluate("document.documentElement.dataset.board") == "green" and page.locator(".board .piece.letters").count() == 32, "settings were lost")
    seat.settle()
    for presses, strikes in (("e2 e4", 1), ("d7 d5", 2), ("e4 d5", 4)):
        seat.play(presses)
        seat.until(lambda: page.evaluate("window.strikes") == strikes, f"{strikes} strikes after {presses}")
    second = world.seat()
    second.page.wait_for_selector("#banner:has-text('watches')")
    second.page.locator("[data-variant=empire] .primary").click()
    second.page.click("dialog .primary")
    seat.page.wait_for_selector(".status:has-text('You are watching')")
    return "board, pieces, coordinates, size, sounds, a language, a seat taken over"


def session_details(world):
    """Rules for players, no graph without a review, no negative zero, visible coordinates, pieces that can be seen in the dark theme."""
    seat, page = world.open()
    for variant in GAMES:
        seat.begin(variant)
        page.click("role=tab[name=Rules]")
        page.click(".rules-details summary")
        page.wait_for_selector(".rules-page h2, .rules-page p")
        words = page.locator(".rules").inner_text()
        picture = page.evaluate("fetch((document.querySelector('.rules-page img') ?? {src: 'icon.svg'}).src).then((answer) => answer.text())")
        for shade in page.evaluate("['light', 'dark'].map((shade) => getComputedStyle(document.querySelector(`.square.${shade} rect`)).fill)"):
            color = "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", shade))
            expect(color in picture or "<symbol" not in picture, f"{variant}: a diagram has no square in {color}")
        found = re.search(r"cargo|python|\.rs\b|\.epd|\.md\b|target/|--\w|\b[a-h][1-8][a-h][1-8]\b", words)
        expect(not found or variant == "apocalypse" and re.fullmatch(SQUARES, found.group()), f"{variant}: the rules have '{found and found.group()}'")
        page.click("text=Marks on the board")
        expect(page.locator(".legend li svg .mark").count() >= 5, f"{variant}: the legend is short")
    seat.begin_mated()
    page.click("role=tab[name=Review]")
    expect(page.locator(".graph-picture").count() == 0, "there is a graph without a review")
    expect(page.evaluate("getComputedStyle(document.querySelector('.mark.check use')).opacity") <= "0.7", "the glow of a check is strong")
    values = page.evaluate("import('./js/words.js').then(({valueText}) => [0, -0, -0.4, 0.4, -1].map((value) => valueText({centipawns: value})))")
    expect(values == ["0.00", "0.00", "0.00", "0.00", "−0.01"], f"values are written {values}")
    order = page.evaluate("[...document.querySelectorAll('.board .picture > g')].map((layer) => layer.getAttribute('class'))")
    expect(order.index("coordinates") > order.index("pieces"), "coordinates are below the pieces")
    seat.begin("insurrection")
    line, crown = page.evaluate("[parseFloat(getComputedStyle(document.querySelector('.board .piece')).strokeWidth), document.querySelector('.board .crown').getBBox().x]")
    expect(line <= 2.5 and crown > 62, f"outlines are {line} wide, and the crown at {crown} collides with the king's cross")
    for scheme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{scheme}'")
        for side, contrast in page.evaluate(CONTRASTS):
            expect(contrast > 3, f"{side}'s piece has contrast {contrast:.1f} in the {scheme} theme")
    return "rules for players, graph, values, coordinates, icons"


# Counts the tones of sounds, one for each strike.
STRIKES = """window.strikes = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) { window.strikes++; return start.apply(this, when); };"""


def setting(seat, name):
    """Ticks a box of the settings."""
    seat.page.click("role=button[name=Settings]")
    seat.page.locator(f"dialog [name={name}]").click()
    seat.page.click("dialog >> text=Close")


def session_lines(world):
    """Moves of the engine's lines are shown under the pointer and by keys, and played by a click and by Enter, in the game and as a variation."""
    seat, page = world.open()
    seat.begin("chess")
    seat.play("e2 e4", "e7 e5")

    def analyse():
        page.click("role=tab[name=Analyse]")
        page.click(".analysis .primary")
        page.wait_for_selector(".lines li:nth-child(3) [data-line='2 2']", timeout=20_000)
        page.click(".analysis .primary")

    def shown():
        page.wait_for_timeout(200)
        return page.evaluate("[...document.querySelectorAll('.board .cell')].map((cell) => cell.getAttribute('aria-label')).join()")

    analyse()
    before, row = shown(), page.locator(".lines li").first
    page.locator(".lines [data-line='0 2']").hover()
    expect(shown() != before, "the pointer shows no position")
    page.locator(".game-title").hover()
    expect(shown() == before, "the position of the line stays")
    row.focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    after_two = shown()
    page.keyboard.press("ArrowLeft")
    expect(len({before, after_two, shown()}) == 3, "the arrow keys show no positions of a line")
    page.keyboard.press("Enter")
    seat.until_plies(3, "the first move of a line")
    analyse()
    if seat.how == "keyboard":
        page.locator(".lines li").first.focus()
        for key in ("ArrowRight", "ArrowRight", "Enter"):
            page.keyboard.press(key)
    else:
        page.click(".lines [data-line='0 2']")
    seat.until_plies(5, "two moves of a line")
    expect(len(seat.state["history"]) == 5, "more than two moves of a line were played")
    page.click("role=button[name='First position']")
    page.click("role=button[name='Next move']")
    page.wait_for_selector(".status:has-text('Move 1 of 3')")
    page.wait_for_timeout(200)
    analyse()
    page.locator(".lines li").nth(2).focus()
    page.keyboard.press("Enter")
    page.click("role=tab[name=Moves]")
    seat.until(lambda: here(seat).startswith(("0 2", "game 2")), "a move after the first one")
    return "shown and played by pointer and keys"


def session_confirm(world):
    """On a touch screen a move waits for its confirmation, if the player wants so; a piece is dragged by touch."""
    seat, page = world.open(how="touch")
    seat.begin("chess")
    setting(seat, "confirm")
    for answer, plies in (("Cancel", 0), ("Play", 1)):
        seat.do("e2 e4")
        page.wait_for_selector(".ask:has-text('Play this move?')")
        page.wait_for_timeout(100)
        expect(not seat.state["history"], "the move did not wait")
        touched(page.locator(f".ask >> text='{answer}'"))
        page.wait_for_selector(".ask", state="detached")
        page.wait_for_timeout(200)
        expect(len(seat.state["history"]) == plies, f"{len(seat.state['history'])} plies after {answer}")
    setting(seat, "confirm")
    seat.settle()
    drag_by_touch(seat, "e7", "e5")
    seat.until_plies(2, "the piece dragged by touch")
    return "a move was declined and one confirmed, a piece dragged by touch"


def drag_by_touch(seat, start, end, held=None):
    """Drags a finger from a square to another, the only one or while another finger is held at a point."""
    (x, y), (u, v) = centre(seat, start), centre(seat, end)
    points = [(x, y), ((x + u) / 2, (y + v) / 2), (u, v)]
    if seat.is_firefox:
        seat.page.evaluate(DRAG, [held, points])
        return
    session = seat.context.new_cdp_session(seat.page)
    others = [{"x": held[0], "y": held[1], "id": 1}] if held else []
    begin, *moves = [[*others, {"x": x, "y": y, "id": 2}] for x, y in points]
    for event, fingers in (*[("touchStart", others)][:len(others)], ("touchStart", begin), *(("touchMove", each) for each in moves), ("touchEnd", [])):
        session.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": fingers})


# Playwright sends no touches to Firefox.
DRAG = """([held, points]) => {
  const grid = document.elementFromPoint(...points[0]);
  const send = (type, [clientX, clientY], isPrimary = !held) => grid.dispatchEvent(new PointerEvent(type,
    { bubbles: true, cancelable: true, button: 0, clientX, clientY, pointerId: 0, isPrimary, pointerType: 'touch' }));
  if (held) send('pointerdown', held, true);
  send('pointerdown', points[0]);
  for (const point of points.slice(1)) send('pointermove', point);
  send('pointerup', points.at(-1));
  if (held) send('pointerup', held, true);
}"""


def session_events(world):
    """Events are beside the board and in view, a changed capturing piece is written everywhere, and lessons answer in view."""
    seat, page = world.open(viewport={"width": 1280, "height": 640})
    seat.begin("insurrection")
    seat.play("a2 a3", "a7 a6", "b2 b3", "b7 b6", "g2 g3", "g7 g6", "h2 h3", "h7 h6", "a3 a4", "a6 a5", "h3 h4", "h6 h5", "b1 c3", "b8 c6",
              "c3 d5", "c6 a7", "d5 e7")
    page.wait_for_selector(".news:has-text('The knight becomes a pawn.')")
    news, board = page.locator(".news").bounding_box(), page.locator(".board").bounding_box()
    expect(news["x"] >= board["x"] + board["width"], "the news is over the board")
    expect("Nxe7=P. " in page.locator("#status").inner_text(), f"announced: {page.locator('#status').inner_text()}")
    line, box = page.locator(".history .event.becomes").bounding_box(), page.locator(".history").bounding_box()
    expect(box["y"] <= line["y"] and line["y"] + line["height"] <= box["y"] + box["height"], f"the event at {line} is out of view, the list is {box}")
    expect("9. Nxe7=P" in " ".join(seat.saved("text=Save as PGN").decode().split()), "the PGN does not name the new piece")
    page.set_viewport_size({"width": 1440, "height": 900})
    for variant in GAMES:
        file = ROOT / "gamedata/games" / variant / "lessons.json"
        for i in range(len(json.loads(file.read_text())) if file.exists() else 0):
            page.evaluate(f"location.hash = '#/learn/{variant}/{i}'")
            page.wait_for_selector(f".task:has-text('{i + 1} of ')")
            top = page.evaluate("document.querySelector('.verdict').getBoundingClientRect().top")
            expect(top < 820, f"{variant}, lesson {i + 1}: the answer is {top} pixels below the top")
    return "events beside the board and in view, Nxe7=P in list, PGN and announcement, answers of all lessons in view"


SQUARES = "[a-h][1-8][a-h][1-8]"
# The contrast of the pieces on chips: of the line or the body, whichever is greater.
CONTRASTS = """() => {
  const light = (color) => {
    const [r, g, b] = color.match(/[0-9.]+/g).slice(0, 3).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  return [...document.querySelectorAll('.chip.government')].map((chip) => {
    const piece = getComputedStyle(chip.querySelector('.piece'));
    const back = getComputedStyle(chip).backgroundColor;
    return [chip.closest('.player').className, Math.max(contrast(piece.fill, back), contrast(piece.stroke, back))];
  });
}"""
