//! `laboratory summary`.

use std::fmt::Write as _;

use arena::{Ending, Played};
use clap::Args;
use movegen::variants::VisitTurnBased;
use movegen::{Color, Move, Outcome, Position, Reason, Variant};

use crate::laboratory::report::name_of;
use crate::summary::Event;
use crate::tools::Games;
use crate::{Summary, sources};
use laboratory::figures::values::Values;
use laboratory::game::{ArchivedGame, Made};
use laboratory::interval::Interval;
use laboratory::players::Playable;
use laboratory::sheet::Maps;

/// Prints the results, ends and events of the games in files, and the piece values in pawns that follow from the results, with 95 %
/// intervals (docs/laboratory.md). Values are left out if too few games were decided.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) games: Games,
}

impl VisitTurnBased for &Arguments {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self, rules: V) -> Self::Out {
        let mut summary = Summary::new(1, Event::<V>::usual());
        let mut sheets = Vec::new();
        for path in &self.games.files {
            for game in sources::games_in(rules, path)? {
                let game = game?;
                summary.add(&game);
                sheets.push(Position::watch(&game.opening, &archived(&game), &mut Maps::default()));
            }
        }
        let mut text = format!("{}: {} games\n{summary}", rules.name(), summary.games());
        if let Some(values) = Values::of(&Position::start_of(rules).vocabulary(), &sheets) {
            let _ = write!(text, "\n{}", table(&values));
        }
        Ok(text)
    }
}

/// Returns a game of any source, with the values of its searches.
fn archived<V: Variant>(game: &Played<V>) -> ArchivedGame<Position<V>> {
    let turn = |((pos, m), &score): ((Position<V>, Move), &i32)| {
        let made = Made::new(m, score as i16);
        match pos.turn() {
            Color::White => [Some(made), None],
            Color::Black => [None, Some(made)],
        }
    };
    let turns = game.steps().zip(&game.scores).map(turn).collect();
    let outcome = match &game.ending {
        Ending::Rules(outcome) => Some(*outcome),
        _ => game.winner().map(|winner| Outcome::win(winner, Reason::Checkmate)),
    };
    ArchivedGame { sampled: 0, turns, outcome }
}

/// Writes the values as a Markdown table.
fn table(values: &Values) -> String {
    let mut text = String::from("| piece | pawns, by results | pawns, by searches |\n|---|---|---|\n");
    let cell = |value: &Interval| match value.high - value.value {
        0.0 => format!("{:.2}", value.value),
        half => format!("{:.2} ± {half:.2}", value.value),
    };
    for (letter, value) in &values.pieces {
        let by_searches = values.believed.iter().find(|(other, _)| other == letter);
        let by_searches = by_searches.map_or_else(String::new, |(_, value)| cell(value));
        let _ = writeln!(text, "| {} | {} | {by_searches} |", name_of(*letter), cell(value));
    }
    for (letter, value) in &values.rulers {
        let _ = writeln!(text, "| royal {}s | {} | |", name_of(*letter), cell(value));
    }
    let _ = writeln!(text, "\n{} quiet positions; playing White: {} pawns.", values.positions, cell(&values.white));
    text
}
