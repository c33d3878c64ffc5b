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
    /// The number of sets of input weights; a perspective uses one at a time. Networks have one set, or sets of one or both sorts:
    ///
    /// * four for the zones of the only king, if the king rules the side; with a king on the files a to d, files are also reversed;
    /// * in games whose state has features, one for each own feature (the piece type that rules the side).
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

    /// The shape with zones for the features of the state and none for the king.
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
            && (self.zones == 1 || self.has_king_zones() || self.first_feature_zone().is_some())
    }

    /// Returns the zone of the first feature, if the features have zones.
    const fn first_feature_zone(self) -> Option<usize> {
        match self.zones.checked_sub(self.features / 2) {
            Some(first @ (0 | KING_ZONES)) if self.features > 0 => Some(first),
            _ => None,
        }
    }

    const fn has_king_zones(self) -> bool {
        self.zones == KING_ZONES || self.zones == KING_ZONES + self.features / 2
    }

    /// Returns the zone that a shape with fewer zones uses in place of this one; `None` if it is not such a shape.
    pub fn zone_in(self, fewer: Self, zone: usize) -> Option<usize> {
        match (fewer.zones, self.first_feature_zone(), fewer.first_feature_zone()) {
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
        self.first_feature_zone().is_some() && self.seen(view, feature) < self.features / 2
    }

    /// Returns the orientation of a perspective with these own kings and these features.
    #[inline]
    pub fn outlook(
        self,
        view: Color,
        mut kings: impl Iterator<Item = Square>,
        features: impl Iterator<Item = usize>,
    ) -> Outlook {
        let ruler = self.first_feature_zone().and_then(|first| {
            let own = features.map(|feature| self.seen(view, feature)).find(|&seen| seen < self.features / 2)?;
            Some((first, own))
        });
        let is_ruled_by_king = ruler.is_none_or(|(_, own)| own == PieceType::KING.index());
        let (zone, flip) = match (kings.next(), kings.next(), ruler) {
            (Some(king), None, _) if self.has_king_zones() && is_ruled_by_king => king_zone(own_view(view, king)),
            (.., Some((first, own))) => (first + own, 0),
            _ => return Outlook::PLAIN,
        };
        Outlook { zone: (zone * self.pieces()) as u16, flip }
    }

    /// The number of orientations.
    pub(crate) const fn outlooks(self) -> usize {
        2 * self.zones
    }

    /// The index of an orientation.
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

/// The zone of a king, and 7 if it is on the files a to d, else 0.
#[inline]
fn king_zone(at: Square) -> (usize, u8) {
    let flip = if at.file() < 4 { 7 } else { 0 };
    let zone = match (at.rank(), at.file() ^ flip) {
        (0, 6..) => 0,
        (0, _) => 1,
        (1, _) => 2,
        _ => 3,
    };
    (zone, flip)
}

/// The set of output weights for so many pieces on the board.
#[inline]
pub const fn bucket(pieces: u32) -> usize {
    let bucket = (pieces as usize).saturating_sub(1) * BUCKETS / 32;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}
