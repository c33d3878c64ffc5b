//! One game at the board: a position with its history and an engine for it, behind the one trait object of the program.

use engine::{Clock, Control, Engine, Limits, Settings};
use movegen::fen::printable;
use movegen::variants::{self, Rules, Visit, VisitTurnBased};
use movegen::{Color, FenError, MoveError, Position, Record, Variant};

use crate::options::View;
use crate::uci::apocalypse::Simultaneous;
use crate::uci::command::Go;
use crate::uci::perft;
use crate::uci::turn_based::description;
use crate::uci::turn_based::report::Reporter;

/// Why a position cannot be set up; the old one still stands.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum PositionError {
    /// The FEN cannot be read or played on.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move cannot be played.
    #[error("{error} (move {number} of {of})")]
    Move {
        /// What is wrong with it.
        error: MoveError,
        /// Which move it is, from 1.
        number: usize,
        /// How many moves there are.
        of: usize,
    },
}

/// A game of any kind, as the protocol handles it. `say` takes whole lines for the client.
pub(crate) trait Session: Send {
    /// The name of the game.
    fn name(&self) -> &'static str;
    /// The line that tells a client of the game.
    fn announcement(&self) -> String;
    /// Takes over new settings.
    fn set(&mut self, settings: Settings);
    /// Forgets what the engine has learnt.
    fn new_game(&mut self);
    /// Sets up a position (`None`: the start) and plays moves from there; all of it or nothing.
    ///
    /// # Errors
    /// The FEN or the move at fault.
    fn position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError>;
    /// Exchanges the colours.
    ///
    /// # Errors
    /// The turned position cannot stand in this game.
    fn flip(&mut self) -> Result<(), PositionError>;
    /// Searches until a limit or `control` ends it, and answers with exactly one `bestmove`.
    fn go(&mut self, go: &Go, view: View, control: &Control, say: &dyn Fn(&str));
    /// The report of a perft.
    fn perft(&self, depth: u32, control: &Control) -> String;
    /// Board, FEN, key, checks, result.
    fn describe(&self) -> String;
    /// The static value, taken apart.
    fn evaluate(&self) -> String;
}

/// Opens a session for the game of that name by these rules, at its start; `None` if no game is called so.
pub(crate) fn open(name: &str, rules: &Rules, settings: Settings) -> Option<Box<dyn Session>> {
    struct Open(Settings);
    impl VisitTurnBased for Open {
        type Out = Box<dyn Session>;
        fn turn_based<V: Variant>(self) -> Box<dyn Session> {
            Box::new(TurnBased::<V> { engine: Engine::new(self.0), record: Record::new(Position::start()) })
        }
    }
    impl Visit for Open {
        fn apocalypse(self) -> Box<dyn Session> {
            Box::new(Simultaneous::new(self.0))
        }
    }
    variants::with_rules(name, rules, Open(settings))
}

struct TurnBased<V: Variant> {
    engine: Engine<V>,
    record: Record<Position<V>>,
}

impl<V: Variant> Session for TurnBased<V> {
    fn name(&self) -> &'static str {
        V::NAME
    }

    fn announcement(&self) -> String {
        description::announcement::<V>()
    }

    fn set(&mut self, settings: Settings) {
        self.engine.set(settings);
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        let mut record = Record::new(fen.map_or_else(|| Ok(Position::start()), str::parse)?);
        for (index, text) in moves.iter().enumerate() {
            let pos: &Position<V> = record.position();
            let at_fault = |error| PositionError::Move { error, number: index + 1, of: moves.len() };
            let m = pos.parse_move(text).map_err(at_fault)?;
            record.push(m);
        }
        self.record = record;
        Ok(())
    }

    fn flip(&mut self) -> Result<(), PositionError> {
        self.record = Record::new(self.record.position().flipped_fen().parse()?);
        Ok(())
    }

    fn go(&mut self, go: &Go, view: View, control: &Control, say: &dyn Fn(&str)) {
        let pos = self.record.position();
        let (limits, complaints) = limits(pos, go);
        for complaint in complaints {
            say(&format!("info string error: {complaint}"));
        }
        let mut reporter = Reporter::new(pos, view);
        let answer = self.engine.go(&self.record, &limits, control, &mut |report| say(&reporter.report(report)));
        say(&reporter.answer(&answer));
    }

    fn perft(&self, depth: u32, control: &Control) -> String {
        perft::report(self.record.position(), depth, control)
    }

    fn describe(&self) -> String {
        description::description(&self.record)
    }

    fn evaluate(&self) -> String {
        eval::trace(self.record.position()).to_string()
    }
}

/// The limits that a `go` means in this position, and what in it means nothing here.
fn limits<V: Variant>(pos: &Position<V>, go: &Go) -> (Limits, Vec<String>) {
    let mut complaints = go.complaints.clone();
    let mut search_moves = Vec::new();
    // Clients that allow no move at all write the null move.
    for text in go.search_moves.iter().filter(|text| *text != "0000") {
        match pos.parse_move(text) {
            Ok(m) => search_moves.push(m),
            Err(_) => complaints.push(format!("searchmoves: '{}' is not legal here", printable(text))),
        }
    }
    (Limits { search_moves, ..limits_without_moves(go, pos.turn()) }, complaints)
}

/// The limits that a `go` means for a side, the moves it names left out.
pub(crate) fn limits_without_moves(go: &Go, turn: Color) -> Limits {
    Limits {
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate,
        move_time: go.move_time,
        clock: clock(go, turn),
        moves_to_go: go.moves_to_go,
        search_moves: Vec::new(),
        infinite: go.infinite,
        ponder: go.ponder,
    }
}

/// The clock of the side to move. A client that sends only the other side's clock is answered in the time that one
/// shows, and one that sends only increments in the time of an increment.
fn clock(go: &Go, turn: Color) -> Option<Clock> {
    let times = go.time[turn].or(go.time[!turn]);
    let increments = go.increment[turn].or(go.increment[!turn].filter(|_| go.time[turn].is_none()));
    match (times, increments) {
        (None, None) => None,
        (left, increment) => Some(Clock { left: left.unwrap_or_default(), increment: increment.unwrap_or_default() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Chess;
    use std::time::Duration;

    fn limits_of(line: &str) -> (Limits, Vec<String>) {
        match crate::uci::command::parse(line).unwrap() {
            crate::uci::command::Command::Go(go) => limits(&Position::<Chess>::start(), &go),
            other => panic!("{other:?}"),
        }
    }

    fn clock_of(line: &str) -> Option<[u128; 2]> {
        limits_of(line).0.clock.map(|clock| [clock.left.as_millis(), clock.increment.as_millis()])
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        assert_eq!(clock_of("go wtime 100 btime 200 winc 3 binc 4"), Some([100, 3]));
        assert_eq!(clock_of("go wtime -50 btime 200"), Some([0, 0]));
        assert_eq!(clock_of("go depth 3"), None);
    }

    #[test]
    fn a_missing_own_clock_is_taken_from_the_other_side() {
        assert_eq!(clock_of("go btime 200 binc 4"), Some([200, 4]));
        assert_eq!(clock_of("go winc 4"), Some([0, 4]));
        assert_eq!(clock_of("go wtime 100 binc 4"), Some([100, 0]));
    }

    #[test]
    fn illegal_search_moves_are_reported_and_left_out() {
        let (limits, complaints) = limits_of("go searchmoves e2e4 e2e5 0000 x depth 2");
        assert_eq!(limits.search_moves.len(), 1);
        assert_eq!(complaints, ["searchmoves: 'e2e5' is not legal here", "searchmoves: 'x' is not legal here"]);
        assert!(limits_of("go searchmoves 0000 depth 2").1.is_empty());
    }

    #[test]
    fn a_position_that_fails_leaves_the_old_one() {
        let mut session = open("chess", &Rules::default(), Settings::default()).unwrap();
        session.position(None, &["e2e4".to_owned()]).unwrap();
        let before = session.describe();
        let moves: Vec<String> = ["d2d4", "e2e4"].map(str::to_owned).to_vec();
        let error = session.position(None, &moves).unwrap_err().to_string();
        assert_eq!(error, "illegal move 'e2e4' (move 2 of 2)");
        assert!(session.position(Some("8/8 w"), &[]).unwrap_err().to_string().contains("8/8"));
        assert_eq!(session.describe(), before);
    }

    #[test]
    fn a_clock_beyond_all_measure_overflows_nothing() {
        let (limits, _) =
            limits_of("go wtime 99999999999999999999 winc 99999999999999999999 movetime 9999999999999999");
        let clock = limits.clock.unwrap();
        let sum = clock.left + clock.increment * 100 + limits.move_time.unwrap();
        assert!(std::time::Instant::now().checked_add(sum).is_some() && sum > Duration::from_secs(1));
    }

    #[test]
    fn every_game_can_be_opened_and_flipped() {
        for name in variants::NAMES {
            let mut session = open(name, &Rules::default(), Settings::default()).unwrap();
            assert_eq!(session.name(), name);
            let before = session.describe();
            session.flip().unwrap();
            // Only where both sides choose at once is the start the same from both sides.
            assert_eq!(session.describe() == before, !variants::TURN_BASED.contains(&name), "{name}");
        }
        assert!(open("checkers", &Rules::default(), Settings::default()).is_none());
    }
}
