//! Generation of choices: the safe moves on the present board, and the speculative ones, which the opponent's safe moves may
//! make playable.

use super::choice::{Choice, Choices};
use super::position::{LAST_RANK, MAX_KNIGHTS, Position};
use super::square::{BOARD, Step, knight_jumps, squares};
use movegen::Color;

/// The squares that the pawns of one side reach, as sets; two reaches of the same pawns can be joined and taken apart.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// Where each kind of step leads, relocating ones left out.
    steps: [u32; 3],
    /// Where the pawn on each file can be put that goes to the last rank and stays a pawn.
    relocations: [u32; 5],
}

impl Position {
    /// Returns the choices of a side, also when the game is over: first the safe choices, then the speculative ones.
    pub fn choices(&self, of: Color) -> Choices {
        let mut out = self.safe_choices(of);
        self.add_speculative(of, &mut out);
        out
    }

    /// The choices that can be played on the board as it stands.
    pub fn safe_choices(&self, of: Color) -> Choices {
        let mut out = Choices::new();
        self.for_each_safe(of, |choice| out.push(choice));
        out
    }

    /// Returns `true` if a side has a safe choice.
    #[inline]
    pub fn has_safe_choice(&self, of: Color) -> bool {
        // Somewhere to put a relocated pawn there always is: twenty squares are not on the last rank, and no more than
        // fourteen pieces on the board.
        self.pawn_steps(of) != [0; 3]
            || squares(self.knights[of]).any(|from| knight_jumps(from) & !self.pieces(of) != 0)
    }

    /// Where the steps of a side's pawns lead, the last rank included.
    #[inline]
    pub(crate) fn pawn_steps(&self, of: Color) -> [u32; 3] {
        let (pawns, enemies) = (self.pawns[of], self.pieces(!of));
        Step::ALL.map(|step| match step {
            Step::Push => step.forward(of, pawns) & !self.occupied(),
            _ => step.forward(of, pawns) & enemies,
        })
    }

    /// Returns `true` if a pawn of this side that reaches the last rank is relocated.
    #[inline]
    pub(crate) const fn relocates(&self, of: Color) -> bool {
        self.knights[of as usize].count_ones() >= MAX_KNIGHTS
    }

    /// The squares on which a relocated pawn may be put.
    #[inline]
    const fn spots(&self, of: Color) -> u32 {
        BOARD & !self.occupied() & !LAST_RANK[of as usize]
    }

    #[inline]
    fn for_each_safe(&self, of: Color, mut visit: impl FnMut(Choice)) {
        for from in squares(self.knights[of]) {
            squares(knight_jumps(from) & !self.pieces(of)).for_each(|to| visit(Choice::safe(from, to)));
        }
        let relocating = if self.relocates(of) { LAST_RANK[of] } else { 0 };
        for (step, goals) in Step::ALL.into_iter().zip(self.pawn_steps(of)) {
            for to in squares(goals & !relocating) {
                squares(step.back(of, to.bit())).for_each(|from| visit(Choice::safe(from, to)));
            }
            for via in squares(goals & relocating) {
                for from in squares(step.back(of, via.bit())) {
                    squares(self.spots(of)).for_each(|to| visit(Choice::relocation(from, via, to)));
                }
            }
        }
    }

    /// The squares that the pawns of a side reach safely.
    #[inline]
    fn pawn_reach(&self, of: Color) -> Reach {
        let mut reach = Reach { steps: self.pawn_steps(of), ..Reach::default() };
        if self.relocates(of) {
            let mut files = 0;
            for (step, goals) in Step::ALL.into_iter().zip(&mut reach.steps) {
                files |= step.back(of, *goals & LAST_RANK[of]);
                *goals &= !LAST_RANK[of];
            }
            squares(files).for_each(|from| reach.relocations[from.file() as usize] = self.spots(of));
        }
        reach
    }

    /// A move that is not safe may be chosen if it is safe after one of the opponent's safe moves is played alone.
    fn add_speculative(&self, of: Color, out: &mut Choices) {
        let mut reach = Reach::default();
        let mut captured = 0;
        self.for_each_safe(!of, |choice| {
            let after = self.alone(!of, choice);
            captured |= self.pieces(of) & !after.pieces(of);
            let there = after.pawn_reach(of);
            (0..3).for_each(|i| reach.steps[i] |= there.steps[i]);
            (0..5).for_each(|i| reach.relocations[i] |= there.relocations[i]);
        });
        // A knight may jump onto an own piece that can be captured there: the jumper itself is not captured then.
        for from in squares(self.knights[of]) {
            squares(knight_jumps(from) & captured).for_each(|to| out.push(Choice::speculative(from, to)));
        }
        let safe = self.pawn_reach(of);
        for (i, step) in Step::ALL.into_iter().enumerate() {
            for to in squares(reach.steps[i] & !safe.steps[i]) {
                squares(step.back(of, to.bit())).for_each(|from| out.push(Choice::speculative(from, to)));
            }
        }
        let before_last = Step::Push.back(of, LAST_RANK[of]);
        for from in squares(self.pawns[of] & before_last) {
            let file = from.file() as usize;
            squares(reach.relocations[file] & !safe.relocations[file])
                .for_each(|to| out.push(Choice::speculative(from, to)));
        }
    }
}
