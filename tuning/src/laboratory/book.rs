//! An opening book from archives: the moves in the first plies of many games.

use std::path::{Path, PathBuf};

use clap::value_parser as number;
use engine::book::{Book, BookMove};
use movegen::variants::{VisitTurnBased, with_turn_based};
use movegen::{Color, Position, Variant};

use super::archive::{Contents, read};
use crate::about;
use laboratory::experiment::Experiment;
use laboratory::game::ArchivedGame;

/// Writes an opening book from the games of archives as text (format: docs/books.md). Apocalypse has none, because good play
/// mixes choices.
#[derive(clap::Args)]
pub(crate) struct BookPlan {
    /// Archives of one game and its rules.
    #[arg(required = true)]
    archives: Vec<PathBuf>,
    /// Smallest number of games of a move.
    #[arg(long, default_value_t = 20, value_parser = number!(u32).range(1..))]
    least: u32,
    /// Plies from the start.
    #[arg(long, default_value_t = 24, value_parser = number!(u16).range(1..=600))]
    plies: u16,
}

impl BookPlan {
    /// Returns the book as text; all archives must have the same game and start.
    pub(crate) fn book(&self) -> Result<String, String> {
        let mut archives: Vec<(&Path, Contents<Experiment>)> = Vec::new();
        for path in &self.archives {
            let contents: Contents<Experiment> = read(path)?;
            let experiment = &contents.header;
            let first = archives.first().map_or(experiment, |(_, first)| &first.header);
            let error = if (&experiment.game, experiment.differences()) != (&first.game, first.differences()) {
                "these games are of other rules than the first ones"
            } else if experiment.is_of_made_up_rules() {
                "books are for the rules of a game only"
            } else if !experiment.is_from_the_start() {
                "these games do not begin at the start"
            } else {
                archives.push((path, contents));
                continue;
            };
            return Err(about(path)(error));
        }
        let game = archives.first().ok_or("a book is made from archives")?.1.header.game.clone();
        with_turn_based(&game, OfArchives { archives, plan: self })
            .unwrap_or_else(|| Err(format!("there are no books of {game}")))
    }
}

struct OfArchives<'a> {
    archives: Vec<(&'a Path, Contents<Experiment>)>,
    plan: &'a BookPlan,
}

impl VisitTurnBased for OfArchives<'_> {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self, game: V) -> Self::Out {
        let first = Position::start_of(game);
        let (mut book, mut comment) = (Book::new(game), String::new());
        let &BookPlan { least, plies, .. } = self.plan;
        for (path, Contents { header, games }) in &self.archives {
            for (number, bytes) in games.iter().enumerate() {
                let game = ArchivedGame::decode(bytes, &first)
                    .map_err(|why| about(path)(format!("game {}: {why}", number + 1)))?;
                add(&mut book, first, &game, plies.into());
            }
            let [one, other] = header.nodes;
            let against = if one == other { String::new() } else { format!(" against {other}") };
            comment += &format!("{} games at {one}{against} nodes a move, seed {}\n", games.len(), header.seed);
        }
        book.drop_rare(least);
        comment += &format!("moves of the first {plies} plies that were played in {least} games or more");
        Ok(book.write(&comment))
    }
}

fn add<V: Variant>(book: &mut Book<V>, first: Position<V>, game: &ArchivedGame<Position<V>>, plies: usize) {
    let half_points = |side: Color| match game.outcome.and_then(|outcome| outcome.winner) {
        Some(winner) => 2 * u32::from(winner == side),
        None => 1,
    };
    let mut pos = first;
    for turn in game.turns.iter().take(plies) {
        let side = pos.turn();
        let Some(made) = &turn[side] else { return };
        book.add(&pos, BookMove { m: made.m, games: 1, half_points: half_points(side) });
        pos.play(made.m, &mut ());
    }
}

#[cfg(test)]
mod tests {
    use movegen::{Chess, Game, Move, Record, Turn};

    use super::*;
    use crate::laboratory::archive::Archive;
    use laboratory::game::Made;

    fn experiment(game: &str, seed: u64) -> Experiment {
        Experiment { sampled: 0, seed, ..Experiment::usual(game, 1) }
    }

    fn game(moves: &str) -> ArchivedGame<Position<Chess>> {
        let mut record = Record::new(Position::<Chess>::start());
        let mut turns = Vec::new();
        for text in moves.split_whitespace() {
            let pos = record.position();
            let Turn::One(side) = Game::turn(pos) else { panic!("sides move in turn") };
            let m = pos.parse_move(text).unwrap();
            let mut turn: [Option<Made<Move>>; 2] = [None, None];
            turn[side] = Some(Made { m, value: 0, mix: Vec::new() });
            turns.push(turn);
            record.play_for(side, m);
        }
        ArchivedGame { sampled: 0, turns, outcome: record.outcome() }
    }

    /// An archive of a fool's mate, and of the same first moves three times without an end.
    fn archive(of: &Experiment) -> PathBuf {
        let name = format!("upheaval-book-{}-{}-{}.games", of.game, of.seed, std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut archive = Archive::open(&path, of, false).unwrap();
        if of.game == "chess" {
            for moves in ["f2f3 e7e5 g2g4 d8h4", "f2f3 e7e5", "f2f3 e7e5", "f2f3 d7d5"] {
                archive.add(&game(moves).encode(&Position::start())).unwrap();
            }
        }
        archive.write().unwrap();
        path
    }

    #[test]
    fn book_has_frequent_moves_with_results() {
        let paths = [1, 2].map(|seed| archive(&experiment("chess", seed)));
        let made = BookPlan { archives: paths.to_vec(), least: 3, plies: 2 }.book().unwrap();
        assert_eq!(
            made,
            "book chess\n# 4 games at 1 nodes a move, seed 1\n# 4 games at 1 nodes a move, seed 2\n# moves of the first 2 plies \
             that were played in 3 games or more\n8 3 f2f3\n6 4 f2f3 e7e5\n"
        );
        let other = archive(&experiment("empire", 3));
        let archives = vec![paths[0].clone(), other.clone()];
        let mixed = BookPlan { archives, least: 1, plies: 2 }.book().unwrap_err();
        assert!(mixed.ends_with("of other rules than the first ones"), "{mixed}");
        for path in paths.iter().chain([&other]) {
            std::fs::remove_file(path).unwrap();
        }
    }
}
