//! When a node or a move is not searched, or less deeply, or deeper: a function for each rule that compares depth and
//! values, and the table of late move reductions. The numbers are in `params.rs`. Conditions that need the tree stand with
//! the rules' users: the null move, ProbCut and singular moves in `search.rs`, what makes a reduction larger or smaller in
//! `moves.rs`, the rules of quiescence in `quiescence.rs`.

use eval::Score;
use eval::score::{LARGEST_EVALUATION, is_decisive};
use movegen::{PieceType, Position, Variant, Verdict};

use crate::params;

/// Whether a side stands better than when it was last judged: two plies ago, or four if it was in check then. Where it was in
/// check both times, or the root lies between, it gets the benefit of the doubt.
#[inline]
pub(crate) fn is_improving(evaluation: Score, earlier: [Option<Score>; 2]) -> bool {
    earlier.into_iter().flatten().next().is_none_or(|before| evaluation > before)
}

/// Reverse futility (static null move): the static value is so far above beta that a shallow search would not fall
/// below it. Gives the node's value: between beta and the static value, but where beta is no value that a position can
/// have by its looks (a loss by repetition), not more than beta, because nothing lies between. That a position looks good
/// does not say that it is not mate.
#[inline]
pub(crate) fn reverse_futility(depth: i32, improving: bool, evaluation: Score, beta: Score) -> Option<Score> {
    let margin =
        params::reverse_futility_margin() * depth - params::reverse_futility_improving() * i32::from(improving);
    if depth > params::reverse_futility_depth() || evaluation - margin < beta || is_decisive(beta) {
        return None;
    }
    Some(if beta.abs() > LARGEST_EVALUATION { beta } else { beta + (evaluation - beta) / 3 })
}

/// Hindsight: plies by which a node reached by a reduced move is searched deeper. One less, if the opponent has lost much by
/// the move; one more, if he has lost nothing by a move that was much reduced. (After Stockfish, 2024.)
#[inline]
pub(crate) fn hindsight(depth: i32, prior_reduction: i32, fall: Score) -> i32 {
    if prior_reduction >= params::hindsight_extension() && fall <= 0 {
        1
    } else {
        -i32::from(prior_reduction >= 1 && depth >= 2 && fall > params::hindsight_margin())
    }
}

/// Whether a principal variation's node at this depth looks less deeply at its other moves once one has raised alpha. (After
/// Stockfish, 2021.)
#[inline]
pub(crate) fn is_settled_by_a_rise(depth: i32) -> bool {
    (2..=params::raised_alpha_depth()).contains(&depth)
}

/// Razoring: the static value is so far below alpha that only captures could help.
#[inline]
pub(crate) fn razoring(depth: i32, evaluation: Score, alpha: Score) -> bool {
    depth <= params::razoring_depth()
        && evaluation + params::razoring_base() + params::razoring_margin() * depth * depth < alpha
}

/// Whether the side to move may pass to see if even that holds beta. Passing proves nothing where it may be the best
/// move: a side with one officer or none lives in zugzwang, and where stalemate loses, a side with few moves too.
pub(crate) fn may_pass<V: Variant>(pos: &Position<V>) -> bool {
    let us = pos.turn();
    let royals = V::royals(pos, us);
    let officers = (pos.color(us) - pos.piece_type(PieceType::PAWN)) - royals;
    let stalemate_is_far = || match V::STALEMATE {
        Verdict::Draw => true,
        Verdict::Loss => pos.count_moves() >= params::null_move_mobility() as u64,
    };
    officers.many() && stalemate_is_far()
}

/// Whether the side to move has several royals, any of which may be mated: quiet values mean less then.
#[inline]
pub(crate) fn is_fragile<V: Variant>(pos: &Position<V>) -> bool {
    V::SEVERAL_ROYALS && V::royals(pos, pos.turn()).many()
}

/// Whether the static value gives a null move a chance; less is asked the deeper the node.
#[inline]
pub(crate) fn null_move_is_promising(depth: i32, evaluation: Score, beta: Score) -> bool {
    evaluation >= beta + params::null_move_static_base() - params::null_move_static_margin() * depth
}

/// How many plies a null move saves.
#[inline]
pub(crate) fn null_move_reduction(depth: i32, evaluation: Score, beta: Score) -> i32 {
    params::null_move_base()
        + depth / params::null_move_divisor()
        + ((evaluation - beta) / params::null_move_margin()).clamp(0, 4)
}

/// ProbCut: a capture that beats this in a shallow search would beat beta in a deep one.
#[inline]
pub(crate) fn probcut_beta(beta: Score, improving: bool) -> Score {
    beta + params::probcut_margin() - params::probcut_improving() * i32::from(improving)
}

/// Late move pruning: how many quiet moves a shallow node tries.
#[inline]
pub(crate) fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = (params::late_move_base() + depth * depth) * params::late_move_scale() / 64;
    (if improving { count } else { count / 2 + 1 }) as usize
}

/// What quiescence makes of a static value that is not below beta: half of what it lies beyond counts, because the opponent's
/// captures are still to come. (After Stockfish, 2023.)
#[inline]
pub(crate) fn beyond_beta(evaluation: Score, beta: Score) -> Score {
    let is_plain = evaluation.abs().max(beta.abs()) <= LARGEST_EVALUATION;
    if params::quiescence_blend() != 0 && is_plain { i32::midpoint(evaluation, beta) } else { evaluation }
}

/// The same for captures in quiescence: whether the `number`th is one too many.
#[inline]
pub(crate) fn quiescence_move_count(number: i32) -> bool {
    number > params::quiescence_moves()
}

/// Futility: a quiet move cannot lift the static value over alpha.
#[inline]
pub(crate) fn futility(reduced_depth: i32, evaluation: Score, alpha: Score) -> bool {
    reduced_depth <= params::futility_depth()
        && evaluation + params::futility_base() + params::futility_margin() * reduced_depth.max(0) <= alpha
}

/// Futility of a capture: not even what it takes lifts the static value over alpha.
#[inline]
pub(crate) fn capture_futility(depth: i32, evaluation: Score, gain: Score, alpha: Score) -> bool {
    depth <= params::capture_futility_depth()
        && evaluation + gain + params::capture_futility_base() + params::capture_futility_margin() * depth <= alpha
}

/// The exchange value a quiet move must reach.
#[inline]
pub(crate) fn quiet_exchange_floor(reduced_depth: i32) -> Score {
    -params::see_quiet_margin() * reduced_depth * reduced_depth
}

/// The exchange value a capture must reach.
#[inline]
pub(crate) fn noisy_exchange_floor(depth: i32) -> Score {
    -params::see_noisy_margin() * depth
}

/// The bound that all moves but the table's must stay below for that move to be singular.
#[inline]
pub(crate) fn singular_beta(table_score: Score, depth: i32, was_pv: bool) -> Score {
    table_score - depth * (params::singular_margin() + if was_pv { 32 } else { 0 }) / 64
}

/// Plies added to a move that alone holds the score: one, two or three by how far the others fell short.
#[inline]
pub(crate) fn singular_extension(score: Score, singular_beta: Score, pv: bool) -> i32 {
    if pv {
        return 1 + i32::from(score < singular_beta - 4 * params::double_extension_margin());
    }
    1 + i32::from(score < singular_beta - params::double_extension_margin())
        + i32::from(score < singular_beta - params::triple_extension_margin())
}

/// The reduction of late moves, in 1/1024 ply, for each depth and move number.
pub(crate) struct Reductions {
    table: [[i16; 64]; 64],
    /// What it was made from: base and factor.
    made_from: (i32, i32),
}

impl Default for Reductions {
    /// Fills the table from the parameters.
    fn default() -> Self {
        // ln n = ln (n - 1) + 2 artanh (1 / (2n - 1)): only additions and products, so every machine gets the same table.
        let mut ln = [0.0; 64];
        for n in 2..64 {
            let x = 1.0 / (2 * n - 1) as f64;
            let terms = (0..12).map(|k| (0..k).fold(x, |power, _| power * x * x) / f64::from(2 * k + 1));
            ln[n] = ln[n - 1] + 2.0 * terms.sum::<f64>();
        }
        let (base, factor) = (params::lmr_base(), params::lmr_factor());
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let product: f64 = ln[depth] * ln[number];
                *entry = (f64::from(base) + product * f64::from(factor)) as i16;
            }
        }
        Self { table, made_from: (base, factor) }
    }
}

impl Reductions {
    /// Fills the table again if its parameters have changed since, which only a tuner's build can do.
    pub(crate) fn refresh(&mut self) {
        if self.made_from != (params::lmr_base(), params::lmr_factor()) {
            *self = Self::default();
        }
    }

    /// The reduction of the `number`th move at this depth, in 1/1024 ply.
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
        let r = Reductions::default();
        assert!(r.of(20, 20) > r.of(10, 20) && r.of(20, 20) > r.of(20, 5) && r.of(200, 200) == r.of(63, 63));
    }

    #[test]
    fn a_side_is_improving_against_its_last_static_value() {
        assert!(is_improving(10, [Some(5), Some(20)]) && !is_improving(10, [Some(20), Some(5)]));
        assert!(is_improving(10, [None, Some(5)]) && !is_improving(10, [None, Some(20)]));
        assert!(is_improving(-300, [None, None]));
    }

    #[test]
    fn reverse_futility_gives_a_value_between_beta_and_the_static_value() {
        let value = reverse_futility(1, false, 900, 300).unwrap();
        assert!(300 < value && value < 900, "{value}");
        assert_eq!(reverse_futility(9, false, 350, 300), None);
    }

    #[test]
    fn reverse_futility_invents_no_value_between_a_loss_by_repetition_and_the_static_value() {
        let beta = 6 - REPETITION_WIN;
        assert_eq!(reverse_futility(1, false, 200, beta), Some(beta));
        assert_eq!(reverse_futility(1, false, 200, loss_in(7)), None);
    }

    #[test]
    fn a_reduced_node_is_searched_deeper_or_less_deeply_by_what_the_move_to_it_lost() {
        let (much, margin) = (params::hindsight_extension(), params::hindsight_margin());
        assert_eq!(hindsight(5, much, 0), 1);
        assert_eq!(hindsight(5, much, 1), 0);
        assert_eq!(hindsight(5, much - 1, 0), 0);
        assert_eq!(hindsight(5, 1, margin + 1), -1);
        assert_eq!(hindsight(5, 0, margin + 1), 0);
        assert_eq!(hindsight(1, 1, margin + 1), 0);
    }

    #[test]
    fn a_static_value_beyond_beta_counts_half_beyond_it_where_both_are_plain() {
        assert_eq!(beyond_beta(300, 100), 200);
        assert_eq!(beyond_beta(100, 100), 100);
        assert_eq!(beyond_beta(300, 6 - REPETITION_WIN), 300);
    }

    #[test]
    fn quiescence_tries_few_captures() {
        assert!(!quiescence_move_count(params::quiescence_moves()));
        assert!(quiescence_move_count(params::quiescence_moves() + 1));
    }

    #[test]
    fn nobody_passes_with_one_officer_or_none() {
        let pawns: Position<Chess> = "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1".parse().unwrap();
        let knight: Position<Chess> = "4k3/pp6/8/8/8/8/PP6/4K1N1 w - - 0 1".parse().unwrap();
        let knights: Position<Chess> = "4k3/pp6/8/8/8/8/PP6/1N2K1N1 w - - 0 1".parse().unwrap();
        assert!(!may_pass(&pawns) && !may_pass(&knight) && may_pass(&knights));
    }

    #[test]
    fn nobody_passes_near_stalemate_where_stalemate_loses() {
        let cornered: Position<Empire> = "k7/p7/P7/8/8/1D6/8/1K6 b - - 0 1".parse().unwrap();
        assert!(!may_pass(&cornered));
        assert!(may_pass(&Position::<Empire>::start()));
    }
}
