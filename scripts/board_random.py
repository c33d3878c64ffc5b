"""Random games through the page, for `board_sessions.py`.

A game is played by one script within the page, so that nothing waits for messages between browser and Python: it hears what
the session answers, draws a choice, and dispatches the pointer events that a hand would cause. The page sees no difference
but the speed. Its own code chooses, pays, picks and plays.
"""

import json
import random
import subprocess

from board_seat import GAMES, expect


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
            expected = engine.fen(variant, moves)
            where = f"{variant}, {' '.join(moves)}"
            expect(fen == expected, f"{where}: the page says {fen}, the engine {expected}")
            count, plies = count + 1, plies + len(moves)
        seat.close()
        print(f"   {variant}: {count} games, {plies} moves so far", flush=True)
    engine.quit()
    return f"{count} random games with {plies} moves end as the engine says"


def play_random_game(seat, seed, plies):
    """The last position and the moves of a game that the page plays against itself."""
    done = json.loads(seat.page.evaluate(PLAY, [seed, plies]))
    expect("fault" not in done, f"{done.get('fault')} after {' '.join(done['moves'])}")
    return done["fen"], done["moves"]


class Engine:
    """The program `upheaval`, asked where moves lead."""

    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def fen(self, variant, moves):
        self.say(f"setoption name UCI_Variant value {variant}")
        self.say(f"position startpos moves {' '.join(moves)}")
        self.say("d")
        for line in self.process.stdout:
            if line.lower().startswith("fen"):
                return line.split(":", 1)[1].strip()
        return "nothing"

    def best(self, variant, fen, moves):
        """The move that the engine would play, after a second."""
        self.say(f"setoption name UCI_Variant value {variant}")
        self.say(f"position fen {fen} moves {' '.join(moves)}" if moves else f"position fen {fen}")
        self.say("go movetime 1000")
        for line in self.process.stdout:
            if line.startswith("bestmove"):
                return line.split()[1]
        return "nothing"

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def quit(self):
        self.say("quit")
        self.process.wait()


# Overhears the session within the page.
LISTEN = r"""
(() => {
  const heard = window.heard = { state: null, choices: [], payments: 0, payment: null };
  const hear = (text) => {
    const message = JSON.parse(text);
    if (message.type === 'welcome') heard.state = message.state;
    else if (message.type === 'state') { heard.state = message; heard.choices = []; }
    else if (message.type === 'choices') heard.choices.push(message);
    else if (message.type === 'payment') { heard.payment = message; heard.payments += 1; }
    else if (message.type === 'error') heard.error = message.message;
  };
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...parts) {
      super(...parts);
      this.addEventListener('message', ({ data }) => hear(data));
    }
  };
  // The static site has a worker instead.
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...parts) {
      super(...parts);
      this.addEventListener('message', ({ data }) => { if (data.text !== undefined) hear(data.text); });
    }
  };
})();
"""

# Plays one game: at most so many plies, chosen by a generator with this seed (mulberry32).
PLAY = r"""async ([seed, plies]) => {
  const heard = window.heard;
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
  const pointer = (target, type, x, y) => target.dispatchEvent(new PointerEvent(type,
    { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, button: 0, clientX: x, clientY: y, pointerType: 'mouse' }));
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
      const { payment, payments } = heard;
      const button = document.querySelector('.purse .primary');
      if (payment.move && (payment.open.length === 0 || random() < 0.7)) return button.click();
      const takesBack = payment.paid.length > 0 && random() < 0.1;
      press(square(takesBack ? draw(payment.paid) : draw(payment.open)));
      await until(() => heard.payments > payments, 'the next price');
      await soon();
    }
  };
  const choose = async () => {
    const { origins } = draw(heard.choices);
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
  const said = () => heard.state.history.flatMap((entry) => entry.moves.map((made) => made.move));
  try {
    while (!heard.state.result && heard.state.history.length < plies) {
      const wanted = Object.values(heard.state.mayMove).filter(Boolean).length;
      await until(() => heard.choices.length >= wanted, 'choices');
      await soon();
      const { version } = heard.state;
      heard.error = null;
      await choose();
      await until(() => heard.state.version !== version || heard.error, 'the move');
      if (heard.error) throw new Error(heard.error);
    }
    return JSON.stringify({ fen: heard.state.position.fen, moves: said() });
  } catch (error) {
    return JSON.stringify({ fault: String(error), moves: said() });
  }
}"""
