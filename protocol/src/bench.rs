//! `bench`: the work of [`engine::bench`] for every game, reported in the words that test frameworks look for.

use std::fmt::Display;
use std::time::Duration;

use apocalypse::bench as apocalypse_bench;
use engine::bench::{self as games, Counts};
use engine::params::ParameterError;
use engine::{Control, DEFAULT_HASH, Parameter, Settings, params};
use movegen::fen::printable;
use movegen::variants::{NAMES, Visit, VisitTurnBased, loaded_names, with};
use movegen::{Game, Variant};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BenchArguments {
    hash: usize,
    threads: usize,
    depth: u32,
    signature: bool,
    /// Numbers of the search that differ from the defaults.
    changes: Vec<(&'static Parameter, i32)>,
}

impl BenchArguments {
    /// Reads `[hash [threads [depth]]]`, in the order that test frameworks use, or `--signature`. The words `default`
    /// and `depth` that frameworks add are accepted and change nothing. A tuner's build also takes `NAME=VALUE` for
    /// search parameters, at any place.
    pub(crate) fn parse(words: &[String]) -> Result<Self, String> {
        let (changes, words): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.contains('='));
        let changes = changes.into_iter().map(|word| change(word)).collect::<Result<_, _>>()?;
        let hash = DEFAULT_HASH;
        let mut arguments = Self { hash, threads: 1, depth: games::DEPTH, signature: false, changes };
        if matches!(words[..], [word] if word == "--signature") {
            return Ok(Self { signature: true, ..arguments });
        }
        for (index, &word) in words.iter().enumerate() {
            let number = |range: std::ops::RangeInclusive<u32>| {
                let n = word.parse().ok().filter(|n| range.contains(n));
                n.ok_or_else(|| {
                    format!("bench: '{}' is no number from {} to {}", printable(word), range.start(), range.end())
                })
            };
            match index {
                0 => arguments.hash = number(1..=131_072)? as usize,
                1 => arguments.threads = number(1..=512)? as usize,
                2 => arguments.depth = number(1..=100)?,
                3 if word == "default" => {}
                4 if word == "depth" => {}
                _ => {
                    return Err(format!(
                        "bench takes '[hash [threads [depth]]]' or '--signature', not '{}'",
                        printable(word)
                    ));
                }
            }
        }
        Ok(arguments)
    }
}

fn change(word: &str) -> Result<(&'static Parameter, i32), String> {
    let wrong = |why: String| format!("bench: '{}': {why}", printable(word));
    if params::settable().is_empty() {
        return Err(wrong(ParameterError::Fixed.to_string()));
    }
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    let known = params::settable().iter().find(|p| p.name.eq_ignore_ascii_case(name));
    let p = known.ok_or_else(|| wrong(ParameterError::Unknown.to_string()))?;
    let value = value.parse().ok().filter(|value| (p.lowest()..=p.highest()).contains(value));
    let value = value.ok_or_else(|| wrong(ParameterError::Range(p.lowest(), p.highest()).to_string()))?;
    Ok((p, value))
}

/// Runs the bench over all games, until `control` stops it, and returns the line with the sum. The other
/// lines go to `print`; progress and the times go to standard error, which test frameworks read as well.
pub(crate) fn run(arguments: &BenchArguments, control: &Control, print: &dyn Fn(&str)) -> String {
    let before: Vec<_> = arguments.changes.iter().map(|(p, _)| (p, p.changed())).collect();
    let set = |name: &str, value| {
        params::set(name, value).unwrap_or_else(|why| log::warn!("{name} stays as it is: {why}"));
    };
    arguments.changes.iter().for_each(|(p, value)| set(p.name, Some(*value)));
    let sum = run_games(arguments, control, print);
    before.into_iter().rev().for_each(|(p, value)| set(p.name, value));
    sum
}

fn run_games(arguments: &BenchArguments, control: &Control, print: &dyn Fn(&str)) -> String {
    let mut total = Counts::default();
    for name in NAMES.into_iter().chain(loaded_names()) {
        let Some(counts) = with(name, OneGame { arguments, control }).flatten() else { continue };
        print(&format!("{name} {}", counts.nodes));
        total.nodes += counts.nodes;
        total.time += counts.time;
    }
    if control.is_stopped() {
        return "info string bench was stopped".to_owned();
    }
    let Counts { nodes, time, .. } = total;
    let (nps, ms) = (per_second(nodes, time), time.as_millis());
    eprint_text(&format!(
        "\n===========================\nTotal time (ms) : {ms}\nNodes searched  : {nodes}\nNodes/second    : {nps}\n"
    ));
    match arguments.signature {
        true => format!("total {nodes}"),
        false => format!("{nodes} nodes {nps} nps"),
    }
}

/// Prints to standard error and ignores errors: its reader may be gone.
fn eprint_text(text: &str) {
    use std::io::Write as _;
    let _ = std::io::stderr().write_all(text.as_bytes());
}

pub(crate) fn per_second(nodes: u64, time: Duration) -> u64 {
    u64::try_from(u128::from(nodes) * 1_000_000 / time.as_micros().max(1)).unwrap_or(u64::MAX)
}

struct OneGame<'a> {
    arguments: &'a BenchArguments,
    control: &'a Control,
}

impl OneGame<'_> {
    /// Prints the progress before each position.
    fn watch<P: Display>(&self, game: &str, of: usize) -> impl FnMut(&P) {
        let mut number = 0;
        move |pos| {
            number += 1;
            eprint_text(&format!("Position: {number}/{of} {game} ({pos})\n"));
        }
    }
}

impl VisitTurnBased for OneGame<'_> {
    /// `None` if the game does not count.
    type Out = Option<Counts>;
    fn turn_based<V: Variant>(self, game: V) -> Option<Counts> {
        let &BenchArguments { hash, threads, depth, .. } = self.arguments;
        let settings = Settings { hash: Some(hash), threads, ..Settings::default() };
        let watch = self.watch(game.name(), games::positions(game).len());
        games::includes(game).then(|| games::run(game, settings, depth, self.control, watch))
    }
}

impl Visit for OneGame<'_> {
    fn apocalypse(self) -> Option<Counts> {
        let &BenchArguments { hash, threads, depth, .. } = self.arguments;
        let settings = apocalypse::Settings { hash, threads, ..apocalypse::Settings::default() };
        let watch = self.watch(apocalypse::Position::NAME, apocalypse_bench::positions().len());
        Some(apocalypse_bench::run(settings, depth.div_ceil(PLIES_OF_A_TURN), self.control, watch))
    }
}

/// Plies of the other games that a turn of Apocalypse counts for in a bench: about as much work.
const PLIES_OF_A_TURN: u32 = games::DEPTH.div_ceil(apocalypse_bench::DEPTH);

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Result<BenchArguments, String> {
        BenchArguments::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_stand_in_the_order_of_test_frameworks() {
        let standard = arguments("").unwrap();
        let changes = Vec::new();
        assert_eq!(standard, BenchArguments { hash: 16, threads: 1, depth: games::DEPTH, signature: false, changes });
        let full = BenchArguments { hash: 32, threads: 2, depth: 5, ..standard };
        assert_eq!(arguments("32 2 5"), Ok(full.clone()));
        assert_eq!(arguments("32 2 5 default depth"), Ok(full));
        assert!(arguments("--signature").unwrap().signature);
    }

    #[test]
    fn a_tuners_build_takes_numbers_of_the_search() {
        let changed = arguments("16 razoring_depth=0 1 5 Probcut_Depth=99");
        match params::settable() {
            [] => assert!(changed.is_err_and(|why| why.contains("'razoring_depth=0'") && why.contains("tune"))),
            _ => {
                let changed = changed.unwrap();
                let named: Vec<_> = changed.changes.iter().map(|(p, value)| (p.name, *value)).collect();
                assert_eq!(named, [("razoring_depth", 0), ("probcut_depth", 99)]);
                assert_eq!(BenchArguments { changes: Vec::new(), ..changed }, arguments("16 1 5").unwrap());
            }
        }
        for text in ["razoring_depth=9", "razoring_depth=", "nothing=1"] {
            assert!(arguments(text).unwrap_err().contains(&format!("'{text}'")), "{text}");
        }
    }

    #[test]
    fn wrong_arguments_are_quoted() {
        for text in
            ["x", "0", "16 0", "16 1 0", "16 1 101", "16 1 5 file", "16 1 5 default nodes", "16 1 5 default depth 3"]
        {
            let error = arguments(text).unwrap_err();
            assert!(text.split(' ').any(|word| error.contains(&format!("'{word}'"))), "{text}: {error}");
        }
    }
}
