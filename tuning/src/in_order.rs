//! Results of work that is done side by side, in the order of their numbers.

use std::collections::BTreeMap;

/// Passes things on in the order of their numbers, however they come.
pub(crate) struct InOrder<T, F> {
    next: u64,
    waiting: BTreeMap<u64, T>,
    take: F,
}

impl<T, E, F: FnMut(T) -> Result<(), E>> InOrder<T, F> {
    /// The next thing to be passed on has this number.
    pub(crate) const fn from(next: u64, take: F) -> Self {
        Self { next, waiting: BTreeMap::new(), take }
    }

    /// Takes in the thing of this number, and passes on what may be passed on now.
    ///
    /// # Errors
    /// The first error of whoever takes them.
    pub(crate) fn put(&mut self, number: u64, thing: T) -> Result<(), E> {
        self.waiting.insert(number, thing);
        while let Some(thing) = self.waiting.remove(&self.next) {
            self.next += 1;
            (self.take)(thing)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_passed_on_in_order() {
        let mut seen = Vec::new();
        let take = |thing: u64| {
            seen.push(thing);
            if thing == 4 { Err("four") } else { Ok(()) }
        };
        let mut in_order = InOrder::from(0, take);
        for number in [2, 0, 1, 5, 3] {
            assert_eq!(in_order.put(number, number), Ok(()));
        }
        assert_eq!(in_order.put(4, 4), Err("four"));
        assert_eq!(seen, [0, 1, 2, 3, 4]);
    }
}
