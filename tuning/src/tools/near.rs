//! `near`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::Games;
use crate::sources;
use crate::training::{Again, Near, Search, Tree, Valued, positions};
use arena::arguments::quoted;
use arena::players::builtin::evaluator_for;
use clap::Args;
use clap::value_parser as number;
use eval::Score;
use eval::score::LARGEST_EVALUATION;
use movegen::Variant;
use movegen::variants::VisitTurnBased;

/// Writes positions up to three random moves from those of games as EPD with a value each (`ce`), for `train`. A quiet position
/// has the value of a search, any other the static value.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) games: Games,
    /// The output file.
    #[arg(long)]
    out: PathBuf,
    /// Positions per position of the games.
    #[arg(long, default_value_t = 3, value_parser = number!(u16).range(1..))]
    each: u16,
    /// Nodes per search.
    #[arg(long, default_value_t = 1_000, value_parser = number!(u64).range(1..))]
    nodes: u64,
    /// Writes quiet positions of the search trees instead of their roots: those searched to this depth in plies or more. Values may
    /// be bounds (`cemin`, `cemax`).
    #[arg(long, value_parser = number!(u32).range(1..))]
    tree: Option<u32>,
    /// With `--tree`: writes one position in this many.
    #[arg(long, default_value_t = 1, requires = "tree", value_parser = number!(u64).range(1..))]
    one_in: u64,
    /// The evaluator: `hand` (hand-made), `best` (the engine's default), or the file of a network or of weights.
    #[arg(long, default_value = "best")]
    judge: PathBuf,
    /// Reads lists of this subcommand instead of games, and replaces static values of this network or of these weights by those
    /// of the judge. Search values are kept.
    #[arg(long, conflicts_with_all = ["each", "nodes", "tree", "skip", "seed"])]
    was: Option<PathBuf>,
    /// With `--was`: searches the positions with a search value again with this many nodes, and writes those that are still
    /// quiet.
    #[arg(long, requires = "was", value_parser = number!(u64).range(1..))]
    again: Option<u64>,
    /// Fewest pieces of such a position.
    #[arg(long, default_value_t = 0, requires = "again")]
    pieces: u32,
    /// Largest absolute value of such a position in centipawns.
    #[arg(long, default_value_t = LARGEST_EVALUATION, requires = "again", value_parser = number!(Score).range(0..))]
    within: Score,
    /// Skips this many games of the first file, to resume an interrupted run.
    #[arg(long, default_value_t = 0)]
    skip: u32,
    /// Seed. The result does not depend on the number of processors.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl VisitTurnBased for &Arguments {
    type Out = Result<String, String>;

    fn turn_based<V: Variant>(self, rules: V) -> Self::Out {
        let Arguments { games: Games { files, .. }, out, judge, was, again, pieces, within, skip, seed, .. } = self;
        let cannot = |error: std::io::Error| format!("cannot write {}: {error}", quoted(out));
        let judge = evaluator_for(rules, judge)?;
        let was = was.as_ref().map(|was| evaluator_for(rules, was)).transpose()?;
        if let Ok(target) = out.canonicalize()
            && files.iter().any(|path| path.canonicalize().is_ok_and(|path| path == target))
        {
            return Err(format!("{} is an input file and cannot be overwritten", quoted(out)));
        }
        let mut file = BufWriter::new(File::create(out).map_err(cannot)?);
        let mut written = 0_u64;
        let mut write = |found: &[Valued<V>]| {
            for valued in found {
                file.write_all(positions::line(valued).as_bytes()).map_err(cannot)?;
            }
            written += found.len() as u64;
            Ok(written)
        };
        if let (Some(was), Some(nodes)) = (&was, again) {
            let again = Again { nodes: *nodes, pieces: *pieces, within: *within };
            let was = was.evaluator(rules).expect("the file was tried");
            let mut chosen = Vec::new();
            let mut search = |chosen: &mut Vec<_>| {
                eprintln!("{} positions", write(&again.search(rules, &judge, chosen)?)?);
                chosen.clear();
                Ok::<_, String>(())
            };
            for path in files {
                positions::for_each(rules, path, |valued| {
                    if again.takes(&valued, &was) {
                        chosen.push(valued.pos);
                    }
                    if chosen.len() < Again::CHUNK { Ok(()) } else { search(&mut chosen) }
                })?;
            }
            search(&mut chosen)?;
        } else if let Some(was) = was {
            let [was, now] = [was, judge].map(|judge| judge.evaluator(rules).expect("the file was tried"));
            for path in files {
                positions::for_each(rules, path, |valued| {
                    write(&[positions::restated(&valued, &was, &now)]).map(drop)
                })?;
            }
        } else {
            let tree = self.tree.map(|depth| Tree { depth, one_in: self.one_in });
            let search = Search { nodes: self.nodes, tree };
            let skips = std::iter::once(*skip).chain(std::iter::repeat(0));
            for ((path, seed), skip) in files.iter().zip(*seed..).zip(skips) {
                let near = Near { each: usize::from(self.each), search: Some(search), skip, seed };
                near.search(rules, &judge, sources::games_in(rules, path)?, |found, games| {
                    eprintln!("{}: {games} games, {} positions", quoted(path), write(found)?);
                    Ok(())
                })?;
            }
        }
        file.flush().map_err(cannot)?;
        Ok(format!("{written} positions in {}\n", quoted(out)))
    }
}
