//! The helper threads of an engine. They are started once and sleep between searches.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use threads::Pool;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use alone::Pool;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod threads {
    use std::hint::black_box;
    use std::sync::{Mutex, PoisonError};

    use rayon::ThreadPool;
    use rayon::ThreadPoolBuilder;

    /// Stack size of a helper thread in bytes, enough for a line of `MAX_PLY` nodes.
    const STACK_BYTES: usize = 16 << 20;

    /// Address space of a helper thread in bytes: its stack, and what glibc reserves for its allocations.
    const THREAD_BYTES: usize = STACK_BYTES + (64 << 20);

    /// Helper threads; none for an engine with one thread.
    pub(crate) struct Pool(Option<ThreadPool>);

    /// Returns `true` if there is address space for this many helper threads and one more. Threads that start until one fails may leave
    /// less than the next small allocation needs, which would end the process. Only Linux is asked: elsewhere this would use memory.
    fn is_affordable(count: usize) -> bool {
        let reserve = |_| {
            let mut space = Vec::<u8>::new();
            space.try_reserve_exact(THREAD_BYTES).map(|()| black_box(space))
        };
        !cfg!(target_os = "linux") || (0..=count).map(reserve).collect::<Result<Vec<_>, _>>().is_ok()
    }

    impl Pool {
        /// Starts helper threads. Where the system provides fewer, there are fewer.
        pub(crate) fn new(helpers: usize) -> Self {
            let mut count = helpers;
            while count > 0 {
                let builder = ThreadPoolBuilder::new().num_threads(count).stack_size(STACK_BYTES);
                let builder = builder.thread_name(|i| format!("search {}", i + 1));
                match is_affordable(count).then(|| builder.build()) {
                    Some(Ok(pool)) => return Self(Some(pool)),
                    Some(Err(error)) => log::warn!("{count} search threads could not be started: {error}"),
                    None => log::warn!("{count} search threads do not fit into memory"),
                }
                count /= 2;
            }
            Self(None)
        }

        /// The number of helper threads.
        pub(crate) fn helpers(&self) -> usize {
            self.0.as_ref().map_or(0, ThreadPool::current_num_threads)
        }

        /// Returns a value made by each helper thread, so that its memory is near the processor that uses it.
        pub(crate) fn each<T: Send>(&self, make: impl Fn() -> T + Sync) -> Vec<T> {
            self.0.as_ref().map_or_else(Vec::new, |pool| pool.broadcast(|_| make()))
        }

        /// Runs `main` here, and beside it `help` on the helper threads, the first with the first item and so on. Returns when all have
        /// ended. Items beyond the number of helper threads are left out.
        pub(crate) fn run<T: Send, R>(
            &self,
            items: &mut [T],
            help: impl Fn(usize, &mut T) + Sync,
            main: impl FnOnce() -> R,
        ) -> R {
            let Some(pool) = self.0.as_ref().filter(|_| !items.is_empty()) else { return main() };
            let items: Vec<Mutex<&mut T>> = items.iter_mut().map(Mutex::new).collect();
            let (items, help) = (&items, &help);
            pool.in_place_scope(|scope| {
                scope.spawn_broadcast(move |_, thread| {
                    if let Some(item) = items.get(thread.index()) {
                        help(thread.index(), &mut item.lock().unwrap_or_else(PoisonError::into_inner));
                    }
                });
                main()
            })
        }
    }
}

/// In a browser there are no helper threads.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod alone {
    pub(crate) struct Pool;

    impl Pool {
        pub(crate) fn new(_helpers: usize) -> Self {
            Self
        }

        pub(crate) fn helpers(&self) -> usize {
            0
        }

        pub(crate) fn each<T>(&self, _make: impl Fn() -> T) -> Vec<T> {
            Vec::new()
        }

        pub(crate) fn run<T, R>(&self, _items: &mut [T], _help: impl Fn(usize, &mut T), main: impl FnOnce() -> R) -> R {
            main()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn each_item_belongs_to_the_same_thread_every_time() {
        let pool = Pool::new(3);
        let mut made = pool.each(|| thread::current().id());
        let here = thread::current().id();
        assert!(pool.helpers() == 3 && made.len() == 3 && !made.contains(&here));
        for _ in 0..3 {
            let main = pool.run(&mut made, |_, id| assert_eq!(*id, thread::current().id()), || thread::current().id());
            assert_eq!(main, here);
        }
        made.dedup();
        assert_eq!(made.len(), 3);
    }

    #[test]
    fn without_helpers_the_main_part_runs_alone() {
        let pool = Pool::new(0);
        assert_eq!((pool.helpers(), pool.each(|| 1)), (0, Vec::new()));
        assert_eq!(pool.run(&mut [1], |_, _| panic!("there is no helper"), || 5), 5);
    }
}
