//! Parsing of UCI engines' output: `info`, `option`, `bestmove`.

use crate::players::{Thought, Value};

/// Parses an `info` line. Returns the report and its rank (`multipv`).
pub fn info(line: &str) -> Option<(Thought, usize)> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let mut thought = Thought::default();
    let mut rank = 1;
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse::<u64>().ok()).unwrap_or_default();
        match word {
            "depth" => thought.depth = number() as u32,
            "seldepth" => thought.selective_depth = number() as u32,
            "nodes" => thought.nodes = number(),
            "nps" => thought.speed = number(),
            "hashfull" => thought.hash_full = number() as u32,
            "tbhits" => thought.table_hits = number(),
            "time" => thought.time = number(),
            "multipv" => rank = number() as usize,
            "score" => {
                let sort = words.next();
                let value = words.next().and_then(|text| text.parse().ok());
                thought.value = match (sort, value) {
                    (Some("cp"), Some(value)) => Some(Value::Cp(value)),
                    (Some("mate"), Some(value)) => Some(Value::Mate(value)),
                    _ => None,
                };
            }
            "lowerbound" | "upperbound" => thought.is_bound = true,
            "pv" => thought.line = words.by_ref().map(str::to_owned).collect(),
            "string" => return None,
            _ => {}
        }
    }
    Some((thought, rank))
}

/// Returns the move of a `bestmove` line.
pub fn best_move(line: &str) -> Option<&str> {
    let mut words = line.split_ascii_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or("(none)"))
}

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionLine {
    /// Its name.
    pub name: String,
    /// `spin`, `check`, `combo`, `button` or `string`.
    pub sort: String,
    /// Its default value.
    pub default: Option<String>,
    /// Minimum and maximum of a spin.
    pub range: (Option<i64>, Option<i64>),
    /// The values of a combo.
    pub values: Vec<String>,
}

impl OptionLine {
    /// Parses `option name N type T ...`.
    pub fn read(line: &str) -> Option<Self> {
        let rest = line.trim().strip_prefix("option")?.trim_start().strip_prefix("name ")?;
        let mut option = Self::default();
        let mut field = "name";
        let mut text: Vec<&str> = Vec::new();
        for word in rest.split_ascii_whitespace().chain(std::iter::once("var")) {
            if !matches!(word, "type" | "default" | "min" | "max" | "var") {
                text.push(word);
                continue;
            }
            let value = text.join(" ");
            match field {
                "name" => option.name = value,
                "type" => option.sort = value,
                "default" => option.default = Some(value),
                "min" => option.range.0 = value.parse().ok(),
                "max" => option.range.1 = value.parse().ok(),
                _ => option.values.push(value),
            }
            field = word;
            text.clear();
        }
        (!option.name.is_empty() && !option.sort.is_empty()).then_some(option)
    }

    /// Returns `true` if the value is valid.
    pub fn takes(&self, value: &str) -> bool {
        match self.sort.as_str() {
            "spin" => value.parse().is_ok_and(|n: i64| {
                self.range.0.is_none_or(|least| least <= n) && self.range.1.is_none_or(|most| n <= most)
            }),
            "check" => matches!(value, "true" | "false"),
            "combo" => self.values.iter().any(|known| known.eq_ignore_ascii_case(value)),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_line_is_parsed() {
        let line = "info depth 12 seldepth 18 multipv 1 score cp -35 upperbound wdl 1 2 3 nodes 12345 nps 987654 \
                    hashfull 12 tbhits 3 time 12 pv e2e4 e7e5";
        let (thought, rank) = info(line).unwrap();
        assert_eq!((thought.depth, thought.selective_depth, rank), (12, 18, 1));
        assert_eq!((thought.value, thought.is_bound), (Some(Value::Cp(-35)), true));
        assert_eq!((thought.nodes, thought.speed, thought.time), (12_345, 987_654, 12));
        assert_eq!((thought.hash_full, thought.table_hits), (12, 3));
        assert_eq!(thought.line, ["e2e4", "e7e5"]);
        assert_eq!(info("info depth 3 score mate -2").unwrap().0.value, Some(Value::Mate(-2)));
        assert_eq!(info("info score cp x nodes -1 depth").unwrap().0, Thought::default());
        assert_eq!((info("info string score cp 3"), info("bestmove e2e4"), info("")), (None, None, None));
    }

    #[test]
    fn bestmove_line_is_parsed() {
        assert_eq!(best_move("bestmove e2e4 ponder e7e5"), Some("e2e4"));
        assert_eq!((best_move("bestmove"), best_move("info"), best_move("")), (Some("(none)"), None, None));
    }

    #[test]
    fn options_of_every_type_are_parsed() {
        let spin = OptionLine::read("option name Move Overhead type spin default 30 min 0 max 5000").unwrap();
        assert_eq!((spin.name.as_str(), spin.default.as_deref()), ("Move Overhead", Some("30")));
        assert!(spin.takes("5000") && !spin.takes("5001") && !spin.takes("x"));
        let combo = OptionLine::read("option name UCI_Variant type combo default chess var chess var empire").unwrap();
        assert_eq!(combo.values, ["chess", "empire"]);
        assert!(combo.takes("Empire") && !combo.takes("x"));
        let text = OptionLine::read("option name Debug Log File type string default").unwrap();
        assert_eq!(text.default.as_deref(), Some(""));
        assert_eq!(OptionLine::read("option name Clear Hash type button").unwrap().sort, "button");
        assert_eq!((OptionLine::read("option type spin"), OptionLine::read("id name x")), (None, None));
    }
}
