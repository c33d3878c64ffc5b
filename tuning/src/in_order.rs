//! Numbered work on several threads, with its results in the order of the numbers.

use std::collections::BTreeMap;
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// Does the work of every number on the threads of the current rayon pool, each with its own state, and passes the results to `take`
/// in the order of the numbers. Ends early if `work` returns `None`, or with the first error of `take`.
pub(crate) fn in_order<S, T: Send, E: Send>(
    numbers: Range<u64>,
    state: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, u64) -> Option<T> + Sync + Send,
    take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let shared = Mutex::new((numbers.start, BTreeMap::new(), Some(take)));
    // A bridge, unlike a split range, distributes the numbers in order, so few results are buffered.
    let ended = numbers.par_bridge().try_for_each_init(state, |state, number| {
        let Some(result) = work(state, number) else { return Break(Ok(())) };
        let (next, waiting, taking) = &mut *shared.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.insert(number, result);
        while let Some(take) = taking
            && let Some(result) = waiting.remove(next)
        {
            *next += 1;
            if let Err(error) = take(result) {
                // Other threads may still finish their work.
                *taking = None;
                return Break(Err(error));
            }
        }
        Continue(())
    });
    match ended {
        Break(result) => result,
        Continue(()) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::selfplay::pool;

    /// The results of the numbers from 3 on, the first of which is the second to be done.
    fn results(work: impl Fn(u64) -> Option<u64> + Sync + Send, last: u64) -> (Result<(), &'static str>, Vec<u64>) {
        let (mut seen, is_second_done) = (Vec::new(), AtomicBool::new(false));
        let late = |_: &mut (), number| {
            while number == 3 && !is_second_done.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            is_second_done.fetch_or(number == 4, Ordering::Relaxed);
            work(number)
        };
        let take = |number| {
            seen.push(number);
            if number == last { Err("last") } else { Ok(()) }
        };
        let result = pool(2).unwrap().install(|| in_order(3..40, || (), late, take));
        (result, seen)
    }

    #[test]
    fn results_are_passed_on_in_order() {
        assert_eq!(results(Some, 40), (Ok(()), (3..40).collect()));
        assert_eq!(results(Some, 20), (Err("last"), (3..=20).collect()));
        let (result, seen) = results(|number| Some(number).filter(|&number| number < 30), 40);
        assert!(result.is_ok() && seen.len() <= 27 && (3..).zip(&seen).all(|(number, &seen)| number == seen));
    }

    /// Number 4 is begun before the error and ends after it.
    #[test]
    fn no_result_follows_an_error() {
        let (mut seen, is_begun, is_over) = (Vec::new(), AtomicBool::new(false), AtomicBool::new(false));
        let late = |_: &mut (), number| {
            is_begun.fetch_or(number == 4, Ordering::Relaxed);
            let awaited = if number == 3 { &is_begun } else { &is_over };
            while !awaited.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Some(number)
        };
        let take = |number| {
            seen.push(number);
            is_over.store(true, Ordering::Relaxed);
            Err("first")
        };
        let result = pool(2).unwrap().install(|| in_order(3..40, || (), late, take));
        assert_eq!((result, seen), (Err("first"), vec![3]));
    }
}
