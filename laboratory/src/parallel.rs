//! Work on several items: on the threads of the current rayon pool with the feature `parallel`, otherwise in turn.

#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// Does the work of every item and returns the results in their order. `state` is shared by items that are worked on in turn.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Sync, S, R: Send>(
    items: &[T],
    state: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, &T) -> R + Sync + Send,
) -> Vec<R> {
    items.par_iter().map_init(state, work).collect()
}

#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, S, R>(items: &[T], state: impl Fn() -> S, work: impl Fn(&mut S, &T) -> R) -> Vec<R> {
    let mut state = state();
    items.iter().map(|item| work(&mut state, item)).collect()
}
