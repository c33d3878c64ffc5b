//! `genfens N seed S [book FILE|None] [GAME] [plies=A-B] [margin=CP]`: random openings for a test framework, in the form that
//! OpenBench's client reads, a line each as soon as it is found.

use std::fs;
use std::ops::RangeInclusive;
use std::str::FromStr;

use engine::openings::{OpeningsPlan, one_by_one};
use games::registry::{self, NAMES, Visitor, find};
use games::{PlayedGame, epd};
use movegen::FenError;
use movegen::fen::printable;

use crate::cli::Failure;

const MAX_OPENINGS: usize = 1_000_000;

#[derive(PartialEq, Eq, Debug)]
struct Request {
    game: &'static str,
    plan: OpeningsPlan,
    book: Option<String>,
}

/// Prints the openings.
pub(crate) fn run(words: &[String], print: &dyn Fn(&str)) -> Result<(), Failure> {
    let request = parse(words)?;
    let book = match &request.book {
        None => String::new(),
        Some(file) => {
            let error = |error| Failure::Failed(format!("cannot read the book '{}': {error}", printable(file)));
            fs::read_to_string(file).map_err(error)?
        }
    };
    let openings = Openings { plan: &request.plan, book: &book, print };
    registry::visit(request.game, openings).unwrap_or(Ok(())).map_err(Failure::Failed)
}

fn parse(words: &[String]) -> Result<Request, String> {
    let mut request = Request { game: NAMES[0], plan: OpeningsPlan::default(), book: None };
    let wrong = |word: &str| format!("genfens takes no '{}'", printable(word));
    let (number, mut rest) = words.split_first().ok_or("genfens needs a number of openings")?;
    request.plan.number = in_range(number, 1..=MAX_OPENINGS).ok_or_else(|| wrong(number))?;
    while let Some((word, after)) = rest.split_first() {
        rest = after;
        let mut value = || {
            let (value, after) = after.split_first().ok_or_else(|| format!("{word} needs a value"))?;
            rest = after;
            Ok::<_, String>(value)
        };
        match word.as_str() {
            "seed" => {
                let seed = value()?;
                request.plan.seed = seed.parse().map_err(|_| wrong(seed))?;
            }
            "book" => request.book = Some(value()?.clone()).filter(|book| !book.eq_ignore_ascii_case("none")),
            "quit" => {}
            word => set(&mut request, word).ok_or_else(|| wrong(word))?,
        }
    }
    Ok(request)
}

/// A word that the user of the framework adds.
fn set(request: &mut Request, word: &str) -> Option<()> {
    match word.split_once('=') {
        None => request.game = find(word)?,
        Some(("variant", game)) => request.game = find(game)?,
        Some(("margin", number)) => request.plan.margin = in_range(number, 0..=100_000)?,
        Some(("plies", range)) => {
            let (from, to) = range.split_once('-').unwrap_or((range, range));
            let (from, to) = (in_range(from, 0..=200)?, in_range(to, 0..=200)?);
            (request.plan.shortest, request.plan.longest) = (from <= to).then_some((from, to))?;
        }
        Some(_) => return None,
    }
    Some(())
}

fn in_range<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

struct Openings<'a> {
    plan: &'a OpeningsPlan,
    book: &'a str,
    print: &'a dyn Fn(&str),
}

impl Visitor for Openings<'_> {
    type Out = Result<(), String>;

    /// Prints positions as FENs of six fields, as the client reads them. A position whose game-specific seventh field is not the
    /// default does not survive this and is not taken.
    fn visit<G: PlayedGame>(self, first: G) -> Self::Out {
        let position = |(line, read): (usize, Result<G, FenError>)| {
            read.map_err(|error| format!("line {line} of the book: {error}"))
        };
        let mut starts = epd::read(&first, self.book).map(position).collect::<Result<Vec<_>, _>>()?;
        if starts.is_empty() {
            starts.push(first.clone());
        }
        let (mut reported, wanted) = (0, self.plan.number);
        G::openings(self.plan, &starts, &one_by_one, &mut |pos| {
            let fen = pos.to_string();
            let short = fen.splitn(7, ' ').take(6).collect::<Vec<_>>().join(" ");
            let is_complete = first.read_fen(&short).is_ok_and(|again| again == pos);
            if is_complete {
                reported += 1;
                (self.print)(&format!("info string genfens {short}"));
            }
            is_complete
        });
        match reported == wanted {
            true => Ok(()),
            false => Err(format!("only {reported} of {wanted} openings keep within the margin")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    fn output_of(line: &str) -> Result<Vec<String>, String> {
        let words: Vec<_> = line.split(' ').map(str::to_owned).collect();
        let lines = RefCell::new(Vec::new());
        run(&words, &|text| lines.borrow_mut().push(text.to_owned()))
            .map_err(|(Failure::Usage(message) | Failure::Failed(message))| message)?;
        Ok(lines.into_inner())
    }

    #[test]
    fn openings_have_six_fields_and_follow_seed() {
        for game in NAMES {
            let of = |seed| output_of(&format!("2 seed {seed} book None {game} margin=300 plies=4-6 quit")).unwrap();
            let lines = of(5);
            assert_eq!(lines.len(), 2, "{game}");
            for line in &lines {
                let fen = line.strip_prefix("info string genfens ").unwrap();
                assert_eq!(fen.split(' ').count(), 6, "{line}");
            }
            assert_eq!(lines, of(5), "{game}");
            assert_ne!(lines, of(6), "{game}");
        }
    }

    #[test]
    fn openings_begin_in_book_positions() {
        let path = std::env::temp_dir().join(format!("upheaval-genfens-{}.epd", std::process::id()));
        fs::write(&path, "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - hmvc 0; fmvn 30;\n\n# end\n").unwrap();
        let lines = output_of(&format!("2 seed 1 book {} chess margin=2000", path.display())).unwrap();
        fs::write(&path, "no position\n").unwrap();
        let error = output_of(&format!("2 seed 1 book {} chess", path.display())).unwrap_err();
        fs::remove_file(&path).unwrap();
        let has_pawns_alone = |line: &String| {
            let board = line.split(' ').nth(3).unwrap();
            board.contains('p') && !board.contains(['r', 'n', 'b', 'q'])
        };
        assert!(lines.len() == 2 && lines.iter().all(has_pawns_alone), "{lines:?}");
        assert!(error.starts_with("line 1 of the book: invalid FEN, "), "{error}");
    }

    #[test]
    fn errors_quote_the_word() {
        for (line, word) in [
            ("x", "'x'"),
            ("0", "'0'"),
            ("3 seed", "seed"),
            ("3 seed x", "'x'"),
            ("3 checkers", "'checkers'"),
            ("3 plies=9-3", "'plies=9-3'"),
            ("3 book /no/such.epd", "'/no/such.epd'"),
        ] {
            let error = output_of(line).unwrap_err();
            assert!(error.contains(word), "{line}: {error}");
        }
    }
}
