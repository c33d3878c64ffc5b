//! A choice that is committed to before the opponent makes one: shown is a SHA-256 sum of the choice and a random number,
//! and when both choices are known, the two. Anybody can compute the sum again and see that nothing was changed:
//!
//! ```text
//! printf %s 'e4d3 1f0c...' | sha256sum
//! ```

use sha2::{Digest, Sha256};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seal {
    /// The hashed text, shown when both choices are known: the choice, a blank, and the random number.
    pub(super) opened: String,
}

impl Seal {
    /// Commits to the choice of this text, with a random number of the system's.
    pub(super) fn new(choice: &str) -> Result<Self, String> {
        let mut nonce = [0; 16];
        getrandom::fill(&mut nonce).map_err(|error| format!("the system gives no random number: {error}"))?;
        Ok(Self { opened: format!("{choice} {:032x}", u128::from_be_bytes(nonce)) })
    }

    /// The sum, which is shown at once.
    pub(super) fn sum(&self) -> String {
        Sha256::digest(self.opened.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum is that of `printf %s 'a1b3 00ff' | sha256sum`.
    #[test]
    fn the_sum_is_of_choice_and_number() {
        let seal = Seal { opened: "a1b3 00ff".to_owned() };
        assert_eq!(seal.sum(), "66847a049dd441a2de772358dc6c6b0591163d1e7b6ff4ca49418a722c497ebe");
    }

    #[test]
    fn the_same_choice_is_never_sealed_alike() {
        assert_ne!(Seal::new("a1b3").unwrap().sum(), Seal::new("a1b3").unwrap().sum());
    }
}
