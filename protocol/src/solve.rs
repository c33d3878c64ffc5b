//! `solve`: proofs and disproofs of mates.

use std::io::Write as _;
use std::time::Duration;

use clap::Args;
use clap::builder::RangedU64ValueParser as Range;
use clap::value_parser as number;
use engine::Control;
use games::GameName;
use games::registry::{NAMES, known};
use movegen::variants::{Visit, VisitTurnBased, with};
use movegen::{Color, Move, Position, Record, Variant};
use solver::{Budget, MAX_MOVES, Progress, Solver, Stipulation, Verdict, helpmate, simultaneous};

use crate::cli::{Failure, understood};
use crate::uci::command::Command;

/// Positions of a proof in Apocalypse.
const MAX_POSITIONS: u64 = 2_000_000_000;
/// Positions of a certificate.
const MAX_CERTIFICATE: usize = 10_000_000;

#[derive(Args, Debug)]
pub(crate) struct SolveArguments {
    /// The game
    #[arg(long, default_value = "chess", value_parser = GameName::ANY)]
    game: String,
    /// Search the shortest mate in at most N moves
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number!(u32).range(1..=MAX_MOVES as i64))]
    mate: u32,
    /// Search a selfmate in at most N moves: the other side is forced to mate
    #[arg(long, value_name = "N", conflicts_with = "mate", value_parser = number!(u32).range(1..=MAX_MOVES as i64))]
    selfmate: Option<u32>,
    /// Search the lines in which both sides cooperate so that the side to move is mated after N moves of each
    #[arg(long, value_name = "N", conflicts_with_all = ["mate", "selfmate"], value_parser = number!(u32).range(1..=20))]
    helpmate: Option<u32>,
    /// Accept any mate in at most N moves, which is found sooner than the shortest
    #[arg(long)]
    any: bool,
    /// Print all first moves that force it
    #[arg(long)]
    keys: bool,
    /// Print a certificate, which upheaval-check checks
    #[arg(long)]
    certificate: bool,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = Range::<usize>::new().range(1..=1024))]
    threads: usize,
    /// Table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = Range::<usize>::new().range(1..=1_048_576))]
    hash: usize,
    /// Give up after so many seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// Give up after so many nodes
    #[arg(long)]
    nodes: Option<u64>,
    /// Position
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
}

/// Solves the position and prints the answer.
pub(crate) fn run(arguments: &SolveArguments, print: &dyn Fn(&str)) -> Result<(), Failure> {
    let words: Vec<&str> = arguments.position.iter().flat_map(|word| word.split_whitespace()).collect();
    let text = words.join(" ");
    let line = match words.first() {
        None => "position startpos".to_owned(),
        Some(&("startpos" | "fen")) => format!("position {text}"),
        Some(_) => format!("position fen {text}"),
    };
    let Command::Position { fen, moves } = understood(&line)? else {
        return Err(Failure::Usage(format!("'{text}' is no position")));
    };
    let task = Task { arguments, fen: fen.as_deref(), moves: &moves, print };
    with(known(&arguments.game, &NAMES)?, task).unwrap_or(Ok(())).map_err(Failure::Usage)
}

struct Task<'a> {
    arguments: &'a SolveArguments,
    fen: Option<&'a str>,
    moves: &'a [String],
    print: &'a dyn Fn(&str),
}

/// Plays the moves of a command from its position.
fn record<G: movegen::Game>(start: &G, fen: Option<&str>, moves: &[String]) -> Result<Record<G>, String> {
    let first = fen.map_or_else(|| Ok(start.clone()), |fen| start.read_fen(fen)).map_err(|error| error.to_string())?;
    let mut record = Record::new(first);
    let mut texts = moves.iter();
    while record.outcome().is_none() {
        let mut choices = [None, None];
        for &side in record.position().turn().sides() {
            let Some(text) = texts.next() else { return Ok(record) };
            choices[side] = Some(record.position().parse_move(side, text).map_err(|error| error.to_string())?);
        }
        record.play(choices);
    }
    match texts.next() {
        Some(text) => Err(format!("'{}' comes after the end of the game", movegen::fen::printable(text))),
        None => Ok(record),
    }
}

fn show_progress<V: Variant>(pos: &Position<V>, progress: &Progress) {
    let Progress { moves, nodes, proof, disproof, line, time } = progress;
    let line = write_line(pos, line);
    let _ = writeln!(
        std::io::stderr(),
        "{:.0} s: {moves} moves, {nodes} nodes, proof {proof}, disproof {disproof}: {line}",
        time.as_secs_f64()
    );
}

fn write_line<V: Variant>(pos: &Position<V>, line: &[Move]) -> String {
    let mut pos = *pos;
    let text = line.iter().map(|&m| {
        let text = pos.write_move(m);
        pos.play(m, &mut ());
        text
    });
    text.collect::<Vec<_>>().join(" ")
}

impl VisitTurnBased for Task<'_> {
    type Out = Result<(), String>;

    fn turn_based<V: Variant>(self, game: V) -> Self::Out {
        let Self { arguments, fen, moves, print } = self;
        let record = record(&Position::start_of(game), fen, moves)?;
        let pos = record.position();
        let control = Control::default();
        control.arm(false);
        let time = arguments.seconds.map(Duration::from_secs);
        let budget = Budget { control: Some(&control), nodes: arguments.nodes, time };
        if let Some(moves) = arguments.helpmate {
            let (lines, is_complete) = helpmate::solve(pos, moves, usize::MAX, &budget);
            lines.iter().for_each(|line| print(&write_line(pos, line)));
            let rest = if is_complete { "" } else { ", search not complete" };
            print(&format!("helpmate in {moves}: {} solutions{rest}", lines.len()));
            return Ok(());
        }
        let (goal, name, max) = match arguments.selfmate {
            Some(moves) => (Stipulation::Selfmate, "selfmate", moves),
            None => (Stipulation::Mate, "mate", arguments.mate),
        };
        let mut solver = Solver::<V>::new(pos, goal, arguments.hash, arguments.threads);
        let mut progress = |progress: &Progress| show_progress(pos, progress);
        let (verdict, moves) = match arguments.any {
            true => (solver.within(&record, max, &budget, &mut progress), max),
            false => {
                let solution = solver.shortest(&record, max, &budget, &mut progress);
                (solution.verdict, solution.moves)
            }
        };
        match verdict {
            Verdict::Disproved => print(&format!("no {name} in {moves}, {} nodes", solver.nodes())),
            Verdict::Unknown if arguments.any || moves == 0 => print(&format!("not solved, {} nodes", solver.nodes())),
            Verdict::Unknown => print(&format!("not solved: no {name} in {moves}, {} nodes", solver.nodes())),
            Verdict::Proved => {
                let line = write_line(pos, &solver.line(&record, moves));
                let within = if arguments.any { "at most " } else { "" };
                print(&format!("{name} in {within}{moves}, {} nodes: {line}", solver.nodes()));
                if arguments.keys {
                    let keys = solver.keys(&record, moves, &budget, &mut progress);
                    let texts =
                        |moves: &[Move]| moves.iter().map(|&m| format!(" {}", pos.write_move(m))).collect::<String>();
                    print(&format!("first moves:{}", texts(&keys.proved)));
                    if !keys.unknown.is_empty() {
                        print(&format!("not solved:{}", texts(&keys.unknown)));
                    }
                }
                if arguments.certificate {
                    if goal == Stipulation::Selfmate {
                        return Err("a selfmate has no certificate".to_owned());
                    }
                    let certificate = solver.certificate(&record, moves, MAX_CERTIFICATE);
                    let certificate = certificate.ok_or("the proof is too large for a certificate")?;
                    print(&serde_json::to_string(&certificate).map_err(|error| error.to_string())?);
                }
            }
        }
        Ok(())
    }
}

impl Visit for Task<'_> {
    /// Each side's win by a choice that wins within the turns whatever the other side chooses.
    fn apocalypse(self) -> Self::Out {
        let record = record(&<apocalypse::Position as movegen::Game>::start(), self.fen, self.moves)?;
        let (pos, max) = (record.position(), self.arguments.mate);
        if record.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        for side in Color::BOTH {
            let mut prover = simultaneous::Prover::new(side, self.arguments.nodes.unwrap_or(MAX_POSITIONS));
            let name = side.name();
            match prover.distance(pos, max) {
                None => (self.print)(&format!("{name}: not solved")),
                Some(0) => (self.print)(&format!("{name}: no forced win in {max}")),
                Some(turns) => {
                    let keys = prover.keys(pos, turns).unwrap_or_default();
                    let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
                    (self.print)(&format!("{name}: forced win in {turns}: {}", keys.join(" ")));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::cell::RefCell;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: SolveArguments,
    }

    fn output(line: &[&str]) -> Result<String, Failure> {
        let arguments = Line::parse_from([&["solve", "--hash", "1"], line].concat()).arguments;
        let text = RefCell::new(String::new());
        run(&arguments, &|part| *text.borrow_mut() += &format!("{part}\n"))?;
        Ok(text.into_inner())
    }

    #[test]
    fn answers_name_moves_and_disproofs() {
        let fen = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
        let text = output(&["--keys", "--certificate", "--mate", "4", fen]).unwrap();
        assert!(text.starts_with("mate in 3, ") && text.contains("first moves: f6a6\n"), "{text}");
        assert!(text.contains("\"mate\":3,\"moves\":\"f6a6 "), "{text}");
        assert!(output(&["--mate", "2", fen]).unwrap().starts_with("no mate in 2, "));
        assert!(
            output(&["--helpmate", "1", "7k/5K2/8/6R1/8/8/8/8 b - - 0 1"]).unwrap().ends_with("in 1: 1 solutions\n")
        );
        let apocalypse = output(&["--game", "apocalypse", "--mate", "1", "4n/5/2p2/2P2/1N3 w - - 0 1 00"]).unwrap();
        assert_eq!(apocalypse, "White: forced win in 1: b1c3\nBlack: no forced win in 1\n");
    }

    #[test]
    fn malformed_position_is_quoted() {
        let Err(Failure::Usage(error)) = output(&["8/8"]) else { panic!("accepted") };
        assert!(error.contains("8/8"), "{error}");
    }
}
