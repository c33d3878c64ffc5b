//! FENs and move strings from outside: the good ones are read as listed, the bad ones get an error that names the field
//! and quotes the text, and no text whatever makes the reader panic or gives a position that cannot be played.

#![allow(clippy::unwrap_used, reason = "a name of the list is always found")]

mod common;

use common::{Rng, game, good_fens, invariants, position, table};
use movegen::variants::{NAMES, TURN_BASED, Visit, with};
use movegen::{Chess, Color, Game, Move, MoveError, Position, Variant, apocalypse};

struct Good;

impl Visit for Good {
    type Out = ();
    fn turn_based<V: Variant>(self) {
        for row in table("fen/good.txt", V::NAME) {
            let (fen, written) = (row.first().unwrap(), row.last().unwrap());
            assert_eq!(position::<V>(fen).to_string(), *written, "{}: {fen}", V::NAME);
            assert!(position::<V>(fen) == position::<V>(written), "{}: {fen}", V::NAME);
            invariants::check(&position::<V>(fen), &mut Rng(1));
        }
    }
    fn simultaneous(self) {}
}

#[test]
fn good_fens_are_read_as_listed() {
    for name in TURN_BASED {
        with(name, Good).unwrap();
    }
}

struct Bad;

impl Visit for Bad {
    type Out = ();
    fn turn_based<V: Variant>(self) {
        for row in table("fen/bad.txt", V::NAME) {
            let [fen, field, quoted] = &row[..] else { panic!("{row:?} has not three columns") };
            let Err(error) = fen.parse::<Position<V>>() else { panic!("{}: {fen} is accepted", V::NAME) };
            let text = error.to_string();
            assert!(text.starts_with(&format!("invalid FEN, {field} '")), "{fen}: {text}");
            assert!(text.contains(quoted.as_str()), "{fen}: {text} lacks {quoted}");
            assert!(fen.contains(&error.text), "{fen}: {text} quotes what is not there");
        }
    }
    fn simultaneous(self) {}
}

#[test]
fn bad_fens_get_an_error_that_names_the_field_and_quotes_its_text() {
    for name in TURN_BASED {
        with(name, Bad).unwrap();
    }
}

#[test]
fn an_error_fits_on_a_line_however_long_the_text() {
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
fn the_clock_and_the_move_number_can_be_written_however_far_they_run() {
    for fen in ["4k3/8/8/8/8/8/8/R3K3 b - - 254 30000", "4k3/8/8/8/8/8/8/R3K3 b - - 255 32768"] {
        let mut rng = Rng(7);
        let end = game::<Chess>(fen, "e8e7 a1a2 e7e8");
        invariants::check(end.position(), &mut rng);
        assert_eq!(end.position().clock(), 255);
    }
}

/// One small or large injury.
fn injure(text: &str, rng: &mut Rng) -> String {
    const WEIRD: [&str; 18] =
        ["/", " ", "-", "w", "b", "K", "8", "0", "9", "+", "e3", "d6", "\0", "\u{a0}", "♔", "\u{202e}", "é", "KQkq"];
    let mut bytes = text.as_bytes().to_vec();
    let at = rng.below(bytes.len() + 1);
    let end = at + rng.below(bytes.len() + 1 - at);
    match rng.below(10) {
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        1 if at < bytes.len() => bytes[at] = rng.bits() as u8,
        2 if at < bytes.len() => drop(bytes.remove(at)),
        3 => bytes.truncate(at),
        4 => drop(bytes.drain(at..end)),
        5 => {
            let copy = bytes[at..end].to_vec();
            bytes.splice(at..at, copy);
        }
        6 if rng.one_in(20) => {
            let copy = bytes[at..end].repeat(2_000);
            bytes.splice(at..at, copy);
        }
        7 if bytes.len() > 1 => {
            let other = rng.below(bytes.len());
            let at = at.min(bytes.len() - 1);
            bytes.swap(at, other);
        }
        8 if at < bytes.len() => bytes[at] = bytes[rng.below(bytes.len())],
        _ => {
            let weird = rng.pick(&WEIRD).bytes();
            bytes.splice(at..at, weird);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Every pair of choices leads to a position that can be written and read again, and to the same from the other side.
fn check_turn(pos: &apocalypse::Position) {
    let [white, black] = Color::BOTH.map(|c| pos.moves(c));
    assert_eq!(pos.outcome().is_none(), !white.is_empty() && !black.is_empty(), "{pos}");
    for &w in &white {
        for &b in &black {
            let next = pos.resolve([w, b]);
            assert_eq!(next.to_string().parse::<apocalypse::Position>(), Ok(next), "{pos} {w:?} {b:?}");
        }
    }
}

struct HostileFens;

impl Visit for HostileFens {
    type Out = ();
    fn turn_based<V: Variant>(self) {
        let (seed, fens) = (0xbad_f00d, good_fens(V::NAME));
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
    fn simultaneous(self) {
        let (seed, fens) = (0xbad_f00d, good_fens(apocalypse::Position::NAME));
        let mut rng = Rng(seed);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let mut text = rng.pick(&fens).clone();
            for _ in 0..=rng.below(2) {
                text = injure(&text, &mut rng);
            }
            match text.parse::<apocalypse::Position>() {
                Ok(pos) => {
                    check_turn(&pos);
                    read += 1;
                }
                Err(error) => {
                    let error = error.to_string();
                    assert!(error.len() < 400 && !error.contains(char::is_control), "{error}");
                    refused += 1;
                }
            }
        }
        assert!(read > 500 && refused > 1_000, "seed {seed:#x}: {read} read, {refused} refused");
    }
}

#[test]
fn whatever_fen_is_read_can_be_played() {
    for name in NAMES {
        with(name, HostileFens).unwrap();
    }
}

struct HostileMoves;

impl Visit for HostileMoves {
    type Out = ();
    fn turn_based<V: Variant>(self) {
        let (seed, fens) = (0xbad_30fe, good_fens(V::NAME));
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
    fn simultaneous(self) {
        let (seed, fens) = (0xbad_30fe, good_fens(apocalypse::Position::NAME));
        let mut rng = Rng(seed);
        let mut found = 0;
        for _ in 0..20_000 {
            let pos: apocalypse::Position = rng.pick(&fens).parse().unwrap();
            let side = *rng.pick(&Color::BOTH);
            let choices = pos.moves(side);
            let text = choices.get(rng.below(choices.len().max(1))).map_or("a1a2".to_owned(), ToString::to_string);
            match pos.parse_move(side, &injure(&text, &mut rng)) {
                Ok(choice) => {
                    assert!(choices.contains(&choice), "{pos} {text}");
                    found += 1;
                }
                Err(MoveError::Malformed(quoted) | MoveError::Illegal(quoted)) => {
                    assert!(quoted.len() < 400 && !quoted.contains(char::is_control), "{pos} {quoted}");
                }
            }
        }
        assert!(found > 100, "seed {seed:#x}: {found} choices");
    }
}

#[test]
fn whatever_move_is_read_is_legal() {
    for name in NAMES {
        with(name, HostileMoves).unwrap();
    }
}
