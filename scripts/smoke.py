#!/usr/bin/env python3
"""Conversations of python-chess with the engine in both protocols, as lichess-bot and others hold them: games, analysis,
pondering, and analysis by an engine that plays weakly. Exits with 1 at the first surprise, and if anything takes too long.

    pip install chess
    python3 scripts/smoke.py target/release/upheaval
"""

import logging
import signal
import sys

import chess
import chess.engine


LIMITS = [
    chess.engine.Limit(nodes=500),
    chess.engine.Limit(time=0.01),
    chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01),
    chess.engine.Limit(depth=3),
]


# Positions for an analysis: the start, a middle game, and a mate in one, of which UCI is told once.
ANALYSED = [chess.STARTING_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "6k1/5ppp/8/8/8/8/5PPP/R2R2K1 w - - 0 1"]
# Far beyond what a level of strength lets the engine look when it plays.
DEPTH = 10
# Seconds for all of it; what never answers ends here.
PATIENCE = 300


class Empire(chess.Board):
    """Enough for the library to name the game; board and rules on this side stay orthodox, so only one move is asked for."""

    uci_variant = "empire"


class Surprises(logging.Handler):
    """Collects what the library does not expect from an engine."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def play_a_game(engine, limit):
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 60:
        result = engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (board.fen(), result)
        assert result.info.get("score") is not None, result.info
        board.push(result.move)
    return board


def analyse_weakly(path, open_engine, option):
    """An engine set to play weakly analyses at full strength: a limit of depth is reached, and an analysis without limit
    goes on."""
    with open_engine(path) as engine:
        engine.configure({option: 3})
        for fen in ANALYSED:
            board = chess.Board(fen)
            with engine.analysis(board, chess.engine.Limit(depth=DEPTH)) as analysis:
                best = analysis.wait()
                # An analysis by the XBoard protocol has no answer but its thoughts.
                depth = analysis.info.get("depth", 0)
                score = analysis.info["score"].relative
            assert best.move in board.legal_moves and (depth >= DEPTH or score.is_mate()), (path, fen, best, depth)
        with engine.analysis(chess.Board()) as analysis:
            depth = next(depth for depth in (info.get("depth", 0) for info in analysis) if depth > DEPTH)
        # Afterwards it plays weakly again: a game's search stays shallow.
        weak = engine.play(chess.Board(), chess.engine.Limit(time=0.5), info=chess.engine.INFO_ALL).info["depth"]
        assert weak <= 4, weak
        print(f"{option} 3: analysed to depth {DEPTH} and {depth}, played to depth {weak}")
        leave(engine)


def leave(engine):
    """Ends the engine as the protocol says, without force."""
    engine.quit()
    assert engine.protocol.returncode.result() == 0


def speak_xboard(path):
    with chess.engine.SimpleEngine.popen_xboard(path) as engine:
        engine.configure({"memory": 32, "cores": 2, "MoveOverhead": 10, "SkillLevel": 20})
        for limit in LIMITS:
            print(play_a_game(engine, limit).fen())

        assert engine.analyse(chess.Board(), chess.engine.Limit(depth=8))["pv"]
        for move in ["a2a3", "h2h4"]:
            root = [chess.Move.from_uci(move)]
            with engine.analysis(chess.Board(), chess.engine.Limit(depth=4), root_moves=root) as analysis:
                assert analysis.wait().move == root[0]

        board = chess.Board()
        result = engine.play(board, chess.engine.Limit(time=0.05), ponder=True)
        board.push(result.move)
        board.push(next(iter(board.legal_moves)))
        engine.play(board, chess.engine.Limit(time=0.05), ponder=True, draw_offered=True)
        board.pop()
        board.push(list(board.legal_moves)[1])
        engine.play(board, chess.engine.Limit(time=0.05))
        engine.ping()
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 8:
                    break
        engine.send_game_result(board, chess.WHITE, "White wins")
        engine.ping()
        leave(engine)


def main(path):
    surprises = Surprises()
    logging.getLogger("chess.engine").addHandler(surprises)
    signal.alarm(PATIENCE)
    analyse_weakly(path, chess.engine.SimpleEngine.popen_xboard, "SkillLevel")
    analyse_weakly(path, chess.engine.SimpleEngine.popen_uci, "Skill Level")
    speak_xboard(path)
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        engine.configure({"Threads": 2, "Hash": 32, "Move Overhead": 10, "UCI_ShowWDL": True})
        for limit in LIMITS:
            print(play_a_game(engine, limit).fen())

        lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=8), multipv=3)
        assert len(lines) == 3 and all(line["pv"] and "wdl" in line for line in lines), lines
        for move in ["a2a3", "h2h4"]:
            root = [chess.Move.from_uci(move)]
            assert engine.play(chess.Board(), chess.engine.Limit(depth=4), root_moves=root).move == root[0]
        engine.play(chess.Board(), chess.engine.Limit(depth=2), root_moves=[])

        board = chess.Board()
        result = engine.play(board, chess.engine.Limit(time=0.05), ponder=True)
        board.push(result.move)
        if result.ponder:
            board.push(result.ponder)
        engine.play(board, chess.engine.Limit(time=0.05), ponder=True)

        for fen in ["rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]:
            assert engine.play(chess.Board(fen), chess.engine.Limit(depth=3)).move is None

        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 8:
                    break
        engine.ping()
        print("empire:", engine.play(Empire(), chess.engine.Limit(depth=6)).move)
        engine.ping()
        leave(engine)
    assert not surprises.lines, surprises.lines
    print("no surprises")


if __name__ == "__main__":
    main(sys.argv[1])
