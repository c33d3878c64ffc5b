//! Where the terms write what they find: a sum when a score is wanted, every single count when a trace is.

use movegen::Bitboard;

use crate::pair::Pair;
use crate::weights::Set;
use crate::weights::layout::{LEN, Term, Weight};

/// Takes the findings about one side. The terms are generic over it, so that a trace costs a score nothing.
pub(crate) trait Ledger: Sized {
    /// Whether counts of weights that are zero are wanted too.
    const WANTS_ALL: bool;

    /// An empty ledger of the same kind. A term fills one of its own, which stays in registers, and adds it in the end.
    fn part(&self) -> Self;

    /// Adds what a part holds.
    fn join(&mut self, part: Self);

    /// A weight applies so many times.
    fn count(&mut self, weight: Weight, times: i32);

    /// A plain weight went so many times into an amount that will be booked.
    fn note(&mut self, weight: Weight, times: i32);

    /// An amount that is no sum of weights.
    fn book(&mut self, term: Term, amount: Pair);

    /// A weight applies once for each square of the set.
    #[inline]
    fn each(&mut self, weight: Weight, set: Bitboard) {
        self.count(weight, set.count().cast_signed());
    }
}

/// Adds up what one side is worth.
pub(crate) struct Sum<'w> {
    set: &'w Set,
    pub(crate) total: Pair,
}

impl<'w> Sum<'w> {
    #[inline]
    pub(crate) const fn new(set: &'w Set) -> Self {
        Self { set, total: Pair::ZERO }
    }
}

impl Ledger for Sum<'_> {
    const WANTS_ALL: bool = false;

    #[inline]
    fn part(&self) -> Self {
        Self::new(self.set)
    }

    #[inline]
    fn join(&mut self, part: Self) {
        self.total += part.total;
    }

    #[inline]
    fn count(&mut self, weight: Weight, times: i32) {
        self.total += self.set[weight] * times;
    }

    #[inline]
    fn note(&mut self, _weight: Weight, _times: i32) {}

    #[inline]
    fn book(&mut self, _term: Term, amount: Pair) {
        self.total += amount;
    }
}

/// Remembers how often each weight applies, and the amounts booked by term.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    pub(crate) times: Box<[i32; LEN]>,
    pub(crate) booked: [Pair; Term::COUNT],
}

impl Counts {
    pub(crate) fn new() -> Self {
        Self { times: Box::new([0; LEN]), booked: [Pair::ZERO; Term::COUNT] }
    }
}

impl Ledger for Counts {
    const WANTS_ALL: bool = true;

    fn part(&self) -> Self {
        Self::new()
    }

    fn join(&mut self, part: Self) {
        self.times.iter_mut().zip(part.times.iter()).for_each(|(sum, &times)| *sum += times);
        self.booked.iter_mut().zip(part.booked).for_each(|(sum, amount)| *sum += amount);
    }

    fn count(&mut self, weight: Weight, times: i32) {
        self.times[weight.index()] += times;
    }

    fn note(&mut self, weight: Weight, times: i32) {
        self.count(weight, times);
    }

    fn book(&mut self, term: Term, amount: Pair) {
        self.booked[term as usize] += amount;
    }
}
