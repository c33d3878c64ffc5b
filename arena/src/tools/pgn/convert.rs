//! Conversion of games to other formats.

use games::epd;
use games::pgn::{Item, MoveWord, PgnGame, PgnWriter, Replayed, Words, variant_pieces};
use games::plies::definition::MOVES_TAG;
use games::{DEFINITION_TAG, definition_checksum};
use movegen::Color;

use super::options::Target;

/// Tags that define how moves are read; they are replaced.
const TAGS_OF_MOVES: [&str; 6] = ["Variant", DEFINITION_TAG, "Assassination", MOVES_TAG, "SetUp", "FEN"];

/// Converts a game.
pub(super) fn converted(game: &PgnGame, played: &Replayed, to: Target) -> String {
    let positions = if played.fens.is_empty() { std::slice::from_ref(&played.last) } else { &played.fens[..] };
    match to {
        Target::San | Target::Coordinates | Target::Xboard => pgn(game, played, to.words()),
        Target::Uci => uci(played),
        Target::Fen => positions.iter().map(|fen| format!("{fen}\n")).collect(),
        Target::Epd => positions.iter().map(|fen| epd::write(fen)).collect(),
    }
}

fn uci(played: &Replayed) -> String {
    let from = if played.is_start { "startpos".to_owned() } else { format!("fen {}", played.first) };
    let moves: String = played.written.iter().flatten().map(|word| format!(" {}", word.text)).collect();
    format!("position {from}{}{moves}\n", if moves.is_empty() { "" } else { " moves" })
}

/// Converts a game to PGN with its comments and glyphs, without its variations.
fn pgn(game: &PgnGame, played: &Replayed, notation: Words) -> String {
    let mut text = PgnWriter::default();
    for (name, value) in game.tags.iter().filter(|(name, _)| !TAGS_OF_MOVES.contains(&name.as_str())) {
        text.optional_tag(name, value);
    }
    let is_chess = played.variant == movegen::variants::NAMES[0];
    text.optional_tag("Variant", if is_chess { "" } else { played.variant });
    text.optional_tag(DEFINITION_TAG, &definition_checksum(played.variant));
    text.optional_tag(MOVES_TAG, &variant_pieces(played.variant, notation == Words::Plies).unwrap_or_default());
    if !is_chess || !played.is_start {
        text.tag("SetUp", "1");
        text.tag("FEN", &played.first);
    }
    text.end_tags();
    let mut written = played.written.iter();
    let mut is_first = true;
    for item in &game.items {
        match item {
            Item::Comment(comment) => text.comment(comment),
            Item::Glyph(glyph) => text.word(glyph),
            Item::Variation(_) => {}
            Item::Word(..) => {
                for word in written.next().into_iter().flatten() {
                    text.number(word.by, is_first, word.number);
                    text.word(&word.text);
                    is_first = false;
                }
            }
        }
    }
    text.finish(game.result.unwrap_or("*"))
}

/// Formats the positions of a game, as boards or FENs.
pub(super) fn replayed(game: &PgnGame, played: &Replayed, as_fen: bool) -> String {
    let turns: Vec<&Vec<MoveWord>> = played.written.iter().filter(|words| !words.is_empty()).collect();
    let tag = |name| movegen::fen::printable(game.tag(name).unwrap_or("?"));
    let mut text = format!("game {}: {} - {}, {}\n", game.number, tag("White"), tag("Black"), played.variant);
    for (index, fen) in played.fens.iter().enumerate() {
        let moves = index.checked_sub(1).and_then(|turn| turns.get(turn)).map(|words| words_of(words));
        match as_fen {
            true => text += &format!("{fen}\n"),
            false => {
                text += &moves.map(|moves| format!("{moves}\n")).unwrap_or_default();
                text += &board(fen);
            }
        }
    }
    let end = played.outcome.map_or_else(|| game.result.unwrap_or("*").to_owned(), |outcome| outcome.to_string());
    text + &format!("{end}\n\n")
}

/// Formats a turn's moves with their number.
fn words_of(words: &[MoveWord]) -> String {
    let text = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    words.first().map_or_else(String::new, |first| {
        format!("{}{} {text}", first.number, if first.by == Color::White { "." } else { "..." })
    })
}

/// Formats the board of a FEN, one rank a line, and its other fields.
fn board(fen: &str) -> String {
    let (pieces, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let mut text = String::new();
    for row in pieces.split('/') {
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => text += &" .".repeat(empty as usize),
                None => text.extend([' ', letter]),
            }
        }
        text.push('\n');
    }
    text + &format!(" {rest}\n\n")
}
