//! Names of pieces and descriptions of their moves for people who do not know a game, and lists in English.

use movegen::name_of_piece;

/// The name of the drawing of a piece type, by its small letter.
pub fn drawing(letter: char) -> &'static str {
    name_of_piece(letter).unwrap_or("unknown")
}

/// Returns a side's name for the piece type with this letter.
pub fn name(variant: &str, letter: char, white: bool) -> &'static str {
    gamedata::piece(variant, letter).map_or_else(|| drawing(letter), |piece| piece.names[usize::from(!white)])
}

/// Describes the moves of a piece type.
pub fn moves(variant: &str, letter: char) -> &'static str {
    gamedata::piece(variant, letter).map_or("", |piece| piece.moves)
}

/// How many there are, in words.
pub fn counted(n: u32, name: &str) -> String {
    let plural = |name: &str| match name.strip_suffix("man") {
        Some(stem) => format!("{stem}men"),
        None => format!("{name}s"),
    };
    match n {
        1 if name.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {name}"),
        1 => format!("a {name}"),
        2 => format!("two {}", plural(name)),
        3 => format!("three {}", plural(name)),
        _ => format!("{n} {}", plural(name)),
    }
}

/// `a, b and c`.
pub fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_counted_and_listed_in_english() {
        assert_eq!(counted(1, "eagle"), "an eagle");
        assert_eq!(counted(2, "horseman"), "two horsemen");
        assert_eq!(
            listed(&[counted(1, "knight"), counted(3, "pawn"), counted(1, "rook")]),
            "a knight, three pawns and a rook"
        );
        assert_eq!(name("empire", 'k', true), "kaiser");
        assert_eq!(name("empire", 'k', false), "king");
        assert_eq!(name("chess", 'k', true), "king");
    }
}
