//! The thread of the session: handles messages of pages and engines in order and sends the session's messages.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use crate::messages::Measurement;
use crate::session::{PageId, Served, World};
use crate::think::Thought;

/// An input of the session's thread.
#[derive(Debug)]
pub enum Input {
    /// A page has connected; its messages go to the sender.
    Connected(PageId, mpsc::Sender<String>),
    /// A message of a page.
    Request(PageId, String),
    /// A page has disconnected.
    Gone(PageId),
    /// A report of a search.
    Thought(u64, Thought),
    /// A report of a measurement.
    Measured(u64, Measurement),
}

/// Time, date and random numbers of the system.
#[derive(Clone, Copy, Debug)]
pub struct NativeWorld {
    begun: Instant,
}

impl Default for NativeWorld {
    fn default() -> Self {
        Self { begun: Instant::now() }
    }
}

impl World for NativeWorld {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn today(&self) -> String {
        let today = time::OffsetDateTime::now_utc().date();
        format!("{:04}-{:02}-{:02}", today.year(), u8::from(today.month()), today.day())
    }

    fn secret(&mut self) -> [u8; 16] {
        let mut secret = [0; 16];
        if let Err(error) = getrandom::fill(&mut secret) {
            // Seals must not be predictable.
            log::error!("the system has no random numbers: {error}");
            std::process::abort();
        }
        secret
    }
}

/// Runs a session or a hall until all senders are gone.
pub fn run_session(mut session: impl Served, inputs: &Receiver<Input>, world: &NativeWorld) {
    let mut pages: HashMap<PageId, mpsc::Sender<String>> = HashMap::new();
    loop {
        let wait = session.next_tick().map_or(Duration::from_secs(3600), |at| at.saturating_sub(world.now()));
        match inputs.recv_timeout(wait) {
            Ok(Input::Connected(page, sender)) => drop(pages.insert(page, sender)),
            Ok(Input::Request(page, text)) => session.request(page, &text),
            Ok(Input::Gone(page)) => {
                pages.remove(&page);
                session.gone(page);
            }
            Ok(Input::Thought(run, thought)) => session.thought(run, thought),
            Ok(Input::Measured(run, report)) => session.measured(run, report),
            Err(RecvTimeoutError::Timeout) => session.tick(),
            Err(RecvTimeoutError::Disconnected) => return,
        }
        for (page, text) in session.take_messages() {
            // A page that does not read is disconnected, and may connect again.
            if pages.get(&page).is_some_and(|sender| sender.try_send(text).is_err()) {
                pages.remove(&page);
            }
        }
    }
}
