//! Time controls as text, and the arena's own clocks.

use std::fmt;
use std::time::Duration;

use clap::Args;

use crate::command::values;

/// A time control: time for a number of moves or for the game, and an increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Control {
    /// Moves per `time`; 0: the whole game.
    pub moves: u32,
    /// The time.
    pub time: Duration,
    /// Added after every move, and to the initial time.
    pub increment: Duration,
}

/// A clock, or none. The name keeps clap from making it an option.
pub type TimeControl = Option<Control>;

/// Limits of one side's searches: keys of `-engine`. All apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Args)]
pub struct Limits {
    /// clock: seconds or minutes:seconds, inf: none
    #[arg(long = "tc", value_name = "[MOVES/]TIME[+INC]", default_value = "inf", value_parser = parse)]
    pub control: TimeControl,
    /// time for every move
    #[arg(long = "st", value_name = "SECONDS", value_parser = values::move_time)]
    pub move_time: Option<Duration>,
    /// depth of every search
    #[arg(long, value_name = "PLIES", alias = "plies", value_parser = values::number::<u32>)]
    pub depth: Option<u32>,
    /// nodes of every search
    #[arg(long, value_name = "N", value_parser = values::number::<u64>)]
    pub nodes: Option<u64>,
    /// time that a clock may run below zero
    #[arg(long = "timemargin", value_name = "MS", default_value = "0", value_parser = values::milliseconds)]
    pub margin: Duration,
}

impl Limits {
    /// Returns `true` without any limit.
    pub const fn is_endless(&self) -> bool {
        self.control.is_none() && self.move_time.is_none() && self.depth.is_none() && self.nodes.is_none()
    }
}

/// Parses `moves/time+increment`: the time in seconds or as `minutes:seconds`, the increment in seconds. Moves and
/// increment are optional. `inf` is no clock.
///
/// # Errors
/// A message that quotes the text.
pub fn parse(text: &str) -> Result<Option<Control>, String> {
    let invalid = |why: &str| format!("time control '{}': {why}", movegen::fen::printable(text));
    let (moves, rest) = match text.split_once('/') {
        None => (0, text),
        Some(("inf" | "infinite", rest)) => (0, rest),
        Some((moves, rest)) => (moves.parse().map_err(|_| invalid("invalid number of moves"))?, rest),
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
    let time = time.ok_or_else(|| invalid("the time is not a number of seconds"))?;
    let increment = match increment {
        None => Duration::ZERO,
        Some(text) => seconds(text).ok_or_else(|| invalid("the increment is not a number of seconds"))?,
    };
    if time.is_zero() && increment.is_zero() {
        return Err(invalid("time and increment are 0"));
    }
    Ok(Some(Control { moves, time, increment }))
}

/// Parses seconds as a decimal number of at most a year, optionally followed by `s`.
pub fn seconds(text: &str) -> Option<Duration> {
    const MAX_SECONDS: f64 = 366.0 * 86_400.0;
    let digits = text.strip_suffix('s').unwrap_or(text);
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = if is_plain { digits.parse().ok()? } else { return None };
    (value <= MAX_SECONDS).then(|| Duration::from_millis((value * 1000.0).round() as u64))
}

/// Formats a control as reports do: `40/10+0.1`.
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

/// Formats the limit that reports name: the clock, the time per move, the depth or the nodes.
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

/// One side's clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Its limits.
    pub limits: Limits,
    left: Duration,
    moves_left: u32,
}

impl Clock {
    /// Creates the clock at the start of a game.
    pub fn new(limits: &Limits) -> Self {
        let control = limits.control.unwrap_or_default();
        Self { limits: *limits, left: control.time + control.increment, moves_left: control.moves }
    }

    /// Returns the time left; `None` without a clock.
    pub fn left(&self) -> Option<Duration> {
        self.limits.control.map(|_| self.left)
    }

    /// Returns the moves until the next time control, if there is one.
    pub fn moves_to_go(&self) -> Option<u32> {
        (self.moves_left > 0).then_some(self.moves_left)
    }

    /// Returns the maximal time of the next move, margin included; `None` without a time limit.
    pub fn allowance(&self) -> Option<Duration> {
        self.left().or(self.limits.move_time).map(|time| time + self.limits.margin)
    }

    /// Subtracts the time of a move, and adds increment and next control.
    ///
    /// # Errors
    /// The overrun of the allowed time without the margin, if it is more than the margin.
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
    fn time_controls_are_parsed_in_every_form() {
        let control = |moves, time, increment| Ok(Some(Control { moves, time: ms(time), increment: ms(increment) }));
        assert_eq!(parse("10+0.1"), control(0, 10_000, 100));
        assert_eq!(parse("40/2:30+0.5s"), control(40, 150_000, 500));
        assert_eq!(parse("0.25"), control(0, 250, 0));
        assert_eq!(parse("inf/5s"), control(0, 5000, 0));
        assert_eq!(parse("0+0.1"), control(0, 0, 100));
        assert_eq!((parse("inf"), parse("infinite")), (Ok(None), Ok(None)));
        for invalid in
            ["", "x", "-1", "1+", "+1", "1+-1", "40/", "/5", "x/5", "1:x", "1e3", "0", "0+0", "99999999999", "5hg"]
        {
            assert!(parse(invalid).is_err_and(|why| why.starts_with("time control '")), "{invalid}");
        }
    }

    #[test]
    fn limits_are_formatted_as_in_reports() {
        let of = |text: &str| Limits { control: parse(text).unwrap(), ..Limits::default() }.to_string();
        assert_eq!((of("10+0.1").as_str(), of("40/60").as_str(), of("1:00").as_str()), ("10+0.1", "40/60", "60"));
        assert_eq!(Limits { nodes: Some(3000), ..Limits::default() }.to_string(), "3000 nodes");
        assert_eq!(Limits { depth: Some(7), ..Limits::default() }.to_string(), "7 plies");
        assert_eq!(Limits { move_time: Some(ms(300)), ..Limits::default() }.to_string(), "0.3/move");
    }

    #[test]
    fn clock_starts_with_its_increment() {
        let limits = Limits { control: parse("10+0.1").unwrap(), margin: ms(50), ..Limits::default() };
        let mut clock = Clock::new(&limits);
        assert_eq!((clock.left(), clock.allowance()), (Some(ms(10_100)), Some(ms(10_150))));
        assert_eq!(clock.spend(ms(6)), Ok(()));
        // Source: the time that fastchess writes after such a move.
        assert_eq!(clock.left(), Some(ms(10_194)));
        assert_eq!(clock.spend(ms(10_244)), Ok(()), "the margin is granted");
        assert_eq!(clock.left(), Some(ms(100)), "and is not taken from the clock");
        assert_eq!(clock.spend(ms(151)), Err(ms(51)));
    }

    #[test]
    fn control_by_moves_repeats_its_time() {
        let mut clock = Clock::new(&Limits { control: parse("2/1").unwrap(), ..Limits::default() });
        assert_eq!(clock.moves_to_go(), Some(2));
        clock.spend(ms(300)).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(700)), Some(1)));
        clock.spend(ms(600)).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(ms(1100)), Some(2)));
    }

    #[test]
    fn fixed_time_per_move_is_enforced() {
        let mut clock = Clock::new(&Limits { move_time: Some(ms(100)), margin: ms(20), ..Limits::default() });
        assert_eq!((clock.left(), clock.allowance()), (None, Some(ms(120))));
        assert_eq!((clock.spend(ms(120)), clock.spend(ms(130))), (Ok(()), Err(ms(30))));
        let mut free = Clock::new(&Limits { nodes: Some(1), ..Limits::default() });
        assert_eq!((free.allowance(), free.spend(ms(1_000_000))), (None, Ok(())));
    }

    #[test]
    fn search_without_limits_is_endless() {
        assert!(Limits::default().is_endless() && Limits { margin: ms(5), ..Limits::default() }.is_endless());
        let clock = Limits { control: parse("1").unwrap(), ..Limits::default() };
        let time = Limits { move_time: Some(ms(1)), ..Limits::default() };
        let depth = Limits { depth: Some(1), ..Limits::default() };
        let nodes = Limits { nodes: Some(1), ..Limits::default() };
        for limits in [clock, time, depth, nodes] {
            assert!(!limits.is_endless() && Clock::new(&limits).limits == limits);
        }
    }

    #[test]
    fn seconds_are_decimal_numbers_of_at_most_a_year() {
        assert_eq!((seconds("1.5s"), seconds(".25"), seconds("0.0006")), (Some(ms(1500)), Some(ms(250)), Some(ms(1))));
        assert_eq!(seconds("31622400"), Some(Duration::from_secs(31_622_400)));
        for invalid in ["31622401", "", "s", "1.2.3", "1e3", "+1", "inf", "NaN", "1ss"] {
            assert_eq!(seconds(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn control_without_moves_counts_none() {
        let mut clock = Clock::new(&Limits { control: parse("3+1").unwrap(), ..Limits::default() });
        assert_eq!((clock.moves_to_go(), clock.spend(ms(500)), clock.moves_to_go()), (None, Ok(()), None));
        assert_eq!(clock.left(), Some(ms(4_500)));
        // No time is left after a loss on time.
        assert_eq!((clock.spend(ms(5_000)), clock.left()), (Err(ms(500)), Some(ms(0))));
    }
}
