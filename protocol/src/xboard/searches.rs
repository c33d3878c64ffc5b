//! The searches of a conversation: thinking, pondering, analysing, hints, what is told of them, and the results that are
//! claimed behind them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Control, Limits};

use super::conversation::{Conversation, Later, Mode};
use super::game::{Job, News, Search};

/// What a search is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move to be played.
    Move,
    /// The same, once the opponent has made the expected move.
    Ponder(String),
    /// Lines of thought.
    Analysis,
    /// A hint for the user.
    Hint,
}

/// The search under way.
pub(super) struct Running {
    pub(super) id: u64,
    pub(super) control: Arc<Control>,
    pub(super) purpose: Purpose,
    pub(super) since: Instant,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    /// The root move being searched, by number, and its text.
    pub(super) current: (usize, String),
}

/// How long the side that has made the last move lets the other one claim the result.
const COURTESY: Duration = Duration::from_secs(1);
/// Time for a hint when nothing is known.
const HINT_TIME: Duration = Duration::from_millis(300);

impl Conversation {
    pub(super) fn hand_over(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            log::error!("the worker has gone");
        }
    }

    /// Stops whatever is searched; nobody hears of it again.
    pub(super) fn abort(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.stop();
        }
        self.later = None;
        self.answer_pings();
    }

    pub(super) fn begin(&mut self, purpose: Purpose, limits: Limits) {
        self.abort();
        self.last_id += 1;
        let control = Arc::new(Control::default());
        control.arm(limits.ponder);
        let after = match &purpose {
            Purpose::Ponder(expected) => Some(expected.clone()),
            _ => None,
        };
        let search = Search {
            limits,
            id: self.last_id,
            control: Arc::clone(&control),
            news: self.events.clone(),
            excluded: if purpose == Purpose::Analysis { self.excluded.clone() } else { Vec::new() },
            after,
            lines: self.options.view().lines,
        };
        let job = self.desk.search(search);
        // What is thought replaces what stood in XBoard's window before, this line included.
        if let (Purpose::Move | Purpose::Analysis, Some(text), true) = (&purpose, &self.standing, self.posts) {
            self.say(&format!("0 0 0 0 {text}"));
        }
        let (id, since) = (self.last_id, Instant::now());
        self.running = Some(Running { id, control, purpose, since, nodes: 0, depth: 0, current: (0, String::new()) });
        self.hand_over(job);
    }

    pub(super) fn think(&mut self) {
        let limits = self.watch.limits(self.options.settings().overhead);
        self.begin(Purpose::Move, limits);
    }

    pub(super) fn analyze(&mut self) {
        self.mode = Mode::Analyse;
        self.begin(Purpose::Analysis, Limits { infinite: true, ..Limits::default() });
    }

    /// Thinks on the opponent's time about the reply that is expected.
    pub(super) fn ponder(&mut self) {
        let Some(expected) = self.reply.clone().filter(|_| self.ponders && !self.is_over && !self.is_paused) else {
            return;
        };
        let mut limits = self.watch.limits(self.options.settings().overhead);
        limits.ponder = true;
        self.begin(Purpose::Ponder(expected), limits);
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.purpose == Purpose::Move)
    }

    pub(super) fn learn(&mut self, id: u64, news: News) {
        let Some(running) = self.running.as_mut().filter(|running| running.id == id) else { return };
        match news {
            News::Thought { text, reply, nodes, depth } => {
                (running.nodes, running.depth) = (nodes, depth);
                if running.purpose == Purpose::Analysis && reply.is_some() {
                    self.reply = reply;
                }
                if self.posts && running.purpose != Purpose::Hint {
                    self.say(&text);
                }
            }
            News::Current(number, m) => running.current = (number, m),
            News::Answer { best, reply, score } => self.finish(best, reply, score),
        }
    }

    pub(super) fn finish(&mut self, best: Option<String>, reply: Option<String>, score: i32) {
        let Some(running) = self.running.take() else { return };
        match running.purpose {
            Purpose::Hint => {
                if let Some(best) = best {
                    self.say(&format!("Hint: {best}"));
                }
            }
            Purpose::Move => {
                self.score = score;
                self.reply = reply;
                self.later = None;
                if let Some(best) = best {
                    for text in self.desk.play(&best) {
                        self.say(&format!("move {text}"));
                    }
                    self.watch.moved(running.since.elapsed());
                }
                self.answer_pings();
                self.tell_standing();
                if !self.claim() {
                    self.ponder();
                }
            }
            Purpose::Ponder(_) | Purpose::Analysis => {}
        }
    }

    pub(super) fn answer_pings(&mut self) {
        for text in std::mem::take(&mut self.pongs) {
            self.say(&format!("pong {text}"));
        }
    }

    /// While a move is thought about, the answer comes behind it.
    pub(super) fn ping(&mut self, text: &str) {
        self.pongs.push(text.to_owned());
        if !self.is_thinking() {
            self.answer_pings();
        }
    }

    pub(super) fn answer_move(&mut self, is_expected: bool) {
        match self.running.as_mut().filter(|_| is_expected) {
            Some(running) => {
                running.purpose = Purpose::Move;
                running.since = Instant::now();
                running.control.ponder_hit();
            }
            None => self.think(),
        }
    }

    pub(super) fn move_now(&mut self) {
        if let Some(running) = self.running.as_ref().filter(|running| running.purpose == Purpose::Move) {
            running.control.stop();
        }
    }

    /// Says how the game has ended, if it has. Against a program the loser says so, whose word every XBoard takes, and
    /// who is to move says that it is drawn; the other side waits a little for that.
    pub(super) fn claim(&mut self) -> bool {
        let (Some(outcome), Mode::Play(side)) = (self.desk.outcome(), self.mode) else { return false };
        if self.is_over {
            return true;
        }
        self.abort();
        self.is_over = true;
        let is_ours_to_say = match outcome.winner {
            Some(winner) => winner != side,
            None => self.desk.turn() == side,
        };
        if is_ours_to_say || !self.against_program {
            self.say(&outcome.to_string());
        } else {
            self.delay(COURTESY, Later::Claim(outcome));
        }
        true
    }

    pub(super) fn hint(&mut self) {
        match (&self.reply, &self.running) {
            (Some(reply), _) => self.say(&format!("Hint: {reply}")),
            (None, None) if self.desk.outcome().is_none() => {
                self.begin(Purpose::Hint, Limits { move_time: Some(HINT_TIME), ..Limits::default() });
            }
            _ => {}
        }
    }

    pub(super) fn tell_status(&self) {
        let Some(running) = self.running.as_ref().filter(|running| running.purpose == Purpose::Analysis) else {
            return;
        };
        let total = self.desk.moves().len();
        let (number, m) = &running.current;
        let left = total.saturating_sub(*number);
        let time = running.since.elapsed().as_millis() / 10;
        self.say(format!("stat01: {time} {} {} {left} {total} {m}", running.nodes, running.depth).trim_end());
    }
}
