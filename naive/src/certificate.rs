//! Checks certificates: proofs that the side to move wins within a number of moves.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::board::{Board, White, piece_type, squares};
use crate::rules::{Rules, Tried};

/// Plies without capture or pawn move after which a game is drawn.
const FIFTY_MOVES: u32 = 100;
/// The longest mate that is accepted, in moves.
const MAX_MOVES: u32 = 100;

/// A proof in writing. The field `moves` has the winning side's moves in the order in which the check needs them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The name of the game.
    pub game: String,
    /// The position.
    pub fen: String,
    /// The number of moves.
    pub mate: u32,
    /// The moves in coordinate notation.
    pub moves: String,
    /// The digest of the other parts.
    pub sha256: String,
}

struct Checker<'a> {
    rules: &'a dyn Rules,
    winner: White,
    moves: std::str::Split<'a, char>,
    /// The number of moves to the end in each position that is proved, by identity.
    proved: HashMap<String, u32>,
    with_clock: bool,
    path: HashSet<String>,
    positions: usize,
}

impl Checker<'_> {
    fn identity(&self, board: &Board) -> String {
        let identity = self.rules.identity(board);
        if self.with_clock { format!("{identity} {}", board.clock) } else { identity }
    }

    /// Returns `true` if the winner has won; an error if the game ends otherwise.
    fn is_won(&self, board: &Board) -> Result<bool, String> {
        match self.rules.end(board) {
            Some((Some(winner), _)) if winner == self.winner => Ok(true),
            Some((_, reason)) => Err(format!("'{}' is no win but {reason}", board.write())),
            None if board.clock >= FIFTY_MOVES => Err(format!("'{}' is drawn by the fifty-move rule", board.write())),
            None => Ok(false),
        }
    }

    /// Checks a position in which the winner has `left` moves, and returns the number of moves needed.
    fn attack(&mut self, board: &Board, left: u32) -> Result<u32, String> {
        let identity = self.identity(board);
        if let Some(&moves) = self.proved.get(&identity).filter(|&&moves| moves <= left) {
            return Ok(moves);
        }
        let here = board.write();
        if left == 0 {
            return Err(format!("no move is left in '{here}'"));
        }
        if !self.path.insert(identity.clone()) {
            return Err(format!("'{here}' is repeated"));
        }
        self.positions += 1;
        let text = self.moves.next().filter(|text| !text.is_empty());
        let text = text.ok_or_else(|| format!("the move in '{here}' is missing"))?;
        let legal = self.rules.legal(board);
        let played = legal.iter().find(|m| m.text == text).ok_or_else(|| format!("'{text}' is illegal in '{here}'"))?;
        let after = &played.after;
        let mut most = 0;
        if !self.is_won(after)? {
            let mut replies: Vec<Tried> = self.rules.legal(after);
            replies.sort_by(|a, b| a.text.cmp(&b.text));
            for reply in replies {
                if !self.is_won(&reply.after)? {
                    most = most.max(self.attack(&reply.after, left - 1)?);
                }
            }
        }
        self.path.remove(&identity);
        self.proved.insert(identity, most + 1);
        Ok(most + 1)
    }
}

/// Returns `true` if the rules can be applied to the board.
fn is_playable(rules: &dyn Rules, board: &Board) -> bool {
    let starts_with_governments = rules.start().split(' ').nth(6).is_some();
    let governments = board.extra.as_bytes();
    let has_governments = match governments {
        [white, black] => {
            let is_letter = |c: &u8| rules.letters().contains(char::from(piece_type(*c)));
            white.is_ascii_uppercase() && black.is_ascii_lowercase() && is_letter(white) && is_letter(black)
        }
        _ => false,
    };
    let is_piece = |at| board.is_empty(at) || rules.letters().contains(char::from(piece_type(board.at(at))));
    (if starts_with_governments { has_governments } else { governments.is_empty() })
        && squares().all(is_piece)
        && rules.may_stand(board)
        && rules.may_have_passed(board)
        && rules.may_castle_so(board)
}

/// Checks a certificate and returns the number of positions in which it names a move.
///
/// # Errors
/// The first reason why it proves nothing.
pub fn check(certificate: &Certificate) -> Result<usize, String> {
    let Certificate { game, fen, mate, moves, sha256 } = certificate;
    let digest: String =
        Sha256::digest(format!("{game}\n{fen}\n{mate}\n{moves}\n")).iter().map(|b| format!("{b:02x}")).collect();
    if digest != *sha256 {
        return Err(format!("the digest is '{digest}' and not '{sha256}'"));
    }
    if *mate > MAX_MOVES {
        return Err(format!("mate in {mate}: more than {MAX_MOVES} moves"));
    }
    let rules = crate::rules(game).ok_or_else(|| format!("'{game}' has no rules here"))?;
    let mut board = Board::read(fen).ok_or_else(|| format!("'{fen}' is no position"))?;
    if !is_playable(&*rules, &board) {
        return Err(format!("'{fen}' is no position of {game}"));
    }
    rules.settle(&mut board);
    let mut checker = Checker {
        rules: &*rules,
        winner: board.white_moves,
        moves: moves.split(' '),
        proved: HashMap::new(),
        with_clock: board.clock + 2 * mate >= FIFTY_MOVES,
        path: HashSet::new(),
        positions: 0,
    };
    if rules.end(&board).is_some() || board.clock >= FIFTY_MOVES {
        return Err(format!("the game is over in '{fen}'"));
    }
    checker.attack(&board, *mate)?;
    match checker.moves.next() {
        Some(text) => Err(format!("'{text}' is not needed")),
        None => Ok(checker.positions),
    }
}
