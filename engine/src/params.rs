//! The tunable numbers of the search, in one table.
//!
//! Units: margins in centipawns, depths in plies, reductions in 1/1024 ply, history values in units of the history tables (at most
//! 16,384). Most values were tuned by SPSA in chess (`docs/results/search.md`); the others are common starting values.
//!
//! They are compile-time constants. With the feature `tune` they are global variables that [`set`] changes; such a build is a few
//! percent slower and plays the same.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering};

/// One number of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Name of the parameter.
    pub name: &'static str,
    /// Value in this version.
    pub value: i32,
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
    /// Value that disables the rule, often outside the range; `None` if there is none.
    pub off: Option<i32>,
}

impl Parameter {
    /// Returns the smallest value that [`set`] accepts: `min`, or a smaller value that disables the rule.
    pub fn lowest(&self) -> i32 {
        self.off.map_or(self.min, |off| off.min(self.min))
    }

    /// Returns the largest value that [`set`] accepts.
    pub fn highest(&self) -> i32 {
        self.off.map_or(self.max, |off| off.max(self.max))
    }

    /// Returns the current value: [`Parameter::value`] unless [`set`] has changed it.
    pub fn now(&self) -> i32 {
        now(self)
    }
}

/// An error of [`set`], which changes nothing then.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterError {
    /// The search was compiled with constants.
    #[error("search parameters are fixed: this program was built without the feature 'tune'")]
    Fixed,
    /// There is no such parameter.
    #[error("the search has no parameter of that name")]
    Unknown,
    /// The value is outside the range.
    #[error("it takes a number from {0} to {1}")]
    Range(i32, i32),
}

/// Returns the parameters that [`set`] can change: all with the feature `tune`, none without.
pub const fn settable() -> &'static [Parameter] {
    if cfg!(feature = "tune") { ALL } else { &[] }
}

/// Changes a parameter for all later searches of this process. A running search may see the new value at any moment.
///
/// # Errors
/// The build has constants, the name is unknown, or the value is out of its range.
pub fn set(name: &str, value: i32) -> Result<(), ParameterError> {
    let index = ALL.iter().position(|p| p.name == name).ok_or(ParameterError::Unknown)?;
    let (lowest, highest) = (ALL[index].lowest(), ALL[index].highest());
    if !(lowest..=highest).contains(&value) {
        return Err(ParameterError::Range(lowest, highest));
    }
    store(index, value)
}

#[cfg(not(feature = "tune"))]
fn store(_: usize, _: i32) -> Result<(), ParameterError> {
    Err(ParameterError::Fixed)
}

#[cfg(not(feature = "tune"))]
const fn now(parameter: &Parameter) -> i32 {
    parameter.value
}

#[cfg(feature = "tune")]
fn now(parameter: &Parameter) -> i32 {
    let index = ALL.iter().position(|p| p.name == parameter.name);
    index.map_or(parameter.value, |index| NOW[index].load(Ordering::Relaxed))
}

#[cfg(feature = "tune")]
fn store(index: usize, value: i32) -> Result<(), ParameterError> {
    NOW[index].store(value, Ordering::Relaxed);
    Ok(())
}

/// Current values, by index in [`ALL`].
#[cfg(feature = "tune")]
static NOW: [AtomicI32; ALL.len()] = {
    let mut now = [const { AtomicI32::new(0) }; ALL.len()];
    let mut i = 0;
    while i < now.len() {
        now[i] = AtomicI32::new(ALL[i].value);
        i += 1;
    }
    now
};

/// `name: value, min..max, off value;` expands to a function `name() -> i32`, constant without the feature `tune`, and an entry of [`ALL`].
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $value:literal, $min:literal .. $max:literal $(, off $off:literal)?;)*) => {
        /// Indices in the table.
        #[cfg(feature = "tune")]
        #[expect(non_camel_case_types, reason = "variants have the names of the parameters")]
        enum At { $($name),* }

        $($(#[$doc])*
        #[cfg(not(feature = "tune"))]
        #[inline]
        pub const fn $name() -> i32 {
            $value
        }

        $(#[$doc])*
        #[cfg(feature = "tune")]
        #[inline]
        pub fn $name() -> i32 {
            NOW[At::$name as usize].load(Ordering::Relaxed)
        })*

        /// All parameters, for tuners.
        pub const ALL: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            value: $value,
            min: $min,
            max: $max,
            off: parameters!(@off $($off)?),
        }),*];
    };
    (@off) => { None };
    (@off $off:literal) => { Some($off) };
}

parameters! {
    /// Half of the first aspiration window.
    aspiration_window: 12, 5..50;
    /// Smallest depth with aspiration windows.
    aspiration_depth: 4, 2..8, off 99;
    /// Growth of a failed window in percent.
    aspiration_growth: 50, 20..150;

    /// Largest depth for reverse futility pruning.
    reverse_futility_depth: 9, 4..14, off 0;
    /// Margin of reverse futility for each ply of depth.
    reverse_futility_margin: 75, 40..150;
    /// Reduction of the margin when improving.
    reverse_futility_improving: 23, 0..150, off 0;
    /// Largest depth for razoring.
    razoring_depth: 4, 1..7, off 0;
    /// Margin of razoring at depth 0.
    razoring_base: 135, 50..500;
    /// Margin of razoring for each squared ply of depth.
    razoring_margin: 246, 50..400;

    /// Smallest depth for null-move pruning.
    null_move_depth: 3, 2..5, off 99;
    /// Smallest null-move reduction in plies.
    null_move_base: 4, 2..6;
    /// Plies of depth for each further ply of reduction.
    null_move_divisor: 4, 2..8, off 999;
    /// Centipawns above beta for each further ply of reduction.
    null_move_margin: 254, 100..400, off 30000;
    /// Margin of the evaluation above beta at depth 0.
    null_move_static_base: 161, 0..400, off -4000;
    /// Reduction of that margin for each ply of depth.
    null_move_static_margin: 24, 5..40;
    /// Smallest depth at which null-move cutoffs are verified.
    null_move_verification: 14, 8..20, off 99;
    /// Smallest number of legal moves for a null move where stalemate loses.
    null_move_mobility: 9, 3..20, off 0;

    /// Smallest depth for ProbCut.
    probcut_depth: 5, 4..9, off 99;
    /// Margin above beta.
    probcut_margin: 243, 80..350;
    /// Reduction of the margin when improving.
    probcut_improving: 2, 0..120, off 0;

    /// Smallest depth for internal iterative reductions.
    iir_depth: 4, 2..8, off 99;

    /// Smallest depth for singular extensions.
    singular_depth: 6, 5..9, off 99;
    /// Margin below the transposition table score for each ply of depth, in 1/64 centipawn.
    singular_margin: 107, 20..160;
    /// Margin below the singular beta for a double extension.
    double_extension_margin: 6, 4..40, off 30000;
    /// Margin below the singular beta for a triple extension.
    triple_extension_margin: 89, 40..200, off 30000;
    /// Quiet moves before late-move pruning at depth 0.
    late_move_base: 4, 2..8, off 9999;
    /// Scale of the sum of that and the squared depth, in 1/64.
    late_move_scale: 51, 20..160;
    /// Largest reduced depth for futility pruning of quiet moves.
    futility_depth: 9, 5..13, off -1;
    /// Margin of futility at depth 0.
    futility_base: 100, 40..200;
    /// Margin of futility for each ply of reduced depth.
    futility_margin: 68, 40..160;
    /// Largest depth for futility pruning of captures.
    capture_futility_depth: 6, 3..10, off 0;
    /// Margin of capture futility at depth 0.
    capture_futility_base: 94, 80..400;
    /// Margin of capture futility for each ply of depth.
    capture_futility_margin: 224, 80..300;
    /// Largest depth for pruning of losing purchases.
    purchase_pruning_depth: 6, 3..10, off 0;
    /// Largest depth for exchange pruning of quiet moves.
    see_depth: 9, 5..14, off 0;
    /// Allowed exchange loss of a quiet move for each squared ply of reduced depth.
    see_quiet_margin: 15, 10..60;
    /// Allowed exchange loss of a capture for each ply of depth.
    see_noisy_margin: 104, 40..180, off 9999;

    /// Smallest depth for late-move reductions.
    lmr_depth: 2, 2..5, off 99;
    /// Base reduction.
    lmr_base: 1210, 200..1600;
    /// Factor of the product of the logarithms of depth and move number.
    lmr_factor: 349, 250..700;
    /// Added at expected cut nodes.
    lmr_cut_node: 2563, 800..3000, off 0;
    /// Added when not improving.
    lmr_worsening: 1050, 300..1800, off 0;
    /// Added when the transposition table move is a capture.
    lmr_noisy_best: 1115, 200..1800, off 0;
    /// Subtracted at PV nodes.
    lmr_pv: 292, 100..2000, off 0;
    /// Subtracted when the move gives check.
    lmr_check: 1229, 300..2000, off 0;
    /// Subtracted for killers.
    lmr_killer: 433, 300..2000, off 0;
    /// Subtracted for captures and promotions.
    lmr_noisy: 449, 0..2000, off 0;
    /// Added after many beta cutoffs at the child ply.
    lmr_cutoffs: 806, 0..2000, off 0;
    /// Added to the reduction of early moves without a transposition table move.
    lmr_no_best: 1100, 0..2000, off 0;
    /// Reduction from which an early move is searched one ply less deeply.
    lmr_not_late: 3494, 2000..6000, off 99999;
    /// History score for one ply of reduction.
    lmr_history: 13626, 4000..16000, off 999999;
    /// Margin above the best score from which a re-search is one ply deeper.
    lmr_deeper: 50, 15..100, off 30000;
    /// Largest depth of a PV node that reduces its other moves after an alpha raise.
    raised_alpha_depth: 5, 3..8, off 0;
    /// Sum of both sides' evaluations above which hindsight reduces a node.
    hindsight_margin: 166, 40..400, off 30000;
    /// Smallest reduction in plies from which hindsight extends a node.
    hindsight_extension: 3, 2..6, off 99;

    /// History bonus for each ply of depth.
    history_slope: 383, 80..400;
    /// Offset subtracted from the bonus.
    history_offset: 120, 0..400;
    /// Largest bonus.
    history_limit: 1550, 800..3000, off 0;
    /// Weight of the continuation history four plies before, in 1/8.
    history_fourth: 3, 0..12, off 0;
    /// Malus of moves searched before a cutoff, in 1/64 of the bonus.
    history_malus: 105, 20..160;
    /// Bonus of the prior move after a fail low, in 1/64 of the bonus.
    prior_move_bonus: 68, 0..128, off 0;
    /// Bonus of a move for each centipawn of evaluation change.
    eval_difference_bonus: 24, 0..50, off 0;
    /// Largest bonus by evaluation change.
    eval_difference_limit: 1200, 400..2000;
    /// Bonus of a transposition table move that cuts off, in 1/64 of the bonus.
    tt_cutoff_bonus: 76, 0..128, off 0;
    /// Bonus of a re-searched move, in 1/64 of the bonus.
    lmr_research_bonus: 75, 0..128, off 0;
    /// Ordering score of the first killer, in history units.
    killer_first: 16360, 5000..40000, off 0;
    /// Ordering score of the second killer.
    killer_second: 10636, 1000..40000, off 0;
    /// Bonus of a quiet move from a square attacked by a cheaper piece, for each centipawn of the moving piece.
    escape_weight: 40, 0..60, off 0;
    /// Penalty of a quiet move to such a square.
    danger_weight: 24, 0..60, off 0;
    /// Smallest difference in value to a cheaper piece.
    danger_margin: 60, 0..300;
    /// Bonus of a quiet move that attacks a royal.
    check_bonus: 16219, 0..40000, off 0;
    /// Weight of the capture history in the exchange threshold of good captures.
    good_capture_history: 42, 10..80, off 0;
    /// Distance from the window for lazy evaluation.
    lazy_margin: 400, 200..900, off 99999;
    /// Value of a change of enemy royals in move ordering and exchanges.
    new_royals_value: 150, 0..800, off 0;
    /// Futility margin in quiescence.
    quiescence_margin: 235, 60..400, off 99999;
    /// Captures searched by quiescence before only recaptures and moves that may end the game.
    quiescence_moves: 2, 1..8, off 999;
    /// Weight of the correction by pawn structure, in 1/1024.
    correction_pawn: 20, 10..150, off 0;
    /// Weight of the corrections by the other pieces.
    correction_pieces: 54, 10..150, off 0;
    /// Weight of the correction by the last two moves.
    correction_continuation: 55, 10..150, off 0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_within_their_ranges() {
        for p in ALL {
            assert!(p.min <= p.value && p.value <= p.max, "{} = {}", p.name, p.value);
        }
    }

    #[test]
    fn parameter_names_are_unique() {
        for (i, p) in ALL.iter().enumerate() {
            assert!(ALL[..i].iter().all(|other| other.name != p.name), "{} occurs twice", p.name);
        }
    }

    #[test]
    fn invalid_names_and_values_are_rejected() {
        assert_eq!(set("no_such_rule", 0), Err(ParameterError::Unknown));
        assert_eq!(set("razoring_depth", 8), Err(ParameterError::Range(0, 7)));
        assert_eq!(set("razoring_depth", razoring_depth()).is_ok(), cfg!(feature = "tune"));
        assert_eq!(settable().is_empty(), !cfg!(feature = "tune"));
    }
}
