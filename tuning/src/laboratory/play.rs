//! Plays the games of an experiment, several side by side, and adds them to its archive in their order.

use std::ops::Range;

use games::Resources;
use laboratory::experiment::Experiment;
use laboratory::play::{Players, play_one};
use laboratory::players::Playable;
use laboratory::starts::Starts;

use crate::in_order::in_order;

/// Plays the games with these numbers on the threads of the current rayon pool, and adds the bytes of each in their order. `is_stopped`
/// is polled before every game.
pub(crate) fn play_on<G: Playable>(
    experiment: &Experiment,
    starts: &Starts<G>,
    games: Range<u64>,
    is_stopped: &(impl Fn() -> bool + Sync),
    add: impl FnMut(Vec<u8>) -> Result<(), String> + Send,
) -> Result<(), String> {
    let play = |players: &mut _, number| {
        let start = starts.of_game(number);
        (!is_stopped()).then(|| play_one(experiment, &start, players, number).encode(&start))
    };
    let data = Resources::default();
    let players = || Players::of(experiment, starts.first(), &data).expect("the tests read the built-in networks");
    in_order(games, players, play, add)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use laboratory::game::ArchivedGame;
    use movegen::{Game, Insurrection, Position};

    use super::*;
    use crate::laboratory::archive::{Archive, merge, read};
    use crate::selfplay::pool;

    fn experiment(game: &str, nodes: [u64; 2]) -> Experiment {
        let sampled = if game == apocalypse::Position::NAME { 0 } else { 4 };
        Experiment { nodes, sampled, sampling_nodes: 200, seed: 5, longest: 60, ..Experiment::usual(game, 1) }
    }

    /// Plays games, interrupted after `stop` of them and resumed; returns the bytes of the archive.
    fn played<G: Playable>(experiment: &Experiment, threads: usize, stop: u64) -> Vec<u8> {
        let path: PathBuf = std::env::temp_dir().join(format!(
            "upheaval-laboratory-{}-{threads}-{stop}-{}",
            experiment.name(),
            std::process::id()
        ));
        let mut number = 0;
        for games in [stop, 70] {
            let mut archive = Archive::open(&path, experiment, false).unwrap();
            let go_on = || {
                let starts = Starts::<G>::of(experiment, &G::start()).unwrap();
                play_on(experiment, &starts, archive.games()..games, &|| false, |bytes| {
                    number += 1;
                    archive.add(&bytes)
                })
            };
            pool(threads).unwrap().install(go_on).unwrap();
            archive.write().unwrap();
        }
        assert_eq!(number, 70);
        let bytes = std::fs::read(&path).unwrap();
        let contents = read::<Experiment>(&path).unwrap();
        assert_eq!((&contents.header, contents.games.len()), (experiment, 70));
        for game in &contents.games {
            ArchivedGame::decode(game, &G::start()).unwrap();
        }
        std::fs::remove_file(path).unwrap();
        bytes
    }

    /// Plays the games with these numbers into an archive, and returns its path.
    fn part(experiment: &Experiment, numbers: Range<u64>) -> PathBuf {
        let name = format!("upheaval-part-{}-{}-{}", numbers.start, numbers.end, std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        let experiment = Experiment { first: numbers.start, ..experiment.clone() };
        let mut archive = Archive::open(&path, &experiment, false).unwrap();
        let starts = Starts::<Position<Insurrection>>::of(&experiment, &Position::start()).unwrap();
        play_on(&experiment, &starts, numbers, &|| false, |bytes| archive.add(&bytes)).unwrap();
        archive.write().unwrap();
        path
    }

    #[test]
    fn merged_parts_are_the_archive_of_one_run() {
        let experiment = experiment("insurrection", [10, 10]);
        let [whole, one, two, gap] = [0..70, 0..30, 30..70, 31..70].map(|numbers| part(&experiment, numbers));
        let out = whole.with_extension("merged");
        let _ = std::fs::remove_file(&out);
        assert!(merge(&[gap.clone(), one.clone()], &out).unwrap_err().contains("begins with game 31, not 30"));
        let other = part(&Experiment { seed: 6, ..experiment.clone() }, 30..71);
        assert!(merge(&[one.clone(), other.clone()], &out).unwrap_err().contains("another experiment"));
        assert_eq!(merge(&[two.clone(), one.clone()], &out), Ok(70));
        assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&whole).unwrap());
        assert!(merge(std::slice::from_ref(&one), &out).unwrap_err().contains("it exists"));
        [whole, one, two, gap, other, out].iter().for_each(|path| std::fs::remove_file(path).unwrap());
    }

    #[test]
    fn archive_bytes_do_not_depend_on_threads() {
        type Games = Position<Insurrection>;
        let insurrection = experiment("insurrection", [30, 30]);
        let alone = played::<Games>(&insurrection, 1, 64);
        assert_eq!(played::<Games>(&insurrection, 3, 64), alone);
        let apocalypse = experiment("apocalypse", [50, 50]);
        assert_eq!(
            played::<apocalypse::Position>(&apocalypse, 3, 0),
            played::<apocalypse::Position>(&apocalypse, 1, 0)
        );
    }
}
