//! The inputs of a network, and the orientation of a perspective.

use movegen::{ByPieceType, Color, Piece, PieceType, Square, State, Variant};

use super::row::{BUCKETS, NARROW};
use crate::{estimate, own_view};

/// Zones of the board where a king may stand.
const KING_ZONES: usize = 4;

/// The inputs and the number of neurons of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Types of pieces.
    pub piece_types: usize,
    /// Features of the game's state.
    pub features: usize,
    /// Sets of input weights, of which one holds for a perspective at a time. If there are four, it is that of the zone where the
    /// king stands, and a perspective whose king stands on one of the files a to d also sees the files reversed. In games
    /// whose state has features it is that of the own feature (what rules it).
    pub zones: usize,
    /// Neurons of a perspective, one of [`WIDTHS`](super::row::WIDTHS).
    pub neurons: usize,
}

/// The orientation of a perspective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// The first input of its zone.
    zone: u16,
    /// 7 when files are reversed, else 0.
    flip: u8,
}

impl Outlook {
    /// That of a network without zones.
    pub(crate) const PLAIN: Self = Self { zone: 0, flip: 0 };
}

impl Shape {
    /// The shape of a game's narrow networks.
    pub const fn of<V: Variant>() -> Self {
        let features = <V::State as State>::FEATURES;
        Self::with_zones::<V>(if features > 0 { features / 2 } else { KING_ZONES })
    }

    /// The shape with zones of the king.
    pub const fn by_king<V: Variant>() -> Self {
        Self::with_zones::<V>(KING_ZONES)
    }

    /// The shape of new networks for this game: that of [`Shape::of`]; for a game from a file zones of the king, if it has one king
    /// that stays the only royal, and zones of royal types if it has coups, else none.
    pub fn of_game<V: Variant>(game: V) -> Self {
        match game.file_definition() {
            Some(_) if estimate::has_one_king(game) => Self::by_king::<V>(),
            Some(rules) if !rules.royals.coup => Self::plain::<V>(),
            _ => Self::of::<V>(),
        }
    }

    /// The shape without zones.
    pub const fn plain<V: Variant>() -> Self {
        Self::with_zones::<V>(1)
    }

    const fn with_zones<V: Variant>(zones: usize) -> Self {
        Self { piece_types: V::ByPieceType::LEN, features: <V::State as State>::FEATURES, zones, neurons: NARROW }
    }

    /// Returns `true` if networks of this shape can play the game.
    pub const fn fits<V: Variant>(self) -> bool {
        let own = Self::of::<V>();
        self.piece_types == own.piece_types
            && self.features == own.features
            && (self.zones == own.zones || self.zones == 1 || self.zones == KING_ZONES)
    }

    /// The same with so many neurons.
    pub const fn with_neurons(self, neurons: usize) -> Self {
        Self { neurons, ..self }
    }

    /// Pieces of both sides on every square.
    #[inline]
    const fn pieces(self) -> usize {
        2 * 64 * self.piece_types
    }

    /// Returns the number of inputs: pieces of both sides on every square for each zone, then the features.
    #[inline]
    pub const fn inputs(self) -> usize {
        self.zones * self.pieces() + self.features
    }

    /// Returns the number of rows of weights: one for each input, the hidden bias, then two perspectives for each bucket.
    pub const fn rows(self) -> usize {
        self.inputs() + 1 + 2 * BUCKETS
    }

    /// Returns the orientation that follows from a piece on a square: that of the king of the perspective; `None` for other
    /// pieces.
    #[inline]
    pub fn outlook_by_piece(self, view: Color, piece: Piece, at: Square) -> Option<Outlook> {
        if self.zones != KING_ZONES || piece != Piece::new(view, PieceType::KING) {
            return None;
        }
        let at = own_view(view, at).index();
        let flip = if at % 8 < 4 { 7 } else { 0 };
        let zone = match (at / 8, (at ^ flip) % 8) {
            (0, 6..) => 0,
            (0, _) => 1,
            (1, _) => 2,
            _ => 3,
        };
        Some(Outlook { zone: (zone * self.pieces()) as u16, flip: flip as u8 })
    }

    /// Returns the orientation that follows from a feature of the own side; `None` for other features.
    #[inline]
    pub fn outlook_by_feature(self, view: Color, feature: usize) -> Option<Outlook> {
        let seen = self.seen(view, feature);
        (self.zones == self.features / 2 && seen < self.zones)
            .then(|| Outlook { zone: (seen * self.pieces()) as u16, flip: 0 })
    }

    /// Returns the orientation for these pieces and features.
    pub fn outlook(
        self,
        view: Color,
        mut pieces: impl Iterator<Item = (Piece, Square)>,
        mut features: impl Iterator<Item = usize>,
    ) -> Outlook {
        let by_piece = pieces.find_map(|(piece, at)| self.outlook_by_piece(view, piece, at));
        let by_feature = || features.find_map(|feature| self.outlook_by_feature(view, feature));
        by_piece.or_else(by_feature).unwrap_or(Outlook::PLAIN)
    }

    /// The input of a piece on a square, as a perspective sees it.
    #[inline]
    pub const fn piece(self, view: Color, outlook: Outlook, piece: Piece, at: Square) -> usize {
        let whose = if piece.color() as usize == view as usize { 0 } else { self.piece_types };
        outlook.zone as usize
            + (whose + piece.piece_type().index()) * 64
            + (own_view(view, at).index() ^ outlook.flip as usize)
    }

    /// The input of a feature of the state.
    #[inline]
    pub const fn feature(self, view: Color, feature: usize) -> usize {
        self.inputs() - self.features + self.seen(view, feature)
    }

    /// A feature as a perspective sees it: White's features are the first half, Black's the second, and each
    /// perspective has its own first.
    #[inline]
    const fn seen(self, view: Color, feature: usize) -> usize {
        let half = self.features / 2;
        match view {
            Color::White => feature,
            Color::Black if feature < half => feature + half,
            Color::Black => feature - half,
        }
    }
}

/// The set of output weights for so many pieces on the board.
#[inline]
pub const fn bucket(pieces: u32) -> usize {
    let bucket = (pieces as usize).saturating_sub(1) * BUCKETS / 32;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}
