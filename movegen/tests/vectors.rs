//! Positions whose legal moves, perft counts and results come from independent oracles (see `vectors/README.md`).

use crate::common::data;
use serde_json::Value;
use upheaval_movegen::perft::perft;
use upheaval_movegen::variants::{TURN_BASED, VisitTurnBased, strict_form_of, with_turn_based};
use upheaval_movegen::{Custom, Position, Record, Square, Variant, definition};

fn lines(game: &str, what: &str) -> Vec<Value> {
    let text = data(&format!("vectors/{game}-{what}.jsonl"), game).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A column, or its `_strict` form where the oracle is known to break a written rule.
fn strict<'a>(line: &'a Value, column: &str) -> &'a Value {
    line.get(format!("{column}_strict")).unwrap_or(&line[column])
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect()
}

/// The attacked royals in the order of their squares; Empire's oracle reports only whether there is one.
fn check_checks<V: Variant>(pos: &Position<V>, expected: &Value) {
    let checked: Vec<Square> = pos.checked_royals().into_iter().collect();
    match expected.as_bool() {
        Some(any) => assert_eq!(!checked.is_empty(), any, "{pos}"),
        None => {
            let expected: Vec<Square> = names(expected).into_iter().map(|name| Square::parse(name).unwrap()).collect();
            assert_eq!(checked, expected, "{pos}");
        }
    }
    assert_eq!(pos.constraints().in_check(), !checked.is_empty(), "{pos}");
}

/// A game from a file has the results, but words of its own for its own reasons.
fn check_end<V: Variant>(pos: &Position<V>, line: &Value) {
    let outcome = pos.outcome().map(|outcome| (outcome.score(), outcome.reason.as_str()));
    if pos.game().checksum() != 0 {
        let expected = line.get("end").map(|end| end["result"].as_str().unwrap());
        let expected = expected.or_else(|| line.get("result")?.as_array()?[0].as_str());
        return assert_eq!(outcome.map(|(score, _)| score), expected, "{pos}");
    }
    if let Some(end) = line.get("end") {
        assert_eq!(outcome, Some((end["result"].as_str().unwrap(), end["kind"].as_str().unwrap())), "{pos}");
    }
    if let Some(result) = line.get("result") {
        let expected = result.as_array().map(|parts| (parts[0].as_str().unwrap(), parts[1].as_str().unwrap()));
        assert_eq!(outcome, expected, "{pos}");
    }
}

fn check_position<V: Variant>(game: V, line: &Value) {
    let fen = line["fen"].as_str().unwrap();
    let pos = Position::read(game, fen).unwrap_or_else(|e| panic!("{e}"));
    let mut moves: Vec<String> = pos.legal_moves().iter().map(|&m| pos.write_move(m)).collect();
    moves.sort_unstable();
    assert_eq!(moves, names(strict(line, "legal")), "{fen}");
    for (depth, leaves) in strict(line, "perft").as_object().unwrap() {
        assert_eq!(perft(&pos, depth.parse().unwrap()), leaves.as_u64().unwrap(), "{fen} depth {depth}");
    }
    check_checks(&pos, &line["in_check"]);
    check_end(&pos, line);
    for (text, fen_after) in line.get("after").and_then(Value::as_object).into_iter().flatten() {
        let mut after = pos;
        after.play(pos.parse_move(text).unwrap_or_else(|e| panic!("{fen}: {e}")), &mut ());
        assert_eq!(after.to_string(), fen_after.as_str().unwrap(), "{fen} {text}");
        assert_eq!(after.key(), after.recomputed_key(), "{fen} {text}");
    }
}

struct One<'a>(&'a Value);

impl VisitTurnBased for One<'_> {
    type Out = ();
    fn turn_based<V: Variant>(self, game: V) {
        check_position(game, self.0);
    }
}

struct Results;

impl VisitTurnBased for Results {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        for line in lines(V::NAME, "results") {
            let mut record = Record::new(line["fen"].as_str().unwrap().parse::<Position<V>>().unwrap());
            for text in names(&line["moves"]) {
                let m = record.position().parse_move(text).unwrap_or_else(|e| panic!("{}: {e}", line["tag"]));
                record.push(m);
            }
            assert_eq!(record.position().to_string(), line["final_fen"].as_str().unwrap(), "{}", line["tag"]);
            let expected = &line["pychess_nFoldValue_win"];
            assert_eq!(record.position().count_moves(), expected["legal_moves"].as_u64().unwrap(), "{}", line["tag"]);
            let result = record.outcome().map_or("*", upheaval_movegen::Outcome::score);
            assert_eq!(result, expected["result"].as_str().unwrap(), "{}", line["tag"]);
        }
    }
}

#[test]
fn legal_moves_perft_and_ends_agree_with_oracles() {
    for name in TURN_BASED.into_iter().filter(|&name| name != "chess") {
        for line in lines(name, "shared") {
            let is_strict = line.get("assassination").is_some_and(|on| !on.as_bool().unwrap());
            let game = strict_form_of(name).filter(|_| is_strict).unwrap_or(name);
            with_turn_based(game, One(&line)).unwrap();
            let definition = definition::template(game).unwrap();
            check_position(Custom::new(definition).unwrap(), &line);
        }
    }
}

#[test]
fn empire_games_end_by_written_rules() {
    with_turn_based("empire", Results).unwrap();
}
