//! How long a search may think: an optimum, stretched or shortened by what the search finds, and a maximum that nothing
//! stretches but the best move's failing low.
//!
//! ```text
//! clock, increment, moves to go, ply ── allot ──> optimum, maximum, maximum in trouble
//! share of the nodes, steadiness, fall of the value ── pace ──> factor of the optimum at which no iteration is begun
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::limits::{Clock, Control, Limits};
use crate::system_clock::Instant;

/// The limits of one search, ready to be asked.
#[derive(Debug)]
pub struct Budget {
    start: Instant,
    /// When the clock shall be spent, by the allotment alone.
    optimum: Option<Duration>,
    maximum: Option<Duration>,
    /// The maximum while the best move so far has just been refuted.
    in_trouble: Option<Duration>,
    is_in_trouble: AtomicBool,
    nodes: u64,
    waits_for_hit: bool,
}

impl Budget {
    /// The budget of a search that starts now. `overhead` is lost on each move between engine and client; `ply`: how many
    /// moves both sides have played.
    pub fn new(limits: &Limits, overhead: Duration, ply: u32) -> Self {
        let shares = limits.clock.map(|clock| allot(clock, limits.moves_to_go, ply, overhead));
        let (optimum, maximum, in_trouble) = match (limits.move_time, shares) {
            (Some(time), shares) => {
                let time = time.saturating_sub(overhead.min(time / 10)).max(LEAST);
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

    /// The same budget, which runs since the search was asked for: what its thread had to do first is time spent too.
    #[must_use]
    pub fn since_asked(self, control: &Control) -> Self {
        Self { start: control.take_armed_at().unwrap_or(self.start), ..self }
    }

    /// Since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Since the own clock began to run; nothing while the opponent's time is running.
    fn spent(&self, control: &Control) -> Duration {
        match (self.waits_for_hit, control.is_pondering()) {
            (_, true) => Duration::ZERO,
            (true, false) => control.hit_at().map_or(Duration::ZERO, |hit| hit.elapsed()),
            (false, false) => self.elapsed(),
        }
    }

    /// No search goes on for longer, as things stand.
    fn limit(&self) -> Option<Duration> {
        if self.is_in_trouble.load(Ordering::Relaxed) { self.in_trouble } else { self.maximum }
    }

    /// Whether the maximum is reached.
    pub fn is_spent(&self, control: &Control) -> bool {
        self.limit().is_some_and(|limit| self.spent(control) >= limit)
    }

    /// Says that the best move so far has been refuted, or that the iteration in which this happened is over: until then
    /// more time may be taken to find another move.
    pub fn set_trouble(&self, is_in_trouble: bool) {
        self.is_in_trouble.store(is_in_trouble, Ordering::Relaxed);
    }

    /// Whether a side plays by its clock, so that it may stop as soon as it knows its move.
    pub const fn is_flexible(&self) -> bool {
        self.optimum.is_some()
    }

    /// Whether something that takes `factor` times as long as all so far would end before the maximum.
    pub fn has_room(&self, control: &Control, factor: f64) -> bool {
        let spent = self.spent(control);
        self.limit().is_none_or(|limit| spent + spent.mul_f64(factor) < limit)
    }

    /// Whether the node limit is reached: exact for one thread, for several by the counts last published.
    #[inline]
    pub fn nodes_are_spent(&self, own: u64, all: impl Fn() -> u64) -> bool {
        own >= self.nodes || self.nodes != u64::MAX && own.is_multiple_of(64) && all() >= self.nodes
    }

    /// Whether another iteration is not worth beginning. `effort`: share of the nodes spent on the best move, 0 to 1;
    /// `steadiness`: iterations since the best move changed; `fall`: centipawns below what the last iterations promised.
    pub fn ends_iterations(&self, control: &Control, effort: f64, steadiness: u32, fall: i32) -> bool {
        let Some(optimum) = self.optimum else { return false };
        !control.is_pondering() && self.spent(control) >= optimum.mul_f64(pace(effort, steadiness, fall))
    }
}

/// The least that any limit is.
const LEAST: Duration = Duration::from_millis(1);

/// More time than this is as good as this, so that no product leaves the range of durations.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// The part of the optimum after which an average search begins no further iteration: the last one, which takes about as long as
/// all before it, then ends at the optimum.
const PACE: f64 = 0.8;

/// How much of the optimum must have passed for no further iteration to be begun. A move that has taken nearly all the nodes
/// has no rival, so time would be wasted on it; one that has just become best, or has lost value, is in doubt.
fn pace(effort: f64, steadiness: u32, fall: i32) -> f64 {
    let by_effort = (2.1 - 1.7 * effort).max(0.4);
    let by_steadiness = 0.8 + 0.7 / f64::from(1 + steadiness.min(100));
    let by_fall = (1.0 + f64::from(fall) / 100.0).clamp(0.8, 1.8);
    PACE * by_effort * by_steadiness * by_fall
}

/// How many moves the rest of a game is planned for: at the start of the game 36, later ever fewer, but never less than 13,
/// since a long game may become longer.
fn moves_ahead(ply: u32) -> f64 {
    13.0 + 23.0 * 40.0 / (40.0 + f64::from(ply))
}

/// What one move may take of a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Allotment {
    /// What a move takes on average, if the clock is to last for the moves ahead.
    optimum: Duration,
    /// What a move may take at most.
    maximum: Duration,
    /// The same for one whose best move has just been refuted.
    in_trouble: Duration,
}

/// The shares of a clock for the next move.
///
/// The clock, and all increments that the moves ahead bring, are shared out evenly among these moves. Of the clock itself one
/// overhead is never touched, which a late answer loses, and two more are a reserve against a busy processor: no move takes
/// more than its share from it, and where it has been touched, moves take less until it is whole again.
fn allot(clock: Clock, moves_to_go: Option<u32>, ply: u32, overhead: Duration) -> Allotment {
    let usable = clock.left.min(LONGEST).saturating_sub(overhead);
    let reserve = overhead.saturating_mul(2);
    let planned = usable.saturating_sub(reserve);
    let ahead = moves_ahead(ply);
    let moves = moves_to_go.map_or(ahead, |n| ahead.min(f64::from(n.max(1))));
    let share = (planned + clock.increment.min(LONGEST).mul_f64(moves - 1.0)).div_f64(moves);
    let is_last = moves <= 1.0;
    // The last move before new time comes may take nearly all, and needs no reserve.
    let at_most = if is_last { 0.9 } else { 0.75 };
    let share = if is_last { usable } else { share.saturating_sub(reserve.saturating_sub(usable) / 4) };
    let optimum = share.min(usable.mul_f64(0.7)).max(LEAST);
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

    /// What is left of a clock after so many moves that take what `take` says of their allotment, and the least that was left
    /// at any time before an increment came.
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
    fn moves_that_always_take_the_maximum_never_touch_the_overhead() {
        for (left, increment) in CONTROLS.into_iter().chain([(100, 0), (100, 100), (1_000, 10), (1_000, 0)]) {
            let moves = if increment == 0 { 25 } else { 200 };
            let (_, least) = play(clock(left, increment), moves, |_, allotment| allotment.in_trouble);
            assert!(least >= OVERHEAD, "{left} + {increment}: {least:?}");
        }
    }

    #[test]
    fn a_reserve_is_kept_though_answers_come_late() {
        let late = Duration::from_millis(3);
        let (_, least) = play(clock(1_000, 10), 300, |_, allotment| allotment.in_trouble + late);
        assert!(least > 2 * OVERHEAD, "{least:?}");
    }

    #[test]
    fn hostile_clocks_give_limits_within_the_clock() {
        let (tiny, huge) = ([0, 1, 10, 29, 30, 31, 50, 100, 1_000], [60_000, 3_600_000, u64::MAX]);
        for left in tiny.into_iter().chain(huge) {
            for increment in [0, 1, 10, 1_000, 60_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for ply in [0, 1, 80, 10_000, u32::MAX] {
                        for overhead in [Duration::ZERO, OVERHEAD, Duration::from_millis(5_000), Duration::MAX] {
                            let Allotment { optimum, maximum, in_trouble } =
                                allot(clock(left, increment), moves, ply, overhead);
                            let usable = Duration::from_millis(left).saturating_sub(overhead).max(LEAST);
                            assert!(LEAST <= optimum && optimum <= maximum, "{left} {increment} {moves:?} {ply}");
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
    fn the_last_move_before_new_time_takes_most_of_the_clock() {
        let Allotment { optimum, maximum, .. } = allot(clock(10_000, 0), Some(1), 78, OVERHEAD);
        assert!(optimum > Duration::from_secs(6) && maximum > Duration::from_secs(8));
        let forty = allot(clock(60_000, 0), Some(40), 0, OVERHEAD);
        assert!(allot(clock(60_000, 0), Some(20), 40, OVERHEAD).optimum > forty.optimum);
    }

    #[test]
    fn increments_are_spent_to_the_full() {
        // In a long game what is left settles, and every move takes its increment.
        let (_, least) = play(clock(2_000, 200), 400, |_, allotment| allotment.optimum);
        assert!(least < Duration::from_millis(200), "{least:?}");
        let with = allot(clock(10_000, 1_000), None, 20, OVERHEAD).optimum;
        let without = allot(clock(10_000, 0), None, 20, OVERHEAD).optimum;
        assert!(with - without > Duration::from_millis(900));
    }

    #[test]
    fn doubt_takes_time_and_certainty_saves_it() {
        assert!(pace(0.95, 5, 0) < pace(0.6, 5, 0) && pace(0.6, 5, 0) < pace(0.3, 5, 0));
        assert!(pace(0.6, 8, 0) < pace(0.6, 2, 0) && pace(0.6, 2, 0) < pace(0.6, 0, 0));
        assert!(pace(0.6, 5, -30) < pace(0.6, 5, 0) && pace(0.6, 5, 0) < pace(0.6, 5, 60));
        assert!(pace(1.0, u32::MAX, i32::MIN) > 0.1 && pace(0.0, 0, i32::MAX) < 5.0);
    }

    #[test]
    fn a_refuted_best_move_lets_the_search_go_on() {
        let limits = Limits { clock: Some(clock(60_000, 0)), ..Limits::default() };
        let budget = Budget::new(&limits, OVERHEAD, 0);
        let before = budget.limit().unwrap();
        budget.set_trouble(true);
        assert!(budget.limit().unwrap() > before);
        budget.set_trouble(false);
        assert_eq!(budget.limit(), Some(before));
    }

    #[test]
    fn time_for_a_move_is_what_was_asked_for() {
        let limits = Limits { move_time: Some(Duration::from_millis(1_000)), ..Limits::default() };
        let budget = Budget::new(&limits, OVERHEAD, 0);
        assert_eq!(budget.limit(), Some(Duration::from_millis(970)));
        budget.set_trouble(true);
        assert_eq!(budget.limit(), Some(Duration::from_millis(970)));
    }

    #[test]
    fn no_time_runs_while_pondering() {
        let control = Control::default();
        control.arm(true);
        let limits = Limits { clock: Some(clock(0, 0)), ponder: true, ..Limits::default() };
        let budget = Budget::new(&limits, OVERHEAD, 0);
        assert!(!budget.is_spent(&control) && !budget.ends_iterations(&control, 1.0, 9, 0));
    }

    #[test]
    fn a_node_limit_is_exact_for_one_thread() {
        let budget = Budget::new(&Limits { nodes: Some(1_000), ..Limits::default() }, OVERHEAD, 0);
        assert!(!budget.nodes_are_spent(999, || 999) && budget.nodes_are_spent(1_000, || 0));
        assert!(budget.nodes_are_spent(64, || 1_000));
    }

    /// A budget whose search began a minute ago.
    fn begun(limits: &Limits) -> Budget {
        let budget = Budget::new(limits, Duration::ZERO, 0);
        Budget { start: budget.start.checked_sub(MINUTE).unwrap(), ..budget }
    }

    const MINUTE: Duration = Duration::from_secs(60);

    fn minutes(move_time: u32) -> Budget {
        begun(&Limits { move_time: Some(MINUTE * move_time), ..Limits::default() })
    }

    #[test]
    fn a_search_is_over_when_its_maximum_has_passed() {
        let control = Control::default();
        assert!(begun(&Limits { move_time: Some(MINUTE / 2), ..Limits::default() }).is_spent(&control));
        assert!(!minutes(2).is_spent(&control) && !begun(&Limits::default()).is_spent(&control));
        assert!(minutes(2).elapsed() >= MINUTE);
    }

    #[test]
    fn the_clock_runs_since_the_search_was_asked_for_unless_it_waited_for_another_one() {
        let limits = Limits { move_time: Some(MINUTE / 2), ..Limits::default() };
        let late = Control::armed_before(MINUTE);
        assert!(
            Budget::new(&limits, OVERHEAD, 0).since_asked(&late).is_spent(&late),
            "its thread had other things to do"
        );
        assert!(!Budget::new(&limits, OVERHEAD, 0).since_asked(&late).is_spent(&late), "the next one was not armed");
        late.arm_behind_another(false);
        assert!(!Budget::new(&limits, OVERHEAD, 0).since_asked(&late).is_spent(&late));
    }

    #[test]
    fn what_takes_so_many_times_as_long_as_all_so_far_must_end_before_the_maximum() {
        let control = Control::default();
        assert!(minutes(10).has_room(&control, 8.0) && !minutes(10).has_room(&control, 9.5));
        assert!(begun(&Limits::default()).has_room(&control, 1e6));
        let waiting = Budget::new(&Limits { ponder: true, ..Limits::default() }, OVERHEAD, 0);
        let nothing = Budget { maximum: Some(Duration::ZERO), ..waiting };
        assert!(!nothing.has_room(&control, 0.0), "a maximum that is reached leaves no room");
    }

    #[test]
    fn only_a_side_that_plays_by_its_clock_may_stop_early() {
        let by_clock = Limits { clock: Some(clock(60_000, 0)), ..Limits::default() };
        assert!(Budget::new(&by_clock, OVERHEAD, 0).is_flexible());
        assert!(!Budget::new(&Limits { move_time: Some(MINUTE), ..by_clock }, OVERHEAD, 0).is_flexible());
        assert!(!Budget::new(&Limits::default(), OVERHEAD, 0).is_flexible());
    }

    #[test]
    fn no_iteration_is_begun_after_its_share_of_the_optimum() {
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
    fn a_search_that_pondered_counts_from_the_hit() {
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
    fn other_threads_are_asked_for_their_nodes_at_times_and_only_with_a_limit() {
        let budget = Budget::new(&Limits { nodes: Some(1_000), ..Limits::default() }, OVERHEAD, 0);
        assert!(!budget.nodes_are_spent(65, || 1_000) && !budget.nodes_are_spent(64, || 999));
        let endless = Budget::new(&Limits::default(), OVERHEAD, 0);
        assert!(!endless.nodes_are_spent(64, || u64::MAX));
    }

    #[test]
    fn the_pace_is_the_product_of_effort_steadiness_and_fall() {
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
    fn a_clock_is_shared_out_among_the_moves_ahead() {
        let of = |left, increment, moves_to_go| {
            let Allotment { optimum, maximum, in_trouble } = allot(clock(left, increment), moves_to_go, 0, OVERHEAD);
            [optimum, maximum, in_trouble].map(|time| (time.as_secs_f64() * 10_000.0).round() / 10.0)
        };
        // 60 s less the overhead and the reserve, for 36 moves.
        assert_eq!(of(60_000, 0, None), [1_664.2, 4_992.5, 8_320.8]);
        // 35 increments besides.
        assert_eq!(of(60_000, 1_000, None), [2_636.4, 7_909.2, 13_181.9]);
        // 10 moves; at most three quarters of what is planned.
        assert_eq!(of(60_000, 0, Some(10)), [5_991.0, 17_973.0, 29_955.0]);
        assert_eq!(of(60_000, 0, Some(3)), [19_970.0, 44_932.5, 44_932.5]);
        // The last move: seven, then nine tenths of all but the overhead.
        assert_eq!(of(60_000, 0, Some(1)), [41_979.0, 53_973.0, 53_973.0]);
        // 10 ms of the reserve are gone, and a quarter of them is missed.
        assert_eq!(of(80, 20, None), [16.9, 16.9, 16.9]);
    }
}
