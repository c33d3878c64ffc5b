//! Explanations in English. Pieces are called by the names in the game's manifest.

use super::{Condition, Exposure, Gamble, Illegal, IllegalPurchase, PieceAt, Price};
use crate::names;

/// Replies that are listed for a gamble.
const MAX_REPLIES: usize = 4;

/// Returns the piece with its square: `the queen on h4`.
fn the(game: &str, piece: &PieceAt) -> String {
    format!("the {} on {}", names::piece(game, piece.letter, piece.color), piece.at)
}

fn first(game: &str, pieces: &[PieceAt]) -> String {
    pieces.first().map(|piece| the(game, piece)).unwrap_or_default()
}

impl Illegal {
    /// Returns the reason as a sentence without its full stop.
    pub fn words(&self, game: &str) -> String {
        let name = |piece: &PieceAt| names::piece(game, piece.letter, piece.color);
        let moves = |piece: &PieceAt| format!("the {} {}", name(piece), names::moves(game, piece.letter));
        let of_letter = |letter: char| names::piece(game, letter, movegen::Color::White);
        match self {
            Self::Over(outcome) => format!("the game is over: {}", outcome.reason.as_str()),
            Self::Empty(at) => format!("{at} is empty"),
            Self::NotYours(piece) => format!("{} is {}'s", the(game, piece), piece.color.name()),
            Self::AlreadyThere => "the piece is there already".to_owned(),
            Self::OwnPiece(piece) => format!("your own {} is on {}", name(piece), piece.at),
            Self::NotItsMove(piece) => moves(piece),
            Self::MovesOnly(piece, _) => format!("{}: it cannot capture there", moves(piece)),
            Self::Blocked(pieces) => format!("{} is in the way", first(game, pieces)),
            Self::PawnBlocked(pieces) => {
                format!("{} is in the way: a pawn captures diagonally only", first(game, pieces))
            }
            Self::NothingToCapture(at) => format!("a pawn moves diagonally only to capture, and {at} is empty"),
            Self::NoRoyalLeft(_) => "no royal would be left".to_owned(),
            Self::FaceOff([ours, theirs], _) => {
                let way = match ours.at.file == theirs.at.file {
                    true => format!("the {}-file", char::from(b'a' + ours.at.file)),
                    false => format!("rank {}", ours.at.rank + 1),
                };
                format!("the {} would face the {} on {way}", name(ours), name(theirs))
            }
            Self::Exposed { royal, attackers, exposure } => exposed(game, royal, &first(game, attackers), exposure),
            Self::NoCastlingRight => "the king cannot castle there: the right to it is gone".to_owned(),
            Self::CastlingBlocked(pieces) => format!("{} is between king and rook", first(game, pieces)),
            Self::CastlingInCheck(_) => "the king cannot castle out of check".to_owned(),
            Self::CastlingAttacked(at, by) => {
                format!("{} attacks {at}, where the king would pass or arrive", first(game, by))
            }
            Self::CastlingFaceOff(royal) => format!("the king would pass or arrive in front of {}", the(game, royal)),
            Self::CastlingForbidden => "the king cannot castle there".to_owned(),
            Self::Purchase(reason) => reason.words(game),
            Self::PromotionNeeded(piece, moves) => {
                format!("the {} promotes, so the new piece is needed: {}", name(piece), moves.join(", "))
            }
            Self::WrongSuffix(piece, to) => format!("the {} can move to {to}, but not in this form", name(piece)),
            Self::Ambiguous(moves) => format!("which one? {}", moves.join(", ")),
            Self::NoSuchPiece(letter) => format!("you have no {}", of_letter(*letter)),
            Self::NoneReaches(letter, to, in_check) => {
                let check = if *in_check { ", as you are in check" } else { "" };
                format!("none of your {} can move to {to}{check}", plural(of_letter(*letter)))
            }
            Self::OwnPieceSafe(at) => format!("your own piece is on {at}, and the opponent cannot capture it there"),
            Self::CannotLeave(at) => format!("the piece on {at} cannot leave, so this is not a gamble either"),
            Self::NoEnemyArrives(at) => format!("no enemy piece can arrive on {at}, so this is not a gamble either"),
            Self::Forbidden => "the rules do not allow it".to_owned(),
        }
    }
}

fn exposed(game: &str, royal: &PieceAt, attacker: &str, exposure: &Exposure) -> String {
    let name = names::piece(game, royal.letter, royal.color);
    match exposure {
        Exposure::MovesIntoCheck => format!("{attacker} attacks {}: the {name} would be in check", royal.at),
        Exposure::StaysInCheck => format!("the {name} is in check by {attacker}, and this does not end it"),
        Exposure::Pinned(piece) => {
            format!("{attacker} would attack the {name}: {} is pinned", the(game, piece))
        }
    }
}

impl IllegalPurchase {
    fn words(&self, game: &str) -> String {
        let name = |piece: &PieceAt| names::piece(game, piece.letter, piece.color);
        match self {
            Self::NotInThisGame => format!("no piece can be bought in {game}"),
            Self::NoEnemy(at) => format!("there is no enemy on {at}"),
            Self::Royal(piece) => format!("a {} cannot be bought", name(piece)),
            Self::NextToItsKing(piece, _) => format!("the {} is next to its own king", name(piece)),
            Self::NoNeighbor(piece) => format!("none of your pieces but pawns is next to the {}", name(piece)),
            Self::PaysKing(piece) => format!("the {} cannot be paid", name(piece)),
            Self::DoubleCheck(_) => "two pieces give check, and only one could be bought".to_owned(),
            Self::NotTheChecker(_) => "you are in check: only the piece that gives it can be bought".to_owned(),
            Self::OnePawn(piece, _) => format!("a {} that gives no check costs exactly one pawn", name(piece)),
            Self::CanCapture(payer) => format!("the {} can capture it, which has the same result", name(payer)),
            Self::LeavesCheck(payer, by) => {
                format!("without {} the king would be in check by {}", the(game, payer), first(game, by))
            }
            Self::Price(piece, price) => format!("the price of this {} is {}", name(piece), price.words()),
            Self::TooExpensive(piece) => {
                format!("{} is too expensive now, or your king would be in check", the(game, piece))
            }
        }
    }
}

impl Price {
    /// Returns the price in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Pawn => "one pawn",
            Self::NonPawn => "one knight, bishop, rook or queen",
            Self::Rook => "a rook, a queen, two of the knights and bishops, or one of them and all pawns",
            Self::Queen => "three non-pawn pieces, or two of them and all pawns",
        }
    }
}

impl Gamble {
    /// Returns the condition and the first replies that satisfy it.
    pub fn words(&self, game: &str) -> String {
        let name = |piece: &PieceAt| names::piece(game, piece.letter, piece.color);
        let condition = match self.condition {
            Condition::Captured(piece) => format!("your {} on {} must be captured", name(&piece), piece.at),
            Condition::Relocation(to) => format!("{to} must be empty, and a way to the last rank open"),
            Condition::HorsemanCaptured(to) => {
                format!("one of your horsemen must be captured, and {to} reachable")
            }
            Condition::Leaves(piece) => format!("the {} on {} must leave", name(&piece), piece.at),
            Condition::EnemyArrives(to) => format!("an enemy piece must arrive on {to}"),
        };
        let more = if self.replies.len() > MAX_REPLIES { ", …" } else { "" };
        format!("{condition}: {}{more}", self.replies[..self.replies.len().min(MAX_REPLIES)].join(", "))
    }
}

fn plural(name: &str) -> String {
    name.strip_suffix("man").map_or_else(|| format!("{name}s"), |stem| format!("{stem}men"))
}

/// Returns a name with its indefinite article: `an eagle`.
pub fn article(name: &str) -> String {
    format!("{} {name}", if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
}

/// Returns a number of pieces in words: `a knight`, `two horsemen`, `8 pawns`.
pub fn counted(n: u32, name: &str) -> String {
    match n {
        1 => article(name),
        2 => format!("two {}", plural(name)),
        3 => format!("three {}", plural(name)),
        _ => format!("{n} {}", plural(name)),
    }
}

/// Joins the parts of a list: `a, b and c`.
pub fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_counted_and_listed_in_english() {
        assert_eq!(counted(1, "eagle"), "an eagle");
        assert_eq!(counted(2, "horseman"), "two horsemen");
        let parts = [counted(1, "knight"), counted(3, "pawn"), counted(1, "rook")];
        assert_eq!(listed(&parts), "a knight, three pawns and a rook");
    }
}
