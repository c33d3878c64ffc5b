//! The network of chess for games from files that resemble chess and have no network of their own.

use std::sync::{Mutex, PoisonError};

use movegen::{Chess, PieceType};

use super::carried::NetworkTable;
use super::net::Network;
use super::row::Row;
use super::shape::Shape;
use crate::estimate::Models;

/// Adopted networks by models and network of chess: games with equal models share one.
type Adopted = Vec<(Models, &'static Network, &'static Network)>;

impl Network {
    /// Returns the network of chess in `table`, if it has one, for a game of this shape, with its weights for the types as `models`
    /// pairs them. It is made once per process.
    pub(crate) fn adopted(shape: Shape, models: &Models, table: NetworkTable) -> Option<&'static Self> {
        static ADOPTED: Mutex<Adopted> = Mutex::new(Vec::new());
        let chess = Self::of_table(Chess, table).ok()??;
        let mut adopted = ADOPTED.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = adopted.iter();
        if let Some((.., network)) = known.find(|(other, of, _)| other == models && std::ptr::eq(*of, chess)) {
            return Some(network);
        }
        let network: &'static Self = Box::leak(Box::new(chess.for_models(shape, models)?));
        adopted.push((*models, chess, network));
        Some(network)
    }

    /// The network in this shape with its weights of each type's model for the type; types without a model have none. `None` if its
    /// zones are not those of kings.
    pub(crate) fn for_models(&self, shape: Shape, models: &Models) -> Option<Self> {
        let shape = shape.with_neurons(self.shape.neurons);
        if self.shape.zones != shape.zones || self.shape.features > 0 {
            return None;
        }
        let mut inputs = vec![Row::ZERO; shape.inputs()];
        let sides = |shape: Shape| (0..2 * shape.zones).map(move |side| side * shape.piece_types);
        for (from, to) in sides(self.shape).zip(sides(shape)) {
            for (index, model) in models.iter().enumerate().filter_map(|(index, model)| Some((index, (*model)?))) {
                let rows = |first: usize, piece_type: PieceType| (first + piece_type.index()) * 64..;
                let (from, to) = (rows(from, model), rows(to, PieceType::new(index as u8)));
                inputs[to][..64].copy_from_slice(&self.inputs[from][..64]);
            }
        }
        Some(Self { shape, inputs, ..self.clone() })
    }
}
