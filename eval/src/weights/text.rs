//! Weights as text: read with errors that name the line, written so that reading gives the same weights.
//!
//! ```text
//! # A comment.
//! value p 82/94                 middle game / end game; one number stands for both
//! value k white 10              for one side only; goes before a line for both, wherever it stands
//! passed 0 5/10 8/15            a row; what is missing repeats the last number
//! placement n                   a board of 64, last rank of the owner first; numbers may fill any lines
//!   -10/-5 ...
//! ```

use std::fmt;

use movegen::fen::printable;
use movegen::{Color, PieceType};

use super::layout::{BLOCKS, Block, Rows};
use super::sets::{Half, LARGEST, Parameter, Set, Weights};
use crate::pair::Pair;

/// What is wrong with a file of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid weights, line {line}, '{text}': {why}")]
pub struct WeightsError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The text at fault, made printable and cut when very long.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
}

impl WeightsError {
    fn new(line: usize, text: &str, why: impl Into<String>) -> Self {
        Self { line, text: printable(text), why: why.into() }
    }
}

/// A board's rows are written whole; other rows may be cut short.
const BOARD: usize = 64;

/// A row being read.
struct Row {
    block: &'static Block,
    row: usize,
    color: Option<Color>,
    numbers: Vec<Pair>,
    line: usize,
    heading: String,
}

impl Weights {
    /// Reads the text of a file, for a game whose piece types have these letters. What the text does not mention is nothing.
    ///
    /// # Errors
    /// The first line that cannot be understood, quoted.
    pub fn parse(text: &str, letters: &str) -> Result<Self, WeightsError> {
        let mut weights = Self::zero(letters);
        let rows = read_rows(text, &weights.letters)?;
        for only_one in [false, true] {
            for row in rows.iter().filter(|row| row.color.is_some() == only_one) {
                row.write(&mut weights.sets)?;
            }
        }
        Ok(weights)
    }

    /// The name of a parameter, `mobility n 3 middle` for example, with the colour if the sides differ.
    pub fn name(&self, parameter: Parameter) -> String {
        let block = parameter.weight.block();
        let within = parameter.weight.index() - block.range().start;
        let mut name = heading(block, within / block.columns, &self.letters, parameter.color);
        if block.columns > 1 {
            name += &format!(" {}", within % block.columns);
        }
        match (block.tapered, parameter.half) {
            (false, _) => name,
            (true, Half::Middle) => name + " middle",
            (true, Half::End) => name + " end",
        }
    }
}

fn read_rows(text: &str, letters: &str) -> Result<Vec<Row>, WeightsError> {
    let mut rows: Vec<Row> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.split('#').next().unwrap_or_default().trim();
        let mut words = content.split_whitespace().peekable();
        if words.peek().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())) {
            let row = read_heading(&mut words, line, letters)?;
            if rows.iter().any(|other| row.is_same_as(other)) {
                return Err(WeightsError::new(line, content, "these numbers have been given before"));
            }
            rows.push(row);
        }
        for word in words {
            let row = rows.last_mut().ok_or_else(|| WeightsError::new(line, word, "a name comes before numbers"))?;
            if row.numbers.len() == row.block.columns {
                let why = format!("more than the {} numbers of {}", row.block.columns, row.heading);
                return Err(WeightsError::new(line, word, why));
            }
            row.numbers.push(read_pair(word, row.block.tapered).map_err(|why| WeightsError::new(line, word, why))?);
        }
    }
    Ok(rows)
}

/// Reads the name, the row's name if it has one, and the colour if there is one.
fn read_heading<'t>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'t str>>,
    line: usize,
    letters: &str,
) -> Result<Row, WeightsError> {
    let name = words.next().unwrap_or_default();
    let block = BLOCKS.iter().find(|block| block.name == name);
    let block = block.ok_or_else(|| WeightsError::new(line, name, "no weights have this name"))?;
    let row = match block.rows {
        Rows::One => 0,
        rows => {
            let word = words.next().unwrap_or_default();
            let row = match rows {
                Rows::PieceTypes if word.chars().count() == 1 => letters.find(word),
                Rows::PieceTypes => None,
                _ => word.parse().ok(),
            };
            let wanted = || match rows {
                Rows::PieceTypes => format!("the letter of a piece is wanted after {name}: one of {letters}"),
                rows => format!("a number from 0 to {} is wanted after {name}", rows.count() - 1),
            };
            row.filter(|&row| row < rows.count()).ok_or_else(|| WeightsError::new(line, word, wanted()))?
        }
    };
    let color = match words.peek() {
        Some(&"white") => Some(Color::White),
        Some(&"black") => Some(Color::Black),
        _ => None,
    };
    if color.is_some() {
        words.next();
    }
    let heading = heading(block, row, letters, color);
    Ok(Row { block, row, color, numbers: Vec::with_capacity(block.columns), line, heading })
}

fn read_pair(word: &str, tapered: bool) -> Result<Pair, String> {
    let number = |text: &str| match text.parse::<i32>() {
        Ok(number) if (-LARGEST..=LARGEST).contains(&number) => Ok(number),
        _ => Err(format!("not a number from -{LARGEST} to {LARGEST}")),
    };
    match word.split_once('/') {
        Some((middle, end)) if tapered => Ok(Pair::new(number(middle)?, number(end)?)),
        Some(_) => Err("one number is wanted here, not two".into()),
        None if tapered => number(word).map(|n| Pair::new(n, n)),
        None => number(word).map(|n| Pair::new(n, 0)),
    }
}

impl Row {
    fn is_same_as(&self, other: &Self) -> bool {
        (self.block.name, self.row, self.color) == (other.block.name, other.row, other.color)
    }

    fn write(&self, sets: &mut [Set; 2]) -> Result<(), WeightsError> {
        let (given, wanted) = (self.numbers.len(), self.block.columns);
        let is_short = if wanted == BOARD { given < wanted } else { given == 0 };
        let last = self.numbers.last().copied().filter(|_| !is_short).ok_or_else(|| {
            WeightsError::new(self.line, &self.heading, format!("{wanted} numbers are wanted, here are {given}"))
        })?;
        for color in Color::BOTH.into_iter().filter(|&color| self.color.is_none_or(|only| only == color)) {
            for column in 0..wanted {
                let at = self.block.cell(self.row, in_memory(self.block, column)).index();
                sets[color].0[at] = self.numbers.get(column).copied().unwrap_or(last);
            }
        }
        Ok(())
    }
}

/// The column in memory of a column in the text: boards are written last rank first.
const fn in_memory(block: &Block, column: usize) -> usize {
    if block.columns == BOARD { column ^ 56 } else { column }
}

/// The words before the numbers of a row.
fn heading(block: &Block, row: usize, letters: &str, color: Option<Color>) -> String {
    let mut words = block.name.to_owned();
    match block.rows {
        Rows::One => {}
        Rows::PieceTypes => words.extend([' ', letters.chars().nth(row).unwrap_or('?')]),
        Rows::Numbered(_) => words += &format!(" {row}"),
    }
    match color {
        None => {}
        Some(Color::White) => words += " white",
        Some(Color::Black) => words += " black",
    }
    words
}

/// Writes the weights as a file; rows that are nothing are left out.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Centipawns: middle game / end game, one number for both, or plain numbers.")?;
        for block in BLOCKS {
            let rows = 0..self.rows(block).min(PieceType::MAX);
            if !self.sets.iter().any(|set| set.uses(block)) {
                continue;
            }
            writeln!(f, "\n# {}", block.about)?;
            for row in rows {
                let numbers = self.sets.each_ref().map(|set| {
                    let column = |column| set[block.cell(row, in_memory(block, column))];
                    (0..block.columns).map(column).collect::<Vec<_>>()
                });
                if numbers[0] == numbers[1] {
                    write_row(f, block, &heading(block, row, &self.letters, None), &numbers[0])?;
                } else {
                    for color in Color::BOTH {
                        write_row(f, block, &heading(block, row, &self.letters, Some(color)), &numbers[color])?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, block: &Block, heading: &str, numbers: &[Pair]) -> fmt::Result {
    if numbers.iter().all(|&pair| pair == Pair::ZERO) {
        return Ok(());
    }
    let write = |pair: &Pair| match block.tapered {
        true if pair.middle() == pair.end() => pair.end().to_string(),
        true => format!("{pair:?}"),
        false => pair.middle().to_string(),
    };
    write!(f, "{heading}")?;
    if block.columns == BOARD {
        for rank in numbers.chunks(8) {
            writeln!(f)?;
            rank.iter().try_for_each(|pair| write!(f, " {:>9}", write(pair)))?;
        }
        return writeln!(f);
    }
    let last = numbers.last();
    let same = numbers.iter().rev().take_while(|&pair| Some(pair) == last).count();
    numbers[..numbers.len() - same + 1].iter().try_for_each(|pair| write!(f, " {}", write(pair)))?;
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::layout::{CHECK, PASSED, PLACEMENT, VALUE};

    fn error(text: &str) -> String {
        Weights::parse(text, "pnbrqk").unwrap_err().to_string()
    }

    #[test]
    fn one_number_stands_for_both_halves_and_missing_ones_repeat_the_last() {
        let weights = Weights::parse("value p 82/-94 # pawn\nvalue n\n 300\n\npassed 0 5/10\n 7\n", "pn").unwrap();
        let set = weights.of(Color::Black);
        assert_eq!((set[VALUE.at(0)], set[VALUE.at(1)]), (Pair::new(82, -94), Pair::new(300, 300)));
        assert_eq!((set[PASSED.at(1)], set[PASSED.at(7)]), (Pair::new(5, 10), Pair::new(7, 7)));
    }

    #[test]
    fn a_line_for_one_side_goes_before_a_line_for_both() {
        let weights = Weights::parse("check q white 50\ncheck q 40\n", "pnbrqk").unwrap();
        assert_eq!(Color::BOTH.map(|color| weights.of(color).plain(CHECK.at(4))), [50, 40]);
    }

    #[test]
    fn boards_are_written_with_the_last_rank_on_top() {
        let board = (0..64).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
        let weights = Weights::parse(&format!("placement k {board}"), "pnbrqk").unwrap();
        let at = |square| weights.of(Color::White)[PLACEMENT.cell(5, square)].middle();
        assert_eq!((at(56), at(63), at(0), at(7)), (0, 7, 56, 63));
    }

    #[test]
    fn errors_name_the_line_and_quote_it() {
        assert_eq!(error("\nvalues p 1"), "invalid weights, line 2, 'values': no weights have this name");
        assert_eq!(
            error("value x 1"),
            "invalid weights, line 1, 'x': the letter of a piece is wanted after value: one of pnbrqk"
        );
        assert_eq!(error("12 13"), "invalid weights, line 1, '12': a name comes before numbers");
        assert_eq!(error("tempo 1 2"), "invalid weights, line 1, '2': more than the 1 numbers of tempo");
        assert_eq!(error("tempo 1/x"), "invalid weights, line 1, '1/x': not a number from -9999 to 9999");
        assert_eq!(error("check q 1/2"), "invalid weights, line 1, '1/2': one number is wanted here, not two");
        assert_eq!(error("shelter 4 1"), "invalid weights, line 1, '4': a number from 0 to 3 is wanted after shelter");
        assert_eq!(error("tempo\n"), "invalid weights, line 1, 'tempo': 1 numbers are wanted, here are 0");
        assert_eq!(
            error("placement p 1 2"),
            "invalid weights, line 1, 'placement p': 64 numbers are wanted, here are 2"
        );
        assert_eq!(
            error("tempo 1\ntempo 2"),
            "invalid weights, line 2, 'tempo 2': these numbers have been given before"
        );
        assert_eq!(
            error("tempo 99999999999"),
            "invalid weights, line 1, '99999999999': not a number from -9999 to 9999"
        );
    }
}
