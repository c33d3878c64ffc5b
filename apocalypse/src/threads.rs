//! Sharing work out among threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does something with each of the states, on a thread of its own.
pub(crate) fn each<S: Send>(states: &mut [S], work: impl Fn(&mut S) + Sync) {
    let Some((first, rest)) = states.split_first_mut() else { return };
    let work = &work;
    thread::scope(|scope| {
        rest.iter_mut().for_each(|state| drop(scope.spawn(move || work(state))));
        work(first);
    });
}

/// Does numbered jobs, in order with one state, else each on whichever state's thread is free.
pub(crate) fn share_out<S: Send>(states: &mut [S], jobs: usize, work: impl Fn(&mut S, usize) + Sync) {
    let next = AtomicUsize::new(0);
    each(states, |state| {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                return;
            }
            work(state, job);
        }
    });
}
