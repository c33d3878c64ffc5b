//! The hidden layer of both perspectives before its activation, kept while moves are played.

use movegen::{Bitboard, Color, Piece, PieceType, Position, Square, State, Variant};

use super::net::Network;
use super::row::{NARROW, Row, WIDE};
use super::shape::{Outlook, Shape};

/// The neurons of White's and of Black's perspective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Neurons {
    rows: [Row; 2],
    outlooks: [Outlook; 2],
    /// The orientation may have changed; the neurons are invalid until [`Neurons::refresh_stale`].
    are_stale: [bool; 2],
}

/// An accumulator cache: for each perspective and orientation the neurons of the last position with it. A refresh starts from these
/// and changes only the pieces that differ (Finny tables, after Finn Eggers's engine Koivisto).
#[derive(Clone, Debug)]
pub struct AccumulatorCache(Vec<CacheEntry>);

/// The neurons of these pieces, without the features of the state.
#[derive(Clone, Debug)]
struct CacheEntry {
    row: Row,
    pieces: [[Bitboard; PieceType::MAX]; 2],
}

impl AccumulatorCache {
    /// A cache without entries, for a game without a network.
    pub(crate) const NONE: Self = Self(Vec::new());

    /// A cache of empty boards.
    pub(crate) fn of(network: &Network) -> Self {
        Self(vec![CacheEntry::empty_board(network); 2 * network.shape.outlooks()])
    }
}

impl CacheEntry {
    fn empty_board(network: &Network) -> Self {
        Self { row: network.bias, pieces: Default::default() }
    }

    /// Adds and removes the pieces that differ from those of a position.
    fn update<V: Variant>(&mut self, network: &Network, pos: &Position<V>, view: Color, outlook: Outlook) {
        for color in Color::BOTH {
            for (index, before) in self.pieces[color].iter_mut().enumerate().take(network.shape.piece_types) {
                let piece_type = PieceType::new(index as u8);
                let now = pos.of(color, piece_type);
                let input = |at| network.shape.piece(view, outlook, Piece::new(color, piece_type), at);
                (*before - now).into_iter().for_each(|at| subtract(&mut self.row, network, input(at)));
                (now - *before).into_iter().for_each(|at| add(&mut self.row, network, input(at)));
                *before = now;
            }
        }
    }
}

/// The orientation of a perspective in a position.
#[inline]
fn outlook<V: Variant>(shape: Shape, pos: &Position<V>, view: Color) -> Outlook {
    shape.outlook(view, pos.of(view, PieceType::KING).into_iter(), pos.state().features())
}

impl Neurons {
    /// No neurons: for a game without a network.
    pub(crate) const NONE: Self = Self { rows: [Row::ZERO; 2], outlooks: [Outlook::PLAIN; 2], are_stale: [false; 2] };

    /// The neurons of a position, from nothing.
    pub(crate) fn of<V: Variant>(network: &Network, pos: &Position<V>) -> Self {
        let mut neurons = Self::NONE;
        for view in Color::BOTH {
            let outlook = outlook(network.shape, pos, view);
            neurons.refresh(network, pos, view, outlook, &mut CacheEntry::empty_board(network));
        }
        neurons
    }

    /// Both perspectives' neurons, White's first.
    #[inline]
    pub(crate) fn rows(&self) -> &[Row; 2] {
        debug_assert_eq!(self.are_stale, [false; 2], "an accumulator has to be refreshed after a move");
        &self.rows
    }

    /// Refreshes the perspectives whose orientation has changed.
    #[inline]
    pub(crate) fn refresh_stale<V: Variant>(
        &mut self,
        network: &Network,
        pos: &Position<V>,
        cache: &mut AccumulatorCache,
    ) {
        for view in Color::BOTH {
            if self.are_stale[view] {
                self.are_stale[view] = false;
                let outlook = outlook(network.shape, pos, view);
                if outlook != self.outlooks[view] {
                    let number = 2 * network.shape.number(outlook) + view.index();
                    self.refresh(network, pos, view, outlook, &mut cache.0[number]);
                }
            }
        }
    }

    #[inline(never)]
    fn refresh<V: Variant>(
        &mut self,
        network: &Network,
        pos: &Position<V>,
        view: Color,
        outlook: Outlook,
        entry: &mut CacheEntry,
    ) {
        entry.update(network, pos, view, outlook);
        let row = &mut self.rows[view];
        *row = entry.row;
        for feature in pos.state().features() {
            add(row, network, network.shape.feature(view, feature));
        }
        self.outlooks[view] = outlook;
    }

    #[inline]
    fn mark_stale_by_piece(&mut self, network: &Network, piece: Piece) {
        let own = piece.color();
        self.are_stale[own] |= network.shape.depends_on_piece(own, piece);
    }

    #[inline]
    pub(crate) fn put(&mut self, network: &Network, piece: Piece, at: Square) {
        self.mark_stale_by_piece(network, piece);
        for view in Color::BOTH {
            let input = network.shape.piece(view, self.outlooks[view], piece, at);
            add(&mut self.rows[view], network, input);
        }
    }

    #[inline]
    pub(crate) fn take(&mut self, network: &Network, piece: Piece, at: Square) {
        self.mark_stale_by_piece(network, piece);
        for view in Color::BOTH {
            let input = network.shape.piece(view, self.outlooks[view], piece, at);
            subtract(&mut self.rows[view], network, input);
        }
    }

    #[inline]
    pub(crate) fn gain(&mut self, network: &Network, feature: usize) {
        for view in Color::BOTH {
            self.are_stale[view] |= network.shape.depends_on_feature(view, feature);
            add(&mut self.rows[view], network, network.shape.feature(view, feature));
        }
    }

    #[inline]
    pub(crate) fn lose(&mut self, network: &Network, feature: usize) {
        for view in Color::BOTH {
            subtract(&mut self.rows[view], network, network.shape.feature(view, feature));
        }
    }
}

#[inline]
fn add(neurons: &mut Row, network: &Network, input: usize) {
    change(neurons, network, input, i16::wrapping_add);
}

#[inline]
fn subtract(neurons: &mut Row, network: &Network, input: usize) {
    change(neurons, network, input, i16::wrapping_sub);
}

#[inline]
fn change(neurons: &mut Row, network: &Network, input: usize, by: impl Fn(i16, i16) -> i16) {
    let weights = &network.inputs[input];
    match network.shape.neurons {
        NARROW => change_first::<NARROW>(neurons, weights, by),
        _ => change_first::<WIDE>(neurons, weights, by),
    }
}

#[inline]
fn change_first<const N: usize>(neurons: &mut Row, weights: &Row, by: impl Fn(i16, i16) -> i16) {
    for (neuron, &weight) in neurons.0.iter_mut().zip(&weights.0).take(N) {
        *neuron = by(*neuron, weight);
    }
}
