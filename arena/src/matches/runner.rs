//! Runs a match from its first game to its report.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use games::PlayedGame;
use games::registry::{Visitor, visit};

use super::contest::{Contest, End, Match};
use super::journal::{self, Journal, State};
use crate::calendar;
use crate::command::{self, Command};
use crate::config::Config;
use crate::games::finished::Finished;
use crate::schedule::Schedule;

/// Stack size of a thread in bytes; a built-in engine searches on it.
const STACK_BYTES: usize = 16 << 20;

/// Plays a match. `arguments` are its options, for the state file.
///
/// # Errors
/// The match cannot be played: a message of one line.
pub fn run(config: &Config, arguments: Vec<String>, stop: &Arc<AtomicBool>) -> Result<End, String> {
    let journal = Journal::create(&state_path(config), arguments, config.seed)?;
    play(config, journal, Vec::new(), None, stop)
}

/// Resumes a match from its state, in its folder and with its options. Changes the working directory.
///
/// # Errors
/// The match cannot be resumed: a message of one line.
pub fn resume(path: &Path, stop: &Arc<AtomicBool>) -> Result<End, String> {
    let state = journal::read(path)?;
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    std::env::set_current_dir(&state.head.folder)
        .map_err(|error| format!("folder '{}': {error}", state.head.folder.display()))?;
    let Command::Match(mut config, _) = command::parse(&state.head.arguments)? else {
        return Err("the state is not that of a match".to_owned());
    };
    config.seed = state.head.seed;
    check_games(&config, &state)?;
    let journal = Journal::reopen(&path, &state)?;
    play(&config, journal, state.games, state.lengths, stop)
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

impl Visitor for Match<'_> {
    type Out = Result<End, String>;

    fn visit<G: PlayedGame>(self) -> Self::Out {
        play_game::<G>(self)
    }
}

fn play(
    config: &Config,
    journal: Journal,
    games: Vec<Finished>,
    lengths: Option<[u64; 2]>,
    stop: &Arc<AtomicBool>,
) -> Result<End, String> {
    let work = Match { config, journal, games, lengths, stop };
    visit(&config.variant, work).unwrap_or_else(|| Err("there is no such game".to_owned()))
}

fn play_game<G: PlayedGame>(work: Match<'_>) -> Result<End, String> {
    let config = work.config;
    let path = work.journal.path().to_owned();
    let is_fresh = work.games.is_empty();
    // A match that does not start leaves no state file.
    let contest = Contest::<G>::open(work).inspect_err(|_| {
        if is_fresh {
            let _ = std::fs::remove_file(&path);
        }
    })?;
    contest.announce(&path);
    let begin = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..config.concurrency.min(contest.schedule.total()) {
            let builder = std::thread::Builder::new().name(format!("game {number}")).stack_size(STACK_BYTES);
            let contest = &contest;
            if let Err(error) = builder.spawn_scoped(scope, move || contest.work(number)) {
                contest.fail(format!("no more threads: {error}"));
            }
        }
    });
    contest.close(&path, begin)
}
