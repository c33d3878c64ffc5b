//! A game in UCI's words: what its commands do to a [`GameSession`], whatever the game is, behind the one trait object of
//! this protocol.

use engine::{Clock, Control, Limits, Settings};
use movegen::fen::{FenError, printable};
use movegen::variants::{self, Visit, VisitTurnBased};
use movegen::{Color, MoveError, Position, Variant};

use super::command::Go;
use crate::game::{AnyEngine as _, GameEngine, GameSession, PositionError, SearchRequest, SearchedGame};
use crate::options::View;

/// A game of any kind, as UCI handles it. `say` takes whole lines for the client.
pub(crate) trait Session: Send {
    /// The name of the game.
    fn name(&self) -> &'static str;
    /// The line that tells a client of the game.
    fn announcement(&self) -> String;
    /// Takes over new settings.
    fn set(&mut self, settings: Settings);
    /// Makes the engine, if there is none yet.
    fn make_engine(&mut self);
    /// Forgets what the engine has learnt.
    fn new_game(&mut self);
    /// Has the engine made anew when it is next needed.
    fn renew_engine(&mut self);
    /// Sets up a position (`None`: the start) and plays moves from there; all of it or nothing.
    ///
    /// # Errors
    /// The FEN or the move at fault.
    fn position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError>;
    /// Plays on from the position that stands.
    ///
    /// # Errors
    /// The text quoted, as no move at all or as an illegal one.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Exchanges the colours. A choice that waits for the other side's is dropped.
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

/// What UCI tells of one kind of game.
pub(crate) trait UciGame: SearchedGame {
    /// What is said of a move in `searchmoves` that cannot be made.
    const NOT_A_MOVE: &'static str;
    /// Puts the reports of a search into lines.
    type Reporter: SearchReporter<Self>;
    /// The line that tells a client which board the game needs and where it begins.
    fn announcement() -> String;
    /// The position with the colours exchanged.
    ///
    /// # Errors
    /// The turned position cannot stand in this game.
    fn flipped(&self) -> Result<Self, FenError>;
    /// The report of a perft.
    fn perft(game: &GameSession<Self>, depth: u32, control: &Control) -> String;
    /// The answer to `d`.
    fn describe(game: &GameSession<Self>) -> String;
    /// The answer to `eval`.
    fn evaluate(game: &GameSession<Self>) -> String;
}

/// Puts the reports of one search into lines for the client.
pub(crate) trait SearchReporter<G: SearchedGame> {
    /// A reporter for this search of a position.
    fn new(root: &G, request: &SearchRequest<G::Move>, view: View) -> Self;
    /// The text of one report; may be empty.
    fn report(&mut self, report: &<G::Engine as GameEngine<G>>::Report) -> String;
    /// The last words: `bestmove`, with what has to stand before it.
    fn answer(&self, answer: &<G::Engine as GameEngine<G>>::Answer) -> String;
}

/// Opens a session for the game of that name, at its start; `None` if no game is called so.
pub(crate) fn open(name: &str, settings: Settings) -> Option<Box<dyn Session>> {
    struct Open(Settings);
    impl VisitTurnBased for Open {
        type Out = Box<dyn Session>;
        fn turn_based<V: Variant>(self) -> Self::Out {
            Box::new(UciSession::<Position<V>>::new(self.0))
        }
    }
    impl Visit for Open {
        fn apocalypse(self) -> Self::Out {
            Box::new(UciSession::<apocalypse::Position>::new(self.0))
        }
    }
    variants::with(name, Open(settings))
}

/// A game of this kind in UCI's words.
pub(super) struct UciSession<G: UciGame>(GameSession<G>);

impl<G: UciGame> UciSession<G> {
    /// The game at its start. The engine and its table are made when they are first needed: most clients choose a size first.
    pub(super) fn new(settings: Settings) -> Self {
        Self(GameSession::new(settings))
    }

    /// The search that a `go` means here, and what in it means nothing.
    fn request(&self, go: &Go) -> (SearchRequest<G::Move>, Vec<String>) {
        let side = self.0.side_to_choose();
        let mut complaints = go.complaints.clone();
        let mut among = Vec::new();
        // Clients that allow no move at all write the null move.
        for text in go.search_moves.iter().filter(|text| *text != "0000") {
            match self.0.position().parse_move(side, text) {
                Ok(m) => among.push(m),
                Err(_) => complaints.push(format!("searchmoves: '{}' {}", printable(text), G::NOT_A_MOVE)),
            }
        }
        (SearchRequest { side, among, limits: limits(go, side) }, complaints)
    }
}

impl<G: UciGame> Session for UciSession<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn announcement(&self) -> String {
        G::announcement()
    }

    fn set(&mut self, settings: Settings) {
        self.0.engine().set(settings);
    }

    fn make_engine(&mut self) {
        self.0.engine().make();
    }

    fn new_game(&mut self) {
        self.0.engine().new_game();
    }

    fn renew_engine(&mut self) {
        self.0.engine().renew();
    }

    fn position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        self.0.set_up(fen, moves)
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let side = self.0.side_to_choose();
        let m = self.0.position().parse_move(side, text)?;
        self.0.play(side, m);
        Ok(())
    }

    fn flip(&mut self) -> Result<(), PositionError> {
        self.0.begin_at(self.0.position().flipped()?);
        Ok(())
    }

    fn go(&mut self, go: &Go, view: View, control: &Control, say: &dyn Fn(&str)) {
        let (request, complaints) = self.request(go);
        for complaint in complaints {
            say(&format!("info string error: {complaint}"));
        }
        let record = self.0.record();
        let mut reporter = G::Reporter::new(record.position(), &request, view);
        let mut tell = |report: &_| say(&reporter.report(report));
        let answer = self.0.engine().with(|engine| engine.search(record, &request, control, &mut tell));
        say(&reporter.answer(&answer));
    }

    fn perft(&self, depth: u32, control: &Control) -> String {
        G::perft(&self.0, depth, control)
    }

    fn describe(&self) -> String {
        G::describe(&self.0)
    }

    fn evaluate(&self) -> String {
        G::evaluate(&self.0)
    }
}

/// The limits that a `go` means for a side.
fn limits(go: &Go, side: Color) -> Limits {
    Limits {
        depth: go.depth,
        soft_nodes: None,
        nodes: go.nodes,
        mate: go.mate,
        move_time: go.move_time,
        clock: clock(go, side),
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

    fn request_of(line: &str) -> (SearchRequest<movegen::Move>, Vec<String>) {
        match crate::uci::command::parse(line).unwrap() {
            crate::uci::command::Command::Go(go) => {
                UciSession::<Position<Chess>>::new(Settings { hash: 1, ..Settings::default() }).request(&go)
            }
            other => panic!("{other:?}"),
        }
    }

    fn clock_of(line: &str) -> Option<[u128; 2]> {
        request_of(line).0.limits.clock.map(|clock| [clock.left.as_millis(), clock.increment.as_millis()])
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
        let (request, complaints) = request_of("go searchmoves e2e4 e2e5 0000 x depth 2");
        assert_eq!(request.among.len(), 1);
        assert_eq!(complaints, ["searchmoves: 'e2e5' is not legal here", "searchmoves: 'x' is not legal here"]);
        assert!(request_of("go searchmoves 0000 depth 2").1.is_empty());
    }

    #[test]
    fn a_position_that_fails_leaves_the_old_one() {
        let mut session = open("chess", Settings::default()).unwrap();
        session.position(None, &["e2e4".to_owned()]).unwrap();
        let before = session.describe();
        let moves: Vec<String> = ["d2d4", "e2e4"].map(str::to_owned).to_vec();
        let error = session.position(None, &moves).unwrap_err().to_string();
        assert_eq!(error, "illegal move 'e2e4' (move 2 of 2)");
        assert!(session.position(Some("8/8 w"), &[]).unwrap_err().to_string().contains("8/8"));
        let error = session.position(Some("bogus"), &[]).unwrap_err().to_string();
        assert!(error.starts_with("invalid FEN, board 'bogus'"), "{error}");
        assert_eq!(session.describe(), before);
    }

    #[test]
    fn a_clock_beyond_all_measure_overflows_nothing() {
        let (request, _) =
            request_of("go wtime 99999999999999999999 winc 99999999999999999999 movetime 9999999999999999");
        let limits = request.limits;
        let clock = limits.clock.unwrap();
        let sum = clock.left + clock.increment * 100 + limits.move_time.unwrap();
        assert!(std::time::Instant::now().checked_add(sum).is_some() && sum > Duration::from_secs(1));
    }

    #[test]
    fn every_game_can_be_opened_and_flipped() {
        for name in variants::NAMES {
            let mut session = open(name, Settings::default()).unwrap();
            assert_eq!(session.name(), name);
            let before = session.describe();
            session.flip().unwrap();
            // Only where both sides choose at once is the start the same from both sides.
            assert_eq!(session.describe() == before, !variants::TURN_BASED.contains(&name), "{name}");
        }
        assert!(open("checkers", Settings::default()).is_none());
    }
}
