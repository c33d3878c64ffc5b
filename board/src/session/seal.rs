//! Choices made before the opponent's: a hash is shown at once, and later what it was made of.

use sha2::{Digest, Sha256};

use crate::messages::{Sealed, Side, Strategies};
use crate::store::Seal;

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Seals a choice with 16 bytes that nobody can guess.
pub(super) fn seal(choice: String, secret: [u8; 16], strategies: Option<Strategies>) -> Seal {
    let nonce = hexadecimal(&secret);
    let hash = hexadecimal(&Sha256::digest(format!("{choice} {nonce}")));
    Seal { choice, nonce, hash, strategies }
}

/// The seal as it is shown, unbroken or with what it was made of.
pub(super) fn shown(seal: &Seal, side: Side, is_broken: bool) -> Sealed {
    Sealed { side, hash: seal.hash.clone(), nonce: is_broken.then(|| seal.nonce.clone()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash was computed with `printf 'a4b3 000…0' | sha256sum`.
    #[test]
    fn a_seal_is_the_hash_of_choice_and_nonce_and_tells_neither() {
        let seal = seal("a4b3".to_owned(), [0; 16], None);
        assert_eq!(seal.hash, EXPECTED);
        let shown = serde_json::to_string(&shown(&seal, Side::Black, false)).unwrap();
        assert!(!shown.contains("nonce") && !shown.contains("a4b3"));
    }

    const EXPECTED: &str = "fb28bd05c11121d8936e04e0eccd33909b1b30fc2fb793a5a384293585f55811";
}
