//! Which games the tool `pgn` lets through.

use clap::Args;
use movegen::variants::{Visit, VisitTurnBased, with};
use movegen::{FenError, Game, Position, Variant};

use games::epd::Epd;
use games::pgn::{Contents, PgnError, PgnGame, replay, variant_of};

/// Conditions, all of which must hold. Texts are looked for anywhere in the tag, whatever the case.
#[derive(Args)]
pub(super) struct Conditions {
    /// Only this game.
    #[arg(long, value_parser = movegen::variants::NAMES, value_name = "GAME")]
    only: Option<String>,
    /// A player of either colour.
    #[arg(long, value_name = "TEXT")]
    player: Option<String>,
    /// The player of White.
    #[arg(long, value_name = "TEXT")]
    white: Option<String>,
    /// The player of Black.
    #[arg(long, value_name = "TEXT")]
    black: Option<String>,
    /// The result.
    #[arg(long, value_parser = ["1-0", "0-1", "1/2-1/2", "*"])]
    result: Option<String>,
    /// Why it ended: the tag Termination, the last comment, or the reason of the rules.
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// It begins with this position, a FEN or an EPD.
    #[arg(long, value_name = "FEN")]
    opening: Option<String>,
    /// This position stands in it at some time.
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// So many plies at least.
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,
    /// So many plies at most.
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// Not before this date, as the tag has it: 2026.11.30.
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Not after this date.
    #[arg(long, value_name = "DATE")]
    until: Option<String>,
    /// The games for which they do not hold.
    #[arg(long)]
    invert: bool,
}

/// The key of a position of the game of this name.
struct Key<'a>(&'a str);

fn key_of<G: Game>(text: &str) -> Result<u64, FenError> {
    Epd::parse(text).fen.parse::<G>().map(|pos| pos.key())
}

impl VisitTurnBased for Key<'_> {
    type Out = Result<u64, FenError>;
    fn turn_based<V: Variant>(self) -> Self::Out {
        key_of::<Position<V>>(self.0)
    }
}

impl Visit for Key<'_> {
    fn apocalypse(self) -> Self::Out {
        key_of::<apocalypse::Position>(self.0)
    }
}

impl Conditions {
    /// Whether the game, which is `otherwise` if no tag says what it is, is let through. Only conditions on moves need a game that can be played through.
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
        let key = |text: &str| {
            let key = with(played.variant, Key(text)).expect("the name is one of the list");
            // A position of another game is none of this one.
            key.ok()
        };
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
