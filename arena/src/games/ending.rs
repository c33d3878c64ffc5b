//! Ends of games, and their texts.

use movegen::{Color, Outcome, Reason};

use crate::players::fault::Fault;

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// A fault of one engine, or of both if both choose at once.
    Faults(Vec<(Color, Fault)>),
    /// A side resigned.
    Resigned(Color),
    /// Adjudicated as won by this side.
    AdjudicatedWin(Color),
    /// Adjudicated as drawn.
    AdjudicatedDraw,
    /// Adjudicated as drawn because of its length.
    TooLong,
    /// A move that the other program's rules allow and ours do not. The game has no result and counts for neither side.
    Disputed(Color, String, &'static str),
}

impl Ending {
    /// Returns the winner: `Some(None)` for a draw, `None` if the game does not count.
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

    /// Returns `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that does not count.
    pub fn result(&self) -> &'static str {
        match self.winner() {
            Some(Some(Color::White)) => "1-0",
            Some(Some(Color::Black)) => "0-1",
            Some(None) => "1/2-1/2",
            None => "*",
        }
    }

    /// Returns the reason in the wording of other match runners.
    pub fn reason(&self) -> String {
        match self {
            Self::Rules(outcome) => by_the_rules(*outcome),
            Self::Faults(faults) => {
                faults.iter().map(|(side, fault)| fault.reason(*side)).collect::<Vec<_>>().join(", ")
            }
            Self::Resigned(side) => format!("{side:?} resigns"),
            Self::AdjudicatedWin(side) => format!("{side:?} wins by adjudication"),
            Self::AdjudicatedDraw => "Draw by adjudication".to_owned(),
            Self::TooLong => "Draw by adjudication: maximal game length".to_owned(),
            Self::Disputed(side, text, why) => format!("No result: {side:?}'s {text} {why}"),
        }
    }

    /// Returns a short reason for files and totals of self-play: that of the rules, `resignation`, `length limit`.
    pub const fn short(&self) -> &'static str {
        match self {
            Self::Rules(outcome) => outcome.reason.as_str(),
            Self::Resigned(_) => "resignation",
            Self::TooLong => "length limit",
            Self::AdjudicatedWin(_) | Self::AdjudicatedDraw => "adjudication",
            Self::Faults(_) => "fault",
            Self::Disputed(..) => "dispute",
        }
    }

    /// Returns the value of the PGN tag `Termination`.
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
    let Some(winner) = outcome.winner else {
        return match outcome.reason {
            Reason::Stalemate => "Draw by stalemate".to_owned(),
            Reason::Repetition => "Draw by 3-fold repetition".to_owned(),
            Reason::FiftyMoves => "Draw by fifty moves rule".to_owned(),
            Reason::InsufficientMaterial => "Draw by insufficient mating material".to_owned(),
            other => format!("Draw by {}", other.as_str()),
        };
    };
    match outcome.reason {
        Reason::Checkmate => format!("{winner:?} mates"),
        Reason::Repetition => format!("{winner:?} wins by 3-fold repetition"),
        other => format!("{winner:?} wins by {}", other.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn reasons_match_those_of_test_frameworks() {
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
    fn rules_of_every_game_have_reasons() {
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
    fn disputed_game_has_no_result() {
        let disputed = Ending::Disputed(Color::Black, "d4e3".into(), "captures en passant and opens a face-off");
        assert_eq!((disputed.result(), disputed.winner(), disputed.termination()), ("*", None, "unterminated"));
        let both = Ending::Faults(Color::BOTH.map(|side| (side, Fault::Flood)).to_vec());
        assert_eq!((both.result(), both.winner()), ("1/2-1/2", Some(None)));
    }

    #[test]
    fn endings_have_results_reasons_and_tags() {
        let checkmate = Outcome { winner: Some(Color::White), reason: Reason::Checkmate };
        let illegal = Ending::Faults(vec![(Color::White, Fault::Illegal("x".into()))]);
        let late = Ending::Faults(vec![(Color::Black, Fault::Time(Duration::from_millis(5)))]);
        let disputed = Ending::Disputed(Color::White, "a1a2".into(), "is odd");
        for (ending, result, short, termination, reason) in [
            (Ending::Rules(checkmate), "1-0", "checkmate", "normal", "White mates"),
            (Ending::Resigned(Color::White), "0-1", "resignation", "normal", "White resigns"),
            (Ending::Resigned(Color::Black), "1-0", "resignation", "normal", "Black resigns"),
            (Ending::TooLong, "1/2-1/2", "length limit", "adjudication", "Draw by adjudication: maximal game length"),
            (Ending::AdjudicatedWin(Color::Black), "0-1", "adjudication", "adjudication", "Black wins by adjudication"),
            (Ending::AdjudicatedDraw, "1/2-1/2", "adjudication", "adjudication", "Draw by adjudication"),
            (illegal, "0-1", "fault", Fault::Illegal("x".into()).termination(), "White makes an illegal move: x"),
            (late, "1-0", "fault", "time forfeit", "Black loses on time (5ms overrun)"),
            (disputed, "*", "dispute", "unterminated", "No result: White's a1a2 is odd"),
        ] {
            let found = (ending.result(), ending.short(), ending.termination(), ending.reason());
            assert_eq!(found, (result, short, termination, reason.to_owned()));
        }
    }
}
