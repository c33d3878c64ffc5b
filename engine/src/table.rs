//! The transposition table, shared by all threads without locks.
//!
//! An entry is two atomic words. The second word contains part of the key, mixed with the first word, so that a probe misses if
//! different threads wrote the two words (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002).
//! A move from the table is checked for legality before it is played.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use eval::Score;
use eval::score::{LONGEST_WIN, is_decisive};
use movegen::Move;

use crate::info::Bound;
use crate::pool::Pool;

/// An entry of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TtEntry {
    /// Best move, or [`Move::NONE`].
    pub(crate) best: Move,
    /// Score relative to the probing node.
    pub(crate) score: Score,
    /// Uncorrected static evaluation; [`Table::NO_SCORE`] in check.
    pub(crate) evaluation: Score,
    /// Search depth in plies.
    pub(crate) depth: i32,
    /// Bound type of the score; `None` if only the evaluation is stored.
    pub(crate) bound: Option<Bound>,
    /// The position has been on a principal variation.
    pub(crate) was_pv: bool,
}

impl TtEntry {
    /// Creates an entry with only a static evaluation.
    #[inline]
    pub(crate) const fn of_static_value(evaluation: Score, was_pv: bool) -> Self {
        Self { best: Move::NONE, score: 0, evaluation, depth: 0, bound: None, was_pv }
    }

    /// Returns `true` if the score causes a cutoff: it is exact, or a bound outside the window.
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
/// first word    0-31 move   32-47 score   48-63 evaluation
/// second word   0-7 depth + 1   8-9 bound   10 was pv   11-15 age   16-63 key     (xor a mix of the first)
/// ```
///
/// The stored depth is the depth plus one, so that no used entry equals an empty one and quiescence (depth 0) differs from a search of one
/// ply.
#[derive(Default)]
struct Slot(AtomicU64, AtomicU64);

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

const _: () = assert!(size_of::<Bucket>() == 64);

const AGES: u8 = 32;
const KEY: u64 = !0xffff;
/// Bits of the second word without the key.
const ATTRIBUTES: u64 = !KEY;

/// Largest stored depth in plies.
const MAX_DEPTH: i32 = 254;

#[inline]
const fn mix(word: u64) -> u64 {
    word.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Bound types by their two bits.
const BOUNDS: [Option<Bound>; 4] = [None, Some(Bound::Exact), Some(Bound::Lower), Some(Bound::Upper)];

#[inline]
const fn decode_depth(bits: u64) -> i32 {
    (bits & 0xff) as i32 - 1
}

/// Converts mate scores between distance from the root (search) and from the position (table).
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

/// The transposition table.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// Marks a missing score.
    pub(crate) const NO_SCORE: Score = i16::MIN as Score;

    /// Creates a table of at most this many MiB and at least one bucket.
    pub(crate) fn new(mib: usize, pool: &Pool) -> Self {
        let mut table = Self { buckets: Vec::new(), age: AtomicU8::new(0) };
        table.resize(mib, pool);
        table
    }

    /// Returns `true` if this many MiB can be allocated in addition to the memory in use.
    pub(crate) fn is_affordable(mib: usize) -> bool {
        let count = mib.saturating_mul((1 << 20) / size_of::<Bucket>());
        Vec::<Bucket>::new().try_reserve_exact(count).is_ok()
    }

    /// Resizes and clears the table. If the allocation fails, the size is halved until it succeeds.
    #[allow(unsafe_code, reason = "several threads write the new buckets first, which a Vec has no safe interface for")]
    pub(crate) fn resize(&mut self, mib: usize, pool: &Pool) {
        self.buckets = Vec::new();
        let mut count = (mib.max(1) << 20) / size_of::<Bucket>();
        while let Err(error) = self.buckets.try_reserve_exact(count) {
            log::warn!("no memory for {count} hash buckets ({error}), trying half");
            count = (count / 2).max(1);
        }
        advise_huge_pages(&mut self.buckets);
        let fill = |part: &mut [MaybeUninit<Bucket>]| {
            for bucket in part {
                bucket.write(Bucket::default());
            }
        };
        in_parts(pool, &mut self.buckets.spare_capacity_mut()[..count], fill);
        // SAFETY: the capacity is at least `count`, and so many buckets were just written.
        unsafe { self.buckets.set_len(count) };
        *self.age.get_mut() = 0;
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self, pool: &Pool) {
        in_parts(pool, &mut self.buckets, |part| part.iter_mut().for_each(|bucket| *bucket = Bucket::default()));
        *self.age.get_mut() = 0;
    }

    /// Starts a new generation: present entries become older.
    pub(crate) fn new_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGES, Ordering::Relaxed);
    }

    /// Returns the bucket of a key; its index is proportional to the key.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Prefetches the bucket of a key.
    #[inline]
    #[allow(unsafe_code, reason = "a cache hint worth 5 % of search speed, without a safe interface")]
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

    /// Returns the entry of a position at this ply.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        for entry in &self.bucket(key).0 {
            let first = entry.0.load(Ordering::Relaxed);
            let second = entry.1.load(Ordering::Relaxed) ^ mix(first);
            // The low bits of the key do not determine the bucket.
            if (second ^ key << 16) & KEY == 0 && second & ATTRIBUTES != 0 {
                return Some(TtEntry {
                    best: Move::from_bits(first as u32),
                    score: shifted(Score::from((first >> 32) as i16), -(ply as i32)),
                    evaluation: Score::from((first >> 48) as i16),
                    depth: decode_depth(second),
                    bound: BOUNDS[(second >> 8 & 3) as usize],
                    was_pv: second >> 10 & 1 != 0,
                });
            }
        }
        None
    }

    /// Stores an entry of a position at this ply, unless the bucket has a more valuable entry of the same position.
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
        let second = (found.depth.clamp(0, MAX_DEPTH) + 1) as u64
            | found.bound.map_or(0, |bound| bound as u64) << 8
            | u64::from(found.was_pv) << 10
            | u64::from(age) << 11
            | key << 16;
        worst.0.0.store(first, Ordering::Relaxed);
        worst.0.1.store(second ^ mix(first), Ordering::Relaxed);
    }

    /// Returns the share of entries of the current search in permille, from a sample.
    pub(crate) fn hash_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let is_used = |entry: &&Slot| {
            let second = entry.1.load(Ordering::Relaxed) ^ mix(entry.0.load(Ordering::Relaxed));
            second & ATTRIBUTES != 0 && (second >> 11 & 31) as u8 == age
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(is_used).count();
        (used * 1000 / (4 * sample.len())) as u32
    }
}

/// Calls `fill` for parts of a slice, each on a thread of its own.
fn in_parts<T: Send>(pool: &Pool, all: &mut [T], fill: impl Fn(&mut [T]) + Sync) {
    let length = all.len().div_ceil(pool.helpers() + 1).max(1);
    let mut parts: Vec<&mut [T]> = all.chunks_mut(length).collect();
    if let Some((first, rest)) = parts.split_first_mut() {
        pool.run(rest, |_, part| fill(part), || fill(first));
    }
}

/// Advises the system to use huge pages for the reserved memory, which reduces TLB misses.
#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code, reason = "a system call that no safe crate offers for memory of a Vec; 7 % of search speed")]
fn advise_huge_pages(buckets: &mut Vec<Bucket>) {
    const PAGE: usize = 4096;
    let reserved = buckets.spare_capacity_mut();
    let begin = (reserved.as_mut_ptr() as usize).next_multiple_of(PAGE);
    let end = (reserved.as_mut_ptr() as usize + size_of_val(reserved)) / PAGE * PAGE;
    if begin < end {
        // SAFETY: the range lies within the vector's own allocation, and the advice changes no content. Failure costs only speed.
        let _ = unsafe { libc::madvise(begin as *mut libc::c_void, end - begin, libc::MADV_HUGEPAGE) };
    }
}

// Miri does not support the call.
#[cfg(any(not(target_os = "linux"), miri))]
fn advise_huge_pages(_buckets: &mut Vec<Bucket>) {}

#[cfg(test)]
mod tests;
