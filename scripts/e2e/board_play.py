"""Sessions for board.py: clocks, offers, players, positions, purchases, odds, comments, opening books."""

from browser import expect


def session_clock(world):
    """Clocks with increment: they run from the first move, earn what was agreed on, stand still in a pause, and fall."""
    seat = world.seat()
    seat.begin("chess", clock=(0.1, 5))
    left = lambda side: seat.state["clocks"][side]["left"]
    expect(left("white") == 6000 and not seat.state["clocks"]["white"]["running"], "a clock runs before the first move")
    seat.play("e2 e4")
    expect(seat.state["clocks"]["black"]["running"], "Black's clock does not run")
    seat.play("e7 e5")
    expect(6000 < left("black") <= 11000, f"Black has {left('black')} ms after the move")
    seat.page.wait_for_selector(".player.white .clock.running")
    seat.tool("Pause")
    seat.page.wait_for_selector(".status:has-text('paused')")
    shown = seat.page.locator(".player.white .clock").inner_text()
    seat.page.wait_for_timeout(700)
    expect(seat.page.locator(".player.white .clock").inner_text() == shown, "the clock runs in a pause")
    seat.tool("Resume")
    seat.page.wait_for_selector(".player.white .clock.pressing")
    seat.until(lambda: seat.state["result"], "the flag's fall", 20)
    seat.page.wait_for_selector(".status:has-text('Black wins on time')")
    seat.page.wait_for_timeout(150)
    expect(seat.page.locator(".player.white .clock").inner_text() == "0:00.0", "the fallen flag shows time")
    return "increment, pause and the fall of a flag"


def session_ends(world):
    """Draws are offered, declined and agreed to; resigning takes two clicks; the engine answers an offer."""
    seat = world.seat()
    seat.begin("chess")
    seat.tool("Offer draw")
    seat.page.wait_for_selector(".offer:has-text('White offers a draw')")
    seat.page.click(".offer >> text=Decline")
    seat.page.wait_for_selector(".offer", state="hidden")
    seat.play("e2 e4")
    seat.tool("Offer draw")
    seat.page.click(".offer >> text=Accept")
    seat.page.wait_for_selector(".status:has-text('Draw by agreement')")
    seat.tool("Take back")
    seat.until(lambda: not seat.state["result"], "the game to resume")
    seat.settle()
    seat.page.locator(".actions >> text=Resign").click()
    expect(not seat.state["result"], "one click has resigned")
    seat.page.click(".actions .danger")
    seat.page.wait_for_selector(".status.over:has-text('Black wins by resignation')")
    seat.begin("chess", black="engine")
    seat.tool("Offer draw")
    seat.page.wait_for_selector(".toast:has-text('The engine declines')")
    return "a draw declined and one agreed to, resigned with the second click, the engine has declined"


def session_engines(world):
    """Two engines play; they can be held up, hurried and watched."""
    seat = world.seat()
    for variant in ("insurrection", "apocalypse"):
        seat.begin(variant, white="engine", black="engine", level=1)
        seat.until(lambda: len(seat.state["history"]) >= 1, "a move of the engines", 60)
        seat.tool("Pause")
        seat.until(lambda: seat.state["paused"], "the pause")
        count = len(seat.state["history"])
        seat.page.wait_for_timeout(1500)
        expect(len(seat.state["history"]) == count, "the engines play on in a pause")
        seat.tool("Resume")
        seat.until(lambda: len(seat.state["history"]) > count or seat.state["result"], "the engines to resume", 30)
    seat.begin("chess", white="engine", black="human", level=10)
    expect(seat.page.locator(".board .cell").first.get_attribute("data-square") == "h1", "Black does not sit below")
    seat.tool("Move now")
    seat.until(lambda: len(seat.state["history"]) == 1, "the move that was asked for", 2)
    return "two engines play, stop and resume; one is hurried"


def session_people(world):
    """Two people at one board: a whole game; in Apocalypse the first choice is not shown before the second."""
    seat = world.seat()
    seat.begin_mated()
    seat.page.wait_for_selector(".status:has-text('Black wins by checkmate')")
    seat.begin("apocalypse")
    seat.press("a2")
    seat.press("a3")
    seat.settle_after_first()
    seat.page.wait_for_selector(".player.white .chip:has-text('has chosen')")
    expect(seat.page.locator("text=a2a3").count() == 0 and "P3P" in seat.state["position"]["fen"], "the choice is shown")
    seat.press("a5")
    seat.press("b3")
    seat.until_plies(1, "the turn")
    expect(seat.page.locator(".revealed").count() == 2, "the choices are not revealed")
    seat.tool("Take back")
    seat.until(lambda: not seat.state["history"], "the turn taken back")
    seat.tool("Flip")
    expect(seat.page.locator(".board .cell").first.get_attribute("data-square") == "e1", "the board is not flipped")
    return "a game to its mate, a secret choice, a turn taken back, the board flipped"


def session_setup(world):
    """A game from a FEN, a malformed FEN, and a position set up by hand."""
    seat, page = world.open()
    seat.begin("empire", "4k3/8/8/8/8/8/8/3D1K2 w - - 0 1")
    expect(seat.state["position"]["fen"].startswith("4k3/8/8/8/8/8/8/3D1K2 w"), "another position")
    page.evaluate("location.hash = '#/'")
    page.click("[data-variant=chess] >> text=Options")
    page.locator("dialog summary").click()
    page.fill("dialog [name=fen]", "8/8/8/8/8/8/8/8 w - - 0 1")
    page.click("dialog button[type=submit]")
    page.wait_for_selector("dialog .fault:has-text('king')")
    page.click("dialog >> text=Cancel")
    page.click("text=Set up a position by hand")
    page.select_option("[name=game]", "insurrection")
    page.click("text=Empty board")
    page.wait_for_selector(".panel .fault:has-text('royal')")
    expect(page.locator("text=Play from here").is_disabled(), "an empty board can be played from")
    for brush, square in (("white king", "e1"), ("black king", "e8"), ("black queen", "e2"), ("black queen", "a8")):
        page.locator(f".palette >> role=button[name='{brush}']").click()
        seat.press(square)
    page.wait_for_selector(".good:has-text('is valid')")
    page.locator(".palette >> role=button[name='Remove']").click()
    seat.press("a8")
    seat.until(lambda: page.input_value(".panel [name=fen]").startswith("4k3/8/8/8/8/8/4q3/4K3"), "the board set up")
    page.click("text=Play from here")
    page.select_option("dialog [name=black]", "human")
    page.click("dialog button[type=submit]")
    page.wait_for_selector(".side .actions")
    seat.until(lambda: seat.board() == "4k3/8/8/8/8/8/4q3/4K3", "the game that begins there")
    return "a FEN played from, a malformed one named, a board set up by hand and played from"


def session_bribes(world):
    """Several bribes one after the other; a payer is taken back before paying; leaving it pays nothing."""
    seat, page = world.open()
    seat.begin("subversion", "k7/8/8/4r3/3N4/2B5/P7/4K3 w - - 0 1")
    seat.press("e5")
    seat.press("d4")
    page.wait_for_selector(".coin[aria-label*='d4']")
    expect("Still needed" in page.locator(".purse-needs").inner_text(), "the price is paid with a knight")
    expect(page.locator(".purse .primary").is_disabled(), "half a price can be paid")
    page.click(".coin")
    page.wait_for_selector(".coin", state="detached")
    page.click(".purse >> text=Cancel")
    page.wait_for_selector(".purse", state="hidden")
    expect(not seat.state["history"], "what was left was paid")
    seat.press("e5")
    seat.press("e1")
    page.wait_for_selector(".bubble")
    for square in ("c3", "d4", "-c3", "c3"):
        seat.press(square.lstrip("-"))
        gone = square.startswith("-")
        page.wait_for_selector(f".coin[aria-label*='{square.lstrip('-')}']", state="detached" if gone else "attached")
    expect("complete" in page.locator(".purse-needs").inner_text(), "the price is not paid")
    seat.pay("e5")
    seat.until_plies(1, "the bribe")
    expect(seat.board() == "k7/8/8/4R3/8/8/P7/4K3", seat.board())
    expect("Bribes" in page.locator(".history .event.bribe").inner_text(), "the bribe is not listed")
    seat.play("a8 a7")
    seat.moves_are_wide()
    seat.begin("subversion", "4k3/8/8/2q5/1N6/8/P7/7K w - - 0 1")
    seat.do("c5 a2 $")
    seat.until_plies(1, "the first bribe")
    seat.tool("Take back")
    seat.until(lambda: not seat.state["history"], "the bribe taken back")
    seat.settle()
    seat.do("c5 a2 $")
    seat.until_plies(1, "the bribe once more")
    return "paid, taken back, left, refused with a reason, and taken back after paying"


def session_odds(world):
    """The engine's odds as bars after the turn, both sides' when asked for, strategies and value in the analysis."""
    seat, page = world.open()
    seat.begin_sealed(level=10)
    seat.settle()
    seat.do("a2 a3")
    seat.until_plies(1, "the turn")
    page.wait_for_selector(".odds .played")
    shares = [float(text.split()[0]) for text in page.locator(".odds .odds-share").all_inner_texts()]
    expect(98 <= sum(shares) <= 102, f"the odds add up to {sum(shares)} %")
    page.click("text=Show the odds of both sides")
    page.wait_for_selector(".strategies")
    expect(page.locator(".strategies .odds").count() == 2, "not both sides' odds")
    page.click("role=tab[name=Analyse]")
    page.click(".analysis .primary")
    page.wait_for_selector(".report .strategies", timeout=30_000)
    expect("for White" in page.locator(".report .strategies").inner_text(), "no value")
    return f"{len(shares)} bars, both sides' strategies and the value"


def session_looks(world):
    """Analysis with lines and arrows, hint, threat in words, walking back, and the bar."""
    seat, page = world.open()
    seat.begin("chess", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 5 4")
    page.click("role=tab[name=Analyse]")
    page.click("role=button[name='Show the threat']")
    page.wait_for_selector(".arrow.threat", timeout=15_000)
    page.wait_for_selector(".report:has-text('Qxf7#')", timeout=15_000)
    seat.tool("Hint")
    page.wait_for_selector(".report:has-text('Hint:')", timeout=15_000)
    page.select_option("[name=lines]", "3")
    page.click(".analysis .primary")
    page.wait_for_selector(".lines li:nth-child(3)", timeout=15_000)
    expect(page.locator(".arrow").count() == 3, "not three arrows")
    page.wait_for_selector(".evaluation:not(.off)")
    page.click(".analysis .primary")
    page.wait_for_selector(".evaluation.off", state="attached")
    seat.begin("insurrection", "q3k3/8/8/8/8/8/4q3/4K3 w - - 0 1 Kk")
    seat.press("e1")
    page.locator(".board [data-square=e2]").hover()
    page.wait_for_selector(".caption:has-text('coup!')")
    expect(page.locator(".mark.coup").count() >= 1 and page.locator(".ghosts .piece").count() >= 1, "the coup is not shown before")
    seat.press("e2")
    seat.until_plies(1, "the coup")
    page.click("role=tab[name=Moves]")
    expect("matriarchy" in page.locator(".history").inner_text(), "the government is not listed")
    page.click("role=button[name='First position']")
    page.wait_for_selector(".status:has-text('Back to the game')")
    page.wait_for_selector(".player.black .government:has-text('Monarchy')")
    page.click("text=Back to the game")
    page.wait_for_selector(".player.black .government:has-text('Matriarchy')")
    return "threat, hint, three lines, a coup seen before it was made, governments"


def session_comments(world):
    """A player comments on a move, on the game and on the last move; it outlives the page, goes into PGN and comes back."""
    seat, page = world.open()
    seat.begin("insurrection")
    write(page, "An even start")
    seat.play("e2 e4", "d7 d5", "e4 d5")
    write(page, "Now a pawn is a pawn {still}")
    page.click("role=button[name='First position']")
    page.click("role=button[name='Next move']")
    page.wait_for_selector(".status:has-text('Move 1 of 2')")
    write(page, "The centre first")
    texts = ["An even start", "The centre first", "Now a pawn is a pawn 'still'"]
    expect(page.locator(".history .comment").all_inner_texts() == texts, "not all comments are in the list")
    seat.moves_are_wide()
    page.click("role=button[name='Comment']")
    expect(page.input_value("[name=comment]") == texts[1], "another comment is to be changed")
    page.keyboard.press("Escape")
    page.wait_for_selector(".comment-form", state="hidden")
    page.reload()
    page.wait_for_selector(".board .cell")
    expect(page.locator(".history .comment").all_inner_texts() == texts, "comments were lost with the page")
    text = seat.saved("text=Save as PGN").decode()
    expect(all(f"{{{words}}}" in " ".join(text.split()) for words in texts), text)
    page.click("role=button[name='Comment']")
    page.fill("[name=comment]", "")
    page.keyboard.press("Enter")
    page.wait_for_selector(".history .comment:has-text('still')", state="detached")
    seat.read_pgn(text)
    page.wait_for_selector("dialog", state="detached")
    seat.open_board()
    page.wait_for_selector(".history .comment:has-text('still')")
    expect(page.locator(".history .comment").all_inner_texts() == texts, "the comments did not come back")
    return "on the game, a move and the last move; kept, changed, taken away, saved and read again"


def session_opening(world):
    """What was played: the moves of the first position, an arrow for one, those after it, and a position without any."""
    seat, page = world.open()
    seat.begin("insurrection")
    page.click("role=tab[name=Opening]")
    rows = page.locator(".book-moves li[tabindex]")
    page.wait_for_selector(".book-moves li[tabindex]")
    label = rows.first.get_attribute("aria-label")
    expect("games, White scored" in label, f"the label is '{label}'")
    games = [int(row.get_attribute("aria-label").split()[1]) for row in rows.all()]
    expect(games == sorted(games, reverse=True) and games[0] > 500, f"the commonest move is not the first of {games}")
    arrows = ".board .arrow"
    before = page.locator(arrows).count()
    rows.first.hover()
    expect(page.locator(arrows).count() == before + 1, "no arrow shows the move")
    page.locator("h1").first.hover()
    expect(page.locator(arrows).count() == before, "the arrow stays")
    rows.nth(1).focus()
    expect(page.locator(arrows).count() == before + 1, "no arrow shows the move that has the focus")
    seat.play("e2 e4")
    page.wait_for_selector(f".book-moves:not(:has([aria-label='{label}']))")
    replies = rows.count()
    seat.play("a7 a5", "a2 a4", "a8 a6", "h2 h4", "h7 h5", "h1 h3")
    page.wait_for_selector(".book:has-text('No book game')")
    page.click("role=tab[name=Moves]")
    page.click("role=button[name='First position']")
    page.click("role=tab[name=Opening]")
    page.wait_for_selector(f".book-moves [aria-label='{label}']")
    seat.begin("apocalypse")
    expect(page.locator("role=tab[name=Opening]").count() == 0, "Apocalypse has a book")
    return f"{len(games)} first moves, {replies} replies, arrows, positions without games"


def write(page, words):
    """Comments on the move that the board shows."""
    page.click("role=button[name='Comment']")
    page.fill("[name=comment]", words)
    page.click(".comment-form >> text=Save")
    page.wait_for_selector(".comment-form", state="hidden")


HOP = """[hop:chess]
knight = -
customPiece1 = g:gQ
startFen = rgbqkbgr/pppppppp/8/8/8/8/PPPPPPPP/RGBQKBGR w KQkq - 0 1
promotionPieceTypes = gqrb
"""


def session_own(world):
    """A newcomer writes a game on the page, corrects an error, reads its rules and checks, measures and plays it."""
    seat, page = world.open()
    page.click("text=Invent a game")
    page.fill("[name=definition]", "[hop:chess]\nknight = 7\n")
    page.click("text=Check and offer")
    page.wait_for_selector(".fault:has-text('Line 2')")
    page.fill("[name=definition]", HOP)
    page.click("text=Check and offer")
    part = page.locator(".own-game[data-variant=hop]")
    part.locator("text=Every piece and every rule can have an effect.").wait_for()
    expect(page.locator(".fault li").count() == 0, "the error is still shown")
    expect(part.locator(".miniboard text").count() == 4, "the pieces without a drawing are no letters")
    part.locator("text=Measure hop").click()
    part.locator("text=Cancel").click()
    part.locator("text=The measurement was interrupted.").wait_for()
    part.locator("[name=games]").select_option("100")
    part.locator("[name=other]").select_option("chess")
    part.locator("text=Measure hop").click()
    part.locator(".measured table").wait_for(timeout=400_000)
    for name, unit in (("White’s score", " % ± "), ("value of Q in pawns", " ± "), ("end by checkmate", " % ± ")):
        cells = part.locator(f".measured tr:has(th:text-is('{name}')) td").all_inner_texts()
        expect(unit in cells[0] and unit in cells[1], f"{name}: {cells}")
    page.click("text=Play hop")
    seat.until(lambda: seat.state and seat.state["position"]["variant"] == "hop", "the game")
    seat.play("e2 e4")
    seat.until_plies(2, "the engine's answer")
    page.reload()
    seat.until(lambda: seat.state and len(seat.state["history"]) >= 2, "the game after a reload", 30)
    return "a game was written, corrected, measured and played"
