//! Requests about positions, which change nothing.

use movegen::{Color, Turn};

use super::Session;
use crate::diagram::{Diagram, DiagramError, Theme};
use crate::messages::{ErrorCode, Place, PositionRequest, Refusal, Reply, Side};
use crate::rules::{self, PlayedGame, Texts};

/// Maximum number of moves of a place.
const MAX_MOVES: usize = 1000;
/// Maximum number of marked squares of a picture.
const MAX_MARKED: usize = 16;

impl Session {
    pub(super) fn ask(&mut self, request: PositionRequest) -> Result<Reply, Refusal> {
        Ok(match request {
            PositionRequest::View { place } => {
                Reply::Position(Box::new(self.game_at(&place.unwrap_or_default())?.view()))
            }
            PositionRequest::Validate { variant, fen } => {
                Reply::Position(Box::new(rules::open(&variant, Some(&fen))?.view()))
            }
            PositionRequest::Choices { place, side } => {
                let game = self.game_at(&place.unwrap_or_default())?;
                let side = asked_side(&*game, side)?;
                Reply::Choices(game.choices(side))
            }
            PositionRequest::Pay { place, target, paid } => {
                Reply::Payment(self.game_at(&place.unwrap_or_default())?.pay(&target, &paid.unwrap_or_default())?)
            }
            PositionRequest::Explain { place, side, from, to, pay } => {
                let game = self.game_at(&place.unwrap_or_default())?;
                let side = asked_side(&*game, side)?;
                Reply::Explanation(game.explain(side, &from, &to, pay.unwrap_or(false))?)
            }
            PositionRequest::Odds { ply } => {
                let table = self.table()?;
                let entry = table.history.get(ply).ok_or_else(|| no_ply(ply))?;
                let odds = entry.strategies.clone();
                let why = "the engine did not choose in this turn";
                Reply::Strategies(odds.ok_or_else(|| Refusal::new(ErrorCode::Unknown, why))?)
            }
            PositionRequest::Picture { place, below, dark, marked } => {
                let view = self.game_at(&place.unwrap_or_default())?.view();
                let picture = || {
                    let mut diagram = Diagram::new(&view.variant, &view.fen)?;
                    diagram.flipped = below == Some(Side::Black);
                    diagram.theme = if dark == Some(true) { Theme::Dark } else { Theme::Light };
                    marked.iter().flatten().take(MAX_MARKED).try_for_each(|square| diagram.highlight(square))?;
                    Ok(diagram.to_string())
                };
                let invalid = |error: DiagramError| Refusal::new(ErrorCode::Invalid, error.to_string());
                Reply::Picture { svg: picture().map_err(invalid)? }
            }
            PositionRequest::Book { place } => {
                let game = self.game_at(&place.unwrap_or_default())?;
                let none = || Refusal::new(ErrorCode::Unsupported, format!("there is no book of {}", game.name()));
                Reply::Book(game.book(self.books.of(game.name()).ok_or_else(none)?))
            }
        })
    }

    pub(super) fn game_at(&self, place: &Place) -> Result<Box<dyn PlayedGame>, Refusal> {
        let Some(variant) = &place.variant else {
            if place.fen.is_some() || !place.moves.is_empty() {
                let why = "a place with a FEN or moves needs 'variant'";
                return Err(Refusal::new(ErrorCode::Malformed, why).in_field("variant"));
            }
            let none = || Refusal::new(ErrorCode::Unknown, "there is no game on the board");
            let table = self.table.as_ref().ok_or_else(none)?;
            return table.game_in(place.variation, place.ply.unwrap_or(table.history.len()));
        };
        if place.moves.len() > MAX_MOVES {
            return Err(Refusal::new(ErrorCode::TooMuch, format!("more than {MAX_MOVES} moves")));
        }
        let mut game = rules::open(variant, place.fen.as_deref())?;
        play_all(&mut *game, &place.moves)?;
        Ok(game)
    }
}

/// Plays moves; where both sides choose at once, White's and Black's in turn.
pub(crate) fn play_all(game: &mut dyn PlayedGame, moves: &[String]) -> Result<(), Refusal> {
    let mut rest = moves;
    while !rest.is_empty() {
        let sides = game.turn().sides();
        let missing = || Refusal::new(ErrorCode::Invalid, "Black's choice of the last turn is missing");
        let (now, later) = rest.split_at_checked(sides.len()).ok_or_else(missing)?;
        let mut texts = Texts::default();
        for (&side, text) in sides.iter().zip(now) {
            texts[side] = Some(text.clone());
        }
        game.play_turn(&texts)?;
        rest = later;
    }
    Ok(())
}

pub(super) fn no_ply(ply: usize) -> Refusal {
    Refusal::new(ErrorCode::Unknown, format!("the game has no ply {ply}")).in_field("ply")
}

/// Returns the side to move; where both sides choose at once, the given one.
pub(super) fn asked_side(game: &dyn PlayedGame, side: Option<Side>) -> Result<Color, Refusal> {
    match (game.turn(), side) {
        (Turn::One(side), _) => Ok(side),
        (Turn::Both, Some(side)) => Ok(side.into()),
        (Turn::Both, None) => {
            Err(Refusal::new(ErrorCode::Malformed, "both sides choose: 'side' is required").in_field("side"))
        }
    }
}
