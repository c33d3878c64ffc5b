//! Checks certificates: proofs that the side to move wins within a number of moves.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::apocalypse;
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

/// A game as a proof needs it.
trait Played {
    type Position;

    /// The text by which equal positions are recognized.
    fn identity(&self, pos: &Self::Position) -> String;

    /// Returns the positions after the winner's move of this text and each reply, in the order of the replies' texts, without those that
    /// are won; an error if one is lost or drawn.
    fn open(&self, pos: &Self::Position, text: &str) -> Result<Vec<Self::Position>, String>;
}

/// A game in which the sides move in turn.
struct InTurn<'a> {
    rules: &'a dyn Rules,
    winner: White,
    with_clock: bool,
}

impl InTurn<'_> {
    /// Returns `true` if the winner has won; an error if the game ends otherwise.
    fn is_won(&self, board: &Board) -> Result<bool, String> {
        match self.rules.end(board) {
            Some((Some(winner), _)) if winner == self.winner => Ok(true),
            Some((_, reason)) => Err(format!("'{}' is no win but {reason}", board.write())),
            None if board.clock >= FIFTY_MOVES => Err(format!("'{}' is drawn by the fifty-move rule", board.write())),
            None => Ok(false),
        }
    }
}

impl Played for InTurn<'_> {
    type Position = Board;

    fn identity(&self, board: &Board) -> String {
        let identity = self.rules.identity(board);
        if self.with_clock { format!("{identity} {}", board.clock) } else { identity }
    }

    fn open(&self, board: &Board, text: &str) -> Result<Vec<Board>, String> {
        let legal = self.rules.legal(board);
        let played = legal.into_iter().find(|m| m.text == text);
        let after = played.ok_or_else(|| format!("'{text}' is illegal in '{}'", board.write()))?.after;
        let mut open = Vec::new();
        if !self.is_won(&after)? {
            let mut replies: Vec<Tried> = self.rules.legal(&after);
            replies.sort_by(|a, b| a.text.cmp(&b.text));
            for reply in replies {
                if !self.is_won(&reply.after)? {
                    open.push(reply.after);
                }
            }
        }
        Ok(open)
    }
}

/// Apocalypse. White is the winner.
struct AtOnce;

impl Played for AtOnce {
    type Position = apocalypse::Board;

    fn identity(&self, board: &apocalypse::Board) -> String {
        board.short()
    }

    fn open(&self, board: &apocalypse::Board, text: &str) -> Result<Vec<apocalypse::Board>, String> {
        let here = board.short();
        let name = |choice: &apocalypse::Choice| apocalypse::text(choice).replace('?', "");
        let chosen = board.choices(0).into_iter().find(|choice| name(choice) == text);
        let chosen = chosen.ok_or_else(|| format!("'{text}' is illegal in '{here}'"))?;
        let mut replies: Vec<_> = board.choices(1).into_iter().map(|reply| (name(&reply), reply)).collect();
        replies.sort();
        let after = replies.into_iter().map(|(_, reply)| board.turn([chosen, reply]));
        let open = after.filter(|next| !next.end().starts_with("1-0"));
        open.map(|next| match next.end() {
            "*" => Ok(next),
            end => Err(format!("'{}' after '{text}' in '{here}' is no win but {end}", next.short())),
        })
        .collect()
    }
}

/// Reads a FEN of Apocalypse from which so many turns can be played.
fn read_apocalypse(fen: &str, turns: u32) -> Option<apocalypse::Board> {
    let fields: Vec<&str> = fen.split(' ').collect();
    let [rows, "w", "-", "-", "0", number, penalties] = fields[..] else { return None };
    let [white @ b'0'..=b'2', black @ b'0'..=b'2'] = *penalties.as_bytes() else { return None };
    let has_turns = number.parse::<u32>().is_ok_and(|number| number.saturating_add(turns) <= apocalypse::LONGEST_GAME);
    apocalypse::Board::read(rows, [white - b'0', black - b'0']).filter(|_| has_turns)
}

struct Checker<'a, G> {
    game: G,
    moves: std::str::Split<'a, char>,
    /// The number of moves to the end in each position that is proved, by identity.
    proved: HashMap<String, u32>,
    path: HashSet<String>,
    positions: usize,
}

impl<G: Played> Checker<'_, G> {
    /// Checks a position in which the winner has `left` moves, and returns the number of moves needed.
    fn attack(&mut self, pos: &G::Position, left: u32) -> Result<u32, String> {
        let identity = self.game.identity(pos);
        if let Some(&moves) = self.proved.get(&identity).filter(|&&moves| moves <= left) {
            return Ok(moves);
        }
        if left == 0 {
            return Err(format!("no move is left in '{identity}'"));
        }
        if !self.path.insert(identity.clone()) {
            return Err(format!("'{identity}' is repeated"));
        }
        self.positions += 1;
        let text = self.moves.next().filter(|text| !text.is_empty());
        let text = text.ok_or_else(|| format!("the move in '{identity}' is missing"))?;
        let mut most = 0;
        for next in self.game.open(pos, text)? {
            most = most.max(self.attack(&next, left - 1)?);
        }
        self.path.remove(&identity);
        self.proved.insert(identity, most + 1);
        Ok(most + 1)
    }
}

/// Checks the proof of a win in so many moves and returns the number of positions in which it names a move.
fn prove<G: Played>(game: G, pos: &G::Position, mate: u32, moves: &str) -> Result<usize, String> {
    let (proved, path) = (HashMap::new(), HashSet::new());
    let mut checker = Checker { game, moves: moves.split(' '), proved, path, positions: 0 };
    checker.attack(pos, mate)?;
    match checker.moves.next() {
        Some(text) => Err(format!("'{text}' is not needed")),
        None => Ok(checker.positions),
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
    let no_position = || format!("'{fen}' is no position of {game}");
    let over = || format!("the game is over in '{fen}'");
    if game == "apocalypse" {
        let board = read_apocalypse(fen, *mate).ok_or_else(no_position)?;
        return if board.end() == "*" { prove(AtOnce, &board, *mate, moves) } else { Err(over()) };
    }
    let rules = crate::rules(game).ok_or_else(|| format!("'{game}' has no rules here"))?;
    let mut board = Board::read(fen).filter(|board| is_playable(&*rules, board)).ok_or_else(no_position)?;
    rules.settle(&mut board);
    if rules.end(&board).is_some() || board.clock >= FIFTY_MOVES {
        return Err(over());
    }
    let with_clock = board.clock + 2 * mate >= FIFTY_MOVES;
    prove(InTurn { rules: &*rules, winner: board.white_moves, with_clock }, &board, *mate, moves)
}
