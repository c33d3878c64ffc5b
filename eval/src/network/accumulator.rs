//! The hidden layer of both perspectives before its activation, kept while moves are played.

use movegen::{Color, Man, Position, Square, State, Variant};

use super::{Network, Row};

/// The neurons of White's and of Black's perspective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Neurons(pub(crate) [Row; 2]);

impl Neurons {
    /// No neurons: for a game without a network.
    pub(crate) const NONE: Self = Self([Row([0; super::HIDDEN]); 2]);

    /// The neurons of a position, from nothing.
    pub(crate) fn of<V: Variant>(network: &Network, pos: &Position<V>) -> Self {
        let mut neurons = Self([network.bias; 2]);
        for at in pos.occupied() {
            if let Some(man) = pos.man_at(at) {
                neurons.put(network, man, at);
            }
        }
        pos.state().features().for_each(|feature| neurons.gain(network, feature));
        neurons
    }

    #[inline]
    pub(crate) fn put(&mut self, network: &Network, man: Man, at: Square) {
        for view in Color::BOTH {
            add(&mut self.0[view], &network.inputs[network.shape.man(view, man, at)]);
        }
    }

    #[inline]
    pub(crate) fn take(&mut self, network: &Network, man: Man, at: Square) {
        for view in Color::BOTH {
            subtract(&mut self.0[view], &network.inputs[network.shape.man(view, man, at)]);
        }
    }

    #[inline]
    pub(crate) fn gain(&mut self, network: &Network, feature: usize) {
        for view in Color::BOTH {
            let input = network.shape.feature(view, feature);
            add(&mut self.0[view], &network.inputs[input]);
        }
    }

    #[inline]
    pub(crate) fn lose(&mut self, network: &Network, feature: usize) {
        for view in Color::BOTH {
            let input = network.shape.feature(view, feature);
            subtract(&mut self.0[view], &network.inputs[input]);
        }
    }
}

#[inline]
fn add(neurons: &mut Row, weights: &Row) {
    for (neuron, &weight) in neurons.0.iter_mut().zip(&weights.0) {
        *neuron = neuron.wrapping_add(weight);
    }
}

#[inline]
fn subtract(neurons: &mut Row, weights: &Row) {
    for (neuron, &weight) in neurons.0.iter_mut().zip(&weights.0) {
        *neuron = neuron.wrapping_sub(weight);
    }
}
