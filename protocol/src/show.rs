//! `show`: a search of every game's start position, for people to read.

use games::registry::{self, NAMES, find};
use games::{Bound, Control, Limits, Progress, Report, Request, Resources, Settings};
use movegen::fen::printable;
use movegen::{Color, Turn};

use crate::uci::report::mix;

/// Plies searched by default: a few seconds for all games.
const DEPTH: u32 = 18;

/// Reads `[GAME] [DEPTH]` and shows that game, or all.
pub(crate) fn run(words: &[String], print: &dyn Fn(&str)) -> Result<(), String> {
    let game = words.first().and_then(|word| find(word));
    let depth = match &words[usize::from(game.is_some())..] {
        [] => DEPTH,
        [word] => match word.parse() {
            Ok(depth @ 1..=100) => depth,
            _ => return Err(format!("show: '{}' is neither a game nor a depth from 1 to 100", printable(word))),
        },
        [_, word, ..] => return Err(format!("show takes '[GAME] [DEPTH]', not '{}'", printable(word))),
    };
    for name in NAMES.into_iter().filter(|&name| game.is_none_or(|game| game == name)) {
        show(name, depth, print)?;
    }
    Ok(())
}

/// Searches the start position of a game and prints every iteration: lines, or White's strategy where both sides choose at
/// once.
fn show(name: &str, depth: u32, print: &dyn Fn(&str)) -> Result<(), String> {
    let Some(Ok(session)) = registry::open(name, None, &[]) else { return Ok(()) };
    let chooses_at_once = session.turn() == Turn::Both;
    print(&format!("\n{name}\n\n{}", session.draw()));
    print(match chooses_at_once {
        true => "turns   value        nodes      ms  White's strategy",
        false => "depth   score        nodes      ms  line",
    });
    let settings = Settings { seed: u64::from(chooses_at_once), ..Settings::default() };
    let mut engine = session.new_engine(settings, &Resources::default()).map_err(|error| error.to_string())?;
    // About as much work.
    let depth = if chooses_at_once { depth.div_ceil(4) } else { depth };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = Request { side: Color::White, among: Vec::new(), limits };
    let control = Control::default();
    control.arm(false);
    let print_row = |depth: u32, value: &str, progress: &Progress, found: &str| {
        let Progress { nodes, time, .. } = progress;
        print(&format!("{depth:>5} {value:>7} {nodes:>12} {:>7} {found}", time.as_millis()));
    };
    let answer = engine.search(session.as_ref(), &request, &control, &mut |report| match report {
        Report::Strategies(strategies, progress) => {
            let value = format!("{:+.4}", strategies.value());
            print_row(strategies.depth, &value, &progress, &mix(&strategies.mix[Color::White]));
        }
        Report::Line(line, progress) if line.bound == Bound::Exact && !chooses_at_once => {
            let moves = format!(" {}", line.moves.join(" "));
            print_row(line.depth, &line.evaluation.value.to_pawns(), &progress, &moves);
        }
        _ => {}
    });
    if let Some(best) = answer.map_err(|error| error.to_string())?.best {
        print(&format!("White plays {best}{}.", if chooses_at_once { ", this time" } else { "" }));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_words_are_quoted() {
        for (words, at_fault) in [("chess x", "'x'"), ("0", "'0'"), ("checkers", "'checkers'"), ("empire 3 4", "'4'")] {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            let error = run(&words, &|_| {}).unwrap_err();
            assert!(error.contains(at_fault), "{error}");
        }
    }
}
