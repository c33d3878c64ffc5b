//! The openings of a match: read from a file, or made up by the seed.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use engine::bench::Random;
use movegen::zobrist::splitmix64;
use movegen::{Color, Record, Turn};

use super::config::{Config, Openings, Source};
use super::rules::Refereed;
use crate::openings::Plan;

/// What a game begins with.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening<G: Refereed> {
    /// The position.
    pub position: G,
    /// Choices made from there before the players are asked.
    pub moves: Vec<[Option<G::Move>; 2]>,
}

impl<G: Refereed> std::fmt::Debug for Opening<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} and {} more", self.position, self.moves.len())
    }
}

/// The openings of a match, by number.
pub enum Suite<G: Refereed> {
    /// A list, begun again when it is at its end.
    List(Vec<Opening<G>>),
    /// Made when they are needed.
    Random(Mutex<Made<G>>),
}

/// Random openings made so far.
#[derive(Debug)]
pub struct Made<G> {
    plan: Plan,
    block: u64,
    list: Vec<G>,
    seen: HashSet<u64>,
}

/// Random openings made at a time.
const BLOCK: usize = 32;

impl<G: Refereed> Suite<G> {
    /// The openings that a match asks for.
    ///
    /// # Errors
    /// What is wrong with them, in one line.
    pub fn new(config: &Config) -> Result<Self, String> {
        let Openings { source, is_shuffled, plies, first, .. } = &config.openings;
        let mut list = match source {
            Source::Start => vec![Opening { position: G::start(), moves: Vec::new() }],
            Source::Random { plies, margin } => {
                let plan = Plan {
                    number: BLOCK,
                    seed: config.seed,
                    shortest: *plies,
                    longest: *plies,
                    margin: *margin,
                    ..Plan::default()
                };
                let made = Made { plan, block: 0, list: Vec::new(), seen: HashSet::new() };
                let suite = Self::Random(Mutex::new(made));
                return match suite.get(0) {
                    Some(_) => Ok(suite),
                    None => Err("no random opening keeps within the margin".to_owned()),
                };
            }
            Source::Positions(path) => read(path).and_then(|text| positions(&text).map_err(|why| about(path, &why)))?,
            Source::Games(path) => read(path).and_then(|text| games(&text, *plies).map_err(|why| about(path, &why)))?,
        };
        if list.is_empty() {
            return Err("there are no openings in the file".to_owned());
        }
        if *is_shuffled {
            let mut random = Random(splitmix64(config.seed));
            for i in (1..list.len()).rev() {
                list.swap(i, random.below(i + 1));
            }
        }
        let begin = (first - 1) % list.len();
        list.rotate_left(begin);
        Ok(Self::List(list))
    }

    /// The opening of this number, from 0; `None` if no more can be made.
    pub fn get(&self, number: usize) -> Option<Opening<G>> {
        match self {
            Self::List(list) => list.get(number % list.len()).cloned(),
            Self::Random(made) => {
                let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
                made.reach(number);
                // A game with few openings has them again.
                let position = made.list.get(number).or_else(|| made.list.get(number % made.list.len().max(1)))?;
                Some(Opening { position: position.clone(), moves: Vec::new() })
            }
        }
    }

    /// The number of openings in a list.
    pub const fn count(&self) -> Option<usize> {
        match self {
            Self::List(list) => Some(list.len()),
            Self::Random(_) => None,
        }
    }
}

impl<G: Refereed> Made<G> {
    /// Makes openings until there are more than `number`, or no new one is found.
    fn reach(&mut self, number: usize) {
        while self.list.len() <= number {
            let before = self.list.len();
            let plan = Plan { seed: splitmix64(self.plan.seed ^ self.block), ..self.plan };
            self.block += 1;
            let fresh = G::openings(&plan).into_iter().filter(|pos| self.seen.insert(pos.key()));
            self.list.extend(fresh);
            if self.list.len() == before {
                return;
            }
        }
    }
}

fn about(path: &std::path::Path, why: &str) -> String {
    format!("openings '{}': {why}", movegen::fen::printable(&path.to_string_lossy()))
}

fn read(path: &std::path::Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| about(path, &error.to_string()))
}

/// The positions of a list of FENs or EPDs. The operations `hmvc`, `fmvn` and `gov` give the fields of the FEN that an
/// EPD lacks, others are skipped.
fn positions<G: Refereed>(text: &str) -> Result<Vec<Opening<G>>, String> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(i, line)| {
            let position: G = fen_of(line).parse().map_err(|error| format!("line {}: {error}", i + 1))?;
            match Record::new(position.clone()).outcome() {
                Some(_) => Err(format!("line {}: the game is over in this position", i + 1)),
                None => Ok(Opening { position, moves: Vec::new() }),
            }
        })
        .collect()
}

/// The FEN that a line of FEN or EPD stands for.
pub fn fen_of(line: &str) -> String {
    if !line.contains(';') {
        return line.to_owned();
    }
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_clock = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let clocks: Vec<&str> = words.iter().skip(4).take(2).take_while(is_clock).copied().collect();
    let operations = words.get(4 + clocks.len()..).unwrap_or_default().join(" ");
    let operation = |code: &str| {
        operations.split(';').find_map(|operation| {
            operation
                .trim()
                .strip_prefix(code)?
                .strip_prefix(' ')
                .map(|value| value.trim().trim_matches('"').to_owned())
        })
    };
    let clock = |i: usize, code: &str, otherwise: &str| {
        clocks.get(i).map(|&word| word.to_owned()).or_else(|| operation(code)).unwrap_or_else(|| otherwise.to_owned())
    };
    let mut fields: Vec<String> = words.iter().take(4).map(|&word| word.to_owned()).collect();
    fields.extend([clock(0, "hmvc", "0"), clock(1, "fmvn", "1")]);
    fields.extend(operation("gov"));
    fields.join(" ")
}

/// The first moves of the games of a PGN.
fn games<G: Refereed>(text: &str, plies: Option<usize>) -> Result<Vec<Opening<G>>, String> {
    let mut openings = Vec::new();
    for game in Games(text.trim_start_matches('\u{feff}')) {
        let number = openings.len() + 1;
        let position = match game.fen {
            Some(fen) => fen.parse().map_err(|error| format!("game {number}: {error}"))?,
            None => G::start(),
        };
        let mut record = Record::new(position);
        let mut half = None;
        for word in words(game.moves) {
            if plies.is_some_and(|plies| record.moves().len() >= plies) || record.outcome().is_some() {
                break;
            }
            let pos = record.position();
            let (of, both) = match pos.turn() {
                Turn::One(side) => (side, false),
                Turn::Both => (if half.is_none() { Color::White } else { Color::Black }, true),
            };
            let m = pos
                .read_algebraic(of, word)
                .ok_or_else(|| format!("game {number}: '{}' is no legal move", movegen::fen::printable(word)))?;
            match (both, half.take()) {
                (true, None) => half = Some(m),
                (true, white) => record.play([white, Some(m)]),
                _ => record.play_for(of, m),
            }
        }
        let mut moves = record.moves().to_vec();
        // A game that is over at the end of its opening begins a move earlier.
        while !moves.is_empty() && ends(record.first(), &moves) {
            moves.pop();
        }
        openings.push(Opening { position: record.first().clone(), moves });
    }
    Ok(openings)
}

fn ends<G: Refereed>(first: &G, moves: &[[Option<G::Move>; 2]]) -> bool {
    let mut record = Record::new(first.clone());
    moves.iter().for_each(|&m| record.play(m));
    record.outcome().is_some()
}

/// A game of a PGN as it stands there.
struct Game<'a> {
    fen: Option<&'a str>,
    moves: &'a str,
}

/// The games of a PGN: tags, then moves.
struct Games<'a>(&'a str);

impl<'a> Iterator for Games<'a> {
    type Item = Game<'a>;

    fn next(&mut self) -> Option<Game<'a>> {
        let text = self.0.trim_start();
        if text.is_empty() {
            return None;
        }
        let mut fen = None;
        let mut rest = text;
        while let Some(tag) = rest.strip_prefix('[') {
            let (line, after) = tag.split_once('\n').unwrap_or((tag, ""));
            if let Some(value) = line.trim_end().strip_prefix("FEN \"") {
                fen = value.strip_suffix("\"]");
            }
            rest = after.trim_start();
        }
        // The next game begins with a tag at the beginning of a line.
        let end = rest.find("\n[").map_or(rest.len(), |at| at + 1);
        self.0 = &rest[end..];
        Some(Game { fen, moves: &rest[..end] })
    }
}

/// The moves among the words of a game: no numbers, comments, variations, annotations or results.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    let mut comment = None;
    text.split_inclusive(['{', '}', '(', ')', ';', '\n', ' ', '\t', '\r']).filter_map(move |piece| {
        let (word, end) = match piece.chars().last() {
            Some(end @ ('{' | '}' | '(' | ')' | ';' | '\n' | ' ' | '\t' | '\r')) => {
                (&piece[..piece.len() - end.len_utf8()], end)
            }
            _ => (piece, ' '),
        };
        if let Some(closes) = comment {
            if end == closes {
                comment = None;
            }
            return None;
        }
        let is_outside = depth <= 0;
        match end {
            '{' => comment = Some('}'),
            ';' => comment = Some('\n'),
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
        let is_castling = piece.starts_with("0-0");
        let word = if is_castling { piece.trim_end() } else { word };
        let is_result = matches!(piece.trim_end(), "1-0" | "0-1" | "1/2-1/2" | "*");
        (is_outside && !is_result && !word.is_empty() && !word.starts_with('$')).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Insurrection, Position};

    #[test]
    fn epd_operations_complete_the_fen() {
        let of = |line: &str| fen_of(line);
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"a; b\";"), "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - hmvc 7; fmvn 30;"), "4k3/8/8/8/8/8/P7/4K3 w - - 7 30");
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - 3 9 acd 3;"), "4k3/8/8/8/8/8/P7/4K3 w - - 3 9");
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w - - 3 9"), "4k3/8/8/8/8/8/P7/4K3 w - - 3 9");
        let start = Position::<Insurrection>::start().to_string();
        let fields: Vec<&str> = start.split(' ').collect();
        let line = format!("{} gov {};", fields[..4].join(" "), fields[6]);
        assert_eq!(positions::<Position<Insurrection>>(&line).unwrap()[0].position.to_string(), start);
    }

    #[test]
    fn a_line_that_begins_no_game_is_named_by_its_number() {
        let complaint = |text: &str| positions::<Position<Chess>>(text).unwrap_err();
        assert!(complaint("\n4k3/8/8 w - -").starts_with("line 2: invalid FEN, board "));
        assert_eq!(complaint("R3k3/8/4K3/8/8/8/8/8 b - - 0 1"), "line 1: the game is over in this position");
        assert!(complaint(";").starts_with("line 1: invalid FEN"));
    }

    #[test]
    fn games_are_read_up_to_the_plies_wanted() {
        let text = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 {a (comment} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6 ; rest\n\
                    3.Bb5 a6 1/2-1/2\n\n[Event \"y\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 2. a8=Q 1-0\n";
        let of = |plies| {
            let list = games::<Position<Chess>>(text, plies).unwrap();
            list.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>()
        };
        assert_eq!((of(None), of(Some(4))), (vec![6, 3], vec![4, 3]));
        let wrong = games::<Position<Chess>>("1. e4 e5 2. Ke3", None).unwrap_err();
        assert_eq!(wrong, "game 1: 'Ke3' is no legal move");
        let mate = games::<Position<Chess>>("1. f3 e5 2. g4 Qh4# 0-1", None).unwrap();
        assert_eq!(mate[0].moves.len(), 3, "a finished game is no opening");
        let zeros = games::<Position<Chess>>("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. 0-0 *", None).unwrap();
        assert_eq!(zeros[0].moves.len(), 1);
        assert!(games::<Position<Chess>>("", None).unwrap().is_empty());
    }

    #[test]
    fn random_openings_are_the_same_in_whatever_order_they_are_asked_for() {
        let suite = || {
            let plan = Plan { number: BLOCK, seed: 3, shortest: 4, longest: 4, margin: 200, depth: 1 };
            Suite::<Position<Chess>>::Random(Mutex::new(Made {
                plan,
                block: 0,
                list: Vec::new(),
                seen: HashSet::new(),
            }))
        };
        let (one, two) = (suite(), suite());
        let late = one.get(BLOCK + 3).unwrap();
        let early: Vec<_> = (0..BLOCK + 4).map(|i| two.get(i).unwrap()).collect();
        assert_eq!(late, early[BLOCK + 3]);
        assert_eq!(one.get(0).unwrap(), early[0]);
        let keys: HashSet<u64> = early.iter().map(|opening| opening.position.key()).collect();
        assert_eq!(keys.len(), early.len());
    }
}
