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
    /// Sets of input weights, of which one holds for a perspective at a time. In games whose state has features it is that of the
    /// own feature (what rules it). There are four more for a side that is ruled by its only king, and these four alone in other
    /// games: one for each zone where the king may stand. Such a perspective also sees the files reversed if its king stands
    /// on one of the files a to d. Other networks have the sets of the features alone, or one set.
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
        Self::with_zones::<V>(KING_ZONES + <V::State as State>::FEATURES / 2)
    }

    /// The shape with zones of what rules a side, for games whose state has features, and none of the king.
    pub const fn by_feature<V: Variant>() -> Self {
        Self::with_zones::<V>(<V::State as State>::FEATURES / 2)
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
            && (self.zones == own.zones
                || self.zones == 1
                || self.zones == KING_ZONES
                || self.zones == own.features / 2)
    }

    /// The first of the zones of what rules a side, if it has them.
    const fn zones_by_feature(self) -> Option<usize> {
        match self.zones.checked_sub(self.features / 2) {
            Some(first @ (0 | KING_ZONES)) if self.features > 0 => Some(first),
            _ => None,
        }
    }

    const fn has_king_zones(self) -> bool {
        self.zones == KING_ZONES || self.zones == KING_ZONES + self.features / 2
    }

    /// Returns the zone of a shape with fewer zones that holds where this one does.
    pub fn zone_in(self, fewer: Self, zone: usize) -> Option<usize> {
        match (fewer.zones, self.zones_by_feature(), fewer.zones_by_feature()) {
            (1, ..) => Some(0),
            (_, Some(KING_ZONES), Some(0)) => Some(zone.checked_sub(KING_ZONES).unwrap_or(PieceType::KING.index())),
            (zones, ..) => (zones == self.zones).then_some(zone),
        }
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

    /// Returns `true` if a perspective's orientation may depend on where this piece is.
    #[inline]
    pub(crate) fn depends_on_piece(self, view: Color, piece: Piece) -> bool {
        self.has_king_zones() && piece == Piece::new(view, PieceType::KING)
    }

    /// Returns `true` if a perspective's orientation may depend on this feature.
    #[inline]
    pub(crate) fn depends_on_feature(self, view: Color, feature: usize) -> bool {
        self.zones_by_feature().is_some() && self.seen(view, feature) < self.features / 2
    }

    /// Returns the orientation of a perspective with these own kings and these features.
    #[inline]
    pub fn outlook(
        self,
        view: Color,
        mut kings: impl Iterator<Item = Square>,
        features: impl Iterator<Item = usize>,
    ) -> Outlook {
        let at = |zone: usize, flip| Outlook { zone: (zone * self.pieces()) as u16, flip };
        let first = self.zones_by_feature();
        let ruler = first.and_then(|first| {
            let own = features.map(|feature| self.seen(view, feature)).find(|&seen| seen < self.features / 2)?;
            Some((first, own))
        });
        let is_ruled_by_kings = ruler.is_none_or(|(_, own)| own == PieceType::KING.index());
        match (kings.next(), kings.next(), ruler) {
            (Some(king), None, _) if self.has_king_zones() && is_ruled_by_kings => {
                let king = own_view(view, king).index();
                let flip = if king % 8 < 4 { 7 } else { 0 };
                let zone = match (king / 8, (king ^ flip) % 8) {
                    (0, 6..) => 0,
                    (0, _) => 1,
                    (1, _) => 2,
                    _ => 3,
                };
                at(zone, flip as u8)
            }
            (.., Some((first, own))) => at(first + own, 0),
            _ => Outlook::PLAIN,
        }
    }

    /// The number of orientations.
    pub(crate) const fn outlooks(self) -> usize {
        2 * self.zones
    }

    /// Numbers the orientations.
    pub(crate) const fn number(self, outlook: Outlook) -> usize {
        2 * (outlook.zone as usize / self.pieces()) + (outlook.flip != 0) as usize
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
