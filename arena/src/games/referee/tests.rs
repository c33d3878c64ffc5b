use std::sync::{Arc, Mutex};
use std::time::Duration;

use apocalypse::rules::Position;
use movegen::{Game, Outcome, Reason};

use super::*;
use crate::command::{Command, parse};
use crate::openings::OpeningsPlan;
use crate::players::{Ask, Identity, Thought, Value, uci};
use crate::schedule::Schedule;

/// Answers with given texts and records the positions received.
#[derive(Clone, Default)]
struct Scripted {
    answers: Vec<&'static str>,
    received: Arc<Mutex<Vec<String>>>,
    identity: Identity,
    /// The time of every answer, and the reports with it.
    time: Duration,
    lines: Vec<String>,
    thought: Thought,
    cannot_begin: bool,
}

impl<G: PlayedGame> Player<G> for Scripted {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, _ask: &Ask<'_, G>) -> Result<(), Fault> {
        if self.cannot_begin { Err(Fault::Flood) } else { Ok(()) }
    }

    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<Reply<G::Move>, Fault> {
        self.received.lock().unwrap().push(uci::position(ask));
        let answer = match self.answers.remove(0) {
            "resign" => Answer::Resigns,
            text => Answer::Text(text.to_owned()),
        };
        Ok(Reply { answer, time: self.time, thought: self.thought.clone(), lines: self.lines.clone() })
    }

    fn game_over(&mut self, _result: &str, _reason: &str) {}

    fn take_warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// Parses the command line of a match.
fn configured(words: &str) -> Config {
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let Ok(Command::Match(config, _)) = parse(&words) else { panic!("no match") };
    *config
}

const WITHOUT_CLOCK: &str = "-engine cmd=a name=A depth=1 -engine cmd=b name=B depth=1";

fn refereed<G: PlayedGame>(config: &Config, fen: &str, mut players: [Scripted; 2]) -> (Finished, Vec<String>) {
    let pairing = Schedule::new(config).game(1).unwrap();
    let position: G = fen.parse().unwrap_or_else(|error| panic!("{error}"));
    let [white, black] = &mut players;
    play(config, &pairing, &Opening::from(position), [white, black], &AtomicBool::new(false)).unwrap()
}

fn played<G: PlayedGame>(fen: &str, white: &[&'static str], black: &[&'static str]) -> (Finished, [Vec<String>; 2]) {
    let players = [white, black].map(|answers| Scripted { answers: answers.to_vec(), ..Scripted::default() });
    let received = players.each_ref().map(|player| Arc::clone(&player.received));
    let (game, _) = refereed::<G>(&configured(WITHOUT_CLOCK), fen, players);
    (game, received.map(|received| received.lock().unwrap().clone()))
}

/// Both sides receive the same position; Black receives a placeholder for White's choice.
#[test]
fn sides_do_not_see_each_others_choice() {
    let start = Position::START;
    let (one, received) = played::<Position>(start, &["a1b3", "x"], &["a4b3", "e5d3"]);
    let (other, received_otherwise) = played::<Position>(start, &["a2a3", "x"], &["a4b3", "e5d3"]);
    assert_eq!((received[0][0].as_str(), received[1][0].split(' ').count()), ("position startpos", 4));
    assert_eq!(received[1][0], received_otherwise[1][0], "Black's position depends on White's choice");
    assert_eq!(one.steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>(), ["a1b3", "a4b3"]);
    assert_eq!(received[0][1], "position startpos moves a1b3 a4b3");
    assert_eq!((one.result.as_str(), one.reason.as_str()), ("0-1", "White makes an illegal move: x"));
    assert_ne!(one.last_fen, other.last_fen);
}

#[test]
fn faults_of_both_sides_are_combined() {
    let (game, _) = played::<Position>(Position::START, &["x"], &["y"]);
    assert_eq!(game.result, "1/2-1/2");
    assert_eq!(game.reason, "White makes an illegal move: x, Black makes an illegal move: y");
    assert_eq!(game.blames.len(), 2);
}

#[test]
fn rules_end_the_game() {
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
fn openings_of_apocalypse_are_not_over() {
    let plan = OpeningsPlan { number: 12, ..Default::default() };
    let openings = crate::openings::generate(&Position::start(), &plan);
    assert_eq!(openings.len(), 12);
    assert!(openings.iter().all(|pos| Game::outcome(pos).is_none() && pos.turn_number() > 1));
}

type Chess = movegen::Position<movegen::Chess>;

const START: &str = <movegen::Chess as movegen::Variant>::START;

/// Plays a game in which White answers once, after `time`, and Black resigns.
fn after_waiting(config: &Config, time: Duration) -> Finished {
    let white = Scripted { answers: vec!["e2e4"], time, ..Scripted::default() };
    let black = Scripted { answers: vec!["resign"], time: Duration::from_millis(7), ..Scripted::default() };
    refereed::<Chess>(config, START, [white, black]).0
}

#[test]
fn late_answer_loses_or_stalls() {
    let (free, moment) = (configured(WITHOUT_CLOCK), Duration::from_millis(1));
    let timeout = free.timeouts.search;
    let game = after_waiting(&free, timeout);
    assert_eq!((game.reason.as_str(), game.spent.0), ("Black resigns", timeout + 7 * moment));
    assert_eq!(after_waiting(&free, timeout + moment).reason, "White's connection stalls");
    let timed = configured("-engine cmd=a name=A tc=100000 -engine cmd=b name=B tc=100000");
    assert_eq!(after_waiting(&timed, timeout + moment).reason, "Black resigns");
    let short = configured("-engine cmd=a name=A tc=1 -engine cmd=b name=B tc=1");
    assert_eq!(after_waiting(&short, Duration::from_secs(1)).reason, "Black resigns");
    assert_eq!(after_waiting(&short, Duration::from_secs(1) + moment).reason, "White loses on time (1ms overrun)");
}

#[test]
fn engine_that_cannot_start_loses() {
    let config = configured(WITHOUT_CLOCK);
    for (cannot, result) in [([true, false], "0-1"), ([false, true], "1-0"), ([true, true], "0-1")] {
        let players = cannot.map(|cannot_begin| Scripted { cannot_begin, ..Scripted::default() });
        let (game, _) = refereed::<Chess>(&config, START, players);
        assert_eq!((game.result.as_str(), game.blames.len(), game.steps.len()), (result, 1, 0), "{cannot:?}");
    }
    let (pairing, opening) = (Schedule::new(&config).game(1).unwrap(), Opening::from(Chess::start()));
    let game = forfeit(&config, &pairing, &opening, Color::Black, Fault::Flood);
    assert_eq!((game.result.as_str(), game.blames[0].side.as_str(), game.id), ("1-0", "Black", 1));
}

#[test]
fn stopped_game_has_no_result() {
    let config = configured(WITHOUT_CLOCK);
    let (pairing, opening) = (Schedule::new(&config).game(1).unwrap(), Opening::from(Chess::start()));
    let [mut white, mut black] = [Scripted::default(), Scripted::default()];
    assert!(play(&config, &pairing, &opening, [&mut white, &mut black], &AtomicBool::new(true)).is_none());
    assert!(white.received.lock().unwrap().is_empty());
}

#[test]
fn bounds_are_not_adjudicated() {
    let config = configured(&format!("{WITHOUT_CLOCK} -resign movecount=1 score=400"));
    for (is_bound, reason) in [(false, "Black wins by adjudication"), (true, "Black resigns")] {
        let thought = Thought { value: Some(Value::Cp(-500)), is_bound, ..Thought::default() };
        let white = Scripted { answers: vec!["e2e4"], thought, ..Scripted::default() };
        let black = Scripted { answers: vec!["resign"], ..Scripted::default() };
        assert_eq!(refereed::<Chess>(&config, START, [white, black]).0.reason, reason);
    }
}

#[test]
fn invalid_pv_is_a_warning() {
    let config = configured(WITHOUT_CLOCK);
    let warnings = |fen: &str, line: &str| {
        let lines = vec![line.to_owned()];
        let white = Scripted { answers: vec!["e1e2", "resign"], lines, ..Scripted::default() };
        let black = Scripted { answers: vec!["resign"], ..Scripted::default() };
        refereed::<Chess>(&config, fen, [white, black]).1
    };
    let fen = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert!(warnings(fen, "info depth 1 score cp 1 pv e1e2").is_empty());
    let text = warnings(fen, "info depth 1 score cp 1 pv e1e3").join("\n");
    assert!(text.starts_with("Warning; Illegal PV move - move e1e3 from A\nInfo; info depth 1"), "{text}");
    assert!(text.contains(&format!("\nPosition; fen {fen}\nMoves; ")), "{text}");
}

#[test]
fn warning_names_the_start_position() {
    let lines = vec!["info depth 1 score cp 1 pv e2e5".to_owned()];
    let white = Scripted { answers: vec!["e2e4"], lines, ..Scripted::default() };
    let black = Scripted { answers: vec!["resign"], ..Scripted::default() };
    let (_, warnings) = refereed::<Chess>(&configured(WITHOUT_CLOCK), START, [white, black]);
    assert!(warnings.join("\n").contains("\nPosition; startpos\nMoves; "), "{warnings:?}");
}
