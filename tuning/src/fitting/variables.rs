//! What is fitted: the numbers of a file of weights as variables, some of them shared by several weights.

use eval::Weights;
use eval::weights::layout::{LEN, PLACEMENT, Term};
use eval::weights::{Half, Parameter, Weight};
use movegen::Color;

/// Which weights have to be equal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sharing {
    /// Each side gets weights of its own, although those to begin with are the same.
    pub split: bool,
    /// Squares that mirror each other from left to right are worth the same.
    pub mirror: bool,
}

/// The variables of a fit and the weights that they stand for.
#[derive(Clone, Debug)]
pub struct Variables {
    start: Weights,
    /// The numbers that each variable stands for.
    members: Vec<Vec<Parameter>>,
    /// By colour and weight: the variable of its first half, if it is fitted. That of its second half is the next one.
    places: [Vec<Option<u16>>; 2],
}

// Each half of each side's weights may be a variable.
const _: () = assert!(4 * LEN <= u16::MAX as usize);

impl Variables {
    /// The variables for weights to begin with. Fitted is what the value is a sum of, and the danger to a king; phases,
    /// shields, drawish endings and the clock stay as they are, because no slope leads to better ones.
    pub fn new(start: Weights, sharing: Sharing) -> Self {
        let mut all = Self { start, members: Vec::new(), places: [vec![None; LEN], vec![None; LEN]] };
        for parameter in all.start.parameters().into_iter().filter(|parameter| parameter.half == Half::Middle) {
            if !is_fitted(parameter.weight) {
                continue;
            }
            match parameter.color {
                None if sharing.split => {
                    for color in Color::BOTH {
                        all.add(Parameter { color: Some(color), ..parameter }, sharing);
                    }
                }
                _ => all.add(parameter, sharing),
            }
        }
        all
    }

    /// Adds the variables of a weight, or the weight to those of its mirror image.
    fn add(&mut self, parameter: Parameter, sharing: Sharing) {
        let Parameter { color, weight, .. } = parameter;
        let colors = color.map_or(Color::BOTH.to_vec(), |color| vec![color]);
        let partner = if sharing.mirror { mirrored(weight) } else { None };
        let shared = partner.and_then(|partner| self.places[colors[0]][partner.index()]);
        let first = shared.map_or(self.members.len(), usize::from);
        let halves: &[Half] = if weight.block().tapered { &[Half::Middle, Half::End] } else { &[Half::Middle] };
        for (variable, &half) in (first..).zip(halves) {
            if shared.is_none() {
                self.members.push(Vec::new());
            }
            self.members[variable].push(Parameter { half, ..parameter });
        }
        for color in colors {
            self.places[color][weight.index()] = Some(first as u16);
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The weights to begin with.
    pub fn start(&self) -> &Weights {
        &self.start
    }

    /// The variable of the first half of a side's weight, if the weight is fitted. That of the second half is the next.
    pub fn of(&self, color: Color, weight: Weight) -> Option<u16> {
        self.places[color][weight.index()]
    }

    /// Values to begin with: the mean of the numbers that share a variable.
    pub fn values(&self) -> Vec<f64> {
        let mean = |members: &Vec<Parameter>| {
            members.iter().map(|&parameter| f64::from(self.start.get(parameter))).sum::<f64>() / members.len() as f64
        };
        self.members.iter().map(mean).collect()
    }

    /// The weights with these values, as whole numbers.
    pub fn weights(&self, values: &[f64]) -> Weights {
        let mut weights = self.start.clone();
        for (members, &value) in self.members.iter().zip(values) {
            members.iter().for_each(|&parameter| weights.set(parameter, value.round() as i32));
        }
        weights
    }
}

/// Whether the value has a slope by this weight.
fn is_fitted(weight: Weight) -> bool {
    weight.block().tapered || is_danger(weight)
}

/// Whether the weight is a part of the danger to a king.
pub(super) fn is_danger(weight: Weight) -> bool {
    !weight.block().tapered && weight.block().term == Term::Attack
}

/// The same man's weight on the square that mirrors this one from left to right.
fn mirrored(weight: Weight) -> Option<Weight> {
    let within = weight.index().checked_sub(PLACEMENT.range().start)?;
    PLACEMENT.range().contains(&weight.index()).then(|| PLACEMENT.at(within ^ 7))
}

impl Sharing {
    /// A number for each way of sharing, for the record.
    pub fn index(self) -> u64 {
        u64::from(self.split) | u64::from(self.mirror) << 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Variant};

    fn chess(sharing: Sharing) -> Variables {
        Variables::new(Weights::of_game(Chess::NAME, Chess::LETTERS), sharing)
    }

    #[test]
    fn values_give_the_weights_back() {
        for split in [false, true] {
            let variables = chess(Sharing { split, mirror: false });
            assert!(variables.weights(&variables.values()) == *variables.start());
        }
    }

    #[test]
    fn sides_may_be_split_and_squares_shared() {
        let number = |split, mirror| chess(Sharing { split, mirror }).len();
        assert_eq!(number(true, false), 2 * number(false, false));
        // Six kinds, two halves, half of the squares.
        assert_eq!(number(false, true) + 6 * 2 * 32, number(false, false));
    }
}
