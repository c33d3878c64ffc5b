//! Seals of choices made before the opponent's: the hash is shown at once, the choice and the nonce later.

use sha2::{Digest, Sha256};

use crate::messages::{Sealed, Side, Strategies};
use crate::store::Seal;

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Seals a choice with 16 unpredictable bytes.
pub(super) fn seal(choice: String, secret: [u8; 16], strategies: Option<Strategies>) -> Seal {
    let nonce = hexadecimal(&secret);
    let hash = hexadecimal(&Sha256::digest(format!("{choice} {nonce}")));
    Seal { choice, nonce, hash, strategies }
}

/// Returns the seal for the page, with the nonce if the choice is revealed.
pub(super) fn view(seal: &Seal, side: Side, is_revealed: bool) -> Sealed {
    Sealed { side, hash: seal.hash.clone(), nonce: is_revealed.then(|| seal.nonce.clone()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash was computed with `printf 'a4b3 000…0' | sha256sum`.
    #[test]
    fn seal_hashes_choice_and_nonce_without_revealing_them() {
        let seal = seal("a4b3".to_owned(), [0; 16], None);
        assert_eq!(seal.hash, EXPECTED);
        let text = serde_json::to_string(&view(&seal, Side::Black, false)).unwrap();
        assert!(!text.contains("nonce") && !text.contains("a4b3"));
    }

    const EXPECTED: &str = "fb28bd05c11121d8936e04e0eccd33909b1b30fc2fb793a5a384293585f55811";
}
