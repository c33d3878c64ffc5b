//! Definitions of games that XBoard does not know, derived from their rules: board, letters, pictures, moves of the pieces.
//!
//! XBoard uses the moves only to show targets and to write games; with its legality test off it does not enforce them.

use movegen::fen::letter_of_piece_type;
use movegen::{Bitboard, ByPieceType, Chess, Chess960, Color, PieceType, Square, Variant, attacks};

/// The name of XBoard's PGN tag for the moves of the pieces.
pub const MOVES_TAG: &str = "VariantMen";

/// The games whose rules XBoard knows, with its names for them.
const KNOWN: [(&str, &str); 2] = [(Chess::NAME, "normal"), (Chess960::NAME, "fischerandom")];

/// Returns XBoard's name of the game.
pub fn name_in_xboard(name: &str) -> &str {
    KNOWN.iter().find(|(known, _)| *known == name).map_or(name, |(_, theirs)| theirs)
}

/// Returns `true` if XBoard knows the rules of the game.
pub fn is_known(name: &str) -> bool {
    KNOWN.iter().any(|(known, _)| *known == name)
}

/// The number of pictures per colour; the last one is the king's.
const PICTURES: usize = 22;
/// The pictures that best match soldier, cardinal, tower, duke and eagle.
const PICTURE_OF: [(char, usize); 5] = [('s', 10), ('c', 13), ('t', 14), ('d', 15), ('e', 17)];
/// Pictures for all other letters; XBoard has no rules for them.
const OTHER_PICTURES: [usize; 6] = [6, 7, 8, 9, 11, 16];

/// Returns the commands that define a game; none if XBoard knows it.
pub fn lines<V: Variant>(game: V) -> Vec<String> {
    if is_known(game.name()) {
        return Vec::new();
    }
    let half = table(game.letters());
    let fields: Vec<&str> = game.start_fen().split(' ').take(6).collect();
    let mut lines = vec![format!("setup ({}{half}) 8x8+0_fairy {}", half.to_uppercase(), fields.join(" "))];
    let piece_types = (0..V::ByPieceType::LEN).filter_map(|i| u8::try_from(i).ok()).map(PieceType::new);
    let piece_types = piece_types.filter(|of| letter_of_piece_type(game, *of) != ' ');
    lines.extend(piece_types.filter_map(|piece_type| {
        let letter = letter_of_piece_type(game, piece_type).to_ascii_uppercase();
        moves_of(game, piece_type).map(|moves| format!("piece {letter}& {moves}"))
    }));
    lines
}

/// Returns the commands that XBoard needs for saving a game, to be sent when a game has begun; none for most games.
///
/// The text of a purchase needs origin and suffix, which XBoard writes only of moves that it believes illegal: the pieces are
/// defined without moves. They are sent late, because XBoard finds the only piece of a type while no engine has defined a piece.
pub fn lines_for_saving<V: Variant>(game: V) -> Vec<String> {
    let pieces = (1..PieceType::KING.index()).filter_map(|i| u8::try_from(i).ok()).map(PieceType::new);
    let letters = pieces.map(|piece_type| letter_of_piece_type(game, piece_type).to_ascii_uppercase());
    letters
        .filter(|&letter| game.has_purchases() && letter != ' ')
        .map(|letter| format!("piece {letter}& (null)"))
        .collect()
}

/// Returns the [tag of moves](MOVES_TAG) of a game that XBoard loads without an engine: the moves of the pieces that it does not know.
/// `None` if the moves of chess suffice to read the game; pieces that change by capturing are written with both squares.
pub fn variant_pieces<V: Variant>(game: V) -> Option<String> {
    let lines = if game.captures_change_type() { Vec::new() } else { lines(game) };
    let pieces = lines.iter().filter_map(|line| line.strip_prefix("piece ")).map(|line| line.replacen("& ", ":", 1));
    Some(pieces.collect::<Vec<_>>().join(";")).filter(|pieces| !pieces.is_empty())
}

/// Returns lower-case letters at the indices of their pictures.
fn table(letters: &str) -> String {
    let mut table = ['.'; PICTURES];
    let mut others = OTHER_PICTURES.into_iter();
    for (index, letter) in letters.chars().enumerate().filter(|(_, letter)| *letter != ' ') {
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

/// Returns the moves of a piece type in Betza's notation; `None` if XBoard's built-in moves for the letter are correct.
///
/// If capturing pieces change, pieces are defined without captures, so that XBoard writes the suffix of a capture (`Nf3xe5=P`) into
/// a saved game. To find the only piece of a type (`Qxe2=B`) when it loads the game, it needs captures: a second definition, behind
/// the semicolon at which the protocol's reader stops, goes into the saved game's [tag](MOVES_TAG) only.
fn moves_of<V: Variant>(game: V, piece_type: PieceType) -> Option<String> {
    /// Moves of pawns and kings without captures; a lower-case `e` crashes some versions of XBoard.
    const PAWN_MOVES: &str = "fmWifmnD";
    const KING_MOVES: &str = "mKisO2;K:KisO2";
    if let Some(text) = game.betza(piece_type) {
        return moves_in_file(game, piece_type, text);
    }
    let (captures, steps) = (captures(game, piece_type), steps(game, piece_type));
    if V::CAPTURES_CHANGE_TYPE {
        return match piece_type {
            PieceType::PAWN => Some(PAWN_MOVES.to_owned()),
            PieceType::KING => Some(KING_MOVES.to_owned()),
            _ => atom(steps).map(|steps| {
                format!("m{steps};{}:{steps}", letter_of_piece_type(game, piece_type).to_ascii_uppercase())
            }),
        };
    }
    if piece_type <= PieceType::KING {
        return None;
    }
    let (steps, captures) = (atom(steps)?, atom(captures)?);
    Some(if steps == captures { steps.to_owned() } else { format!("m{steps}c{captures}") })
}

/// Returns the moves of a piece type of a game from a file, as [`moves_of`] does.
fn moves_in_file<V: Variant>(game: V, piece_type: PieceType, text: &str) -> Option<String> {
    /// The moves of chess, by index; the king also castles.
    const USUAL: [&str; 6] = ["fmWfceF", "N", "B", "R", "Q", "K"];
    let usual = USUAL.get(piece_type.index());
    let is_known =
        usual == Some(&text) && letter_of_piece_type(game, piece_type) == letter_of_piece_type(Chess, piece_type);
    let text = match piece_type {
        PieceType::PAWN if is_known => "fmWfcFifmnD".to_owned(),
        PieceType::KING if is_known => "KisO2".to_owned(),
        _ => text.replace('e', ""),
    };
    match game.captures_change_type() {
        false if is_known => None,
        false => Some(text),
        true => {
            let letter = letter_of_piece_type(game, piece_type).to_ascii_uppercase();
            Some(format!("{};{letter}:{text}", without_captures(&text)))
        }
    }
}

/// Returns Betza notation without captures: each atom with the modifier `m`, those that only capture left out.
fn without_captures(text: &str) -> String {
    let (mut moves, mut modifiers) = (String::new(), String::new());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_ascii_lowercase() {
            modifiers.push(letter);
            continue;
        }
        let range = letters.next_if(|&next| next == letter || next.is_ascii_digit());
        let prefix = match (modifiers.contains('m'), modifiers.contains('c')) {
            (false, true) => None,
            (true, _) => Some(modifiers.replace('c', "")),
            (false, false) => Some(format!("m{modifiers}")),
        };
        if let Some(prefix) = prefix {
            moves.push_str(&prefix);
            moves.push(letter);
            moves.extend(range);
        }
        modifiers.clear();
    }
    moves
}

/// A square from which every piece has all of its moves.
const CENTRE: Square = Square::at(3, 3);

fn captures<V: Variant>(game: V, piece_type: PieceType) -> Bitboard {
    game.captures(piece_type, Color::White, CENTRE, Bitboard::EMPTY)
}

fn steps<V: Variant>(game: V, piece_type: PieceType) -> Bitboard {
    game.steps(piece_type, Color::White, CENTRE, Bitboard::EMPTY)
}

/// Returns Betza's name for a set of squares around [`CENTRE`].
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
    use movegen::variants::{NAMES, Visit, VisitTurnBased, with};
    use movegen::{Anarchism, Chess, Custom, Empire, Insurrection, Subversion};

    #[test]
    fn chess_has_no_definition() {
        assert!(lines(Chess).is_empty());
        assert_eq!((name_in_xboard("chess"), name_in_xboard("empire")), ("normal", "empire"));
        assert!(lines(Chess960).is_empty() && name_in_xboard("chess960") == "fischerandom");
    }

    /// Table and moves as tested in XBoard.
    #[test]
    fn empire_is_defined_with_its_pieces() {
        assert_eq!(
            lines(Empire::default()),
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
        assert_eq!(variant_pieces(Empire::default()).as_deref(), Some("T:mQcR;E:mQcN;C:mQcB;D:mQcK;S:fsW"));
        assert!(variant_pieces(Chess).is_none() && variant_pieces(Insurrection::default()).is_none());
    }

    #[test]
    fn changing_pieces_capture_only_in_saved_games() {
        for lines in [lines(Insurrection::default()), lines(Anarchism::default())] {
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

    fn lines_of_file(text: &str) -> Vec<String> {
        let game = movegen::definition::read("test.ini", text).games.pop().unwrap();
        lines(Custom::new(game).unwrap())
    }

    /// From one square, or by the atoms of built-in games, a bishop that also steps and a rider of two squares have no name.
    #[test]
    fn games_from_files_have_the_notation_of_the_file() {
        let text = "[a:chess]\ncustomPiece1 = b:BfW\ncustomPiece2 = h:cNNmW2\nqueen = -\nstartFen = rnbhkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBHKBNR w KQkq - 0 1\n";
        assert_eq!(
            lines_of_file(text),
            [
                "setup (PNBR..H..............Kpnbr..h..............k) 8x8+0_fairy \
                 rnbhkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBHKBNR w KQkq - 0 1",
                "piece B& BfW",
                "piece H& cNNmW2",
            ]
        );
        let lines = lines_of_file(&format!("{text}[b:a]\ncaptureBecomes = victim\n"));
        assert_eq!(lines[1..4], ["piece P& fmWifmnD;P:fmWfcFifmnD", "piece N& mN;N:N", "piece B& mBmfW;B:BfW"]);
        assert!(lines.iter().any(|line| line == "piece H& mW2;H:cNNmW2"), "{lines:?}");
    }

    #[test]
    fn subversion_defines_only_the_setup() {
        assert_eq!(lines(Subversion).len(), 1);
    }

    #[test]
    fn payable_pieces_have_no_moves_after_the_start() {
        let late = ["piece N& (null)", "piece B& (null)", "piece R& (null)", "piece Q& (null)"];
        assert_eq!(lines_for_saving(Subversion), late);
        assert!(lines_for_saving(Insurrection::default()).is_empty() && lines_for_saving(Empire::default()).is_empty());
    }

    /// A lower-case `e` in a definition crashes newer versions of XBoard at the first move.
    #[test]
    fn definitions_have_no_lower_case_e() {
        struct Definitions;
        impl VisitTurnBased for Definitions {
            type Out = Vec<String>;
            fn turn_based<V: Variant>(self, _: V) -> Vec<String> {
                lines(V::default())
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
