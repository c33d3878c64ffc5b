//! FENs and move strings from outside: the good ones are read as listed, the bad ones get an error that names the field
//! and quotes the text, and no text whatever makes the reader panic or gives a position that cannot be played.

use crate::common::{Rng, game, injure, invariants, known_fens, position, table};
use upheaval_movegen::variants::{TURN_BASED, VisitTurnBased, with_turn_based};
use upheaval_movegen::{Chess, Move, MoveError, Position, Variant};

struct Good;

impl VisitTurnBased for Good {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        for row in table("fen/good.txt", V::NAME) {
            let (fen, written) = (row.first().unwrap(), row.last().unwrap());
            assert_eq!(position::<V>(fen).to_string(), *written, "{}: {fen}", V::NAME);
            assert!(position::<V>(fen) == position::<V>(written), "{}: {fen}", V::NAME);
            invariants::check(&position::<V>(fen), &mut Rng(1));
        }
    }
}

#[test]
fn good_fens_are_read_as_listed() {
    for name in TURN_BASED {
        with_turn_based(name, Good).unwrap();
    }
}

struct Bad;

impl VisitTurnBased for Bad {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        for row in table("fen/bad.txt", V::NAME) {
            let [fen, field, quoted] = &row[..] else { panic!("{row:?} has not three columns") };
            let Err(error) = fen.parse::<Position<V>>() else { panic!("{}: {fen} is accepted", V::NAME) };
            let text = error.to_string();
            assert!(text.starts_with(&format!("invalid FEN, {field} '")), "{fen}: {text}");
            assert!(text.contains(quoted.as_str()), "{fen}: {text} lacks {quoted}");
            assert!(fen.contains(&error.text), "{fen}: {text} quotes what is not there");
        }
    }
}

#[test]
fn bad_fen_error_names_field_and_quotes_text() {
    for name in TURN_BASED {
        with_turn_based(name, Bad).unwrap();
    }
}

#[test]
fn error_fits_on_line_however_long_text() {
    let long = "p".repeat(1 << 20);
    let texts = [
        long.clone(),
        format!("{long} w - - 0 1"),
        format!("4k3/8/8/8/8/8/8/4K3 {long} - - 0 1"),
        format!("4k3/8/8/8/8/8/8/4K3 w {long} - 0 1"),
        format!("4k3/8/8/8/8/8/8/4K3 w - {long} 0 1"),
        format!("4k3/8/8/8/8/8/8/4K3 w - - {} 1", "9".repeat(1 << 20)),
        format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {long}"),
        "4k3/8/8/8/8/8/8/4K3 w - - 0 \u{1b}[31m\u{0}".to_owned(),
        "/".repeat(1 << 20) + " w - - 0 1",
        String::new(),
        " \t\r\n".to_owned(),
    ];
    for text in &texts {
        let error = text.parse::<Position<Chess>>().unwrap_err().to_string();
        assert!(error.len() < 400 && !error.contains(char::is_control), "{error}");
    }
    let error = position::<Chess>(Chess::START).parse_move(&long).unwrap_err().to_string();
    assert!(error.len() < 400 && error.starts_with("'ppp"), "{error}");
}

#[test]
fn clock_and_move_number_saturate() {
    for fen in ["4k3/8/8/8/8/8/8/R3K3 b - - 254 30000", "4k3/8/8/8/8/8/8/R3K3 b - - 255 32768"] {
        let mut rng = Rng(7);
        let end = game::<Chess>(fen, "e8e7 a1a2 e7e8");
        invariants::check(end.position(), &mut rng);
        assert_eq!(end.position().clock(), 255);
    }
}

struct HostileFens;

impl VisitTurnBased for HostileFens {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        let (seed, fens) = (0xbad_f00d, known_fens::<V>());
        let mut rng = Rng(seed);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let mut text = rng.pick(&fens).clone();
            for _ in 0..=rng.below(2) {
                text = injure(&text, &mut rng);
            }
            match text.parse::<Position<V>>() {
                Ok(pos) => {
                    invariants::check(&pos, &mut rng);
                    read += 1;
                }
                Err(error) => {
                    let error = error.to_string();
                    assert!(error.len() < 400 && !error.contains(char::is_control), "{error}");
                    refused += 1;
                }
            }
        }
        assert!(read > 500 && refused > 1_000, "{} seed {seed:#x}: {read} read, {refused} refused", V::NAME);
    }
}

#[test]
fn every_accepted_fen_can_be_played() {
    for name in TURN_BASED {
        with_turn_based(name, HostileFens).unwrap();
    }
}

struct HostileMoves;

impl VisitTurnBased for HostileMoves {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        let (seed, fens) = (0xbad_30fe, known_fens::<V>());
        let mut rng = Rng(seed);
        let mut found = 0;
        for _ in 0..20_000 {
            let fen: &String = rng.pick(&fens);
            let pos = position::<V>(fen);
            let moves = pos.legal_moves();
            let m = if moves.is_empty() { Move::NONE } else { *rng.pick(&moves) };
            let text = injure(&pos.write_move(m), &mut rng);
            match pos.parse_move(&text) {
                Ok(m) => {
                    assert!(moves.contains(&m), "{pos:?} {text}");
                    found += 1;
                }
                Err(MoveError::Malformed(quoted) | MoveError::Illegal(quoted)) => {
                    assert!(quoted.len() < 400 && !quoted.contains(char::is_control), "{pos:?} {quoted}");
                }
            }
        }
        assert!(found > 200, "{} seed {seed:#x}: {found} moves", V::NAME);
    }
}

#[test]
fn every_parsed_move_is_legal() {
    for name in TURN_BASED {
        with_turn_based(name, HostileMoves).unwrap();
    }
}
