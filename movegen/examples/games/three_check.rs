//! Three-check: as chess, and the side that gives check for the third time wins. How often each has is the state of a
//! position, written into the FEN's last field: `+1+0` after one check by White.

use upheaval_movegen::fen::{FenError, Field};
use upheaval_movegen::{
    Bitboard, Color, Move, Observer, Outcome, PieceType, Position, Reason, State, Variant, orthodox,
};

/// Three-check.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct ThreeCheck;

/// The checks that each side has given, three at most.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Checks([u8; 2]);

const MOST: u8 = 3;

impl State for Checks {
    /// One for each number of checks but none, White's before Black's.
    const FEATURES: usize = 6;

    fn features(self) -> impl Iterator<Item = usize> {
        let feature =
            move |color: Color| self.0[color].checked_sub(1).map(|given| color.index() * 3 + usize::from(given));
        Color::BOTH.into_iter().filter_map(feature)
    }

    fn mirrored(self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    fn describe(self) -> Option<String> {
        Some(format!("Checks: White {}, Black {}", self.0[0], self.0[1]))
    }

    fn to_field(self) -> Option<String> {
        Some(format!("+{}+{}", self.0[0], self.0[1]))
    }

    fn from_field(text: &str) -> Result<Self, FenError> {
        let given = |digit: u8| digit.is_ascii_digit().then(|| digit - b'0').filter(|&given| given <= MOST);
        match *text.as_bytes() {
            [b'+', white, b'+', black] => given(white).zip(given(black)).map(|(white, black)| Self([white, black])),
            _ => None,
        }
        .ok_or_else(|| FenError::new(Field::State("checks given"), text, "not of the form '+1+0', 3 at most"))
    }
}

impl Variant for ThreeCheck {
    const NAME: &'static str = "3check";
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0";
    type ByPieceType = [Bitboard; 6];
    type State = Checks;

    fn play<O: Observer>(pos: &mut Position<Self>, m: Move, seen: &mut O) {
        let us = pos.turn();
        orthodox::play(pos, m, seen);
        if pos.checked_royals().any() {
            let mut checks = pos.state();
            checks.0[us] = (checks.0[us] + 1).min(MOST);
            pos.set_state(checks, seen);
        }
    }

    fn decided(pos: &Position<Self>) -> Option<Outcome> {
        let Checks(given) = pos.state();
        let is_bare = pos.occupied() == pos.piece_type(PieceType::KING);
        let winner = Color::BOTH.into_iter().find(|&color| given[color] == MOST);
        let by_checks = winner.map(|winner| Outcome::win(winner, Reason::Rule("three checks")));
        by_checks.or(is_bare.then_some(Outcome::draw(Reason::InsufficientMaterial)))
    }

    /// Any piece can give check.
    fn cannot_win(pos: &Position<Self>, us: Color) -> bool {
        pos.color(us) == pos.of(us, PieceType::KING)
    }
}
