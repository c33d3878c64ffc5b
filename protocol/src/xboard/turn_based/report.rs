//! What a search of a turn-based game tells the conversation. Moves are written as XBoard would show them, so that the
//! user can step through a line there.

use std::time::Duration;

use engine::{Answer, Bound, Line, Progress, Report};
use games::plies::{Board, script};
use movegen::{Move, Position, Variant};

use crate::game::{self, NamedMove, SearchedGame, repeats_mate};
use crate::xboard::event::SearchEvent;
use crate::xboard::search::SearchReporter;
use crate::xboard::thought;

/// Makes events of the reports of one search.
pub(crate) struct Reporter<V: Variant> {
    root: Position<V>,
    /// What XBoard shows; without it moves are written in coordinates.
    shown: Option<Board>,
    /// How many lines the client wants.
    lines: usize,
    /// The first move of the last line told.
    told: Option<Move>,
    /// Whether a mate that has been told is told again from deeper searches: an analysis is asked for depths.
    repeats: bool,
    /// The last line told.
    before: Option<Line>,
}

impl<V: Variant> Reporter<V> {
    /// A reporter for a search of this position, which XBoard shows so; for another client, which shows it itself, `None`.
    /// A mate found again by deeper iterations is told again only if it `repeats`.
    pub(crate) const fn new(root: Position<V>, shown: Option<Board>, lines: usize, repeats: bool) -> Self {
        Self { root, shown, lines, told: None, repeats, before: None }
    }

    fn thought(&self, line: &Line, progress: &Progress, is_wanted: bool) -> SearchEvent {
        let text = if is_wanted { self.text(line, progress) } else { String::new() };
        let reply = if line.rank == 1 { self.named(&line.moves).nth(1) } else { None };
        SearchEvent::Thought { text, reply, nodes: progress.nodes, depth: line.depth }
    }

    /// The moves of a line, as far as they can be played, with their texts.
    fn named(&self, moves: &[Move]) -> impl Iterator<Item = NamedMove> {
        let texts = game::line(&self.root, moves.iter().copied());
        texts.into_iter().zip(moves).map(|(text, &m)| NamedMove { m: Position::<V>::to_any(m), text })
    }

    fn text(&self, line: &Line, progress: &Progress) -> String {
        let mut text = thought::numbers(line.depth, line.score, progress);
        let Some(mut board) = self.shown.clone() else {
            game::line(&self.root, line.moves.iter().copied()).iter().for_each(|m| text.extend([" ", m]));
            return text;
        };
        let mut pos = self.root;
        for &m in &line.moves {
            if !pos.is_legal(m, &pos.constraints()) {
                break;
            }
            let plies = script(&pos, &board, m);
            text.push(' ');
            text += &match plies[..] {
                [ply] => ply.to_string(),
                _ => pos.write_move(m),
            };
            plies.iter().for_each(|ply| board.play(ply));
            pos.play(m, &mut ());
        }
        text
    }
}

impl<V: Variant> SearchReporter<Position<V>> for Reporter<V> {
    fn report(&mut self, report: &Report) -> Option<SearchEvent> {
        match report {
            Report::Line(line, progress) => {
                if self.lines == 1 && !self.repeats && repeats_mate(self.before.as_ref(), line) {
                    return None;
                }
                self.before = Some(line.clone()).filter(|_| line.rank == 1);
                let is_exact = line.bound == Bound::Exact;
                if line.rank == 1 && is_exact {
                    self.told = line.moves.first().copied();
                }
                Some(self.thought(line, progress, line.rank <= self.lines && is_exact))
            }
            Report::CurrentMove(_, m, number) => Some(SearchEvent::CurrentMove(*number, self.root.write_move(*m))),
            Report::Over(_) => None,
        }
    }

    fn answer(&self, answer: &Answer) -> Vec<SearchEvent> {
        let Answer { best, ponder, score, nodes } = *answer;
        let moves: Vec<Move> = best.into_iter().chain(ponder).collect();
        let mut named = self.named(&moves);
        let answer = SearchEvent::Answer { best: named.next(), reply: named.next(), score };
        if best.is_none() || best == self.told {
            return vec![answer];
        }
        let progress = Progress { nodes, time: Duration::ZERO, hash_full: 0 };
        let line = Line { depth: 1, selective_depth: 1, rank: 1, score, bound: Bound::Exact, moves: moves.clone() };
        vec![self.thought(&line, &progress, true), answer]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Insurrection;

    #[test]
    fn moves_are_written_as_they_are_shown() {
        let root: Position<Insurrection> = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1".parse().unwrap();
        let shown = Board::new(&root.board_text(), &[]);
        let moves = vec![root.parse_move("f3e5").unwrap()];
        let thought = Line { depth: 3, selective_depth: 5, rank: 1, score: -20, bound: Bound::Exact, moves };
        let progress = Progress { nodes: 1234, time: Duration::from_millis(256), hash_full: 0 };
        assert_eq!(Reporter::new(root, Some(shown), 1, true).text(&thought, &progress), "3 -20 25 1234 f3e5p");
    }
}
