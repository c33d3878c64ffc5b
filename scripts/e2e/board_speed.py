"""Session for board.py: first paint, page size, and the time until a move is shown while the engine analyses.

A move's time runs from the press, as the browser records it, to the end of the frame that shows the move."""

import os
import random

from browser import expect
from engine import GAMES

# Wanted: milliseconds to the first paint, bytes of the first page, milliseconds in which 95 of 100 moves are shown.
PAINT, WEIGHT, SHOWN = 300, 300 * 1024, 50


def session_speed(world):
    """First paint, weight of the first page, and how soon a move appears after the press, in every game."""
    seat = world.seat()
    if not seat.is_firefox:
        seat.touch = touch_by_gesture
    seat.page.reload()
    seat.page.wait_for_selector(".card-buttons")
    seat.page.wait_for_timeout(300)
    paint = seat.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    weight = seat.page.evaluate("[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
                                ".reduce((sum, each) => sum + each.encodedBodySize, 0)")
    games = [variant for variant in GAMES if world.options.variant in ("", variant)]
    times = {variant: times_of(seat, variant, world.options.moves) for variant in games}
    own = [changed for found in times.values() for changed, _ in found]
    times = {variant: [shown for _, shown in found] for variant, found in times.items()}
    every = sum(times.values(), [])
    slow = percentile(every, 95)
    by_game = ", ".join(f"{variant} {percentile(found, 95):.0f}" for variant, found in times.items())
    words = (f"painted after {paint:.0f} ms, {weight / 1024:.0f} KiB; of {len(every)} moves 95 % within {slow:.0f} ms ({by_game}), "
             f"half within {percentile(every, 50):.0f}, the page's part of it 95 % within {percentile(own, 95):.0f}; load {os.getloadavg()[0]:.1f}")
    expect(paint < PAINT and weight < WEIGHT and slow < SHOWN, words)
    return words


def times_of(seat, variant, moves):
    """Milliseconds of so many random moves, by two people at one board: until the page has changed, and until that is shown."""
    seat.page.evaluate("window.moveTimes = []")
    begin(seat, variant)
    turn = 0
    while seat.page.evaluate("window.moveTimes.length") < moves:
        if seat.state["result"]:
            begin(seat, variant)
        seat.settle()
        seat.page.wait_for_selector(".analysis .value, .analysis .strategies", timeout=30_000)
        play_random(seat, random.Random(f"{variant} {turn}"))
        seat.page.wait_for_timeout(50)
        turn += 1
    return seat.page.evaluate("window.moveTimes")


def touch_by_gesture(element):
    """Touches an element for 50 ms. Its events have the time of the touch; those of `Locator.tap` have a time before DevTools waits for a frame."""
    box = element.bounding_box()
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = element.page.context.new_cdp_session(element.page)
    session.send("Input.synthesizeTapGesture", {**place, "gestureSourceType": "touch"})
    session.detach()


def begin(seat, variant):
    """Begins a game with a running analysis and watches its board."""
    seat.begin(variant)
    seat.page.evaluate(WATCH_MOVES)
    seat.page.click("role=tab[name=Analyse]")
    seat.page.click(".analysis .primary")


def percentile(times, percent):
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def play_random(seat, rng):
    """A random choice, with all that it asks for."""
    choices = seat.choices[0]
    origin = rng.choice([each for each in choices["origins"] if each["targets"] or each.get("payments")])
    version = seat.state["version"]
    seat.press(origin["square"])
    if origin["targets"]:
        step = rng.choice(origin["targets"])
        seat.press(step["square"])
        if step.get("ask") == "promotion":
            answer = rng.choice(step["next"])
            seat.pick(seat.piece_type_name(answer["letter"], choices["side"]))
        elif step.get("ask"):
            seat.press(rng.choice(step["next"])["square"])
    else:
        seat.page.wait_for_selector(".purse:not([hidden])")
        for _ in range(10):
            if seat.page.locator(".purse .primary:not([disabled])").count():
                break
            payers = seat.page.locator(".board .cell[aria-label*='can be paid']").all()
            seat.press(rng.choice(payers).get_attribute("data-square"))
            seat.page.wait_for_timeout(60)
        seat.pay(origin["square"])
    seat.until(lambda: seat.state["version"] != version, "the random move")


# The press that counts is the last one before the pieces on the board change with no piece selected any more. The time is taken
# when the frame after that change has been made: a task posted in a frame runs after it, and one of this priority before all
# others that wait.
WATCH_MOVES = """() => {
  let pressed = null;
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, (event) => { pressed = event.timeStamp; }, true);
  const observer = new MutationObserver(() => {
    if (pressed === null || document.querySelector('.mark.selected, .mark.target')) return;
    const [began, changed] = [pressed, performance.now()];
    pressed = null;
    const shown = () => window.moveTimes.push([changed - began, performance.now() - began]);
    requestAnimationFrame(() => void scheduler.postTask(shown, { priority: 'user-blocking' }));
  });
  for (const layer of ['pieces', 'ghosts']) observer.observe(document.querySelector(`.board .${layer}`), { childList: true });
}"""
