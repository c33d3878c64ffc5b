//! Pruning, reduction and extension conditions that depend on depth and scores alone, one function each, and the table of late-move
//! reductions. The numbers are in `params.rs`. Conditions that need the tree are in `search.rs` (null move, ProbCut, singular
//! extensions), `moves.rs` (reduction adjustments) and `quiescence.rs`.

use eval::Score;
use eval::score::{LARGEST_EVALUATION, is_decisive};
use movegen::{PieceType, Position, Variant, Verdict};

use crate::params;

/// Returns `true` if the evaluation is higher than two plies before, or four if the side was in check then, or if neither is known.
#[inline]
pub(crate) fn is_improving(evaluation: Score, earlier: [Option<Score>; 2]) -> bool {
    earlier.into_iter().flatten().next().is_none_or(|before| evaluation > before)
}

/// Reverse futility pruning (static null-move pruning): the evaluation is far above beta at a shallow depth. Returns a score between
/// beta and the evaluation, or beta itself if it lies outside the range of evaluations (a loss by repetition). Not applied to mate
/// scores.
#[inline]
pub(crate) fn reverse_futility<V: Variant>(
    depth: i32,
    improving: bool,
    evaluation: Score,
    beta: Score,
) -> Option<Score> {
    let margin = params::reverse_futility_margin::<V>() * depth
        - params::reverse_futility_improving::<V>() * i32::from(improving);
    if depth > params::reverse_futility_depth::<V>() || evaluation - margin < beta || is_decisive(beta) {
        return None;
    }
    Some(if beta.abs() > LARGEST_EVALUATION { beta } else { beta + (evaluation - beta) / 3 })
}

/// Hindsight: returns the depth adjustment of a node reached by a reduced move: -1 if the opponent's evaluation fell by much, +1 if
/// it did not fall although the move was reduced by much. (After Stockfish, 2024.)
#[inline]
pub(crate) fn hindsight<V: Variant>(depth: i32, prior_reduction: i32, fall: Score) -> i32 {
    if prior_reduction >= params::hindsight_extension::<V>() && fall <= 0 {
        1
    } else {
        -i32::from(prior_reduction >= 1 && depth >= 2 && fall > params::hindsight_margin::<V>())
    }
}

/// Returns `true` if a PV node at this depth reduces its other moves once a move has raised alpha. (After Stockfish, 2021.)
#[inline]
pub(crate) fn is_reduced_after_alpha_raise<V: Variant>(depth: i32) -> bool {
    (2..=params::raised_alpha_depth::<V>()).contains(&depth)
}

/// Razoring: the evaluation is so far below alpha that only captures could help.
#[inline]
pub(crate) fn razoring<V: Variant>(depth: i32, evaluation: Score, alpha: Score) -> bool {
    depth <= params::razoring_depth::<V>()
        && evaluation + params::razoring_base::<V>() + params::razoring_margin::<V>() * depth * depth < alpha
}

/// Returns `true` if null-move pruning is sound: not with fewer than two non-pawn pieces beside the royals (zugzwang), and not with
/// few legal moves where stalemate loses.
pub(crate) fn may_pass<V: Variant>(pos: &Position<V>) -> bool {
    let us = pos.turn();
    let royals = V::royals(pos, us);
    let non_pawns = (pos.color(us) - pos.piece_type(PieceType::PAWN)) - royals;
    let stalemate_is_far = || match pos.game().stalemate() {
        Verdict::Draw => true,
        // To have no moves is the goal: a passed move proves nothing.
        Verdict::Win => false,
        Verdict::Loss => pos.count_moves() >= params::null_move_mobility::<V>() as u64,
    };
    non_pawns.many() && stalemate_is_far()
}

/// Returns `true` if the side to move has several royals, any of which may be mated: static evaluations are less reliable then.
#[inline]
pub(crate) fn is_fragile<V: Variant>(pos: &Position<V>) -> bool {
    V::SEVERAL_ROYALS && V::royals(pos, pos.turn()).many()
}

/// Returns the null-move reduction in plies.
#[inline]
pub(crate) fn null_move_reduction<V: Variant>(depth: i32, evaluation: Score, beta: Score) -> i32 {
    params::null_move_base::<V>()
        + depth / params::null_move_divisor::<V>()
        + ((evaluation - beta) / params::null_move_margin::<V>()).clamp(0, 4)
}

/// Late-move pruning: returns the number of quiet moves searched at a shallow node.
#[inline]
pub(crate) fn late_move_count<V: Variant>(depth: i32, improving: bool) -> usize {
    let count = (params::late_move_base::<V>() + depth * depth) * params::late_move_scale::<V>() / 64;
    (if improving { count } else { count / 2 + 1 }) as usize
}

/// Blends a stand-pat score with beta, because the opponent's captures are still to come. (After Stockfish, 2023.)
#[inline]
pub(crate) fn blend_stand_pat(evaluation: Score, beta: Score) -> Score {
    let is_plain = evaluation.abs().max(beta.abs()) <= LARGEST_EVALUATION;
    if is_plain { i32::midpoint(evaluation, beta) } else { evaluation }
}

/// Futility pruning: a quiet move cannot raise the evaluation above alpha.
#[inline]
pub(crate) fn futility<V: Variant>(reduced_depth: i32, evaluation: Score, alpha: Score) -> bool {
    reduced_depth <= params::futility_depth::<V>()
        && evaluation + params::futility_base::<V>() + params::futility_margin::<V>() * reduced_depth.max(0) <= alpha
}

/// Futility pruning of a capture: its gain cannot raise the evaluation above alpha.
#[inline]
pub(crate) fn capture_futility<V: Variant>(depth: i32, evaluation: Score, gain: Score, alpha: Score) -> bool {
    depth <= params::capture_futility_depth::<V>()
        && evaluation + gain + params::capture_futility_base::<V>() + params::capture_futility_margin::<V>() * depth
            <= alpha
}

/// Returns the exchange value that a quiet move must reach.
#[inline]
pub(crate) fn quiet_exchange_floor<V: Variant>(reduced_depth: i32) -> Score {
    -params::see_quiet_margin::<V>() * reduced_depth * reduced_depth
}

/// Returns the bound that all other moves must stay below for the transposition table move to be singular.
#[inline]
pub(crate) fn singular_beta<V: Variant>(table_score: Score, depth: i32, was_pv: bool) -> Score {
    table_score - depth * (params::singular_margin::<V>() + if was_pv { 32 } else { 0 }) / 64
}

/// Returns the extension of a singular move: one to three plies by the distance to the other moves.
#[inline]
pub(crate) fn singular_extension<V: Variant>(score: Score, singular_beta: Score, pv: bool) -> i32 {
    if pv {
        return 1 + i32::from(score < singular_beta - 4 * params::double_extension_margin::<V>());
    }
    1 + i32::from(score < singular_beta - params::double_extension_margin::<V>())
        + i32::from(score < singular_beta - params::triple_extension_margin::<V>())
}

/// Table of late-move reductions in 1/1024 ply, by depth and move number.
pub(crate) struct Reductions {
    table: [[i16; 64]; 64],
    /// The parameters it was computed from: base and factor.
    parameters: (i32, i32),
}

impl Reductions {
    /// Computes the table from the parameters.
    pub(crate) fn new<V: Variant>() -> Self {
        // ln n = ln (n - 1) + 2 artanh (1 / (2n - 1)): only additions and products, so that the table is the same on every machine.
        let mut ln = [0.0; 64];
        for n in 2..64 {
            let x = 1.0 / (2 * n - 1) as f64;
            let terms = (0..12).map(|k| (0..k).fold(x, |power, _| power * x * x) / f64::from(2 * k + 1));
            ln[n] = ln[n - 1] + 2.0 * terms.sum::<f64>();
        }
        let (base, factor) = (params::lmr_base::<V>(), params::lmr_factor::<V>());
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let product: f64 = ln[depth] * ln[number];
                *entry = (f64::from(base) + product * f64::from(factor)) as i16;
            }
        }
        Self { table, parameters: (base, factor) }
    }

    /// Recomputes the table if its parameters have changed, which happens only with the feature `tune`.
    pub(crate) fn refresh<V: Variant>(&mut self) {
        if self.parameters != (params::lmr_base::<V>(), params::lmr_factor::<V>()) {
            *self = Self::new::<V>();
        }
    }

    /// Returns the reduction of move number `number` at this depth, in 1/1024 ply.
    #[inline]
    pub(crate) fn of(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.table[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::score::{REPETITION_WIN, loss_in};
    use movegen::{Chess, Empire};

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let r = Reductions::new::<Chess>();
        assert!(r.of(20, 20) > r.of(10, 20) && r.of(20, 20) > r.of(20, 5) && r.of(200, 200) == r.of(63, 63));
    }

    #[test]
    fn improving_compares_with_last_known_evaluation() {
        assert!(is_improving(10, [Some(5), Some(20)]) && !is_improving(10, [Some(20), Some(5)]));
        assert!(is_improving(10, [None, Some(5)]) && !is_improving(10, [None, Some(20)]));
        assert!(is_improving(-300, [None, None]));
    }

    #[test]
    fn reverse_futility_returns_score_above_beta() {
        let value = reverse_futility::<Chess>(1, false, 900, 300).unwrap();
        assert!(300 < value && value < 900, "{value}");
        assert_eq!(reverse_futility::<Chess>(9, false, 350, 300), None);
    }

    #[test]
    fn reverse_futility_keeps_beta_near_repetition_loss() {
        let beta = 6 - REPETITION_WIN;
        assert_eq!(reverse_futility::<Chess>(1, false, 200, beta), Some(beta));
        assert_eq!(reverse_futility::<Chess>(1, false, 200, loss_in(7)), None);
    }

    #[test]
    fn hindsight_adjusts_depth_of_reduced_nodes() {
        let (much, margin) = (params::hindsight_extension::<Chess>(), params::hindsight_margin::<Chess>());
        assert_eq!(hindsight::<Chess>(5, much, 0), 1);
        assert_eq!(hindsight::<Chess>(5, much, 1), 0);
        assert_eq!(hindsight::<Chess>(5, much - 1, 0), 0);
        assert_eq!(hindsight::<Chess>(5, 1, margin + 1), -1);
        assert_eq!(hindsight::<Chess>(5, 0, margin + 1), 0);
        assert_eq!(hindsight::<Chess>(1, 1, margin + 1), 0);
    }

    #[test]
    fn stand_pat_is_blended_with_beta() {
        assert_eq!(blend_stand_pat(300, 100), 200);
        assert_eq!(blend_stand_pat(100, 100), 100);
        assert_eq!(blend_stand_pat(300, 6 - REPETITION_WIN), 300);
    }

    #[test]
    fn null_move_is_skipped_in_zugzwang() {
        let pawns: Position<Chess> = "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1".parse().unwrap();
        let knight: Position<Chess> = "4k3/pp6/8/8/8/8/PP6/4K1N1 w - - 0 1".parse().unwrap();
        let knights: Position<Chess> = "4k3/pp6/8/8/8/8/PP6/1N2K1N1 w - - 0 1".parse().unwrap();
        assert!(!may_pass(&pawns) && !may_pass(&knight) && may_pass(&knights));
    }

    #[test]
    fn null_move_is_skipped_near_losing_stalemate() {
        let cornered: Position<Empire> = "k7/p7/P7/8/8/1D6/8/1K6 b - - 0 1".parse().unwrap();
        assert!(!may_pass(&cornered));
        assert!(may_pass(&Position::<Empire>::start()));
    }
}
