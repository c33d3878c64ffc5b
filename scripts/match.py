#!/usr/bin/env python3
"""Plays a match through python-chess, refereed by rules that are not ours.

Chess is refereed by python-chess itself, Empire by pyffish (Fairy-Stockfish's rules). Clocks are measured here, from
the request to the answer. Prints one line a game and a summary; exits with 1 if any game ended by a fault of the first
engine (illegal move, crash, time).

    pip install chess pyffish
    scripts/match.py empire target/release/upheaval path/to/fairy-stockfish --games 100 --tc 2+0.02 \\
        --option2 VariantPath=scripts/empire.ini
    scripts/match.py chess target/release/upheaval stockfish --games 100 --option2 UCI_LimitStrength=true \\
        --option2 UCI_Elo=2200
"""

import argparse
import math
import random
import sys
import time

import chess
import chess.engine


class ChessReferee:
    """Chess by python-chess."""

    def __init__(self, fen):
        self.board = chess.Board(fen) if fen else chess.Board()

    def legal(self):
        return [move.uci() for move in self.board.legal_moves]

    def push(self, move):
        self.board.push(move)

    def breaks_strict_rule(self):
        return False

    def outcome(self):
        end = self.board.outcome(claim_draw=True)
        return (end.result(), end.termination.name.lower()) if end else None


class FairyBoard(chess.Board):
    """A board that believes every move: enough for python-chess to talk to an engine about another game."""

    uci_variant = "empire"

    def __init__(self, fen=None, chess960=False):
        super().__init__(None)
        self.first = fen
        self.played = []
        self.turn = " w " in fen

    def root(self):
        return FairyBoard(self.first)

    def fen(self, **_):
        return self.first

    def parse_uci(self, uci):
        return chess.Move.from_uci(uci)

    def push(self, move):
        self.played.append(move)
        self.move_stack.append(move)
        self.turn = not self.turn

    def push_uci(self, uci):
        move = self.parse_uci(uci)
        self.push(move)
        return move

    def pop(self):
        self.turn = not self.turn
        self.played.pop()
        return self.move_stack.pop()

    def copy(self, *, stack=True):
        board = FairyBoard(self.first)
        board.turn = self.turn
        if stack:
            board.played = list(self.played)
            board.move_stack = list(self.move_stack)
        return board


class EmpireReferee:
    """Empire by pyffish."""

    def __init__(self, fen):
        import pyffish

        self.rules = pyffish
        with open(f"{sys.path[0]}/empire.ini", encoding="ascii") as ini:
            pyffish.load_variant_config(ini.read())
        self.board = FairyBoard(fen or pyffish.start_fen("empire"))

    def moves(self):
        return [move.uci() for move in self.board.move_stack]

    def legal(self):
        return self.rules.legal_moves("empire", self.board.first, self.moves())

    def push(self, move):
        self.board.push(move)

    def breaks_strict_rule(self):
        """Whether the last move left king and kaiser face to face: pyffish lets an en-passant capture do so."""
        board = self.rules.get_fen("empire", self.board.first, self.moves()).split()[0]
        rows = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in board.split("/")]
        lines = rows + ["".join(column) for column in zip(*rows)]
        return any("Kk" in line.replace(".", "") or "kK" in line.replace(".", "") for line in lines)

    def outcome(self):
        first, moves = self.board.first, self.moves()
        winner = {True: "1-0", False: "0-1"}
        immediate, value = self.rules.is_immediate_game_end("empire", first, moves)
        if immediate:
            return winner[self.board.turn == (value > 0)], "campmate"
        if not self.legal():
            check = self.rules.gives_check("empire", first, moves)
            return winner[not self.board.turn], "checkmate" if check else "stalemate"
        over, value = self.rules.is_optional_game_end("empire", first, moves)
        if over:
            return ("1/2-1/2", "fifty moves") if value == 0 else (winner[self.board.turn == (value > 0)], "repetition")
        return None


REFEREES = {"chess": ChessReferee, "empire": EmpireReferee}


def seconds(text):
    base, _, increment = text.partition("+")
    return float(base), float(increment or 0)


def open_engine(path, options):
    engine = chess.engine.SimpleEngine.popen_uci(path)
    engine.configure(options)
    # Rules loaded by an option add games to an engine's list, but python-chess reads the list only once.
    known = engine.protocol.options.get("UCI_Variant")
    if known and "VariantPath" in options:
        games = [*known.var, "empire"]
        engine.protocol.options["UCI_Variant"] = chess.engine.Option(known.name, "combo", known.default, None, None, games)
    return engine


def play(referee, engines, clocks, increment, margin, nodes):
    """One game; gives (result, reason, colour at fault or None)."""
    clocks = dict(clocks)
    game = object()
    while True:
        end = referee.outcome()
        if end:
            return (*end, None)
        turn = referee.board.turn
        lost = "0-1" if turn else "1-0"
        limit = chess.engine.Limit(
            white_clock=max(clocks[True], 0.001),
            black_clock=max(clocks[False], 0.001),
            white_inc=increment,
            black_inc=increment,
        )
        if nodes:
            limit = chess.engine.Limit(nodes=nodes)
        started = time.perf_counter()
        try:
            answer = engines[turn].play(referee.board, limit, game=game)
        except chess.engine.EngineTerminatedError as error:
            return lost, f"crash: {error}", turn
        except chess.engine.EngineError as error:
            return lost, f"error: {error}", turn
        clocks[turn] -= time.perf_counter() - started
        if clocks[turn] < -margin and not nodes:
            return lost, f"loses on time by {-1000 * clocks[turn]:.0f} ms", turn
        clocks[turn] += increment
        if answer.move is None or answer.move.uci() not in referee.legal():
            return lost, f"illegal move {answer.move}", turn
        referee.push(answer.move)
        if referee.breaks_strict_rule():
            return "*", f"void: {answer.move} by {'White' if turn else 'Black'} opens a face-off", None


def elo(score):
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else math.copysign(math.inf, score - 0.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=REFEREES)
    parser.add_argument("engine1")
    parser.add_argument("engine2")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--tc", default="2+0.02", help="seconds+increment")
    parser.add_argument("--nodes", type=int, help="nodes a move instead of a clock")
    parser.add_argument("--margin", type=float, default=0.0, help="seconds a clock may run below zero")
    parser.add_argument("--openings", help="file with one FEN a line; each is played from both sides")
    parser.add_argument("--plies", type=int, default=6, help="random plies of an opening where there is no file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option1", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--option2", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args()

    rng = random.Random(args.seed)
    fens = None
    if args.openings:
        with open(args.openings, encoding="ascii") as file:
            fens = [line.strip() for line in file if line.strip()]
    base, increment = seconds(args.tc)
    scores = {"1-0": 0, "0-1": 0, "1/2-1/2": 0}
    wins, losses, draws, faults, pairs = 0, 0, 0, 0, []
    fen, prefix, pair = None, [], 0.0
    for number in range(args.games):
        first_is_white = number % 2 == 0
        if first_is_white:
            fen = fens[number // 2 % len(fens)] if fens else None
            prefix = []
            while not fens and len(prefix) < args.plies:
                trial = REFEREES[args.variant](None)
                prefix = []
                while len(prefix) < args.plies and not trial.outcome():
                    prefix.append(rng.choice(sorted(trial.legal())))
                    trial.push(chess.Move.from_uci(prefix[-1]))
        referee = REFEREES[args.variant](fen)
        for move in prefix:
            referee.push(chess.Move.from_uci(move))
        opened = []
        for path, options in ((args.engine1, args.option1), (args.engine2, args.option2)):
            opened.append(open_engine(path, dict(option.split("=", 1) for option in options)))
        engines = {first_is_white: opened[0], not first_is_white: opened[1]}
        result, reason, at_fault = play(
            referee, engines, {True: base, False: base}, increment, args.margin, args.nodes
        )
        for engine in opened:
            try:
                engine.quit()
            except chess.engine.EngineError:
                engine.close()
        faults += at_fault is not None and at_fault == first_is_white
        if result == "*":
            print(f"game {number + 1}: {{{reason}}} {' '.join(m.uci() for m in referee.board.move_stack)}", flush=True)
            result = "1/2-1/2"
        scores[result] += 1
        points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[result]
        points = points if first_is_white else 1 - points
        wins, losses, draws = wins + (points == 1), losses + (points == 0), draws + (points == 0.5)
        pair = pair + points if not first_is_white else points
        if not first_is_white:
            pairs.append(pair)
        plies = len(referee.board.move_stack)
        if at_fault is not None:
            print(f"fault: {reason} after {referee.board.root().fen()} "
                  f"moves {' '.join(m.uci() for m in referee.board.move_stack)}", flush=True)
        print(f"game {number + 1} {'first' if first_is_white else 'second'} is white: {result} {{{reason}}} {plies} plies"
              f"   total +{wins} -{losses} ={draws}", flush=True)
    played = wins + losses + draws
    score = (wins + draws / 2) / played
    mean = sum(pairs) / max(len(pairs), 1) / 2
    variance = sum((p / 2 - mean) ** 2 for p in pairs) / max(len(pairs), 1)
    error = 1.96 * math.sqrt(variance / max(len(pairs), 1))
    low, high = elo(min(max(score - error, 1e-6), 1 - 1e-6)), elo(min(max(score + error, 1e-6), 1 - 1e-6))
    print(f"first engine: +{wins} -{losses} ={draws}, {100 * score:.1f} % of {played}, "
          f"pairs (0, .5, 1, 1.5, 2): {[sum(p == k / 2 for p in pairs) for k in range(5)]}, "
          f"Elo {elo(score):+.0f} [{low:+.0f}, {high:+.0f}], White {scores['1-0']} Black {scores['0-1']}, faults {faults}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
