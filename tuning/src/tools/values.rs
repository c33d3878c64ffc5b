//! Tells what pieces are worth, from the results of games.

use std::fmt::Write as _;
use std::process::ExitCode;

use super::files::Games;
use crate::fitting::regression::{Found, Observations};
use crate::sources;
use crate::training::quiet::Filter;
use arena::arguments::run;
use clap::value_parser as number;
use clap::{CommandFactory, Parser};
use eval::Weights;
use movegen::variants::VisitTurnBased;
use movegen::{ByPieceType, Color, Piece, PieceType, Position, Variant};

/// What each piece is worth in pawns, with 95 % intervals, as a table in Markdown: logistic regression of results on pieces in
/// the quiet positions of games, each game one observation. Pieces of each side, or under royals of each piece type, count apart.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    games: Games,
    /// Plies at the beginning of each game that are left out.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// Centipawns beyond which a position teaches nothing.
    #[arg(long, default_value_t = 1_500, value_parser = number!(i32).range(1..))]
    largest: i32,
    /// A piece is told of if the sides differ in it in so many positions.
    #[arg(long, default_value_t = 500)]
    least: usize,
}

struct Work<'a>(&'a Arguments);

/// How pieces are told apart besides by piece type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Columns {
    One,
    Sides,
    Royals,
}

impl Columns {
    /// Sides that have weights of their own have pieces of their own; captors that change bring others to power.
    fn of<V: Variant>() -> Self {
        match (V::ROYALS_CHANGE, Weights::of_game(V::NAME, V::LETTERS).is_symmetrical()) {
            (true, _) => Self::Royals,
            (false, true) => Self::One,
            (false, false) => Self::Sides,
        }
    }

    fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Sides => 2,
            Self::Royals => PieceType::MAX,
        }
    }

    /// The column of a side's pieces.
    fn at<V: Variant>(self, pos: &Position<V>, color: Color) -> usize {
        match self {
            Self::One => 0,
            Self::Sides => color.index(),
            Self::Royals => {
                let royal = V::royals(pos, color).into_iter().next().and_then(|at| pos.piece_at(at));
                royal.map_or(PieceType::KING, Piece::piece_type).index()
            }
        }
    }
}

/// Variables: the right to move, White's advantage, and by column the column itself and each piece type.
const TEMPO: usize = 0;
const WHITE: usize = 1;

fn variable(column: usize, piece_type: Option<usize>) -> usize {
    2 + column * (PieceType::MAX + 1) + piece_type.map_or(0, |piece_type| piece_type + 1)
}

impl Work<'_> {
    fn observe<V: Variant>(&self, columns: Columns) -> Result<Observations, String> {
        let mut all = Observations::new(variable(columns.count(), None));
        let filter = Filter { skipped: self.0.skip, largest: self.0.largest };
        for path in &self.0.games.files {
            for game in sources::games_in::<V>(path)? {
                let game = game?;
                all.begin_game();
                for quiet in filter.quiet(&game) {
                    let is_white = quiet.pos.turn() == Color::White;
                    let result = if is_white { quiet.result } else { 1.0 - quiet.result };
                    all.add(result, counts(&quiet.pos, columns));
                }
            }
        }
        match all.len() {
            0 => Err("there are no quiet positions".to_owned()),
            _ => Ok(all),
        }
    }

    fn table<V: Variant>(&self, columns: Columns, all: &Observations, found: &Found) -> Result<String, String> {
        let letter = |piece_type: usize| V::LETTERS.chars().nth(piece_type).unwrap_or('?');
        let is_told = |variable: usize| all.seen(variable) >= self.0.least;
        let told: Vec<usize> = (0..columns.count())
            .filter(|&column| (0..V::ByPieceType::LEN).any(|piece_type| is_told(variable(column, Some(piece_type)))))
            .collect();
        let pawn = |column: usize| variable(column, Some(PieceType::PAWN.index()));
        // In power at the start, or White's.
        let first = columns.at(&Position::<V>::start(), Color::White);
        let unit = pawn(first);
        if !is_told(unit) || found.values[unit] <= 0.0 {
            return Err("too few games: not even a pawn is sure to be worth something".to_owned());
        }
        let mut text = String::from("| piece |");
        for &column in &told {
            let _ = match columns {
                Columns::One => write!(text, " worth |"),
                Columns::Sides => write!(text, " {} |", Color::BOTH[column].name()),
                Columns::Royals => write!(text, " under {} |", letter(column).to_uppercase()),
            };
        }
        let _ = writeln!(text, "\n|---|{}", "---|".repeat(told.len()));
        let cell = |variable: usize, mark: &str| match found.ratio(variable, unit) {
            _ if !is_told(variable) => " |".to_owned(),
            (_, 0.0) => format!(" 1{mark} |"),
            (ratio, error) => format!(" {ratio:.2} ± {error:.2}{mark} |"),
        };
        let rows = (0..V::ByPieceType::LEN)
            .filter(|&piece_type| told.iter().any(|&at| is_told(variable(at, Some(piece_type)))));
        for piece_type in rows {
            let _ = write!(text, "| {} |", letter(piece_type).to_uppercase());
            for &column in &told {
                let is_royal = columns == Columns::Royals && piece_type == column;
                text.push_str(&cell(variable(column, Some(piece_type)), if is_royal { " *" } else { "" }));
            }
            text.push('\n');
        }
        if columns == Columns::Royals {
            text.push_str("| these royals |");
            told.iter().for_each(|&column| match column == first {
                true => text.push_str(" 0 |"),
                false => text.push_str(&cell(variable(column, None), "")),
            });
            text.push_str("\n\n\\*: each royal beyond the first. What rules counts with its first royal.\n");
        }
        let (tempo, white) = (found.ratio(TEMPO, unit), found.ratio(WHITE, unit));
        let _ = write!(
            text,
            "\n{} quiet positions of {} games; the right to move {:.2} ± {:.2}, White's advantage {:.2} ± {:.2} pawns.\n",
            all.len(),
            all.games(),
            tempo.0,
            tempo.1,
            white.0,
            white.1
        );
        Ok(text)
    }
}

/// What counts in a position, White's with a plus. What rules a side counts against what rules it at the start.
fn counts<V: Variant>(pos: &Position<V>, columns: Columns) -> Vec<(u16, f32)> {
    let mut all: Vec<(u16, f32)> = Vec::new();
    let mut add = |variable: usize, times: f32| match all.iter_mut().find(|(v, _)| usize::from(*v) == variable) {
        Some((_, sum)) => *sum += times,
        None => all.push((variable as u16, times)),
    };
    add(WHITE, 1.0);
    for (color, sign) in [(Color::White, 1.0), (Color::Black, -1.0)] {
        if color == pos.turn() {
            add(TEMPO, sign);
        }
        let column = columns.at(pos, color);
        if columns == Columns::Royals && column != PieceType::KING.index() {
            add(variable(column, None), sign);
        }
        for piece_type in 0..V::ByPieceType::LEN {
            let pieces = pos.of(color, PieceType::new(piece_type as u8));
            // Every side has a royal: only those beyond the first make a difference.
            let count = pieces.count().saturating_sub(u32::from(pieces.meets(V::royals(pos, color))));
            if count > 0 {
                add(variable(column, Some(piece_type)), sign * count as f32);
            }
        }
    }
    all.retain(|(_, times)| *times != 0.0);
    all
}

impl VisitTurnBased for Work<'_> {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        let columns = Columns::of::<V>();
        let all = self.observe::<V>(columns)?;
        let found = all.regress()?;
        self.table::<V>(columns, &all, &found)
    }
}

/// Its command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The whole tool: reads the command line, does the work, and says how it went.
pub fn main() -> ExitCode {
    run("values", |arguments: &Arguments| arguments.games.with(Work(arguments)))
}
