//! `arena pgn filter`.

use clap::Args;
use games::GameName;
use games::epd::Epd;
use games::pgn::{Contents, PgnError, PgnGame, replay, variant_of};
use games::registry::open;

/// Conditions of `arena pgn filter`. A text may stand anywhere in a tag, in any case.
#[derive(Args, Debug)]
pub(super) struct Conditions {
    /// Game
    #[arg(long, value_parser = GameName::ANY, value_name = "GAME")]
    pub(super) only: Option<String>,
    /// Player of either color
    #[arg(long, value_name = "TEXT")]
    player: Option<String>,
    /// Player of White
    #[arg(long, value_name = "TEXT")]
    white: Option<String>,
    /// Player of Black
    #[arg(long, value_name = "TEXT")]
    black: Option<String>,
    /// Result
    #[arg(long, value_parser = ["1-0", "0-1", "1/2-1/2", "*"])]
    result: Option<String>,
    /// Reason of the end: the tag Termination, the last comment, or the reason of the rules
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// First position, a FEN or an EPD
    #[arg(long, value_name = "FEN")]
    opening: Option<String>,
    /// A position of the game, a FEN or an EPD
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// Smallest number of plies
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,
    /// Largest number of plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// First date, in the form of the tag: 2026.11.30
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Last date
    #[arg(long, value_name = "DATE")]
    until: Option<String>,
    /// Copy the other games
    #[arg(long)]
    invert: bool,
}

impl Conditions {
    /// Returns `true` if the game is copied. `otherwise` is its variant if it has no tag. Only conditions on moves need legal
    /// moves.
    pub(super) fn accepts(&self, game: &PgnGame, otherwise: &'static str) -> Result<bool, PgnError> {
        let holds = self.tags_hold(game, otherwise)? && self.moves_hold(game, otherwise)?;
        Ok(holds != self.invert)
    }

    fn tags_hold(&self, game: &PgnGame, otherwise: &'static str) -> Result<bool, PgnError> {
        let has = |tag: &str, wanted: &str| contains(game.tag(tag).unwrap_or_default(), wanted);
        let holds = |wanted: &Option<String>, test: &dyn Fn(&str) -> bool| wanted.as_deref().is_none_or(test);
        let is_dated =
            |test: &dyn Fn(&str) -> bool| game.tag("Date").is_some_and(|date| !date.contains('?') && test(date));
        let is_game = match &self.only {
            Some(only) => variant_of(game, otherwise)? == only,
            None => true,
        };
        Ok(is_game
            && holds(&self.player, &|wanted| has("White", wanted) || has("Black", wanted))
            && holds(&self.white, &|wanted| has("White", wanted))
            && holds(&self.black, &|wanted| has("Black", wanted))
            && holds(&self.result, &|wanted| game.result.or(game.tag("Result")).unwrap_or("*") == wanted)
            && holds(&self.since, &|wanted| is_dated(&|date| date >= wanted))
            && holds(&self.until, &|wanted| is_dated(&|date| date <= wanted)))
    }

    fn moves_hold(&self, game: &PgnGame, otherwise: &'static str) -> Result<bool, PgnError> {
        let Self { reason, opening, position, min_plies, max_plies, .. } = self;
        if reason.is_none() && opening.is_none() && position.is_none() && min_plies.is_none() && max_plies.is_none() {
            return Ok(true);
        }
        let played = replay(game, otherwise, Contents::END)?;
        // A position of another game matches nothing.
        let key = |text: &str| Some(open(played.variant, Some(&Epd::parse(text).fen), &[])?.ok()?.key());
        let is_reason = |wanted: &str| {
            let texts = [game.tag("Termination"), game.last_comment(), played.outcome.map(|end| end.reason.as_str())];
            texts.into_iter().flatten().any(|text| contains(text, wanted))
        };
        Ok(reason.as_deref().is_none_or(is_reason)
            && opening.as_deref().is_none_or(|fen| key(fen) == played.keys.first().copied())
            && position.as_deref().is_none_or(|fen| key(fen).is_some_and(|key| played.keys.contains(&key)))
            && min_plies.is_none_or(|plies| played.plies >= plies)
            && max_plies.is_none_or(|plies| played.plies <= plies))
    }
}

fn contains(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(&wanted.to_lowercase())
}
