//! A match from its first game to its report: several games side by side, every finished one kept at once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use movegen::variants::{Visit, VisitTurnBased, with};
use movegen::{Position, Variant};

use super::contest::{Contest, End, Match};
use super::journal::{Journal, State};
use crate::calendar;
use crate::config::Config;
use crate::games::finished::Finished;
use crate::players::builtin::HasEngine;
use crate::schedule::Schedule;

/// Bytes of stack for a thread that plays: an engine in this process searches on it.
const STACK: usize = 16 << 20;

/// Plays a match. `arguments` are those of the command line, for the state file.
///
/// # Errors
/// What makes the match impossible, in one line.
pub fn run(config: &Config, arguments: Vec<String>, stop: &Arc<AtomicBool>) -> Result<End, String> {
    let journal = Journal::create(&state_path(config), arguments, config.seed)?;
    play(config, journal, Vec::new(), None, stop)
}

/// Goes on with a match. The folder of the match must be the present one.
///
/// # Errors
/// What makes it impossible, in one line.
pub fn resume(config: &Config, path: &Path, state: State, stop: &Arc<AtomicBool>) -> Result<End, String> {
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
    let journal = Journal::reopen(path, &state)?;
    play(config, journal, state.games, state.lengths, stop)
}

/// Where the state is kept: a name that no other match has.
fn state_path(config: &Config) -> PathBuf {
    config.state.clone().unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let (date, time) = calendar::utc(now.as_secs());
        format!("arena-{date}-{}-{}.state", time.replace(':', ""), std::process::id()).into()
    })
}

impl VisitTurnBased for Match<'_> {
    type Out = Result<End, String>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        play_game::<Position<V>>(self)
    }
}
impl Visit for Match<'_> {
    fn apocalypse(self) -> Self::Out {
        play_game::<apocalypse::Position>(self)
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
    with(&config.variant, work).unwrap_or_else(|| Err("there is no such game".to_owned()))
}

fn play_game<G: HasEngine>(work: Match<'_>) -> Result<End, String> {
    let config = work.config;
    let path = work.journal.path().to_owned();
    let is_fresh = work.games.is_empty();
    // A match that never began leaves no state behind.
    let contest = Contest::<G>::open(work).inspect_err(|_| {
        if is_fresh {
            let _ = std::fs::remove_file(&path);
        }
    })?;
    contest.announce(&path);
    let begin = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..config.concurrency.min(contest.schedule.total()) {
            let builder = std::thread::Builder::new().name(format!("game {number}")).stack_size(STACK);
            let contest = &contest;
            if let Err(error) = builder.spawn_scoped(scope, move || contest.work(number)) {
                contest.fail(format!("no more threads: {error}"));
            }
        }
    });
    contest.close(&path, begin)
}
