//! A network that values positions: one hidden layer for each side's view of the board, in whole numbers. Small enough to be
//! computed from nothing for each of the millions of positions that a search values.
//!
//! ```text
//! inputs      by square, own side up: own pawns, own knights, enemy pawns, enemy knights, and again those of them that the other
//!             side attacks; a penalty point of one's own, of the enemy's
//! hidden      NEURONS for White's view, the same weights again for Black's
//! activation  the neuron clamped between 0 and 1, squared
//! output      the weighted differences between White's and Black's neurons, squeezed between -1 and 1
//! ```
//!
//! Few pieces, some and many have weights of their own ([`set_of`]). Differences make the value antisymmetric: with the colours
//! exchanged it is the negated one, to the last bit.

use std::sync::{Arc, LazyLock};

use crate::rules::{MAX_PENALTIES, Position, Square, knight_attacks, pawn_attacks, squares};
use eval::weights::WeightsError;
use movegen::Color;
use movegen::fen::printable;

use super::Estimate;

/// Hidden neurons of a view.
pub const NEURONS: usize = 32;
/// Squares of the board.
const SQUARES: usize = 25;
/// Where the pieces that are attacked stand among the inputs, behind all pieces.
const ATTACKED: usize = 4 * SQUARES;
/// Where the penalty points stand: one's own, then the enemy's.
const PENALTY: usize = 2 * ATTACKED;
/// Inputs of a view.
pub const INPUTS: usize = PENALTY + 2;

/// The integers that stand for 1 in input weights and neurons, and in output weights.
pub const HIDDEN_ONE: i32 = 255;
/// See [`HIDDEN_ONE`].
pub const OUTPUT_ONE: i32 = 64;
/// Inputs of a view that count at a time at most: five pawns and two knights of each side, all of them attacked, and a penalty
/// point of each.
pub const MAX_INPUTS: usize = 4 * 7 + 2;
/// The largest input weight or bias: whatever a neuron adds up has room in 16 bits.
pub const LARGEST_INPUT: i32 = i16::MAX as i32 / (MAX_INPUTS as i32 + 1);
/// The largest output weight.
pub const LARGEST_OUTPUT: i32 = i32::MAX / (NEURONS as i32 * HIDDEN_ONE * HIDDEN_ONE);

/// The number of sets of weights.
pub const SETS: usize = 3;

/// Which weights hold for so many pieces on the board.
#[inline]
pub const fn set_of(pieces: u32) -> usize {
    match pieces {
        ..=5 => 0,
        6..=8 => 1,
        _ => 2,
    }
}

/// Rows of numbers in a set: inputs, biases, outputs.
const ROWS: usize = INPUTS + 2;

/// The rows of a file and how many numbers each has: input weights, then biases, and output weights of each set.
const BLOCKS: [(&str, usize); 2 * SETS] = [
    ("few", (INPUTS + 1) * NEURONS),
    ("few-output", NEURONS),
    ("some", (INPUTS + 1) * NEURONS),
    ("some-output", NEURONS),
    ("many", (INPUTS + 1) * NEURONS),
    ("many-output", NEURONS),
];

/// One number for each neuron of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
struct Row([i16; NEURONS]);

impl Row {
    #[inline]
    fn add(&mut self, weights: &Self) {
        for (neuron, weight) in self.0.iter_mut().zip(weights.0) {
            *neuron += weight;
        }
    }
}

/// The numbers of a network, as a trainer has them rounded and a file holds them: a set for few, for some, and for many pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers(pub [Set; SETS]);

/// A set of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set {
    /// Input weights by input and neuron, then the biases, in [`HIDDEN_ONE`]ths.
    pub hidden: Vec<[i32; NEURONS]>,
    /// Output weights, in [`OUTPUT_ONE`]ths.
    pub output: [i32; NEURONS],
}

impl Numbers {
    /// Reads a network's file: a row's name and its numbers, which may continue in lines that begin with a number. A row not
    /// mentioned is nothing; `#` begins a comment.
    ///
    /// # Errors
    /// The first line that cannot be understood, quoted.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let mut rows: [Option<Vec<i32>>; BLOCKS.len()] = Default::default();
        let mut current = None;
        for (line, content) in (1..).zip(text.lines()) {
            let wrong = |text: &str, why: &str| WeightsError { line, text: printable(text), why: why.to_owned() };
            let content = content.split('#').next().unwrap_or_default().trim();
            let mut words = content.split_whitespace().peekable();
            if let Some(name) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())) {
                let block = BLOCKS.iter().position(|block| block.0 == name);
                let block = block.ok_or_else(|| wrong(name, "there are no such numbers"))?;
                if rows[block].replace(Vec::new()).is_some() {
                    return Err(wrong(name, "these numbers have been given before"));
                }
                current = Some(block);
            }
            for word in words {
                let number: i32 = word.parse().map_err(|_| wrong(word, "not a whole number"))?;
                let block = current.ok_or_else(|| wrong(word, "numbers before any name"))?;
                let largest = if block % 2 == 1 { LARGEST_OUTPUT } else { LARGEST_INPUT };
                if number.unsigned_abs() > largest.unsigned_abs() {
                    return Err(wrong(word, "the number is too large"));
                }
                let row = rows[block].get_or_insert_default();
                if row.len() == BLOCKS[block].1 {
                    return Err(wrong(content, "too many numbers"));
                }
                row.push(number);
            }
        }
        let mut numbers = Vec::new();
        for ((name, len), row) in BLOCKS.into_iter().zip(rows) {
            let row = row.unwrap_or_else(|| vec![0; len]);
            if row.len() != len {
                let why = format!("{len} numbers are needed, here are {}", row.len());
                return Err(WeightsError { line: 0, text: name.to_owned(), why });
            }
            numbers.extend(row);
        }
        let rows = numbers.as_chunks().0;
        Ok(Self(std::array::from_fn(|set| {
            let (hidden, output) = rows[set * ROWS..(set + 1) * ROWS].split_at(INPUTS + 1);
            Set { hidden: hidden.to_vec(), output: output[0] }
        })))
    }

    /// Writes the file that [`Numbers::parse`] reads.
    pub fn write(&self) -> String {
        let mut all = self.0.iter().flat_map(|set| set.hidden.iter().chain([&set.output]));
        let mut text = String::new();
        for (name, len) in BLOCKS {
            text += name;
            text.push('\n');
            for row in all.by_ref().take(len / NEURONS) {
                text += &row.map(|number| number.to_string()).join(" ");
                text.push('\n');
            }
        }
        text
    }
}

/// The evaluator of the game: a network.
#[derive(Clone, Debug)]
pub struct Network(Arc<Prepared>);

#[derive(Debug)]
struct Prepared {
    sets: [Weights; SETS],
    curve: Curve,
}

#[derive(Debug)]
struct Weights {
    inputs: [Row; INPUTS],
    bias: Row,
    output: [i32; NEURONS],
}

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let text = gamedata::text_network("apocalypse").expect("Apocalypse has a network");
    Network::new(&Numbers::parse(text).expect("the tests read the file of the network"))
});

impl Network {
    /// A network of these numbers; those that are too large count as the largest.
    pub fn new(numbers: &Numbers) -> Self {
        let sets = numbers.0.each_ref().map(|set| {
            let row = |at: usize| {
                let numbers = set.hidden.get(at).copied().unwrap_or([0; NEURONS]);
                Row(numbers.map(|number| number.clamp(-LARGEST_INPUT, LARGEST_INPUT) as i16))
            };
            Weights {
                inputs: std::array::from_fn(row),
                bias: row(INPUTS),
                output: set.output.map(|number| number.clamp(-LARGEST_OUTPUT, LARGEST_OUTPUT)),
            }
        });
        Self(Arc::new(Prepared { sets, curve: Curve::new() }))
    }
}

/// The game's own network.
impl Default for Network {
    fn default() -> Self {
        NETWORK.clone()
    }
}

/// Passes the inputs of both views to a sink: first the one that counts for White's, then the one for Black's.
#[inline]
pub fn inputs(pos: &Position, mut take: impl FnMut(usize, usize)) {
    let own = |set: usize, at: Square| set * SQUARES + at.index();
    for side in Color::BOTH {
        let enemy = 2 * side as usize;
        let attacked = pawn_attacks(!side, pos.pawns(!side)) | knight_attacks(pos.knights(!side));
        for (piece_type, set) in [pos.pawns(side), pos.knights(side)].into_iter().enumerate() {
            for at in squares(set) {
                take(own(enemy + piece_type, at), own(2 - enemy + piece_type, at.flip()));
            }
            for at in squares(set & attacked) {
                take(ATTACKED + own(enemy + piece_type, at), ATTACKED + own(2 - enemy + piece_type, at.flip()));
            }
        }
        if pos.penalties(side) > 0 {
            debug_assert!(pos.penalties(side) < MAX_PENALTIES, "such a game is over");
            take(PENALTY + side as usize, PENALTY + 1 - side as usize);
        }
    }
}

impl Estimate for Network {
    #[inline]
    fn value(&self, pos: &Position) -> f64 {
        let weights = &self.0.sets[set_of(pos.occupied().count_ones())];
        let (mut white, mut black) = (weights.bias, weights.bias);
        inputs(pos, |for_white, for_black| {
            white.add(&weights.inputs[for_white]);
            black.add(&weights.inputs[for_black]);
        });
        let mut sum = 0;
        for ((white, black), weight) in white.0.into_iter().zip(black.0).zip(weights.output) {
            let [white, black] = [white, black].map(|neuron| i32::from(neuron).clamp(0, HIDDEN_ONE));
            sum += weight * (white * white - black * black);
        }
        /// The thousandth part of the integer that stands for 1 in the sum.
        const THOUSANDTH: f64 = (OUTPUT_ONE * HIDDEN_ONE * HIDDEN_ONE) as f64 / 1000.0;
        self.0.curve.value((f64::from(sum) / THOUSANDTH) as i32)
    }
}

/// Values are multiples of a part of so many, so that nearly equal ones are equal.
const STEPS: f64 = (1 << 20) as f64;

/// The value of a sum in thousandths: `x / sqrt(1 + x^2)`, rounded towards zero. Nothing but multiplication, division,
/// and the root, which every machine rounds alike.
fn squeezed(sum: i32) -> i32 {
    let x = f64::from(sum);
    let value = x / (x * x + 1e6).sqrt();
    ((value * STEPS) as i32).clamp(1 - STEPS as i32, STEPS as i32 - 1)
}

/// The values of sums below 4096 thousandths, which are nearly all there are.
#[derive(Debug)]
struct Curve([i32; 4096]);

impl Curve {
    fn new() -> Self {
        Self(std::array::from_fn(|sum| squeezed(sum as i32)))
    }

    #[inline]
    fn value(&self, sum: i32) -> f64 {
        f64::from(match self.0.get(sum.unsigned_abs() as usize) {
            Some(&steps) => steps * sum.signum(),
            None => squeezed(sum),
        }) / STEPS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Choice;
    use movegen::Game;

    /// Numbers without any order, some of them the largest.
    fn numbers(seed: u64) -> Numbers {
        let mut state = seed;
        let mut draw = |largest: i32| {
            state = movegen::zobrist::splitmix64(state);
            let number = (state >> 33) as i32 % (2 * largest) - largest;
            if state & 7 == 0 { largest * number.signum() } else { number }
        };
        Numbers(std::array::from_fn(|_| Set {
            hidden: (0..=INPUTS).map(|_| std::array::from_fn(|_| draw(LARGEST_INPUT))).collect(),
            output: std::array::from_fn(|_| draw(LARGEST_OUTPUT)),
        }))
    }

    /// Every position of some games of first choices.
    fn positions() -> Vec<Position> {
        let mut all = Vec::new();
        for skip in 0..40_usize {
            let mut pos = Position::start();
            while pos.outcome().is_none() && all.len() < 50 * (skip + 1) {
                all.push(pos);
                let choice = |side| {
                    let choices: Vec<Choice> = pos.choices(side).into_iter().collect();
                    choices[(skip * all.len()) % choices.len()]
                };
                pos = pos.resolve(Color::BOTH.map(choice));
            }
        }
        all
    }

    #[test]
    fn built_in_network_round_trips() {
        let numbers = Numbers::parse(gamedata::text_network("apocalypse").unwrap()).unwrap();
        assert_eq!(Numbers::parse(&numbers.write()), Ok(numbers));
    }

    #[test]
    fn value_is_negated_by_exchanging_the_colors() {
        let networks = [Network::default(), Network::new(&numbers(1)), Network::new(&numbers(2))];
        for pos in positions() {
            for network in &networks {
                let value = network.value(&pos);
                assert_eq!(value, -network.value(&pos.swapped()), "{pos}");
                assert!(value.abs() < 1.0);
            }
        }
    }

    /// The same in real numbers, input by input.
    #[test]
    fn value_agrees_with_the_definition() {
        for seed in 3..6 {
            let numbers = numbers(seed);
            let network = Network::new(&numbers);
            for pos in positions().into_iter().step_by(7) {
                let numbers = &numbers.0[set_of(pos.occupied().count_ones())];
                let mut views = [numbers.hidden[INPUTS].map(f64::from); 2];
                inputs(&pos, |white, black| {
                    for (view, input) in views.iter_mut().zip([white, black]) {
                        view.iter_mut().zip(numbers.hidden[input]).for_each(|(sum, weight)| *sum += f64::from(weight));
                    }
                });
                let active = |sum: f64| (sum / f64::from(HIDDEN_ONE)).clamp(0.0, 1.0).powi(2);
                let output = numbers.output.map(|weight| f64::from(weight) / f64::from(OUTPUT_ONE));
                let x: f64 = (0..NEURONS).map(|n| output[n] * (active(views[0][n]) - active(views[1][n]))).sum();
                let value = x / x.hypot(1.0);
                assert!((network.value(&pos) - value).abs() < 0.002, "{pos}: {value}");
            }
        }
    }

    #[test]
    fn malformed_file_is_reported_by_line() {
        let error_of = |text: &str| Numbers::parse(text).unwrap_err().to_string();
        assert_eq!(error_of("lots 1"), "invalid weights, line 1, 'lots': there are no such numbers");
        assert_eq!(
            error_of("many-output\n1 600"),
            format!("invalid weights, line 0, 'many-output': {NEURONS} numbers are needed, here are 2")
        );
        assert_eq!(error_of("many-output\n1 99999"), "invalid weights, line 2, '99999': the number is too large");
        assert_eq!(
            error_of("few-output 1\nfew-output 2"),
            "invalid weights, line 2, 'few-output': these numbers have been given before"
        );
        assert_eq!(error_of("few x"), "invalid weights, line 1, 'x': not a whole number");
        assert_eq!(error_of("3"), "invalid weights, line 1, '3': numbers before any name");
        let long = format!("few-output{}\n7 8", " 1".repeat(NEURONS));
        assert_eq!(error_of(&long), "invalid weights, line 2, '7 8': too many numbers");
    }

    #[test]
    fn values_are_antisymmetric_and_never_certain() {
        let exact = |sum| f64::from(squeezed(sum)) / STEPS;
        assert!(exact(i32::MAX) < 1.0 && exact(-1_000_000_000) > -1.0 && exact(0) == 0.0);
        assert!((exact(1000) - 0.5_f64.sqrt()).abs() < 1e-6);
        let curve = Curve::new();
        for sum in -5000..5000 {
            assert_eq!((curve.value(sum), curve.value(-sum)), (exact(sum), -exact(sum)));
        }
    }
}
