//! Resolution of a turn: both choices are revealed and played at once.

use super::choice::Choice;
use super::position::{LAST_RANK, MAX_KNIGHTS, MAX_PENALTIES, Position};
use super::square::{Square, Step};
use movegen::Color;

impl Position {
    /// The position after the choices of White and Black, each of which is one of [`Position::choices`].
    #[inline]
    #[must_use]
    pub fn resolve(&self, choices: [Choice; 2]) -> Self {
        let mut next = match choices.map(Choice::is_speculative) {
            [false, false] => self.both(choices),
            [true, false] => self.gamble(Color::White, choices),
            [false, true] => self.gamble(Color::Black, choices),
            [true, true] => {
                let mut next = *self;
                Color::BOTH.into_iter().for_each(|c| next.penalize(c));
                next
            }
        };
        next.turn = self.turn.saturating_add(1);
        next
    }

    /// Returns `true` if a speculative choice becomes playable because the opponent chooses `reply`, and for a safe choice.
    pub fn is_playable(&self, of: Color, choice: Choice, reply: Choice) -> bool {
        if !choice.is_speculative() {
            return true;
        }
        !reply.is_speculative()
            && self.after_reply(of, choice, reply).victims(of, choice, self.is_pawn(of, choice)).is_some()
    }

    /// A safe choice played alone, as in a game where the sides move in turn. The turn is not counted.
    #[inline]
    pub(crate) fn alone(&self, of: Color, choice: Choice) -> Self {
        let mut next = *self;
        next.lift(of, choice.from());
        next.capture(of, choice.via().bit());
        next.put(of, choice.to(), self.is_pawn(of, choice));
        next
    }

    /// Two safe choices. Each captures what it finds, but not the other mover, who has left: so two pieces that capture
    /// each other change places. Two pieces that arrive on one square: a knight removes a pawn, equal pieces remove each other.
    #[inline]
    fn both(&self, choices: [Choice; 2]) -> Self {
        let mut next = *self;
        let pawn = Color::BOTH.map(|c| self.is_pawn(c, choices[c]));
        Color::BOTH.into_iter().for_each(|c| next.lift(c, choices[c].from()));
        Color::BOTH.into_iter().for_each(|c| next.capture(c, choices[c].via().bit()));
        let meet = choices[0].to() == choices[1].to();
        for c in Color::BOTH {
            if !meet || (!pawn[c] && pawn[!c]) {
                next.put(c, choices[c].to(), pawn[c]);
            }
        }
        next
    }

    /// A speculative choice of `of` against a safe one: the safe one goes first; if the other cannot follow it is void.
    fn gamble(&self, of: Color, choices: [Choice; 2]) -> Self {
        let (choice, reply, is_pawn) = (choices[of], choices[!of], self.is_pawn(of, choices[of]));
        let mut next = self.after_reply(of, choice, reply);
        match next.victims(of, choice, is_pawn) {
            Some(victims) => {
                next.capture(of, victims);
                next.put(of, choice.to(), is_pawn);
                next
            }
            None => {
                let mut next = self.alone(!of, reply);
                next.penalize(of);
                next
            }
        }
    }

    /// The board on which a speculative choice is tried: the reply has been played, and the mover has left before it.
    #[inline]
    fn after_reply(&self, of: Color, choice: Choice, reply: Choice) -> Self {
        let mut after = *self;
        after.lift(of, choice.from());
        after.alone(!of, reply)
    }

    /// The squares on which a speculative choice captures, if it can be played on this board, from which its mover has
    /// been lifted.
    #[inline]
    fn victims(&self, of: Color, choice: Choice, is_pawn: bool) -> Option<u32> {
        let (from, to) = (choice.from().bit(), choice.to().bit());
        let (enemies, empty) = (self.pieces(!of), !self.occupied());
        if !is_pawn {
            return (self.pieces(of) & to == 0).then_some(to);
        }
        let ahead = Step::Push.forward(of, from);
        if ahead & LAST_RANK[of] != 0 && to & LAST_RANK[of] == 0 {
            let is_open = |step: &Step| {
                let open_to = if *step == Step::Push { empty } else { enemies };
                step.forward(of, from) & open_to != 0
            };
            let way = Step::ALL.into_iter().find(is_open)?;
            return (to & empty != 0).then(|| way.forward(of, from));
        }
        let open = if to == ahead { to & empty != 0 } else { to & enemies != 0 };
        let promotes = to & LAST_RANK[of] == 0 || self.knights[of].count_ones() < MAX_KNIGHTS;
        (open && promotes).then_some(to)
    }

    #[inline]
    fn is_pawn(&self, of: Color, choice: Choice) -> bool {
        self.pawns[of] & choice.from().bit() != 0
    }

    #[inline]
    fn lift(&mut self, of: Color, from: Square) {
        self.pawns[of] &= !from.bit();
        self.knights[of] &= !from.bit();
    }

    /// Takes the enemy's pieces off these squares.
    #[inline]
    fn capture(&mut self, by: Color, on: u32) {
        self.pawns[!by] &= !on;
        self.knights[!by] &= !on;
    }

    /// Puts a piece down where it arrives; a pawn on its last rank has become a knight.
    #[inline]
    fn put(&mut self, of: Color, at: Square, is_pawn: bool) {
        match is_pawn && at.bit() & LAST_RANK[of] == 0 {
            true => self.pawns[of] |= at.bit(),
            false => self.knights[of] |= at.bit(),
        }
    }

    #[inline]
    fn penalize(&mut self, side: Color) {
        self.penalties[side] = (self.penalties[side] + 1).min(MAX_PENALTIES);
    }
}
