//! What is fitted: the numbers of a file of weights as variables, some of them shared by several weights.

use eval::Weights;
use eval::weights::layout::{
    BARRED, CONTROL, LEN, MOBILITY, PASSED, PLACEMENT, PURCHASABLE, PURSE, ROAD, ROYAL_ATTACKED, ROYAL_COUNT,
    ROYAL_MATE, ROYALS_CHANGE, SAME_SHADE, Term, VALUE,
};
use eval::weights::{BLOCKS, Block, Half, Parameter, Weight};
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
        Self::holding(start, sharing, &[])
    }

    /// The same, but the weights of the blocks of these names stay as they are too.
    pub fn holding(start: Weights, sharing: Sharing, held: &[String]) -> Self {
        let mut all = Self { start, members: Vec::new(), places: [vec![None; LEN], vec![None; LEN]] };
        for parameter in all.start.parameters().into_iter().filter(|parameter| parameter.half == Half::Middle) {
            if !is_fitted(parameter.weight) || held.iter().any(|name| *name == parameter.weight.block().name) {
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

    /// How far each variable is expected to move, in centipawns: much where a weight is worth pawns and each position
    /// tells of it, little where many weights share what few positions tell.
    pub fn reaches(&self) -> Vec<f64> {
        self.members.iter().map(|members| reach(members[0].weight)).collect()
    }

    /// Variables whose changes are expected to be alike: those of squares and of counts beside each other, in the same
    /// half. Each pair once, the one further on first.
    pub fn neighbours(&self) -> Vec<[usize; 2]> {
        let mut pairs = Vec::new();
        for places in &self.places {
            for block in BLOCKS.iter().filter(|block| block.tapered && block.columns >= 8) {
                for (within, index) in block.range().enumerate() {
                    let column = within % block.columns;
                    let is_board = block.columns == 64;
                    let beside = if is_board { !column.is_multiple_of(8) } else { column > 0 };
                    let steps = [(beside, 1), (is_board && column >= 8, 8)];
                    for (_, step) in steps.into_iter().filter(|(exists, _)| *exists) {
                        if let (Some(here), Some(there)) = (places[index], places[index - step]) {
                            let [here, there] = [here, there].map(usize::from);
                            pairs.extend([[here, there], [here + 1, there + 1]]);
                        }
                    }
                }
            }
        }
        pairs.retain(|[a, b]| a != b);
        pairs.sort_unstable();
        pairs.dedup();
        pairs
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

/// How far a weight is expected to move, in centipawns.
fn reach(weight: Weight) -> f64 {
    let block = weight.block();
    let is = |blocks: &[&Block]| blocks.iter().any(|other| other.name == block.name);
    match block.term {
        _ if is(&[&VALUE, &ROYAL_COUNT]) => 120.0,
        _ if is(&[&ROYAL_MATE, &ROYAL_ATTACKED, &ROYALS_CHANGE, &PURCHASABLE, &PURSE, &ROAD]) => 60.0,
        _ if is(&[&BARRED]) => 30.0,
        _ if is(&[&CONTROL, &SAME_SHADE]) => 4.0,
        _ if is(&[&MOBILITY]) => 10.0,
        _ if is(&[&PASSED]) => 20.0,
        Term::Threats | Term::Passed | Term::Royals => 20.0,
        Term::Attack => 15.0,
        _ => 12.0,
    }
}

/// The same piece's weight on the square that mirrors this one from left to right.
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
    fn squares_have_neighbours_of_their_own_half_alone() {
        for sharing in [Sharing::default(), Sharing { split: true, mirror: true }] {
            let variables = chess(sharing);
            let pairs = variables.neighbours();
            assert!(pairs.len() > 1_000 && variables.reaches().len() == variables.len());
            for pair in pairs {
                let [a, b] = pair.map(|i| variables.members[i][0]);
                assert!(a.half == b.half && a.color == b.color && a.weight.block().name == b.weight.block().name);
            }
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
