//! The network of chess for games from files that resemble chess.

use std::sync::{Mutex, PoisonError};

use movegen::Chess;

use super::carried::NetworkTable;
use super::net::Network;
use super::row::Row;
use super::shape::Shape;
use crate::estimate::ChessTypes;

/// Networks of chess for other types: the types, the network of chess, and the result. Games with equal types share one.
type Made = Vec<(ChessTypes, &'static Network, &'static Network)>;

impl Network {
    /// Returns the network of chess in `table`, if it has one, for a game of this shape in which each type takes the weights of the
    /// nearest type of chess. It is made once per process.
    pub(crate) fn of_chess(shape: Shape, types: &ChessTypes, table: NetworkTable) -> Option<&'static Self> {
        static MADE: Mutex<Made> = Mutex::new(Vec::new());
        let chess = Self::of_table(Chess, table).ok()??;
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = made.iter();
        if let Some((.., network)) = known.find(|(other, from, _)| other == types && std::ptr::eq(*from, chess)) {
            return Some(network);
        }
        let network: &'static Self = Box::leak(Box::new(chess.with_types(shape, types)?));
        made.push((*types, chess, network));
        Some(network)
    }

    /// Returns the network in this shape, in which each type has the weights of the given type of this network. Types without one
    /// have none. `None` if the zones are not those of kings.
    pub(crate) fn with_types(&self, shape: Shape, types: &ChessTypes) -> Option<Self> {
        let shape = shape.with_neurons(self.shape.neurons);
        if self.shape.zones != shape.zones || self.shape.features > 0 {
            return None;
        }
        let mut inputs = vec![Row::ZERO; shape.inputs()];
        let sides = |shape: Shape| (0..2 * shape.zones).map(move |side| side * shape.piece_types);
        for (from, to) in sides(self.shape).zip(sides(shape)) {
            for (index, other) in types.iter().enumerate().filter_map(|(index, other)| Some((index, (*other)?))) {
                let rows = |first: usize, index: usize| (first + index) * 64..(first + index + 1) * 64;
                inputs[rows(to, index)].copy_from_slice(&self.inputs[rows(from, other.index())]);
            }
        }
        Some(Self { shape, inputs, ..self.clone() })
    }
}
