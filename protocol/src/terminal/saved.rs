//! Games as files: PGN with the tags `Variant` and, where the game did not begin at its start, `FEN`. Moves are in standard
//! algebraic notation, in Apocalypse by their squares, White's choice and then Black's. Of other programs' files comments, variations and
//! glyphs are passed over, and the first game is read.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;

use movegen::fen::printable;
use movegen::variants::strict_form_of;
use movegen::{Color, Game as _, Outcome};

use super::playable::{Playable, turns};
use super::seats::Seats;
use super::values;
use crate::game::GameSession;
use crate::options::game_of;

/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 20;
/// Columns of a line of moves.
const COLUMNS: usize = 80;
/// The name of a side that the engine plays; the other's is `Player`.
const ENGINE: &str = "Upheaval";

/// An old tag: `false` stands for the strict form of the game.
const ASSASSINATION: &str = "Assassination";

/// How a game has ended, by the rules or by agreement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ended {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub(super) score: &'static str,
    /// Why, in words.
    pub(super) reason: String,
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Self {
        Self { score: outcome.score(), reason: outcome.reason.as_str().to_owned() }
    }
}

/// A game read from a file: its moves are still text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Saved {
    /// The game's name.
    pub(super) game: &'static str,
    /// The first position; the game's start without it.
    pub(super) fen: Option<String>,
    /// The moves, or the choices of both sides one after the other.
    pub(super) moves: Vec<String>,
    /// How it ended, if it did.
    pub(super) ended: Option<Ended>,
    /// Which sides the user played, if the file says.
    pub(super) seats: Option<Seats>,
    /// The engine's level, if the file says.
    pub(super) level: Option<u32>,
}

/// The game as PGN.
pub(super) fn pgn<G: Playable>(game: &GameSession<G>, ended: Option<&Ended>, seats: Seats, level: u32) -> String {
    let record = game.record();
    let [white, black] = Color::BOTH.map(|side| if seats.has(side) { "Player" } else { ENGINE });
    let score = ended.map_or("*", |ended| ended.score);
    let mut text = format!(
        "[Event \"Upheaval plays {game}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"{white}\"]\n[Black \
         \"{black}\"]\n[Result \"{score}\"]\n[Variant \"{game}\"]\n[Level \"{level}\"]\n",
        game = G::NAME,
    );
    let first = record.first().to_string();
    if first != G::start().to_string() {
        text += &format!("[SetUp \"1\"]\n[FEN \"{first}\"]\n");
    }
    let end = ended.map(|ended| format!("{{{}}} ", ended.reason)).unwrap_or_default();
    format!("{text}\n{}\n", filled(&format!("{}{end}{score}", movetext(game))))
}

/// The moves with their numbers, and a blank at the end.
pub(super) fn movetext<G: Playable>(game: &GameSession<G>) -> String {
    let mut text = String::new();
    for (index, (before, moves)) in turns(game.record()).enumerate() {
        for side in Color::BOTH {
            let Some(m) = moves[side] else { continue };
            let is_first = index == 0 && moves[Color::White].is_none();
            match side {
                Color::White => text += &format!("{}. ", before.number()),
                Color::Black if is_first => text += &format!("{}... ", before.number()),
                Color::Black => {}
            }
            text += &format!("{} ", before.written(side, m));
        }
    }
    text
}

/// The text in lines.
pub(super) fn filled(text: &str) -> String {
    let (mut lines, mut column) = (String::new(), 0);
    for word in text.split_whitespace() {
        let width = word.chars().count();
        match column {
            0 => {}
            _ if column + 1 + width > COLUMNS => (lines.push('\n'), column = 0).0,
            _ => (lines.push(' '), column += 1).0,
        }
        lines.push_str(word);
        column += width;
    }
    lines
}

/// Writes a new file, or over one that was written before, if that is said.
///
/// # Errors
/// The file's name and what is wrong with it.
pub(super) fn write(path: &Path, text: &str, is_ours: bool) -> Result<(), String> {
    let open = if is_ours { File::create(path) } else { File::create_new(path) };
    let written = open.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| format!("'{}' cannot be written: {error}", printable(&path.to_string_lossy())))
}

impl Saved {
    /// Reads a file.
    ///
    /// # Errors
    /// The file's name and what is wrong with it.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let name = printable(&path.to_string_lossy());
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
        read.map_err(|error| format!("'{name}' cannot be read: {error}"))?;
        if bytes.len() as u64 > LONGEST {
            return Err(format!("'{name}' is too long for a game"));
        }
        Self::parse(&String::from_utf8_lossy(&bytes)).map_err(|error| format!("'{name}': {error}"))
    }

    /// Reads the first game of a PGN.
    ///
    /// # Errors
    /// What is missing, or the text at fault.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut tags = Vec::new();
        let mut lines = text.trim_start_matches('\u{feff}').lines().peekable();
        while let Some(line) = lines.next_if(|line| line.trim().is_empty() || line.starts_with('[')) {
            // An empty line behind the tags begins the moves.
            if line.trim().is_empty() && !tags.is_empty() {
                break;
            }
            tags.extend(tag(line));
        }
        let value = |wanted: &str| tags.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
        let game = match value("Variant") {
            None if tags.is_empty() => return Err("no game in PGN".to_owned()),
            None => movegen::Position::<movegen::Chess>::NAME,
            Some(name) => game_of(name).ok_or_else(|| format!("'{}' is no game", printable(name)))?,
        };
        let game = match value(ASSASSINATION) {
            Some("false") => strict_form_of(game).unwrap_or(game),
            None | Some("true") => game,
            Some(other) => {
                return Err(format!("the tag {ASSASSINATION} is '{}', neither true nor false", printable(other)));
            }
        };
        let body: Vec<&str> = lines.take_while(|line| !line.starts_with('[')).collect();
        let (moves, comment) = words(&body.join("\n"));
        let scores = ["1-0", "0-1", "1/2-1/2"];
        let ended = value("Result").and_then(|result| scores.into_iter().find(|score| *score == result));
        let sides = [value("White"), value("Black")];
        let seats = (sides.contains(&Some("Player")) || sides == [Some(ENGINE); 2])
            .then(|| Seats::new(sides.map(|name| name != Some(ENGINE))));
        Ok(Self {
            game,
            fen: value("FEN").map(str::to_owned),
            moves,
            ended: ended.map(|score| Ended { score, reason: printable(&comment) }),
            seats,
            level: value("Level").and_then(|text| values::level(text).ok()),
        })
    }
}

/// `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.trim().strip_prefix('[')?.split_once(char::is_whitespace)?;
    Some((name, rest.trim().strip_prefix('"')?.rsplit_once('"')?.0))
}

/// The moves, and the last comment.
fn words(text: &str) -> (Vec<String>, String) {
    let (mut plain, mut comment) = (String::new(), String::new());
    let (mut in_comment, mut to_line_end, mut depth) = (false, false, 0_usize);
    for c in text.chars() {
        match c {
            '}' if in_comment => in_comment = false,
            _ if in_comment => comment.push(if c == '\n' { ' ' } else { c }),
            '\n' => to_line_end = false,
            _ if to_line_end => {}
            ';' => to_line_end = true,
            '{' => (comment.clear(), in_comment = true).0,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
        if matches!(c, '\n' | '{' | '}' | '(' | ')') {
            plain.push(' ');
        }
    }
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    let is_move = |word: &&str| !word.is_empty() && !results.contains(word) && !word.starts_with('$');
    // `12.e4` and `12...e5` are a number and a move.
    let unnumbered = |word| match str::trim_start_matches(word, |c: char| c.is_ascii_digit()) {
        rest if rest.starts_with('.') => rest.trim_start_matches('.'),
        _ => word,
    };
    let moves = plain.split_whitespace().map(unnumbered).filter(is_move).map(str::to_owned).collect();
    (moves, comment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Settings;
    use movegen::{Chess, Position};

    fn game<G: Playable>(moves: &[&str]) -> GameSession<G> {
        let mut game = GameSession::new(Settings::default());
        game.set_up(None, &moves.iter().map(|&m| m.to_owned()).collect::<Vec<_>>()).unwrap();
        game
    }

    #[test]
    fn what_is_written_is_read_again() {
        let ended = Ended { score: "0-1", reason: "White resigns".to_owned() };
        let text = pgn(&game::<Position<Chess>>(&["g1f3", "e7e5", "f3e5"]), Some(&ended), Seats::WHITE, 7);
        assert!(text.ends_with("\n\n1. Nf3 e5 2. Nxe5 {White resigns} 0-1\n"), "{text}");
        let saved = Saved::parse(&text).unwrap();
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
        assert_eq!(Saved::parse(&text).unwrap().moves, ["a1b3", "e5d3"]);
        assert!(text.contains("[Black \"Upheaval\"]") && text.ends_with("\n\n1. a1b3 e5d3 *\n"), "{text}");
    }

    #[test]
    fn old_tag_names_the_strict_game() {
        let strict = pgn(&game::<Position<movegen::InsurrectionStrict>>(&["e2e4"]), None, Seats::WHITE, 20);
        let strict_tag = "[Variant \"insurrection-strict\"]\n";
        assert!(strict.contains(strict_tag), "{strict}");
        assert_eq!(Saved::parse(&strict).unwrap().game, "insurrection-strict");
        let of_old =
            |value| strict.replace(strict_tag, &format!("[Variant \"insurrection\"]\n[Assassination \"{value}\"]\n"));
        assert_eq!(Saved::parse(&of_old("false")).unwrap().game, "insurrection-strict");
        assert_eq!(Saved::parse(&of_old("true")).unwrap().game, "insurrection");
        assert!(Saved::parse(&of_old("perhaps")).unwrap_err().contains("'perhaps'"));
    }

    #[test]
    fn what_other_programs_write_beside_moves_is_passed_over() {
        let text = "[White \"A\"]\n[Result \"*\"]\n\n1.e4 {best by test} e5 $1 ; to the end\n2. Nf3 (2. f4 exf4 (2... d5)) 2...Nc6 *\n\n[White \"B\"]\n\n1. d4 *";
        let saved = Saved::parse(text).unwrap();
        assert_eq!(saved.moves, ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!((saved.game, saved.ended, saved.seats, saved.level), ("chess", None, None, None));
    }

    #[test]
    fn what_is_no_game_is_an_error() {
        for text in ["", "hello", "\u{0}\u{1}", "[Variant \"checkers\"]\n\n1. e4 *"] {
            assert!(Saved::parse(text).is_err(), "{text:?}");
        }
        assert!(Saved::read(Path::new("/")).unwrap_err().contains("'/' cannot be read"));
    }
}
