//! The description of an experiment: everything that its games depend on.

use games::definition_checksum;
use games::registry::{NAMES, known};
use movegen::variants::{APOCALYPSE, Visit, strict_form_of, with};
use movegen::{Empire, Imperial, Variant};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// Games under equal conditions. Number and seed determine each of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Experiment {
    /// The game.
    pub game: String,
    /// The checksum of the rules, if a file defines the game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub definition: String,
    /// Stalemate draws in Empire instead of losing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stalemate_draws: bool,
    /// Repetition draws in Empire instead of losing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repetition_draws: bool,
    /// The first position; default: that of the game.
    pub start: Option<String>,
    /// The piece that this position lacks: `white n`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<String>,
    /// Every opening begins without random pieces of about equal value on both sides: measures piece values.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unbalanced: bool,
    /// Nodes per move of both players. Equal players play one game per opening, others two with colours reversed.
    pub nodes: [u64; 2],
    /// Plies at the beginning that are sampled by their values; not in Apocalypse.
    pub sampled: u8,
    /// Range of the number of random plies at the beginning, instead of sampled ones: for training data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random: Option<[u8; 2]>,
    /// Every search finishes its last iteration.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub soft: bool,
    /// Temperature of the sampling: a move whose expected score (0 to 1) is lower by this is 2.7 times less likely.
    pub temperature: f64,
    /// Nodes of the search that values all moves for the sampling, all at once.
    pub sampling_nodes: u64,
    /// Seed of all random choices.
    pub seed: u64,
    /// Plies after which a game is adjudicated as a draw.
    pub longest: u16,
    /// The number of the first game: more than 0 in an archive with one part of the games.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub first: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Experiment {
    /// Returns the default experiment: equal players, the game's own first position and rules.
    pub fn usual(game: &str, nodes: u64) -> Self {
        Self {
            game: game.to_owned(),
            definition: definition_checksum(game),
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
            sampling_nodes: 4 * nodes,
            seed: 1,
            longest: 600,
            first: 0,
        }
    }

    /// Returns `true` if both players search the same number of nodes.
    pub const fn is_between_equals(&self) -> bool {
        self.nodes[0] == self.nodes[1]
    }

    /// Returns `true` if games begin with the first position of the game.
    pub const fn is_from_the_start(&self) -> bool {
        self.start.is_none() && !self.unbalanced
    }

    /// Returns `true` if equal players begin with the game's own first position.
    pub const fn is_usual(&self) -> bool {
        self.is_between_equals() && self.is_from_the_start()
    }

    /// Returns the number of games per opening.
    pub const fn games_each(&self) -> u64 {
        if self.is_between_equals() { 1 } else { 2 }
    }

    /// Returns `true` for rules that only the laboratory has.
    pub const fn is_of_made_up_rules(&self) -> bool {
        self.stalemate_draws || self.repetition_draws
    }

    /// Returns the differences to the usual rules.
    pub fn differences(&self) -> Vec<&'static str> {
        let all = [(self.stalemate_draws, "stalemate draws"), (self.repetition_draws, "repetition draws")];
        all.into_iter().filter_map(|(is_so, what)| is_so.then_some(what)).collect()
    }

    /// Calls `work` with the rules of the experiment. Only Empire's can be changed.
    pub fn visit<T: Visit>(&self, work: T) -> Result<T::Out, String> {
        if !self.is_of_made_up_rules() {
            let game = known(&self.game, &NAMES)?;
            if self.definition != definition_checksum(game) {
                return Err(format!("the games were played by other rules of {game}"));
            }
            return with(game, work).ok_or_else(|| "no such game".to_owned());
        }
        if self.game != Empire::NAME {
            return Err("stalemate and repetition can be made to draw in empire only".to_owned());
        }
        Ok(match (self.stalemate_draws, self.repetition_draws) {
            (true, false) => work.turn_based(Imperial::<true, false>),
            (false, _) => work.turn_based(Imperial::<false, true>),
            (true, true) => work.turn_based(Imperial::<true, true>),
        })
    }

    /// Returns `true` if a game of the registry or of a file has the rules of the experiment.
    pub fn is_of<V: Variant>(&self, rules: V) -> bool {
        let definition = definition_checksum(rules.name());
        self.game == rules.name() && self.definition == definition && !self.is_of_made_up_rules()
    }

    /// Returns the name of the archive: `chess-500`, `insurrection-strict-4000`, `empire-stalemate-draws-500`, `empire-500-1000`,
    /// `chess-500-without-white-n`, `chess-500-unbalanced`.
    pub fn name(&self) -> String {
        let mut parts = vec![self.game.clone()];
        parts.extend(self.differences().into_iter().map(|rule| rule.replace(' ', "-")));
        let [first, second] = self.nodes;
        parts.push(if self.is_between_equals() { first.to_string() } else { format!("{first}-{second}") });
        parts.extend(self.soft.then(|| "soft".to_owned()));
        parts.extend(self.random.map(|[least, most]| format!("random-{least}-{most}")));
        parts.extend(self.odds.as_ref().map(|odds| format!("without-{}", odds.replace(' ', "-"))));
        parts.extend(self.unbalanced.then(|| "unbalanced".to_owned()));
        parts.join("-")
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

#[cfg(test)]
mod tests {
    use movegen::variants::VisitTurnBased;

    use super::*;

    fn experiment(game: &str) -> Experiment {
        Experiment::usual(game, 500)
    }

    /// Returns the results of stalemate and repetition.
    struct Ends;

    impl VisitTurnBased for Ends {
        type Out = Option<[movegen::Verdict; 2]>;

        fn turn_based<V: Variant>(self, _: V) -> Self::Out {
            Some([V::STALEMATE, V::REPETITION])
        }
    }

    impl Visit for Ends {
        fn apocalypse(self) -> Self::Out {
            None
        }
    }

    #[test]
    fn every_rule_set_has_a_name() {
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
    fn rule_sets_are_distinguished() {
        use movegen::{Chess, Insurrection, InsurrectionStrict};
        let strict = experiment("insurrection-strict");
        assert!(experiment("insurrection").is_of(Insurrection::default()) && !strict.is_of(Insurrection::default()));
        assert!(strict.is_of(InsurrectionStrict::default()) && !experiment("apocalypse").is_of(Chess));
    }

    #[test]
    fn old_header_has_the_usual_rules() {
        let text = serde_json::to_string(&experiment("empire")).unwrap();
        assert!(!text.contains("draws"), "{text}");
        assert_eq!(serde_json::from_str::<Experiment>(&text).unwrap(), experiment("empire"));
        for (old, game) in [("anarchism", "anarchism-strict"), ("chess", "chess")] {
            let text = serde_json::to_string(&experiment(old)).unwrap().replacen('{', "{\"assassination\":false,", 1);
            assert_eq!(serde_json::from_str::<Experiment>(&text).unwrap(), experiment(game));
        }
    }
}
