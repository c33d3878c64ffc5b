#![allow(clippy::unwrap_used, reason = "a test that cannot read its data has failed")]

use super::*;
use crate::perft::perft;
use crate::variants::{Anarchism, AnarchismStrict, Chess, Empire, Insurrection, InsurrectionStrict, Subversion};
use crate::zobrist::splitmix64;

fn template(name: &str) -> Custom {
    Custom::new(definition::template(name).unwrap()).unwrap()
}

fn game(text: &str) -> Custom {
    let file = definition::read("test.ini", text);
    assert_eq!(file.refused, []);
    Custom::new(file.games.into_iter().next_back().unwrap()).unwrap()
}

fn texts<V: Variant>(pos: &Position<V>) -> Vec<String> {
    let mut texts: Vec<String> = pos.legal_moves().iter().map(|&m| pos.write_move(m)).collect();
    texts.sort_unstable();
    texts
}

/// Plays random games of a built-in type and compares so many positions with the same game from a definition.
fn agrees_with_built_in<V: Variant>(name: &str, positions: u64) {
    let custom = template(name);
    let (mut random, mut compared) = (0, 0);
    for seed in 0..positions {
        let mut pos = Position::<V>::start();
        let mut own = Position::start_of(custom);
        for ply in 0..150 {
            if compared == positions {
                return;
            }
            compared += 1;
            let fen = pos.to_string();
            assert_eq!(own.to_string(), fen, "{name}");
            assert_eq!(own.key(), own.recomputed_key(), "{name} {fen}");
            assert!(Position::read(custom, &fen).unwrap() == own, "{name} {fen}");
            assert_eq!(texts(&own), texts(&pos), "{name} {fen}");
            assert_eq!(own.count_moves(), pos.count_moves(), "{name} {fen}");
            assert_eq!(own.checked_royals(), pos.checked_royals(), "{name} {fen}");
            let [ours, theirs] = [own.outcome(), pos.outcome()].map(|outcome| outcome.map(|outcome| outcome.winner));
            assert_eq!(ours, theirs, "{name} {fen}");
            if compared % 50 == 0 {
                assert_eq!(perft(&own, 2), perft(&pos, 2), "{name} {fen}");
            }
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            random = splitmix64(random ^ seed << 32 ^ ply);
            let m = moves[random as usize % moves.len()];
            let text = pos.write_move(m);
            own.play(own.parse_move(&text).unwrap(), &mut ());
            pos.play(m, &mut ());
        }
    }
}

fn agree_on(positions: u64) {
    agrees_with_built_in::<Chess>("chess", positions);
    agrees_with_built_in::<Empire>("empire", positions);
    agrees_with_built_in::<Insurrection>("insurrection", positions);
    agrees_with_built_in::<Anarchism>("anarchism", positions);
    agrees_with_built_in::<InsurrectionStrict>("insurrection-strict", positions);
    agrees_with_built_in::<Subversion>("subversion", positions);
    agrees_with_built_in::<AnarchismStrict>("anarchism-strict", positions);
}

#[test]
fn definitions_agree_with_built_in_games() {
    agree_on(2_500);
}

#[test]
#[ignore = "minutes: run after changes of rules, see docs/own-games.md"]
fn definitions_agree_on_100_000_positions() {
    agree_on(100_000);
}

#[test]
fn perft_of_definition_equals_built_in_one() {
    let chess =
        Position::read(template("chess"), "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    assert_eq!(perft(&chess.unwrap(), 3), 97_862);
    assert_eq!(perft(&Position::start_of(template("empire")), 3), perft(&Position::<Empire>::start(), 3));
}

/// Counts of Fairy-Stockfish.
#[test]
fn fairy_games_have_their_published_counts() {
    for (name, depth, leaves) in
        [("antichess", 3, 8_067), ("3check", 3, 8_902), ("horde", 3, 1_274), ("kingofthehill", 3, 8_902)]
    {
        assert_eq!(perft(&Position::start_of(template(name)), depth), leaves, "{name}");
    }
}

#[test]
fn last_check_and_goal_win() {
    let three = template("3check");
    let pos = Position::read(three, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 1+3").unwrap();
    let next = pos.after(pos.parse_move("a1a8").unwrap());
    assert_eq!(next.outcome(), Some(Outcome::win(Color::White, Reason::Rule("last check"))));
    assert!(next.legal_moves().is_empty());
    let hill = template("kingofthehill");
    let pos = Position::read(hill, "4k3/8/8/8/8/4K3/8/8 w - - 0 1").unwrap();
    let next = pos.after(pos.parse_move("e3e4").unwrap());
    assert_eq!(next.outcome().map(Outcome::score), Some("1-0"));
}

/// Returns the settings of a section with one to three changes: other lines, other values, other characters.
fn changed(own: &[&str], all: &[&str], random: &mut impl FnMut(usize) -> usize) -> String {
    const LETTERS: &[u8] = b"pnbrqkacehwzWFDNAHLZJGKRBQmigfpblrsvh*-+|:/=. 0123456789";
    let mut lines: Vec<String> = own.iter().map(|&line| line.to_owned()).collect();
    for _ in 0..=random(3) {
        let other = all[random(all.len())];
        let at = random(lines.len() + 1);
        let letter = char::from(LETTERS[random(LETTERS.len())]);
        match (random(6), lines.get_mut(at)) {
            (0, _) | (_, None) => lines.insert(at, other.to_owned()),
            (1, Some(_)) => drop(lines.remove(at)),
            (2, Some(line)) => {
                let (key, value) = (line.split('=').next().unwrap(), other.split('=').next_back().unwrap());
                *line = format!("{key}={value}");
            }
            (change, Some(line)) => {
                let mut letters: Vec<char> = line.chars().collect();
                let place = random(letters.len() + 1);
                letters.splice(place..(place + change - 3).min(letters.len()), [letter]);
                *line = letters.into_iter().collect();
            }
        }
    }
    lines.join("\n")
}

/// Sections of the files of this project with changes by a fixed seed: each gives an error with its line and key, or a game that can be
/// played.
#[test]
fn changed_definitions_are_refused_or_played() {
    let ten = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../gamedata/own/ten.ini")).unwrap();
    let files = [include_str!("../../definition/fairy.ini"), include_str!("../../definition/upheaval.ini"), &ten];
    let sections: Vec<(&str, Vec<&str>)> = files
        .iter()
        .flat_map(|text| text.split("\n["))
        .filter_map(|text| Some((text.split_once(']')?.0, text.lines().filter(|line| line.contains(" = ")).collect())))
        .collect();
    let all: Vec<&str> = sections.iter().flat_map(|(_, lines)| lines.iter().copied()).collect();
    let mut state = 48;
    let mut random = |most: usize| {
        state = splitmix64(state);
        state as usize % most
    };
    let (mut refused, mut played) = (0, 0);
    for number in 0..3_000 {
        let (name, own) = &sections[number % sections.len()];
        let parent = name.split_once(':').map_or("", |(_, parent)| parent);
        let text = format!("[game{number}:{parent}]\n{}\n", changed(own, &all, &mut random)).replace(":]", "]");
        let read = definition::read("f", &text);
        assert_eq!(read.games.len() + read.refused.len(), text.matches("\n[").count() + 1, "{text}");
        for error in read.refused {
            refused += 1;
            let line = text.lines().nth(error.line - 1).unwrap().trim_start();
            // The key may be inherited.
            assert!(line.starts_with('[') || !error.key.is_empty() && line.starts_with(&error.key), "{error} {text}");
            assert!(!error.why.is_empty());
        }
        for game in read.games.into_iter().filter(|game| game.passes_on_stalemate == [false; 2]) {
            // Not by `Custom::new`, which has space for fewer games.
            let game = Custom(Box::leak(Box::new(Rules::new(game))));
            let Ok(mut pos) = Position::read(game, game.start_fen()) else { continue };
            played += 1;
            perft(&pos, 2);
            for _ in 0..20 {
                let moves = pos.legal_moves();
                if moves.is_empty() {
                    break;
                }
                assert_eq!(pos.count_moves(), moves.len() as u64, "{pos:?} {text}");
                pos.play(moves[random(moves.len())], &mut ());
                assert_eq!(pos.key(), pos.recomputed_key(), "{pos:?} {text}");
                assert!(Position::read(game, &pos.to_string()).is_ok(), "{pos:?} {text}");
            }
        }
    }
    assert!(refused > 500 && played > 500, "{refused} {played}");
}

#[test]
fn unplayed_rules_and_crowded_boards_are_refused() {
    let file = definition::read("test.ini", "[a:chess]\npassOnStalemate = true\n");
    assert_eq!(Custom::new(file.games[0].clone()).unwrap_err(), "passOnStalemate: passing is not supported");
    // Asked again, the answer is the same.
    let invalid = definition::read("test.ini", "[a:chess]\nstartFen = 8/8/8/8/8/8/8/k1K4q b - - 0 1\n").games.remove(0);
    let refused = [invalid.clone(), invalid].map(|game| Custom::new(game).unwrap_err());
    assert!(refused[0].starts_with("startFen") && refused[0] == refused[1]);
    let crowd = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/K6k w - - 0 1";
    assert!(Position::read(template("chess"), crowd).unwrap_err().to_string().contains("too many"));
}

#[test]
fn pawns_of_other_types_are_captured_en_passant() {
    let sideways = template("pawnsideways");
    let start = "rnbqkbnr/1ppppppp/8/p3P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
    let pos = Position::read(sideways, start).unwrap();
    let next = pos.after(pos.parse_move("d7d5").unwrap());
    assert!(next.to_string().contains(" d6 ") && next.parse_move("e5d6").is_ok());
    assert!(Position::read(sideways, &next.to_string()).unwrap() == next);
    // A piece that also moves to the square does not capture there.
    let dragon = template("torpedo");
    assert!(Position::read(dragon, "rnbqkbnr/1ppppppp/8/p7/8/1P6/P1PPPPPP/RNBQKBNR w KQkq a6 0 2").is_ok());
}

#[test]
fn counted_checks_stand_before_the_clock() {
    let game = template("3check");
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3+2 0 1";
    let pos = Position::read(game, fen).unwrap();
    assert_eq!(pos.to_string(), fen);
    assert_eq!(pos.flipped_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kqKQ - 2+3 0 1");
    let [board, clocks] = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -", "0 1"];
    assert!(Position::read(game, &format!("{board} {clocks} 3+2")).unwrap() == pos, "at the end");
    assert_eq!(
        Position::read(game, &format!("{board} {clocks}")).unwrap().to_string(),
        format!("{board} 3+3 {clocks}")
    );
    for wrong in ["3+2 0 1 3+2", "3+9 0 1", "x 0 1", "3+2 3+2 0 1"] {
        assert!(Position::read(game, &format!("{board} {wrong}")).is_err(), "{wrong}");
    }
}

#[test]
fn several_first_royal_types_are_written_as_dash() {
    let own = game("[a:insurrection]\nroyalTypes = kq\n");
    let pos = Position::start_of(own);
    assert!(pos.to_string().ends_with(" --") && Position::read(own, &pos.to_string()).unwrap() == pos);
}

/// A hopper and a leaper that are pinned by the piece before them may not land behind it.
#[test]
fn pinned_piece_may_not_jump_over_pinning_one() {
    let grasshopper =
        Position::read(template("grasshopper"), "3r4/7k/3p4/p5GP/1p2q3/pb2PP1R/2G5/3K2N1 w - - 3 54").unwrap();
    assert!(grasshopper.parse_move("c2a4").is_err());
    let leaper = game("[a:chess]\ncustomPiece1 = a:DA\n");
    let pos = Position::read(leaper, "4k3/8/8/8/8/3r4/3A4/3K4 w - - 0 1").unwrap();
    assert!(pos.parse_move("d2d4").is_err() && texts(&pos).len() == 4, "{:?}", texts(&pos));
}

#[test]
fn castling_wins_or_takes_right_of_opponent() {
    let own = game("[castle:chess]\ncastlingWins = q\n");
    let pos = Position::read(own, "r3k3/8/8/8/8/8/8/4K2R b q - 0 1").unwrap();
    let won = pos.after(pos.parse_move("e8c8").unwrap());
    assert_eq!(won.outcome(), Some(Outcome::win(Color::Black, Reason::Rule("castling"))));
    assert!(Position::read(own, &won.to_string()).unwrap() == won);
    let lost = pos.after(pos.parse_move("a8a7").unwrap());
    assert_eq!(lost.outcome(), Some(Outcome::win(Color::White, Reason::Rule("castling"))));
    let own = game("[opposite:chess]\noppositeCastling = true\n");
    let pos = Position::read(own, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    assert!(pos.after(pos.parse_move("e1g1").unwrap()).to_string().contains(" b q "));
}

/// Mates of shatar: by a rook, by a bishop without an earlier check of a rook, and by a knight.
#[test]
fn shatar_mate_depends_on_checking_pieces() {
    let shatar = template("shatar");
    let result = |fen: &str| Position::read(shatar, fen).unwrap().outcome().map(Outcome::score);
    assert_eq!(result("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Some("1-0"));
    assert_eq!(result("k7/p1K5/8/3B4/8/8/8/8 b - - 0 1"), Some("1/2-1/2"));
    assert_eq!(result("k7/p1K5/8/3B4/8/8/8/8 b - - 0 1 S"), Some("1-0"));
    assert_eq!(result("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1"), Some("0-1"));
}

#[test]
fn equal_definitions_are_one_game() {
    let text = "[a:chess]\ncustomPiece1 = a:NB\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RABQKBAR w KQkq - 0 1\n";
    let own = game(text);
    assert!(own == game(text) && own != template("chess"));
    assert_eq!((own.name(), Custom::default().name()), ("a", "chess"));
    let pos = Position::start_of(own);
    assert_eq!(pos.to_string(), own.start_fen());
    assert_eq!(pos.parse_move("b1c3").map(|m| pos.write_move(m)).as_deref(), Ok("b1c3"));
}
