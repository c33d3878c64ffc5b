//! One game of a match: who is asked, what is allowed, whose clock has run out. The rules are those of
//! [`movegen::Record`], the clocks are the arena's own, the loop is that of [`super::play`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use movegen::{Color, Record};

use super::ending::Ending;
use super::finished::Finished;
use super::lines_of_play;
use super::play::{self, Choice, Choices, Sides};
use super::scoresheet::{Scoresheet, Told, now};
use crate::config::Config;
use crate::openings::Opening;
use crate::players::fault::Fault;
use crate::players::{Player, Reply, Said};
use crate::rules::Refereed;
use crate::schedule::Pairing;

/// Plays one game between `players`, by colour. Gives the game and warnings to be shown; `None` if it was stopped.
pub fn play<G: Refereed>(
    config: &Config,
    pairing: &Pairing,
    opening: &Opening<G>,
    players: [&mut dyn Player<G>; 2],
    stop: &AtomicBool,
) -> Option<(Finished, Vec<String>)> {
    let begin = (now(), Instant::now());
    let (sheet, mut record, mut adjudicator) = Scoresheet::begin(config, pairing.by_color(), opening);
    let identities = [0, 1].map(|i: usize| (players[i].identity().name.clone(), players[i].identity().author.clone()));
    let mut referee = Referee { sheet, players, stop, warnings: Vec::new() };
    let ending = match referee.new_game(&record) {
        Some(ending) => ending,
        None => play::play(&mut record, &mut adjudicator, &mut referee)?,
    };
    let Referee { sheet, mut players, mut warnings, .. } = referee;
    let (result, reason) = (ending.result(), ending.reason());
    for player in &mut players {
        player.game_over(result, &reason);
        warnings.extend(player.take_warnings());
    }
    Some((sheet.finish(&record, pairing, &ending, identities, begin), warnings))
}

/// A game that is lost before it begins, because an engine could not be made ready.
pub fn forfeit<G: Refereed>(
    config: &Config,
    pairing: &Pairing,
    opening: &Opening<G>,
    side: Color,
    fault: Fault,
) -> Finished {
    let (sheet, record, _) = Scoresheet::begin(config, pairing.by_color(), opening);
    let ending = Ending::Faults(vec![(side, fault)]);
    sheet.finish(&record, pairing, &ending, Default::default(), (now(), Instant::now()))
}

/// The players of a game and what is written down of it.
struct Referee<'a, 'p, G: Refereed> {
    sheet: Scoresheet<'a>,
    players: [&'p mut dyn Player<G>; 2],
    stop: &'a AtomicBool,
    warnings: Vec<String>,
}

impl<G: Refereed> Referee<'_, '_, G> {
    /// Tells both players of the game.
    fn new_game(&mut self, record: &Record<G>) -> Option<Ending> {
        let faults: Vec<_> = Color::BOTH
            .into_iter()
            .filter_map(|side| Some((side, self.players[side].new_game(&self.sheet.ask(record, side)).err()?)))
            .collect();
        // A game that one side cannot begin is lost by it; the fault of the other one will show in the next game.
        faults.into_iter().next().map(|fault| Ending::Faults(vec![fault]))
    }

    /// Whether an answer came in time and may be played.
    fn judge(
        &mut self,
        record: &Record<G>,
        side: Color,
        reply: Result<Reply<G::Move>, Fault>,
    ) -> Result<Choice<G::Move, Told>, Ending> {
        let fault = |fault| Ending::Faults(vec![(side, fault)]);
        let reply = reply.map_err(fault)?;
        self.sheet.thinking += reply.time;
        let pos = record.position();
        let (m, text) = match reply.said {
            Said::Resigns => return Err(Ending::Resigned(side)),
            Said::Move(m) => (pos.moves(side).contains(&m).then_some(m), pos.write_move(m)),
            Said::Text(text) => (pos.parse_move(side, &text).ok(), text),
        };
        // Time comes before legality: what is said after the flag has fallen is not heard.
        self.sheet.clocks[side].spend(reply.time).map_err(|overrun| fault(Fault::Time(overrun)))?;
        let is_timed = self.sheet.clocks[side].allowance().is_some();
        if !is_timed && reply.time > self.sheet.config.patience.search {
            return Err(fault(Fault::Hang("go".to_owned())));
        }
        let Some(m) = m else {
            return Err(match G::disputed(record, side, &text) {
                Some(why) => Ending::Disputed(side, text, why),
                None => fault(Fault::Illegal(text)),
            });
        };
        self.check_lines(record, side, &reply.lines, &text);
        let value = reply.thought.value.filter(|_| !reply.thought.is_bound);
        Ok(Choice { m, value, detail: Told { time: reply.time, thought: reply.thought } })
    }

    /// Warns of every line of play that the rules do not allow.
    fn check_lines(&mut self, record: &Record<G>, side: Color, told: &[String], chosen: &str) {
        let config = self.sheet.config;
        let complaints = lines_of_play::complaints(record, told, chosen, config.checks_mates);
        if complaints.is_empty() {
            return;
        }
        let engine = &config.engines[self.sheet.engines[side]].name;
        let separator = if config.is_test_environment { " :: " } else { "\n" };
        let fen = &self.sheet.fen;
        let start = if *fen == G::start().to_string() { "startpos".to_owned() } else { format!("fen {fen}") };
        for (complaint, line) in complaints {
            self.warnings.push(
                [
                    format!("Warning; {complaint} from {engine}"),
                    format!("Info; {line}"),
                    format!("Position; {start}"),
                    format!("Moves; {}", self.sheet.texts.join(" ")),
                ]
                .join(separator),
            );
        }
    }
}

impl<G: Refereed> Sides<G> for Referee<'_, '_, G> {
    type Detail = Told;

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn choose(&mut self, record: &Record<G>, side: Color) -> Result<Choice<G::Move, Told>, Ending> {
        let reply = self.players[side].choose(&self.sheet.ask(record, side));
        self.warnings.extend(self.players[side].take_warnings());
        self.judge(record, side, reply)
    }

    fn write_down(&mut self, before: &G, choices: Choices<G::Move, Told>) {
        self.sheet.write_down(before, choices, false);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use apocalypse::rules::Position;
    use movegen::{Game, Outcome, Reason};

    use super::*;
    use crate::command::{Command, parse};
    use crate::openings::OpeningsPlan;
    use crate::players::{Ask, Identity, Thought, uci};
    use crate::schedule::Schedule;

    /// Says what it is told to, turn by turn, and notes what it was shown.
    struct Scripted {
        says: Vec<&'static str>,
        shown: Arc<Mutex<Vec<String>>>,
        identity: Identity,
    }

    impl<G: Refereed> Player<G> for Scripted {
        fn identity(&self) -> &Identity {
            &self.identity
        }

        fn new_game(&mut self, _ask: &Ask<'_, G>) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
            self.shown.lock().unwrap().push(uci::position(ask));
            let said = Said::Text(self.says.remove(0).to_owned());
            Ok(Reply { said, time: Duration::ZERO, thought: Thought::default(), lines: Vec::new() })
        }

        fn game_over(&mut self, _result: &str, _reason: &str) {}

        fn take_warnings(&mut self) -> Vec<String> {
            Vec::new()
        }
    }

    fn played<G: Refereed>(fen: &str, white: &[&'static str], black: &[&'static str]) -> (Finished, [Vec<String>; 2]) {
        let words = "-engine cmd=a name=A depth=1 -engine cmd=b name=B depth=1";
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let Ok(Command::Match(config, _)) = parse(&words) else { panic!("no match") };
        let pairing = Schedule::new(&config).game(1).unwrap();
        let position: G = fen.parse().unwrap_or_else(|error| panic!("{error}"));
        let opening = Opening::from(position);
        let mut players = [white, black].map(|says| Scripted {
            says: says.to_vec(),
            shown: Arc::default(),
            identity: Identity::default(),
        });
        let shown = players.each_ref().map(|player| Arc::clone(&player.shown));
        let [white, black] = &mut players;
        let (game, _) = play(&config, &pairing, &opening, [white, black], &AtomicBool::new(false)).unwrap();
        (game, shown.map(|shown| shown.lock().unwrap().clone()))
    }

    /// Both sides are asked about the same position; Black is shown something in White's place that tells nothing.
    #[test]
    fn neither_side_sees_the_choice_of_the_other() {
        let start = Position::START;
        let (one, shown) = played::<Position>(start, &["a1b3", "x"], &["a4b3", "e5d3"]);
        let (other, shown_otherwise) = played::<Position>(start, &["a2a3", "x"], &["a4b3", "e5d3"]);
        assert_eq!((shown[0][0].as_str(), shown[1][0].split(' ').count()), ("position startpos", 4));
        assert_eq!(shown[1][0], shown_otherwise[1][0], "what Black sees depends on what White chose");
        assert_eq!(one.steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>(), ["a1b3", "a4b3"]);
        assert_eq!(shown[0][1], "position startpos moves a1b3 a4b3");
        assert_eq!((one.result.as_str(), one.reason.as_str()), ("0-1", "White makes an illegal move: x"));
        assert_ne!(one.last_fen, other.last_fen);
    }

    #[test]
    fn both_sides_may_be_at_fault_at_once() {
        let (game, _) = played::<Position>(Position::START, &["x"], &["y"]);
        assert_eq!(game.result, "1/2-1/2");
        assert_eq!(game.reason, "White makes an illegal move: x, Black makes an illegal move: y");
        assert_eq!(game.blames.len(), 2);
    }

    #[test]
    fn a_game_ends_by_the_rules_and_by_no_word_of_an_engine() {
        let mate = "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1";
        let (game, _) = played::<movegen::Position<movegen::Chess>>(mate, &["g5g7"], &[]);
        assert_eq!((game.reason.as_str(), game.steps[0].algebraic.as_str()), ("White mates", "Qg7#"));
        assert_eq!(Ending::Rules(Outcome::win(Color::White, Reason::Checkmate)).reason(), game.reason);
        // Fairy-Stockfish allows this capture, which opens a face-off.
        let (game, _) =
            played::<movegen::Position<movegen::Empire>>("8/3p4/8/k3P2K/8/8/8/8 b - - 0 1", &["e5d6"], &["d7d5"]);
        assert_eq!((game.result.as_str(), game.disputed.as_deref()), ("*", Some("e5d6")));
        assert!(game.blames.is_empty() && game.half_points().is_none());
        assert_eq!(game.reason, "No result: White's e5d6 captures en passant and opens a face-off");
    }

    #[test]
    fn openings_of_apocalypse_are_positions_to_be_played() {
        let plan = OpeningsPlan { number: 12, ..Default::default() };
        let openings = Position::openings(&plan);
        assert_eq!(openings.len(), 12);
        assert!(openings.iter().all(|pos| Game::outcome(pos).is_none() && pos.turn_number() > 1));
    }
}
