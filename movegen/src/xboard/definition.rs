//! What XBoard must be told of a game that it does not know: board, letters, pictures, start, and how the pieces move, all
//! of it read off the game's rules.
//!
//! XBoard is told no more than it needs to show targets and to write games down: with its test of legality off it never
//! enforces any of this.

use crate::fen::letter_of_piece_type;
use crate::{Bitboard, ByPieceType, Color, PieceType, Square, Variant, attacks};

/// Games that XBoard knows by itself: our name, and its own.
const KNOWN: [(&str, &str); 1] = [("chess", "normal")];

/// What XBoard calls the game.
pub fn name_in_xboard(name: &'static str) -> &'static str {
    KNOWN.iter().find(|(ours, _)| *ours == name).map_or(name, |(_, theirs)| theirs)
}

/// Whether XBoard knows the game, and keeps its rules itself.
pub fn is_known(name: &str) -> bool {
    KNOWN.iter().any(|(ours, _)| *ours == name)
}

/// The pictures for one colour; the last one is the king's.
const PICTURES: usize = 22;
/// The pictures that look most like what these letters stand for: soldier, cardinal, tower, duke, eagle.
const PICTURE_OF: [(char, usize); 5] = [('s', 10), ('c', 13), ('t', 14), ('d', 15), ('e', 17)];
/// Pictures without rules of their own, for all other letters.
const OTHER_PICTURES: [usize; 6] = [6, 7, 8, 9, 11, 16];

/// The lines that define a game; none for one that XBoard knows.
pub fn lines<V: Variant>() -> Vec<String> {
    if is_known(V::NAME) {
        return Vec::new();
    }
    let half = table(V::LETTERS);
    let fields: Vec<&str> = V::START.split(' ').take(6).collect();
    let mut lines = vec![format!("setup ({}{half}) 8x8+0_fairy {}", half.to_uppercase(), fields.join(" "))];
    let piece_types = (0..V::ByPieceType::LEN).filter_map(|i| u8::try_from(i).ok()).map(PieceType::new);
    lines.extend(piece_types.filter_map(|piece_type| {
        let letter = letter_of_piece_type::<V>(piece_type).to_ascii_uppercase();
        moves_of::<V>(piece_type).map(|moves| format!("piece {letter}& {moves}"))
    }));
    lines
}

/// The lines that XBoard needs for saving a game, to be told when a game has begun; none for most games.
///
/// Where pieces are bought, a move's text needs the letter of what a piece becomes, and the square he comes from unless he is the
/// only one of his piece type; XBoard writes both only of moves that it thinks illegal. What it reads as `(null)` is a piece without
/// any moves, and when it loads the saved game, it leaves out what is defined so. Then it knows the only piece of a piece type wherever
/// he goes, which it does only as long as no engine has defined any piece: hence these lines come late.
pub fn lines_for_saving<V: Variant>() -> Vec<String> {
    let officers = (1..PieceType::KING.index()).filter_map(|i| u8::try_from(i).ok()).map(PieceType::new);
    let letters = officers.map(|piece_type| letter_of_piece_type::<V>(piece_type).to_ascii_uppercase());
    letters.filter(|_| V::PURCHASES).map(|letter| format!("piece {letter}& (null)")).collect()
}

/// The tag `VariantPieces` of a game that is to be loaded without an engine: how the pieces move whom XBoard does not know. `None`
/// if the moves of chess are enough to read the game: pieces who change by capturing are written with both squares.
pub fn variant_pieces<V: Variant>() -> Option<String> {
    let lines = if V::CAPTORS_CHANGE { Vec::new() } else { lines::<V>() };
    let pieces = lines.iter().filter_map(|line| line.strip_prefix("piece ")).map(|line| line.replacen("& ", ":", 1));
    Some(pieces.collect::<Vec<_>>().join(";")).filter(|pieces| !pieces.is_empty())
}

/// Small letters in the places of their pictures.
fn table(letters: &str) -> String {
    let mut table = ['.'; PICTURES];
    let mut others = OTHER_PICTURES.into_iter();
    for (index, letter) in letters.chars().enumerate() {
        let picture = PICTURE_OF.iter().find(|(known, _)| *known == letter).map(|(_, picture)| *picture);
        let at = match (index, picture) {
            (0..5, _) => Some(index),
            (5, _) => Some(PICTURES - 1),
            (_, Some(picture)) => Some(picture),
            _ => others.next(),
        };
        if let Some(at) = at {
            table[at] = letter;
        }
    }
    table.into_iter().collect()
}

/// How a piece type moves, in Betza's notation; `None` where XBoard's own idea of the letter is right.
///
/// Where captors change, pieces are told to have no captures at all: XBoard then writes the suffix into the game's moves
/// (`Nf3xe5=P`), without which the game could not be loaded again. But it leaves the square out for a piece who is the only one
/// of his piece type (`Qxe2=B`), and finds him again only if he may capture there. So his definition is followed by a semicolon
/// and another one with captures: XBoard plays by the first, since it stops reading at the semicolon, and copies both into the
/// saved game's `VariantPieces`, where the semicolon begins the next piece's definition and the last one of a piece counts.
fn moves_of<V: Variant>(piece_type: PieceType) -> Option<String> {
    /// A pawn's and a king's moves without captures; small `e` would crash some XBoards.
    const PAWN_MOVES: &str = "fmWifmnD";
    const KING_MOVES: &str = "mKisO2;K:KisO2";
    let (captures, steps) = (captures::<V>(piece_type), steps::<V>(piece_type));
    if V::CAPTORS_CHANGE {
        return match piece_type {
            PieceType::PAWN => Some(PAWN_MOVES.to_owned()),
            PieceType::KING => Some(KING_MOVES.to_owned()),
            _ => atom(steps).map(|steps| {
                format!("m{steps};{}:{steps}", letter_of_piece_type::<V>(piece_type).to_ascii_uppercase())
            }),
        };
    }
    if piece_type <= PieceType::KING {
        return None;
    }
    let (steps, captures) = (atom(steps)?, atom(captures)?);
    Some(if steps == captures { steps.to_owned() } else { format!("m{steps}c{captures}") })
}

/// A square from which every piece shows all it can do.
const CENTRE: Square = Square::at(3, 3);

fn captures<V: Variant>(piece_type: PieceType) -> Bitboard {
    V::captures(piece_type, Color::White, CENTRE, Bitboard::EMPTY)
}

fn steps<V: Variant>(piece_type: PieceType) -> Bitboard {
    V::steps(piece_type, Color::White, CENTRE, Bitboard::EMPTY)
}

/// Betza's name for a set of squares around [`CENTRE`].
fn atom(squares: Bitboard) -> Option<&'static str> {
    let (rook, bishop) = (attacks::rook(CENTRE, Bitboard::EMPTY), attacks::bishop(CENTRE, Bitboard::EMPTY));
    let king = attacks::king(CENTRE);
    let forward_and_sideways = [(3, 4), (2, 3), (4, 3)].map(|(file, rank)| Square::at(file, rank));
    let atoms = [
        (rook | bishop, "Q"),
        (rook, "R"),
        (bishop, "B"),
        (attacks::knight(CENTRE), "N"),
        (king, "K"),
        (king & rook, "W"),
        (king & bishop, "F"),
        (Bitboard::from_squares(&forward_and_sideways), "fsW"),
    ];
    atoms.iter().find(|(set, _)| *set == squares).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{NAMES, Visit, VisitTurnBased, with};
    use crate::{Anarchism, Chess, Empire, Insurrection, Subversion};

    #[test]
    fn chess_needs_no_definition() {
        assert!(lines::<Chess>().is_empty());
        assert_eq!((name_in_xboard("chess"), name_in_xboard("empire")), ("normal", "empire"));
    }

    /// Table and Betza as tried out in XBoard.
    #[test]
    fn empire_is_defined_with_its_pieces() {
        assert_eq!(
            lines::<Empire>(),
            [
                "setup (PNBRQ.....S..CTD.E...Kpnbrq.....s..ctd.e...k) 8x8+0_fairy \
                 rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1",
                "piece T& mQcR",
                "piece E& mQcN",
                "piece C& mQcB",
                "piece D& mQcK",
                "piece S& fsW",
            ]
        );
        assert_eq!(variant_pieces::<Empire>().as_deref(), Some("T:mQcR;E:mQcN;C:mQcB;D:mQcK;S:fsW"));
        assert!(variant_pieces::<Chess>().is_none() && variant_pieces::<Insurrection>().is_none());
    }

    #[test]
    fn pieces_who_change_by_capturing_have_no_captures_but_in_the_saved_game() {
        for lines in [lines::<Insurrection>(), lines::<Anarchism>()] {
            assert!(lines[0].ends_with(") 8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
            assert_eq!(
                lines[1..],
                [
                    "piece P& fmWifmnD",
                    "piece N& mN;N:N",
                    "piece B& mB;B:B",
                    "piece R& mR;R:R",
                    "piece Q& mQ;Q:Q",
                    "piece K& mKisO2;K:KisO2",
                ]
            );
        }
    }

    #[test]
    fn subversion_has_only_a_set_up() {
        assert_eq!(lines::<Subversion>().len(), 1);
    }

    #[test]
    fn officers_who_can_be_paid_have_no_moves_once_the_game_has_begun() {
        let late = ["piece N& (null)", "piece B& (null)", "piece R& (null)", "piece Q& (null)"];
        assert_eq!(lines_for_saving::<Subversion>(), late);
        assert!(lines_for_saving::<Insurrection>().is_empty() && lines_for_saving::<Empire>().is_empty());
    }

    /// A small `e` in a definition crashes newer XBoards at the first move.
    #[test]
    fn no_definition_has_a_small_e() {
        struct Definitions;
        impl VisitTurnBased for Definitions {
            type Out = Vec<String>;
            fn turn_based<V: Variant>(self) -> Vec<String> {
                lines::<V>()
            }
        }
        impl Visit for Definitions {
            fn apocalypse(self) -> Vec<String> {
                Vec::new()
            }
        }
        for name in NAMES {
            for line in with(name, Definitions).unwrap().iter().filter(|line| line.starts_with("piece ")) {
                assert!(!line.split(' ').next_back().unwrap().contains('e'), "{line}");
            }
        }
    }
}
