//! What each command of the XBoard protocol does: which side the engine plays, when it thinks, ponders and analyses, and
//! when it claims a result.

use std::path::Path;
use std::process;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::{Duration, Instant};

use apocalypse::tables::{Library, LoadError};
use movegen::fen::printable;
use movegen::variants::{NAMES, Rules};
use movegen::{Color, Outcome};

use super::Event;
use super::clock::Watch;
use super::command::{self, Command};
use super::game::{self, Choice, Desk, Job, Taken};
use super::messages::{LEGALITY_IS_TESTED, features, harmless};
use super::searches::{Purpose, Running};
use crate::options::{Change, OptionError, Options, game_of};
use crate::output::Output;

/// What the engine does with the positions it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// It follows the moves.
    Force,
    /// It plays one side.
    Play(Color),
    /// It analyses each position.
    Analyse,
}

/// Things to be said later, if nothing comes between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Later {
    /// The engine has won or drawn by its own move: the opponent may say so first.
    Claim(Outcome),
    /// XBoard has not followed a dictated choice: the letter once more, and, the first time, what may be wrong.
    Dictate(char, bool),
    /// How far the analysis is.
    Status,
}

/// How long XBoard may take to make a move whose suffix was dictated.
const IMPATIENCE: Duration = Duration::from_secs(1);
/// How long the answer to `.` waits: a client that asks and leaves the analysis in one breath wants none.
const BREATH: Duration = Duration::from_millis(20);

/// The conversation with a client.
pub(super) struct Conversation {
    pub(super) output: Output,
    pub(super) jobs: Sender<Job>,
    pub(super) events: SyncSender<Event>,
    pub(super) options: Options,
    pub(super) rules: Rules,
    pub(super) desk: Box<dyn Desk>,
    pub(super) mode: Mode,
    pub(super) watch: Watch,
    pub(super) running: Option<Running>,
    pub(super) last_id: u64,
    pub(super) ponders: bool,
    pub(super) posts: bool,
    pub(super) against_program: bool,
    pub(super) is_paused: bool,
    /// The game is over, and said to be.
    pub(super) is_over: bool,
    /// Answers to `ping` that wait for the move.
    pub(super) pongs: Vec<String>,
    pub(super) later: Option<(Instant, Later)>,
    pub(super) reply: Option<String>,
    pub(super) score: i32,
    pub(super) excluded: Vec<String>,
    pub(super) standing: Option<String>,
    pub(super) edited: Option<Vec<String>>,
}

impl Conversation {
    pub(super) fn new(output: Output, jobs: Sender<Job>, events: SyncSender<Event>) -> Self {
        let options = Options::default();
        let rules = options.rules();
        let desk = game::open(NAMES[0], &rules, options.settings()).expect("the list's first game can be opened");
        Self {
            output,
            jobs,
            events,
            options,
            rules,
            desk,
            mode: Mode::Play(Color::Black),
            watch: Watch::default(),
            running: None,
            last_id: 0,
            ponders: false,
            posts: false,
            against_program: false,
            is_paused: false,
            is_over: false,
            pongs: Vec::new(),
            later: None,
            reply: None,
            score: 0,
            excluded: Vec::new(),
            standing: None,
            edited: None,
        }
    }

    /// Handles one event after the other; ends the process when the client has left.
    pub(super) fn hold(mut self, inbox: &Receiver<Event>) {
        loop {
            let event = match self.later.as_ref().map(|(when, _)| when.saturating_duration_since(Instant::now())) {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => inbox.recv_timeout(wait),
            };
            match event {
                Ok(Event::Line(line)) => self.hear(&line),
                Ok(Event::TooLong) => self.say("Error (line too long): it was not read"),
                Ok(Event::News(id, news)) => self.learn(id, news),
                Ok(Event::Tables(result)) => self.take_tables(result),
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => process::exit(0),
                Err(RecvTimeoutError::Timeout) => self.do_later(),
            }
        }
    }

    pub(super) fn say(&self, text: &str) {
        self.output.say(text);
    }

    /// Says an error that may quote the system or the user.
    fn complain(&self, text: &str) {
        self.say(&harmless(text));
    }

    fn hear(&mut self, line: &str) {
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
        match command {
            Command::Nothing => {}
            Command::Quit => process::exit(0),
            Command::Protover => self.say(&features()),
            Command::Ping(text) => self.ping(&text),
            Command::New | Command::Variant(_) | Command::SetBoard(_) | Command::Edit => self.set_up(command),
            Command::Force | Command::Result | Command::Exit => self.stand_by(&command),
            Command::Go => self.go(self.desk.turn()),
            Command::PlayOther => self.play_side(!self.desk.turn()),
            Command::Play(side) => self.play_side(Color::BOTH[side.min(1)]),
            Command::Analyze => self.analyze(),
            Command::UserMove(text) => self.user_move(&text),
            Command::Undo => self.undo(1),
            Command::Remove => self.undo(2),
            Command::MoveNow => self.move_now(),
            Command::Level { moves, base, increment } => self.watch.set_level(moves, base, increment),
            Command::MoveTime(time) => self.watch.set_move_time(time),
            Command::Depth(depth) => self.watch.set_depth(depth),
            Command::NodesPerSecond(nodes) => self.watch.set_nodes_per_second(nodes),
            Command::Time(left) => self.watch.set_left(left),
            Command::Draw => self.consider_draw(),
            Command::Hint => self.hint(),
            Command::Book => self.say(" No opening book.\n\n"),
            Command::Ponder(on) => self.set_pondering(on),
            Command::Post(on) => self.posts = on,
            Command::Computer => {
                self.against_program = true;
                self.desk.set_opponent(true);
            }
            Command::Status => self.delay(BREATH, Later::Status),
            Command::Select { m, included } => self.select(m.as_deref(), included),
            Command::Memory(text) => self.follow(|options| options.set_memory(&text)),
            Command::Cores(text) => self.follow(|options| options.set_cores(&text)),
            Command::Option { name, value } => self.follow(|o| o.set_for_xboard(&name, value.as_deref())),
            Command::Pause(on) => self.pause(on),
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
        }
    }

    // What is said later.

    pub(super) fn delay(&mut self, wait: Duration, what: Later) {
        self.later = Some((Instant::now() + wait, what));
    }

    fn do_later(&mut self) {
        match self.later.take() {
            Some((_, Later::Claim(outcome))) => self.say(&outcome.to_string()),
            Some((_, Later::Dictate(letter, is_first))) => {
                if is_first {
                    self.say(LEGALITY_IS_TESTED);
                }
                self.say(&format!("choice {letter}"));
                self.delay(IMPATIENCE, Later::Dictate(letter, false));
            }
            Some((_, Later::Status)) => self.tell_status(),
            None => {}
        }
    }

    // Positions.

    fn set_up(&mut self, command: Command) {
        match command {
            Command::New => self.new_game(),
            Command::Variant(name) => match game_of(&name) {
                Some(game) => self.play_game(game),
                None => self.complain(&format!("Error (unsupported variant): {}", printable(&name))),
            },
            Command::SetBoard(fen) => self.set_board(&fen),
            _ => {
                self.abort();
                self.edited = Some(Vec::new());
            }
        }
    }

    /// A game of chess in which the engine plays Black; another game is named right afterwards.
    fn new_game(&mut self) {
        self.abort();
        self.against_program = false;
        self.play_game(NAMES[0]);
        self.watch.new_game();
        self.mode = Mode::Play(Color::Black);
        self.is_paused = false;
    }

    /// Opens the game at its start, by the rules that the options say now.
    fn play_game(&mut self, name: &str) {
        self.abort();
        let (rules, settings) = (self.options.rules(), self.options.settings());
        let is_another = name != self.desk.name() || rules != self.rules;
        if let Some(desk) = is_another.then(|| game::open(name, &rules, settings)).flatten() {
            self.desk = desk;
            self.rules = rules;
        }
        self.hand_over(self.desk.forget());
        // The start of a game can always be set up.
        let _ = self.desk.set_up(None);
        self.desk.set_opponent(self.against_program);
        for line in self.desk.definition() {
            self.say(&line);
        }
        self.begin_anew();
    }

    fn set_board(&mut self, fen: &str) {
        // In the middle of a move of several plies XBoard writes a pass as the position behind it.
        if let Some(taken) = self.desk.take_position(fen) {
            self.abort();
            self.after_move(fen, taken);
            return;
        }
        match self.desk.set_up(Some(fen)) {
            Ok(()) => {
                self.abort();
                self.begin_anew();
                if self.mode == Mode::Analyse {
                    self.analyze();
                }
            }
            Err(error) => self.complain(&format!("tellusererror Illegal position: {error}")),
        }
    }

    /// What is true of every position that no move has led to.
    fn begin_anew(&mut self) {
        self.is_over = false;
        self.reply = None;
        self.excluded.clear();
        self.score = 0;
        self.standing = None;
        self.tell_standing();
    }

    fn end_edit(&mut self) {
        let lines = self.edited.take().unwrap_or_default();
        let turn = self.desk.turn();
        self.set_board(&super::edit::fen(&self.desk.fen(), &lines, turn));
    }

    /// Tells what holds beyond the board, if that has changed: a line that XBoard shows among the engine's thoughts.
    pub(super) fn tell_standing(&mut self) {
        let standing = self.desk.standing();
        if standing != self.standing {
            if let Some(text) = &standing {
                self.say(&format!("0 0 0 0 {text}"));
            }
            self.standing = standing;
        }
    }

    fn undo(&mut self, plies: usize) {
        let turn = self.desk.turn();
        if !self.desk.undo(plies) {
            self.say("Error (nothing to take back): undo");
            return;
        }
        self.abort();
        if matches!(self.mode, Mode::Play(side) if plies > 1 || side != turn) {
            self.watch.took_back();
        }
        self.is_over = false;
        self.reply = None;
        self.excluded.clear();
        self.tell_standing();
        if self.mode == Mode::Analyse {
            self.analyze();
        }
    }

    // Modes.

    fn stand_by(&mut self, command: &Command) {
        self.abort();
        self.mode = Mode::Force;
        if *command == Command::Result {
            self.is_over = true;
            // A comment, for whoever wants to know whether both ends saw the same game.
            self.say(&format!("# final position: {}", self.desk.fen()));
        }
    }

    /// Plays this side, whose turn it is. In a game that is over by its history alone the client may go on.
    fn go(&mut self, side: Color) {
        self.abort();
        self.mode = Mode::Play(side);
        if !self.desk.is_asked(side) {
            self.claim();
            return;
        }
        self.is_over = false;
        match self.desk.pass_first(side) {
            Some(text) => self.say(&format!("move {text}")),
            None => self.think(),
        }
    }

    /// Plays this side, whether it is its turn or not.
    fn play_side(&mut self, side: Color) {
        self.abort();
        self.mode = Mode::Play(side);
        if self.desk.is_asked(side) {
            self.think();
        }
    }

    fn set_pondering(&mut self, on: bool) {
        self.ponders = on;
        let is_pondering = matches!(&self.running, Some(Running { purpose: Purpose::Ponder(_), .. }));
        if !on && is_pondering {
            self.abort();
        }
    }

    fn pause(&mut self, on: bool) {
        if on && self.running.is_some() {
            self.abort();
            self.is_paused = true;
        } else if !on && std::mem::take(&mut self.is_paused) {
            match self.mode {
                Mode::Play(side) if self.desk.is_asked(side) => self.think(),
                Mode::Play(_) => self.ponder(),
                Mode::Analyse => self.analyze(),
                Mode::Force => {}
            }
        }
    }

    // Moves.

    fn user_move(&mut self, text: &str) {
        if self.is_thinking() {
            self.complain(&format!("Illegal move (not your turn): {}", printable(text)));
            return;
        }
        match self.desk.take(text) {
            Some(taken) => self.after_move(text, taken),
            None => self.complain(&format!("Illegal move: {}", printable(text))),
        }
    }

    fn after_move(&mut self, text: &str, taken: Taken) {
        self.later = None;
        self.is_over = false;
        let Taken::Move { text: made, is_shown } = taken else { return };
        let is_expected = matches!(&self.running, Some(Running { purpose: Purpose::Ponder(expected), .. })
            if *expected == made);
        if !is_expected {
            self.abort();
            self.reply = None;
        }
        self.excluded.clear();
        if !is_shown && !self.against_program && matches!(self.mode, Mode::Play(_)) {
            // XBoard takes the move back, and then shows it as the engine writes it.
            self.complain(&format!("Illegal move (it is shown as it should be): {}", printable(text)));
            for text in self.desk.mend() {
                self.say(&format!("move {text}"));
            }
        }
        self.tell_standing();
        match self.mode {
            Mode::Analyse => self.analyze(),
            Mode::Play(side) => {
                if !self.claim() && self.desk.is_asked(side) {
                    self.answer_move(is_expected);
                }
            }
            Mode::Force => {}
        }
    }

    /// A draw is welcome to an engine that does not think itself better.
    fn consider_draw(&mut self) {
        if matches!(self.mode, Mode::Play(_)) && !self.is_over && self.score < 0 {
            self.say("offer draw");
        }
    }

    // Analysis.

    fn select(&mut self, m: Option<&str>, included: bool) {
        match m {
            None => self.excluded = if included { Vec::new() } else { self.desk.moves() },
            Some(text) => match self.desk.read(text) {
                Some(m) => {
                    self.excluded.retain(|other| *other != m);
                    if !included {
                        self.excluded.push(m);
                    }
                }
                None => {
                    self.complain(&format!("Error (no such move): {}", printable(text)));
                    return;
                }
            },
        }
        if self.mode == Mode::Analyse {
            self.analyze();
        }
    }

    // Options.

    fn follow(&mut self, set: impl FnOnce(&mut Options) -> Result<Change, OptionError>) {
        match set(&mut self.options) {
            Ok(Change::Settings) => {
                self.hand_over(self.desk.set(self.options.settings()));
                self.think_anew();
            }
            Ok(Change::ClearHash) => self.hand_over(self.desk.forget()),
            Ok(Change::LogFile(path)) => {
                if let Err(error) = self.output.log_to(path.as_deref()) {
                    let path = printable(path.as_deref().unwrap_or_default());
                    self.complain(&format!("Error (log file cannot be opened, {error}): {path}"));
                }
            }
            Ok(Change::Tables(folder)) => {
                // Reading takes its time, which the conversation has not.
                let events = self.events.clone();
                self.hand_over(Box::new(move || {
                    let result = Library::common().load(Path::new(&folder));
                    // Nobody listens any more when the program ends.
                    let _ = events.send(Event::Tables(result));
                }));
                self.think_anew();
            }
            Ok(Change::Nothing | Change::Game(_)) => {}
            Err(error) => self.complain(&format!("Error (bad option): {error}")),
        }
    }

    fn take_tables(&mut self, result: Result<usize, LoadError>) {
        match result {
            Ok(count) => {
                self.say(&format!("# {count} tables of endings loaded"));
                self.options.use_endings();
                self.hand_over(self.desk.set(self.options.settings()));
                self.think_anew();
            }
            Err(error) => self.complain(&format!("Error (tables of endings): {error}")),
        }
    }

    /// An analysis begins anew when what it depends on has changed.
    fn think_anew(&mut self) {
        if self.mode == Mode::Analyse && self.running.is_some() {
            self.analyze();
        }
    }

    // The mouse.

    fn lift(&mut self, square: &str) {
        if let Some(colours) = self.desk.lift(square) {
            self.say(&format!("highlight {colours}"));
        }
    }

    fn put(&mut self, square: &str) {
        match self.desk.put(square) {
            Some(Choice::Dictated(letter)) => {
                self.say(&format!("choice {letter}"));
                self.delay(IMPATIENCE, Later::Dictate(letter, true));
            }
            Some(Choice::Offered(letters)) => self.say(&format!("choice {letters}")),
            None => {}
        }
    }
}
