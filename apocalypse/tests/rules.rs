//! Apocalypse: the oracle's vectors, every clause of `gamedata/games/apocalypse/specification.md`, texts from outside, and what holds in
//! every position.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its data has failed")]

// Shared test code of this crate names it as its users do.
extern crate movegen as upheaval_movegen;

#[path = "../../movegen/tests/common/mod.rs"]
mod common;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use common::{Rng, table};
use movegen::{Color, Game, MoveError, Record};
use serde_json::Value;
use upheaval_apocalypse::rules::{Choice, LAST_RANK, Position, divide, perft};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// The choice as the vectors write it: `a2b3?` if it is speculative, `b4*d2?` if it is a speculative relocation.
fn vector_text(pos: &Position, of: Color, choice: Choice) -> String {
    let text = choice.to_string();
    if !choice.is_speculative() {
        return text;
    }
    let one_step_away = if of == Color::White { 3 } else { 1 };
    let relocates = pos.pawns(of) & choice.from().bit() != 0
        && choice.from().rank() == one_step_away
        && choice.to().bit() & LAST_RANK[of] == 0;
    if relocates { format!("{}*{}?", &text[..2], &text[2..]) } else { format!("{text}?") }
}

/// Board, penalties and result, as the vectors write them.
fn state_text(pos: &Position) -> String {
    let result = pos.outcome().map_or("*", |outcome| outcome.score().split("-1/2").next().unwrap());
    let [white, black] = Color::BOTH.map(|c| pos.penalties(c));
    format!("{} {white}{black} {result}", pos.board_text())
}

fn check_lists<'a>(pos: &Position, line: &'a Value) -> [Vec<(&'a str, Choice)>; 2] {
    Color::BOTH.map(|c| {
        let column = if c == Color::White { "w" } else { "b" };
        let expected: Vec<&str> = line[column].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        let found: Vec<(String, Choice)> = pos.moves(c).into_iter().map(|m| (vector_text(pos, c, m), m)).collect();
        let mut sorted =
            [expected.iter().map(|&m| m.to_owned()).collect::<Vec<_>>(), found.iter().map(|m| m.0.clone()).collect()];
        sorted.iter_mut().for_each(|list| list.sort_unstable());
        assert_eq!(sorted[1], sorted[0], "{pos} {c:?}");
        expected.into_iter().map(|text| (text, found.iter().find(|m| m.0 == text).unwrap().1)).collect()
    })
}

/// The vectors were made by an existing implementation of the game, one JSON object a line: `fen` ("board penalties"); `res`, the result
/// there; `w` and `b`, what each side may choose, as [`vector_text`] writes it; `out`, the distinct outcomes "board penalties result";
/// `m[i][j]`, the index into `out` of the pair `w[i]`, `b[j]`; `dev`, a list of `[i, j, k, why]` of pairs in which that implementation
/// departs from the rules as written, for which `out[k]` is right.
#[test]
fn lists_and_pairs_agree_with_the_oracle() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/apocalypse-shared.jsonl");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut pairs = 0;
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let pos = position(line["fen"].as_str().unwrap());
        assert!(state_text(&pos).ends_with(&format!(" {}", line["res"].as_str().unwrap())), "{pos} {}", line["res"]);
        let [white, black] = check_lists(&pos, &line);
        let overrides: Vec<[usize; 3]> = line["dev"]
            .as_array()
            .unwrap()
            .iter()
            .map(|dev| [0, 1, 2].map(|i| dev[i].as_u64().unwrap() as usize))
            .collect();
        for (i, w) in white.iter().enumerate() {
            for (j, b) in black.iter().enumerate() {
                let dev = overrides.iter().find(|dev| dev[0] == i && dev[1] == j);
                let out = dev.map_or_else(|| line["m"][i][j].as_u64().unwrap() as usize, |dev| dev[2]);
                let expected = line["out"][out].as_str().unwrap();
                assert_eq!(state_text(&pos.resolve([w.1, b.1])), expected, "{pos} {} {}", w.0, b.0);
                pairs += 1;
            }
        }
    }
    assert!(pairs > 1_000, "{pairs}");
}

/// Every choice of a side from the piece on a square, as the vectors write them, sorted and joined.
fn goes(fen: &str, of: Color, from: &str) -> String {
    let pos = position(fen);
    let mut texts: Vec<String> = pos.choices(of).iter().map(|&m| vector_text(&pos, of, m)).collect();
    texts.retain(|text| text.starts_with(from));
    texts.sort_unstable();
    texts.join(" ")
}

/// Board and penalties after choices written one after the other, White's first.
fn after(fen: &str, choices: &str) -> String {
    let record = game(fen, choices);
    let pos = record.position();
    format!("{} {}{}", pos.board_text(), pos.penalties(Color::White), pos.penalties(Color::Black))
}

fn game(fen: &str, choices: &str) -> Record<Position> {
    let mut record = Record::new(position(fen));
    let texts: Vec<&str> = choices.split_whitespace().collect();
    for turn in texts.chunks(2) {
        let pos = record.position();
        let read = |of: Color| pos.parse_move(of, turn[of.index()]).unwrap_or_else(|e| panic!("{pos} {choices}: {e}"));
        record.play([Some(read(Color::White)), Some(read(Color::Black))]);
    }
    record
}

fn end(fen: &str, choices: &str) -> String {
    game(fen, choices).outcome().map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}

#[test]
fn pawn_steps_ahead_and_captures_diagonally() {
    let fen = "5/p4/1p1p1/2P2/5 00";
    assert_eq!(goes(fen, Color::White, "c2"), "c2b3 c2c3 c2d3");
    assert_eq!(goes("5/p4/5/2P2/5 00", Color::White, "c2"), "c2c3");
    assert_eq!(goes("5/p4/2p2/2P2/5 00", Color::White, "c2"), "");
}

#[test]
fn two_pieces_that_capture_each_other_change_places() {
    assert_eq!(after("5/p4/1p3/2P2/5 00", "c2b3 b3c2"), "5/p4/1P3/2p2/5 00");
    assert_eq!(after("4p/5/1n3/3N1/P4 00", "d2b3 b3d2"), "4p/5/1N3/3n1/P4 00");
}

#[test]
fn equal_pieces_vanish_and_knight_beats_pawn() {
    assert_eq!(after("p4/2p2/5/2P2/P4 00", "c2c3 c4c3"), "p4/5/5/5/P4 00");
    assert_eq!(after("p4/2p2/5/5/P2N1 00", "d1c3 c4c3"), "p4/5/2N2/5/P4 00");
    assert_eq!(after("p2n1/5/5/5/P2N1 00", "d1c3 d5c3"), "p4/5/5/5/P4 00");
}

#[test]
fn promoting_pawn_meets_a_knight_as_a_pawn() {
    assert_eq!(after("5/2P1n/5/p4/1P3 00", "c4c5 e4c5"), "2n2/5/5/p4/1P3 00");
}

#[test]
fn pawn_promotes_below_two_knights() {
    assert_eq!(after("5/2P2/p4/5/PN3 00", "c4c5 a3a2"), "2N2/5/5/p4/PN3 00");
    assert_eq!(goes("5/2P2/p4/5/PN3 00", Color::White, "c4"), "c4c5");
}

#[test]
fn pawn_is_relocated_with_two_knights() {
    let fen = "1p3/2P1N/5/p4/4N 00";
    let texts = goes(fen, Color::White, "c4");
    let by_push = texts.split(' ').filter(|text| text.starts_with("c4c5")).count();
    let by_capture = texts.split(' ').filter(|text| text.starts_with("c4b5")).count();
    assert_eq!((by_push, by_capture), (16, 16), "{texts}");
    assert_eq!(after(fen, "c4b5d2 b5b4"), "5/1p2N/5/p2P1/4N 00");
    assert_eq!(after("1p1p1/2P1N/5/5/4N 00", "c4b5d2 d5d4"), "5/3pN/5/3P1/4N 00");
}

#[test]
fn capture_before_relocation_counts() {
    assert_eq!(after("1p1p1/2P1N/5/5/P3N 00", "c4b5d4 d5d4"), "5/4N/5/5/P3N 00");
}

#[test]
fn a_speculative_capture_needs_an_enemy_to_arrive() {
    let start = "npppn/p3p/5/P3P/NPPPN 00";
    assert!(goes(start, Color::White, "a2").contains("a2b3?"));
    assert_eq!(after(start, "a2b3 a5b3"), "1pppn/p3p/1P3/4P/NPPPN 00");
    assert_eq!(after(start, "a2b3 c5c4"), "np1pn/p1p1p/5/P3P/NPPPN 10");
}

#[test]
fn two_speculative_choices_are_both_void() {
    assert_eq!(after("npppn/p3p/5/P3P/NPPPN 00", "a2b3 a4b3"), "npppn/p3p/5/P3P/NPPPN 11");
}

#[test]
fn void_choice_leaves_the_other_move_unchanged() {
    // The pawn on c2 has chosen to capture, but no piece came to d3: it stays, and the knight captures it where it stands.
    assert_eq!(after("4p/5/1p3/2P1n/N3n 00", "c2d3 e1c2"), "4p/5/1p3/2n1n/N4 10");
}

#[test]
fn knight_may_gamble_on_its_own_piece() {
    let fen = "4p/5/1p3/2P2/N4 00";
    assert_eq!(goes(fen, Color::White, "a1"), "a1b3 a1c2?");
    assert_eq!(after(fen, "a1c2 b3c2"), "4p/5/5/2N2/5 00");
    assert_eq!(after(fen, "a1c2 b3b2"), "4p/5/5/1pP2/N4 10");
    assert_eq!(after("p4/5/1p3/2P2/N4 00", "a1c2 a5a4"), "5/p4/1p3/2P2/N4 10");
}

#[test]
fn push_is_playable_if_the_enemy_piece_leaves() {
    let fen = "5/p4/2n2/2P2/4P 00";
    assert_eq!(goes(fen, Color::White, "c2"), "c2c3?");
    assert_eq!(after(fen, "c2c3 c3e4"), "5/p3n/2P2/5/4P 00");
    assert_eq!(after(fen, "c2c3 a4a3"), "5/5/p1n2/2P2/4P 10");
}

#[test]
fn pawn_may_gamble_on_losing_a_knight() {
    assert!(goes("5/2P2/5/1p3/N1N2 00", Color::White, "c4").contains("c4c5?"));
    assert_eq!(after("5/2P2/5/1p3/N1N1P 00", "c4c5 b2a1"), "2N2/5/5/5/n1N1P 00");
    assert_eq!(after("5/2P2/5/1p3/N1N1P 00", "c4c5 b2b1"), "5/2P2/5/5/NnN1P 10");
}

#[test]
fn relocation_may_gamble_on_an_opened_path() {
    let fen = "2n2/2P2/5/4p/N1N2 00";
    assert!(goes(fen, Color::White, "c4").split(' ').all(|text| text.ends_with('?')));
    assert_eq!(after(fen, "c4d2 c5b3"), "5/5/1n3/3Pp/N1N2 00");
    assert_eq!(after(fen, "c4d2 e2e1"), "2n2/2P2/5/5/N1N1n 10");
}

#[test]
fn side_without_pawns_loses_unless_both() {
    assert_eq!(end("5/p4/5/5/N4 00", ""), "0-1 {no pawns left}");
    assert_eq!(end("n4/5/5/P4/5 02", ""), "1-0 {no pawns left}");
    assert_eq!(end("n4/5/5/5/N4 20", ""), "1/2-1/2 {no pawns left}");
}

#[test]
fn two_penalties_lose_and_on_both_sides_draw() {
    let fen = "npppn/p3p/5/P3P/NPPPN w - - 0 1 11";
    assert_eq!(end(fen, "a2b3 c5c4"), "0-1 {two penalties}");
    assert_eq!(end(fen, "c1c2 a4b3"), "1-0 {two penalties}");
    assert_eq!(end(fen, "a2b3 a4b3"), "1/2-1/2 {two penalties}");
}

#[test]
fn game_without_a_safe_choice_is_drawn() {
    assert_eq!(end("5/p4/P4/5/4N 00", ""), "1/2-1/2 {stalemate}");
    assert_eq!(end("5/p4/P4/5/4n 00", ""), "1/2-1/2 {stalemate}");
    assert_eq!(end("5/p4/P4/n4/4N 00", ""), "*");
    assert!(position("5/p4/P4/5/4N 00").moves(Color::White).is_empty());
}

#[test]
fn third_occurrence_draws_at_any_turn() {
    let there_and_back = "a1b3 e5d3 b3a1 d3e5 ";
    assert_eq!(end("npppn/p3p/5/P3P/NPPPN 00", there_and_back), "*");
    assert_eq!(end("npppn/p3p/5/P3P/NPPPN 00", &there_and_back.repeat(2)), "1/2-1/2 {threefold repetition}");
}

#[test]
fn two_hundred_turns_draw() {
    let fen = "npppn/p3p/5/P3P/NPPPN w - - 0 200 00";
    assert_eq!(end(fen, ""), "*");
    assert_eq!(end(fen, "a1b3 e5d3"), "1/2-1/2 {turn limit}");
}

#[test]
fn choice_texts_round_trip() {
    for fen in table("fen/good.txt", "apocalypse") {
        let pos = position(fen.last().unwrap());
        for of in Color::BOTH {
            for choice in pos.moves(of) {
                assert_eq!(pos.parse_move(of, &pos.write_move(choice)), Ok(choice), "{pos}");
            }
        }
    }
    let start = Position::start();
    for text in ["", "a2", "a2a3?", "a2f3", "é2a3", "a2a3a4a5", "a2 a3", "\u{0}\u{0}\u{0}\u{0}"] {
        assert!(matches!(start.parse_move(Color::White, text), Err(MoveError::Malformed(_))), "{text}");
    }
    for text in ["a4a3", "a2a4", "a2a3a3", "c1c3", "a1a1"] {
        assert!(matches!(start.parse_move(Color::White, text), Err(MoveError::Illegal(_))), "{text}");
    }
}

#[test]
fn good_fens_are_read_and_bad_ones_named() {
    for row in table("fen/good.txt", "apocalypse") {
        let (fen, written) = (row.first().unwrap(), row.last().unwrap());
        assert_eq!(position(fen).to_string(), *written, "{fen}");
        assert_eq!(position(fen), position(written));
    }
    for row in table("fen/bad.txt", "apocalypse") {
        let [fen, field, quoted] = &row[..] else { panic!("{row:?} has not three columns") };
        let Err(error) = fen.parse::<Position>() else { panic!("{fen} is accepted") };
        let text = error.to_string();
        assert!(
            text.starts_with(&format!("invalid FEN, {field} '")) && text.contains(quoted.as_str()),
            "{fen}: {text}"
        );
    }
}

#[test]
fn perft_counts_pairs_of_choices() {
    let start = Position::start();
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&start, None, depth)), [1, 11, 121, 1_427]);
    let pending = start.parse_move(Color::White, "a1b3").unwrap();
    assert_eq!(perft(&start, Some(pending), 1), 11);
    assert_eq!(divide(&start, None, 4).iter().map(|(_, leaves)| leaves).sum::<u64>(), perft(&start, None, 4));
    assert_eq!(perft(&position("5/p4/5/5/N4 00"), None, 1), 0);
}

/// Counted by another program, which resolves pairs of choices in another way.
#[test]
fn distinct_positions_match_published_counts() {
    let mut positions = HashSet::from([Position::start()]);
    for expected in [104, 4_538, 156_453] {
        let mut next = HashSet::new();
        for pos in &positions {
            let black = pos.moves(Color::Black);
            for w in pos.moves(Color::White) {
                next.extend(black.iter().map(|&b| pos.resolve([w, b])));
            }
        }
        assert_eq!(next.len(), expected);
        positions = next;
    }
}

/// A position of a random game, on average some turns from the start.
fn wander(rng: &mut Rng) -> Position {
    let mut pos = Position::start();
    for _ in 0..rng.below(20) {
        if pos.outcome().is_some() {
            break;
        }
        // Speculation now and then, or most games would be over at once.
        let pick = |rng: &mut Rng, of| {
            let choices = if rng.one_in(8) { pos.choices(of) } else { pos.safe_choices(of) };
            *rng.pick(&choices)
        };
        pos = pos.resolve([pick(rng, Color::White), pick(rng, Color::Black)]);
    }
    pos
}

#[test]
fn the_exchange_of_colours_is_an_exact_symmetry() {
    let mut rng = Rng(0xa90c);
    let mut pairs = 0;
    while pairs < 100_000 {
        let pos = wander(&mut rng);
        let turned = pos.swapped();
        assert_eq!(turned.swapped(), pos);
        let [mut white, black] = [turned.choices(Color::White), pos.choices(Color::Black)];
        let mut expected: Vec<Choice> = black.iter().map(|choice| choice.swapped()).collect();
        white.sort_unstable();
        expected.sort_unstable();
        assert_eq!(white[..], expected[..], "{pos}");
        assert_eq!(
            pos.outcome().map(|o| (o.winner.map(|c| !c), o.reason)),
            turned.outcome().map(|o| (o.winner, o.reason)),
        );
        for w in pos.choices(Color::White) {
            for &b in &black {
                let next = pos.resolve([w, b]);
                assert_eq!(turned.resolve([b.swapped(), w.swapped()]), next.swapped(), "{pos} {w:?} {b:?}");
                assert_eq!(next.to_string().parse::<Position>().as_ref(), Ok(&next));
                pairs += 1;
            }
        }
    }
}
