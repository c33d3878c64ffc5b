//! What the networks of a game take in, and how a perspective sees the board.

use movegen::{ByKind, Color, Kind, Man, Square, State, Variant};

use super::BUCKETS;
use crate::psqt::own_view;

/// Zones of the board where a king may stand; each has input weights of its own.
pub const ZONES: usize = 4;

/// What the networks of a game take in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Kinds of men.
    pub kinds: usize,
    /// Features of the game's state.
    pub features: usize,
    /// 1, or [`ZONES`]: then a perspective whose king stands on one of the files a to d also sees the files reversed, and
    /// the zone of its king says which input weights hold.
    pub zones: usize,
}

/// How a perspective sees the men: by where its king stands.
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
    /// The shape of a game's networks. Where captures change the captor there may be several kings or none, and zones make
    /// no sense.
    pub const fn of<V: Variant>() -> Self {
        Self::with_zones::<V>(if V::CAPTORS_CHANGE { 1 } else { ZONES })
    }

    /// The shape without zones.
    pub const fn plain<V: Variant>() -> Self {
        Self::with_zones::<V>(1)
    }

    const fn with_zones<V: Variant>(zones: usize) -> Self {
        Self { kinds: V::ByKind::LEN, features: <V::State as State>::FEATURES, zones }
    }

    /// Men of both sides on every square.
    #[inline]
    const fn men(self) -> usize {
        2 * 64 * self.kinds
    }

    /// How many inputs there are: men of both sides on every square for each zone, then the features.
    #[inline]
    pub const fn inputs(self) -> usize {
        self.zones * self.men() + self.features
    }

    /// How many rows of weights there are: an input each, then the hidden bias, then two perspectives for each bucket.
    pub const fn rows(self) -> usize {
        self.inputs() + 1 + 2 * BUCKETS
    }

    /// How a perspective sees the men when its king stands here.
    pub const fn outlook(self, view: Color, king: Square) -> Outlook {
        if self.zones == 1 {
            return Outlook::PLAIN;
        }
        let at = own_view(view, king).index();
        let flip = if at % 8 < 4 { 7 } else { 0 };
        let zone = match (at / 8, (at ^ flip) % 8) {
            (0, 6..) => 0,
            (0, _) => 1,
            (1, _) => 2,
            _ => 3,
        };
        Outlook { zone: (zone * self.men()) as u16, flip: flip as u8 }
    }

    /// How a perspective sees these men.
    pub fn outlook_of(self, view: Color, men: impl Iterator<Item = (Man, Square)>) -> Outlook {
        let king = Man::new(view, Kind::KING);
        let at = men.into_iter().find_map(|(man, at)| (man == king).then_some(at));
        self.outlook(view, at.unwrap_or(Square::at(4, 0)))
    }

    /// The input of a man on a square, as a perspective sees it.
    #[inline]
    pub const fn man(self, view: Color, outlook: Outlook, man: Man, at: Square) -> usize {
        let whose = if man.color() as usize == view as usize { 0 } else { self.kinds };
        outlook.zone as usize + (whose + man.kind().index()) * 64 + (own_view(view, at).index() ^ outlook.flip as usize)
    }

    /// The input of a feature of the state. White's features are the first half, Black's the second, and each
    /// perspective has its own first.
    #[inline]
    pub const fn feature(self, view: Color, feature: usize) -> usize {
        let half = self.features / 2;
        let seen = match view {
            Color::White => feature,
            Color::Black if feature < half => feature + half,
            Color::Black => feature - half,
        };
        self.inputs() - self.features + seen
    }
}

/// The set of output weights for so many men on the board.
#[inline]
pub const fn bucket(men: u32) -> usize {
    let bucket = (men as usize).saturating_sub(1) * BUCKETS / 32;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}
