//! Lines of thought as XBoard reads them: `depth score time nodes moves`, time in hundredths of a second, a mate in N
//! moves as 100000 + N.

use engine::{Line, Progress};
use eval::{Score, score};
use movegen::{Position, Variant};

use super::super::board::Mirror;
use super::script::script;

/// The score that stands for a mate at once.
const MATE: i32 = 100_000;

/// A score as XBoard reads it.
pub(crate) fn score_text(value: Score) -> String {
    if !score::is_decisive(value) {
        return value.to_string();
    }
    let plies = score::WIN - value.abs();
    let moves = (plies + 1) / 2;
    (if value > 0 { MATE + moves } else { -MATE - moves }).to_string()
}

/// One line of thought. The moves are written as XBoard would show them, so that the user can step through them there.
pub(crate) fn line<V: Variant>(root: &Position<V>, shown: &Mirror, line: &Line, progress: &Progress) -> String {
    let (mut pos, mut board) = (*root, shown.clone());
    let mut text =
        format!("{} {} {} {}", line.depth, score_text(line.score), progress.time.as_millis() / 10, progress.nodes);
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

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Bound;
    use movegen::Insurrection;
    use std::time::Duration;

    #[test]
    fn mates_are_counted_from_a_hundred_thousand() {
        assert_eq!(score_text(35), "35");
        assert_eq!(score_text(score::win_in(1)), "100001");
        assert_eq!(score_text(score::win_in(5)), "100003");
        assert_eq!(score_text(score::loss_in(4)), "-100002");
        assert_eq!(score_text(score::loss_in(0)), "-100000");
    }

    #[test]
    fn moves_are_written_as_they_are_shown() {
        let root: Position<Insurrection> = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1".parse().unwrap();
        let shown = Mirror::new(&root.board_text(), &[]);
        let moves = vec![root.parse_move("f3e5").unwrap()];
        let thought = Line { depth: 3, selective_depth: 5, rank: 1, score: -20, bound: Bound::Exact, moves };
        let progress = Progress { nodes: 1234, time: Duration::from_millis(256), hash_full: 0 };
        assert_eq!(line(&root, &shown, &thought, &progress), "3 -20 25 1234 f3e5p");
    }
}
