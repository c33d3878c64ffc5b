//! Output of a match: finished games and the final report.

use std::io::{self, Write};
use std::path::Path;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::contest::{Contest, End};
use super::standing::Standing;
use crate::games::finished::Finished;
use crate::report::{self, summary};
use crate::schedule::Pairing;
use games::PlayedGame;

impl<G: PlayedGame> Contest<'_, G> {
    /// Writes, counts and prints a finished game.
    pub(super) fn take(&self, pairing: &Pairing, game: &Finished, warnings: &[String]) {
        let mut guard = self.standing();
        let standing = &mut *guard;
        let kept = standing.keep(self.config, game);
        if let Err(why) = kept {
            standing.failure.get_or_insert(why);
            self.over.store(true, Ordering::Relaxed);
            return;
        }
        self.note(pairing, game, warnings);
        let has_completed = standing.count(pairing, game);
        let mut text = warnings.iter().map(|line| format!("{line}\n")).collect::<String>();
        text.push_str(&report::finished(self.config, pairing, &game.result, &game.reason));
        text.push_str(&self.interim(standing, pairing, has_completed));
        self.bar.set_position(standing.done.len() as u64);
        self.print(&text);
    }

    /// Returns what is printed after a game: scores, reports, the decision of the sequential test.
    fn interim(&self, standing: &mut Standing, pairing: &Pairing, has_completed: bool) -> String {
        let config = self.config;
        let engines = pairing.engines;
        let is_all = standing.done.len() == self.schedule.total();
        let counts = standing.tally.between(engines[0], engines[1]);
        let identities = engines.map(|engine| standing.identities[engine].clone());
        let interval = || report::interval(config, &standing.tally, engines, &identities);
        let mut text = String::new();
        let every = |number: usize, interval: usize| interval > 0 && number.is_multiple_of(interval);
        if is_all || every(standing.done.len(), config.score_interval) {
            text.push_str(&report::score(config, engines, &counts));
        }
        let number = if config.counts_pairs { pairing.encounter + 1 } else { standing.done.len() };
        if is_all || has_completed && every(number, config.rating_interval) {
            text.push_str(&interval());
        }
        let accepted = config.sprt.as_ref().and_then(|sprt| sprt.accepted(&counts.results(config.counts_pairs)));
        if let Some(accepted) = accepted.filter(|_| !standing.decided) {
            text.push_str(&report::score(config, engines, &counts));
            text.push_str(&interval());
            text.push_str(&report::decided(config, accepted));
            standing.decided = true;
            self.over.store(true, Ordering::Relaxed);
        }
        text
    }

    /// Logs the game: warnings, faults and disputes with all moves, latencies.
    fn note(&self, pairing: &Pairing, game: &Finished, warnings: &[String]) {
        warnings.iter().for_each(|line| self.log.note(line));
        let [white, black] = pairing.by_color().map(|engine| &self.config.engines[engine].name);
        self.log.note(&format!("game {} ({white} vs {black}): {} {{{}}}", game.id, game.result, game.reason));
        let position = || format!("position fen {} moves {}", game.fen, game.texts());
        for blame in &game.blames {
            let name = &self.config.engines[blame.engine].name;
            self.log.note(&format!(
                "fault in game {}: {} ({name}): {}; last position {}; {}",
                game.id,
                blame.side,
                blame.detail,
                game.last_fen,
                position()
            ));
        }
        if let Some(text) = &game.disputed {
            let at = &game.last_fen;
            self.log.note(&format!("disputed move {text} in game {}: last position {at}; {}", game.id, position()));
        }
        if self.config.shows_latency {
            for step in game.steps.iter().filter(|step| !step.is_book) {
                let latency = step.millis as i64 - step.thought.time as i64;
                self.log.note(&format!("latency of {} in game {}: {latency}ms", step.text, game.id));
            }
        }
    }

    /// Prints the final report, writes the summary, and deletes the state unless it was named.
    pub(super) fn close(self, path: &Path, begin: Instant) -> Result<End, String> {
        self.bar.finish_and_clear();
        let (config, total) = (self.config, self.schedule.total());
        let seconds = begin.elapsed().as_secs();
        let is_stopped = self.stop.load(Ordering::Relaxed);
        let standing = self.standing.into_inner().unwrap_or_else(PoisonError::into_inner);
        let spent = [begin.elapsed(), standing.spent.0, standing.spent.1].map(|time| time.as_secs_f64());
        let summary = summary::summary(config, &standing.tally, total, spent);
        if let Some(path) = &config.json {
            let text = serde_json::to_string_pretty(&summary).map_err(|error| error.to_string())?;
            std::fs::write(path, format!("{text}\n"))
                .map_err(|error| format!("summary '{}': {error}", path.display()))?;
        }
        let mut out = io::stdout().lock();
        let mut print = |text: &str| {
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        };
        print(&report::closing(config, &standing.tally));
        if let Some(why) = standing.failure {
            return Err(why);
        }
        let is_complete = standing.decided || standing.done.len() == total;
        if !is_complete && is_stopped {
            let arena = std::env::args().next().unwrap_or_else(|| "arena".to_owned());
            let path = path.display();
            print(&format!("Tournament was interrupted. To resume the tournament, run: {arena} -resume {path}\n"));
            return Ok(End::Interrupted);
        }
        print("Finished match\n");
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        print(&format!("Total Time: {hours:02}:{minutes:02}:{:02} (hours:minutes:seconds)\n", seconds % 60));
        if config.state.is_none() {
            let _ = std::fs::remove_file(path);
        }
        Ok(End::Complete)
    }
}
