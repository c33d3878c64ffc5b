//! Fast games of a game defined by a file, and what they show: figures, and how often each of its rules matters.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use movegen::definition::{Definition, MaterialDraw};
use movegen::outcome::Reason;
use movegen::{Custom, Move, MoveKind, PieceType, Position, Variant};
use rayon::prelude::*;

use super::archive::Contents;
use super::experiment::Experiment;
use super::figures::Figures;
use super::game::ArchivedGame;
use super::interval::{Interval, significant};
use super::play::play_on;
use super::report::html::{percent, plain};
use super::starts::Starts;
use super::summarise::figures;
use super::watch::is_bound;
use crate::summary::change;

/// A rule of a definition whose effect can be seen in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rule {
    Move(PieceType),
    Promotion(PieceType),
    DoubleStep,
    EnPassant,
    Castling,
    TypeChange,
    Coup,
    Bribe(PieceType),
    FaceOff,
    MustCapture,
    End(&'static str),
}

impl Rule {
    /// Returns the rules of a definition.
    fn all(game: &Definition) -> Vec<Self> {
        let into = game.promotion.into.iter().flatten().copied();
        let promotions: BTreeSet<PieceType> = into.chain(game.promotion.promoted.iter().flatten().copied()).collect();
        let double = game.steps.double.iter().any(|squares| squares.any());
        let takes_in_passing = game.steps.en_passant.iter().any(|squares| squares.any())
            && game.steps.en_passant_types.iter().any(|types| !types.is_empty());
        let is_bought = |of: &PieceType| {
            game.bribes.as_ref().is_some_and(|bribes| {
                bribes.types.has(*of)
                    && !(bribes.price[of.index()].is_empty() && bribes.price_in_check[of.index()].is_empty())
            })
        };
        let extinction = game.extinction.as_ref();
        let single = [
            (double, Self::DoubleStep),
            (double && takes_in_passing, Self::EnPassant),
            (game.castling.rights.0 != 0, Self::Castling),
            (game.capture_becomes_victim, Self::TypeChange),
            (game.royals.coup, Self::Coup),
            (game.flying_general, Self::FaceOff),
            (game.must_capture, Self::MustCapture),
            (
                !game.royals.types.is_empty() || extinction.is_some_and(|rule| rule.is_pseudo_royal),
                Self::End(Reason::Checkmate.as_str()),
            ),
            (true, Self::End(Reason::Stalemate.as_str())),
            (game.ends.repetitions > 0, Self::End(Reason::Repetition.as_str())),
            (game.ends.move_rule > 0, Self::End(Reason::FiftyMoves.as_str())),
            (game.ends.material != MaterialDraw::Never, Self::End(Reason::InsufficientMaterial.as_str())),
            (extinction.is_some_and(|rule| !rule.is_pseudo_royal), Self::End("extinction")),
            (game.flags.region.iter().any(|squares| squares.any()), Self::End("goal reached")),
            (game.counts_checks, Self::End("last check")),
            (game.castling.wins.0 != 0, Self::End("castling")),
        ];
        let moves = game.types.iter().map(Self::Move).chain(promotions.into_iter().map(Self::Promotion));
        let bribes = game.types.iter().filter(is_bought).map(Self::Bribe);
        moves.chain(bribes).chain(single.into_iter().filter_map(|(is_rule, rule)| is_rule.then_some(rule))).collect()
    }

    /// Returns `true` if a move in this position is one by the rule.
    fn matters(self, pos: &Position<Custom>, m: Move) -> bool {
        let at = |square| pos.piece_at(square).map(movegen::Piece::piece_type);
        match self {
            Self::Move(piece_type) => !m.is_purchase() && at(m.from()) == Some(piece_type),
            Self::Promotion(piece_type) => m.kind() == MoveKind::Promotion && m.promotes_to() == Some(piece_type),
            Self::DoubleStep => m.kind() == MoveKind::DoubleStep,
            Self::EnPassant => m.kind() == MoveKind::EnPassant,
            Self::Castling => m.kind() == MoveKind::Castle,
            Self::TypeChange => change(pos, m) != 0,
            Self::Coup => Custom::changes_royals(pos, m),
            Self::Bribe(piece_type) => m.is_purchase() && at(m.to()) == Some(piece_type),
            Self::FaceOff => is_bound(pos),
            Self::MustCapture => pos.is_capture(m),
            Self::End(_) => false,
        }
    }

    fn name(self, game: Custom) -> String {
        let letter = |of: PieceType| movegen::fen::letter_of_piece_type(game, of).to_ascii_uppercase();
        match self {
            Self::Move(of) => format!("moves of {}", letter(of)),
            Self::Promotion(of) => format!("promotion to {}", letter(of)),
            Self::DoubleStep => "double steps".to_owned(),
            Self::EnPassant => "en-passant captures".to_owned(),
            Self::Castling => "castling".to_owned(),
            Self::TypeChange => "captures that change the piece".to_owned(),
            Self::Coup => "coups".to_owned(),
            Self::Bribe(of) => format!("bribes of {}", letter(of)),
            Self::FaceOff => "pieces bound by facing kings".to_owned(),
            Self::MustCapture => "compulsory captures".to_owned(),
            Self::End(reason) => format!("end by {reason}"),
        }
    }
}

/// The figures of a game, and the share of the games in which each rule matters.
pub(crate) struct Measured {
    pub(crate) figures: Figures,
    rules: Vec<(String, Interval)>,
}

/// Plays games on the threads of the current rayon pool. `report` is called for each.
///
/// # Errors
/// `is_stopped` has ended the work.
pub(crate) fn measure(
    game: Custom,
    experiment: Experiment,
    number: u64,
    is_stopped: &(impl Fn() -> bool + Sync),
    mut report: impl FnMut() + Send,
) -> Result<Measured, String> {
    let first = Position::start_of(game);
    let starts = Starts::of(&experiment, &first)?;
    let mut games = Vec::new();
    play_on(&experiment, &starts, 0..number, is_stopped, |bytes| {
        games.push(bytes);
        report();
        Ok(())
    })?;
    if games.len() as u64 != number {
        return Err(format!("{}: stopped after {} games", game.name(), games.len()));
    }
    let all = Rule::all(game.definition());
    let used = |bytes: &Vec<u8>| ArchivedGame::decode(bytes, &first).map(|played| used(&all, first, &played));
    let used = games.par_iter().map(used).collect::<Result<Vec<_>, _>>()?;
    let share = |rule: &Rule| Interval::share(used.iter().filter(|used| used.contains(rule)).count(), used.len());
    let rules = all.iter().map(|rule| (rule.name(game), share(rule))).collect();
    Ok(Measured { figures: figures(&Contents { header: experiment, games }, &first)?, rules })
}

/// Returns the rules that matter in a game.
fn used(rules: &[Rule], mut pos: Position<Custom>, game: &ArchivedGame<Position<Custom>>) -> BTreeSet<Rule> {
    let mut used = BTreeSet::new();
    for made in game.turns.iter().flatten().flatten() {
        used.extend(rules.iter().filter(|rule| rule.matters(&pos, made.m)));
        pos.play(made.m, &mut ());
    }
    used.extend(game.outcome.map(|outcome| Rule::End(outcome.reason.as_str())));
    used
}

impl Measured {
    /// Returns the names, values and written values of the table.
    fn rows(&self) -> Vec<(String, Interval, String)> {
        let Figures { white, draws, course, values, .. } = &self.figures;
        let share = |name: &str, value: Interval| (name.to_owned(), value, percent(value));
        let number = |name: &str, value: Interval, decimals| (name.to_owned(), value, plain(value, decimals));
        let mut rows = vec![
            share("White's score", *white),
            share("draws", *draws),
            number("plies", course.length, 1),
            number("choices", course.choices, 1),
            number("lead changes", course.lead_changes, 2),
            share("decisiveness", course.decisiveness),
        ];
        // The first is the unit.
        for (letter, value) in values.iter().flat_map(|values| values.pieces.iter().skip(1)) {
            rows.push(number(&format!("value of {} in pawns", letter.to_ascii_uppercase()), *value, 2));
        }
        rows.extend(self.rules.iter().map(|(name, value)| share(name, *value)));
        rows
    }

    /// Returns the names of the rules that matter in none of the games.
    fn unused(&self) -> String {
        let unused = self.rules.iter().filter(|(_, share)| share.value == 0.0);
        let names: Vec<&str> = unused.map(|(name, _)| name.as_str()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }
}

/// Returns a table of one or two games as Markdown. Significant differences are marked.
pub(crate) fn table(games: &[Measured]) -> String {
    let name = |game: &Measured| game.figures.experiment.game.clone();
    let head: Vec<String> = games.iter().map(name).collect();
    let mut text = format!("| | {} |\n|---{}|\n", head.join(" | "), "|---".repeat(games.len()));
    let _ = writeln!(
        text,
        "| games | {} |",
        games.iter().map(|game| game.figures.games.to_string()).collect::<Vec<_>>().join(" | ")
    );
    let rows: Vec<_> = games.iter().map(Measured::rows).collect();
    let mut names: Vec<&String> = rows[0].iter().map(|(name, ..)| name).collect();
    names.extend(
        rows[1..].iter().flatten().map(|(name, ..)| name).filter(|name| !rows[0].iter().any(|(of, ..)| of == *name)),
    );
    let of = |column: &'_ Vec<(String, Interval, String)>, name: &String| {
        column.iter().find(|(of, ..)| of == name).map(|(_, value, text)| (*value, text.clone()))
    };
    let cells: Vec<Vec<_>> = names.iter().map(|name| rows.iter().map(|column| of(column, name)).collect()).collect();
    let p_value = |row: &Vec<Option<(Interval, String)>>| match &row[..] {
        [Some((one, _)), Some((other, _))] => one.p_value(other),
        _ => 1.0,
    };
    let marks = significant(&cells.iter().map(p_value).collect::<Vec<_>>());
    for ((name, row), is_significant) in names.into_iter().zip(cells).zip(marks) {
        let written = row.into_iter().map(|cell| cell.map_or_else(String::new, |(_, text)| text));
        let mark = if is_significant { " *" } else { "" };
        let _ = writeln!(text, "| {name} | {}{mark} |", written.collect::<Vec<_>>().join(" | "));
    }
    if games.len() > 1 {
        text += "\n\\* differs by more than chance: 5 % for a wrong one among all (Holm)\n";
    }
    for game in games {
        let _ = writeln!(text, "\nIn no game of {}: {}.", name(game), game.unused());
    }
    text
}

/// Returns a table of many games as Markdown, one a row.
pub(crate) fn overview(games: &[Measured]) -> String {
    let mut text = "| game | White's score | draws | plies | lead changes | decisiveness | in no game |\n|---|---|---|---|---|---|---|\n".to_owned();
    for game in games {
        let Figures { experiment, white, draws, course, .. } = &game.figures;
        let cells = [
            experiment.game.clone(),
            percent(*white),
            percent(*draws),
            plain(course.length, 1),
            plain(course.lead_changes, 2),
            percent(course.decisiveness),
            game.unused(),
        ];
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}
