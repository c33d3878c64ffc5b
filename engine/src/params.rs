//! Every number of the search that may be tuned: one table, so that nothing is hidden in the code that uses it.
//!
//! Margins are in centipawns, depths in plies, reductions in 1/1024 ply, history values in the units of the history
//! tables (at most 16,384). The values are starting points from common practice until matches have tuned them.

/// One number of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
}

/// `name: value, min..max;` becomes a `const fn name() -> i32` and a line of [`ALL`].
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $value:literal, $min:literal .. $max:literal;)*) => {
        $($(#[$doc])*
        #[inline]
        pub const fn $name() -> i32 {
            $value
        })*

        /// All parameters, for tuners and for the record.
        pub const ALL: &[Parameter] =
            &[$(Parameter { name: stringify!($name), value: $value, min: $min, max: $max }),*];
    };
}

parameters! {
    /// Half of the first aspiration window.
    aspiration_window: 14, 5..50;
    /// From this depth on windows are used.
    aspiration_depth: 4, 2..8;
    /// How much a window grows when it fails, in percent.
    aspiration_growth: 50, 20..150;

    /// Deepest node where a static value far above beta ends the search.
    reverse_futility_depth: 9, 4..14;
    /// Margin of reverse futility for each ply of depth.
    reverse_futility_margin: 78, 40..150;
    /// Margin taken off when the side to move is improving.
    reverse_futility_improving: 62, 0..150;
    /// Deepest node where a hopeless static value drops into quiescence.
    razoring_depth: 4, 1..7;
    /// Margin of razoring at depth 0.
    razoring_base: 180, 50..500;
    /// Margin of razoring for each squared ply of depth.
    razoring_margin: 130, 50..400;

    /// Shallowest node where the side to move may pass.
    null_move_depth: 3, 2..5;
    /// Plies that a null move saves at least.
    null_move_base: 4, 2..6;
    /// One more ply saved for so many plies of depth.
    null_move_divisor: 4, 2..8;
    /// One more ply saved for so many centipawns above beta.
    null_move_margin: 200, 100..400;
    /// How far the static value must be above beta at depth 0.
    null_move_static_base: 150, 0..400;
    /// How much less for each ply of depth.
    null_move_static_margin: 20, 5..40;
    /// From this depth on a null move's success is verified.
    null_move_verification: 14, 8..20;
    /// Legal moves that a side must have before it may pass where having none would lose.
    null_move_mobility: 9, 3..20;

    /// Shallowest node for ProbCut.
    probcut_depth: 5, 4..9;
    /// How far above beta a shallower search must end.
    probcut_margin: 190, 80..350;
    /// The same when improving: taken off.
    probcut_improving: 50, 0..120;

    /// Shallowest node that is reduced when the table knows no move.
    iir_depth: 4, 2..8;

    /// Shallowest node that tests its table move for being the only good one.
    singular_depth: 6, 5..9;
    /// Margin below the table's score for each ply of depth, in 1/64 centipawn.
    singular_margin: 64, 20..160;
    /// How far below the singular beta the rest must fall for a second ply.
    double_extension_margin: 16, 4..40;
    /// How far for a third.
    triple_extension_margin: 90, 40..200;

    /// Quiet moves tried before late ones are dropped, at depth 0.
    late_move_base: 4, 2..8;
    /// Deepest node at which quiet moves are dropped for a static value below alpha.
    futility_depth: 9, 5..13;
    /// Margin of futility at depth 0.
    futility_base: 95, 40..200;
    /// Margin of futility for each ply of reduced depth.
    futility_margin: 88, 40..160;
    /// Deepest node at which captures are dropped so.
    capture_futility_depth: 6, 3..10;
    /// Their margin at depth 0.
    capture_futility_base: 170, 80..400;
    /// Their margin for each ply.
    capture_futility_margin: 170, 80..300;
    /// Deepest node at which quiet moves with a bad history are dropped.
    history_pruning_depth: 5, 2..9;
    /// How bad it must be, for each ply.
    history_pruning_margin: 3200, 1500..6000;
    /// Deepest node that asks exchanges about quiet moves.
    see_depth: 9, 5..14;
    /// Deepest node that extends a check.
    check_extension_depth: 6, 0..20;
    /// Loss by exchanges that a quiet move may have, for each squared ply of reduced depth.
    see_quiet_margin: 22, 10..60;
    /// Loss by exchanges that a capture may have, for each ply of depth.
    see_noisy_margin: 95, 40..180;

    /// Reduction of every late move.
    lmr_base: 820, 200..1600;
    /// Factor of the product of the logarithms of depth and move number.
    lmr_factor: 455, 250..700;
    /// Added where no variation is expected to change.
    lmr_cut_node: 1750, 800..3000;
    /// Added when the side to move is not improving.
    lmr_worsening: 900, 300..1800;
    /// Added when the table's move is a capture.
    lmr_noisy_best: 950, 200..1800;
    /// Taken off on or near a principal variation.
    lmr_pv: 1050, 400..2000;
    /// Taken off when the move gives check.
    lmr_check: 1000, 300..2000;
    /// Taken off for killers.
    lmr_killer: 1000, 300..2000;
    /// One ply for so much history.
    lmr_history: 8500, 4000..16000;
    /// A reduced move that beats alpha by so much is searched deeper.
    lmr_deeper: 42, 15..100;

    /// Bonus for a good move, for each ply of depth.
    history_slope: 190, 80..400;
    /// Offset of the bonus.
    history_offset: 120, 0..400;
    /// Largest bonus.
    history_limit: 1800, 800..3000;

    /// Captures below this exchange value plus their history share are tried last.
    good_capture_history: 36, 10..80;
    /// How far outside the window a first guess at the static value must be to do instead of it.
    rough_margin: 400, 200..900;
    /// What toppling the enemy's government is worth to the order of moves and to exchanges.
    coup_value: 150, 0..800;
    /// Margin above the static value in quiescence.
    quiescence_margin: 180, 60..400;

    /// Weight of the correction by pawn structure, in 1/1024 of the table's value.
    correction_pawn: 60, 10..150;
    /// Weight of the corrections by the other men.
    correction_men: 50, 10..150;
    /// Weight of the correction by the last two moves.
    correction_continuation: 50, 10..150;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_within_its_range() {
        for p in ALL {
            assert!(p.min <= p.value && p.value <= p.max, "{} = {}", p.name, p.value);
        }
    }
}
