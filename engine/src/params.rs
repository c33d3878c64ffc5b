//! Every number of the search that may be tuned: one table, so that nothing is hidden in the code that uses it.
//!
//! Margins are in centipawns, depths in plies, reductions in 1/1024 ply, history values in the units of the history
//! tables (at most 16,384); what ranges from 0 to 1 is a switch. Most values come from SPSAs in chess
//! (`docs/results/search.md`); the others are starting points from common practice.
//!
//! They are constants, which the compiler folds into the code. With the feature `tune` they are variables of the whole
//! process instead, which [`set`] changes: a tuner's build, a few percent slower and otherwise the same engine.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering};

/// One number of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value in this version.
    pub value: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
    /// The value that switches its rule off, often outside the range; `None` if no value of this number does.
    pub off: Option<i32>,
}

impl Parameter {
    /// The smallest value that may be set: `min`, or below that the value that switches the rule off.
    pub fn lowest(&self) -> i32 {
        self.off.map_or(self.min, |off| off.min(self.min))
    }

    /// The largest value that may be set.
    pub fn highest(&self) -> i32 {
        self.off.map_or(self.max, |off| off.max(self.max))
    }

    /// The value that holds now: [`Parameter::value`] unless [`set`] has changed it.
    pub fn now(&self) -> i32 {
        now(self)
    }

    /// Whether it only says if a rule holds, so that there is nothing to tune.
    pub fn is_switch(&self) -> bool {
        (self.min, self.max) == (0, 1)
    }
}

/// Why a parameter could not be set; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterError {
    /// The search was compiled with constants.
    #[error("this program was built without the feature 'tune': its search cannot be changed")]
    Fixed,
    /// There is no such parameter.
    #[error("the search has no parameter of that name")]
    Unknown,
    /// The value is outside the range.
    #[error("it takes a number from {0} to {1}")]
    Range(i32, i32),
}

/// The parameters that [`set`] can change here: all with the feature `tune`, none without.
pub const fn settable() -> &'static [Parameter] {
    if cfg!(feature = "tune") { ALL } else { &[] }
}

/// Changes a parameter for all searches of this process that begin from now on. A search under way may see the new value
/// at any moment.
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

/// The value that holds now, by position in [`ALL`].
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

/// `name: value, min..max, off value;` becomes a function `name() -> i32`, constant unless tuning, and a line of [`ALL`].
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $value:literal, $min:literal .. $max:literal $(, off $off:literal)?;)*) => {
        /// Positions in the table.
        #[cfg(feature = "tune")]
        #[expect(non_camel_case_types, reason = "they bear the names of the parameters")]
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

        /// All parameters, for tuners and for the record.
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
    /// From this depth on windows are used.
    aspiration_depth: 4, 2..8, off 99;
    /// How much a window grows when it fails, in percent.
    aspiration_growth: 50, 20..150;

    /// Deepest node where a static value far above beta ends the search.
    reverse_futility_depth: 9, 4..14, off 0;
    /// Margin of reverse futility for each ply of depth.
    reverse_futility_margin: 75, 40..150;
    /// Margin taken off when the side to move is improving.
    reverse_futility_improving: 23, 0..150, off 0;
    /// Deepest node where a hopeless static value drops into quiescence.
    razoring_depth: 4, 1..7, off 0;
    /// Margin of razoring at depth 0.
    razoring_base: 135, 50..500;
    /// Margin of razoring for each squared ply of depth.
    razoring_margin: 246, 50..400;

    /// Shallowest node where the side to move may pass.
    null_move_depth: 3, 2..5, off 99;
    /// Plies that a null move saves at least.
    null_move_base: 4, 2..6;
    /// One more ply saved for so many plies of depth.
    null_move_divisor: 4, 2..8, off 999;
    /// One more ply saved for so many centipawns above beta.
    null_move_margin: 254, 100..400, off 30000;
    /// How far the static value must be above beta at depth 0.
    null_move_static_base: 161, 0..400, off -4000;
    /// How much less for each ply of depth.
    null_move_static_margin: 24, 5..40;
    /// From this depth on a null move's success is verified.
    null_move_verification: 14, 8..20, off 99;
    /// Legal moves that a side must have before it may pass where having none would lose.
    null_move_mobility: 9, 3..20, off 0;

    /// Shallowest node for ProbCut.
    probcut_depth: 5, 4..9, off 99;
    /// How far above beta a shallower search must end.
    probcut_margin: 243, 80..350;
    /// The same when improving: taken off.
    probcut_improving: 2, 0..120, off 0;

    /// Whether the table's score stands in for a static value on its wrong side.
    tt_score_as_eval: 1, 0..1, off 0;

    /// Whether a side that can repeat a position, where repetition draws, is taken to have a draw at least.
    upcoming_repetition: 1, 0..1, off 0;

    /// Shallowest node that is reduced when the table knows no move.
    iir_depth: 4, 2..8, off 99;

    /// Shallowest node that tests its table move for being the only good one.
    singular_depth: 6, 5..9, off 99;
    /// Margin below the table's score for each ply of depth, in 1/64 centipawn.
    singular_margin: 107, 20..160;
    /// How far below the singular beta the rest must fall for a second ply.
    double_extension_margin: 6, 4..40, off 30000;
    /// How far for a third.
    triple_extension_margin: 89, 40..200, off 30000;
    /// Whether a node ends when others than the table's move beat beta in the test for singular moves.
    multicut: 1, 0..1, off 0;
    /// Whether the table's move is searched less deeply when others are as good.
    negative_extension: 1, 0..1, off 0;

    /// Quiet moves tried before late ones are dropped, at depth 0.
    late_move_base: 4, 2..8, off 9999;
    /// Their number is so many 64ths of that and the squared depth.
    late_move_scale: 51, 20..160;
    /// Deepest node at which quiet moves are dropped for a static value below alpha.
    futility_depth: 9, 5..13, off -1;
    /// Margin of futility at depth 0.
    futility_base: 100, 40..200;
    /// Margin of futility for each ply of reduced depth.
    futility_margin: 68, 40..160;
    /// Deepest node at which captures are dropped so.
    capture_futility_depth: 6, 3..10, off 0;
    /// Their margin at depth 0.
    capture_futility_base: 94, 80..400;
    /// Their margin for each ply.
    capture_futility_margin: 224, 80..300;
    /// Deepest node at which purchases that pay more than they win are dropped.
    purchase_pruning_depth: 6, 3..10, off 0;
    /// Deepest node that asks exchanges about quiet moves.
    see_depth: 9, 5..14, off 0;
    /// Loss by exchanges that a quiet move may have, for each squared ply of reduced depth.
    see_quiet_margin: 15, 10..60;
    /// Loss by exchanges that a capture may have, for each ply of depth.
    see_noisy_margin: 104, 40..180, off 9999;

    /// Shallowest node whose late moves are reduced.
    lmr_depth: 2, 2..5, off 99;
    /// Reduction of every late move.
    lmr_base: 1210, 200..1600;
    /// Factor of the product of the logarithms of depth and move number.
    lmr_factor: 349, 250..700;
    /// Added where no variation is expected to change.
    lmr_cut_node: 2563, 800..3000, off 0;
    /// Added when the side to move is not improving.
    lmr_worsening: 1050, 300..1800, off 0;
    /// Added when the table's move is a capture.
    lmr_noisy_best: 1115, 200..1800, off 0;
    /// Taken off on a principal variation.
    lmr_pv: 292, 100..2000, off 0;
    /// Taken off when the move gives check.
    lmr_check: 1229, 300..2000, off 0;
    /// Taken off for killers.
    lmr_killer: 433, 300..2000, off 0;
    /// Taken off for captures and promotions.
    lmr_noisy: 449, 0..2000, off 0;
    /// Added when more than three nodes after moves tried before have been cut.
    lmr_cutoffs: 806, 0..2000, off 0;
    /// Added where the table knows no move, to the reductions of moves that are not late.
    lmr_no_best: 1100, 0..2000, off 0;
    /// A move that is not late is searched a ply less deeply for so large a reduction.
    lmr_not_late: 3494, 2000..6000, off 99999;
    /// One ply for so much history.
    lmr_history: 13626, 4000..16000, off 999999;
    /// A reduced move that beats alpha by so much is searched deeper.
    lmr_deeper: 50, 15..100, off 30000;
    /// Whether a reduced move that hardly beats alpha is searched less deeply.
    lmr_shallower: 1, 0..1, off 0;
    /// Deepest node of a principal variation whose other moves are searched a ply less deeply once one has raised alpha.
    raised_alpha_depth: 5, 3..8, off 0;
    /// Sum of the static values of both sides above which a reduced node is searched less deeply.
    hindsight_margin: 166, 40..400, off 30000;
    /// From this reduction on, in plies, a node is searched a ply deeper if the move to it has lost its side nothing.
    hindsight_extension: 3, 2..6, off 99;

    /// Bonus for a good move, for each ply of depth.
    history_slope: 383, 80..400;
    /// Offset of the bonus.
    history_offset: 120, 0..400;
    /// Largest bonus.
    history_limit: 1550, 800..3000, off 0;
    /// Weight of what a move's two squares say.
    history_butterfly: 1, 0..1, off 0;
    /// Weight of what a move says after the last two.
    history_continuation: 1, 0..1, off 0;
    /// Weight of what a move says after the move four plies before, in eighths.
    history_fourth: 3, 0..12, off 0;
    /// Penalty of a move that failed where another cut, in 1/64 of that one's bonus.
    history_malus: 105, 20..160;
    /// Bonus of a move after which nothing helped, in 1/64 of that of a move that cut.
    prior_move_bonus: 68, 0..128, off 0;
    /// Bonus of a move for each centipawn by which it changed the static value.
    eval_difference_bonus: 24, 0..50, off 0;
    /// The largest such bonus.
    eval_difference_limit: 1200, 400..2000;
    /// Bonus of the table's move when the table cuts, in 1/64 of that of a move that cut.
    tt_cutoff_bonus: 76, 0..128, off 0;
    /// Bonus of a reduced move when it is searched again, in 1/64 of that of a move that cut.
    lmr_research_bonus: 75, 0..128, off 0;
    /// Weight of what is known of captures.
    history_noisy: 1, 0..1, off 0;

    /// Place of the last quiet move that cut in a sister node, in the units of histories.
    killer_first: 16360, 5000..40000, off 0;
    /// Place of the last but one.
    killer_second: 10636, 1000..40000, off 0;
    /// Bonus of a quiet move away from where a cheaper piece could take, for each centipawn of the piece.
    escape_weight: 40, 0..60, off 0;
    /// Penalty of one to such a square.
    danger_weight: 24, 0..60, off 0;
    /// How much cheaper the enemy piece must be.
    danger_margin: 60, 0..300;
    /// Bonus of a quiet move that attacks a royal.
    check_bonus: 16219, 0..40000, off 0;
    /// Whether captures that make other pieces royal and may mate are tried first and never dropped.
    new_royal_mates: 1, 0..1, off 0;
    /// Whether purchases of officers are tried among the captures.
    purchases: 1, 0..1, off 0;

    /// Captures below this exchange value plus their history share are tried last.
    good_capture_history: 42, 10..80, off 0;
    /// How far outside the window a first guess at the static value must be to do instead of it.
    lazy_margin: 400, 200..900, off 99999;
    /// What making other pieces of the enemy royal is worth to the order of moves and to exchanges.
    new_royals_value: 150, 0..800, off 0;
    /// Margin above the static value in quiescence.
    quiescence_margin: 235, 60..400, off 99999;
    /// Captures that quiescence tries at a node before it tries only recaptures and what may end the game.
    quiescence_moves: 2, 1..8, off 999;
    /// Whether a static value beyond beta counts half in quiescence.
    quiescence_blend: 1, 0..1, off 0;
    /// Whether quiescence leaves out captures that lose material, in check as well.
    quiescence_exchange: 1, 0..1, off 0;
    /// Whether quiescence leaves out most quiet answers to a check.
    quiescence_evasions: 1, 0..1, off 0;

    /// Weight of the correction by pawn structure, in 1/1024 of the table's value.
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
    fn every_parameter_is_within_its_range() {
        for p in ALL {
            assert!(p.min <= p.value && p.value <= p.max, "{} = {}", p.name, p.value);
        }
    }

    #[test]
    fn names_are_told_apart() {
        for (i, p) in ALL.iter().enumerate() {
            assert!(ALL[..i].iter().all(|other| other.name != p.name), "{} stands twice", p.name);
        }
    }

    #[test]
    fn what_cannot_be_set_is_refused() {
        assert_eq!(set("no_such_rule", 0), Err(ParameterError::Unknown));
        assert_eq!(set("razoring_depth", 8), Err(ParameterError::Range(0, 7)));
        assert_eq!(set("razoring_depth", razoring_depth()).is_ok(), cfg!(feature = "tune"));
        assert_eq!(settable().is_empty(), !cfg!(feature = "tune"));
    }
}
