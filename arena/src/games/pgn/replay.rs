//! A game of a PGN played through by the rules, as plain data.

use movegen::fen::printable;
use movegen::variants::{self, Visit, VisitTurnBased};
use movegen::{Color, Outcome, Position, Record, Turn, Variant};

use games::plies::Parsed;

use super::hearing::Hearing;
use super::plies::{PlyCounter, PlyWord};
use super::scan::{PgnError, PgnGame};
use crate::rules::Refereed;

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Words {
    /// Not at all.
    None,
    /// In algebraic notation.
    Algebraic,
    /// In coordinate notation, as protocols send them.
    Coordinates,
    /// As XBoard reads them, one word for each of its plies.
    Plies,
}

/// What is wanted besides the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The moves as words.
    pub words: Words,
    /// The FEN of every position.
    pub fens: bool,
}

impl Wanted {
    /// Nothing but how the game ends.
    pub const END: Self = Self { words: Words::None, fens: false };
}

/// A game played through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// Which game it is.
    pub variant: &'static str,
    /// The first position, and whether it is that of every game.
    pub first: (String, bool),
    /// The FENs of all positions, the first one included, if they are wanted.
    pub fens: Vec<String>,
    /// The keys of all positions.
    pub keys: Vec<u64>,
    /// For each word of the PGN what is written of the moves that it completes.
    pub written: Vec<Vec<PlyWord>>,
    /// How many choices were made.
    pub plies: usize,
    /// The last position.
    pub last: String,
    /// How the game has ended by the rules, if it has.
    pub outcome: Option<Outcome>,
}

/// The game of a PGN, by the tag `Variant`. Old files name a strict game by a tag beside that of its base: `Assassination`, in
/// those of the board `Rules`.
///
/// # Errors
/// The game is unknown, or the tag `Assassination` is neither true nor false.
pub fn variant_of(game: &PgnGame, otherwise: &'static str) -> Result<&'static str, PgnError> {
    let base = name_of(game, otherwise)?;
    let is_strict = match game.tag("Assassination").map(str::to_ascii_lowercase).as_deref() {
        Some("true") => false,
        Some("false") => true,
        Some(text) => {
            let why = format!("Assassination is true or false, not '{}'", printable(text));
            return Err(game.error(game.at, why));
        }
        None => game.tag("Rules") == Some("no assassination"),
    };
    Ok(variants::strict_form_of(base).filter(|_| is_strict).unwrap_or(base))
}

fn name_of(game: &PgnGame, otherwise: &'static str) -> Result<&'static str, PgnError> {
    let Some(name) = game.tag("Variant") else { return Ok(otherwise) };
    let wanted = match name.to_ascii_lowercase().as_str() {
        "standard" | "normal" | "" => "chess".to_owned(),
        other => other.to_owned(),
    };
    let known = variants::NAMES.into_iter().find(|known| *known == wanted);
    known.ok_or_else(|| game.error(game.at, format!("the game '{}' is not known", printable(name))))
}

/// Plays a game through; it is one of `otherwise` if no tag names its game.
///
/// # Errors
/// The first word that is no legal move, and where it stands; or what is wrong with the tags.
pub fn replay(game: &PgnGame, otherwise: &'static str, wanted: Wanted) -> Result<Replayed, PgnError> {
    struct Work<'a>(&'a PgnGame, Wanted);
    impl VisitTurnBased for Work<'_> {
        type Out = Result<Replayed, PgnError>;
        fn turn_based<V: Variant>(self) -> Self::Out {
            replay_as::<Position<V>>(self.0, self.1)
        }
    }
    impl Visit for Work<'_> {
        fn apocalypse(self) -> Self::Out {
            replay_as::<apocalypse::Position>(self.0, self.1)
        }
    }
    variants::with(variant_of(game, otherwise)?, Work(game, wanted)).expect("the name is one of the list")
}

/// The first position of a game. XBoard writes whose turn it shows where both sides choose at once, and a pair of brackets
/// for the hands of games with drops.
pub(super) fn first_position<G: Refereed>(game: &PgnGame) -> Result<G, PgnError> {
    let Some(fen) = game.tag("FEN") else { return Ok(G::start()) };
    let plain = fen.parse::<G>();
    let first = plain.or_else(|error| match (G::start().turn(), fen.split_once('[')) {
        (Turn::Both, Some((board, rest))) => {
            let rest = rest.split_once(']').map_or(rest, |(_, rest)| rest).replacen(" b ", " w ", 1);
            format!("{board}{rest}").parse()
        }
        (Turn::Both, None) => fen.replacen(" b ", " w ", 1).parse(),
        _ => Err(error),
    });
    first.map_err(|error| game.error(game.at, error.to_string()))
}

/// Hears the words of a game, until it is enough; `heard` is told of every one the record before it, and what came of it.
pub(super) fn hear_all<G: Refereed>(
    game: &PgnGame,
    is_enough: impl Fn(&Record<G>) -> bool,
    mut heard: impl FnMut(&Record<G>, Parsed<G::Move>),
) -> Result<Record<G>, PgnError> {
    let mut record = Record::new(first_position::<G>(game)?);
    let mut hearing = G::Hearing::new(record.position(), game.tag("VariantPieces").is_some());
    let mut is_complete = true;
    for (at, word) in game.words() {
        if is_complete && is_enough(&record) {
            return Ok(record);
        }
        if let Some(outcome) = record.position().outcome().filter(|_| is_complete) {
            return Err(game.error(at, format!("'{}' comes behind the end of the game, {outcome}", printable(word))));
        }
        let said = hearing.hear(record.position(), word);
        let said = said.ok_or_else(|| game.error(at, format!("'{}' is no legal move", printable(word))))?;
        heard(&record, said);
        is_complete = matches!(said, Parsed::Turn(_));
        if let Parsed::Turn(choices) = said {
            record.play(choices);
        }
    }
    match is_complete {
        true => Ok(record),
        false => Err(game.error(game.end, "the game ends in the middle of a turn")),
    }
}

fn replay_as<G: Refereed>(game: &PgnGame, wanted: Wanted) -> Result<Replayed, PgnError> {
    let (mut fens, mut written, mut plies) = (Vec::new(), Vec::new(), 0);
    let mut counter = PlyCounter::default();
    let record = hear_all::<G>(
        game,
        |_| false,
        |record, said| {
            let pos = record.position();
            if wanted.fens {
                fens.extend(matches!(said, Parsed::Turn(_)).then(|| pos.to_string()));
            }
            let mut words = Vec::new();
            if let Parsed::Turn(choices) = said {
                plies += choices.iter().flatten().count();
                match wanted.words {
                    Words::None => {}
                    Words::Plies => words = counter.number(pos, pos.words(choices)),
                    notation => {
                        for (side, m) in Color::BOTH.into_iter().zip(choices) {
                            let Some(m) = m else { continue };
                            let text = match notation {
                                Words::Coordinates => pos.write_move(m),
                                _ => pos.algebraic(side, m),
                            };
                            words.push(PlyWord { by_white: side == Color::White, number: pos.move_number(), text });
                        }
                    }
                }
            }
            written.push(words);
        },
    )?;
    let last = record.position().to_string();
    if wanted.fens {
        fens.push(last.clone());
    }
    let is_start = record.first().key() == G::start().key();
    Ok(Replayed {
        variant: G::NAME,
        first: (record.first().to_string(), is_start),
        fens,
        keys: record.keys().to_vec(),
        written,
        plies,
        last,
        outcome: record.outcome(),
    })
}
