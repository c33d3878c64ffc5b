//! The loop that plays a game. It ends by the rules, by adjudication, or by a player.

use movegen::{Color, Record, Turn};

use super::adjudicate::Adjudicator;
use super::ending::Ending;
use crate::players::Value;
use games::PlayedGame;

/// A legal choice of one side.
#[derive(Clone, Debug)]
pub struct Choice<M, D> {
    /// The move.
    pub m: M,
    /// Its value for the side that chose it; `None` if there is none or only a bound.
    pub value: Option<Value>,
    /// Further data about the choice.
    pub detail: D,
}

/// The choices of a turn by colour; `None` for a side that did not have to choose.
pub type Choices<M, D> = [Option<Choice<M, D>>; 2];

/// Both sides of a game, and the recorder of their choices.
pub trait Sides<G: PlayedGame> {
    /// The data recorded with a move.
    type Detail;

    /// Returns `true` if the game must be interrupted without a result.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Returns a legal choice of a side. If both sides choose at once, both receive the same record.
    ///
    /// # Errors
    /// The end of the game caused by the side.
    fn choose(&mut self, record: &Record<G>, side: Color) -> Result<Choice<G::Move, Self::Detail>, Ending>;

    /// Records the choices of a turn, played in the position `before`.
    fn record_choices(&mut self, before: &G, choices: Choices<G::Move, Self::Detail>);
}

/// Plays a game to its end; `None` if it was interrupted.
pub fn play<G: PlayedGame, S: Sides<G>>(
    record: &mut Record<G>,
    adjudicator: &mut Adjudicator,
    sides: &mut S,
) -> Option<Ending> {
    loop {
        if sides.is_stopped() {
            return None;
        }
        if let Some(outcome) = record.outcome() {
            return Some(Ending::Rules(outcome));
        }
        if let Some(ending) = adjudicator.adjudicate(record.position().move_number()) {
            return Some(ending);
        }
        let mut asked = [None, None];
        match record.position().turn() {
            Turn::One(side) => asked[side] = Some(sides.choose(record, side)),
            Turn::Both => Color::BOTH.into_iter().for_each(|side| asked[side] = Some(sides.choose(record, side))),
        }
        match combined(asked) {
            Ok(choices) => {
                let before = make(record, adjudicator, &choices);
                sides.record_choices(&before, choices);
            }
            Err(ending) => return Some(ending),
        }
    }
}

/// Plays legal choices. Returns the position before them.
pub fn make<G: PlayedGame, D>(
    record: &mut Record<G>,
    adjudicator: &mut Adjudicator,
    choices: &Choices<G::Move, D>,
) -> G {
    let before = record.position().clone();
    record.play(choices.each_ref().map(|choice| choice.as_ref().map(|choice| choice.m)));
    let is_progress = record.position().quiet_plies() == 0;
    for (side, choice) in Color::BOTH.into_iter().zip(choices) {
        if let Some(choice) = choice {
            adjudicator.record(side, choice.value, is_progress);
        }
    }
    before
}

/// Returns the choices of a turn, or the end of the game. Faults of both sides are combined.
fn combined<M, D>(asked: [Option<Result<Choice<M, D>, Ending>>; 2]) -> Result<Choices<M, D>, Ending> {
    let [white, black] = asked.map(Option::transpose);
    match (white, black) {
        (Ok(white), Ok(black)) => Ok([white, black]),
        (Err(Ending::Faults(mut one)), Err(Ending::Faults(other))) => {
            one.extend(other);
            Err(Ending::Faults(one))
        }
        (Err(ending), _) | (_, Err(ending)) => Err(ending),
    }
}
