//! The table of proof numbers, shared by all threads without locks.
//!
//! An entry is three atomic words; the first one is the key mixed with the others, so that a probe misses if different threads wrote
//! them. In addition to the proof numbers for one number of moves it stores the smallest number of moves in which a win is proved and the
//! largest for which it is disproved. Both are facts of the position, whatever path led to it.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number that stands for infinity. Sums saturate below it.
pub(crate) const INFINITE: u32 = u32::MAX;
/// The largest finite number.
pub(crate) const LARGEST: u32 = u32::MAX / 4;

/// Entries that share an index.
const WAYS: usize = 4;
const NOT_PROVED: u8 = u8::MAX;

/// The proof numbers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    /// The least number of leaves to be proved for a proof; 0 is a proof.
    pub(crate) proof: u32,
    /// The least number of leaves to be disproved for a disproof; 0 is a disproof.
    pub(crate) disproof: u32,
}

impl Numbers {
    pub(crate) const PROVED: Self = Self { proof: 0, disproof: INFINITE };
    pub(crate) const DISPROVED: Self = Self { proof: INFINITE, disproof: 0 };

    pub(crate) const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct Entry {
    numbers: Numbers,
    /// The number of moves to which the numbers belong.
    left: u8,
    proved_in: u8,
    /// The largest number of moves for which the win is disproved, plus one.
    disproved_in: u8,
    /// Logarithm of the nodes spent.
    effort: u8,
    generation: u8,
}

impl Entry {
    const EMPTY: Self = Self {
        numbers: Numbers { proof: 1, disproof: 1 },
        left: 0,
        proved_in: NOT_PROVED,
        disproved_in: 0,
        effort: 0,
        generation: 0,
    };

    fn words(self) -> [u64; 2] {
        let numbers = u64::from(self.numbers.proof) << 32 | u64::from(self.numbers.disproof);
        let bytes = [self.left, self.proved_in, self.disproved_in, self.effort, self.generation, 1, 0, 0];
        [numbers, u64::from_le_bytes(bytes)]
    }

    fn of_words([numbers, rest]: [u64; 2]) -> Self {
        let [left, proved_in, disproved_in, effort, generation, ..] = rest.to_le_bytes();
        let numbers = Numbers { proof: (numbers >> 32) as u32, disproof: numbers as u32 };
        Self { numbers, left, proved_in, disproved_in, effort, generation }
    }

    /// The numbers for a win in `left` moves.
    fn about(self, left: u8) -> Option<Numbers> {
        if self.proved_in <= left {
            Some(Numbers::PROVED)
        } else if self.disproved_in > left {
            Some(Numbers::DISPROVED)
        } else {
            (self.left == left && !self.numbers.is_solved()).then_some(self.numbers)
        }
    }

    /// The sooner one of two entries is replaced, the smaller its value.
    fn value(self, generation: u8) -> u32 {
        u32::from(self.effort) + if self.generation == generation { 64 } else { 0 }
    }
}

#[derive(Default)]
struct Slot([AtomicU64; 3]);

impl Slot {
    fn read(&self) -> Option<(u64, Entry)> {
        let word = |i: usize| self.0[i].load(Ordering::Relaxed);
        let (mixed, first, second) = (word(0), word(1), word(2));
        (second != 0).then(|| (mixed ^ first ^ second, Entry::of_words([first, second])))
    }

    fn write(&self, key: u64, entry: Entry) {
        let [first, second] = entry.words();
        self.0[0].store(key ^ first ^ second, Ordering::Relaxed);
        self.0[1].store(first, Ordering::Relaxed);
        self.0[2].store(second, Ordering::Relaxed);
    }
}

pub(crate) struct Table {
    slots: Vec<Slot>,
    generation: u8,
}

impl Table {
    /// Creates a table of about so many MiB, at least one.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes.max(1) << 20) / (WAYS * size_of::<Slot>());
        Self { slots: (0..buckets.max(1) * WAYS).map(|_| Slot::default()).collect(), generation: 0 }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.slots.fill_with(Slot::default);
    }

    /// Makes the present entries the first to be replaced.
    pub(crate) fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = (self.slots.len() / WAYS) as u64;
        let index = ((u128::from(key) * u128::from(buckets)) >> 64) as usize;
        &self.slots[index * WAYS..][..WAYS]
    }

    fn find(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().filter_map(Slot::read).find(|&(found, _)| found == key).map(|(_, entry)| entry)
    }

    /// The numbers stored for a win in at most `left` moves.
    pub(crate) fn probe(&self, key: u64, left: u32) -> Option<Numbers> {
        self.find(key)?.about(left as u8)
    }

    /// The smallest number of moves in which a win is proved.
    pub(crate) fn proved_in(&self, key: u64) -> Option<u32> {
        self.find(key).map(|entry| entry.proved_in).filter(|&moves| moves != NOT_PROVED).map(u32::from)
    }

    /// Stores the numbers for a win in at most `left` moves after a search of so many nodes.
    pub(crate) fn store(&self, key: u64, left: u32, numbers: Numbers, nodes: u64) {
        let left = left as u8;
        let bucket = self.bucket(key);
        let generation = self.generation;
        let mut chosen: Option<(u32, &Slot)> = None;
        let mut entry = Entry::EMPTY;
        for slot in bucket {
            let value = match slot.read() {
                Some((found, known)) if found == key => {
                    (chosen, entry) = (Some((0, slot)), known);
                    break;
                }
                Some((_, other)) => 1 + other.value(generation),
                None => 0,
            };
            if chosen.is_none_or(|(least, _)| value < least) {
                chosen = Some((value, slot));
            }
        }
        if numbers.proof == 0 {
            entry.proved_in = entry.proved_in.min(left);
        } else if numbers.disproof == 0 {
            entry.disproved_in = entry.disproved_in.max(left + 1);
        } else {
            (entry.left, entry.numbers) = (left, numbers);
        }
        entry.effort = entry.effort.max(nodes.checked_ilog2().map_or(0, |log| log as u8));
        entry.generation = generation;
        if let Some((_, slot)) = chosen {
            slot.write(key, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_of_a_position_accumulate() {
        let table = Table::new(1);
        let open = Numbers { proof: 3, disproof: 7 };
        table.store(5, 4, open, 10);
        table.store(5, 2, Numbers::DISPROVED, 10);
        assert_eq!(
            [1, 2, 3, 4].map(|left| table.probe(5, left)),
            [Some(Numbers::DISPROVED), Some(Numbers::DISPROVED), None, Some(open)]
        );
        table.store(5, 6, Numbers::PROVED, 10);
        table.store(5, 5, Numbers::PROVED, 10);
        assert_eq!((table.probe(5, 4), table.probe(5, 9)), (Some(open), Some(Numbers::PROVED)));
        assert_eq!((table.proved_in(5), table.proved_in(6)), (Some(5), None));
    }

    #[test]
    fn cheap_entries_are_replaced_first() {
        let table = Table::new(1);
        let open = Numbers { proof: 3, disproof: 7 };
        (0..5).for_each(|key| table.store(key, 1, open, if key == 2 { 1 } else { 1_000 }));
        assert_eq!([0, 1, 2, 3, 4].map(|key| table.probe(key, 1).is_some()), [true, true, false, true, true]);
    }
}
