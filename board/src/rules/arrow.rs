//! Arrows of moves.

/// Returns the ends of a move's arrow: the first and the last square that its text names.
pub fn arrow(text: &str) -> Option<[String; 2]> {
    let squares = text.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let last = squares.len().checked_sub(2)?;
    Some([text.get(..2)?.to_owned(), squares.get(last..)?.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrow_ends_at_the_last_square() {
        let arrow = |text| arrow(text).unwrap().join("");
        assert_eq!([arrow("e2e4"), arrow("e7e8q"), arrow("f4e7c8g8d7q")], ["e2e4", "e7e8", "f4d7"]);
        assert_eq!(arrow("b4c5d2"), "b4d2");
    }
}
