//! The tunable numbers of the search, in one table.
//!
//! Units: margins in centipawns, depths in plies, reductions in 1/1024 ply, history values in units of the history tables (at most
//! 16,384). Most values were tuned by SPSA (`docs/results/search.md`), in chess or in one game of the family; the others are common
//! starting values.
//!
//! They are compile-time constants of each variant. With the feature `tune`, [`set`] changes them; such a build is a few percent
//! slower and plays the same.

use std::sync::atomic::{AtomicI32, Ordering};

use movegen::{Variant, Verdict};

/// A group of games with the same parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Chess, and all games without parameters of their own.
    Chess,
    /// Games where repetition loses: Empire.
    Empire,
    /// Games where a move can change the royals: Insurrection, Anarchism.
    Coups,
    /// Games where pieces can be bought: Subversion.
    Purchases,
}

impl Family {
    /// Returns the family of a game.
    pub const fn of<V: Variant>() -> Self {
        match V::REPETITION {
            _ if V::PURCHASES => Self::Purchases,
            _ if V::ROYALS_CHANGE => Self::Coups,
            Verdict::Loss => Self::Empire,
            _ => Self::Chess,
        }
    }
}

/// One number of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Name of the parameter.
    pub name: &'static str,
    /// Value in chess in this version.
    pub value: i32,
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
    /// Value that disables the rule, often outside the range; `None` if there is none.
    pub off: Option<i32>,
    /// Values in this version in other families, where they differ.
    pub own: &'static [(Family, i32)],
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

    /// Returns the value given by [`set`].
    pub fn changed(&self) -> Option<i32> {
        Some(CHANGED[index(self.name)?].load(Ordering::Relaxed)).filter(|&value| value != UNCHANGED)
    }

    /// Returns the value in this version in a family of games.
    pub fn value_in(&self, family: Family) -> i32 {
        self.own.iter().find(|(of, _)| *of == family).map_or(self.value, |&(_, value)| value)
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

/// Changes a parameter for all later searches of this process, in every game; `None` gives each game its own value again. A running
/// search may see the new value at any moment.
///
/// # Errors
/// The build has constants, the name is unknown, or the value is out of its range.
pub fn set(name: &str, value: Option<i32>) -> Result<(), ParameterError> {
    let index = index(name).ok_or(ParameterError::Unknown)?;
    let (lowest, highest) = (ALL[index].lowest(), ALL[index].highest());
    if value.is_some_and(|value| !(lowest..=highest).contains(&value)) {
        return Err(ParameterError::Range(lowest, highest));
    }
    if !cfg!(feature = "tune") {
        return Err(ParameterError::Fixed);
    }
    CHANGED[index].store(value.unwrap_or(UNCHANGED), Ordering::Relaxed);
    Ok(())
}

fn index(name: &str) -> Option<usize> {
    ALL.iter().position(|p| p.name == name)
}

/// Values given by [`set`], by index in [`ALL`].
static CHANGED: [AtomicI32; ALL.len()] = [const { AtomicI32::new(UNCHANGED) }; ALL.len()];
/// Stands for each game's own value.
const UNCHANGED: i32 = i32::MIN;

/// A line `name: value (Family value, ...) in min..max, off value, "description";` expands to a function `name::<V>() -> i32`, constant
/// without the feature `tune`, and an entry of [`ALL`]. The first value is that of chess.
macro_rules! parameters {
    ($($name:ident: $value:literal $(($($family:ident $own:literal),*))? in $min:literal .. $max:literal $(, off $off:literal)?,
        $about:literal;)*) => {
        /// Indices in the table.
        #[expect(non_camel_case_types, reason = "variants have the names of the parameters")]
        enum At { $($name),* }

        $(#[doc = $about]
        #[inline]
        pub fn $name<V: Variant>() -> i32 {
            if cfg!(feature = "tune") {
                let changed = CHANGED[At::$name as usize].load(Ordering::Relaxed);
                if changed != UNCHANGED {
                    return changed;
                }
            }
            match const { Family::of::<V>() } {
                $($(Family::$family => $own,)*)?
                _ => $value,
            }
        })*

        /// All parameters, for tuners.
        pub const ALL: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            value: $value,
            min: $min,
            max: $max,
            off: [$(Some($off),)? None][0],
            own: &[$($((Family::$family, $own)),*)?],
        }),*];
    };
}

parameters! {
    aspiration_window: 12 (Empire 13, Coups 15, Purchases 19) in 2..100, "Half of the first aspiration window.";
    aspiration_depth: 4 in 2..8, off 99, "Smallest depth with aspiration windows.";
    aspiration_growth: 50 (Empire 66, Coups 37, Purchases 51) in 10..300, "Growth of a failed window in percent.";

    reverse_futility_depth: 9 (Empire 8, Coups 6, Purchases 11) in 2..28, off 0, "Largest depth for reverse futility pruning.";
    reverse_futility_margin: 75 (Empire 80, Coups 82, Purchases 48) in 20..300,
        "Margin of reverse futility for each ply of depth.";
    reverse_futility_improving: 23 (Empire 24, Coups 29, Purchases 28) in 0..300, off 0,
        "Reduction of the margin when improving.";
    razoring_depth: 4 (Empire 5) in 1..7, off 0, "Largest depth for razoring.";
    razoring_base: 135 (Empire 156, Coups 146, Purchases 137) in 25..1000, "Margin of razoring at depth 0.";
    razoring_margin: 246 (Empire 235, Coups 398, Purchases 259) in 25..800, "Margin of razoring for each squared ply of depth.";

    null_move_depth: 3 in 2..5, off 99, "Smallest depth for null-move pruning.";
    null_move_base: 4 (Empire 5, Coups 6) in 2..10, "Smallest null-move reduction in plies.";
    null_move_divisor: 4 (Purchases 6) in 2..8, off 999, "Plies of depth for each further ply of reduction.";
    null_move_margin: 254 (Empire 375, Coups 305, Purchases 386) in 50..800, off 30000,
        "Centipawns above beta for each further ply of reduction.";
    null_move_static_base: 161 (Empire 198, Coups 104, Purchases 191) in 0..800, off -4000,
        "Margin of the evaluation above beta at depth 0.";
    null_move_static_margin: 24 (Empire 18, Coups 20) in 2..80, "Reduction of that margin for each ply of depth.";
    null_move_verification: 14 in 4..40, off 99, "Smallest depth at which null-move cutoffs are verified.";
    null_move_mobility: 9 in 1..40, off 0, "Smallest number of legal moves for a null move where stalemate loses.";

    probcut_depth: 5 in 4..9, off 99, "Smallest depth for ProbCut.";
    probcut_margin: 243 (Empire 159, Coups 179, Purchases 242) in 40..700, "Margin above beta.";
    probcut_improving: 2 (Empire 1, Coups 4, Purchases 3) in 0..240, off 0, "Reduction of the margin when improving.";

    iir_depth: 4 in 2..8, off 99, "Smallest depth for internal iterative reductions.";

    singular_depth: 6 (Empire 5, Coups 5) in 3..9, off 99, "Smallest depth for singular extensions.";
    singular_margin: 107 (Empire 147, Coups 78, Purchases 86) in 10..320,
        "Margin below the transposition table score for each ply of depth, in 1/64 centipawn.";
    double_extension_margin: 6 (Empire 5, Coups 9, Purchases 8) in 2..80, off 30000,
        "Margin below the singular beta for a double extension.";
    triple_extension_margin: 89 (Empire 122, Coups 84, Purchases 97) in 20..400, off 30000,
        "Margin below the singular beta for a triple extension.";
    late_move_base: 4 (Coups 3, Purchases 6) in 2..8, off 9999, "Quiet moves before late-move pruning at depth 0.";
    late_move_scale: 51 (Empire 63, Coups 55, Purchases 98) in 10..320,
        "Scale of the sum of that and the squared depth, in 1/64.";
    futility_depth: 9 (Coups 6) in 5..13, off -1, "Largest reduced depth for futility pruning of quiet moves.";
    futility_base: 100 (Empire 41, Coups 103, Purchases 140) in 20..400, "Margin of futility at depth 0.";
    futility_margin: 68 (Empire 41, Coups 99, Purchases 75) in 20..320, "Margin of futility for each ply of reduced depth.";
    capture_futility_depth: 6 (Empire 9, Purchases 8) in 3..10, off 0, "Largest depth for futility pruning of captures.";
    capture_futility_base: 94 (Empire 93, Coups 97, Purchases 117) in 40..800, "Margin of capture futility at depth 0.";
    capture_futility_margin: 224 (Empire 263, Coups 157, Purchases 185) in 40..600,
        "Margin of capture futility for each ply of depth.";
    purchase_pruning_depth: 6 (Purchases 7) in 3..10, off 0, "Largest depth for pruning of losing purchases.";
    see_depth: 9 (Empire 8, Coups 12, Purchases 11) in 2..28, off 0, "Largest depth for exchange pruning of quiet moves.";
    see_quiet_margin: 15 (Empire 17, Coups 20) in 5..120,
        "Allowed exchange loss of a quiet move for each squared ply of reduced depth.";
    see_noisy_margin: 104 (Empire 115, Coups 171, Purchases 114) in 20..360, off 9999,
        "Allowed exchange loss of a capture for each ply of depth.";

    lmr_depth: 2 in 2..5, off 99, "Smallest depth for late-move reductions.";
    lmr_base: 1210 (Empire 1074, Coups 1600, Purchases 449) in 100..3200, "Base reduction.";
    lmr_factor: 349 (Empire 258, Coups 284, Purchases 365) in 125..1400,
        "Factor of the product of the logarithms of depth and move number.";
    lmr_cut_node: 2563 (Empire 1965, Coups 991, Purchases 2530) in 400..6000, off 0, "Added at expected cut nodes.";
    lmr_worsening: 1050 (Empire 1399, Coups 538, Purchases 993) in 150..3600, off 0, "Added when not improving.";
    lmr_noisy_best: 1115 (Empire 1327, Coups 821, Purchases 655) in 100..3600, off 0,
        "Added when the transposition table move is a capture.";
    lmr_pv: 292 (Empire 114, Coups 568, Purchases 377) in 50..4000, off 0, "Subtracted at PV nodes.";
    lmr_check: 1229 (Empire 1376, Coups 992, Purchases 1467) in 150..4000, off 0, "Subtracted when the move gives check.";
    lmr_killer: 433 (Empire 688, Coups 375, Purchases 388) in 150..4000, off 0, "Subtracted for killers.";
    lmr_noisy: 449 (Empire 543, Coups 673, Purchases 289) in 0..4000, off 0, "Subtracted for captures and promotions.";
    lmr_cutoffs: 806 (Empire 669, Coups 1029, Purchases 688) in 0..4000, off 0, "Added after many beta cutoffs at the child ply.";
    lmr_no_best: 1100 (Empire 1813, Coups 1174, Purchases 799) in 0..4000, off 0,
        "Added to the reduction of early moves without a transposition table move.";
    lmr_not_late: 3494 (Empire 5458, Coups 4402, Purchases 3937) in 1000..12000, off 99999,
        "Reduction from which an early move is searched one ply less deeply.";
    lmr_history: 13626 (Empire 15601, Coups 9162, Purchases 14238) in 2000..32000, off 999999,
        "History score for one ply of reduction.";
    lmr_deeper: 50 (Empire 84, Coups 53, Purchases 47) in 7..200, off 30000,
        "Margin above the best score from which a re-search is one ply deeper.";
    raised_alpha_depth: 5 in 3..8, off 0,
        "Largest depth of a PV node that reduces its other moves after an alpha raise.";
    hindsight_margin: 166 (Empire 149, Coups 229, Purchases 254) in 20..800, off 30000,
        "Sum of both sides' evaluations above which hindsight reduces a node.";
    hindsight_extension: 3 (Coups 5, Purchases 4) in 2..8, off 99,
        "Smallest reduction in plies from which hindsight extends a node.";

    history_slope: 383 (Empire 398, Coups 381, Purchases 366) in 40..800, "History bonus for each ply of depth.";
    history_offset: 120 (Empire 30, Coups 154, Purchases 130) in 0..800, "Offset subtracted from the bonus.";
    history_limit: 1550 in 400..6000, off 0, "Largest bonus.";
    history_fourth: 3 (Coups 5, Purchases 4) in 0..24, off 0, "Weight of the continuation history four plies before, in 1/8.";
    history_malus: 105 (Empire 130, Coups 159, Purchases 128) in 10..320,
        "Malus of moves searched before a cutoff, in 1/64 of the bonus.";
    prior_move_bonus: 68 (Empire 75, Coups 128, Purchases 74) in 0..256, off 0,
        "Bonus of the prior move after a fail low, in 1/64 of the bonus.";
    eval_difference_bonus: 24 (Empire 32, Coups 23, Purchases 15) in 0..100, off 0,
        "Bonus of a move for each centipawn of evaluation change.";
    eval_difference_limit: 1200 in 200..4000, "Largest bonus by evaluation change.";
    tt_cutoff_bonus: 76 (Empire 59, Coups 66, Purchases 62) in 0..256, off 0,
        "Bonus of a transposition table move that cuts off, in 1/64 of the bonus.";
    lmr_research_bonus: 75 (Empire 89, Coups 33, Purchases 53) in 0..256, off 0,
        "Bonus of a re-searched move, in 1/64 of the bonus.";
    killer_first: 16360 (Empire 13277, Coups 22224, Purchases 28498) in 2500..80000, off 0,
        "Ordering score of the first killer, in history units.";
    killer_second: 10636 (Empire 15622, Coups 4740, Purchases 14460) in 500..80000, off 0,
        "Ordering score of the second killer.";
    escape_weight: 40 (Empire 46, Coups 15, Purchases 2) in 0..120, off 0,
        "Bonus of a quiet move from a square attacked by a cheaper piece, for each centipawn of the moving piece.";
    danger_weight: 24 (Empire 30, Coups 16, Purchases 17) in 0..120, off 0, "Penalty of a quiet move to such a square.";
    danger_margin: 60 (Empire 49, Coups 9, Purchases 44) in 0..600, "Smallest difference in value to a cheaper piece.";
    check_bonus: 16219 (Empire 18803, Coups 24831, Purchases 18047) in 0..80000, off 0,
        "Bonus of a quiet move that attacks a royal.";
    good_capture_history: 42 (Empire 37, Coups 56, Purchases 64) in 5..160, off 0,
        "Weight of the capture history in the exchange threshold of good captures.";
    lazy_margin: 400 (Empire 657, Coups 594, Purchases 614) in 100..1800, off 99999,
        "Distance from the window for lazy evaluation.";
    new_royals_value: 150 (Coups 186) in 0..1600, off 0, "Value of a change of enemy royals in move ordering and exchanges.";
    quiescence_margin: 235 (Empire 103, Coups 70, Purchases 276) in 30..800, off 99999, "Futility margin in quiescence.";
    quiescence_moves: 2 in 1..8, off 999,
        "Captures searched by quiescence before only recaptures and moves that may end the game.";
    correction_pawn: 20 (Empire 22, Coups 29, Purchases 21) in 5..300, off 0,
        "Weight of the correction by pawn structure, in 1/1024.";
    correction_pieces: 54 (Empire 65, Coups 84, Purchases 79) in 5..300, off 0, "Weight of the corrections by the other pieces.";
    correction_continuation: 55 (Empire 38, Coups 77, Purchases 80) in 5..300, off 0,
        "Weight of the correction by the last two moves.";
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Anarchism, Chess, Chess960, Empire, Insurrection, Subversion};

    #[test]
    fn families_follow_from_the_rules() {
        assert_eq!([Family::of::<Chess>(), Family::of::<Chess960>()], [Family::Chess; 2]);
        assert_eq!([Family::of::<Insurrection>(), Family::of::<Anarchism>()], [Family::Coups; 2]);
        assert_eq!([Family::of::<Empire>(), Family::of::<Subversion>()], [Family::Empire, Family::Purchases]);
    }

    #[test]
    fn parameters_are_within_their_ranges() {
        for p in ALL {
            for value in std::iter::once(p.value).chain(p.own.iter().map(|&(_, value)| value)) {
                assert!(p.min <= value && value <= p.max, "{} = {value}", p.name);
            }
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
        assert_eq!(set("no_such_rule", Some(0)), Err(ParameterError::Unknown));
        assert_eq!(set("razoring_depth", Some(8)), Err(ParameterError::Range(0, 7)));
        assert_eq!(set("razoring_depth", None).is_ok(), cfg!(feature = "tune"));
        assert_eq!(settable().is_empty(), !cfg!(feature = "tune"));
    }
}
