//! Insurrection and Anarchism (Michael Fogus). Rules: gamedata/games/insurrection/specification.md, gamedata/games/anarchism/specification.md.
//!
//! This file has the governments and the effects of captures. The legal moves are in `generate.rs`, the test of
//! single moves in `trial.rs`.

mod generate;
mod trial;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::constraints::Constraints;
use crate::error::{FenError, Field, MoveError};
use crate::fen::{letter_of_piece_type, piece_type_of_letter};
use crate::moves::{Each, Move, MoveKind, Sink};
use crate::notation;
use crate::observer::Observer;
use crate::piece::{Color, Piece, PieceType};
use crate::position::Position;
use crate::square::Square;
use crate::state::State;
use crate::variant::Variant;
use crate::wanted::{Noisy, Wanted};
use crate::words::Words;

/// The names of governments are from gamedata/games/insurrection/specification.md.
const WORDS: Words = Words {
    royals_change: "coup",
    royals_changes: "coups",
    rule: "government",
    rules: &["anarcho-syndicalist commune", "junta", "theocracy", "comité de salut public", "matriarchy", "monarchy"],
    ..Words::PLAIN
};

/// A game of coups. In Insurrection pawns promote to a king too (`KING_PROMOTION`), in Anarchism they do not. With
/// `ASSASSINATION` all royals but the last can be captured; without it none may be left in check.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Coups<const KING_PROMOTION: bool, const ASSASSINATION: bool>;

/// A position of a game of coups.
type Board<const KING_PROMOTION: bool, const ASSASSINATION: bool> = Position<Coups<KING_PROMOTION, ASSASSINATION>>;

/// Insurrection by its usual rules.
pub type Insurrection = Coups<true, true>;
/// Insurrection without assassination: no royal may be left in check.
pub type InsurrectionStrict = Coups<true, false>;
/// Anarchism by its usual rules.
pub type Anarchism = Coups<false, true>;
/// Anarchism without assassination: no royal may be left in check.
pub type AnarchismStrict = Coups<false, false>;

/// The piece type that is in power on each side: all its pieces of that piece type are royal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Governments([PieceType; 2]);

impl Governments {
    /// White's and Black's government.
    pub const fn new(white: PieceType, black: PieceType) -> Self {
        Self([white, black])
    }

    /// The government of a colour.
    #[inline]
    pub fn of(self, color: Color) -> PieceType {
        self.0[color]
    }

    /// The same after a coup against a colour.
    #[inline]
    #[must_use]
    pub fn with(mut self, color: Color, piece_type: PieceType) -> Self {
        self.0[color] = piece_type;
        self
    }
}

/// Two monarchies.
impl Default for Governments {
    fn default() -> Self {
        Self::new(PieceType::KING, PieceType::KING)
    }
}

impl State for Governments {
    /// Six piece types for White, then six for Black.
    const FEATURES: usize = 12;

    #[inline]
    fn features(self) -> impl Iterator<Item = usize> {
        [self.0[0].index(), 6 + self.0[1].index()].into_iter()
    }

    fn all() -> Vec<Self> {
        let types = || (0..=PieceType::KING.index() as u8).map(PieceType::new);
        types().flat_map(|white| types().map(move |black| Self::new(white, black))).collect()
    }

    fn mirrored(self) -> Self {
        Self::new(self.0[1], self.0[0])
    }

    fn describe(self) -> Option<String> {
        let letter = |color| letter_of_piece_type(Insurrection::default(), self.of(color)).to_ascii_uppercase();
        Some(format!("Government: White {}, Black {}", letter(Color::White), letter(Color::Black)))
    }

    /// `Kn`: White is a monarchy, Black a junta.
    fn to_field(self) -> Option<String> {
        let [white, black] = Color::BOTH.map(|color| letter_of_piece_type(Insurrection::default(), self.of(color)));
        Some([white.to_ascii_uppercase(), black].iter().collect())
    }

    fn from_field(text: &str) -> Result<Self, FenError> {
        let wrong = || {
            let why = "not two letters, White's of 'KQRBNP' and Black's of 'kqrbnp'";
            FenError::new(Field::State("governments"), text, why)
        };
        let mut letters = text.chars();
        let (Some(white), Some(black), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(wrong());
        };
        let piece_type = |letter| piece_type_of_letter(Insurrection::default(), letter).ok_or_else(wrong);
        match white.is_ascii_uppercase() {
            true => Ok(Self::new(piece_type(white.to_ascii_lowercase())?, piece_type(black)?)),
            false => Err(wrong()),
        }
    }
}

impl<const KING_PROMOTION: bool, const ASSASSINATION: bool> Variant for Coups<KING_PROMOTION, ASSASSINATION> {
    const NAME: &'static str = match (KING_PROMOTION, ASSASSINATION) {
        (true, true) => "insurrection",
        (true, false) => "insurrection-strict",
        (false, true) => "anarchism",
        (false, false) => "anarchism-strict",
    };
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 Kk";
    const PROMOTIONS: &'static [PieceType] = if KING_PROMOTION {
        &[PieceType::QUEEN, PieceType::KNIGHT, PieceType::ROOK, PieceType::BISHOP, PieceType::KING]
    } else {
        &[PieceType::QUEEN, PieceType::KNIGHT, PieceType::ROOK, PieceType::BISHOP]
    };
    const KEEPS_PASSED_SQUARE: bool = true;
    const CAPTURES_CHANGE_TYPE: bool = true;
    const SEVERAL_ROYALS: bool = true;
    const ROYALS_CHANGE: bool = true;
    const KINGS_HAVE_A_PRICE: bool = true;
    const WORDS: Words = WORDS;
    type ByPieceType = [Bitboard; 6];
    type State = Governments;

    #[inline]
    fn royals(pos: &Position<Self>, us: Color) -> Bitboard {
        pos.of(us, pos.state().of(us))
    }

    #[inline]
    fn constraints(pos: &Position<Self>) -> Constraints {
        generate::constraints(pos)
    }

    fn generate<W: Wanted, S: Sink>(pos: &Position<Self>, c: &Constraints, out: &mut S) {
        generate::generate::<KING_PROMOTION, ASSASSINATION, W, S>(pos, c, out);
    }

    /// A royal attacker keeps its type and topples the enemy's government if a piece of the victim's type is left to take
    /// it over. Any other attacker becomes a piece of the victim's type.
    #[inline]
    fn after_capture<O: Observer>(pos: &mut Position<Self>, attacker: Piece, victim: Piece, seen: &mut O) -> Piece {
        let state = pos.state();
        if attacker.piece_type() != state.of(attacker.color()) {
            return Piece::new(attacker.color(), victim.piece_type());
        }
        if pos.of(victim.color(), victim.piece_type()).any() {
            pos.set_state(state.with(victim.color(), victim.piece_type()), seen);
        }
        attacker
    }

    #[inline]
    fn arrives_as(pos: &Position<Self>, attacker: Piece, victim: PieceType) -> PieceType {
        if attacker.piece_type() == pos.state().of(attacker.color()) { attacker.piece_type() } else { victim }
    }

    /// `true` if a royal captures a piece that is not of the governing type and not the last one of its type.
    #[inline]
    fn changes_royals(pos: &Position<Self>, m: Move) -> bool {
        let them = !pos.turn();
        Self::royals(pos, pos.turn()).has(m.from())
            && pos.captured(m).is_some_and(|victim| victim != pos.state().of(them) && pos.of(them, victim).many())
    }

    #[inline]
    fn is_mated(c: &Constraints) -> bool {
        c.movers.is_empty()
    }

    /// Several royals and the rule of mate affect this like any move, so the generator decides.
    #[inline]
    fn may_capture_en_passant(pos: &Position<Self>, at: Square) -> bool {
        if !pos.of(pos.turn(), PieceType::PAWN).meets(attacks::pawn(!pos.turn(), at)) {
            return false;
        }
        let pos = pos.with_en_passant(at);
        let mut found = false;
        pos.generate::<Noisy>(&pos.constraints(), &mut Each(|m: Move| found |= m.kind() == MoveKind::EnPassant));
        found
    }

    /// Two kings alone, both of them royal.
    #[inline]
    fn cannot_win(pos: &Position<Self>, _us: Color) -> bool {
        pos.occupied().count() == 2 && pos.state() == Governments::default()
    }

    /// Checks that both sides have a royal, and that the side that has moved has not left its last one in check (without
    /// assassination: none of them).
    fn validate(pos: &Position<Self>) -> Result<(), FenError> {
        for color in Color::BOTH {
            if Self::royals(pos, color).is_empty() {
                let letter = letter_of_piece_type(pos.game(), pos.state().of(color));
                let why = format!("{} has no royal, no piece of its government '{letter}'", color.name());
                return Err(FenError::new(Field::Board, pos.board_text(), why));
            }
        }
        let royals = Self::royals(pos, !pos.turn());
        let exposed = royals.into_iter().find(|&at| generate::is_exposed_off_turn(pos, at));
        match exposed {
            Some(at) if !ASSASSINATION || !royals.many() => {
                let why = format!("the royal on {at} could be captured");
                Err(FenError::new(Field::Turn, pos.turn().letter(), why))
            }
            _ => Ok(()),
        }
    }

    /// A capture that changes the attacker's type may have the letter of the new type.
    fn parse_move(pos: &Position<Self>, text: &str) -> Result<Move, MoveError> {
        notation::parse(pos, text, |m, suffix| m.promotes_to() == suffix || suffix == trial::new_piece_type(pos, m))
    }
}
