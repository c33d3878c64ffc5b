//! Positions with their values as EPD: a FEN, an operation, the centipawns for the side to move, and a semicolon. Positions are
//! searched once and used for any number of trainings.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use arena::arguments::quoted;
use engine::Bound;
use eval::score::LARGEST_EVALUATION;
use eval::{Evaluate, Evaluator};
use games::epd::{self, Epd};
use movegen::fen::printable;
use movegen::{Position, Variant};

use super::data::{Samples, Valued};

const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::Lower, Bound::Upper];

/// Returns the EPD operation of a value: `ce` (centipawn evaluation) is part of the EPD standard, the bounds are not.
const fn operation(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "ce",
        Bound::Lower => "cemin",
        Bound::Upper => "cemax",
    }
}

/// A position as a line.
pub(crate) fn line<V: Variant>(valued: &Valued<V>) -> String {
    epd::write_operation(&valued.pos, operation(valued.bound), &valued.value)
}

/// Returns `true` if the first line of a file is such a position.
pub(crate) fn is_list(path: &Path) -> Result<bool, String> {
    let mut input = open(path)?;
    let begin = input.fill_buf().map_err(|error| format!("cannot read {}: {error}", quoted(path)))?;
    let first = begin.split(|&byte| byte == b'\n').next().unwrap_or_default();
    // JSON and PGN may have any words in them, but no FEN begins like them.
    let is_position = !matches!(first.first(), Some(b'{' | b'['));
    let is_operation = |word: &[u8]| BOUNDS.iter().any(|&bound| word == operation(bound).as_bytes());
    Ok(is_position && first.split(|&byte| byte == b' ').any(is_operation))
}

/// Adds the positions of a file to `samples`.
pub(crate) fn read<V: Variant>(game: V, path: &Path, samples: &mut Samples) -> Result<(), String> {
    for_each(game, path, |valued| samples.push(&valued))
}

/// Passes the positions of a file with their values to `take`.
pub(crate) fn for_each<V: Variant>(
    game: V,
    path: &Path,
    mut take: impl FnMut(Valued<V>) -> Result<(), String>,
) -> Result<(), String> {
    for (number, line) in (1..).zip(open(path)?.lines()) {
        let line = line.map_err(|error| format!("cannot read {}: {error}", quoted(path)))?;
        take(parsed(game, &line).map_err(|why| format!("{}:{number}: {why}", quoted(path)))?)?;
    }
    Ok(())
}

/// Returns a listed position with its value if `now` replaces the judge `was`: the static value of the new judge if it was that of
/// the old one, else the unchanged search value.
pub(crate) fn restated<V: Variant>(valued: &Valued<V>, was: &Evaluator<V>, now: &Evaluator<V>) -> Valued<V> {
    match is_static(valued, was) {
        true => Valued { value: now.score_afresh(&valued.pos), ..*valued },
        false => *valued,
    }
}

/// Returns `true` if the value is the static value of the judge, not that of a search.
pub(crate) fn is_static<V: Variant>(valued: &Valued<V>, judge: &Evaluator<V>) -> bool {
    valued.bound == Bound::Exact && valued.value == judge.score_afresh(&valued.pos)
}

fn open(path: &Path) -> Result<BufReader<File>, String> {
    File::open(path).map(BufReader::new).map_err(|error| format!("cannot open {}: {error}", quoted(path)))
}

fn parsed<V: Variant>(game: V, line: &str) -> Result<Valued<V>, String> {
    let epd = Epd::parse(line);
    let found = BOUNDS.into_iter().find_map(|bound| Some((bound, epd.operation(operation(bound))?)));
    let (bound, value) = found.ok_or_else(|| "the operation 'ce' is missing".to_owned())?;
    let fits = value.parse().ok().filter(|value| (-LARGEST_EVALUATION..=LARGEST_EVALUATION).contains(value));
    let value = fits.ok_or_else(|| {
        format!("{} '{}' is not a value of at most {LARGEST_EVALUATION} cp", operation(bound), printable(value))
    })?;
    Ok(Valued { pos: Position::read(game, &epd.fen).map_err(|error| error.to_string())?, value, bound })
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
            for bound in BOUNDS {
                let valued = Valued { pos, value, bound };
                let line = line(&valued);
                assert_eq!(parsed(Insurrection::default(), line.trim_end()), Ok(valued), "{line}");
            }
        }
    }

    #[test]
    fn restating_replaces_static_values_only() {
        let pos: Position<Insurrection> = FEN.parse().unwrap();
        let [was, now] = [Evaluator::hand_made(), Evaluator::new()];
        let [before, after] = [was, now].map(|evaluator| evaluator.score_afresh(&pos));
        assert_ne!(before, after);
        let of = |value, bound| restated(&Valued { pos, value, bound }, &was, &now).value;
        assert_eq!(of(before, Bound::Exact), after);
        assert_eq!(of(before + 1, Bound::Exact), before + 1);
        assert_eq!(of(before, Bound::Lower), before);
    }

    #[test]
    fn invalid_position_is_reported_with_its_line() {
        let path = std::env::temp_dir().join(format!("upheaval-positions-{}", std::process::id()));
        let mut samples = Samples::on_scale(400);
        for (text, expected) in [
            (format!("{FEN}\n"), ":1: the operation 'ce' is missing"),
            (format!("{FEN} ce 3;\n{FEN} ce 4\n"), ":2: the operation 'ce' is missing"),
            (format!("{FEN} ce 30000;\n"), ":1: ce '30000' is not a value"),
            (format!("{FEN} cemax -30000;\n"), ":1: cemax '-30000' is not a value"),
            (format!("{FEN} ce ;\n"), ":1: ce '' is not a value"),
            ("8/8 ce 3;\n".to_owned(), ":1: "),
        ] {
            std::fs::write(&path, &text).unwrap();
            let error = read(Insurrection::default(), &path, &mut samples).unwrap_err();
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
        assert_eq!(samples.len(), 1);
        std::fs::remove_file(&path).unwrap();
        assert!(read(Insurrection::default(), &path, &mut samples).unwrap_err().starts_with("cannot open"));
    }
}
