//! The bounds table: what searches found out about values of positions, by depth, shared by all threads without locks.
//!
//! The value of a position at one depth does not bound its value at another, so an entry belongs to a
//! position *and* a depth. Its second use is advice: the choices that a shallower search mixed are where a deeper one
//! begins. An entry is four atomic words, the last of which holds part of the key mixed with the other three, so that
//! words of different writers do not fit together (as in [`engine::table`]).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::searcher::Bounds;

/// Bounds of the value of a position at one depth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TtEntry {
    /// Turns searched.
    pub(super) depth: u32,
    /// Bounds of the value.
    pub(super) bounds: Bounds,
    /// The strategy of each side.
    pub(super) blends: [Blend; 2],
}

/// A strategy in short: up to five of the first 64 choices with their shares, in 64ths. It is advice, not proof.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Blend(u64);

impl Blend {
    /// Choices that can be kept.
    pub(super) const MAX_CHOICES: usize = 5;

    /// Keeps the likeliest choices of a strategy, given as choices by number with their probabilities.
    pub(super) fn new(strategy: impl Iterator<Item = (usize, f64)>) -> Self {
        let mut kept: ArrayVec<(usize, f64), { Self::MAX_CHOICES + 1 }> = ArrayVec::new();
        for (index, share) in strategy {
            if share <= 0.0 || index >= 64 {
                continue;
            }
            let at = kept.iter().position(|other| other.1 < share).unwrap_or(kept.len());
            kept.insert(at, (index, share));
            kept.truncate(Self::MAX_CHOICES);
        }
        Self(kept.iter().rev().fold(0, |bits, &(index, share)| {
            let part = (share * 63.0).round().clamp(1.0, 63.0) as u64;
            bits << 12 | part << 6 | index as u64
        }))
    }

    /// Returns `true` if nothing is known.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The same if it names only the first `many` choices, else nothing.
    pub(super) fn within(self, many: usize) -> Self {
        if self.shares().all(|(index, _)| index < many) { self } else { Self::default() }
    }

    /// The choices by number, the likeliest first, with probabilities that add up to 1.
    pub(super) fn shares(self) -> impl Iterator<Item = (usize, f64)> + Clone {
        let parts = (0..Self::MAX_CHOICES).map(move |at| self.0 >> (12 * at)).take_while(|bits| bits >> 6 & 63 != 0);
        let sum: u64 = parts.clone().map(|bits| bits >> 6 & 63).sum();
        parts.map(move |bits| ((bits & 63) as usize, (bits >> 6 & 63) as f64 / sum as f64))
    }
}

/// ```text
/// word 0    0-31 low, 32-63 high, in units of 2^-30
/// word 1    White's blend            word 2    Black's blend
/// word 3    0-7 depth, 8-15 age, 16-63 key     (xor a mix of the others)
/// ```
#[derive(Default)]
struct Entry([AtomicU64; 4]);

/// Two lines of the processor's cache: the depths of one position stand together.
#[derive(Default)]
#[repr(align(128))]
struct Bucket([Entry; 4]);

const _: () = assert!(size_of::<Bucket>() == 128);

const KEY: u64 = !0xffff;
const UNIT: f64 = (1_u64 << 30) as f64;

/// The table.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

#[inline]
const fn mix(words: [u64; 3]) -> u64 {
    let folded = words[0] ^ words[1].rotate_left(21) ^ words[2].rotate_left(42);
    folded.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Entry {
    /// The entry's words, the last one unmixed.
    #[inline]
    fn read(&self) -> [u64; 4] {
        let words = [0, 1, 2, 3].map(|i: usize| self.0[i].load(Ordering::Relaxed));
        [words[0], words[1], words[2], words[3] ^ mix([words[0], words[1], words[2]])]
    }

    #[inline]
    fn write(&self, words: [u64; 4]) {
        let last = words[3] ^ mix([words[0], words[1], words[2]]);
        for (atom, word) in self.0.iter().zip([words[0], words[1], words[2], last]) {
            atom.store(word, Ordering::Relaxed);
        }
    }
}

fn decode(words: [u64; 4]) -> TtEntry {
    TtEntry {
        depth: (words[3] & 0xff) as u32,
        bounds: Bounds { low: f64::from(words[0] as i32) / UNIT, high: f64::from((words[0] >> 32) as i32) / UNIT },
        blends: [Blend(words[1]), Blend(words[2])],
    }
}

impl Table {
    /// A table of at most so many MiB, at least one bucket.
    pub(super) fn new(mib: usize) -> Self {
        let mut buckets = Vec::new();
        let mut count = (mib.max(1) << 20) / size_of::<Bucket>();
        while let Err(error) = buckets.try_reserve_exact(count) {
            log::warn!("no memory for {count} buckets of bounds ({error}), trying half");
            count = (count / 2).max(1);
        }
        buckets.resize_with(count, Bucket::default);
        Self { buckets, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        *self.age.get_mut() = 0;
    }

    /// Marks what is in the table as older than what comes.
    pub(super) fn new_search(&self) {
        self.age.store(self.age.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Returns the entry of a position at this depth; and as advice the result of the deepest search that is no deeper, with the
    /// blend of each side from the deepest entry that has one.
    #[inline]
    pub(super) fn probe(&self, key: u64, depth: u32) -> (Option<TtEntry>, Option<TtEntry>) {
        let mut found = None;
        let mut advice: Option<TtEntry> = None;
        let mut blends = [(0, Blend::default()); 2];
        for entry in &self.bucket(key).0 {
            let words = entry.read();
            if (words[3] ^ key << 16) & KEY != 0 || words[3] & 0xff == 0 {
                continue;
            }
            let known = decode(words);
            // A game won or lost for certain within fewer turns is so within more.
            let is_settled =
                known.bounds.low == known.bounds.high && known.bounds.low.abs() == 1.0 && known.depth < depth;
            if known.depth == depth || is_settled {
                found = Some(known);
            }
            if known.depth > depth {
                continue;
            }
            if advice.is_none_or(|other| other.depth < known.depth) {
                advice = Some(known);
            }
            for (best, blend) in blends.iter_mut().zip(known.blends) {
                if !blend.is_empty() && known.depth > best.0 {
                    *best = (known.depth, blend);
                }
            }
        }
        if let Some(advice) = &mut advice {
            advice.blends = blends.map(|best| best.1);
        }
        (found, advice)
    }

    /// Keeps what was found, in the place of the same position and depth or of what is worth least.
    #[inline]
    pub(super) fn store(&self, key: u64, known: &TtEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut worst = (&bucket.0[0], i32::MAX);
        for entry in &bucket.0 {
            let words = entry.read();
            if (words[3] ^ key << 16) & KEY == 0 && (words[3] & 0xff) as u32 == known.depth {
                worst.0 = entry;
                break;
            }
            let staleness = i32::from(age.wrapping_sub((words[3] >> 8) as u8));
            let worth = if words[3] & 0xff == 0 { i32::MIN } else { (words[3] & 0xff) as i32 - 8 * staleness };
            if worth < worst.1 {
                worst = (entry, worth);
            }
        }
        // Rounded outwards, so that a stored bound is still a bound.
        let low = (known.bounds.low * UNIT).floor().max(-UNIT) as i32;
        let high = (known.bounds.high * UNIT).ceil().min(UNIT) as i32;
        let bounds = u64::from(low as u32) | u64::from(high as u32) << 32;
        let last = u64::from(known.depth.clamp(1, 255)) | u64::from(age) << 8 | key << 16;
        worst.0.write([bounds, known.blends[0].0, known.blends[1].0, last]);
    }

    /// Returns the permille of entries with results of the present search, from a sample.
    pub(super) fn hash_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let is_used = |entry: &&Entry| {
            let word = entry.read()[3];
            word & 0xff != 0 && (word >> 8) as u8 == age
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(is_used).count();
        (used * 1000 / (sample.len() * 4)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blends() -> [Blend; 2] {
        [[(3, 0.75), (9, 0.25)], [(0, 1.0), (5, 0.0)]].map(|strategy| Blend::new(strategy.into_iter()))
    }

    #[test]
    fn a_blend_keeps_the_likeliest_choices() {
        let strategy = [0.05, 0.3, 0.0, 0.25, 0.05, 0.2, 0.15];
        let blend = Blend::new(strategy.into_iter().enumerate());
        let shares: Vec<_> = blend.shares().collect();
        assert_eq!(shares.iter().map(|share| share.0).collect::<Vec<_>>(), [1, 3, 5, 6, 0]);
        assert!(shares.iter().all(|&(index, share)| (share - strategy[index] / 0.95).abs() < 0.02));
        assert!((shares.iter().map(|share| share.1).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(Blend::default().is_empty() && Blend::default().shares().next().is_none());
    }

    fn known(depth: u32, low: f64, high: f64) -> TtEntry {
        TtEntry { depth, bounds: Bounds { low, high }, blends: blends() }
    }

    #[test]
    fn bounds_come_back_no_tighter_than_they_were() {
        let table = Table::new(1);
        assert_eq!(table.probe(0x1234_5678_9abc_def0, 3), (None, None));
        table.store(0x1234_5678_9abc_def0, &known(3, -1.0 / 3.0, 0.7));
        let (found, advice) = table.probe(0x1234_5678_9abc_def0, 3);
        let found = found.unwrap().bounds;
        assert!(
            found.low <= -1.0 / 3.0 && found.low > -0.333_333_335 && found.high >= 0.7 && found.high < 0.700_000_002
        );
        assert_eq!(advice.map(|known| known.blends), Some(blends()));
    }

    #[test]
    fn value_is_by_depth_and_advice_is_shared() {
        let table = Table::new(1);
        table.store(9, &known(3, 0.1, 0.1));
        assert_eq!(table.probe(9, 2), (None, None));
        let (found, advice) = table.probe(9, 4);
        assert_eq!((found, advice.map(|known| known.blends)), (None, Some(blends())));
    }

    #[test]
    fn certain_win_is_valid_at_greater_depth() {
        let table = Table::new(1);
        table.store(9, &known(2, 1.0, 1.0));
        assert_eq!(table.probe(9, 5).0.map(|found| found.bounds), Some(Bounds::exactly(1.0)));
        assert_eq!(table.probe(9, 1).0, None);
    }

    #[test]
    fn words_of_different_entries_do_not_fit() {
        let table = Table::new(1);
        table.store(9, &known(2, 0.5, 0.5));
        for word in 0..3 {
            table.bucket(9).0[0].0[word].fetch_xor(1 << 40, Ordering::Relaxed);
            assert_eq!(table.probe(9, 2), (None, None));
            table.bucket(9).0[0].0[word].fetch_xor(1 << 40, Ordering::Relaxed);
        }
        assert!(table.probe(9, 2).0.is_some());
    }
}
