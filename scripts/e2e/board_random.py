"""Session for board.py: random games through the page, compared with the engine.

A script within the page reads the session's messages, chooses at random, and dispatches the pointer events of a hand."""

import json
import random

from browser import expect
from engine import GAMES, Engine, after


def session_random(world):
    """Random games through the page; the engine agrees about where they end."""
    rng = random.Random(world.options.seed)
    count, plies, engine = 0, 0, Engine(world.options.engine)
    for variant in GAMES:
        if world.options.variant not in ("", variant):
            continue
        seat = world.seat(listen=LISTEN)
        for _ in range(world.options.games):
            seat.begin(variant)
            fen, moves = play_random_game(seat, rng.randrange(2 ** 32), world.options.plies)
            engine.send(f"setoption name UCI_Variant value {variant}")
            expected = engine.fen(after(moves))
            where = f"{variant}, {' '.join(moves)}"
            expect(fen == expected, f"{where}: the page has {fen}, the engine {expected}")
            count, plies = count + 1, plies + len(moves)
        seat.close()
        print(f"   {variant}: {count} games, {plies} moves so far", flush=True)
    engine.quit()
    return f"{count} random games with {plies} moves end in the same position as the engine's"


def play_random_game(seat, seed, plies):
    """The last position and the moves of a game that the page plays against itself."""
    # A page of Firefox captures only pointers that have been over it, and keys bring none.
    seat.page.mouse.move(1, 1)
    done = json.loads(seat.page.evaluate(PLAY, [seed, plies]))
    expect("fault" not in done, f"{done.get('fault')} after {' '.join(done['moves'])}")
    return done["fen"], done["moves"]


# Records the session's messages within the page.
LISTEN = r"""
(() => {
  const session = window.session = { state: null, choices: [], payments: 0, payment: null };
  const receive = (text) => {
    const message = JSON.parse(text);
    if (message.type === 'welcome') session.state = message.state;
    else if (message.type === 'state') { session.state = message; session.choices = []; }
    else if (message.type === 'choices') session.choices.push(message);
    else if (message.type === 'payment') { session.payment = message; session.payments += 1; }
    else if (message.type === 'error') session.error = message.message;
  };
  addEventListener('relayed', ({ detail }) => receive(detail));
})();
"""

# Plays one game: at most so many plies, chosen by a generator with this seed (mulberry32).
PLAY = r"""async ([seed, plies]) => {
  const session = window.session;
  let random = () => {
    seed = (seed + 0x6D2B79F5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const draw = (list) => list[Math.floor(random() * list.length)];
  const channel = new MessageChannel();
  const soon = () => new Promise((done) => { channel.port1.onmessage = done; channel.port2.postMessage(0); });
  const until = async (condition, words) => {
    const end = performance.now() + 10000;
    while (!condition()) {
      if (performance.now() > end) throw new Error(`waited in vain for ${words}`);
      await soon();
    }
  };
  // The mouse.
  const pointerId = navigator.userAgent.includes('Firefox') ? 0 : 1;
  const pointer = (target, type, x, y) => target.dispatchEvent(new PointerEvent(type,
    { bubbles: true, cancelable: true, pointerId, isPrimary: true, button: 0, clientX: x, clientY: y, pointerType: 'mouse' }));
  const press = (target) => {
    const box = target.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    for (const type of ['pointermove', 'pointerdown', 'pointerup']) pointer(target, type, x, y);
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX: x, clientY: y }));
  };
  const square = (name) => document.querySelector(`.board [data-square="${name}"]`);
  const pay = async () => {
    await until(() => !document.querySelector('.purse').hidden, 'the purse');
    for (;;) {
      const { payment, payments } = session;
      const button = document.querySelector('.purse .primary');
      if (payment.move && (payment.open.length === 0 || random() < 0.7)) return button.click();
      const takesBack = payment.paid.length > 0 && random() < 0.1;
      press(square(takesBack ? draw(payment.paid) : draw(payment.open)));
      await until(() => session.payments > payments, 'the next price');
      await soon();
    }
  };
  const choose = async () => {
    const { origins } = draw(session.choices);
    const origin = draw(origins.filter((each) => each.targets.length > 0 || each.payments));
    press(square(origin.square));
    if (origin.act === 'turn') return pay();
    const step = draw(origin.targets);
    press(square(step.square));
    if (step.ask === 'promotion') {
      await until(() => document.querySelector('.picker'), 'the picker');
      press(draw([...document.querySelectorAll('.picker button')]));
    } else if (step.ask) press(square(draw(step.next).square));
  };
  const played = () => session.state.history.flatMap((entry) => entry.moves.map((made) => made.move));
  try {
    while (!session.state.result && session.state.history.length < plies) {
      const wanted = Object.values(session.state.mayMove).filter(Boolean).length;
      await until(() => session.choices.length >= wanted, 'choices');
      await soon();
      const { version } = session.state;
      session.error = null;
      await choose();
      await until(() => session.state.version !== version || session.error, 'the move');
      if (session.error) throw new Error(session.error);
    }
    return JSON.stringify({ fen: session.state.position.fen, moves: played() });
  } catch (error) {
    return JSON.stringify({ fault: String(error), moves: played() });
  }
}"""
