//! Custom serialization of searches.

use movegen::variants::NAMES;
use serde::de::{Deserialize, Deserializer, Error};

use super::GameName;

/// Deserializes the name of a game.
pub(super) fn variant<'de, D: Deserializer<'de>>(from: D) -> Result<GameName, D::Error> {
    let name = String::deserialize(from)?;
    let unknown = || D::Error::custom(format!("no game is called '{name}'"));
    NAMES.into_iter().find(|known| *known == name).ok_or_else(unknown)
}

/// Serializes a color as in the messages.
pub(super) mod side {
    use movegen::Color;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::messages::Side;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references over")]
    pub(crate) fn serialize<S: Serializer>(side: &Color, to: S) -> Result<S::Ok, S::Error> {
        Side::from(*side).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Color, D::Error> {
        Side::deserialize(from).map(Color::from)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use movegen::Color;

    use crate::messages::{Share, Strategies, Value};
    use crate::think::{Lane, Search, SearchLimits, Thought, ThoughtLine};

    fn search() -> Search {
        Search {
            lane: Lane::Look,
            variant: "insurrection-strict",
            start: "startpos".to_owned(),
            moves: vec![[Some("e2e4".to_owned()), None], [None, Some("e7e5".to_owned())]],
            side: Color::Black,
            pass: true,
            lines: 3,
            limits: SearchLimits {
                depth: Some(9),
                nodes: Some(u64::MAX),
                time: Some(Duration::from_millis(1234)),
                clock: Some((Duration::from_secs(60), Duration::from_nanos(1))),
            },
            level: 7,
        }
    }

    #[test]
    fn search_survives_serialization() {
        let text = serde_json::to_string(&search()).unwrap();
        assert_eq!(serde_json::from_str::<Search>(&text).unwrap(), search());
        let unknown = text.replace("insurrection-strict", "checkers");
        assert!(serde_json::from_str::<Search>(&unknown).unwrap_err().to_string().contains("'checkers'"));
    }

    #[test]
    fn report_survives_serialization() {
        let share = Share { m: "a2a3".to_owned(), share: 1.0 / 3.0, gamble: true };
        let line = |value| ThoughtLine { rank: 1, value, depth: 12, moves: vec!["e2e4".to_owned()] };
        let thought = Thought {
            depth: 12,
            nodes: u64::MAX,
            time: Duration::new(3, 5),
            lines: [Value::Centipawns(-7), Value::Mate(3), Value::Expected(0.1)].map(line).to_vec(),
            strategies: Some(Strategies { white: vec![share], black: Vec::new(), low: -0.25, high: 0.1 + 0.2 }),
            best: Some("e2e4".to_owned()),
            done: true,
        };
        let text = serde_json::to_string(&thought).unwrap();
        assert_eq!(serde_json::from_str::<Thought>(&text).unwrap(), thought);
    }
}
