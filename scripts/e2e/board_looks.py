"""Sessions for board.py: narrow screens and themes."""

import base64
import re
import shutil
import tempfile
from pathlib import Path

from board_site import serve
from browser import Program, Seat, expect, launch
from engine import GAMES, ROOT

# What does not fit: the page scrolls sideways, or a text is cut off or sticks out of its box.
MISFITS = r"""() => {
  const wide = document.documentElement;
  const found = wide.scrollWidth > innerWidth + 1 ? [`the page is ${wide.scrollWidth} wide`] : [];
  const scrolls = (element) => element && (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const name = (element) => `${element.tagName.toLowerCase()}.${String(element.className?.baseVal ?? element.className).replaceAll(' ', '.')} '${element.textContent.trim().slice(0, 30)}'`;
  const dialog = document.querySelector('dialog[open]');
  for (const element of (dialog ?? document.body).querySelectorAll('*')) {
    if (element.closest('svg, .unseen, .hidden, .toasts, .rules-page, .board, .skip') || !element.checkVisibility()) continue;
    const box = element.getBoundingClientRect();
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (box.width === 0) continue;
    if (!scrolls(element.parentElement) && (box.right > innerWidth + 1 || box.left < -1)) found.push(`${name(element)} sticks out`);
    const style = getComputedStyle(element);
    if (['auto', 'scroll'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1) found.push(`${name(element)} scrolls sideways`);
    const isCut = element.scrollWidth > element.clientWidth + 1 && style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis';
    if (hasText && element.clientWidth && isCut) found.push(`${name(element)} is cut`);
  }
  const buttons = [...(dialog ?? document.body).querySelectorAll('button, a, select, input')].filter((each) => each.checkVisibility() && !each.closest('.board, .rules-page, .skip, .purse'));
  const boxes = buttons.map((each) => each.getBoundingClientRect());
  boxes.forEach((a, i) => boxes.forEach((b, j) => {
    if (j <= i || buttons[i].contains(buttons[j]) || buttons[j].contains(buttons[i])) return;
    if (dialog && (buttons[i].closest('.end') || buttons[j].closest('.end'))) return;
    const [w, h] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
    if (w > 1 && h > 1) found.push(`${name(buttons[i])} and ${name(buttons[j])} overlap`);
  }));
  return found;
}"""


def tour(seat, look):
    """Shows every page and dialogue, and calls `look` with a name of each."""
    page = seat.page

    def go(address):
        page.evaluate(f"location.hash = '{address}'")
        page.wait_for_timeout(250)
        look(address)

    look("first page")
    for variant in GAMES:
        page.evaluate("location.hash = '#/'")
        page.click(f'[data-variant="{variant}"] .card-buttons > button >> nth=1')
        look(f"new game of {variant}")
        page.select_option("dialog [name=clock]", "own")
        page.select_option("dialog [name=white]", "engine")
        look(f"new game of {variant}, all fields")
        page.keyboard.press("Escape")
        seat.begin(variant, clock=(10, 5))
        look(f"{variant}")
        for tab in page.locator(".tab").all():
            tab.click()
            look(f"{variant}, {tab.inner_text()}")
        page.locator(".tab").nth(1 if variant == "apocalypse" else 0).click()
        page.locator(".walk button").last.click()
        look(f"{variant}, a comment")
        origin = seat.last_choices["origins"][0]
        page.evaluate(f"document.querySelector('[data-square={origin['square']}]').scrollIntoView({{block: 'center'}})")
        seat.press(origin["square"])
        look(f"{variant}, a piece chosen")
        for address in (f"#/learn/{variant}/0", f"#/learn/{variant}/puzzle/0", f"#/setup/{variant}"):
            go(address)
    seat.begin("subversion", "k7/8/8/4r3/3N4/2B5/P7/4K3 w - - 0 1")
    seat.press("e5")
    page.wait_for_selector(".purse:not([hidden])")
    seat.press("d4")
    look("a bribe")
    seat.begin_sealed(level=10)
    look("a seal")
    seat.settle()
    seat.do("a2 a3")
    seat.until(lambda: seat.state["history"], "a turn", 30)
    look("a turn")
    seat.begin_mated()
    look("a mate")
    page.locator(".tab").nth(3).click()
    page.click(".review .primary")
    page.wait_for_selector(".accuracy >> nth=1", timeout=60_000)
    look("a review")
    page.locator(".tab").first.click()
    page.click(".files button >> nth=2")
    page.wait_for_selector("dialog")
    look("share")
    page.keyboard.press("Escape")
    for address in ("#/learn", "#/friend", "#/link/chess?moves=&sum=1", "#/games"):
        go(address)
    page.click("main .search ~ * .primary, main .row-of-buttons .primary")
    look("import")
    page.keyboard.press("Escape")
    page.click("#tools button")
    look("settings")
    page.keyboard.press("Escape")


def session_narrow(world):
    """Every page and dialogue 360 pixels wide: nothing scrolls sideways, is cut off, or overlaps."""
    misfits, looks = [], 0
    for language in ("en", "de"):
        seat = world.seat(viewport={"width": 360, "height": 720})
        speak(seat, language)

        def look(name):
            nonlocal looks
            seat.page.wait_for_timeout(150)
            misfits.extend(f"{language}, {name}: {each}" for each in seat.page.evaluate(MISFITS))
            looks += 1

        tour(seat, look)
        seat.page.close()
    expect(not misfits, "; ".join(dict.fromkeys(misfits)))
    return f"{looks} views of pages 360 pixels wide, in English and German"


def speak(seat, language):
    """Changes the language of a page."""
    seat.page.evaluate(f"localStorage.setItem('upheaval', JSON.stringify({{language: '{language}'}}))")
    seat.page.reload()
    seat.page.wait_for_selector(".card-buttons")


# Texts without a translation: letters outside the marks that the session puts around each translation. Lessons, rules, moves and
# names are not translated.
ENGLISH = r"""(marks) => {
  const apart = 'svg, .rules-page, .board, .history .san, .variation .san, .mono, .hash, textarea, .comment, .player-name, .line-moves, .book-moves li, .opening, .task-list, .seal-check [title], select[name=language]';
  const found = [];
  const look = (text, element) => {
    if (element.closest(apart) || (element.closest('.task') && !location.hash.includes('puzzle'))) return;
    const rest = text.replaceAll(new RegExp(`${marks[0]}[^${marks[1]}]*${marks[1]}`, 'g'), ' ').trim();
    if (/[A-Za-z]{2}/.test(rest.replaceAll(/Upheaval|PGN|FEN|GIF|https|\S*[a-h][1-8]\S*|[0-9a-f]{64}/g, ''))) found.push(`${element.tagName.toLowerCase()}.${element.className?.baseVal ?? element.className}|${text.trim()}`);
  };
  const dialog = document.querySelector('dialog[open]');
  for (const element of (dialog ?? document.body).querySelectorAll('*')) {
    if (!element.checkVisibility()) continue;
    for (const name of ['aria-label', 'title', 'placeholder']) if (element.hasAttribute(name)) look(element.getAttribute(name), element);
    for (const node of element.childNodes) if (node.nodeType === 3) look(node.nodeValue, element);
  }
  return found;
}"""
MARKS = "⟦⟧"


def session_language(world):
    """German on every page: each text is translated. Marks around the translations show those that are not."""
    file = (ROOT / "board/page/js/lang/de.js").read_text()

    def mark(found):
        words = found[2].replace("{}", f"{MARKS[1]}{{}}{MARKS[0]}")
        return f"{found[1]}{MARKS[0]}{words}{MARKS[1]}',"

    marked = re.sub(r"^(  '.*': ')(.*)',$", mark, file, flags=re.M)
    english = {}
    if world.options.site:
        # The service worker of the site answers before the script could.
        site = Path(world.folder.name) / "site"
        shutil.copytree(world.options.site, site)
        (site / "js/lang/de.js").write_text(marked)
        seat = Seat(world.browser, serve(site)[0], world.options.by)
        world.seats.append(seat)
    else:
        seat = world.seat()
        seat.context.route("**/js/lang/de.js", lambda route: route.fulfill(body=marked, content_type="text/javascript"))
    speak(seat, "de")

    def look(name):
        seat.page.wait_for_timeout(100)
        for text in seat.page.evaluate(ENGLISH, MARKS):
            english.setdefault(text, name)

    tour(seat, look)
    expect(not english, "; ".join(f"{name}: {text}" for text, name in english.items()))
    return "every text on every page is translated"


def session_themes(world):
    """Marks differ by shape: each draws another path. Forced colours and reduced motion leave a board that can be read."""
    # Firefox takes the colours from its settings.
    browser = launch(world.playwright, world.options, **{"browser.display.document_color_use": 2}) if world.options.browser == "firefox" else world.browser
    seat = Seat(browser, world.address, world.options.by)
    world.seats.append(seat)
    page = seat.page
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    seat.begin("insurrection", "q3k3/8/8/8/8/8/4q3/4K3 w - - 0 1 Kk")
    seat.press("e1")
    page.wait_for_selector(".mark.coup", state="attached")
    squares = page.evaluate("['light', 'dark'].map((shade) => getComputedStyle(document.querySelector(`.square.${shade} rect`)).fill)")
    expect(squares[0] != squares[1], "squares are all alike in forced colours")
    pieces = page.evaluate("['white', 'black'].map((side) => getComputedStyle(document.querySelector(`.pieces .piece.${side}`)).fill)")
    expect(pieces[0] != pieces[1], "pieces are all alike in forced colours")
    moving = page.evaluate("document.getAnimations().filter((each) => each.playState === 'running' && each.effect.getTiming().duration > 50).length")
    expect(moving == 0, f"{moving} animations though motion is to be reduced")
    page.emulate_media(forced_colors="none")
    shapes = page.evaluate(SHAPES)
    expect(len(set(shapes)) == len(shapes), "two marks have the same shape")
    return f"{len(shapes)} marks of different shape; forced colours and reduced motion are kept"


SHAPES = r"""async () => {
  const { squareMark } = await import('./js/marks.js');
  const kinds = ['selected', 'capture', 'step', 'moveOnly', 'harmless', 'check', 'line', 'guard', 'camp', 'payer', 'paid', 'target', 'shown', 'gamble', 'becomes', 'coup'];
  return kinds.map((kind) => squareMark({ kind, square: 'a1' }, 0, 0).innerHTML);
}"""


def session_design(world):
    """Six different cards, one order and one name of each game everywhere, no straight apostrophe, no field in the system's style."""
    seat, page = world.open()
    texts = lambda selector: [text.strip() for text in page.locator(selector).all_text_contents()]
    names = texts("#home .card h2, #home .card h3")
    pictures = page.evaluate("[...document.querySelectorAll('#cards .card-picture')].map((each) => each.innerHTML)")
    expect(len(pictures) == len(set(pictures)) == 6, "two cards have the same picture")
    for variant, part, count in (("insurrection", ".mark.coup", 1), ("subversion", ".mark.paid", 2), ("apocalypse", ".arrow", 2)):
        shown = page.locator(f"[data-variant={variant}] .card-picture {part}").count()
        expect(shown == count, f"{shown} of {count} {part} in the picture of {variant}")
    found = {}
    for address, title, selector in (("learn", "Learn", ".card h2"), ("friend", "Play a friend", "[name=game] option"), ("setup", "Set up", "[name=game] option"), ("games", "Games", "[name=variant] option:not([value=''])")):
        page.evaluate(f"location.hash = '#/{address}'")
        seat.until(lambda: page.title().startswith(title), title)
        page.wait_for_selector(selector, state="attached")
        found[address] = texts(selector)
    page.evaluate("location.hash = '#/'")
    page.click("[data-variant=chess] >> text=Options")
    found["new game"] = texts("dialog [name=game] option")
    page.keyboard.press("Escape")
    seat.begin("chess")
    page.wait_for_selector(".talk-box .game-title + .talk .status")
    expect(page.locator(".side > .seat > .player").count() == 2, "the players are not in one column with title and status")
    for where, other in found.items():
        expect(other == names, f"{where} lists {other}, the first page {names}")
    faults = []

    def look(name):
        faults.extend(f"{name}: {each}" for each in page.evaluate(PLAIN))

    tour(seat, look)
    expect(not faults, "; ".join(dict.fromkeys(faults)))
    return f"{len(names)} games in one order, six pictures, apostrophes and fields"


# Straight apostrophes, and lists and dates in the system's style.
PLAIN = r"""() => [
  ...(document.querySelector('dialog[open]') ?? document.body).innerText.matchAll(/.{0,20}[a-z]'[a-z]*.{0,9}/g),
  ...[...document.querySelectorAll('select')].filter((each) => getComputedStyle(each).appearance !== 'none').map((each) => each.name),
  ...[...document.querySelectorAll('input[type=date]')].filter((each) => getComputedStyle(each).borderRadius === '0px').map((each) => each.name),
].map(String)"""


def session_words(world):
    """Sentences that players read: ends of games, coups, errors of PGN, the weakest level."""
    seat, page = world.open()
    seat.begin("apocalypse", "n3n/5/1p3/P4/N3N w - - 0 1 00")
    seat.do("a2 b3 e5 d3")
    page.wait_for_selector(".status:has-text('White wins: Black has no footmen left.')")
    seat.begin("insurrection", "q3k3/8/8/8/8/8/4q3/4K3 w - - 0 1 Kk")
    seat.play("e1 e2")
    page.wait_for_selector(".event.coup:has-text('Coup! Black’s monarchy falls; a matriarchy takes power')")
    for text, selector in (("1. e4 e5 2. Ke3 *", "dialog .fault li:has-text('move 2: Ke3 is not legal here')"), ("1. e4 e5 1-0", None)):
        seat.read_pgn(f'[Result "{text.split()[-1]}"]\n\n{text}')
        if selector:
            page.wait_for_selector(selector)
            page.click("dialog >> text=Close")
        else:
            page.wait_for_selector("dialog", state="detached")
    seat.open_board()
    page.wait_for_selector(".status:has-text('1-0 (reason not recorded)')")
    page.evaluate("location.hash = '#/'")
    page.click("[data-variant=chess] >> text=Options")
    expect(page.locator("dialog [name=blackLevel] option").first.text_content() == "1: newcomer", "the weakest level has another name")
    return "ends, coups, errors, levels"


WINDOWS = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
# Games with a position, the presses that are shown, and a tab: what is special in each game.
SCENES = {
    "chess": ("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", "f3", "Moves"),
    "empire": ("", "d1", "Analyse"),
    "insurrection": ("rnb1k1nr/ppp2ppp/8/3pp3/4P3/5N2/PPPPqPPP/RNBQK2R w KQkq - 0 6 Kk", "e1", "Moves"),
    "anarchism": ("4k2r/3n1ppp/8/2p5/3P4/8/5NPP/4K2R w Kk - 0 12 Kk", "d4", "Rules"),
    "subversion": ("k7/8/8/4r3/3N4/2B5/P7/4K3 w - - 0 1", "e5 d4", "Moves"),
    "apocalypse": ("", "a2 a3", "Turn"),
}


def session_pictures(world):
    """Pictures of every page in both themes and three sizes, and a sheet of each theme and size, for docs/pictures; only if named."""
    folder, count = Path(world.options.pictures), 0
    folder.mkdir(parents=True, exist_ok=True)
    for scheme in ("light", "dark"):
        for size, (width, height) in WINDOWS.items():
            seat, taken = world.seat(viewport={"width": width, "height": height}, color_scheme=scheme), []
            page = seat.page

            def picture(name):
                page.wait_for_timeout(400)
                taken.append(folder / f"board-{name}{'-dark' if scheme == 'dark' else ''}-{size}.png")
                page.screenshot(path=taken[-1])

            for name, address in (("home", ""), ("learn", "learn"), ("setup", "setup/empire"), ("friend", "friend"), ("own", "own")):
                page.evaluate(f"location.hash = '#/{address}'")
                picture(name)
            page.evaluate("location.hash = '#/'")
            page.click("[data-variant=insurrection] >> text=Options")
            picture("options")
            page.keyboard.press("Escape")
            page.click("role=button[name=Settings]")
            picture("settings")
            page.keyboard.press("Escape")
            for variant, (fen, presses, tab) in SCENES.items():
                seat.begin(variant, fen, black="engine" if variant == "apocalypse" else "human")
                page.click(f"role=tab[name={tab}]")
                if tab == "Analyse":
                    page.click(".analysis .primary")
                    page.wait_for_selector(".line-value")
                if variant == "apocalypse":
                    seat.until(lambda: seat.state["sealed"], "a seal", 20)
                    seat.settle()
                for square in presses.split():
                    seat.press(square)
                    page.wait_for_timeout(150)
                picture(variant)
            for name, address in (("lesson", "learn/insurrection/1"), ("puzzle", "learn/subversion/puzzle/1")):
                page.evaluate(f"location.hash = '#/{address}'")
                page.wait_for_selector(".board .piece")
                picture(name)
            seat.begin_mated()
            page.click("role=tab[name=Review]")
            page.click("text=Review the game")
            page.wait_for_selector(".accuracy >> nth=1", timeout=60_000)
            picture("review")
            page.evaluate("location.hash = '#/games'")
            page.wait_for_selector(".game-row")
            picture("games")
            if not world.options.site:
                hosted_pictures(world, page, picture)
            sheet(page, taken, folder / f"board-{size}-{scheme}.jpg", *((6, 225) if size == "phone" else (4, 480)))
            seat.close()
            count += len(taken)
    return f"{count} pictures and 6 sheets in {folder}"


def hosted_pictures(world, page, picture):
    """The hall of a host with a game, and the table."""
    with tempfile.TemporaryDirectory() as folder:
        program = Program(world.options.board, folder, "--host=127.0.0.1")
        page.goto(program.hall)
        page.select_option("[name=game]", "empire")
        page.click("text=Open a table")
        page.wait_for_selector(".board .piece")
        picture("table")
        page.evaluate("location.hash = '#/'")
        page.wait_for_selector(".table-row")
        picture("hall")
        program.stop()


def sheet(page, pictures, file, columns, width):
    """Puts pictures on one sheet."""
    figures = "".join(f"<figure><img src='data:image/png;base64,{base64.b64encode(picture.read_bytes()).decode()}'>"
                      f"<figcaption>{picture.stem.split('-')[1]}</figcaption></figure>" for picture in pictures)
    page.goto("about:blank")
    page.set_viewport_size({"width": columns * (width + 16) + 16, "height": 400})
    page.set_content(f"<style>body {{ margin: 16px; display: grid; grid-template-columns: repeat({columns}, {width}px); gap: 16px; background: #888; font: 16px sans-serif }}"
                     f"figure {{ margin: 0 }} img {{ width: 100%; display: block }}</style>{figures}")
    page.screenshot(path=file, type="jpeg", quality=70, full_page=True)
