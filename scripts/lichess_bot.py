#!/usr/bin/env python3
"""A game of lichess-bot with the engine, in each protocol, against a server of its own that plays White at random; nothing
is sent anywhere. The server's part is the one that lichess-bot tests itself with. Exits with 1 if the engine does not mate
or if anything is logged as a warning or an error.

    git clone https://github.com/lichess-bot-devs/lichess-bot && pip install -r lichess-bot/requirements.txt
    scripts/lichess_bot.py lichess-bot target/release/upheaval
"""

import logging
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import threading
import time

import chess
import yaml

PATIENCE = 180


def settings(engine, protocol):
    """lichess-bot's own defaults, with nothing left out but the tables that the engine does not read."""
    with open("config.yml.default", encoding="utf-8") as file:
        config = yaml.safe_load(file)
    config["token"] = ""
    config["pgn_directory"] = ""
    config["engine"].update(dir=os.path.dirname(engine), name=os.path.basename(engine), protocol=protocol)
    config["engine"]["uci_options"].pop("SyzygyPath", None)
    return config


def referee(moves, boards, clocks, results):
    """White's random moves, and the clocks of both sides."""
    from lib.timer import Timer, seconds
    chance, board = random.Random(1), chess.Board()
    left, increment = [seconds(10), seconds(10)], seconds(0.1)
    while not board.is_game_over():
        if board.turn == chess.WHITE:
            board.push(chance.choice(list(board.legal_moves)))
            boards.put(board)
            clocks.put((*left, increment))
            continue
        timer = Timer()
        while (move := moves.get()) is None:
            boards.put(board)
            clocks.put((*left, increment))
            moves.task_done()
        moves.task_done()
        left[1] += increment - timer.time_since_reset()
        if move not in board.legal_moves:
            results.put(f"{move} is no move in {board.fen()}")
            break
        board.push(move)
    else:
        results.put(f"{board.result()} after {board.fullmove_number} moves")
    boards.put(board)
    clocks.put((*left, increment))


def game(engine, protocol, log):
    import test_bot.lichess
    from lib import config, lichess_bot
    raw = settings(engine, protocol)
    config.insert_default_values(raw)
    manager = multiprocessing.Manager()
    moves, boards, clocks, results = (manager.Queue() for _ in range(4))
    server = test_bot.lichess.Lichess(moves, boards, clocks)
    lichess_bot.disable_restart()
    threading.Thread(target=referee, args=[moves, boards, clocks, results], daemon=True).start()
    lichess_bot.start(server, server.get_profile(), config.Configuration(raw), logging.WARNING, log, True, one_game=True)
    return results.get()


def main(folder, engine):
    engine = os.path.abspath(engine)
    os.chdir(folder)
    sys.path.insert(0, os.getcwd())
    is_good = True
    # lichess-bot begins a game again and again when the engine fails.
    signal.alarm(PATIENCE)
    for protocol in ("uci", "xboard"):
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as place:
            log = os.path.join(place, "log")
            result = game(engine, protocol, log)
            # Without a complaint there is no file.
            complaints = open(log, encoding="utf-8").read().splitlines() if os.path.exists(log) else []
        print(f"{protocol}: {result}, {time.monotonic() - begin:.0f} s")
        for line in complaints:
            print(f"  {line}")
        is_good &= result.startswith("0-1") and not complaints
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
