//! What engines do wrong, told apart, and how a game ends by it or otherwise.

use std::fmt;
use std::time::Duration;

use movegen::{Color, Outcome, Reason};
use serde::{Deserialize, Serialize};

/// Something that an engine has done wrong and that ends its game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fault {
    /// The process ended, or could not be started: how.
    Crash(String),
    /// No answer in the time granted to it besides the clock: to what.
    Hang(String),
    /// More output than any search has to say.
    Flood,
    /// The answer came, or would have come, after the clock had run out: by so much.
    Time(Duration),
    /// A move that the rules do not allow, or none: its text.
    Illegal(String),
    /// A result claimed that the rules do not confirm, or a legal move of the opponent refused: its words.
    Claim(String),
}

/// The sorts of faults, for counting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// [`Fault::Crash`].
    Crash,
    /// [`Fault::Hang`].
    Hang,
    /// [`Fault::Flood`].
    Flood,
    /// [`Fault::Time`].
    Time,
    /// [`Fault::Illegal`].
    Illegal,
    /// [`Fault::Claim`].
    Claim,
}

impl Sort {
    /// All sorts.
    pub const ALL: [Self; 6] = [Self::Crash, Self::Hang, Self::Flood, Self::Time, Self::Illegal, Self::Claim];

    /// Whether the process is dead or cannot be trusted any more.
    pub const fn needs_restart(self) -> bool {
        !matches!(self, Self::Time | Self::Illegal)
    }

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Flood => "flood",
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Claim => "claim",
        }
    }
}

impl Fault {
    /// Its sort.
    pub const fn sort(&self) -> Sort {
        match self {
            Self::Crash(_) => Sort::Crash,
            Self::Hang(_) => Sort::Hang,
            Self::Flood => Sort::Flood,
            Self::Time(_) => Sort::Time,
            Self::Illegal(_) => Sort::Illegal,
            Self::Claim(_) => Sort::Claim,
        }
    }

    /// The words of match runners for a game lost by it. Test frameworks look for `disconnect`, `stalls`, `on time`
    /// and `illegal` in them.
    pub fn reason(&self, side: Color) -> String {
        let side = name(side);
        // The words stand in braces.
        let plain = |text: &str| text.replace(['{', '}'], "");
        match self {
            Self::Crash(_) => format!("{side} disconnects"),
            Self::Hang(_) => format!("{side}'s connection stalls"),
            Self::Flood => format!("{side}'s connection stalls: output flood"),
            Self::Time(overrun) => format!("{side} loses on time ({}ms overrun)", overrun.as_millis()),
            Self::Illegal(text) => format!("{side} makes an illegal move: {}", plain(text)),
            Self::Claim(text) => format!("{side} makes a false claim: {}", plain(text)),
        }
    }

    /// What the tag `Termination` of a PGN says of a game that ended so.
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Crash(_) => "abandoned",
            Self::Hang(_) | Self::Flood => "stalled connection",
            Self::Time(_) => "time forfeit",
            Self::Illegal(_) | Self::Claim(_) => "illegal move",
        }
    }
}

/// The whole of what is known, for logs.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash(how) => write!(f, "crash: {how}"),
            Self::Hang(what) => write!(f, "hang: {what}"),
            Self::Flood => write!(f, "flood of output"),
            Self::Time(overrun) => write!(f, "time overrun by {} ms", overrun.as_millis()),
            Self::Illegal(text) => write!(f, "illegal move '{text}'"),
            Self::Claim(text) => write!(f, "false claim '{text}'"),
        }
    }
}

/// `White` or `Black`.
pub const fn name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// How a game of a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// One engine was at fault, or both were where both choose at once.
    Faults(Vec<(Color, Fault)>),
    /// A side gave up.
    Resigned(Color),
    /// Called off as won by this side.
    AdjudicatedWin(Color),
    /// Called off as drawn.
    AdjudicatedDraw,
    /// Called off for its length, as drawn.
    TooLong,
    /// A move that the other program's rules allow and ours do not: nobody is to blame, and the game does not count.
    Disputed(Color, String, &'static str),
}

impl Ending {
    /// Who has won, `Some(None)` for a draw, `None` if the game does not count.
    pub fn winner(&self) -> Option<Option<Color>> {
        match self {
            Self::Rules(outcome) => Some(outcome.winner),
            Self::Faults(faults) => match faults.as_slice() {
                [(side, _)] => Some(Some(!*side)),
                _ => Some(None),
            },
            Self::Resigned(side) => Some(Some(!*side)),
            Self::AdjudicatedWin(side) => Some(Some(*side)),
            Self::AdjudicatedDraw | Self::TooLong => Some(None),
            Self::Disputed(..) => None,
        }
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that does not count.
    pub fn result(&self) -> &'static str {
        match self.winner() {
            Some(Some(Color::White)) => "1-0",
            Some(Some(Color::Black)) => "0-1",
            Some(None) => "1/2-1/2",
            None => "*",
        }
    }

    /// The words that match runners have for it.
    pub fn reason(&self) -> String {
        match self {
            Self::Rules(outcome) => by_the_rules(*outcome),
            Self::Faults(faults) => {
                faults.iter().map(|(side, fault)| fault.reason(*side)).collect::<Vec<_>>().join(", ")
            }
            Self::Resigned(side) => format!("{} resigns", name(*side)),
            Self::AdjudicatedWin(side) => format!("{} wins by adjudication", name(*side)),
            Self::AdjudicatedDraw => "Draw by adjudication".to_owned(),
            Self::TooLong => "Draw by adjudication: maximal game length".to_owned(),
            Self::Disputed(side, text, why) => format!("No result: {}'s {text} {why}", name(*side)),
        }
    }

    /// What the tag `Termination` of a PGN says.
    pub fn termination(&self) -> &'static str {
        match self {
            Self::Rules(_) | Self::Resigned(_) => "normal",
            Self::Faults(faults) => faults.first().map_or("normal", |(_, fault)| fault.termination()),
            Self::AdjudicatedWin(_) | Self::AdjudicatedDraw | Self::TooLong => "adjudication",
            Self::Disputed(..) => "unterminated",
        }
    }
}

fn by_the_rules(outcome: Outcome) -> String {
    let Some(winner) = outcome.winner.map(name) else {
        return match outcome.reason {
            Reason::Stalemate => "Draw by stalemate".to_owned(),
            Reason::Repetition => "Draw by 3-fold repetition".to_owned(),
            Reason::FiftyMoves => "Draw by fifty moves rule".to_owned(),
            Reason::InsufficientMaterial => "Draw by insufficient mating material".to_owned(),
            other => format!("Draw by {}", other.as_str()),
        };
    };
    match outcome.reason {
        Reason::Checkmate => format!("{winner} mates"),
        Reason::Repetition => format!("{winner} wins by 3-fold repetition"),
        other => format!("{winner} wins by {}", other.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_have_the_words_that_test_frameworks_look_for() {
        let reasons = [
            (Fault::Crash("exit code 3".into()), "White disconnects"),
            (Fault::Hang("go".into()), "White's connection stalls"),
            (Fault::Flood, "White's connection stalls: output flood"),
            (Fault::Time(Duration::from_millis(151)), "White loses on time (151ms overrun)"),
            (Fault::Illegal("e2e5".into()), "White makes an illegal move: e2e5"),
        ];
        for (fault, words) in reasons {
            let ending = Ending::Faults(vec![(Color::White, fault)]);
            assert_eq!((ending.reason().as_str(), ending.result()), (words, "0-1"));
        }
    }

    #[test]
    fn ends_by_the_rules_are_worded_for_every_game() {
        let of = |winner, reason| Ending::Rules(Outcome { winner, reason }).reason();
        assert_eq!(of(Some(Color::Black), Reason::Checkmate), "Black mates");
        assert_eq!(of(Some(Color::White), Reason::Rule("campmate")), "White wins by campmate");
        assert_eq!(of(Some(Color::White), Reason::Stalemate), "White wins by stalemate");
        assert_eq!(of(Some(Color::White), Reason::Repetition), "White wins by 3-fold repetition");
        assert_eq!(of(None, Reason::Repetition), "Draw by 3-fold repetition");
        assert_eq!(of(None, Reason::FiftyMoves), "Draw by fifty moves rule");
        assert_eq!(of(None, Reason::InsufficientMaterial), "Draw by insufficient mating material");
    }

    #[test]
    fn a_disputed_game_counts_for_nobody_and_two_faults_at_once_for_both() {
        let disputed = Ending::Disputed(Color::Black, "d4e3".into(), "captures en passant and opens a face-off");
        assert_eq!((disputed.result(), disputed.winner(), disputed.termination()), ("*", None, "unterminated"));
        let both = Ending::Faults(Color::BOTH.map(|side| (side, Fault::Flood)).to_vec());
        assert_eq!((both.result(), both.winner()), ("1/2-1/2", Some(None)));
    }
}
