//! Object-safe sessions and engines. Moves are text in coordinates.

use std::any::Any;

use movegen::{Color, FenError, MoveError, Outcome, Turn};

use crate::describe;
use crate::game::{Notation, PlayedGame};
use crate::game_engine::{Answer, EngineError, Evaluation, GameEngine, Line, Report, Request, Resources};
use crate::session::{GameSession, SetUpError};
use crate::{Control, Settings};

/// A game in progress of any kind. Implemented by [`GameSession`].
///
/// # Errors
/// Invalid texts: a FEN, or a move that is malformed or illegal. The session is then unchanged.
pub trait AnySession: Any + Send + Sync {
    /// The name of the game.
    fn name(&self) -> &'static str;
    /// The number of files and ranks, and the board template that UCI clients know.
    fn board(&self) -> (u8, &'static str);
    /// The FEN of the position with which this session began.
    fn first_fen(&self) -> String;
    /// A copy of the session.
    fn duplicate(&self) -> Box<dyn AnySession>;
    /// Sets up a FEN, or the start position, and plays moves.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), SetUpError>;
    /// Begins a new game from the current position with the colours exchanged, if the rules allow it.
    fn exchange_colors(&mut self) -> Result<(), FenError>;
    /// Begins a new game from the current position after a pass. Returns `false` where passing is not defined.
    fn pass(&mut self) -> bool;
    /// The sides that choose in the current position.
    fn turn(&self) -> Turn;
    /// The side that chooses next: White first where both sides choose at once.
    fn side_to_choose(&self) -> Color;
    /// The FEN of the current position.
    fn fen(&self) -> String;
    /// The hash key of the current position.
    fn key(&self) -> u64;
    /// The number of the move or turn, from 1.
    fn move_number(&self) -> u32;
    /// The letter of the piece on a square, in upper case for White; `None` if the square is empty.
    fn letter_at(&self, file: u8, rank: u8) -> Option<char>;
    /// The result of the game; `None` while it continues and in the middle of a turn.
    fn outcome(&self) -> Option<Outcome>;
    /// The result by the current position alone, without repetition and clock.
    fn position_outcome(&self) -> Option<Outcome>;
    /// The result by repetition and clock alone.
    fn history_outcome(&self) -> Option<Outcome>;
    /// The number of occurrences of the current position, this one included.
    fn occurrences(&self) -> usize;
    /// The legal moves of a side.
    fn moves(&self, side: Color) -> Vec<String>;
    /// Rewrites a legal move of a side from one notation to another.
    fn convert(&self, side: Color, text: &str, from: Notation, to: Notation) -> Result<String, MoveError>;
    /// Rewrites the moves of a line, up to the first one that cannot be played. Where both sides choose at once, the moves
    /// are choices of `side` in the current position.
    fn write_line(&self, side: Color, moves: &[String], notation: Notation) -> Vec<String>;
    /// Plays a move of a side.
    fn play(&mut self, side: Color, text: &str) -> Result<(), MoveError>;
    /// Undoes all but the first `turns` turns, and the pending choice.
    fn undo_to(&mut self, turns: usize);
    /// The number of turns played.
    fn turns(&self) -> usize;
    /// The moves played, by colour.
    fn played(&self) -> Vec<[Option<String>; 2]>;
    /// The side that has chosen already and its choice, while the other side has not chosen.
    fn pending(&self) -> Option<(Color, String)>;
    /// The board with its frame as text, White below.
    fn draw(&self) -> String;
    /// A description for users: board, FEN, key, result.
    fn describe(&self) -> String;
    /// The number of leaves `depth` plies below the current position whose first move is `first`; `None` if that is illegal
    /// or `control` has stopped the count. Front ends distribute the root moves over their threads.
    fn perft(&self, first: &str, depth: u32, control: &Control) -> Option<u64>;
    /// An engine for this game. An error if the evaluator's file does not fit the game.
    fn new_engine(&self, settings: Settings, resources: &Resources) -> Result<Box<dyn AnyEngine>, EngineError>;
}

/// An engine, whatever its game is.
///
/// # Errors
/// The session is of another game, or a root move is illegal.
pub trait AnyEngine: Send {
    /// The name of its game.
    fn name(&self) -> &'static str;
    /// Applies new settings.
    fn set(&mut self, settings: Settings);
    /// Clears the hash table and the histories.
    fn new_game(&mut self);
    /// Searches the current position of a session until a limit is reached or `control`, armed by the caller, stops it.
    fn search(
        &mut self,
        session: &dyn AnySession,
        request: &Request<String>,
        control: &Control,
        report: &mut dyn FnMut(Report<String>),
    ) -> Result<Answer<String>, SearchError>;
    /// The static evaluation of the current position for a side.
    fn evaluate(&self, session: &dyn AnySession, side: Color) -> Result<Evaluation, SearchError>;
    /// The static evaluation of the current position as a table for users.
    fn trace(&self, session: &dyn AnySession) -> Result<String, SearchError>;
}

/// A search could not be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The session is of another game than the engine.
    #[error("this engine plays {engine}, the session is of {session}")]
    OtherGame {
        /// The engine's game.
        engine: &'static str,
        /// The session's game.
        session: &'static str,
    },
    /// One of the root moves requested is illegal.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl<G: PlayedGame> AnySession for GameSession<G> {
    fn name(&self) -> &'static str {
        self.position().name()
    }

    fn board(&self) -> (u8, &'static str) {
        (G::SIZE, G::TEMPLATE)
    }

    fn first_fen(&self) -> String {
        self.record().first().to_string()
    }

    fn duplicate(&self) -> Box<dyn AnySession> {
        Box::new(self.clone())
    }

    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), SetUpError> {
        Self::set_up(self, fen, moves)
    }

    fn exchange_colors(&mut self) -> Result<(), FenError> {
        *self = Self::at(self.position().with_colors_exchanged()?);
        Ok(())
    }

    fn pass(&mut self) -> bool {
        let passed = self.position().passed();
        let is_defined = passed.is_some();
        if let Some(position) = passed {
            *self = Self::at(position);
        }
        is_defined
    }

    fn turn(&self) -> Turn {
        self.position().turn()
    }

    fn side_to_choose(&self) -> Color {
        Self::side_to_choose(self)
    }

    fn fen(&self) -> String {
        self.position().to_string()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn move_number(&self) -> u32 {
        self.position().move_number()
    }

    fn letter_at(&self, file: u8, rank: u8) -> Option<char> {
        self.position().letter_at(file, rank)
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn position_outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    fn history_outcome(&self) -> Option<Outcome> {
        self.record().history_outcome()
    }

    fn occurrences(&self) -> usize {
        self.record().occurrences()
    }

    fn moves(&self, side: Color) -> Vec<String> {
        let pos = self.position();
        pos.moves(side).into_iter().map(|m| pos.write(side, m, Notation::Coordinates)).collect()
    }

    fn convert(&self, side: Color, text: &str, from: Notation, to: Notation) -> Result<String, MoveError> {
        let pos = self.position();
        Ok(pos.write(side, pos.read(side, text, from)?, to))
    }

    fn write_line(&self, side: Color, moves: &[String], notation: Notation) -> Vec<String> {
        self.write_parsed(side, moves, notation, |pos, side, text| pos.read(side, text, Notation::Coordinates).ok())
    }

    fn play(&mut self, side: Color, text: &str) -> Result<(), MoveError> {
        let m = self.position().read(side, text, Notation::Coordinates)?;
        Self::play(self, side, m);
        Ok(())
    }

    fn undo_to(&mut self, turns: usize) {
        Self::undo_to(self, turns, None);
    }

    fn turns(&self) -> usize {
        self.record().moves().len()
    }

    fn played(&self) -> Vec<[Option<String>; 2]> {
        let mut pos = self.record().first().clone();
        let mut played = Vec::with_capacity(self.turns());
        for &choices in self.record().moves() {
            played.push(Color::BOTH.map(|side| choices[side].map(|m| pos.write(side, m, Notation::Coordinates))));
            pos.play(choices);
        }
        played
    }

    fn pending(&self) -> Option<(Color, String)> {
        let (side, m) = Self::pending(self)?;
        Some((side, self.position().write(side, m, Notation::Coordinates)))
    }

    fn draw(&self) -> String {
        describe::board(self.position())
    }

    fn describe(&self) -> String {
        describe::session(self)
    }

    fn perft(&self, first: &str, depth: u32, control: &Control) -> Option<u64> {
        let side = Self::side_to_choose(self);
        let m = self.position().read(side, first, Notation::Coordinates).ok()?;
        let mut game = Self::at(self.position().clone());
        if let Some((Color::White, choice)) = Self::pending(self) {
            game.play(Color::White, choice);
        }
        game.play(side, m);
        let leaves = leaves(&game, depth.saturating_sub(1), control);
        (!control.is_stopped()).then_some(leaves)
    }

    fn new_engine(&self, settings: Settings, resources: &Resources) -> Result<Box<dyn AnyEngine>, EngineError> {
        let of = self.position();
        Ok(Box::new(EngineOf::<G> { name: of.name(), engine: G::Engine::new(of, settings, resources)? }))
    }
}

/// Plies that are counted without polling the control: some hundredths of a second.
const PERFT_POLL_PLIES: u32 = 4;

/// The leaves of a perft; a smaller number if `control` has stopped it.
fn leaves<G: PlayedGame>(game: &GameSession<G>, depth: u32, control: &Control) -> u64 {
    let (pos, side) = (game.position(), game.side_to_choose());
    if control.is_stopped() {
        return 0;
    }
    if depth <= PERFT_POLL_PLIES {
        return pos.perft(game.pending().map(|(_, m)| m), depth);
    }
    let below = |m| {
        let mut next = game.clone();
        next.play(side, m);
        leaves(&next, depth - 1, control)
    };
    pos.moves(side).into_iter().map(below).sum()
}

/// The engine of one game behind [`AnyEngine`].
struct EngineOf<G: PlayedGame> {
    name: &'static str,
    engine: G::Engine,
}

impl<G: PlayedGame> EngineOf<G> {
    /// The session as one of the engine's game.
    fn typed<'s>(&self, session: &'s dyn AnySession) -> Result<&'s GameSession<G>, SearchError> {
        let other = SearchError::OtherGame { engine: self.name, session: session.name() };
        let typed = (session as &dyn Any).downcast_ref::<GameSession<G>>();
        typed.filter(|game| game.position().name() == self.name).ok_or(other)
    }
}

impl<G: PlayedGame> AnyEngine for EngineOf<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn set(&mut self, settings: Settings) {
        self.engine.set(settings);
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn search(
        &mut self,
        session: &dyn AnySession,
        request: &Request<String>,
        control: &Control,
        report: &mut dyn FnMut(Report<String>),
    ) -> Result<Answer<String>, SearchError> {
        let game = self.typed(session)?;
        let (pos, side) = (game.position(), request.side);
        let among: Result<_, _> = request.among.iter().map(|m| pos.read(side, m, Notation::Coordinates)).collect();
        let request = Request { side, among: among?, limits: request.limits.clone() };
        let texts = |moves: &[G::Move]| game.write_line(side, moves, Notation::Coordinates);
        let text = |side, m: &G::Move| pos.write(side, *m, Notation::Coordinates);
        let answer = self.engine.search(game.record(), &request, control, &mut |news| {
            report(match news {
                Report::Strategies(strategies, progress) => Report::Strategies(strategies.map(text), progress),
                Report::Line(line, progress) => {
                    let Line { depth, selective_depth, rank, evaluation, bound, moves } = line;
                    let moves = texts(&moves);
                    Report::Line(Line { depth, selective_depth, rank, evaluation, bound, moves }, progress)
                }
                Report::CurrentMove(depth, m, number) => Report::CurrentMove(depth, text(side, &m), number),
                Report::Over(evaluation) => Report::Over(evaluation),
            });
        });
        let Answer { best, ponder, evaluation, strategies, odds, nodes } = answer;
        let moves: Vec<G::Move> = best.into_iter().chain(ponder).collect();
        let mut moves = texts(&moves).into_iter();
        let strategies = strategies.map(|strategies| strategies.map(text));
        let odds = odds.iter().map(|(m, share)| (text(side, m), *share)).collect();
        Ok(Answer { best: moves.next(), ponder: moves.next(), evaluation, strategies, odds, nodes })
    }

    fn evaluate(&self, session: &dyn AnySession, side: Color) -> Result<Evaluation, SearchError> {
        Ok(self.engine.evaluate(self.typed(session)?.position(), side))
    }

    fn trace(&self, session: &dyn AnySession) -> Result<String, SearchError> {
        Ok(self.engine.trace(self.typed(session)?.position()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{NAMES, open};
    use crate::{Limits, Value};

    fn session(name: &str, moves: &[&str]) -> Box<dyn AnySession> {
        let moves: Vec<String> = moves.iter().map(|&m| m.to_owned()).collect();
        open(name, None, &moves).unwrap().unwrap()
    }

    fn sum(session: &dyn AnySession, depth: u32) -> u64 {
        let moves = session.moves(session.side_to_choose());
        moves.iter().map(|m| session.perft(m, depth, &Control::default()).unwrap()).sum()
    }

    #[test]
    fn perft_of_root_moves_adds_up() {
        // https://www.chessprogramming.org/Perft_Results
        assert_eq!(sum(session("chess", &[]).as_ref(), 5), 4_865_609);
        assert_eq!(sum(session("empire", &[]).as_ref(), 2), 600);
        let leaves = [1, 2, 3].map(|depth| sum(session("apocalypse", &[]).as_ref(), depth));
        assert_eq!(leaves, [11, 121, 1427]);
        let pending = session("apocalypse", &["a1b3"]);
        assert_eq!(pending.perft("a5b3", 1, &Control::default()), Some(1));
    }

    #[test]
    fn stopped_or_illegal_perft_has_no_count() {
        let session = session("chess", &[]);
        let control = Control::default();
        assert_eq!(session.perft("e2e5", 3, &control), None);
        control.stop();
        assert_eq!(session.perft("e2e4", 30, &control), None);
    }

    #[test]
    fn every_game_exchanges_colors_and_keeps_copies_apart() {
        for name in NAMES {
            let mut session = session(name, &[]);
            let (copy, start) = (session.duplicate(), session.fen());
            let m = session.moves(Color::White).swap_remove(0);
            session.play(Color::White, &m).unwrap();
            session.exchange_colors().unwrap();
            assert_eq!((copy.turns(), copy.fen()), (0, start), "{name}");
            assert_eq!(session.turns(), 0, "{name}");
        }
    }

    #[test]
    fn played_moves_and_lines_are_text() {
        let mut game = session("apocalypse", &["a1b3", "a5b3", "c1c2"]);
        assert_eq!(game.played(), [[Some("a1b3".to_owned()), Some("a5b3".to_owned())]]);
        assert_eq!(game.pending(), Some((Color::White, "c1c2".to_owned())));
        game.undo_to(0);
        assert_eq!((game.turns(), game.pending()), (0, None));
        let mark = |text| game.convert(Color::Black, text, Notation::Coordinates, Notation::Algebraic);
        assert_eq!(mark("a4b3").as_deref(), Ok("a4b3?"));
        let game = session("chess", &["e2e4"]);
        let line = ["e7e5", "g1f3", "x"].map(str::to_owned);
        assert_eq!(game.write_line(Color::Black, &line, Notation::Algebraic), ["e5", "Nf3"]);
        assert_eq!(game.played(), [[Some("e2e4".to_owned()), None]]);
    }

    #[test]
    fn engine_of_another_game_refuses_session() {
        let settings = Settings { hash: Some(1), ..Settings::default() };
        let resources = Resources { evaluator: crate::EvaluatorSource::HandMade, ..Resources::default() };
        let mut engine = session("chess", &[]).new_engine(settings, &resources).unwrap();
        let other = session("empire", &[]);
        let error = engine.trace(other.as_ref()).unwrap_err().to_string();
        assert_eq!(error, "this engine plays chess, the session is of empire");
        let request = Request { side: Color::White, among: vec!["e2e5".to_owned()], limits: Limits::default() };
        let error = engine.search(session("chess", &[]).as_ref(), &request, &Control::default(), &mut |_| {});
        assert_eq!(error.unwrap_err().to_string(), "illegal move 'e2e5'");
    }

    #[test]
    fn choice_of_second_side_ignores_pending_choice() {
        let answer = |pending: &str| {
            let game = session("apocalypse", &["a1c2", "e5c4", pending]);
            let settings = Settings { hash: Some(1), seed: 7, ..Settings::default() };
            let mut engine = game.new_engine(settings, &Resources::default()).unwrap();
            let limits = Limits { depth: Some(3), ..Limits::default() };
            let request = Request { side: game.side_to_choose(), among: Vec::new(), limits };
            engine.search(game.as_ref(), &request, &Control::default(), &mut |_| {}).unwrap()
        };
        let answers = ["e1d3", "e2e3", "a2b3", "d1d2"].map(answer);
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    }

    #[test]
    fn finished_game_is_reported_as_over() {
        for (fen, value) in [("5/p4/5/5/N4 00", "mate 0"), ("n4/5/5/P4/5 00", "cp 15000"), ("n4/5/5/5/N4 00", "cp 0")] {
            let game = open("apocalypse", Some(fen), &[]).unwrap().unwrap();
            let mut engine =
                game.new_engine(Settings { hash: Some(1), ..Settings::default() }, &Resources::default()).unwrap();
            let request = Request {
                side: Color::White,
                among: Vec::new(),
                limits: Limits { depth: Some(2), ..Limits::default() },
            };
            let mut reports = Vec::new();
            let answer = engine.search(game.as_ref(), &request, &Control::default(), &mut |news| reports.push(news));
            assert!(matches!(reports[..], [Report::Over(over)] if over.value.to_string() == value), "{reports:?}");
            assert_eq!(answer.unwrap().best, None);
        }
        let mated =
            open("chess", Some("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), &[]).unwrap().unwrap();
        let mut engine =
            mated.new_engine(Settings { hash: Some(1), ..Settings::default() }, &Resources::default()).unwrap();
        let request = Request { side: Color::White, among: Vec::new(), limits: Limits::default() };
        let mut over = None;
        engine.search(mated.as_ref(), &request, &Control::default(), &mut |news| over = Some(news)).unwrap();
        assert!(matches!(over, Some(Report::Over(Evaluation { value: Value::Mate(0), .. }))), "{over:?}");
    }
}
