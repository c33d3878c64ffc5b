//! Playing the moves of a PGN by the rules of its game.

use movegen::fen::printable;
use movegen::variants::strict_form_of;
use movegen::{Color, Outcome, Record, Turn};

use super::reader::{PgnError, PgnGame};
use crate::definitions::{DEFINITION_TAG, definition_checksum};
use crate::game::{Notation, PlayedGame};
use crate::plies::definition::MOVES_TAG;
use crate::plies::{Parsed, WordReader as _};
use crate::registry::{self, Visitor};

/// The notation in which moves are collected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Words {
    /// No moves.
    None,
    /// Algebraic notation.
    Algebraic,
    /// Coordinate notation, as in protocols.
    Coordinates,
    /// Plies of XBoard, one word each.
    Plies,
}

/// The data collected while a game is played, in addition to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The moves.
    pub words: Words,
    /// Selects the FEN of every position.
    pub fens: bool,
}

impl Contents {
    /// Only the end of the game.
    pub const END: Self = Self { words: Words::None, fens: false };
}

/// A written move or ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveWord {
    /// The side.
    pub by: Color,
    /// The number of the move.
    pub number: u32,
    /// The text.
    pub text: String,
}

/// A game played through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// The name of the game.
    pub variant: &'static str,
    /// The FEN of the first position.
    pub first: String,
    /// `true` if the first position is the start position of the game.
    pub is_start: bool,
    /// The FENs of all positions, including the first, if selected.
    pub fens: Vec<String>,
    /// The keys of all positions.
    pub keys: Vec<u64>,
    /// For each word of the PGN, the moves or plies that it completes.
    pub written: Vec<Vec<MoveWord>>,
    /// The number of choices made.
    pub plies: usize,
    /// The FEN of the last position.
    pub last: String,
    /// The outcome by the rules, if the game is over.
    pub outcome: Option<Outcome>,
}

/// Returns the name of the game of a PGN, by the tag `Variant`; `default` if there is no such tag. Old files mark a strict game
/// by a tag next to that of its base: `Assassination`, or `Rules` in those of the board.
///
/// # Errors
/// The game is unknown or has another definition here, or the tag `Assassination` is neither true nor false.
pub fn variant_of(game: &PgnGame, default: &'static str) -> Result<&'static str, PgnError> {
    let definition = game.tag(DEFINITION_TAG);
    let base = match game.tag("Variant") {
        None => default,
        Some("") => registry::NAMES[0],
        Some(name) => registry::find(name).ok_or_else(|| {
            let file = if definition.is_some() { "; a file defines it" } else { "" };
            game.error(game.at, format!("the game '{}' is unknown{file}", printable(name)))
        })?,
    };
    let here = definition_checksum(base);
    if let Some(there) = definition.filter(|there| *there != here) {
        let here = if here.is_empty() { "built in".to_owned() } else { format!("defined as '{here}'") };
        let why = format!("the rules of '{base}' are {here} here, and defined as '{}' in the game", printable(there));
        return Err(game.error(game.at, why));
    }
    let is_strict = match game.tag("Assassination").map(str::to_ascii_lowercase).as_deref() {
        Some("true") => false,
        Some("false") => true,
        Some(text) => {
            let why = format!("the tag Assassination is '{}', not true or false", printable(text));
            return Err(game.error(game.at, why));
        }
        None => game.tag("Rules") == Some("no assassination"),
    };
    Ok(strict_form_of(base).filter(|_| is_strict).unwrap_or(base))
}

/// Parses the first position of a game. Where both sides choose at once, XBoard writes the side whose choice it shows; behind the
/// board of games with drops it writes a pair of brackets.
fn first_position<G: PlayedGame>(start: &G, game: &PgnGame) -> Result<G, PgnError> {
    let Some(fen) = game.tag("FEN") else { return Ok(start.first()) };
    let plain = start.read_fen(fen);
    let first = plain.or_else(|error| match (start.turn(), fen.split_once('[')) {
        (Turn::Both, Some((board, rest))) => {
            let rest = rest.split_once(']').map_or(rest, |(_, rest)| rest).replacen(" b ", " w ", 1);
            start.read_fen(&format!("{board}{rest}"))
        }
        (Turn::Both, None) => start.read_fen(&fen.replacen(" b ", " w ", 1)),
        _ => Err(error),
    });
    first.map_err(|error| game.error(game.at, error.to_string()))
}

/// Plays the words of a game of the rules of `start`, a position, until `is_enough`; `on_word` receives the record before each word and the effect of the word.
///
/// # Errors
/// The FEN is invalid, or the first word that is not a legal move. Null moves are not accepted.
pub fn read_moves<G: PlayedGame>(
    start: &G,
    game: &PgnGame,
    is_enough: impl Fn(&Record<G>) -> bool,
    on_word: impl FnMut(&Record<G>, Parsed<G::Move>),
) -> Result<Record<G>, PgnError> {
    play(start, game, false, is_enough, on_word)
}

/// Plays the words of a game. A null move begins a new record, because the rules do not have such moves.
fn play<G: PlayedGame>(
    start: &G,
    game: &PgnGame,
    accepts_null: bool,
    is_enough: impl Fn(&Record<G>) -> bool,
    mut on_word: impl FnMut(&Record<G>, Parsed<G::Move>),
) -> Result<Record<G>, PgnError> {
    let mut record = Record::new(first_position(start, game)?);
    let mut reader = G::Reader::new(record.position(), game.tag(MOVES_TAG).is_some());
    let mut is_complete = true;
    for (at, word) in game.words() {
        if is_complete && is_enough(&record) {
            return Ok(record);
        }
        if let Some(outcome) = record.position().outcome().filter(|_| is_complete) {
            return Err(game.error(at, format!("'{}' follows the end of the game, {outcome}", printable(word))));
        }
        let parsed = reader.read(record.position(), word);
        let parsed = parsed.ok_or_else(|| game.error(at, format!("'{}' is not a legal move", printable(word))))?;
        on_word(&record, parsed);
        is_complete = parsed != Parsed::Part;
        match parsed {
            Parsed::Part => {}
            Parsed::Turn(choices) => record.play(choices),
            Parsed::Null => match record.position().passed().filter(|_| accepts_null) {
                Some(passed) => record = Record::new(passed),
                None => return Err(game.error(at, format!("'{}' is a null move", printable(word)))),
            },
        }
    }
    match is_complete {
        true => Ok(record),
        false => Err(game.error(game.end, "the game ends in the middle of a turn")),
    }
}

/// Plays a game through. It is a game of `default` if no tag names its game. Null moves are accepted.
///
/// # Errors
/// The tags are invalid, or the first word that is not a legal move.
pub fn replay(game: &PgnGame, default: &'static str, contents: Contents) -> Result<Replayed, PgnError> {
    struct Replay<'a>(&'a PgnGame, Contents);
    impl Visitor for Replay<'_> {
        type Out = Result<Replayed, PgnError>;
        fn visit<G: PlayedGame>(self, start: G) -> Self::Out {
            replay_as(&start, self.0, self.1)
        }
    }
    registry::visit(variant_of(game, default)?, Replay(game, contents)).expect("the name is in the list")
}

fn replay_as<G: PlayedGame>(start: &G, game: &PgnGame, contents: Contents) -> Result<Replayed, PgnError> {
    let (mut fens, mut keys, mut written, mut plies) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let mut counter = PlyCounter::default();
    let mut first = None;
    let record = play(
        start,
        game,
        true,
        |_| false,
        |record, parsed| {
            let pos = record.position();
            first.get_or_insert_with(|| pos.clone());
            if parsed != Parsed::Part {
                keys.push(pos.key());
                fens.extend(contents.fens.then(|| pos.to_string()));
            }
            plies += match parsed {
                Parsed::Part => 0,
                Parsed::Null => 1,
                Parsed::Turn(choices) => choices.iter().flatten().count(),
            };
            written.push(written_as(pos, parsed, contents.words, &mut counter));
        },
    )?;
    let pos = record.position();
    let last = pos.to_string();
    keys.push(pos.key());
    fens.extend(contents.fens.then(|| last.clone()));
    let first = first.unwrap_or_else(|| pos.clone());
    Ok(Replayed {
        variant: start.name(),
        first: first.to_string(),
        is_start: first.key() == start.key(),
        fens,
        keys,
        written,
        plies,
        last,
        outcome: record.outcome(),
    })
}

/// Writes a legal move as PGN has it: in algebraic notation, without the mark of a gamble, which would mean a mistake.
pub fn move_text<G: PlayedGame>(pos: &G, by: Color, m: G::Move) -> String {
    let mut text = pos.write(by, m, Notation::Algebraic);
    text.truncate(text.trim_end_matches('?').len());
    text
}

/// Writes the moves completed by one word.
fn written_as<G: PlayedGame>(
    pos: &G,
    parsed: Parsed<G::Move>,
    words: Words,
    counter: &mut PlyCounter,
) -> Vec<MoveWord> {
    let word = |by, text| MoveWord { by, number: pos.move_number(), text };
    let notation = match words {
        Words::None => return Vec::new(),
        Words::Algebraic => Notation::Algebraic,
        Words::Coordinates => Notation::Coordinates,
        Words::Plies => {
            return match parsed {
                Parsed::Part => Vec::new(),
                Parsed::Null => counter.number(pos, vec!["--".to_owned()]),
                Parsed::Turn(choices) => counter.number(pos, pos.write_plies(choices)),
            };
        }
    };
    let is_algebraic = notation == Notation::Algebraic;
    match (parsed, pos.turn()) {
        (Parsed::Null, Turn::One(by)) => vec![word(by, if is_algebraic { "--" } else { "0000" }.to_owned())],
        (Parsed::Turn(choices), _) => {
            let moves = Color::BOTH.into_iter().zip(choices).filter_map(|(by, m)| Some((by, m?)));
            let text = |by, m| if is_algebraic { move_text(pos, by, m) } else { pos.write(by, m, notation) };
            moves.map(|(by, m)| word(by, text(by, m))).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the value of [`MOVES_TAG`] that XBoard needs for a game of this name, in plies or in algebraic notation.
pub fn variant_pieces(name: &str, in_plies: bool) -> Option<String> {
    struct Pieces(bool);
    impl Visitor for Pieces {
        type Out = Option<String>;
        fn visit<G: PlayedGame>(self, start: G) -> Self::Out {
            start.variant_pieces(self.0)
        }
    }
    registry::visit(name, Pieces(in_plies)).flatten()
}

/// Writes a game in coordinate notation as plies of XBoard, per choice; `None` if a choice is illegal. Where both sides choose at
/// once, White's choice is shown by one ply, and the rest belongs to Black's.
pub fn plies_of(name: &str, fen: &str, choices: &[&str]) -> Option<Vec<Vec<MoveWord>>> {
    struct Plies<'a>(&'a str, &'a [&'a str]);
    impl Visitor for Plies<'_> {
        type Out = Option<Vec<Vec<MoveWord>>>;
        fn visit<G: PlayedGame>(self, start: G) -> Self::Out {
            plies_as(&start, self.0, self.1)
        }
    }
    registry::visit(name, Plies(fen, choices)).flatten()
}

fn plies_as<G: PlayedGame>(start: &G, fen: &str, mut choices: &[&str]) -> Option<Vec<Vec<MoveWord>>> {
    let mut pos = start.read_fen(fen).ok()?;
    let mut plies = Vec::with_capacity(choices.len());
    let mut counter = PlyCounter::default();
    while !choices.is_empty() {
        let turn = match pos.turn() {
            Turn::One(side) => vec![side],
            Turn::Both => Color::BOTH.to_vec(),
        };
        let (now, later) = choices.split_at_checked(turn.len())?;
        let mut played = [None, None];
        for (&side, text) in turn.iter().zip(now) {
            played[side] = Some(pos.read(side, text, Notation::Coordinates).ok()?);
        }
        let mut words = counter.number(&pos, pos.write_plies(played));
        if turn.len() == 2 {
            let rest = words.split_off(words.len().min(1));
            plies.push(words);
            words = rest;
        }
        plies.push(words);
        pos.play(played);
        choices = later;
    }
    Some(plies)
}

/// The number of the next ply as XBoard counts: continuously from the first position.
#[derive(Default)]
struct PlyCounter(Option<u32>);

impl PlyCounter {
    /// Numbers the next words.
    fn number<G: PlayedGame>(&mut self, pos: &G, words: Vec<String>) -> Vec<MoveWord> {
        let begin = 2 * pos.move_number() + u32::from(pos.turn() == Turn::One(Color::Black));
        let ply = self.0.get_or_insert(begin);
        let number = |text| {
            let by = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
            let word = MoveWord { by, number: *ply / 2, text };
            *ply += 1;
            word
        };
        words.into_iter().map(number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::PgnReader;

    fn game(text: &str) -> PgnGame {
        PgnReader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    fn texts(text: &str, words: Words) -> Result<String, String> {
        let replayed = replay(&game(text), "chess", Contents { words, fens: true }).map_err(|error| error.why)?;
        assert_eq!(replayed.fens.len(), replayed.keys.len());
        let texts: Vec<_> = replayed.written.iter().flatten().map(|word| word.text.as_str()).collect();
        Ok(texts.join(" "))
    }

    #[test]
    fn null_moves_pass_the_turn() {
        for null in ["Z0", "--", "@@@@"] {
            let text = format!("1. e4 {null} 2. d4 d5 *");
            assert_eq!(texts(&text, Words::Algebraic).unwrap(), "e4 -- d4 d5");
            assert_eq!(texts(&text, Words::Coordinates).unwrap(), "e2e4 0000 d2d4 d7d5");
            assert_eq!(texts(&text, Words::Plies).unwrap(), "e4 -- d4 d5");
            let replayed = replay(&game(&text), "chess", Contents::END).unwrap();
            assert!(replayed.is_start && replayed.plies == 4);
        }
        assert_eq!(texts("1. e4 f5 2. Qh5+ Z0 *", Words::None).unwrap_err(), "'Z0' is not a legal move");
        let openings =
            read_moves(&movegen::Position::<movegen::Chess>::start(), &game("1. e4 Z0 *"), |_| false, |_, _| ());
        assert_eq!(openings.unwrap_err().why, "'Z0' is a null move");
    }

    #[test]
    fn titles_and_aliases_name_the_game() {
        let of = |name: &str| variant_of(&game(&format!("[Variant \"{name}\"]\n\n*")), "empire");
        for name in ["Standard", "normal", "", "Chess"] {
            assert_eq!(of(name), Ok("chess"), "{name}");
        }
        assert_eq!(variant_of(&game("*"), "empire"), Ok("empire"));
        assert!(of("checkers").unwrap_err().why.contains("'checkers' is unknown"));
    }

    #[test]
    fn marks_of_gambles_are_read() {
        let text = "[Variant \"apocalypse\"]\n\n1. a1b3 e5d3 *";
        assert_eq!(texts(text, Words::Coordinates).unwrap(), "a1b3 e5d3");
        assert_eq!(texts(&text.replace("b3", "b3?"), Words::Coordinates).unwrap(), "a1b3 e5d3");
        assert!(texts("[Variant \"apocalypse\"]\n\n1. a1b3 *", Words::None).unwrap_err().contains("middle of a turn"));
    }
}
