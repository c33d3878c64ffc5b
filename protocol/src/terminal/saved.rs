//! Saved games: PGN files with the tags `Variant` and, if a game did not begin at the start position, `FEN`. Moves are in algebraic
//! notation; a turn of Apocalypse is White's and Black's choice in coordinates. The first game of a file is read.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;

use games::pgn::{Item, PgnReader, PgnWriter, variant_of};
use games::{DEFINITION_TAG, GameSession, definition_checksum};
use movegen::fen::printable;
use movegen::variants::NAMES;
use movegen::{Color, Outcome};

use super::playable::{Playable, turns};
use super::seats::{self, Seats};

const MAX_FILE_BYTES: u64 = 1 << 20;
/// The name of a side that the engine plays; the other's is `Player`.
const ENGINE: &str = "Upheaval";

/// The end of a game, by the rules or by agreement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ended {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub(super) score: &'static str,
    pub(super) reason: String,
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Self {
        Self { score: outcome.score(), reason: outcome.reason.as_str().to_owned() }
    }
}

/// A game to begin, or to continue as it was read from a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Saved {
    pub(super) game: &'static str,
    /// The first position, if it is not the start position.
    pub(super) fen: Option<String>,
    /// The moves as text; of both sides one after the other where both choose at once.
    pub(super) moves: Vec<String>,
    pub(super) ended: Option<Ended>,
    /// The sides that the user plays, if known.
    pub(super) seats: Option<Seats>,
    pub(super) level: Option<u32>,
}

pub(super) fn pgn<G: Playable>(game: &GameSession<G>, ended: Option<&Ended>, seats: Seats, level: u32) -> String {
    let mut pgn = PgnWriter::default();
    let [white, black] = Color::BOTH.map(|side| if seats.has(side) { "Player" } else { ENGINE });
    let score = ended.map_or("*", |ended| ended.score);
    pgn.tag("Event", &format!("Upheaval plays {}", game.position().name()));
    pgn.tag("Site", "?");
    pgn.tag("Date", "????.??.??");
    pgn.tag("Round", "-");
    pgn.tag("White", white);
    pgn.tag("Black", black);
    pgn.tag("Result", score);
    pgn.tag("Variant", game.position().name());
    pgn.optional_tag(DEFINITION_TAG, &definition_checksum(game.position().name()));
    pgn.tag("Level", &level.to_string());
    let first = game.record().first().to_string();
    if first != game.position().first().to_string() {
        pgn.tag("SetUp", "1");
        pgn.tag("FEN", &first);
    }
    pgn.end_tags();
    write_moves(game, &mut pgn);
    ended.into_iter().for_each(|ended| pgn.comment(&ended.reason));
    pgn.finish(score)
}

/// Returns the moves with their numbers, in lines.
pub(super) fn move_text<G: Playable>(game: &GameSession<G>) -> String {
    let mut pgn = PgnWriter::default();
    write_moves(game, &mut pgn);
    pgn.into_text()
}

fn write_moves<G: Playable>(game: &GameSession<G>, pgn: &mut PgnWriter) {
    for (index, (before, moves)) in turns(game.record()).enumerate() {
        for side in Color::BOTH {
            let Some(m) = moves[side] else { continue };
            let is_first = index == 0 && moves[Color::White].is_none();
            pgn.number(side, is_first, before.move_number());
            pgn.word(&before.written(side, m));
        }
    }
}

pub(super) fn filled(text: &str) -> String {
    let mut lines = PgnWriter::default();
    text.split_whitespace().for_each(|word| lines.word(word));
    lines.into_text()
}

/// Writes a file. An existing file is overwritten only if `is_ours`.
pub(super) fn write(path: &Path, text: &str, is_ours: bool) -> Result<(), String> {
    let open = if is_ours { File::create(path) } else { File::create_new(path) };
    let written = open.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| format!("'{}' cannot be written: {error}", printable(&path.to_string_lossy())))
}

impl Saved {
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let name = printable(&path.to_string_lossy());
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(|error| format!("'{name}' cannot be read: {error}"))?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            return Err(format!("'{name}' has more than {MAX_FILE_BYTES} bytes"));
        }
        Self::parse(&bytes).map_err(|error| format!("'{name}': {error}"))
    }

    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let pgn = PgnReader::new(bytes).next().ok_or("no game in PGN")?.map_err(|error| error.to_string())?;
        if pgn.tags.is_empty() {
            return Err("no game in PGN".to_owned());
        }
        let game = variant_of(&pgn, NAMES[0]).map_err(|error| error.why)?;
        let mut comments = pgn.items.iter().filter_map(|item| match item {
            Item::Comment(text) => Some(text.as_str()),
            _ => None,
        });
        let scores = ["1-0", "0-1", "1/2-1/2"];
        let ended = pgn.tag("Result").and_then(|result| scores.into_iter().find(|score| *score == result));
        let sides = [pgn.tag("White"), pgn.tag("Black")];
        let seats = (sides.contains(&Some("Player")) || sides == [Some(ENGINE); 2])
            .then(|| Seats(sides.map(|name| name != Some(ENGINE))));
        Ok(Self {
            game,
            fen: pgn.tag("FEN").map(str::to_owned),
            moves: pgn.words().map(|(_, word)| word.to_owned()).collect(),
            ended: ended.map(|score| Ended { score, reason: printable(comments.next_back().unwrap_or_default()) }),
            seats,
            level: pgn.tag("Level").and_then(|text| seats::level(text).ok()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Position};

    fn game<G: Playable>(moves: &[&str]) -> GameSession<G> {
        let mut game = GameSession::default();
        game.set_up(None, moves).unwrap();
        game
    }

    #[test]
    fn written_game_is_read_back() {
        let ended = Ended { score: "0-1", reason: "White resigns".to_owned() };
        let text = pgn(&game::<Position<Chess>>(&["g1f3", "e7e5", "f3e5"]), Some(&ended), Seats::WHITE, 7);
        assert!(text.ends_with("\n\n1. Nf3 e5 2. Nxe5 {White resigns} 0-1\n\n"), "{text}");
        let saved = Saved::parse(text.as_bytes()).unwrap();
        let expected = Saved {
            game: "chess",
            fen: None,
            moves: ["Nf3", "e5", "Nxe5"].map(str::to_owned).to_vec(),
            ended: Some(ended),
            seats: Some(Seats::WHITE),
            level: Some(7),
        };
        assert_eq!(saved, expected);
        let text = pgn(&game::<::apocalypse::Position>(&["a1b3", "e5d3"]), None, Seats::WHITE, 20);
        assert_eq!(Saved::parse(text.as_bytes()).unwrap().moves, ["a1b3", "e5d3"]);
        assert!(text.contains("[Black \"Upheaval\"]") && text.ends_with("\n\n1. a1b3 e5d3 *\n\n"), "{text}");
    }

    #[test]
    fn old_tag_names_the_strict_game() {
        let strict = pgn(&game::<Position<movegen::InsurrectionStrict>>(&["e2e4"]), None, Seats::WHITE, 20);
        let strict_tag = "[Variant \"insurrection-strict\"]\n";
        assert!(strict.contains(strict_tag), "{strict}");
        assert_eq!(Saved::parse(strict.as_bytes()).unwrap().game, "insurrection-strict");
        let of_old =
            |value| strict.replace(strict_tag, &format!("[Variant \"insurrection\"]\n[Assassination \"{value}\"]\n"));
        assert_eq!(Saved::parse(of_old("false").as_bytes()).unwrap().game, "insurrection-strict");
        assert_eq!(Saved::parse(of_old("true").as_bytes()).unwrap().game, "insurrection");
        assert!(Saved::parse(of_old("perhaps").as_bytes()).unwrap_err().contains("'perhaps'"));
    }

    #[test]
    fn comments_and_variations_are_skipped() {
        let text = "[White \"A\"]\n[Result \"*\"]\n\n1.e4 {best by test} e5 $1 ; to the end\n2. Nf3 (2. f4 exf4 (2... d5)) 2...Nc6 *\n\n[White \"B\"]\n\n1. d4 *";
        let saved = Saved::parse(text.as_bytes()).unwrap();
        assert_eq!(saved.moves, ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!((saved.game, saved.ended, saved.seats, saved.level), ("chess", None, None, None));
    }

    #[test]
    fn text_without_a_game_is_an_error() {
        for text in ["", "hello", "\u{0}\u{1}", "[Variant \"checkers\"]\n\n1. e4 *"] {
            assert!(Saved::parse(text.as_bytes()).is_err(), "{text:?}");
        }
        assert!(Saved::read(Path::new("/")).unwrap_err().contains("'/' cannot be read"));
    }
}
