//! Runs a match from its first game to its report.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use games::PlayedGame;
use games::registry::{Visitor, visit};

use super::contest::{Contest, End};
use super::journal::{self, Journal, State};
use crate::calendar;
use crate::command::{self, Command};
use crate::config::Config;
use crate::games::finished::Finished;
use crate::schedule::Schedule;

/// Stack size of a thread in bytes; a built-in engine searches on it.
const STACK_BYTES: usize = 16 << 20;

/// A match to start or resume.
pub(super) struct Match<'a> {
    pub(super) config: &'a Config,
    pub(super) journal: Journal,
    pub(super) games: Vec<Finished>,
    pub(super) lengths: Option<[u64; 2]>,
    pub(super) stop: &'a Arc<AtomicBool>,
}

/// Plays a match. `arguments` are its options, for the state file.
pub fn run(config: &Config, arguments: Vec<String>, stop: &Arc<AtomicBool>) -> Result<End, String> {
    let path = state_path(config);
    let journal = Journal::create(&path, arguments, config.seed)?;
    let end = Match { config, journal, games: Vec::new(), lengths: None, stop }.play();
    // A match that failed without a game has nothing to resume.
    if end.is_err() && journal::read(&path).is_ok_and(|state| state.games.is_empty()) {
        let _ = std::fs::remove_file(&path);
    }
    end
}

/// Resumes a match from its state, in its folder and with its options. Changes the working directory.
pub fn resume(path: &Path, stop: &Arc<AtomicBool>) -> Result<End, String> {
    let (mut journal, state) = Journal::reopen(path)?;
    journal.path = std::path::absolute(path).map_err(|error| error.to_string())?;
    std::env::set_current_dir(&state.head.folder)
        .map_err(|error| format!("folder '{}': {error}", state.head.folder.display()))?;
    let Command::Match(mut config, _) = command::parse(&state.head.arguments)? else {
        return Err("the state is not that of a match".to_owned());
    };
    config.seed = state.head.seed;
    check_games(&config, &state)?;
    Match { config: &config, journal, games: state.games, lengths: state.lengths, stop }.play()
}

/// Checks that the games of a state belong to the match.
fn check_games(config: &Config, state: &State) -> Result<(), String> {
    let schedule = Schedule::new(config);
    let mut seen = BTreeSet::new();
    for game in &state.games {
        let planned = schedule.game(game.id).filter(|pairing| {
            pairing.by_color() == game.engines
                && pairing.encounter == game.encounter
                && pairing.first_is_white == game.first_is_white
                && game.blames.iter().all(|blame| blame.engine < config.engines.len())
        });
        if planned.is_none() || !seen.insert(game.id) {
            return Err(format!("game {} of the state is not one of this match", game.id));
        }
    }
    Ok(())
}

/// Returns the path of the state file, unique if not configured.
fn state_path(config: &Config) -> PathBuf {
    config.state.clone().unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let (date, time) = calendar::utc(now.as_secs());
        format!("arena-{date}-{}-{}.state", time.replace(':', ""), std::process::id()).into()
    })
}

impl Match<'_> {
    fn play(self) -> Result<End, String> {
        visit(&self.config.variant, self).unwrap_or_else(|| Err("there is no such game".to_owned()))
    }
}

impl Visitor for Match<'_> {
    type Out = Result<End, String>;

    fn visit<G: PlayedGame>(self, start: G) -> Self::Out {
        let (config, path) = (self.config, self.journal.path.clone());
        let contest = Contest::open(self, start)?;
        contest.try_engines()?;
        contest.announce(&path);
        let begin = Instant::now();
        let threads = config.concurrency.min(contest.schedule.total());
        in_threads(threads, |number| contest.work(number), |why| contest.fail(why));
        contest.close(&path, begin)
    }
}

/// Runs `work` in threads, with their numbers. `fail` receives the error if one cannot be started.
pub(crate) fn in_threads(threads: usize, work: impl Fn(usize) + Sync, fail: impl Fn(String)) {
    std::thread::scope(|scope| {
        for number in 0..threads {
            let work = &work;
            let builder = std::thread::Builder::new().name(format!("game {number}")).stack_size(STACK_BYTES);
            if let Err(error) = builder.spawn_scoped(scope, move || work(number)) {
                fail(format!("no more threads: {error}"));
            }
        }
    });
}
