//! Names of pieces and descriptions of their moves for people who do not know a game.

/// Returns the name of a piece type's drawing.
pub fn drawing(letter: char) -> &'static str {
    gamedata::piece("chess", letter).map_or("unknown", |piece| piece.names[0])
}

/// Returns a side's name for the piece type with this letter.
pub fn name(variant: &str, letter: char, white: bool) -> &'static str {
    gamedata::piece(variant, letter).map_or_else(|| drawing(letter), |piece| piece.names[usize::from(!white)])
}

/// Describes the moves of a piece type.
pub fn moves(variant: &str, letter: char) -> &'static str {
    gamedata::piece(variant, letter).map_or("", |piece| piece.moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_named_by_side() {
        assert_eq!(name("empire", 'k', true), "kaiser");
        assert_eq!(name("empire", 'k', false), "king");
        assert_eq!(name("chess", 'k', true), "king");
    }
}
