//! Positions of Apocalypse for human eyes: what `d` and `eval` print.

use std::fmt::Write as _;

use apocalypse::rules::{Choice, Position};
use apocalypse::values::centipawns;
use movegen::{Color, Game, Record};

use crate::drawing;
use crate::game::ApocalypseEngine;
use crate::uci::result::result;

/// Board, game, FEN, key, penalties, who is to choose, and the result: one thing a line.
pub(super) fn description(record: &Record<Position>, pending: Option<Choice>) -> String {
    let pos = record.position();
    let mut text = format!("\n{}\n", drawing::apocalypse(pos));
    let _ = writeln!(text, "Variant: {}", Position::NAME);
    let _ = writeln!(text, "Fen: {pos}");
    let _ = writeln!(text, "Key: {:016X}", pos.key());
    let [white, black] = Color::BOTH.map(|c| pos.penalties(c));
    let _ = writeln!(text, "Penalties: White {white}, Black {black}");
    let _ = match pending {
        None => writeln!(text, "To choose: both"),
        Some(choice) => writeln!(text, "To choose: Black, after {choice}"),
    };
    let _ = writeln!(text, "Result: {}", result(record.outcome()));
    text
}

/// The static value, and what a table of endings says; the last line is the value for White.
pub(super) fn evaluation(pos: &Position, engine: &ApocalypseEngine) -> String {
    if let Some(outcome) = pos.outcome() {
        return format!("Final evaluation       none (game over: {outcome})");
    }
    let value = engine.evaluate(pos);
    let known = engine.probe_tables(pos);
    let mut text = format!("Expected result        {value:+.4} (static)\n");
    if let Some(known) = known {
        let _ = writeln!(text, "Expected result        {known:+.4} (table of endings)");
    }
    let score = f64::from(centipawns(known.unwrap_or(value))) / 100.0;
    let _ = write!(text, "Final evaluation       {score:+.2} (white side)");
    text
}

/// The line that tells a client which board the game needs and where it begins.
pub(super) fn announcement() -> String {
    format!(
        "info string variant {} files 5 ranks 5 pocket 0 template fairy startpos {}",
        Position::NAME,
        Position::START
    )
}
