"""Sessions for board.py: the server is killed, or another page joins, during a game."""

import signal

from browser import expect, two_seats


def session_kill(world):
    """Kills the server during a game: after a restart the page reconnects by itself, reports it, and no move is lost."""
    seat = world.seat()
    seat.begin("insurrection", "rnbqk1nr/ppp2ppp/8/3pp3/4P3/5N2/PPPPqPPP/RNBQK2R w KQkq - 0 6 Kk")
    played = 0
    for moves, is_at_rest in ((("e1 e2", "d5 e4", "f3 e5"), True), (("a7 a6", "b1 c3"), False), (("h7 h6", "a2 a3"), True)):
        for presses in moves:
            played += 1
            seat.do(presses)
            if is_at_rest or presses != moves[-1]:
                seat.until(lambda: len(seat.state["history"]) == played, presses)
                seat.settle()
        # The last move may still be in transit; the moves that the page had received have to be there.
        received = kill(world, seat)
        comes_back(world, seat)
        count = len(seat.state["history"])
        expect(received <= count <= played, f"{count} plies are left of {played}, {received} were received")
        expect(seat.page.locator(".history button.move").count() == count, "the page shows another number of moves")
        if count < played:
            seat.do(moves[-1])
            seat.until(lambda: len(seat.state["history"]) == played, "the lost move")
            seat.settle()
    expect(seat.page.locator(".history .event.coup").count() == 1, "the coup is not listed any more")
    seat.moves_are_wide()
    return "killed three times, the page came back by itself each time and lost no move; " + sealed_choice(world, seat)


def sealed_choice(world, seat):
    """A choice that is sealed stays the same choice."""
    seal = seat.begin_sealed()
    kill(world, seat)
    comes_back(world, seat)
    expect(seat.state["sealed"][0]["hash"] == seal, "another choice is sealed after the restart")
    seat.settle()
    seat.do("a2 a3")
    seat.page.wait_for_selector(".seal-check:has-text('verified')")
    return "a seal outlives it"


def kill(world, seat):
    """Kills the server; returns the number of plies that the page had received."""
    world.program.stop(signal.SIGKILL)
    seat.page.wait_for_selector("#banner:has-text('lost')")
    return len(seat.state["history"])


def comes_back(world, seat):
    address = world.program.address
    seat.state = None
    world.restart()
    expect(world.program.address == address, f"the address was {address} and is {world.program.address}")
    seat.page.wait_for_selector(".toast:has-text('Connected again')", timeout=10_000)
    seat.page.wait_for_selector("#banner", state="hidden")
    seat.until(lambda: seat.state, "the state after the restart")
    seat.page.wait_for_timeout(100)


def session_watch(world):
    """Two pages: one plays, the other watches; they change; nothing of the one that watches reaches the game."""
    first, second = two_seats(world)
    second.open_board()
    second.do("e7 e5")
    second.page.wait_for_selector(".bubble:has-text('watches')")
    expect(len(second.state["history"]) == 1, "the page that watches has played")
    second.page.click("#banner button")
    first.page.wait_for_selector("#banner:has-text('watches')")
    second.do("e7 e5")
    first.until(lambda: len(first.state["history"]) == 2, "the move of the second page")
    second.close()
    first.page.wait_for_selector("#banner", state="hidden")
    first.play("g1 f3")
    return "one plays, the other watches, they change, and one that is left alone plays again"


def session_ahead(world):
    """Code that cannot be loaded ahead, because the page is left or the server is away, is no error; its view offers to load it again."""
    seat, page = world.open()
    view, tried = "**/js/views/own.js", []

    def refuse(route):
        tried.append(route.request.url)
        route.abort()

    seat.context.route(view, refuse)
    page.reload()
    seat.until(lambda: tried, "the code of the view")
    page.wait_for_timeout(300)
    page.evaluate("location.hash = '#/own'")
    page.wait_for_selector("text=This page could not be loaded.")
    seat.context.unroute(view)
    page.click("text=Load again")
    seat.until(lambda: page.title().startswith("Your own game"), "the view")
    return "a failure is no error, and the view is shown after it"
