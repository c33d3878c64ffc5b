//! Fast games of a game defined by a file, and what they show: figures, and how often each of its rules matters.

use std::collections::BTreeSet;

use games::{EvaluatorSource, Resources};
use movegen::definition::{Definition, MaterialDraw, template};
use movegen::outcome::Reason;
use movegen::{Custom, Move, MoveKind, PieceType, Position, Variant};

use crate::experiment::Experiment;
use crate::figures::Figures;
use crate::game::ArchivedGame;
use crate::interval::{Interval, percent, plain, significant};
use crate::parallel;
use crate::play::{Players, play_one};
use crate::summarise::figures;
use crate::watch::{change, is_bound};

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
            (game.has_goal_squares(), Self::End("goal reached")),
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

/// A game of a file, and how it is played to be measured.
#[derive(Clone, Debug)]
pub struct Design {
    first: Position<Custom>,
    experiment: Experiment,
}

impl Design {
    /// Creates the default experiment with a game, by number of nodes per move and seed.
    pub fn new(game: Custom, nodes: u64, seed: u64) -> Self {
        let experiment = Experiment { seed, ..Experiment::usual(game.name(), nodes) };
        Self { first: Position::start_of(game), experiment }
    }

    /// Creates players. They have the hand-made evaluation.
    pub fn players(&self) -> Players<Position<Custom>> {
        let data = Resources { evaluator: EvaluatorSource::HandMade, book: None, tables: None };
        Players::of(&self.experiment, &self.first, &data).expect("the hand-made evaluation needs no file")
    }

    /// Plays the game with this number and returns its bytes.
    pub fn play(&self, players: &mut Players<Position<Custom>>, number: u64) -> Vec<u8> {
        play_one(&self.experiment, &self.first, players, number).encode(&self.first)
    }

    /// Measures the games with the numbers from 0 on.
    ///
    /// # Errors
    /// The bytes are no games of this design.
    pub fn measure(&self, games: &[Vec<u8>]) -> Result<Measured, String> {
        let Self { first, experiment } = self;
        let game = first.game();
        let all = Rule::all(game.definition());
        let decode =
            |(): &mut (), bytes: &Vec<u8>| ArchivedGame::decode(bytes, first).map(|played| used(&all, *first, &played));
        let used = parallel::map(games, || (), decode).into_iter().collect::<Result<Vec<_>, _>>()?;
        let share = |rule: &Rule| Interval::share(used.iter().filter(|used| used.contains(rule)).count(), used.len());
        let rules = all.iter().map(|rule| (rule.name(game), share(rule))).collect();
        Ok(Measured { figures: figures(experiment, games, first)?, rules })
    }
}

/// The figures of a game, and the share of the games in which each rule matters.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The figures.
    pub figures: Figures,
    rules: Vec<(String, Interval)>,
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
    fn cells(&self) -> Vec<Cell> {
        let Figures { white, draws, course, values, .. } = &self.figures;
        let share = |subject, name: &str, value| Cell { subject, name: name.to_owned(), value, text: percent(value) };
        let number =
            |subject, name: &str, value, decimals| Cell { text: plain(value, decimals), ..share(subject, name, value) };
        let mut cells = vec![
            share(Subject::Games, "White's score", *white),
            share(Subject::Games, "draws", *draws),
            number(Subject::Games, "plies", course.length, 1),
            number(Subject::Games, "choices", course.choices, 1),
            number(Subject::Games, "lead changes", course.lead_changes, 2),
            share(Subject::Games, "decisiveness", course.decisiveness),
        ];
        // The first is the unit.
        for (letter, value) in values.iter().flat_map(|values| values.pieces.iter().skip(1)) {
            let name = format!("value of {} in pawns", letter.to_ascii_uppercase());
            cells.push(number(Subject::Pieces, &name, *value, 2));
        }
        cells.extend(self.rules.iter().map(|(name, value)| share(Subject::Rules, name, *value)));
        cells
    }

    /// Returns the names of the rules that matter in none of the games.
    pub fn unused(&self) -> Vec<&str> {
        self.rules.iter().filter(|(_, share)| share.value == 0.0).map(|(name, _)| name.as_str()).collect()
    }
}

/// The subject of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Results and course of the games.
    Games,
    /// The value of a piece type.
    Pieces,
    /// The share of the games in which a rule matters.
    Rules,
}

/// A figure of one or two games.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The subject.
    pub subject: Subject,
    /// The name.
    pub name: String,
    /// The value of each game as text, with its interval; `None` if a game has no such figure.
    pub values: Vec<Option<String>>,
    /// `true` if the games differ by more than chance, corrected for the number of figures.
    pub is_significant: bool,
}

/// A figure of one game.
struct Cell {
    subject: Subject,
    name: String,
    value: Interval,
    text: String,
}

/// Returns the figures of one or two games, side by side.
pub fn compare(games: &[Measured]) -> Vec<Row> {
    let columns: Vec<Vec<Cell>> = games.iter().map(Measured::cells).collect();
    let mut rows: Vec<Vec<Option<&Cell>>> = Vec::new();
    for (column, cell) in columns.iter().enumerate().flat_map(|(i, cells)| cells.iter().map(move |cell| (i, cell))) {
        let is_of = |row: &&mut Vec<Option<&Cell>>| row.iter().flatten().any(|other| other.name == cell.name);
        match rows.iter_mut().find(is_of) {
            Some(row) => row[column] = Some(cell),
            None => {
                let mut row = vec![None; columns.len()];
                row[column] = Some(cell);
                rows.push(row);
            }
        }
    }
    let p_value = |row: &Vec<Option<&Cell>>| match &row[..] {
        [Some(one), Some(other)] => one.value.p_value(&other.value),
        _ => 1.0,
    };
    let marks = significant(&rows.iter().map(p_value).collect::<Vec<_>>());
    let row = |(row, is_significant): (Vec<Option<&Cell>>, bool)| {
        let Cell { subject, name, .. } = row.iter().flatten().next()?;
        let values = row.iter().map(|cell| cell.map(|cell| cell.text.clone())).collect();
        Some(Row { subject: *subject, name: name.clone(), values, is_significant })
    };
    rows.into_iter().zip(marks).filter_map(row).collect()
}

/// Returns the game of this name from which games of a file can inherit.
///
/// # Errors
/// There is no such game, or it cannot be played.
pub fn parent(name: &str) -> Result<Custom, String> {
    template(name).ok_or_else(|| format!("no game '{name}'")).and_then(Custom::new)
}
