//! What is played: everything that a game depends on, so that it can be played again anywhere.

use std::any::TypeId;

use movegen::variants::{APOCALYPSE, Visit, VisitTurnBased, strict_form_of, with};
use movegen::{Empire, Imperial, Variant};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// Games under equal conditions. Number and seed say everything about each of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Experiment {
    /// The name of the game.
    pub game: String,
    /// Whether stalemate draws in Empire, where it loses by the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stalemate_draws: bool,
    /// Whether repetition draws in Empire, where it loses by the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repetition_draws: bool,
    /// The position that games begin with; none for the game's own.
    pub start: Option<String>,
    /// What that position lacks of the game's own: `white n`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<String>,
    /// Whether every opening begins with other pieces missing, of about the same worth on both sides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unbalanced: bool,
    /// Nodes a move of the first and the second player. Equal players play one game from each opening, others two with colours
    /// exchanged.
    pub nodes: [u64; 2],
    /// So many plies at the beginning are drawn by their values; where both sides choose at once strategies are mixed anyway, and
    /// this is 0.
    pub sampled: u8,
    /// Plies drawn blindly at the beginning, at least and at most, in place of those drawn by their values: for games to learn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random: Option<[u8; 2]>,
    /// Whether a search finishes the iteration in which its nodes are spent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub soft: bool,
    /// How far below the best move's expected score, 0 to 1, one is that is drawn 2.7 times more rarely.
    pub temperature: f64,
    /// The nodes of the search that values these moves, all at once.
    pub sampling_nodes: u64,
    /// What everything is drawn from.
    pub seed: u64,
    /// Plies after which a game is called off.
    pub longest: u16,
}

/// The search that values the first moves, all of them at once, gets so many times the nodes of a move.
const SAMPLING: u64 = 4;

impl Experiment {
    /// Games of equal players from the game's first position, by its usual rules: what is played unless something else is asked for.
    pub fn usual(game: &str, nodes: u64) -> Self {
        Self {
            game: game.to_owned(),
            stalemate_draws: false,
            repetition_draws: false,
            start: None,
            odds: None,
            unbalanced: false,
            nodes: [nodes; 2],
            sampled: if game == APOCALYPSE { 0 } else { 8 },
            random: None,
            soft: false,
            temperature: 0.02,
            sampling_nodes: nodes.saturating_mul(SAMPLING),
            seed: 1,
            longest: 600,
        }
    }

    /// Whether the players are the same.
    pub const fn is_between_equals(&self) -> bool {
        self.nodes[0] == self.nodes[1]
    }

    /// Whether all games begin with the game's own first position.
    pub const fn is_from_the_start(&self) -> bool {
        self.start.is_none() && !self.unbalanced
    }

    /// Whether equal players begin with the game's own first position: what says what the game is like.
    pub const fn is_usual(&self) -> bool {
        self.is_between_equals() && self.is_from_the_start()
    }

    /// How many games are played from each opening.
    pub const fn games_each(&self) -> u64 {
        if self.is_between_equals() { 1 } else { 2 }
    }

    /// Whether rules are tried that no program plays.
    pub const fn is_of_made_up_rules(&self) -> bool {
        self.stalemate_draws || self.repetition_draws
    }

    /// In what the rules differ from the usual ones.
    pub fn differences(&self) -> Vec<&'static str> {
        let all = [(self.stalemate_draws, "stalemate draws"), (self.repetition_draws, "repetition draws")];
        all.into_iter().filter_map(|(is_so, what)| is_so.then_some(what)).collect()
    }

    /// Does the work for the game that is played.
    ///
    /// # Errors
    /// There is no such game, or it is not the one whose rules are changed.
    pub fn visit<T: Visit>(&self, work: T) -> Result<T::Out, String> {
        if !self.is_of_made_up_rules() {
            return with(&self.game, work).ok_or_else(|| "no such game".to_owned());
        }
        if self.game != Empire::NAME {
            return Err("stalemate and repetition can be made to draw in empire only".to_owned());
        }
        Ok(match (self.stalemate_draws, self.repetition_draws) {
            (true, false) => work.turn_based::<Imperial<true, false>>(),
            (false, _) => work.turn_based::<Imperial<false, true>>(),
            (true, true) => work.turn_based::<Imperial<true, true>>(),
        })
    }

    /// Whether `V` is what is played, by these rules.
    pub fn is_of<V: Variant>(&self) -> bool {
        self.visit(TypeOf) == Ok(Some(TypeId::of::<V>()))
    }

    /// The name of the file for its games: `chess-500`, `insurrection-strict-4000`, `empire-stalemate-draws-500`, `empire-500-1000`,
    /// `chess-500-without-white-n`, `chess-500-unbalanced`.
    pub fn name(&self) -> String {
        let stalemate = if self.stalemate_draws { "-stalemate-draws" } else { "" };
        let repetition = if self.repetition_draws { "-repetition-draws" } else { "" };
        let [first, second] = self.nodes;
        let nodes = if self.is_between_equals() { first.to_string() } else { format!("{first}-{second}") };
        let odds = self.odds.as_ref().map_or_else(String::new, |odds| format!("-without-{}", odds.replace(' ', "-")));
        let soft = if self.soft { "-soft" } else { "" };
        let random = self.random.map_or_else(String::new, |[least, most]| format!("-random-{least}-{most}"));
        let unbalanced = if self.unbalanced { "-unbalanced" } else { "" };
        format!("{}{stalemate}{repetition}-{nodes}{soft}{random}{odds}{unbalanced}", self.game)
    }
}

impl Serialize for Experiment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// Older archives and reports name a strict game by its base and `"assassination": false`.
impl<'de> Deserialize<'de> for Experiment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Map::deserialize(deserializer)?;
        let is_strict = fields.remove("assassination") == Some(Value::Bool(false));
        let mut experiment = Self::deserialize(Value::Object(fields)).map_err(D::Error::custom)?;
        if let Some(strict) = strict_form_of(&experiment.game).filter(|_| is_strict) {
            strict.clone_into(&mut experiment.game);
        }
        Ok(experiment)
    }
}

/// The type of a game in which the sides move in turn.
struct TypeOf;

impl VisitTurnBased for TypeOf {
    type Out = Option<TypeId>;

    fn turn_based<V: Variant>(self) -> Self::Out {
        Some(TypeId::of::<V>())
    }
}

impl Visit for TypeOf {
    fn apocalypse(self) -> Self::Out {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    fn experiment(game: &str) -> Experiment {
        Experiment::usual(game, 500)
    }

    /// How stalemate and repetition end.
    struct Ends;

    impl VisitTurnBased for Ends {
        type Out = Option<[movegen::Verdict; 2]>;

        fn turn_based<V: Variant>(self) -> Self::Out {
            Some([V::STALEMATE, V::REPETITION])
        }
    }

    impl Visit for Ends {
        fn apocalypse(self) -> Self::Out {
            None
        }
    }

    #[test]
    fn every_set_of_rules_has_a_name_and_a_game() {
        use movegen::Verdict::{Draw, Loss};
        let with = |stalemate_draws, repetition_draws| Experiment {
            stalemate_draws,
            repetition_draws,
            ..experiment("empire")
        };
        for (experiment, name, ends) in [
            (with(false, false), "empire-500", [Loss, Loss]),
            (with(true, false), "empire-stalemate-draws-500", [Draw, Loss]),
            (with(false, true), "empire-repetition-draws-500", [Loss, Draw]),
            (with(true, true), "empire-stalemate-draws-repetition-draws-500", [Draw, Draw]),
        ] {
            assert_eq!((experiment.name().as_str(), experiment.visit(Ends)), (name, Ok(Some(ends))));
        }
        let chess = Experiment { stalemate_draws: true, ..experiment("chess") };
        assert!(chess.visit(Ends).unwrap_err().contains("empire only"));
        assert!(experiment("checkers").visit(Ends).is_err());
        assert_eq!(experiment("apocalypse").visit(Ends), Ok(None));
    }

    #[test]
    fn games_of_other_rules_are_not_taken_for_each_other() {
        use movegen::{Chess, Insurrection, InsurrectionStrict};
        let strict = experiment("insurrection-strict");
        assert!(experiment("insurrection").is_of::<Insurrection>() && !strict.is_of::<Insurrection>());
        assert!(strict.is_of::<InsurrectionStrict>() && !experiment("apocalypse").is_of::<Chess>());
    }

    #[test]
    fn an_archive_written_before_there_were_made_up_rules_is_of_the_usual_ones() {
        let text = serde_json::to_string(&experiment("empire")).unwrap();
        assert!(!text.contains("draws"), "{text}");
        assert_eq!(serde_json::from_str::<Experiment>(&text).unwrap(), experiment("empire"));
        for (old, game) in [("anarchism", "anarchism-strict"), ("chess", "chess")] {
            let text = serde_json::to_string(&experiment(old)).unwrap().replacen('{', "{\"assassination\":false,", 1);
            assert_eq!(serde_json::from_str::<Experiment>(&text).unwrap(), experiment(game));
        }
    }
}
