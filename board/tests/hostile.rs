//! Input from outside, whatever it is, gives a picture or one line that says what is wrong.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use board::diagram::{Diagram, DiagramError, MAX_CAPTION, Mark};
use movegen::variants::NAMES;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// The complaint, which is one line without control characters and not endless.
fn complaint<T>(result: Result<T, DiagramError>) -> String {
    let line = result.err().expect("an error").to_string();
    assert!(!line.contains(char::is_control) && line.chars().count() < 300, "{line:?}");
    line
}

#[test]
fn a_wrong_game_or_position_is_named() {
    let new = |game: &str, fen: &str| complaint(Diagram::new(game, fen));
    assert_eq!(
        new("draughts\n", "startpos"),
        "no game is called 'draughts\\n': the games are chess, empire, insurrection, insurrection-strict, \
         anarchism, anarchism-strict, subversion, apocalypse"
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
    assert!(complaint(Diagram::new("chess", &"k".repeat(100_000))).contains('…'));
}

#[test]
fn wrong_squares_arrows_and_moves_are_quoted_and_change_nothing() {
    let mut chess = Diagram::new("chess", "startpos").unwrap();
    let before = chess.to_string();
    assert_eq!(complaint(chess.highlight("i9")), "'i9' is no square of a board with 8x8 squares");
    assert_eq!(complaint(chess.mark(Mark::Step, "e\u{1b}")), "'e\\u{1b}' is no square of a board with 8x8 squares");
    assert_eq!(complaint(chess.arrow("e2")), "'e2' is not an arrow such as d1h5");
    assert_eq!(complaint(chess.arrow("e2e2")), "'e2e2' is not an arrow such as d1h5");
    assert_eq!(complaint(chess.arrow("e2e9")), "'e9' is no square of a board with 8x8 squares");
    assert_eq!(complaint(chess.arrow("é2é")), "'é2é' is not an arrow such as d1h5");
    for wrong in ["", "e2", "e2e", "e2e4Q", "a1b1c1d1e1", "é2e", "éé"] {
        assert!(complaint(chess.last_move(wrong)).contains(&format!("'{wrong}'")));
    }
    assert_eq!(complaint(chess.last_move("e2e9")), "'e9' is no square of a board with 8x8 squares");
    assert_eq!(complaint(chess.moves_of("e4")), "no piece stands on e4");
    assert_eq!(complaint(chess.moves_of("e7")), "the piece on e7 has no move");
    assert!(complaint(chess.reach_of("e2")).contains("the pawn on e2"));
    assert_eq!(complaint(chess.size(63)), "a width of 63 pixels is not within 64 to 4096");
    assert!(complaint(chess.size(u32::MAX)).contains("4294967295"));
    for wrong in ["a\nb", "\u{1b}[2J", "\u{fffe}", &"x".repeat(MAX_CAPTION + 1)] {
        assert!(complaint(chess.caption(wrong)).starts_with("the caption '"));
    }
    assert_eq!(chess.to_string(), before);
    let mut apocalypse = Diagram::new("apocalypse", "startpos").unwrap();
    assert_eq!(complaint(apocalypse.highlight("f1")), "'f1' is no square of a board with 5x5 squares");
}

#[test]
fn the_longest_things_are_drawn() {
    let mut diagram = Diagram::new("apocalypse", "startpos").unwrap();
    diagram.caption(&"W".repeat(MAX_CAPTION)).unwrap();
    diagram.size(4096).unwrap();
    assert!(roxmltree::Document::parse(&diagram.to_string()).is_ok());
}

/// Spoilt FENs of every game: each is drawn or refused in one line.
#[test]
fn a_spoilt_fen_is_drawn_or_refused() {
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
                    complaint::<()>(Err(error));
                }
            }
        }
    }
    assert!(drawn > 200 && refused > 5000, "{drawn} drawn, {refused} refused");
}
