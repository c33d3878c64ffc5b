//! The loop that plays a game, whoever chooses: the rules end it, an adjudicator calls it off, or a player ends it.

use movegen::{Color, Record, Turn};

use super::adjudicate::Adjudicator;
use super::ending::Ending;
use crate::players::Value;
use crate::rules::Refereed;

/// A legal choice of one side.
#[derive(Clone, Debug)]
pub struct Choice<M, D> {
    /// The move.
    pub m: M,
    /// Its value to the side that chose it, for the adjudicator; `None` if there is none or only a bound.
    pub value: Option<Value>,
    /// What else is kept of it.
    pub detail: D,
}

/// The choices of a turn by colour; `None` for a side that was not to choose.
pub type Choices<M, D> = [Option<Choice<M, D>>; 2];

/// Both sides of a game, and who writes it down.
pub trait Sides<G: Refereed> {
    /// What is kept of a choice besides the move.
    type Detail;

    /// Whether the game is to be broken off without a result.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Asks a side for a legal choice. Where both choose at once, both are asked about the same record.
    ///
    /// # Errors
    /// How the game ends by what the side has done instead.
    fn choose(&mut self, record: &Record<G>, side: Color) -> Result<Choice<G::Move, Self::Detail>, Ending>;

    /// Writes down the choices of a turn that have been played in the position `before`.
    fn write_down(&mut self, before: &G, choices: Choices<G::Move, Self::Detail>);
}

/// Plays a game to its end; `None` if it was broken off.
pub fn play<G: Refereed, S: Sides<G>>(
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
        if let Some(ending) = adjudicator.calls_off(record.position().move_number()) {
            return Some(ending);
        }
        let mut asked = [None, None];
        match record.position().turn() {
            Turn::One(side) => asked[side] = Some(sides.choose(record, side)),
            Turn::Both => Color::BOTH.into_iter().for_each(|side| asked[side] = Some(sides.choose(record, side))),
        }
        match together(asked) {
            Ok(choices) => {
                let before = make(record, adjudicator, &choices);
                sides.write_down(&before, choices);
            }
            Err(ending) => return Some(ending),
        }
    }
}

/// Makes choices that are legal, those of an opening too; gives the position before them.
pub fn make<G: Refereed, D>(record: &mut Record<G>, adjudicator: &mut Adjudicator, choices: &Choices<G::Move, D>) -> G {
    let before = record.position().clone();
    record.play(choices.each_ref().map(|choice| choice.as_ref().map(|choice| choice.m)));
    let is_progress = record.position().quiet_plies() == 0;
    for (side, choice) in Color::BOTH.into_iter().zip(choices) {
        if let Some(choice) = choice {
            adjudicator.note(side, choice.value, is_progress);
        }
    }
    before
}

/// The choices of a turn, or how the game ends by them. Where both sides are at fault at once, both are named.
fn together<M, D>(asked: [Option<Result<Choice<M, D>, Ending>>; 2]) -> Result<Choices<M, D>, Ending> {
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
