//! Positions with their values as EPD: a FEN, ` ce `, the centipawns for the side to move, and a semicolon. So they are searched once
//! and learnt from as often as one likes, and anybody's can be learnt from.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use arena::arguments::quoted;
use eval::score::LARGEST_EVALUATION;
use eval::{Evaluate, Evaluator, Score};
use movegen::fen::printable;
use movegen::{Position, Variant};

use super::data::Samples;
use crate::logistic::expected;

/// What stands between a FEN and its value: EPD's operation "centipawn evaluation".
const OPERATION: &str = " ce ";

/// A position as a line.
pub fn line<V: Variant>(pos: &Position<V>, value: Score) -> String {
    format!("{pos}{OPERATION}{value};\n")
}

/// Whether a file holds such positions: whether its first line does.
///
/// # Errors
/// It cannot be opened or read.
pub fn is_list(path: &Path) -> Result<bool, String> {
    let mut input = open(path)?;
    let begin = input.fill_buf().map_err(|error| format!("cannot read {}: {error}", quoted(path)))?;
    let first = begin.split(|&byte| byte == b'\n').next().unwrap_or_default();
    // JSON and PGN may have any words in them, but no FEN begins like them.
    let is_position = !matches!(first.first(), Some(b'{' | b'['));
    Ok(is_position && first.windows(OPERATION.len()).any(|words| words == OPERATION.as_bytes()))
}

/// Adds the positions of a file to `samples`.
///
/// # Errors
/// It cannot be read, the first line that is no position with a value, or that there are too many positions.
pub fn read<V: Variant>(path: &Path, samples: &mut Samples) -> Result<(), String> {
    for_each::<V>(path, |pos, value| samples.push(&pos, expected(value) as f32))
}

fn for_each<V: Variant>(
    path: &Path,
    mut take: impl FnMut(Position<V>, Score) -> Result<(), String>,
) -> Result<(), String> {
    for (number, line) in (1..).zip(open(path)?.lines()) {
        let line = line.map_err(|error| format!("cannot read {}: {error}", quoted(path)))?;
        let (pos, value) = parsed::<V>(&line).map_err(|why| format!("{}:{number}: {why}", quoted(path)))?;
        take(pos, value)?;
    }
    Ok(())
}

/// Copies a file of positions to `to`, those whose value is the static one of the evaluator `was` with that of `now`, and tells how
/// many positions there are.
///
/// # Errors
/// It cannot be read, or `to` not be written, or the first line that is no position with a value.
pub fn restate<V: Variant>(
    path: &Path,
    was: &Evaluator<V>,
    now: &Evaluator<V>,
    to: &mut impl Write,
) -> Result<u64, String> {
    let static_value = |evaluator: &Evaluator<V>, pos: &_| evaluator.score(pos, &evaluator.refresh(pos));
    let mut count = 0;
    for_each(path, |pos, value| {
        count += 1;
        let value = if value == static_value(was, &pos) { static_value(now, &pos) } else { value };
        to.write_all(line(&pos, value).as_bytes()).map_err(|error| format!("cannot write: {error}"))
    })?;
    Ok(count)
}

fn open(path: &Path) -> Result<BufReader<File>, String> {
    File::open(path).map(BufReader::new).map_err(|error| format!("cannot open {}: {error}", quoted(path)))
}

fn parsed<V: Variant>(line: &str) -> Result<(Position<V>, Score), String> {
    let (fen, rest) = line.split_once(OPERATION).ok_or_else(|| "there is no ' ce '".to_owned())?;
    let value = rest.trim_end().strip_suffix(';').and_then(|value| value.parse().ok());
    let fits = value.filter(|value| (-LARGEST_EVALUATION..=LARGEST_EVALUATION).contains(value));
    let value = fits.ok_or_else(|| format!("'{}' are no centipawns and a semicolon", printable(rest)))?;
    Ok((fen.parse().map_err(|error| format!("{error}"))?, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Insurrection;

    const FEN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 4 4 Kn";

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let pos: Position<Insurrection> = FEN.parse().unwrap();
        for value in [0, 87, -1_234, LARGEST_EVALUATION, -LARGEST_EVALUATION] {
            let line = line(&pos, value);
            assert_eq!(parsed::<Insurrection>(line.trim_end()), Ok((pos, value)), "{line}");
        }
    }

    #[test]
    fn values_that_were_static_become_those_of_another_evaluator_and_searched_ones_stay() {
        let pos: Position<Insurrection> = FEN.parse().unwrap();
        let [was, now] = [Evaluator::hand_made(), Evaluator::new()];
        let [before, after] = [was, now].map(|evaluator| evaluator.score(&pos, &evaluator.refresh(&pos)));
        assert_ne!(before, after);
        let path = std::env::temp_dir().join(format!("upheaval-restated-{}", std::process::id()));
        std::fs::write(&path, line(&pos, before) + &line(&pos, before + 1)).unwrap();
        let mut restated = Vec::new();
        assert_eq!(restate(&path, &was, &now, &mut restated), Ok(2));
        assert_eq!(String::from_utf8(restated).unwrap(), line(&pos, after) + &line(&pos, before + 1));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn what_is_no_position_with_a_value_is_told_with_its_line() {
        let path = std::env::temp_dir().join(format!("upheaval-positions-{}", std::process::id()));
        let mut samples = Samples::default();
        for (text, told) in [
            (format!("{FEN}\n"), ":1: there is no ' ce '"),
            (format!("{FEN} ce 3;\n{FEN} ce 4\n"), ":2: '4' are no centipawns and a semicolon"),
            (format!("{FEN} ce 30000;\n"), ":1: '30000;' are no centipawns and a semicolon"),
            (format!("{FEN} ce ;\n"), ":1: ';' are no centipawns and a semicolon"),
            ("8/8 ce 3;\n".to_owned(), ":1: "),
        ] {
            std::fs::write(&path, &text).unwrap();
            let error = read::<Insurrection>(&path, &mut samples).unwrap_err();
            assert!(error.contains(told) && !error.contains('\n'), "{error}");
        }
        assert_eq!(samples.len(), 1);
        std::fs::remove_file(&path).unwrap();
        assert!(read::<Insurrection>(&path, &mut samples).unwrap_err().starts_with("cannot open"));
    }
}
