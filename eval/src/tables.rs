//! What is made of a game's weights once, before any position is judged.

use std::sync::{Mutex, PoisonError};

use movegen::{ByPieceType, Color, PieceType, Position, Variant};

use crate::pair::Pair;
use crate::psqt::PieceSquares;
use crate::weights::layout::{
    BARRED, BESIDE, CONTROL, COUPLE, DRAWISH, FACED, PHASE, ROAD, SAME_SHADE, SHIELD, VALUE, Weight,
};
use crate::weights::{Block, Weights};

/// Weights, and what follows from them.
pub(crate) struct Tables {
    pub(crate) weights: Weights,
    pub(crate) squares: PieceSquares,
    /// The phase of the first position, at least 1.
    pub(crate) full_phase: i32,
    /// By piece type: which terms count for it at all.
    pub(crate) used: [Used; PieceType::MAX],
    /// Whether a king's way to the far rank counts.
    pub(crate) uses_road: bool,
    /// Whether there are drawish endings.
    pub(crate) uses_drawish: bool,
    /// The piece types that shelter a king.
    pub(crate) shields: Vec<PieceType>,
    /// By the attacker's colour: its piece types but pawns and kings, the cheapest first.
    pub(crate) by_value: [Vec<PieceType>; 2],
    /// By the attacker's colour and the victim's piece type: how many of `by_value` are clearly cheaper than the victim.
    pub(crate) cheaper: [[usize; PieceType::MAX]; 2],
}

/// Which terms count for a piece type: the others need not be looked at when only the sum is wanted.
#[derive(Clone, Copy)]
pub(crate) struct Used {
    pub(crate) control: bool,
    pub(crate) couple: bool,
    pub(crate) beside: bool,
    pub(crate) same_shade: bool,
}

/// How much cheaper a piece has to be for its attack to count as one by a cheaper piece, in centipawns of the middle game.
const CLEARLY: i32 = 80;

impl Tables {
    /// The tables of the weights that this program carries for the game, made once in a process.
    pub(crate) fn of_game<V: Variant>() -> &'static Self {
        static MADE: Mutex<Vec<(&str, &Tables)>> = Mutex::new(Vec::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tables)) = made.iter().find(|(name, _)| *name == V::NAME) {
            return tables;
        }
        let tables = Self::leak::<V>(Weights::of_game(V::NAME, V::LETTERS));
        made.push((V::NAME, tables));
        tables
    }

    /// Tables that live as long as the process, because accumulators refer to them.
    pub(crate) fn leak<V: Variant>(weights: Weights) -> &'static Self {
        Box::leak(Box::new(Self::new::<V>(weights)))
    }

    fn new<V: Variant>(weights: Weights) -> Self {
        let uses = |blocks: &[&Block]| {
            Color::BOTH.into_iter().any(|color| blocks.iter().any(|block| weights.of(color).uses(block)))
        };
        let piece_types = || (0..V::ByPieceType::LEN as u8).map(PieceType::new);
        let plain = |weight: Weight| weights.of(Color::White).plain(weight);
        let value = |color, piece_type: PieceType| weights.of(color)[VALUE.at(piece_type.index())].middle();
        let by_value = Color::BOTH.map(|color| {
            let mut officers: Vec<_> = piece_types()
                .filter(|&piece_type| piece_type != PieceType::PAWN && piece_type != PieceType::KING)
                .collect();
            officers.sort_by_key(|&piece_type| value(color, piece_type));
            officers
        });
        let cheaper = Color::BOTH.map(|color| {
            let mut counts = [0; PieceType::MAX];
            for victim in
                piece_types().filter(|&piece_type| piece_type != PieceType::PAWN && piece_type != PieceType::KING)
            {
                let dear = value(!color, victim) - CLEARLY;
                counts[victim.index()] = by_value[color].partition_point(|&piece_type| value(color, piece_type) < dear);
            }
            counts
        });
        Self {
            full_phase: phase_of_start::<V>(&weights).max(1),
            used: std::array::from_fn(|k| {
                let counts = |weight: Weight| Color::BOTH.iter().any(|&color| weights.of(color)[weight] != Pair::ZERO);
                Used {
                    control: counts(CONTROL.at(k)),
                    couple: counts(COUPLE.at(k)),
                    beside: counts(BESIDE.at(k)),
                    same_shade: counts(SAME_SHADE.at(k)),
                }
            }),
            uses_road: uses(&[&ROAD, &BARRED, &FACED]),
            uses_drawish: uses(&[&DRAWISH]),
            shields: piece_types().filter(|piece_type| plain(SHIELD.at(piece_type.index())) != 0).collect(),
            by_value,
            cheaper,
            squares: PieceSquares::new(&weights),
            weights,
        }
    }
}

fn phase_of_start<V: Variant>(weights: &Weights) -> i32 {
    let start = Position::<V>::start();
    start.pieces().map(|(piece, _)| weights.of(piece.color()).plain(PHASE.at(piece.piece_type().index()))).sum()
}
