//! Files of definitions.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Definition;
use super::build;
use super::draft::Draft;
use super::error::DefinitionError;
use super::ini::{self, Section};

/// The games of a file and the sections that were refused.
#[derive(Clone, Debug, Default)]
pub struct DefinitionFile {
    /// The games in the order of the file.
    pub games: Vec<Definition>,
    /// The errors, at most one for each section.
    pub refused: Vec<DefinitionError>,
}

/// The games from which every file can inherit, in the format of the files: those of Fairy-Stockfish, then those of this project.
const TEMPLATE_FILES: [&str; 2] = [include_str!("fairy.ini"), include_str!("upheaval.ini")];

static TEMPLATE_DRAFTS: LazyLock<BTreeMap<String, Draft>> = LazyLock::new(|| {
    let mut known = BTreeMap::new();
    for section in TEMPLATE_FILES.into_iter().flat_map(|text| ini::sections("", text)).flatten() {
        // The tests build every template.
        if let Ok(draft) = draft("", &section, &known, &BTreeMap::new()) {
            known.insert(section.name, draft);
        }
    }
    known
});

/// The names of the games from which every file can inherit.
pub static TEMPLATES: LazyLock<Vec<&str>> = LazyLock::new(|| TEMPLATE_DRAFTS.keys().map(String::as_str).collect());

/// Reads the games of a file in the format of `variants.ini`. `file` is its name in errors. A section with an error is refused, the others are read.
///
/// ```
/// use upheaval_movegen::definition;
/// let read = definition::read("my.ini", "[sixth:chess]\nflagPiece = p\nflagRegionWhite = *6\n\n[drops:chess]\npieceDrops = true\n");
/// assert_eq!(read.games[0].name, "sixth");
/// assert_eq!(read.refused[0].to_string(), "my.ini:6: [drops] pieceDrops: drops are not supported");
/// ```
pub fn read(file: &str, text: &str) -> DefinitionFile {
    let mut read = DefinitionFile::default();
    let mut drafts: BTreeMap<String, Draft> = BTreeMap::new();
    for section in ini::sections(file, text) {
        let result = section.and_then(|section| {
            if drafts.contains_key(&section.name) {
                return Err(DefinitionError::new(
                    file,
                    section.line,
                    &section.name,
                    "",
                    "the name occurs twice in the file",
                ));
            }
            let draft = draft(file, &section, &TEMPLATE_DRAFTS, &drafts)?;
            let built = build::definition(&draft, &section);
            let built = built.map_err(|(key, why)| {
                let line =
                    section.entries.iter().rfind(|entry| entry.key == key).map_or(section.line, |entry| entry.line);
                DefinitionError::new(file, line, &section.name, key, why)
            })?;
            drafts.insert(section.name, draft);
            Ok(built)
        });
        match result {
            Ok(game) => read.games.push(game),
            Err(error) => read.refused.push(error),
        }
    }
    read
}

/// Returns the game of this name from which every file can inherit.
pub fn template(name: &str) -> Option<Definition> {
    let draft = TEMPLATE_DRAFTS.get(name)?;
    let section = Section { line: 1, name: name.to_owned(), parent: None, entries: Vec::new() };
    build::definition(draft, &section).ok()
}

fn draft(
    file: &str,
    section: &Section,
    templates: &BTreeMap<String, Draft>,
    drafts: &BTreeMap<String, Draft>,
) -> Result<Draft, DefinitionError> {
    let mut draft = match &section.parent {
        None => Draft::new(),
        Some(parent) => {
            let found = drafts.get(parent).or_else(|| templates.get(parent)).cloned();
            let why = || format!("there is neither a game '{parent}' above nor a built-in parent of this name");
            found.ok_or_else(|| DefinitionError::new(file, section.line, &section.name, "", why()))?
        }
    };
    draft
        .apply(&section.entries)
        .map_err(|(entry, why)| DefinitionError::new(file, entry.line, &section.name, &entry.key, why))?;
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;
    use crate::piece::{Color, PieceType};
    use crate::square::Square;
    use crate::zobrist::splitmix64;

    fn refusal(text: &str) -> String {
        read("f", text).refused[0].to_string()
    }

    #[test]
    fn every_template_is_a_game() {
        let [fairy, own] = TEMPLATE_FILES.map(|text| read("f", text));
        assert_eq!((fairy.games.len(), own.games.len()), (44, 6));
        assert_eq!((fairy.refused, own.refused), (Vec::new(), Vec::new()));
        assert_eq!(TEMPLATES.len(), 50);
        assert!(TEMPLATES.iter().all(|name| template(name).is_some()));
    }

    #[test]
    fn own_games_begin_like_built_in_ones() {
        let start = |name: &str| template(name).unwrap().start;
        assert_eq!(start("empire"), crate::Position::<crate::Empire>::start().to_string());
        assert_eq!(
            format!("{} Kk", start("insurrection")),
            crate::Position::<crate::Insurrection>::start().to_string()
        );
    }

    #[test]
    fn orthodox_tables_agree_with_attacks_of_chess() {
        let game = template("chess").unwrap();
        let mut occupied = Bitboard(0x5eed);
        for seed in 0..50 {
            occupied = Bitboard(splitmix64(occupied.0 ^ seed) & splitmix64(seed));
            for (color, from) in Color::BOTH.into_iter().flat_map(|color| Square::all().map(move |from| (color, from)))
            {
                for piece_type in (0..6).map(PieceType::new) {
                    let expected = crate::orthodox::captures(piece_type, color, from, occupied);
                    assert_eq!(game.captures(color, piece_type, from, occupied), expected);
                    if piece_type != PieceType::PAWN {
                        assert_eq!(game.quiets(color, piece_type, from, occupied), expected - occupied);
                    }
                }
            }
        }
        assert_eq!(game.promotion.into[0], [4, 3, 2, 1].map(PieceType::new));
        let most = [0, 1, 2, 3, 4, 5].map(|n| game.reach(Color::White, PieceType::new(n)).most_targets());
        assert_eq!(most, [3, 8, 13, 14, 27, 8]);
    }

    #[test]
    fn black_moves_are_turned() {
        let game = template("legan").unwrap();
        let pawn = game.piece_type_of_letter('p').unwrap();
        let at = |name: &str| Square::parse(name).unwrap();
        let steps = |color, from| game.quiets(color, pawn, at(from), Bitboard::EMPTY);
        assert_eq!(steps(Color::White, "e4"), Bitboard::of(at("d5")));
        assert_eq!(steps(Color::Black, "e4"), Bitboard::of(at("f3")));
    }

    #[test]
    fn walks_stop_at_pieces() {
        let text = "[a:chess]\ncustomPiece1 = h:nN\ncustomPiece2 = g:gR\ncustomPiece3 = c:mRcpR\ncustomPiece4 = i:NN";
        let game = &read("f", text).games[0];
        let at = |names: &str| names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect::<Bitboard>();
        let captures = |letter, occupied: &str| {
            game.captures(
                Color::White,
                game.piece_type_of_letter(letter).unwrap(),
                Square::parse("d4").unwrap(),
                at(occupied),
            )
        };
        assert_eq!(captures('h', "d5 c4"), at("f5 f3 c2 e2"));
        assert_eq!(captures('g', "d6 b4"), at("d7 a4"));
        assert_eq!(captures('c', "d5 d7 d8"), at("d6 d7"));
        assert_eq!(captures('i', "e6 f5"), at("e6 f5 f3 h2 e2 c2 b3 b5 c6 b8"));
    }

    #[test]
    fn games_inherit_and_exchange_letters() {
        let read = read(
            "f",
            "[a:chess]\ncustomPiece1 = n:NN\n[b:a]\nstalemateValue = loss\n[A:b]\n[c:later]\n[later]\npawn = p\nstartFen = 8/p7/8/8/8/8/P7/8 w",
        );
        let [a, b, again, _] = &read.games[..] else { panic!("{:?}", read.refused) };
        // The new type takes the letter, and promotions to the earlier one go.
        assert_eq!(a.promotion.into[0].len(), 3);
        assert_eq!((a.pieces.clone(), b.parent.as_deref()), (b.pieces.clone(), Some("a")));
        assert!(a.checksum != b.checksum && again.ends == b.ends);
        assert!(read.refused[0].why.starts_with("there is neither a game 'later' above"));
    }

    #[test]
    fn start_position_gets_missing_fields() {
        let start = |text: &str| read("f", text).games[0].start.clone();
        assert_eq!(start("[a:3check]"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1");
        assert_eq!(start("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 b"), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    }

    #[test]
    fn errors_name_line_section_and_key() {
        let cases = [
            ("maxRank = 9", "only boards"),
            ("knight = n:N", "only custom pieces"),
            ("customPiece1 = a", "a custom piece needs"),
            ("customPiece1 = a:X", "'X' is no letter"),
            ("customPiece26 = a:N", "unknown key"),
            ("wallingRule = duck", "walls are not supported"),
            ("castling = yes", "'yes' is none of 'true', 'false'"),
            ("promotionPieceTypes = x", "no piece has the letter 'x'"),
            ("flagRegion = z9", "'z9' is no square"),
            ("nMoveRule = 1000", "'1000' is not a number from 0 to 127"),
            ("pieceValueMg = n:-5", "'-5' is not a number from 0 to 25000"),
            ("pieceValueEg = n:25001", "'25001' is not a number from 0 to 25000"),
            ("pieceValueMg = n", "pairs of a letter and a value"),
            ("startFen = 8/8/8 w", "8 ranks are needed"),
            ("startFen = 8/8/8/8/8/8/8/7x w", "no piece has the letter 'x'"),
            ("bribePriceCheck = q:n+n+n+n", "'n+n+n+n' has 4 parts"),
            ("bribePrice = *:n+n", "'n+n' has 2 parts"),
            ("stalemateValue = WIN", "'WIN' is none of"),
        ];
        for (line, why) in cases {
            let key = line.split(' ').next().unwrap();
            let error = refusal(&format!("[a:chess]\n{line}\n"));
            assert!(error.starts_with(&format!("f:2: [a] {key}: {why}")), "{error}");
        }
        assert_eq!(refusal("[a]"), "f:1: [a]: the game has no pieces");
        assert!(refusal("[a:nothing]").starts_with("f:1: [a]: there is neither a game 'nothing'"));
        assert_eq!(refusal("[a:chess]\n[a:chess]"), "f:2: [a]: the name occurs twice in the file");
    }

    #[test]
    fn too_many_piece_types_are_refused() {
        let letters = "acdefghijlmostuvwxyz";
        let pieces: String =
            (1..).zip(letters.chars()).map(|(n, letter)| format!("customPiece{n} = {letter}:N\n")).collect();
        assert!(refusal(&format!("[a:chess]\n{pieces}promotionPieceTypes = {letters}")).contains("piece types"));
        // Types that can never appear do not count.
        assert_eq!(read("f", &format!("[a:chess]\n{pieces}")).games[0].types.count(), 6);
    }

    /// 1,000 files, each with one line made unreadable, give one error with its line and key.
    #[test]
    fn malformed_definitions_give_errors_with_line() {
        let lines: Vec<&str> = TEMPLATE_FILES.iter().flat_map(|text| text.lines()).collect();
        let settings: Vec<usize> = (0..lines.len()).filter(|&n| lines[n].contains(" = ")).collect();
        let spoil = ["\u{1f355}", "=", "w\u{0}", ":::::", "99999999999999999999", "-1", "*9", "[", "\\", "x+y|z"];
        for seed in 0..1_000 {
            let line = settings[splitmix64(seed) as usize % settings.len()];
            let (key, _) = lines[line].split_once(" = ").unwrap();
            let malformed = spoil[seed as usize % spoil.len()];
            let text: String = ["[game:chess]".to_owned(), format!("{key} = {malformed}")].join("\n");
            let read = read("f", &text);
            let [error] = &read.refused[..] else { panic!("{text}") };
            assert_eq!((error.line, error.key.as_str()), (2, key), "{text}");
        }
    }
}
