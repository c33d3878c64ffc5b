//! What games and pieces are called, and how they are described to somebody who does not know them. Words only: what a game
//! can do is asked of its rules.

use movegen::name_of_piece;

/// The words for one game.
#[derive(Debug)]
pub struct GameTexts {
    /// The name in requests.
    pub variant: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// In one sentence.
    pub about: &'static str,
    /// PieceTypes that are called otherwise than elsewhere, or move otherwise: letter, White's name, Black's, how it moves.
    pub piece_types: &'static [(char, &'static str, &'static str, &'static str)],
    /// The page of rules.
    pub rules: &'static str,
}

/// How the piece with a letter moves where the game does not say otherwise.
const MOVES: [(char, &str); 11] = [
    ('p', "steps ahead, twice from home; captures diagonally ahead"),
    ('n', "jumps two squares one way and one across"),
    ('b', "moves along diagonals"),
    ('r', "moves along ranks and files"),
    ('q', "moves along ranks, files and diagonals"),
    ('k', "steps one square in any direction"),
    ('t', "moves like a queen, captures like a rook"),
    ('e', "moves like a queen, captures like a knight"),
    ('c', "moves like a queen, captures like a bishop"),
    ('d', "moves like a queen, captures like a king"),
    ('s', "steps ahead or sideways, and captures so"),
];

/// The games that are described here.
pub const GAMES: [GameTexts; 6] = [
    GameTexts {
        variant: "chess",
        title: "Chess",
        about: "The game that everybody knows: mate the enemy's king.",
        piece_types: &[],
        rules: rulebook::CHESS,
    },
    GameTexts {
        variant: "empire",
        title: "Empire Chess",
        about: "White's Empire goes anywhere but captures little, against Black's army of chess; who brings his king to the \
                other end wins, and the kings may never face each other.",
        piece_types: &[
            ('k', "kaiser", "king", "steps one square in any direction; wins by reaching the enemy's last rank"),
            (
                'p',
                "pawn",
                "pawn",
                "steps ahead, Black's twice from home; captures diagonally ahead, promotes to a queen",
            ),
        ],
        rules: rulebook::EMPIRE,
    },
    GameTexts {
        variant: "insurrection",
        title: "Insurrection",
        about: "Whoever captures becomes what he captures, and a royal that captures topples the enemy's government: the \
                captured piece's piece_type rules from then on.",
        piece_types: &[],
        rules: rulebook::INSURRECTION,
    },
    GameTexts {
        variant: "anarchism",
        title: "Anarchism",
        about: "Insurrection in which no pawn can become a king.",
        piece_types: &[],
        rules: rulebook::ANARCHISM,
    },
    GameTexts {
        variant: "subversion",
        title: "Subversion",
        about: "Chess in which, instead of moving, you may pay with pieces of your own and win over an enemy piece that stands \
                next to one of your officers.",
        piece_types: &[],
        rules: rulebook::SUBVERSION,
    },
    GameTexts {
        variant: "apocalypse",
        title: "Apocalypse",
        about: "Both sides choose in secret and move at once; keep a pawn to the end, and gamble on what the other will do.",
        piece_types: &[
            ('p', "footman", "footman", "steps ahead, captures diagonally ahead; becomes a horseman at the other end"),
            ('n', "horseman", "horseman", "jumps two squares one way and one across"),
        ],
        rules: rulebook::APOCALYPSE,
    },
];

/// The words for a game that nobody has described: its pieces go by their usual names.
pub static UNDESCRIBED: GameTexts =
    GameTexts { variant: "", title: "", about: "Nobody has described this game yet.", piece_types: &[], rules: "" };

/// The words for the game of this name, if it is described.
pub fn of(variant: &str) -> Option<&'static GameTexts> {
    GAMES.iter().find(|game| game.variant == variant)
}

/// The name of the drawing of a piece type, by its small letter.
pub fn drawing(letter: char) -> &'static str {
    name_of_piece(letter).unwrap_or("unknown")
}

impl GameTexts {
    /// What a side calls the piece type with this letter.
    pub fn name(&self, letter: char, white: bool) -> &'static str {
        let own = self.piece_types.iter().find(|piece_type| piece_type.0 == letter);
        own.map_or_else(|| drawing(letter), |piece_type| if white { piece_type.1 } else { piece_type.2 })
    }

    /// How a piece type moves.
    pub fn moves(&self, letter: char) -> &'static str {
        let own = self.piece_types.iter().find(|piece_type| piece_type.0 == letter).map(|piece_type| piece_type.3);
        own.or_else(|| MOVES.iter().find(|piece_type| piece_type.0 == letter).map(|piece_type| piece_type.1))
            .unwrap_or_default()
    }
}

/// How many there are, in words.
pub fn counted(n: u32, name: &str) -> String {
    let plural = |name: &str| match name.strip_suffix("piece") {
        Some(stem) => format!("{stem}pieces"),
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
    fn words_are_of_games_that_the_rules_know_and_in_their_order() {
        let described = movegen::variants::NAMES.into_iter().filter(|name| of(name).is_some());
        assert!(described.eq(GAMES.map(|game| game.variant)));
        assert!(GAMES.iter().all(|game| game.rules.starts_with("# ") && game.about.ends_with('.')));
    }

    #[test]
    fn pieces_are_counted_and_listed_in_english() {
        assert_eq!(counted(1, "eagle"), "an eagle");
        assert_eq!(counted(2, "horseman"), "two horsemen");
        assert_eq!(
            listed(&[counted(1, "knight"), counted(3, "pawn"), counted(1, "rook")]),
            "a knight, three pawns and a rook"
        );
        assert_eq!(of("empire").unwrap().name('k', true), "kaiser");
        assert_eq!(of("empire").unwrap().name('k', false), "king");
        assert_eq!(of("chess").unwrap().name('k', true), "king");
    }
}
