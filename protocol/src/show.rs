//! `show`: a search of every game's start position, for people to read.

use engine::{Bound, Control, Engine, Limits, Report, Settings};
use eval::score;
use movegen::fen::printable;
use movegen::variants::{NAMES, Visit, VisitTurnBased, with};
use movegen::{Color, Game, Position, Record, Variant};

use crate::options::game_of;
use crate::uci::apocalypse::mix;
use crate::{drawing, game};

/// Plies searched when nothing else is said: a few seconds for all games.
const DEPTH: u32 = 18;

/// Reads `[GAME] [DEPTH]` and shows that game, or all.
///
/// # Errors
/// The word at fault.
pub(crate) fn run(words: &[String], say: &dyn Fn(&str)) -> Result<(), String> {
    let game = words.first().and_then(|word| game_of(word));
    let depth = match &words[usize::from(game.is_some())..] {
        [] => DEPTH,
        [word] => match word.parse() {
            Ok(depth @ 1..=100) => depth,
            _ => return Err(format!("show: '{}' is neither a game nor a depth from 1 to 100", printable(word))),
        },
        [_, word, ..] => return Err(format!("show takes '[GAME] [DEPTH]', not '{}'", printable(word))),
    };
    for name in NAMES.into_iter().filter(|&name| game.is_none_or(|game| game == name)) {
        let _ = with(name, OneGame { depth, say });
    }
    Ok(())
}

struct OneGame<'a> {
    depth: u32,
    say: &'a dyn Fn(&str),
}

impl VisitTurnBased for OneGame<'_> {
    type Out = ();
    fn turn_based<V: Variant>(self) {
        let Self { depth, say } = self;
        let pos = Position::<V>::start();
        say(&format!("\n{}\n\n{}", V::NAME, drawing::turn_based(&pos)));
        say("depth   score        nodes      ms  line");
        let control = Control::default();
        control.arm(false);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let answer = Engine::<V>::new(Settings::default()).go(&Record::new(pos), &limits, &control, &mut |report| {
            let Report::Line(line, progress) = report else { return };
            if line.bound == Bound::Exact {
                let (score, time) = (in_pawns(line.score), progress.time.as_millis());
                let moves = game::line(&pos, line.moves.iter().copied()).join(" ");
                say(&format!("{:>5} {score:>7} {:>12} {time:>7}  {moves}", line.depth, progress.nodes));
            }
        });
        if let Some(best) = answer.best {
            say(&format!("{} plays {}.", pos.turn().name(), pos.write_move(best)));
        }
    }
}
impl Visit for OneGame<'_> {
    fn apocalypse(self) {
        let Self { depth, say } = self;
        let pos = apocalypse::Position::start();
        say(&format!("\n{}\n\n{}", apocalypse::Position::NAME, drawing::apocalypse(&pos)));
        say("turns   value        nodes      ms  White's strategy");
        let control = Control::default();
        control.arm(false);
        let limits = Limits { depth: Some(turns(depth)), ..Limits::default() };
        let mut engine = apocalypse::Engine::new(apocalypse::Settings { seed: 1, ..apocalypse::Settings::default() });
        let record = Record::new(pos);
        let answer = engine.go(&record, Color::White.into(), &limits, &control, &mut |report| {
            let (strategy, progress) = (&report.strategy, report.progress);
            let (value, time) = (strategy.value(), progress.time.as_millis());
            let mix = mix(&strategy.mix[Color::White]);
            say(&format!("{:>5} {value:>+7.4} {:>12} {time:>7} {mix}", strategy.depth, progress.nodes));
        });
        if let Some(best) = answer.best {
            say(&format!("White plays {best}, this time."));
        }
    }
}

/// Turns of Apocalypse that are searched instead of so many plies.
fn turns(plies: u32) -> u32 {
    plies.div_ceil(4)
}

/// A score for people: pawns with two decimals, or `#3` for a mate in three moves.
fn in_pawns(value: eval::Score) -> String {
    match score::is_decisive(value) {
        true => score::Uci(value).to_string().replace("mate ", "#"),
        false => format!("{:+.2}", f64::from(value) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_in_pawns() {
        assert_eq!(in_pawns(35), "+0.35");
        assert_eq!(in_pawns(-120), "-1.20");
        assert_eq!(in_pawns(score::win_in(5)), "#3");
        assert_eq!(in_pawns(score::loss_in(4)), "#-2");
    }

    #[test]
    fn wrong_words_are_quoted() {
        for (words, at_fault) in [("chess x", "'x'"), ("0", "'0'"), ("checkers", "'checkers'"), ("empire 3 4", "'4'")] {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            let error = run(&words, &|_| {}).unwrap_err();
            assert!(error.contains(at_fault), "{error}");
        }
    }
}
