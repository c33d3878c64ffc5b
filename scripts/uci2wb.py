#!/usr/bin/env python3
"""Two games of chess in a real XBoard through the adapter UCI2WB, with both colours. Exits with 1 if a game is forfeited or
not played, or if the engine finds a line of the adapter wrong.

    apt-get install xboard xvfb uci2wb
    scripts/uci2wb.py target/release/upheaval
"""

import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from xboard_common import Display, XBoard
from xboard_match import ends

PATIENCE = 200
# The adapter claims nothing: XBoard, which knows chess, ends the games.
REGULAR = re.compile(r"Xboard adjudication: (Checkmate|Stalemate|repetition draw|50-move rule|insufficient material|"
                     r"Trivial draw|Draw by repetition).*", re.I)


def main(engine):
    player = f"/usr/games/uci2wb debug {os.path.abspath(engine)}"
    with Display() as display:
        board = XBoard(display)
        board.start(player, ["-matchGames", "2", "-timeControl", "0:03", "-timeIncrement", "0.05", "-matchPause", "100"], player)
        begin = time.monotonic()
        while board.process.poll() is None and time.monotonic() - begin < PATIENCE:
            time.sleep(0.5)
        board.close()
        results = ends(board.games)
        wrong = re.compile(r"Illegal move|info string error|Unknown command|No such option|[Ff]orfeit")
        faults = [line for line in board.traffic().splitlines() if wrong.search(line)]
        faults += [f"{result} {{{comment}}}" for result, comment in results if not REGULAR.fullmatch(comment)]
        board.forget()
    print(results)
    print("\n".join(faults))
    sys.exit(0 if len(results) == 2 and not faults else 1)


if __name__ == "__main__":
    main(sys.argv[1])
