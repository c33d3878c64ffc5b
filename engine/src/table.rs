//! The hash table: what searches found out about positions, shared by all threads without locks.
//!
//! An entry is two atomic words. The second holds part of the key, mixed with the first word; two halves written by
//! different threads therefore do not fit, and the probe misses (Hyatt and Mann, "A lock-less transposition table
//! implementation for parallel search", 2002). A move read from the table is still only a suggestion: the search plays
//! it only when it is legal.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use eval::Score;
use eval::score::{LONGEST_WIN, is_decisive};
use movegen::Move;

use crate::info::Bound;

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TtEntry {
    /// The best move found, [`Move::NONE`] if none was.
    pub(crate) best: Move,
    /// The value found, seen from the node that probes.
    pub(crate) score: Score,
    /// The static value, uncorrected; [`Table::NO_SCORE`] if the side was in check.
    pub(crate) evaluation: Score,
    /// How deep it was searched, in plies.
    pub(crate) depth: i32,
    /// What the score is worth; `None` when only the static value was stored.
    pub(crate) bound: Option<Bound>,
    /// Whether the position was ever on a principal variation.
    pub(crate) was_pv: bool,
}

impl TtEntry {
    /// Nothing but a static value.
    #[inline]
    pub(crate) const fn of_static_value(evaluation: Score, was_pv: bool) -> Self {
        Self { best: Move::NONE, score: 0, evaluation, depth: 0, bound: None, was_pv }
    }

    /// Whether the score tells as much as the window from alpha to beta asks: it is exact, or on the far side of it.
    #[inline]
    pub(crate) const fn decides(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            None => false,
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score >= beta,
            Some(Bound::Upper) => self.score <= alpha,
        }
    }
}

/// ```text
/// first word    0-31 move   32-47 score   48-63 static value
/// second word   0-7 depth + 1   8-9 bound   10 was pv   11-15 age   16-63 key     (xor a mix of the first)
/// ```
///
/// No used entry looks empty, because its depth, one more than that of the search, is not 0: quiescence, whose depth is 0,
/// must be told apart from a search of one ply, or its bounds would cut there.
#[derive(Default)]
struct Slot(AtomicU64, AtomicU64);

/// One line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; Bucket::SIZE]);

impl Bucket {
    const SIZE: usize = 4;
}

const _: () = assert!(size_of::<Bucket>() == 64);

const AGES: u8 = 32;
const KEY: u64 = !0xffff;
/// What is in the second word besides the key.
const ATTRIBUTES: u64 = !KEY;

/// Deeper searches are stored as this deep.
const DEEPEST: i32 = 254;

#[inline]
const fn mix(word: u64) -> u64 {
    word.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[inline]
const fn encode_bound(bound: Option<Bound>) -> u64 {
    match bound {
        None => 0,
        Some(Bound::Exact) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Upper) => 3,
    }
}

#[inline]
const fn decode_bound(bits: u64) -> Option<Bound> {
    match bits & 3 {
        0 => None,
        1 => Some(Bound::Exact),
        2 => Some(Bound::Lower),
        _ => Some(Bound::Upper),
    }
}

#[inline]
fn encode_depth(depth: i32) -> u64 {
    (depth.clamp(0, DEEPEST) + 1) as u64
}

#[inline]
const fn decode_depth(bits: u64) -> i32 {
    (bits & 0xff) as i32 - 1
}

/// Wins and losses count from the root in the search and from the position in the table.
#[inline]
const fn shifted(score: Score, plies: i32) -> Score {
    if score >= LONGEST_WIN {
        score + plies
    } else if score <= -LONGEST_WIN {
        score - plies
    } else {
        score
    }
}

/// The hash table.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// Stands for "no score" wherever a score may be missing.
    pub(crate) const NO_SCORE: Score = i16::MIN as Score;

    /// A table of at most so many MiB, at least one bucket.
    pub(crate) fn new(mib: usize) -> Self {
        let mut table = Self { buckets: Vec::new(), age: AtomicU8::new(0) };
        table.resize(mib);
        table
    }

    /// Whether the system gives so many MiB, besides what is in use.
    pub(crate) fn is_affordable(mib: usize) -> bool {
        let count = mib.saturating_mul((1 << 20) / size_of::<Bucket>());
        Vec::<Bucket>::new().try_reserve_exact(count).is_ok()
    }

    /// Makes the table empty and at most so many MiB large. When the system has not the memory, the size is halved
    /// until it has.
    pub(crate) fn resize(&mut self, mib: usize) {
        self.buckets = Vec::new();
        let mut count = (mib.max(1) << 20) / size_of::<Bucket>();
        while let Err(error) = self.buckets.try_reserve_exact(count) {
            log::warn!("no memory for {count} hash buckets ({error}), trying half");
            count = (count / 2).max(1);
        }
        advise_huge_pages(&mut self.buckets);
        self.buckets.resize_with(count, Bucket::default);
        *self.age.get_mut() = 0;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for entry in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *entry = Slot::default();
        }
        *self.age.get_mut() = 0;
    }

    /// Marks what is in the table as older than what comes.
    pub(crate) fn new_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGES, Ordering::Relaxed);
    }

    /// The bucket of a key: its position in the table is proportional to the key.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Asks the processor to fetch what a probe for this key will read.
    #[inline]
    #[allow(unsafe_code, reason = "a hint to the cache worth 5 % of search speed; there is no safe way to give it")]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: the pointer comes from a live reference, and a prefetch neither reads nor writes for the program.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about the position with this key, met at this ply.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        for entry in &self.bucket(key).0 {
            let first = entry.0.load(Ordering::Relaxed);
            let second = entry.1.load(Ordering::Relaxed) ^ mix(first);
            // The low key bits are those that choose the bucket least.
            if (second ^ key << 16) & KEY == 0 && second & ATTRIBUTES != 0 {
                return Some(TtEntry {
                    best: Move::from_bits(first as u32),
                    score: shifted(Score::from((first >> 32) as i16), -(ply as i32)),
                    evaluation: Score::from((first >> 48) as i16),
                    depth: decode_depth(second),
                    bound: decode_bound(second >> 8),
                    was_pv: second >> 10 & 1 != 0,
                });
            }
        }
        None
    }

    /// Keeps what was found about a position met at this ply, unless something worth more is there.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, mut found: TtEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut worst = (&bucket.0[0], i32::MAX);
        for entry in &bucket.0 {
            let first = entry.0.load(Ordering::Relaxed);
            let second = entry.1.load(Ordering::Relaxed) ^ mix(first);
            let (depth, entry_age) = (decode_depth(second), (second >> 11 & 31) as u8);
            if (second ^ key << 16) & KEY == 0 && second & ATTRIBUTES != 0 {
                if found.best.is_none() {
                    found.best = Move::from_bits(first as u32);
                }
                let exact = found.bound == Some(Bound::Exact);
                if !exact && found.depth + 4 + 2 * i32::from(found.was_pv) <= depth && entry_age == age {
                    return;
                }
                worst.0 = entry;
                break;
            }
            let staleness = i32::from((AGES + age - entry_age) % AGES);
            let worth = if second & ATTRIBUTES == 0 { i32::MIN } else { depth - 8 * staleness };
            if worth < worst.1 {
                worst = (entry, worth);
            }
        }
        let score = shifted(found.score, ply as i32) as i16;
        debug_assert!(is_decisive(found.score) || i32::from(score) == found.score);
        let first = u64::from(found.best.to_bits())
            | u64::from(score as u16) << 32
            | u64::from(found.evaluation as i16 as u16) << 48;
        let second = encode_depth(found.depth)
            | encode_bound(found.bound) << 8
            | u64::from(found.was_pv) << 10
            | u64::from(age) << 11
            | key << 16;
        worst.0.0.store(first, Ordering::Relaxed);
        worst.0.1.store(second ^ mix(first), Ordering::Relaxed);
    }

    /// How full the table is with results of the present search, in permille, from a sample.
    pub(crate) fn hash_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let is_used = |entry: &&Slot| {
            let second = entry.1.load(Ordering::Relaxed) ^ mix(entry.0.load(Ordering::Relaxed));
            second & ATTRIBUTES != 0 && (second >> 11 & 31) as u8 == age
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(is_used).count();
        (used * 1000 / (sample.len() * Bucket::SIZE)) as u32
    }
}

/// Asks the system to keep the reserved, still unused memory in large pages: a probe then seldom waits for the address
/// to be looked up as well.
#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code, reason = "a system call that no safe crate offers for memory of a Vec; 7 % of search speed")]
fn advise_huge_pages(buckets: &mut Vec<Bucket>) {
    const PAGE: usize = 4096;
    let spare = buckets.spare_capacity_mut();
    let begin = (spare.as_mut_ptr() as usize).next_multiple_of(PAGE);
    let end = (spare.as_mut_ptr() as usize + size_of_val(spare)) / PAGE * PAGE;
    if begin < end {
        // SAFETY: the range lies within the vector's own allocation, and the advice changes no content. If the system
        // refuses it, nothing is lost but speed.
        let _ = unsafe { libc::madvise(begin as *mut libc::c_void, end - begin, libc::MADV_HUGEPAGE) };
    }
}

// Miri knows no such call.
#[cfg(any(not(target_os = "linux"), miri))]
fn advise_huge_pages(_buckets: &mut Vec<Bucket>) {}

#[cfg(test)]
mod tests;
