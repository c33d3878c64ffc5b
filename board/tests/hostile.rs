//! Any input gives a diagram or an error in one line.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use movegen::variants::NAMES;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use upheaval_board::diagram::{Diagram, DiagramError, MAX_CAPTION, Mark};

/// Returns the error, a short line without control characters.
fn error_of<T>(result: Result<T, DiagramError>) -> String {
    let line = result.err().expect("an error").to_string();
    assert!(!line.contains(char::is_control) && line.chars().count() < 300, "{line:?}");
    line
}

#[test]
fn unknown_games_and_invalid_positions_are_named() {
    let new = |game: &str, fen: &str| error_of(Diagram::new(game, fen));
    assert_eq!(
        new("draughts\n", "startpos"),
        format!("no game is called 'draughts\\n'; the games are {}", NAMES.join(", "))
    );
    assert_eq!(new("chess", "8/8/8/8/8/8/8/8 w - - 0 1"), "invalid FEN, board '8/8/8/8/8/8/8/8': White has 0 kings");
    assert_eq!(new("chess", "Startpos"), "invalid FEN, board 'Startpos': 8 ranks are needed, here are 1");
    assert!(new("chess", "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1").contains("'S'"));
    assert!(new("empire", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").contains("face each other"));
    assert!(new("insurrection", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 Qk").contains("no royal"));
    assert_eq!(
        new("apocalypse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        "invalid FEN, castling rights 'KQkq': there is no castling"
    );
    assert!(error_of(Diagram::new("chess", &"k".repeat(100_000))).contains('…'));
}

#[test]
fn invalid_squares_and_moves_change_nothing() {
    let mut chess = Diagram::new("chess", "startpos").unwrap();
    let before = chess.to_string();
    assert_eq!(error_of(chess.highlight("i9")), "'i9' is not a square of a board with 8x8 squares");
    assert_eq!(error_of(chess.mark(Mark::Step, "e\u{1b}")), "'e\\u{1b}' is not a square of a board with 8x8 squares");
    assert_eq!(error_of(chess.arrow("e2")), "'e2' is not an arrow such as d1h5");
    assert_eq!(error_of(chess.arrow("e2e2")), "'e2e2' is not an arrow such as d1h5");
    assert_eq!(error_of(chess.arrow("e2e9")), "'e9' is not a square of a board with 8x8 squares");
    assert_eq!(error_of(chess.arrow("é2é")), "'é2é' is not an arrow such as d1h5");
    for wrong in ["", "e2", "e2e", "e2e4Q", "a1b1c1d1e1", "é2e", "éé"] {
        assert!(error_of(chess.last_move(wrong)).contains(&format!("'{wrong}'")));
    }
    assert_eq!(error_of(chess.last_move("e2e9")), "'e9' is not a square of a board with 8x8 squares");
    assert_eq!(error_of(chess.moves_of("e4")), "e4 is empty");
    assert_eq!(error_of(chess.moves_of("e7")), "the piece on e7 has no legal moves");
    assert!(error_of(chess.reach_of("e2")).contains("the pawn on e2"));
    assert_eq!(error_of(chess.size(63)), "the width of 63 pixels is not from 64 to 4096");
    assert!(error_of(chess.size(u32::MAX)).contains("4294967295"));
    for wrong in ["a\nb", "\u{1b}[2J", "\u{fffe}", &"x".repeat(MAX_CAPTION + 1)] {
        assert!(error_of(chess.caption(wrong)).starts_with("the caption '"));
    }
    assert_eq!(chess.to_string(), before);
    let mut apocalypse = Diagram::new("apocalypse", "startpos").unwrap();
    assert_eq!(error_of(apocalypse.highlight("f1")), "'f1' is not a square of a board with 5x5 squares");
}

#[test]
fn longest_caption_and_largest_size_are_drawn() {
    let mut diagram = Diagram::new("apocalypse", "startpos").unwrap();
    diagram.caption(&"W".repeat(MAX_CAPTION)).unwrap();
    diagram.size(4096).unwrap();
    assert!(roxmltree::Document::parse(&diagram.to_string()).is_ok());
}

/// Randomly changed FENs of every game.
#[test]
fn changed_fens_are_drawn_or_refused() {
    const ALPHABET: &[char] =
        &['k', 'K', 'q', 'P', 'n', '1', '8', '/', ' ', '-', 'w', 'b', '0', '9', 'é', '\0', '<', '&'];
    let mut random = SmallRng::seed_from_u64(18);
    let (mut drawn, mut refused) = (0, 0);
    for game in NAMES {
        let start: Vec<char> = {
            let svg = Diagram::new(game, "startpos").unwrap().to_string();
            let tree = roxmltree::Document::parse(&svg).unwrap();
            let fen = tree.descendants().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap().to_owned();
            fen[game.len() + 1..].chars().collect()
        };
        for _ in 0..2000 {
            let mut fen = start.clone();
            for _ in 0..random.random_range(1..=3) {
                let at = random.random_range(0..fen.len());
                match random.random_range(0..3) {
                    0 => drop(fen.remove(at)),
                    1 => fen.insert(at, ALPHABET[random.random_range(0..ALPHABET.len())]),
                    _ => fen[at] = ALPHABET[random.random_range(0..ALPHABET.len())],
                }
            }
            let fen: String = fen.into_iter().collect();
            match Diagram::new(game, &fen) {
                Ok(diagram) => {
                    drawn += 1;
                    assert!(roxmltree::Document::parse(&diagram.to_string()).is_ok(), "{game} {fen}");
                }
                Err(error) => {
                    refused += 1;
                    error_of::<()>(Err(error));
                }
            }
        }
    }
    assert!(drawn > 200 && refused > 5000, "{drawn} drawn, {refused} refused");
}
