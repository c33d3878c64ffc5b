//! Time management: an optimum, scaled by the state of the search, and a maximum, raised only after a fail low of the best move.
//!
//! ```text
//! clock, increment, moves to go, ply ── allot ──> optimum, maximum, maximum in trouble
//! node share of the best move, stability, score drop ── pace ──> factor of the optimum after which no iteration starts
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::limits::{Clock, Control, Limits};
use crate::system_clock::Instant;

/// Limits of one search.
#[derive(Debug)]
pub struct Budget {
    start: Instant,
    /// Planned time of the move.
    optimum: Option<Duration>,
    maximum: Option<Duration>,
    /// Maximum while the best move has failed low.
    in_trouble: Option<Duration>,
    is_in_trouble: AtomicBool,
    nodes: u64,
    waits_for_hit: bool,
}

impl Budget {
    /// Creates the budget of a search that starts now. `overhead`: time lost per move by communication; `ply`: plies played.
    pub fn new(limits: &Limits, overhead: Duration, ply: u32) -> Self {
        let shares = limits.clock.map(|clock| allot(clock, limits.moves_to_go, ply, overhead));
        let (optimum, maximum, in_trouble) = match (limits.move_time, shares) {
            (Some(time), shares) => {
                let time = time.saturating_sub(overhead.min(time / 10)).max(MIN_TIME);
                let time = shares.map_or(time, |shares| time.min(shares.in_trouble));
                (None, Some(time), Some(time))
            }
            (None, Some(shares)) => (Some(shares.optimum), Some(shares.maximum), Some(shares.in_trouble)),
            (None, None) => (None, None, None),
        };
        Self {
            start: Instant::now(),
            optimum,
            maximum,
            in_trouble,
            is_in_trouble: AtomicBool::new(false),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            waits_for_hit: limits.ponder,
        }
    }

    /// Starts the budget when the search was requested instead, so that a delay of its thread counts.
    #[must_use]
    pub fn since_asked(self, control: &Control) -> Self {
        Self { start: control.take_armed_at().unwrap_or(self.start), ..self }
    }

    /// Returns the time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the time on the own clock; zero while pondering.
    fn spent(&self, control: &Control) -> Duration {
        match (self.waits_for_hit, control.is_pondering()) {
            (_, true) => Duration::ZERO,
            (true, false) => control.hit_at().map_or(Duration::ZERO, |hit| hit.elapsed()),
            (false, false) => self.elapsed(),
        }
    }

    /// Returns the current maximum.
    fn limit(&self) -> Option<Duration> {
        if self.is_in_trouble.load(Ordering::Relaxed) { self.in_trouble } else { self.maximum }
    }

    /// Returns `true` if the maximum is reached.
    pub fn is_spent(&self, control: &Control) -> bool {
        self.limit().is_some_and(|limit| self.spent(control) >= limit)
    }

    /// Sets or clears the state after a fail low of the best move, in which the search may take more time.
    pub fn set_trouble(&self, is_in_trouble: bool) {
        self.is_in_trouble.store(is_in_trouble, Ordering::Relaxed);
    }

    /// Returns `true` if the search is limited by a clock and may stop early.
    pub const fn is_flexible(&self) -> bool {
        self.optimum.is_some()
    }

    /// Returns `true` if work of `factor` times the elapsed time would end before the maximum.
    pub fn has_room(&self, control: &Control, factor: f64) -> bool {
        let spent = self.spent(control);
        self.limit().is_none_or(|limit| spent + spent.mul_f64(factor) < limit)
    }

    /// Returns `true` if the node limit is reached: exact for one thread, approximate for several.
    #[inline]
    pub fn nodes_are_spent(&self, own: u64, all: impl Fn() -> u64) -> bool {
        own >= self.nodes || self.nodes != u64::MAX && own.is_multiple_of(64) && all() >= self.nodes
    }

    /// Returns `true` if no further iteration should start. `effort`: share of nodes spent on the best move, 0 to 1; `steadiness`:
    /// iterations since the best move changed; `fall`: centipawns below the mean of the last iterations.
    pub fn ends_iterations(&self, control: &Control, effort: f64, steadiness: u32, fall: i32) -> bool {
        let Some(optimum) = self.optimum else { return false };
        !control.is_pondering() && self.spent(control) >= optimum.mul_f64(pace(effort, steadiness, fall))
    }
}

/// Smallest time limit.
const MIN_TIME: Duration = Duration::from_millis(1);

/// Largest clock time taken into account, so that products do not overflow.
const MAX_TIME: Duration = Duration::from_secs(1_000_000_000);

/// Share of the optimum after which an average search starts no further iteration; the last one then ends near the optimum.
const PACE: f64 = 0.8;

/// Returns the share of the optimum after which no further iteration starts. A best move with nearly all nodes needs less time; a
/// new best move or a score drop needs more.
fn pace(effort: f64, steadiness: u32, fall: i32) -> f64 {
    let by_effort = (2.1 - 1.7 * effort).max(0.4);
    let by_steadiness = 0.8 + 0.7 / f64::from(1 + steadiness.min(100));
    let by_fall = (1.0 + f64::from(fall) / 100.0).clamp(0.8, 1.8);
    PACE * by_effort * by_steadiness * by_fall
}

/// Returns the expected number of remaining moves: 36 at the start, falling to 13.
fn moves_ahead(ply: u32) -> f64 {
    13.0 + 23.0 * 40.0 / (40.0 + f64::from(ply))
}

/// Time of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Allotment {
    /// Average time of a move.
    optimum: Duration,
    /// Maximum time of a move.
    maximum: Duration,
    /// Maximum time after a fail low of the best move.
    in_trouble: Duration,
}

/// Allots time to the next move.
///
/// The clock and all expected increments are divided evenly among the expected moves. One overhead of the clock is never used, and
/// two more are a reserve against a busy processor: after it has been used, moves take less until it is restored.
fn allot(clock: Clock, moves_to_go: Option<u32>, ply: u32, overhead: Duration) -> Allotment {
    let usable = clock.left.min(MAX_TIME).saturating_sub(overhead);
    let reserve = overhead.saturating_mul(2);
    let planned = usable.saturating_sub(reserve);
    let ahead = moves_ahead(ply);
    let moves = moves_to_go.map_or(ahead, |n| ahead.min(f64::from(n.max(1))));
    let share = (planned + clock.increment.min(MAX_TIME).mul_f64(moves - 1.0)).div_f64(moves);
    let is_last = moves <= 1.0;
    // The last move before the time control may use nearly all time and needs no reserve.
    let at_most = if is_last { 0.9 } else { 0.75 };
    let share = if is_last { usable } else { share.saturating_sub(reserve.saturating_sub(usable) / 4) };
    let optimum = share.min(usable.mul_f64(0.7)).max(MIN_TIME);
    let stretchable = if is_last { usable } else { planned };
    let up_to = |factor| optimum.mul_f64(factor).min(stretchable.mul_f64(at_most)).max(optimum);
    Allotment { optimum, maximum: up_to(3.0), in_trouble: up_to(5.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(30);

    fn clock(left: u64, increment: u64) -> Clock {
        Clock { left: Duration::from_millis(left), increment: Duration::from_millis(increment) }
    }

    /// Plays moves that use `take` of their allotment; returns the remaining time and the least time before an increment.
    fn play(start: Clock, moves: u32, take: impl Fn(u32, Allotment) -> Duration) -> (Duration, Duration) {
        let (mut now, mut least) = (start, start.left);
        for i in 0..moves {
            let taken = take(i, allot(now, None, 2 * i, OVERHEAD));
            assert!(taken < now.left, "move {i}: {taken:?} of {:?}", now.left);
            now.left -= taken;
            least = least.min(now.left);
            now.left += now.increment;
        }
        (now.left, least)
    }

    const CONTROLS: [(u64, u64); 6] =
        [(2_000, 20), (5_000, 50), (60_000, 0), (60_000, 600), (300_000, 3_000), (5_400_000, 30_000)];

    #[test]
    fn a_game_of_60_moves_uses_most_of_its_time() {
        for (left, increment) in CONTROLS {
            let (rest, least) = play(clock(left, increment), 60, |_, allotment| allotment.optimum);
            let all = Duration::from_millis(left + 60 * increment);
            let used = 1.0 - rest.as_secs_f64() / all.as_secs_f64();
            assert!((0.85..0.97).contains(&used), "{left} + {increment}: {used}");
            assert!(least > OVERHEAD);
        }
    }

    #[test]
    fn a_short_game_uses_more_than_half_of_its_time() {
        for (left, increment) in CONTROLS {
            let (rest, _) = play(clock(left, increment), 25, |_, allotment| allotment.optimum);
            let all = Duration::from_millis(left + 25 * increment);
            assert!(rest < all / 2, "{left} + {increment}: {rest:?} of {all:?}");
        }
    }

    #[test]
    fn maximum_times_never_use_the_overhead() {
        for (left, increment) in CONTROLS.into_iter().chain([(100, 0), (100, 100), (1_000, 10), (1_000, 0)]) {
            let moves = if increment == 0 { 25 } else { 200 };
            let (_, least) = play(clock(left, increment), moves, |_, allotment| allotment.in_trouble);
            assert!(least >= OVERHEAD, "{left} + {increment}: {least:?}");
        }
    }

    #[test]
    fn reserve_is_kept_with_late_answers() {
        let late = Duration::from_millis(3);
        let (_, least) = play(clock(1_000, 10), 300, |_, allotment| allotment.in_trouble + late);
        assert!(least > 2 * OVERHEAD, "{least:?}");
    }

    #[test]
    fn extreme_clocks_give_valid_limits() {
        let (tiny, huge) = ([0, 1, 10, 29, 30, 31, 50, 100, 1_000], [60_000, 3_600_000, u64::MAX]);
        for left in tiny.into_iter().chain(huge) {
            for increment in [0, 1, 10, 1_000, 60_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for ply in [0, 1, 80, 10_000, u32::MAX] {
                        for overhead in [Duration::ZERO, OVERHEAD, Duration::from_millis(5_000), Duration::MAX] {
                            let Allotment { optimum, maximum, in_trouble } =
                                allot(clock(left, increment), moves, ply, overhead);
                            let usable = Duration::from_millis(left).saturating_sub(overhead).max(MIN_TIME);
                            assert!(MIN_TIME <= optimum && optimum <= maximum, "{left} {increment} {moves:?} {ply}");
                            assert!(
                                maximum <= in_trouble && in_trouble <= usable,
                                "{left} {increment} {moves:?} {ply}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn last_move_before_control_uses_most_time() {
        let Allotment { optimum, maximum, .. } = allot(clock(10_000, 0), Some(1), 78, OVERHEAD);
        assert!(optimum > Duration::from_secs(6) && maximum > Duration::from_secs(8));
        let forty = allot(clock(60_000, 0), Some(40), 0, OVERHEAD);
        assert!(allot(clock(60_000, 0), Some(20), 40, OVERHEAD).optimum > forty.optimum);
    }

    #[test]
    fn increments_are_used_completely() {
        // In a long game what is left settles, and every move takes its increment.
        let (_, least) = play(clock(2_000, 200), 400, |_, allotment| allotment.optimum);
        assert!(least < Duration::from_millis(200), "{least:?}");
        let with = allot(clock(10_000, 1_000), None, 20, OVERHEAD).optimum;
        let without = allot(clock(10_000, 0), None, 20, OVERHEAD).optimum;
        assert!(with - without > Duration::from_millis(900));
    }

    #[test]
    fn unstable_best_move_takes_more_time() {
        assert!(pace(0.95, 5, 0) < pace(0.6, 5, 0) && pace(0.6, 5, 0) < pace(0.3, 5, 0));
        assert!(pace(0.6, 8, 0) < pace(0.6, 2, 0) && pace(0.6, 2, 0) < pace(0.6, 0, 0));
        assert!(pace(0.6, 5, -30) < pace(0.6, 5, 0) && pace(0.6, 5, 0) < pace(0.6, 5, 60));
        assert!(pace(1.0, u32::MAX, i32::MIN) > 0.1 && pace(0.0, 0, i32::MAX) < 5.0);
    }

    #[test]
    fn fail_low_raises_the_maximum() {
        let limits = Limits { clock: Some(clock(60_000, 0)), ..Limits::default() };
        let budget = Budget::new(&limits, OVERHEAD, 0);
        let before = budget.limit().unwrap();
        budget.set_trouble(true);
        assert!(budget.limit().unwrap() > before);
        budget.set_trouble(false);
        assert_eq!(budget.limit(), Some(before));
    }

    #[test]
    fn move_time_is_kept() {
        let limits = Limits { move_time: Some(Duration::from_millis(1_000)), ..Limits::default() };
        let budget = Budget::new(&limits, OVERHEAD, 0);
        assert_eq!(budget.limit(), Some(Duration::from_millis(970)));
        budget.set_trouble(true);
        assert_eq!(budget.limit(), Some(Duration::from_millis(970)));
    }

    #[test]
    fn clock_stops_while_pondering() {
        let control = Control::default();
        control.arm(true);
        let limits = Limits { clock: Some(clock(0, 0)), ponder: true, ..Limits::default() };
        let budget = Budget::new(&limits, OVERHEAD, 0);
        assert!(!budget.is_spent(&control) && !budget.ends_iterations(&control, 1.0, 9, 0));
    }

    #[test]
    fn node_limit_is_exact_for_one_thread() {
        let budget = Budget::new(&Limits { nodes: Some(1_000), ..Limits::default() }, OVERHEAD, 0);
        assert!(!budget.nodes_are_spent(999, || 999) && budget.nodes_are_spent(1_000, || 0));
        assert!(budget.nodes_are_spent(64, || 1_000));
    }

    /// Returns a budget whose search began one minute ago.
    fn begun(limits: &Limits) -> Budget {
        let budget = Budget::new(limits, Duration::ZERO, 0);
        Budget { start: budget.start.checked_sub(MINUTE).unwrap(), ..budget }
    }

    const MINUTE: Duration = Duration::from_secs(60);

    fn minutes(move_time: u32) -> Budget {
        begun(&Limits { move_time: Some(MINUTE * move_time), ..Limits::default() })
    }

    #[test]
    fn search_ends_after_its_maximum() {
        let control = Control::default();
        assert!(begun(&Limits { move_time: Some(MINUTE / 2), ..Limits::default() }).is_spent(&control));
        assert!(!minutes(2).is_spent(&control) && !begun(&Limits::default()).is_spent(&control));
        assert!(minutes(2).elapsed() >= MINUTE);
    }

    #[test]
    fn clock_runs_from_the_request() {
        let limits = Limits { move_time: Some(MINUTE / 2), ..Limits::default() };
        let late = Control::default();
        late.arm_at(false, Instant::now().checked_sub(MINUTE));
        assert!(
            Budget::new(&limits, OVERHEAD, 0).since_asked(&late).is_spent(&late),
            "its thread had other things to do"
        );
        assert!(!Budget::new(&limits, OVERHEAD, 0).since_asked(&late).is_spent(&late), "the next one was not armed");
        late.arm_behind_another(false);
        assert!(!Budget::new(&limits, OVERHEAD, 0).since_asked(&late).is_spent(&late));
    }

    #[test]
    fn has_room_compares_with_the_maximum() {
        let control = Control::default();
        assert!(minutes(10).has_room(&control, 8.0) && !minutes(10).has_room(&control, 9.5));
        assert!(begun(&Limits::default()).has_room(&control, 1e6));
        let waiting = Budget::new(&Limits { ponder: true, ..Limits::default() }, OVERHEAD, 0);
        let nothing = Budget { maximum: Some(Duration::ZERO), ..waiting };
        assert!(!nothing.has_room(&control, 0.0), "a maximum that is reached leaves no room");
    }

    #[test]
    fn only_clock_limits_are_flexible() {
        let by_clock = Limits { clock: Some(clock(60_000, 0)), ..Limits::default() };
        assert!(Budget::new(&by_clock, OVERHEAD, 0).is_flexible());
        assert!(!Budget::new(&Limits { move_time: Some(MINUTE), ..by_clock }, OVERHEAD, 0).is_flexible());
        assert!(!Budget::new(&Limits::default(), OVERHEAD, 0).is_flexible());
    }

    #[test]
    fn no_iteration_starts_after_the_optimum_share() {
        let control = Control::default();
        let ends = |optimum: Duration| {
            let clock = Clock { left: 100 * MINUTE, increment: Duration::ZERO };
            let limits = Limits { clock: Some(clock), ..Limits::default() };
            let budget = Budget { optimum: Some(optimum), ..begun(&limits) };
            control.arm(true);
            assert!(!budget.ends_iterations(&control, 0.5, 0, 0), "the opponent's time is running");
            control.arm(false);
            budget.ends_iterations(&control, 0.5, 0, 0)
        };
        // The pace is 1.5.
        assert!(ends(MINUTE / 2) && !ends(MINUTE));
        assert!(!begun(&Limits::default()).ends_iterations(&control, 1.0, 9, 0));
    }

    #[test]
    fn ponder_time_counts_from_the_hit() {
        let control = Control::default();
        control.arm(true);
        let limits = Limits { move_time: Some(MINUTE), ponder: true, ..Limits::default() };
        let budget = Budget { maximum: Some(MINUTE / 2), ..begun(&limits) };
        assert!(!budget.is_spent(&control));
        control.ponder_hit();
        assert!(!budget.is_spent(&control), "half a minute has not passed since");
        assert!(Budget { maximum: Some(Duration::ZERO), ..budget }.is_spent(&control));
    }

    #[test]
    fn nodes_are_summed_only_with_a_limit() {
        let budget = Budget::new(&Limits { nodes: Some(1_000), ..Limits::default() }, OVERHEAD, 0);
        assert!(!budget.nodes_are_spent(65, || 1_000) && !budget.nodes_are_spent(64, || 999));
        let endless = Budget::new(&Limits::default(), OVERHEAD, 0);
        assert!(!endless.nodes_are_spent(64, || u64::MAX));
    }

    #[test]
    fn pace_is_a_product_of_three_factors() {
        let cases = [
            ((0.5, 0, 0), 0.8 * 1.25 * 1.5),
            ((1.0, 6, 0), 0.8 * 0.4 * 0.9),
            ((0.0, 6, 50), 0.8 * 2.1 * 0.9 * 1.5),
            ((0.5, 1_000, -10), 0.8 * 1.25 * (0.8 + 0.7 / 101.0) * 0.9),
            ((0.5, 0, -50), 0.8 * 1.25 * 1.5 * 0.8),
            ((0.5, 0, 200), 0.8 * 1.25 * 1.5 * 1.8),
        ];
        for ((effort, steadiness, fall), expected) in cases {
            let found = pace(effort, steadiness, fall);
            assert!((found - expected).abs() < 1e-9, "{effort} {steadiness} {fall}: {found}, not {expected}");
        }
        assert_eq!([0, 40, 80].map(moves_ahead), [36.0, 24.5, 13.0 + 23.0 / 3.0]);
    }

    #[test]
    fn clock_is_divided_among_expected_moves() {
        let of = |left, increment, moves_to_go| {
            let Allotment { optimum, maximum, in_trouble } = allot(clock(left, increment), moves_to_go, 0, OVERHEAD);
            [optimum, maximum, in_trouble].map(|time| (time.as_secs_f64() * 10_000.0).round() / 10.0)
        };
        // 60 s less the overhead and the reserve, for 36 moves.
        assert_eq!(of(60_000, 0, None), [1_664.2, 4_992.5, 8_320.8]);
        // With 35 increments.
        assert_eq!(of(60_000, 1_000, None), [2_636.4, 7_909.2, 13_181.9]);
        // 10 moves; at most three quarters of the planned time.
        assert_eq!(of(60_000, 0, Some(10)), [5_991.0, 17_973.0, 29_955.0]);
        assert_eq!(of(60_000, 0, Some(3)), [19_970.0, 44_932.5, 44_932.5]);
        // The last move: seven, then nine tenths of the clock without the overhead.
        assert_eq!(of(60_000, 0, Some(1)), [41_979.0, 53_973.0, 53_973.0]);
        // 10 ms of the reserve are used, and a quarter of them is saved.
        assert_eq!(of(80, 20, None), [16.9, 16.9, 16.9]);
    }
}
