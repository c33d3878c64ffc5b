#!/usr/bin/env python3
"""Sessions of python-chess with the engine in both protocols: games, analysis, pondering, weak levels. Exits with 1 on any warning.

    pip install chess && scripts/e2e/smoke.py target/release/upheaval
"""

import logging
import signal
import sys

import chess
import chess.engine
from chess.engine import INFO_ALL, Limit, SimpleEngine

LIMITS = [Limit(nodes=500), Limit(time=0.01), Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01), Limit(depth=3)]
# The start position, a middlegame, and a mate in one.
ANALYSED = [chess.STARTING_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "6k1/5ppp/8/8/8/8/5PPP/R2R2K1 w - - 0 1"]
# Positions in which the game is over.
OVER = ["rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]
DEPTH = 10
# A weak level searches fewer nodes; its depth varies with what the hash table contains.
MAX_WEAK_NODES = 8192
TIMEOUT_SECONDS = 300


class Empire(chess.Board):
    """Names the game for the library; the rules on this side stay orthodox, so only one move is requested."""

    uci_variant = "empire"


class Warnings(logging.Handler):
    """Collects the library's warnings."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def play_a_game(engine, limit):
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 60:
        result = engine.play(board, limit, info=INFO_ALL)
        assert result.move in board.legal_moves and result.info.get("score") is not None, (board.fen(), result)
        board.push(result.move)


def analyse_to(engine, depth):
    """Analyses the start position without limit, up to a depth."""
    with engine.analysis(chess.Board()) as analysis:
        next(info for info in analysis if info.get("depth", 0) >= depth)


def analyse_weakly(engine, option):
    """Tests that a weak engine analyses at full strength and plays weakly."""
    engine.configure({option: 3})
    for fen in ANALYSED:
        board = chess.Board(fen)
        with engine.analysis(board, Limit(depth=DEPTH)) as analysis:
            best = analysis.wait()
            depth, score = analysis.info.get("depth", 0), analysis.info["score"].relative
        assert best.move in board.legal_moves and (depth >= DEPTH or score.is_mate()), (fen, best, depth)
    analyse_to(engine, DEPTH + 1)
    weak = engine.play(chess.Board(), Limit(time=0.5), info=INFO_ALL).info["nodes"]
    assert weak <= MAX_WEAK_NODES, weak
    engine.configure({option: 20})


def ponder(engine, **more):
    """Plays with pondering: the expected reply, then another one."""
    board = chess.Board()
    for reply in (0, 1):
        board.push(engine.play(board, Limit(time=0.05), ponder=True, **more).move)
        board.push(list(board.legal_moves)[reply])
    engine.play(board, Limit(time=0.05))


def session(engine, weak_option):
    analyse_weakly(engine, weak_option)
    for limit in LIMITS:
        play_a_game(engine, limit)
    assert engine.analyse(chess.Board(), Limit(depth=8))["pv"]
    for move in ["a2a3", "h2h4"]:
        root = [chess.Move.from_uci(move)]
        with engine.analysis(chess.Board(), Limit(depth=4), root_moves=root) as analysis:
            assert analysis.wait().move == root[0]
    ponder(engine)
    analyse_to(engine, 8)
    engine.ping()


def uci_session(engine):
    engine.configure({"Threads": 2, "Hash": 32, "Move Overhead": 10, "UCI_ShowWDL": True})
    session(engine, "Skill Level")
    lines = engine.analyse(chess.Board(), Limit(depth=8), multipv=3)
    assert len(lines) == 3 and all(line["pv"] and "wdl" in line for line in lines), lines
    engine.play(chess.Board(), Limit(depth=2), root_moves=[])
    for fen in OVER:
        assert engine.play(chess.Board(fen), Limit(depth=3)).move is None
    assert engine.play(Empire(), Limit(depth=6)).move


def xboard_session(engine):
    engine.configure({"memory": 32, "cores": 2, "MoveOverhead": 10, "SkillLevel": 20})
    session(engine, "SkillLevel")
    ponder(engine, draw_offered=True)
    engine.send_game_result(chess.Board(), chess.WHITE, "White wins")
    engine.ping()


def main(path):
    warnings = Warnings()
    logging.getLogger("chess.engine").addHandler(warnings)
    signal.alarm(TIMEOUT_SECONDS)
    for start, run in ((SimpleEngine.popen_uci, uci_session), (SimpleEngine.popen_xboard, xboard_session)):
        with start(path) as engine:
            run(engine)
            engine.quit()
            assert engine.protocol.returncode.result() == 0
        print(f"{run.__name__}: ok", flush=True)
    assert not warnings.lines, warnings.lines


if __name__ == "__main__":
    main(sys.argv[1])
