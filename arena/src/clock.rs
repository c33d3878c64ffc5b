//! Time controls as text and the clocks that the arena keeps: an engine is timed here and never believed.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Time for some moves or for the whole game, and what every move adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Control {
    /// Moves for which `time` is; 0 is the whole game.
    pub moves: u32,
    /// The time.
    pub time: Duration,
    /// Added after every move; the first move has it too.
    pub increment: Duration,
}

/// What one side may use for a move. Several limits hold together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// A clock; `None` is no limit by a clock.
    pub control: Option<Control>,
    /// Exactly so long for every move.
    pub move_time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// How far a clock may run below zero before the game is lost.
    pub margin: Duration,
}

impl Limits {
    /// Whether nothing would ever end a search.
    pub const fn is_endless(&self) -> bool {
        self.control.is_none() && self.move_time.is_none() && self.depth.is_none() && self.nodes.is_none()
    }
}

/// Reads `moves/time+increment`: the time in seconds or as `minutes:seconds`, the increment in seconds; moves and
/// increment may be missing. `inf` is no clock.
///
/// # Errors
/// What is wrong with it, the text quoted.
pub fn parse(text: &str) -> Result<Option<Control>, String> {
    let wrong = |why: &str| format!("time control '{}': {why}", movegen::fen::printable(text));
    let (moves, rest) = match text.split_once('/') {
        None => (0, text),
        Some(("inf" | "infinite", rest)) => (0, rest),
        Some((moves, rest)) => (moves.parse().map_err(|_| wrong("the moves are no number"))?, rest),
    };
    if matches!(rest, "inf" | "infinite") {
        return Ok(None);
    }
    let (time, increment) = match rest.split_once('+') {
        None => (rest, None),
        Some((time, increment)) => (time, Some(increment)),
    };
    let time = match time.split_once(':') {
        None => seconds(time),
        Some((minutes, rest)) => {
            minutes.parse::<u32>().ok().zip(seconds(rest)).map(|(m, rest)| Duration::from_secs(60) * m + rest)
        }
    };
    let time = time.ok_or_else(|| wrong("the time is no number of seconds"))?;
    let increment = match increment {
        None => Duration::ZERO,
        Some(text) => seconds(text).ok_or_else(|| wrong("the increment is no number of seconds"))?,
    };
    if time.is_zero() && increment.is_zero() {
        return Err(wrong("there is no time"));
    }
    Ok(Some(Control { moves, time, increment }))
}

/// Seconds as a decimal number, at most a year, with or without an `s` behind it.
pub fn seconds(text: &str) -> Option<Duration> {
    const MOST: f64 = 366.0 * 86_400.0;
    let digits = text.strip_suffix('s').unwrap_or(text);
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = if is_plain { digits.parse().ok()? } else { return None };
    (value <= MOST).then(|| Duration::from_millis((value * 1000.0).round() as u64))
}

/// A control as results are headed with it: `40/10+0.1`.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves > 0 {
            write!(f, "{}/", self.moves)?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The limit that reports name: the clock, the time a move, the depth or the nodes.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.control, self.move_time, self.depth, self.nodes) {
            (Some(control), ..) => write!(f, "{control}"),
            (_, Some(time), ..) => write!(f, "{}/move", time.as_secs_f64()),
            (_, _, Some(depth), _) => write!(f, "{depth} plies"),
            (_, _, _, Some(nodes)) => write!(f, "{nodes} nodes"),
            _ => Ok(()),
        }
    }
}

/// One side's clock during a game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    limits: Limits,
    left: Duration,
    moves_left: u32,
}

impl Clock {
    /// The clock at the beginning of a game.
    pub fn new(limits: &Limits) -> Self {
        let control = limits.control.unwrap_or_default();
        Self { limits: *limits, left: control.time + control.increment, moves_left: control.moves }
    }

    /// What it counts by.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The time on a clock that runs; `None` without one.
    pub fn left(&self) -> Option<Duration> {
        self.limits.control.map(|_| self.left)
    }

    /// Moves until time is added, if there is such a control.
    pub fn moves_to_go(&self) -> Option<u32> {
        (self.moves_left > 0).then_some(self.moves_left)
    }

    /// How long the next move may take, margin included; `None` without a limit of time.
    pub fn allowance(&self) -> Option<Duration> {
        self.left().or(self.limits.move_time).map(|time| time + self.limits.margin)
    }

    /// Takes the time of a move off and adds what the control gives.
    ///
    /// # Errors
    /// By how much the time allowed, without the margin, was overrun, if it was by more than the margin.
    pub fn spend(&mut self, time: Duration) -> Result<(), Duration> {
        let allowed = self.left().or(self.limits.move_time);
        if let Some(allowed) = allowed
            && time > allowed + self.limits.margin
        {
            self.left = Duration::ZERO;
            return Err(time - allowed);
        }
        if let Some(control) = self.limits.control {
            self.left = self.left.saturating_sub(time) + control.increment;
            if self.moves_left == 1 {
                self.left += control.time;
                self.moves_left = control.moves;
            } else {
                self.moves_left = self.moves_left.saturating_sub(1);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn time_controls_are_read_in_every_spelling() {
        let control = |moves, time, increment| Ok(Some(Control { moves, time: ms(time), increment: ms(increment) }));
        assert_eq!(parse("10+0.1"), control(0, 10_000, 100));
        assert_eq!(parse("40/2:30+0.5s"), control(40, 150_000, 500));
        assert_eq!(parse("0.25"), control(0, 250, 0));
        assert_eq!(parse("inf/5s"), control(0, 5000, 0));
        assert_eq!(parse("0+0.1"), control(0, 0, 100));
        assert_eq!((parse("inf"), parse("infinite")), (Ok(None), Ok(None)));
        for wrong in
            ["", "x", "-1", "1+", "+1", "1+-1", "40/", "/5", "x/5", "1:x", "1e3", "0", "0+0", "99999999999", "5hg"]
        {
            assert!(parse(wrong).is_err_and(|why| why.starts_with("time control '")), "{wrong}");
        }
    }

    #[test]
    fn limits_are_named_as_results_are_headed() {
        let of = |text: &str| Limits { control: parse(text).unwrap(), ..Limits::default() }.to_string();
        assert_eq!((of("10+0.1").as_str(), of("40/60").as_str(), of("1:00").as_str()), ("10+0.1", "40/60", "60"));
        assert_eq!(Limits { nodes: Some(3000), ..Limits::default() }.to_string(), "3000 nodes");
        assert_eq!(Limits { depth: Some(7), ..Limits::default() }.to_string(), "7 plies");
        assert_eq!(Limits { move_time: Some(ms(300)), ..Limits::default() }.to_string(), "0.3/move");
    }

    #[test]
    fn a_clock_has_its_increment_from_the_first_move_on() {
        let limits = Limits { control: parse("10+0.1").unwrap(), margin: ms(50), ..Limits::default() };
        let mut clock = Clock::new(&limits);
        assert_eq!((clock.left(), clock.allowance()), (Some(ms(10_100)), Some(ms(10_150))));
        assert_eq!(clock.spend(ms(6)), Ok(()));
        // The time that fastchess writes after such a move.
        assert_eq!(clock.left(), Some(ms(10_194)));
        assert_eq!(clock.spend(ms(10_244)), Ok(()), "the margin is granted");
        assert_eq!(clock.left(), Some(ms(100)), "and is not taken from the clock");
        assert_eq!(clock.spend(ms(151)), Err(ms(51)));
    }

    #[test]
    fn a_control_by_moves_adds_its_time_again() {
        let mut clock = Clock::new(&Limits { control: parse("2/1").unwrap(), ..Limits::default() });
        assert_eq!(clock.moves_to_go(), Some(2));
        clock.spend(ms(300)).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(700)), Some(1)));
        clock.spend(ms(600)).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(1100)), Some(2)));
    }

    #[test]
    fn a_time_for_each_move_is_kept_to_as_well() {
        let mut clock = Clock::new(&Limits { move_time: Some(ms(100)), margin: ms(20), ..Limits::default() });
        assert_eq!((clock.left(), clock.allowance()), (None, Some(ms(120))));
        assert_eq!((clock.spend(ms(120)), clock.spend(ms(130))), (Ok(()), Err(ms(30))));
        let mut free = Clock::new(&Limits { nodes: Some(1), ..Limits::default() });
        assert_eq!((free.allowance(), free.spend(ms(1_000_000))), (None, Ok(())));
    }

    #[test]
    fn a_search_without_any_limit_is_endless() {
        assert!(Limits::default().is_endless() && Limits { margin: ms(5), ..Limits::default() }.is_endless());
        let clock = Limits { control: parse("1").unwrap(), ..Limits::default() };
        let time = Limits { move_time: Some(ms(1)), ..Limits::default() };
        let depth = Limits { depth: Some(1), ..Limits::default() };
        let nodes = Limits { nodes: Some(1), ..Limits::default() };
        for limits in [clock, time, depth, nodes] {
            assert!(!limits.is_endless() && Clock::new(&limits).limits() == &limits);
        }
    }

    #[test]
    fn seconds_are_plain_decimal_numbers_of_at_most_a_leap_year() {
        assert_eq!((seconds("1.5s"), seconds(".25"), seconds("0.0006")), (Some(ms(1500)), Some(ms(250)), Some(ms(1))));
        assert_eq!(seconds("31622400"), Some(Duration::from_secs(31_622_400)));
        for wrong in ["31622401", "", "s", "1.2.3", "1e3", "+1", "inf", "NaN", "1ss"] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn moves_that_are_no_number_of_a_control_are_not_counted() {
        let mut clock = Clock::new(&Limits { control: parse("3+1").unwrap(), ..Limits::default() });
        assert_eq!((clock.moves_to_go(), clock.spend(ms(500)), clock.moves_to_go()), (None, Ok(()), None));
        assert_eq!(clock.left(), Some(ms(4_500)));
        // Whose flag has fallen has nothing left.
        assert_eq!((clock.spend(ms(5_000)), clock.left()), (Err(ms(500)), Some(ms(0))));
    }
}
