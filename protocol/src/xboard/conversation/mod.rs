//! The conversation with a client: handles events in order and dispatches commands.
//!
//! | file | commands |
//! |---|---|
//! | `positions.rs` | `new`, `variant`, `setboard`, `edit`, `undo`, `remove` |
//! | `play.rs` | which side the engine plays, moves, pondering, results |
//! | `analysis.rs` | `analyze`, `.`, `exclude`, `include`, `hint` |
//! | `settings.rs` | `memory`, `cores`, `option` |

mod analysis;
mod play;
mod positions;
mod settings;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::Duration;

use games::registry::find;
use movegen::Color;
use movegen::fen::printable;

use super::command::{self, Command};
use super::messages::{LEGALITY_IS_TESTED, features, without_interpreted_words};
use super::options;
use super::pending::{Delayed, PendingReplies, PongAfter};
use super::played::PlayedGame;
use super::report::{Event, SearchEvent};
use super::searches::{Purpose, Searches, Task};
use super::session::{self, ClickReply, Lifted};
use super::time_control::TimeControl;
use crate::input::Input;
use crate::options::Options;
use crate::output::Output;

/// Time for XBoard to play a move whose suffix was dictated; then `choice` is repeated.
const DICTATION_TIMEOUT: Duration = Duration::from_secs(1);
/// Delay of the answer to `.`: a client that leaves the analysis at once gets none.
const STATUS_DELAY: Duration = Duration::from_millis(20);

/// The depth of the line about a finished game, whose score is final: clients that wait for a depth have it.
const OVER_DEPTH: usize = 255;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Force,
    Play(Color),
    Analyse,
}

pub(super) struct Conversation {
    output: Output,
    options: Options,
    /// The game whose definition is sent with the features.
    announced_game: Option<&'static str>,
    has_left: bool,
    /// `true` if nothing has happened since the game was defined for the client.
    is_defined_just_now: bool,
    /// `true` if the engine is set to full strength for an analysis.
    at_full_strength: bool,
    posts: bool,
    game: PlayedGame,
    mode: Mode,
    time: TimeControl,
    ponders: bool,
    against_program: bool,
    is_paused: bool,
    searches: Searches,
    replies: PendingReplies,
    /// The lines of an `edit` so far.
    edited: Option<Vec<String>>,
}

impl Conversation {
    /// A conversation that writes to `output` and sends tasks to the worker, which sends `events`. The definition of
    /// `announced_game` is sent with the features: XBoard reads a file of its command line before it requests a game.
    pub(super) fn new(
        output: Output,
        tasks: Sender<Task>,
        events: SyncSender<Event>,
        announced_game: Option<&'static str>,
    ) -> Self {
        Self {
            output,
            options: Options::default(),
            announced_game,
            has_left: false,
            is_defined_just_now: false,
            at_full_strength: false,
            posts: false,
            game: PlayedGame::default(),
            mode: Mode::Play(Color::Black),
            time: TimeControl::default(),
            ponders: false,
            against_program: false,
            is_paused: false,
            searches: Searches::new(tasks, events),
            replies: PendingReplies::default(),
            edited: None,
        }
    }

    pub(super) fn run(mut self, inbox: &Receiver<Event>) {
        while !self.has_left || self.replies.has_pings() || self.searches.owes_answer() {
            let event = match self.replies.wait() {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => inbox.recv_timeout(wait),
            };
            match event {
                Ok(Event::Input(_)) if self.has_left => {}
                Ok(Event::Input(Input::Line(line))) => self.read(&line),
                Ok(Event::Input(Input::TooLong)) => self.print("Error (line too long): it was not read"),
                Ok(Event::Search(id, event)) => self.take_search_event(id, event),
                Ok(Event::Ready) => {
                    self.replies.tasks_are_done();
                    self.answer_pings();
                }
                Ok(Event::Tables(result)) => self.take_tables(result),
                Ok(Event::Endgames(result)) => match result {
                    Ok(count) => self.print(&format!("# {count} endgame tables loaded")),
                    Err(error) => self.print_error(&format!("Error (endgame tables): {error}")),
                },
                Ok(Event::Input(Input::End)) | Err(RecvTimeoutError::Disconnected) => self.leave(),
                Err(RecvTimeoutError::Timeout) => self.print_delayed(),
            }
        }
        self.searches.stop();
    }

    /// The client has left. The answers that are due are still given, a move at once.
    fn leave(&mut self) {
        self.has_left = true;
        self.replies.delayed = None;
        match self.searches.owes_answer() {
            true => self.searches.answer_now(),
            false => self.searches.stop(),
        }
        self.answer_pings();
    }

    /// Prints a text, behind a `pong` that waits for tasks.
    fn print(&mut self, text: &str) {
        if !self.replies.keep_back(text) {
            self.output.print(text);
        }
    }

    /// Prints an error that may quote the system or the user.
    fn print_error(&mut self, text: &str) {
        self.print(&without_interpreted_words(text));
    }

    fn read(&mut self, line: &str) {
        self.output.log_input(line);
        if let Some(lines) = &mut self.edited {
            match line.trim() {
                "." => self.end_edit(),
                line => lines.push(line.to_owned()),
            }
            return;
        }
        match command::parse(line) {
            Ok(command) => self.execute(command),
            Err(error) => self.print_error(&error.to_string()),
        }
    }

    fn execute(&mut self, command: Command) {
        if command.is_about_moves() {
            self.define_for_saving();
        }
        match command {
            Command::Nothing => {}
            Command::Quit => self.leave(),
            Command::Protover => self.introduce(),
            Command::Ping(text) => self.ping(&text),
            Command::New => self.new_game(),
            Command::Variant(name) => match find(&name) {
                Some(game) => self.play_game(game),
                None => self.print_error(&format!("Error (unsupported variant): {}", printable(&name))),
            },
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => {
                self.abort();
                self.edited = Some(Vec::new());
            }
            Command::Force | Command::Exit => self.stop_playing(),
            Command::Result => {
                self.stop_playing();
                self.game.is_over = true;
                // A comment with which tests compare the positions of both programs.
                self.print(&format!("# final position: {}", self.game.session.game().fen()));
            }
            Command::Go => self.go(self.game.session.turn()),
            Command::PlayOther => self.play_side(!self.game.session.turn()),
            Command::Play(side) => self.play_side(side),
            Command::Analyze => self.analyze(),
            Command::UserMove(text) => self.user_move(&text),
            Command::Undo(plies) => self.undo(plies),
            Command::MoveNow if self.searches.is_for_move() => self.searches.answer_now(),
            Command::MoveNow => {}
            Command::Level { moves, base, increment } => self.time.set_level(moves, base, increment),
            Command::MoveTime(time) => self.time.set_move_time(time),
            Command::Depth(depth) => self.time.set_depth(depth),
            Command::NodesPerSecond(nodes) => self.time.set_nodes_per_second(nodes),
            Command::Time(left) => self.time.set_left(left),
            Command::Draw => self.consider_draw(),
            Command::Hint => self.hint(),
            Command::Book => self.print(" No opening book.\n\n"),
            Command::Ponder(on) => self.set_pondering(on),
            Command::Post(on) => self.posts = on,
            Command::Coordinates => self.game.in_coordinates = true,
            Command::Computer => self.set_opponent_is_program(),
            Command::Status => self.replies.delay(STATUS_DELAY, Delayed::Status),
            Command::Select { m, included } => self.select(m.as_deref(), included),
            Command::Nearest(name, text) => {
                let change = options::set_nearest(&mut self.options, name, &text);
                self.apply(change);
            }
            Command::Option { name, value } => {
                let change = options::set(&mut self.options, &name, value.as_deref());
                self.apply(change);
            }
            Command::Pause(on) => self.pause(on),
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
        }
    }

    /// Sends the features and the definition of the announced game.
    fn introduce(&mut self) {
        let session = self.announced_game.and_then(|game| session::open(game, false));
        self.print(&features(&session.map(|session| session.definition()).unwrap_or_default()));
    }

    fn print_delayed(&mut self) {
        match self.replies.delayed.take().map(|(_, what)| what) {
            Some(Delayed::Claim(outcome)) => self.print(&outcome.to_string()),
            Some(Delayed::Dictate { letter, is_first }) => {
                if is_first {
                    self.print(LEGALITY_IS_TESTED);
                }
                self.print(&format!("choice {letter}"));
                self.replies.delay(DICTATION_TIMEOUT, Delayed::Dictate { letter, is_first: false });
            }
            Some(Delayed::Status) => self.print_status(),
            None => {}
        }
    }

    /// Stops the search and cancels the delayed message.
    fn abort(&mut self) {
        self.searches.stop();
        self.replies.delayed = None;
        self.answer_pings();
    }

    /// Answers the pings that do not wait, in order.
    fn answer_pings(&mut self) {
        if !self.searches.is_for_move() {
            self.replies.search_is_over();
        }
        while let Some(text) = self.replies.take_ping() {
            self.output.print(&text);
        }
    }

    /// During a search for a move the answer follows the move; during an analysis it is sent at once. Otherwise the engine is
    /// created and has allocated its memory before the answer, so that this does not happen on its clock.
    fn ping(&mut self, text: &str) {
        let after = match (self.searches.is_for_move(), &self.searches.running) {
            (true, _) => PongAfter::Move,
            (false, Some(_)) => PongAfter::Nothing,
            (false, None) => PongAfter::Tasks,
        };
        self.replies.add_ping(text, after);
        if after == PongAfter::Tasks {
            self.searches.prepare(self.game.session.as_ref(), false);
            self.searches.queue_with_event(|| Event::Ready);
        }
        self.answer_pings();
    }

    fn take_search_event(&mut self, id: u64, event: SearchEvent) {
        let Some(running) = self.searches.running.as_mut().filter(|running| running.id == id) else { return };
        match event {
            SearchEvent::Line { text, reply, nodes, depth } => {
                (running.nodes, running.depth) = (nodes, depth);
                let purpose = running.purpose.clone();
                if purpose == Purpose::Analysis && reply.is_some() {
                    self.game.reply = reply;
                }
                if self.posts && purpose != Purpose::Hint {
                    self.print(&text);
                }
            }
            SearchEvent::CurrentMove(number, text) => running.current = (number, text),
            SearchEvent::Over(score) if self.posts && running.purpose == Purpose::Analysis => {
                let result = self.game.session.outcome().map(|outcome| outcome.to_string()).unwrap_or_default();
                self.print(&format!("{OVER_DEPTH} {score} 0 0 {result}"));
            }
            SearchEvent::Over(_) => {}
            SearchEvent::Answer { best, reply, is_worse } => self.finish(best, reply, is_worse),
        }
    }

    // The mouse.

    fn lift(&mut self, square: &str) {
        let Some(Lifted { colours, remark }) = self.game.session.lift(square) else { return };
        self.print(&format!("highlight {colours}"));
        let was_remarked = std::mem::replace(&mut self.game.is_remarked, remark.is_some());
        // The remark on the previous piece is replaced by the state.
        let line = remark.or_else(|| self.game.shown_state.clone().filter(|_| was_remarked));
        if let Some(text) = line.filter(|_| self.posts) {
            self.print(&format!("0 0 0 0 {text}"));
        }
    }

    fn put(&mut self, square: &str) {
        match self.game.session.put(square) {
            Some(ClickReply::Dictated(letter)) => {
                self.print(&format!("choice {letter}"));
                self.replies.delay(DICTATION_TIMEOUT, Delayed::Dictate { letter, is_first: true });
            }
            Some(ClickReply::Offered(letters)) => self.print(&format!("choice {letters}")),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::mpsc::{channel, sync_channel};
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::slot::EngineSlot;

    #[derive(Clone, Default)]
    struct Printed(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Printed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Printed {
        /// The lines that begin with one of these words.
        fn lines(&self, words: &[&str]) -> Vec<String> {
            let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
            let lines = text.lines().filter(|line| words.iter().any(|word| line.starts_with(word)));
            lines.map(str::to_owned).collect()
        }
    }

    #[test]
    fn ping_before_first_move_waits_for_the_engine() {
        let (printed, (tasks, queued), (events, inbox)) = (Printed::default(), channel(), sync_channel(100));
        let mut conversation = Conversation::new(Output::to(printed.clone()), tasks, events, None);
        ["new", "memory 2", "ping 1", "analyze", "ping 2"].iter().for_each(|line| conversation.read(line));
        assert_eq!(printed.lines(&["pong"]), [""; 0], "no task is completed");
        // The search that follows would not end.
        let mut slot = EngineSlot::new(Options::default().engine.settings());
        for _ in 0..4 {
            queued.try_recv().map(|task: Task| task(&mut slot)).unwrap();
        }
        assert!(matches!(inbox.try_recv(), Ok(Event::Ready)));
        conversation.replies.tasks_are_done();
        conversation.answer_pings();
        assert_eq!(printed.lines(&["pong"]), ["pong 1", "pong 2"]);
    }

    #[test]
    fn pings_of_stopped_search_do_not_wait_for_next() {
        let (printed, (tasks, _queued), (events, _inbox)) = (Printed::default(), channel(), sync_channel(100));
        let mut conversation = Conversation::new(Output::to(printed.clone()), tasks, events, None);
        let lines = ["new", "ping 1", "go", "ping 2", "force", "ping 3", "result *", "go", "ping 4"];
        lines.iter().for_each(|line| conversation.read(line));
        for _ in 0..2 {
            conversation.replies.tasks_are_done();
            conversation.answer_pings();
        }
        assert_eq!(
            printed.lines(&["pong", "#"]).join(" ").split(" rnbq").next().unwrap(),
            "pong 1 pong 2 pong 3 # final position:"
        );
        assert_eq!(printed.lines(&["pong 4"]), [""; 0], "the second search runs");
    }
}
