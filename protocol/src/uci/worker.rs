//! The conversation with a client over standard input and output: which protocol it is, and UCI itself.
//!
//! Two threads: the reader never waits for the worker, so `stop`, `ponderhit`, `quit`, `isready` and the end of the
//! input always act at once; the worker does everything else, one command after the other in the order they came. A
//! command that comes during a search therefore waits for the search's end, and no order of commands can block the two.

use std::collections::VecDeque;
use std::io::{self, BufRead, StdinLock};
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use apocalypse::tables::Library;
use engine::{Control, Settings};
use movegen::fen::printable;
use movegen::variants::{NAMES, Rules};

use crate::about;
use crate::bench::{self, Plan};
use crate::game::PositionError;
use crate::input::{self, Input};
use crate::options::{Change, Options};
use crate::output::Output;
use crate::uci::command::{self, Command};
use crate::uci::session::{self, Session};
use crate::xboard;

/// Commands that may wait behind a search before further ones are refused.
const LONGEST_QUEUE: usize = 4096;
/// How long a search may take to say its last word once the client has left.
const PARTING: Duration = Duration::from_millis(80);
/// The worker's stack in bytes: a search goes deep.
const STACK: usize = 64 << 20;

/// What the reader hands to the worker.
enum Job {
    /// Text to be said when everything before it is done.
    Say(String),
    /// A command that ends by itself, and soon.
    Do(Command),
    /// A command that goes on until it is done or stopped.
    Work(Command, Arc<Control>),
}

/// A long job, running or waiting.
struct Work {
    control: Arc<Control>,
    /// A search has no end of its own; perft and bench have.
    is_search: bool,
}

/// What reader and worker share.
#[derive(Default)]
struct Shared {
    output: Output,
    /// Long jobs, the running one first.
    works: Mutex<VecDeque<Work>>,
}

impl Shared {
    fn works(&self) -> MutexGuard<'_, VecDeque<Work>> {
        self.works.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_busy(&self) -> bool {
        !self.works().is_empty()
    }

    fn present_search(&self) -> Option<Arc<Control>> {
        self.works().front().filter(|work| work.is_search).map(|work| Arc::clone(&work.control))
    }

    fn stop_searches(&self) {
        self.works().iter().filter(|work| work.is_search).for_each(|work| work.control.stop());
    }
}

/// Talks to the client on standard input and output until the client leaves; then the process ends. The first word
/// received chooses the protocol.
pub(crate) fn talk(banner: bool) -> ! {
    let output = Output::default();
    if banner {
        output.say(about::BANNER);
    }
    let mut stream = io::stdin().lock();
    let mut first = input::read_line(&mut stream);
    while matches!(&first, Input::Line(line) if command::parse(line) == Ok(Command::Nothing)) {
        first = input::read_line(&mut stream);
    }
    match first {
        Input::Line(line) if xboard::is_chosen_by(&line) => xboard::talk(output, &mut stream, line),
        first => talk_uci(output, stream, first),
    }
}

fn talk_uci(output: Output, stream: StdinLock<'static>, first: Input) -> ! {
    let shared = Arc::new(Shared { output, works: Mutex::default() });
    let (queue, jobs) = mpsc::sync_channel(LONGEST_QUEUE);
    let worker = Worker::new(Arc::clone(&shared));
    let thread = thread::Builder::new().name("worker".to_owned()).stack_size(STACK);
    if let Err(error) = thread.spawn(move || worker.work(&jobs)) {
        log::error!("no thread to work on: {error}");
        process::exit(1);
    }
    Reader { shared, queue }.read(stream, first)
}

struct Reader {
    shared: Arc<Shared>,
    queue: SyncSender<Job>,
}

impl Reader {
    fn read(self, mut stream: impl BufRead, first: Input) -> ! {
        let mut input = first;
        loop {
            match input {
                Input::Line(line) => {
                    self.shared.output.heard(&line);
                    match command::parse(&line) {
                        Ok(Command::Quit) => self.quit(&mut stream),
                        Ok(command) => self.hand_on(command),
                        Err(error) => self.answer(error.to_string()),
                    }
                }
                Input::TooLong => self.answer("info string error: the line is too long and was not read".to_owned()),
                Input::End => self.end(),
            }
            input = input::read_line(&mut stream);
        }
    }

    fn hand_on(&self, command: Command) {
        match command {
            Command::Nothing => {}
            Command::Stop => self.shared.works().iter().for_each(|work| work.control.stop()),
            Command::PonderHit => self.shared.works().iter().for_each(|work| work.control.ponder_hit()),
            Command::IsReady => self.answer("readyok".to_owned()),
            Command::Uci => self.answer(about::handshake()),
            Command::Compiler => self.answer(about::compiler()),
            Command::License => self.answer(about::LICENSE.to_owned()),
            Command::Help => self.answer(about::HELP.to_owned()),
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) => self.begin(command),
            command => {
                self.send(Job::Do(command), self.shared.is_busy());
            }
        }
    }

    /// Hands on a long job. A `stop` that comes before the worker has begun with it already finds it in the list.
    fn begin(&self, command: Command) {
        let was_busy = self.shared.is_busy();
        let control = Arc::new(Control::default());
        control.arm(matches!(&command, Command::Go(go) if go.ponder));
        let is_search = matches!(command, Command::Go(_));
        self.shared.works().push_back(Work { control: Arc::clone(&control), is_search });
        if !self.send(Job::Work(command, control), was_busy) {
            self.shared.works().pop_back();
        }
    }

    /// Says a text that depends on nothing: in its turn, but at once while a long job runs.
    fn answer(&self, text: String) {
        match self.shared.is_busy() {
            true => self.shared.output.say(&text),
            false => {
                self.send(Job::Say(text), false);
            }
        }
    }

    /// Hands a job on and tells whether the queue has taken it. A full queue is waited for, unless a long job stands in
    /// the way: then only this thread can stop it, and so must not wait.
    fn send(&self, job: Job, is_busy: bool) -> bool {
        let taken = match self.queue.try_send(job) {
            Err(TrySendError::Full(job)) if !is_busy => self.queue.send(job).is_ok(),
            sent => sent.is_ok(),
        };
        if !taken {
            self.shared
                .output
                .say("info string error: too many commands wait for the search to end; this one is refused");
        }
        taken
    }

    /// `quit`: a client that keeps the input open waits for the process to end, and it ends soon whatever is going on.
    /// When the input ends as well, the quit was the last line of a script.
    fn quit(self, stream: &mut impl BufRead) -> ! {
        let Self { shared, queue } = self;
        shared.stop_searches();
        drop(queue);
        let at_end = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&at_end);
        thread::spawn(move || {
            thread::sleep(PARTING);
            if !seen.load(Ordering::Acquire) {
                process::exit(0);
            }
        });
        while input::read_line(stream) != Input::End {}
        at_end.store(true, Ordering::Release);
        wait_for_worker(&shared)
    }

    /// The input has ended: nobody can stop a search any more, while the other commands of a script are still done.
    fn end(self) -> ! {
        let Self { shared, queue } = self;
        shared.stop_searches();
        drop(queue);
        wait_for_worker(&shared)
    }
}

/// The worker ends the process when the queue is empty. A search that goes on though it has been stopped is not waited
/// for.
fn wait_for_worker(shared: &Shared) -> ! {
    let mut before = None;
    loop {
        thread::sleep(PARTING / 2);
        let now = shared.present_search();
        if now.as_ref().zip(before.as_ref()).is_some_and(|(now, before)| Arc::ptr_eq(now, before)) {
            process::exit(0);
        }
        before = now;
    }
}

struct Worker {
    shared: Arc<Shared>,
    options: Options,
    session: Box<dyn Session>,
    /// The rules that the session keeps; the options may say others for the next position.
    rules: Rules,
}

impl Worker {
    fn new(shared: Arc<Shared>) -> Self {
        let options = Options::default();
        let rules = options.rules();
        let session = session::open(NAMES[0], &rules, options.settings()).expect("the list's first game can be opened");
        Self { shared, options, session, rules }
    }

    /// Does one job after the other until no more can come.
    fn work(mut self, jobs: &Receiver<Job>) -> ! {
        while let Ok(job) = jobs.recv() {
            match job {
                Job::Say(text) => self.say(&text),
                Job::Do(command) => self.act(&command),
                Job::Work(command, control) => {
                    self.labour(&command, &control);
                    self.shared.works().pop_front();
                }
            }
        }
        process::exit(0)
    }

    fn say(&self, text: &str) {
        self.shared.output.say(text);
    }

    fn complain(&self, error: impl std::fmt::Display) {
        self.say(&format!("info string error: {error}"));
    }

    fn labour(&mut self, command: &Command, control: &Control) {
        let Self { shared, options, session, .. } = self;
        let say = |text: &str| shared.output.say(text);
        match command {
            Command::Go(go) => session.go(go, options.view(), control, &say),
            Command::Perft(depth) => say(&session.perft(*depth, control)),
            Command::Bench(words) => match Plan::parse(words) {
                Ok(plan) => bench::run(&plan, control, &say),
                Err(error) => self.complain(error),
            },
            _ => {}
        }
    }

    fn act(&mut self, command: &Command) {
        match command {
            Command::NewGame => self.session.new_game(),
            Command::SetOption { name, value } => match self.options.set(name, value.as_deref()) {
                Ok(change) => self.follow(change),
                Err(error) => self.say(&error.to_string()),
            },
            Command::Position { fen, moves } => {
                if let Err(error) = self.set_up(fen.as_deref(), moves) {
                    self.complain(error);
                }
            }
            Command::Flip => {
                if let Err(error) = self.session.flip() {
                    self.complain(error);
                }
            }
            Command::Draw => self.say(&self.session.describe()),
            Command::Evaluate => self.say(&self.session.evaluate()),
            _ => {}
        }
    }

    fn follow(&mut self, change: Change) {
        match change {
            Change::Nothing => {}
            Change::Settings => self.session.set(self.options.settings()),
            Change::ClearHash => self.session.new_game(),
            Change::Game(name) => self.play_game(name),
            Change::Tables(folder) => match Library::common().load(Path::new(&folder)) {
                Ok(count) => {
                    self.options.use_endings();
                    self.session.set(self.options.settings());
                    self.say(&format!("info string {count} tables of endings loaded"));
                }
                Err(error) => self.complain(error),
            },
            Change::LogFile(path) => {
                if let Err(error) = self.shared.output.log_to(path.as_deref()) {
                    let path = printable(path.as_deref().unwrap_or_default());
                    self.complain(format!("the log file '{path}' cannot be opened: {error}"));
                }
            }
        }
    }

    /// Sets up a position, by the rules that the options say now.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        let (rules, settings) = (self.options.rules(), self.options.settings());
        if rules == self.rules {
            return self.session.position(fen, moves);
        }
        // The position must stand before the old session goes: an error leaves everything as it was.
        if let Some(mut session) = session::open(self.session.name(), &rules, Settings { hash: 1, ..settings }) {
            session.position(fen, moves)?;
            self.session = session;
            self.session.set(settings);
            self.rules = rules;
        }
        Ok(())
    }

    /// The game's start stands on the board afterwards, also when the game is the same as before.
    fn play_game(&mut self, name: &str) {
        let settings = self.options.settings();
        if name == self.session.name() {
            if let Err(error) = self.set_up(None, &[]) {
                self.complain(error);
            }
        } else {
            // The old table goes before the new one comes: two large ones may not fit into the memory.
            self.session.set(Settings { hash: 1, ..settings });
            self.rules = self.options.rules();
            if let Some(session) = session::open(name, &self.rules, settings) {
                self.session = session;
            }
        }
        self.say(&self.session.announcement());
    }
}
