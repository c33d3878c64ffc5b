//! One game: who is asked, what is allowed, whose clock has run out, and how it ends. The rules are those of
//! [`movegen::Record`], the clocks are the arena's own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use movegen::{Color, Record, Turn};

use super::adjudicate::Adjudicator;
use super::clock::Clock;
use super::config::Config;
use super::fault::{Ending, Fault, name};
use super::finished::{Blame, Finished, Step};
use super::lines;
use super::player::{Ask, Player, Reply, Said, Thought, Value};
use super::rules::Refereed;
use super::schedule::Pairing;
use super::suite::Opening;

/// A choice that the referee has accepted.
struct Accepted<M> {
    m: M,
    text: String,
    time: Duration,
    thought: Thought,
}

/// What a side has come to: a choice, or the end of the game.
type Chosen<M> = Result<Accepted<M>, Ending>;

/// One game while it is played.
struct Board<'a, G: Refereed> {
    config: &'a Config,
    engines: [usize; 2],
    record: Record<G>,
    fen: String,
    texts: Vec<String>,
    steps: Vec<Step>,
    clocks: [Clock; 2],
    adjudicator: Adjudicator,
    warnings: Vec<String>,
    thinking: Duration,
}

/// Plays one game between `players`, by colour. Gives the game and warnings to be shown; `None` if it was stopped.
pub fn play<G: Refereed>(
    config: &Config,
    pairing: &Pairing,
    opening: &Opening<G>,
    players: [&mut dyn Player<G>; 2],
    stop: &AtomicBool,
) -> Option<(Finished, Vec<String>)> {
    let begin = Instant::now();
    let when = now();
    let engines = pairing.by_color();
    let mut board = Board::new(config, engines, opening);
    let identities = [0, 1].map(|i: usize| (players[i].identity().name.clone(), players[i].identity().author.clone()));
    let [white, black] = players;
    let mut players = [white, black];
    let ending = match board.seat(&mut players) {
        Some(ending) => ending,
        None => board.play(&mut players, stop)?,
    };
    let (result, reason) = (ending.result(), ending.reason());
    for player in &mut players {
        player.game_over(result, &reason);
        board.warnings.extend(player.take_warnings());
    }
    let warnings = std::mem::take(&mut board.warnings);
    Some((board.finish(pairing, &ending, identities, when, begin), warnings))
}

/// A game that is lost before it begins, because an engine could not be made ready.
pub fn forfeit<G: Refereed>(
    config: &Config,
    pairing: &Pairing,
    opening: &Opening<G>,
    side: Color,
    fault: Fault,
) -> Finished {
    let board = Board::new(config, pairing.by_color(), opening);
    board.finish(pairing, &Ending::Faults(vec![(side, fault)]), Default::default(), now(), Instant::now())
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn blame(engines: [usize; 2], side: Color, fault: &Fault) -> Blame {
    Blame { engine: engines[side], side: name(side).to_owned(), sort: fault.sort(), detail: fault.to_string() }
}

impl<'a, G: Refereed> Board<'a, G> {
    fn new(config: &'a Config, engines: [usize; 2], opening: &Opening<G>) -> Self {
        let mut board = Self {
            config,
            engines,
            fen: opening.position.to_string(),
            record: Record::new(opening.position.clone()),
            texts: Vec::new(),
            steps: Vec::new(),
            clocks: engines.map(|engine| Clock::new(&config.engines[engine].limits)),
            adjudicator: Adjudicator::new(config),
            warnings: Vec::new(),
            thinking: Duration::ZERO,
        };
        for &moves in &opening.moves {
            board.write_down(moves.map(|m| {
                m.map(|m| {
                    let text = board.record.position().write_move(m);
                    Accepted { m, text, time: Duration::ZERO, thought: Thought::default() }
                })
            }));
        }
        board.steps.iter_mut().for_each(|step| step.is_book = true);
        board
    }

    /// The game as plain data.
    fn finish(
        self,
        pairing: &Pairing,
        ending: &Ending,
        identities: [(String, String); 2],
        when: u64,
        begin: Instant,
    ) -> Finished {
        let blames = match ending {
            Ending::Faults(faults) => faults.iter().map(|(side, fault)| blame(self.engines, *side, fault)).collect(),
            _ => Vec::new(),
        };
        let disputed = match ending {
            Ending::Disputed(_, text, _) => Some(text.clone()),
            _ => None,
        };
        let first = self.record.first();
        Finished {
            id: pairing.id,
            encounter: pairing.encounter,
            engines: self.engines,
            first_is_white: pairing.first_is_white,
            identities,
            begins: (first.turn() == Turn::One(Color::Black), first.move_number()),
            last_fen: self.record.position().to_string(),
            fen: self.fen,
            steps: self.steps,
            result: ending.result().to_owned(),
            reason: ending.reason(),
            termination: ending.termination().to_owned(),
            blames,
            disputed,
            when: (when, now()),
            spent: (self.thinking, begin.elapsed()),
        }
    }

    fn ask(&self, side: Color) -> Ask<'_, G> {
        let [white, black] = &self.clocks;
        Ask {
            record: &self.record,
            fen: &self.fen,
            texts: &self.texts,
            side,
            clocks: [white, black],
            patience: self.config.patience.search,
        }
    }

    /// Tells both players of the game.
    fn seat(&self, players: &mut [&mut dyn Player<G>; 2]) -> Option<Ending> {
        let faults: Vec<_> = Color::BOTH
            .into_iter()
            .filter_map(|side| Some((side, players[side].new_game(&self.ask(side)).err()?)))
            .collect();
        // A game that one side cannot begin is lost by it; the fault of the other one will show in the next game.
        faults.into_iter().next().map(|fault| Ending::Faults(vec![fault]))
    }

    fn play(&mut self, players: &mut [&mut dyn Player<G>; 2], stop: &AtomicBool) -> Option<Ending> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(outcome) = self.record.outcome() {
                return Some(Ending::Rules(outcome));
            }
            if let Some(ending) = self.adjudicator.verdict(self.record.position().move_number()) {
                return Some(ending);
            }
            let mut chosen = [None, None];
            match self.record.position().turn() {
                Turn::One(side) => chosen[side] = Some(self.choice(players, side)),
                Turn::Both => Color::BOTH.into_iter().for_each(|side| chosen[side] = Some(self.choice(players, side))),
            }
            match together(chosen) {
                Ok(accepted) => self.write_down(accepted),
                Err(ending) => return Some(ending),
            }
        }
    }

    /// Asks one side and judges what it says.
    fn choice(&mut self, players: &mut [&mut dyn Player<G>; 2], side: Color) -> Chosen<G::Move> {
        // Where both choose at once, a protocol that lists one choice after the other needs something in White's
        // place: it is the same whatever White has chosen.
        let covered = self.record.position().turn() == Turn::Both && side == Color::Black;
        if covered {
            let pos = self.record.position();
            let cover = pos.moves(Color::White).first().map(|&m| pos.write_move(m)).unwrap_or_default();
            self.texts.push(cover);
        }
        let reply = players[side].choose(&self.ask(side));
        if covered {
            self.texts.pop();
        }
        self.warnings.extend(players[side].take_warnings());
        self.judge(side, reply)
    }

    fn judge(&mut self, side: Color, reply: Result<Reply<G::Move>, Fault>) -> Chosen<G::Move> {
        let fault = |fault| Ending::Faults(vec![(side, fault)]);
        let reply = reply.map_err(fault)?;
        self.thinking += reply.time;
        let pos = self.record.position();
        let (m, text) = match reply.said {
            Said::Resigns => return Err(Ending::Resigned(side)),
            Said::Move(m) => (pos.moves(side).contains(&m).then_some(m), pos.write_move(m)),
            Said::Text(text) => (pos.parse_move(side, &text).ok(), text),
        };
        // Time comes before legality: what is said after the flag has fallen is not heard.
        self.clocks[side].spend(reply.time).map_err(|overrun| fault(Fault::Time(overrun)))?;
        if self.clocks[side].allowance().is_none() && reply.time > self.config.patience.search {
            return Err(fault(Fault::Hang("go".to_owned())));
        }
        let Some(m) = m else {
            return Err(match G::disputed(&self.record, side, &text) {
                Some(why) => Ending::Disputed(side, text, why),
                None => fault(Fault::Illegal(text)),
            });
        };
        self.check_lines(side, &reply.lines, &text);
        Ok(Accepted { m, text: self.record.position().write_move(m), time: reply.time, thought: reply.thought })
    }

    /// Makes the choices, which are legal.
    fn write_down(&mut self, accepted: [Option<Accepted<G::Move>>; 2]) {
        let before = self.record.position().clone();
        self.record.play(accepted.each_ref().map(|choice| choice.as_ref().map(|choice| choice.m)));
        let progress = self.record.position().quiet_plies() == 0;
        for (side, choice) in Color::BOTH.into_iter().zip(accepted) {
            let Some(Accepted { m, text, time, thought }) = choice else { continue };
            self.adjudicator.note(side, thought.value.filter(|_| !thought.is_bound), progress);
            self.texts.push(text.clone());
            self.steps.push(Step {
                algebraic: before.algebraic(side, m),
                text,
                by_white: side == Color::White,
                is_book: false,
                millis: time.as_millis() as u64,
                left: self.clocks[side].left().map(|left| left.as_millis() as u64),
                thought,
            });
        }
    }

    /// Plays every line that was told through: its moves must be legal and must not go on after the end of the game, and
    /// the last one must begin with the move that was chosen.
    fn check_lines(&mut self, side: Color, told: &[String], chosen: &str) {
        if self.record.position().turn() == Turn::Both {
            return;
        }
        let mut complaints = Vec::new();
        let mut last = None;
        for line in told {
            let Some((thought, rank)) = lines::info(line) else { continue };
            if let Some(complaint) = self.complaint(&thought) {
                complaints.push((complaint, line));
            }
            if rank == 1 {
                last = Some((thought, line));
            }
        }
        if let Some((thought, line)) = last
            && !thought.is_bound
            && thought.line.first().is_some_and(|first| first != chosen)
        {
            complaints.push((format!("Bestmove does not match beginning of last PV - move {chosen}"), line));
        }
        let engine = &self.config.engines[self.engines[side]].name;
        let separator = if self.config.is_test_environment { " :: " } else { "\n" };
        let start =
            if self.fen == G::start().to_string() { "startpos".to_owned() } else { format!("fen {}", self.fen) };
        for (complaint, line) in complaints {
            self.warnings.push(
                [
                    format!("Warning; {complaint} from {engine}"),
                    format!("Info; {line}"),
                    format!("Position; {start}"),
                    format!("Moves; {}", self.texts.join(" ")),
                ]
                .join(separator),
            );
        }
    }

    /// What is wrong with a line of play.
    fn complaint(&self, thought: &Thought) -> Option<String> {
        let mut record = self.record.clone();
        for text in &thought.line {
            if let Some(outcome) = record.outcome() {
                return Some(format!("PV continues after {} - move {text}", outcome.reason.as_str()));
            }
            let Turn::One(side) = record.position().turn() else { return None };
            let Ok(m) = record.position().parse_move(side, text) else {
                return Some(format!("Illegal PV move - move {text}"));
            };
            record.play_for(side, m);
        }
        let Some(Value::Mate(moves)) = thought.value.filter(|_| self.config.checks_mates && !thought.is_bound) else {
            return None;
        };
        let plies = if moves > 0 { 2 * i64::from(moves) - 1 } else { -2 * i64::from(moves) };
        match thought.line.len() as i64 {
            told if told < plies => Some("Incomplete mating PV -".to_owned()),
            told if told > plies => Some("Too long mating PV -".to_owned()),
            _ if record.outcome().is_none_or(|outcome| outcome.winner.is_none()) => {
                Some("Mating PV does not end with checkmate -".to_owned())
            }
            _ => None,
        }
    }
}

/// The choices of a turn, or how the game ends by them. Where both sides are at fault at once, both are named.
fn together<M>(chosen: [Option<Chosen<M>>; 2]) -> Result<[Option<Accepted<M>>; 2], Ending> {
    let [white, black] = chosen.map(Option::transpose);
    match (white, black) {
        (Ok(white), Ok(black)) => Ok([white, black]),
        (Err(Ending::Faults(mut one)), Err(Ending::Faults(other))) => {
            one.extend(other);
            Err(Ending::Faults(one))
        }
        (Err(ending), _) | (_, Err(ending)) => Err(ending),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use apocalypse::rules::Position;
    use movegen::{Game, Outcome, Reason};

    use super::super::command::{Command, parse};
    use super::super::player::Identity;
    use super::super::schedule::Schedule;
    use super::*;

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
            self.shown.lock().unwrap().push(ask.texts.join(" "));
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
        let position = fen.parse().unwrap_or_else(|error| panic!("{error}"));
        let opening = Opening::<G> { position, moves: Vec::new() };
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
        assert_eq!((shown[0][0].as_str(), shown[1][0].split(' ').count()), ("", 1));
        assert_eq!(shown[1][0], shown_otherwise[1][0], "what Black sees depends on what White chose");
        assert_eq!(one.steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>(), ["a1b3", "a4b3"]);
        assert_eq!(shown[0][1], "a1b3 a4b3");
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
        let plan = crate::openings::Plan { number: 12, ..Default::default() };
        let openings = Position::openings(&plan);
        assert_eq!(openings.len(), 12);
        assert!(openings.iter().all(|pos| Game::outcome(pos).is_none() && pos.turn_number() > 1));
    }
}
