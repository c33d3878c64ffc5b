"""Sessions for board.py: lessons, puzzles, and the list of games."""

import json
import re

from browser import expect
from engine import GAMES, ROOT, Engine, after

SQUARE = re.compile("[a-h][1-8]")
# The games with a book of problems.
WITH_PUZZLES = {"chess", "empire", "insurrection", "anarchism", "subversion", "apocalypse"}


def session_lessons(world):
    """Every task of every game is solved through the page, once after a wrong try, and is remembered."""
    seat, count = world.seat(), 0
    for variant in GAMES:
        file = ROOT / "gamedata/games" / variant / "lessons.json"
        tasks = json.loads(file.read_text()) if file.exists() else []
        for i, task in enumerate(tasks):
            where = f"{variant}/{i + 1} ({task['title']})"
            open_task(seat, f"#/learn/{variant}/{i}", where)
            seat.page.click("role=button[name='Hint']")
            if i == 0:
                wrong = next((move for move in moves_of(seat.choices[-1]) if move not in task["moves"]), None)
                if wrong:
                    choose(seat, wrong, where)
                    seat.page.wait_for_selector(".verdict.wrong:has-text('Legal, but not the solution. Try again.')")
                    task_is_ready(seat, where)
            choose(seat, task["moves"][-1], where)
            seat.page.wait_for_selector(".verdict.solved", timeout=8000)
            count += 1
        seat.page.wait_for_selector(".task-list", state="attached")
        kept = seat.page.evaluate("JSON.parse(localStorage.getItem('upheaval')).solved.length")
        expect(kept == count, f"{kept} tasks are remembered of {count}")
    return f"{count} tasks solved through the page"


def session_puzzles(world):
    """Some puzzles of every game that has them, solved with the engine's moves, and answered with the defender's."""
    seat, engine, count, solved = world.seat(), Engine(world.options.engine, Argmax="true", ApocalypseTables="none"), 0, set()
    for variant in GAMES:
        for number in range(3):
            seat.page.evaluate(f"location.hash = '#/learn/{variant}/puzzle/{number}'")
            seat.page.wait_for_selector(f"h1:has-text('puzzles'), .task:has-text('Puzzle {number + 1} of')")
            if seat.page.locator("text=This game has no puzzles yet").count():
                break
            where = f"{variant}, puzzle {number + 1}"
            task_is_ready(seat, where)
            fen, made = seat.puzzle["fen"], []
            for _ in range(seat.puzzle["moves"]):
                engine.send(f"setoption name UCI_Variant value {variant}")
                best = engine.best(after(made, f"fen {fen}"), "nodes 2000000")
                seat.verdict, seat.choices = None, []
                choose(seat, best, where)
                seat.until(lambda: seat.verdict, f"a verdict on {best} in {where}")
                expect(seat.verdict["verdict"] != "wrong", f"{where}: {best} is judged wrong")
                made.append(best)
                if seat.verdict["verdict"] == "solved":
                    break
                made.append(seat.verdict["reply"])
                task_is_ready(seat, where)
            seat.page.wait_for_selector(".verdict.solved", timeout=8000)
            count += 1
            solved.add(variant)
    engine.quit()
    expect(solved >= WITH_PUZZLES, f"no puzzles of {WITH_PUZZLES - solved}")
    return f"{count} puzzles solved"


def open_task(seat, address, where):
    seat.choices = []
    seat.page.evaluate(f"location.hash = '{address}'")
    task_is_ready(seat, where)


def task_is_ready(seat, where):
    seat.until(lambda: seat.choices, f"choices in {where}")
    seat.page.wait_for_timeout(60)


def moves_of(choices):
    return [step["move"] for origin in choices["origins"] for step in leaves(origin["targets"])]


def leaves(steps):
    for step in steps:
        yield from leaves(step["next"]) if step.get("next") else [step]


def choose(seat, move, where):
    """Presses the squares of a move in the last tree of choices."""
    choices = seat.last_choices
    for origin in choices["origins"]:
        for step in origin["targets"]:
            answer = next((each for each in leaves([step]) if each.get("move") == move), None)
            if answer:
                seat.choices = []
                seat.press(origin["square"])
                seat.press(step["square"])
                if step.get("ask") == "promotion":
                    seat.pick(seat.piece_type_name(answer["letter"], choices["side"], seat.variant))
                elif step.get("ask"):
                    seat.press(answer["square"])
                return
        if move in (origin.get("payments") or {}).get("moves", []):
            return pay_for(seat, origin["square"], move)
    expect(False, f"{where}: {move} cannot be chosen")


def pay_for(seat, target, move):
    seat.choices = []
    seat.press(target)
    seat.page.wait_for_selector(".purse:not([hidden])")
    for square in SQUARE.findall(move):
        if square != target and not seat.page.locator(f".coin[aria-label$='on {square}']").count():
            seat.press(square)
            seat.page.wait_for_selector(f".coin[aria-label$='on {square}']")
    seat.pay(target)


def session_library(world):
    """Games are found by game, result, player, date and a position of the opening; one is deleted, the one played is not."""
    seat, page = world.open()
    seat.read_pgn(GAMES_TO_FIND)
    page.wait_for_selector(".game-row")
    count = lambda: page.locator("main [role=status]").inner_text()
    wait = lambda words: page.wait_for_selector(f"main [role=status]:has-text('{words}')")
    wait("4 games")
    for fields, found in (({"variant": "empire"}, "1 game"), ({"result": "1-0"}, "2 games"), ({"player": "ada"}, "2 games"),
                          ({"since": "2026-02-01"}, "3 games"), ({"since": "2026-02-01", "until": "2026-02-28"}, "2 games"),
                          ({"player": "unknown"}, "No game"),
                          ({"variant": "chess", "position": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}, "2 games"),
                          ({"variant": "chess", "position": "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}, "1 game")):
        for name in ("variant", "result", "player", "since", "until", "position"):
            field, value = page.locator(f".search [name={name}]"), fields.get(name, "")
            field.select_option(value) if name in ("variant", "result") else field.fill(value)
        page.locator(".search [name=player]").press("Enter")
        try:
            wait(found)
        except Exception as error:
            expect(False, f"{fields}: '{count()}' and not {found} ({error})")
    page.locator(".search [name=variant]").select_option("")
    page.locator(".search [name=position]").fill("8/8/8/8/8/8/8/8 w - - 0 1")
    page.locator(".search [name=player]").press("Enter")
    page.wait_for_selector(".toast")
    page.locator(".search [name=position]").fill("")
    page.locator(".search [name=player]").press("Enter")
    wait("4 games")
    page.locator(".game-row >> text=Delete").first.click()
    wait("4 games")
    page.locator(".game-row >> text=Really?").first.click()
    wait("3 games")
    page.locator(".game-row >> text=Open").first.click()
    page.wait_for_selector(".board .cell")
    page.click("role=button[name='First position']")
    page.wait_for_selector(".status:has-text('Back to the game')")
    page.click("text=Find games")
    wait("1 game")
    page.evaluate("location.hash = '#/games'")
    page.wait_for_selector(".game-row")
    page.locator(".game-row >> text=Delete").first.click()
    page.locator(".game-row >> text=Really?").first.click()
    page.wait_for_selector(".toast:has-text('cannot be deleted')")
    text = seat.saved("text=Save these as PGN").decode()
    expect(text.count("[White ") == 3, f"{text.count('[White ')} games of 3 were saved")
    return "found by game, result, player, date and position; deleted at the second click; all saved"


GAMES_TO_FIND = "\n".join(
    f'[White "{white}"]\n[Black "{black}"]\n[Date "2026.{date}"]\n[Result "{result}"]\n[Variant "{variant}"]\n\n{moves} {result}\n'
    for white, black, date, result, variant, moves in (
        ("Ada", "Bob", "01.10", "1-0", "chess", "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#"),
        ("Cleo", "Ada", "02.03", "1/2-1/2", "chess", "1. e4 c5 2. Nf3"),
        ("Dan", "Eve", "02.20", "1-0", "empire", "1. Ke2 e5"),
        ("Eve", "Dan", "03.01", "*", "chess", "1. e4 e5 2. Nf3")))
