//! The conversation with a client: one event after the other, and which part of it does what each command says.
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

use movegen::Color;

use super::command::{self, Command};
use super::event::{Event, SearchEvent};
use super::games;
use super::messages::{LEGALITY_IS_TESTED, features, harmless};
use super::pending::{Delayed, PendingReplies, PongAfter};
use super::played::PlayedGame;
use super::role::Role;
use super::search::Task;
use super::searches::{Purpose, Searches};
use super::session::{ClickReply, Lifted};
use crate::options::Options;
use crate::output::Output;

/// How long XBoard may take to make a move whose suffix was dictated.
const IMPATIENCE: Duration = Duration::from_secs(1);
/// How long the answer to `.` waits: a client that asks and leaves the analysis in one breath wants none.
const BREATH: Duration = Duration::from_millis(20);

/// The conversation with a client.
pub(super) struct Conversation {
    output: Output,
    options: Options,
    /// The game that the client is told of before it asks for it.
    told_first: Option<&'static str>,
    /// Whether the client has left.
    has_left: bool,
    /// Whether nothing has happened since the game was defined for the client.
    is_defined_just_now: bool,
    /// Whether the engine is set to full strength, because it analyses.
    at_full_strength: bool,
    /// Whether lines of thought are shown.
    posts: bool,
    game: PlayedGame,
    role: Role,
    searches: Searches,
    replies: PendingReplies,
    /// The lines of an `edit` so far.
    edited: Option<Vec<String>>,
}

impl Conversation {
    /// A conversation that writes here, hands tasks to the thread that searches, and hears of it by events. The client is
    /// told of `told_first` with the features: what XBoard loads on its command line it reads before it hears of a game
    /// that it has to ask for.
    pub(super) fn new(
        output: Output,
        tasks: Sender<Task>,
        events: SyncSender<Event>,
        told_first: Option<&'static str>,
    ) -> Self {
        let options = Options::default();
        Self {
            output,
            told_first,
            has_left: false,
            is_defined_just_now: false,
            at_full_strength: false,
            posts: false,
            game: PlayedGame::new(options.settings()),
            role: Role::default(),
            searches: Searches::new(tasks, events),
            replies: PendingReplies::default(),
            edited: None,
            options,
        }
    }

    /// Handles one event after the other until the client has left.
    pub(super) fn run(mut self, inbox: &Receiver<Event>) {
        while !self.has_left {
            let event = match self.replies.wait() {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => inbox.recv_timeout(wait),
            };
            match event {
                Ok(Event::Line(line)) => self.read(&line),
                Ok(Event::TooLong) => self.say("Error (line too long): it was not read"),
                Ok(Event::Search(id, event)) => self.take_search_event(id, event),
                Ok(Event::Ready) => {
                    self.replies.tasks_are_done();
                    self.answer_pings();
                }
                Ok(Event::Tables(result)) => self.take_tables(result),
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => self.has_left = true,
                Err(RecvTimeoutError::Timeout) => self.say_delayed(),
            }
        }
        self.replies.leave_tasks();
        self.answer_pings();
        self.searches.stop();
    }

    fn say(&self, text: &str) {
        self.output.say(text);
    }

    /// Says an error that may quote the system or the user.
    fn complain(&self, text: &str) {
        self.say(&harmless(text));
    }

    fn read(&mut self, line: &str) {
        self.output.heard(line);
        if let Some(lines) = &mut self.edited {
            match line.trim() {
                "." => self.end_edit(),
                line => lines.push(line.to_owned()),
            }
            return;
        }
        match command::parse(line) {
            Ok(command) => self.act(command),
            Err(error) => self.complain(&error.to_string()),
        }
    }

    fn act(&mut self, command: Command) {
        if command.is_about_moves() {
            self.define_for_saving();
        }
        match command {
            Command::Nothing => {}
            Command::Quit => self.has_left = true,
            Command::Protover => self.introduce(),
            Command::Ping(text) => self.ping(text),
            Command::New | Command::Variant(_) | Command::SetBoard(_) | Command::Edit => self.set_up(command),
            Command::Force | Command::Result | Command::Exit => self.stop_playing(&command),
            Command::Go => self.go(self.game.session.turn()),
            Command::PlayOther => self.play_side(!self.game.session.turn()),
            Command::Play(side) => self.play_side(Color::BOTH[side.min(1)]),
            Command::Analyze => self.analyze(),
            Command::UserMove(text) => self.user_move(&text),
            Command::Undo => self.undo(1),
            Command::Remove => self.undo(2),
            Command::MoveNow => self.searches.move_now(),
            Command::Level { moves, base, increment } => self.role.time.set_level(moves, base, increment),
            Command::MoveTime(time) => self.role.time.set_move_time(time),
            Command::Depth(depth) => self.role.time.set_depth(depth),
            Command::NodesPerSecond(nodes) => self.role.time.set_nodes_per_second(nodes),
            Command::Time(left) => self.role.time.set_left(left),
            Command::Draw => self.consider_draw(),
            Command::Hint => self.hint(),
            Command::Book => self.say(" No opening book.\n\n"),
            Command::Ponder(on) => self.set_pondering(on),
            Command::Post(on) => self.posts = on,
            Command::Coordinates => self.game.in_coordinates = true,
            Command::Computer => self.set_opponent_is_program(),
            Command::Status => self.replies.delay(BREATH, Delayed::Status),
            Command::Select { m, included } => self.select(m.as_deref(), included),
            Command::Memory(text) => self.set_memory(&text),
            Command::Cores(text) => self.set_cores(&text),
            Command::Option { name, value } => self.set_option(&name, value.as_deref()),
            Command::Pause(on) => self.pause(on),
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
        }
    }

    /// Tells what the engine can do, and of the game that it was started for.
    fn introduce(&self) {
        let session = self.told_first.and_then(|game| games::open(game, self.options.settings(), false));
        self.say(&features(&session.map(|session| session.definition()).unwrap_or_default()));
    }

    fn say_delayed(&mut self) {
        match self.replies.take_delayed() {
            Some(Delayed::Claim(outcome)) => self.say(&outcome.to_string()),
            Some(Delayed::Dictate { letter, is_first }) => {
                if is_first {
                    self.say(LEGALITY_IS_TESTED);
                }
                self.say(&format!("choice {letter}"));
                self.replies.delay(IMPATIENCE, Delayed::Dictate { letter, is_first: false });
            }
            Some(Delayed::Status) => self.say_status(),
            None => {}
        }
    }

    /// Stops whatever is searched, and what would have been said of it.
    fn abort(&mut self) {
        self.searches.stop();
        self.replies.cancel_delayed();
        self.answer_pings();
    }

    /// Answers the pings that need not wait, in their order.
    fn answer_pings(&mut self) {
        while let Some(text) = self.replies.take_ping(self.searches.is_for_move()) {
            self.say(&format!("pong {text}"));
        }
    }

    /// While a move is searched for, the answer comes behind it, and in an analysis at once. Else it says that the engine is made
    /// and has its memory, so that none of this happens while its clock runs.
    fn ping(&mut self, text: String) {
        let after = match (self.searches.is_for_move(), self.searches.running()) {
            (true, _) => PongAfter::Move,
            (false, Some(_)) => PongAfter::Nothing,
            (false, None) => PongAfter::Tasks,
        };
        self.replies.add_ping(text, after);
        if after == PongAfter::Tasks {
            let (make, events) = (self.game.session.make_engine(), self.searches.events().clone());
            self.searches.hand_over(Box::new(move || {
                make();
                // Nobody listens any more when the program ends.
                let _ = events.send(Event::Ready);
            }));
        }
        self.answer_pings();
    }

    fn take_search_event(&mut self, id: u64, event: SearchEvent) {
        let Some(running) = self.searches.with_id(id) else { return };
        match event {
            SearchEvent::Thought { text, reply, nodes, depth } => {
                (running.nodes, running.depth) = (nodes, depth);
                let purpose = running.purpose;
                if purpose == Purpose::Analysis && reply.is_some() {
                    self.game.reply = reply;
                }
                if self.posts && purpose != Purpose::Hint {
                    self.say(&text);
                }
            }
            SearchEvent::CurrentMove(number, text) => running.current = (number, text),
            SearchEvent::Answer { best, reply, score } => self.finish(best, reply, score),
        }
    }

    // The mouse.

    fn lift(&mut self, square: &str) {
        let Some(Lifted { colours, remark }) = self.game.session.lift(square) else { return };
        self.say(&format!("highlight {colours}"));
        let was_remarked = std::mem::replace(&mut self.game.is_remarked, remark.is_some());
        // What was said of the piece before is not true of this one, and gives way to what always is.
        let line = remark.or_else(|| self.game.told_state.clone().filter(|_| was_remarked));
        if let Some(text) = line.filter(|_| self.posts) {
            self.say(&format!("0 0 0 0 {text}"));
        }
    }

    fn put(&mut self, square: &str) {
        match self.game.session.put(square) {
            Some(ClickReply::Dictated(letter)) => {
                self.say(&format!("choice {letter}"));
                self.replies.delay(IMPATIENCE, Delayed::Dictate { letter, is_first: true });
            }
            Some(ClickReply::Offered(letters)) => self.say(&format!("choice {letters}")),
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

    #[derive(Clone, Default)]
    struct Said(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Said {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Said {
        fn pongs(&self) -> Vec<String> {
            let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
            text.lines().filter(|line| line.starts_with("pong")).map(str::to_owned).collect()
        }
    }

    #[test]
    fn a_ping_before_the_first_move_is_answered_when_the_engine_has_its_memory() {
        let (said, (tasks, handed_over), (events, inbox)) = (Said::default(), channel(), sync_channel(100));
        let mut conversation = Conversation::new(Output::to(said.clone()), tasks, events, None);
        ["new", "memory 2", "ping 1", "analyze", "ping 2"].iter().for_each(|line| conversation.read(line));
        assert_eq!(said.pongs(), [""; 0], "nothing has been done of it");
        // The search that comes behind would not end.
        for _ in 0..3 {
            handed_over.try_recv().map(|task: Task| task()).unwrap();
        }
        assert!(matches!(inbox.try_recv(), Ok(Event::Ready)));
        conversation.replies.tasks_are_done();
        conversation.answer_pings();
        assert_eq!(said.pongs(), ["pong 1", "pong 2"]);
    }
}
