//! Tests the examples of docs/notation.md, and the round trip of random games.

#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

use engine::bench::Random;
use games::pgn::{Contents, PgnReader, move_text, replay};
use games::{Notation, PlayedGame};
use movegen::variants::{NAMES, Visit, VisitTurnBased, with};
use movegen::{Color, Position, Record, Turn, Variant};
use upheaval_arena::openings::positions;

const PAGE: &str = include_str!("../../docs/notation.md");

/// A block of the page: paragraph, language, first line and content.
struct Block<'a> {
    paragraph: &'a str,
    language: &'a str,
    line: usize,
    text: String,
}

/// Returns the number of a paragraph that begins here, such as `3.2`.
fn number_of(line: &str) -> Option<&str> {
    let (number, _) = line.split_once(". ")?;
    let (chapter, paragraph) = number.split_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    (is_number(chapter) && is_number(paragraph)).then_some(number)
}

/// Returns the numbers of all paragraphs, and the blocks.
fn page() -> (Vec<&'static str>, Vec<Block<'static>>) {
    let (mut numbers, mut blocks, mut open): (Vec<&str>, Vec<Block<'_>>, bool) = (Vec::new(), Vec::new(), false);
    for (i, line) in PAGE.lines().enumerate() {
        match (open, line.strip_prefix("```")) {
            (false, Some(language)) => {
                let paragraph = numbers.last().copied().unwrap_or_default();
                blocks.push(Block { paragraph, language, line: i + 2, text: String::new() });
                open = true;
            }
            (true, Some(_)) => open = false,
            (true, None) => blocks.last_mut().unwrap().text.push_str(&format!("{line}\n")),
            (false, None) => numbers.extend(number_of(line)),
        }
    }
    (numbers, blocks)
}

/// One example: command, arguments, expected result.
struct Example<'a> {
    action: &'a str,
    side: Color,
    text: String,
    expected: &'a str,
}

impl Example<'_> {
    /// Returns the result of the example, or its error.
    fn outcome<G: PlayedGame>(&self) -> Result<String, String> {
        let position = |text: &str| text.trim().parse::<G>().map_err(|error| error.to_string());
        if self.action == "fen" {
            return position(&self.text).map(|pos| pos.to_string());
        }
        if self.action == "epd" {
            let list = positions::read(&G::start(), &self.text).map_err(|error| error.to_string())?;
            return Ok(list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        }
        let (pos, word) = self.text.split_once('|').ok_or("no stroke")?;
        let (pos, word) = (position(pos)?, word.trim());
        let legal = |m| Record::new(pos.clone()).outcome().is_none().then_some(m);
        let coordinates = || pos.parse_move(self.side, word).map_err(|error| error.to_string());
        match self.action {
            "move" => coordinates().map(|m| pos.write_move(m)),
            "san" => coordinates().map(|m| move_text(&pos, self.side, m)),
            "read" => {
                let read = pos.read(self.side, word, Notation::Algebraic).ok().and_then(legal);
                read.map(|m| pos.write_move(m)).ok_or_else(|| "no legal move".to_owned())
            }
            other => Err(format!("what is '{other}'?")),
        }
    }
}

impl VisitTurnBased for Example<'_> {
    type Out = Result<String, String>;
    fn turn_based<V: Variant>(self, _: V) -> Self::Out {
        self.outcome::<Position<V>>()
    }
}

impl Visit for Example<'_> {
    fn apocalypse(self) -> Self::Out {
        self.outcome::<apocalypse::Position>()
    }
}

/// Checks one line of a block of examples.
fn check_line(line: &str) -> Result<(), String> {
    let (head, rest) = line.split_once(": ").ok_or("no colon")?;
    let (is_refused, head) = head.strip_prefix("no ").map_or((false, head), |head| (true, head));
    let mut words = head.split(' ');
    let (action, game) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let side = if words.next() == Some("black") { Color::Black } else { Color::White };
    let (text, expected) = rest.split_once(" => ").unwrap_or((rest, ""));
    let own = text.rsplit('|').next().unwrap_or_default().trim();
    // The FEN names the side to move; simultaneous turns name it.
    let side = if text.contains(" b ") && game != "apocalypse" { Color::Black } else { side };
    let example = Example { action, side, text: text.replace("\\n", "\n"), expected };
    let wanted = if example.expected.is_empty() { own } else { example.expected };
    let outcome = with(game, example).ok_or_else(|| format!("no game '{game}'"))?;
    match (is_refused, outcome) {
        (false, Ok(found)) if found == wanted => Ok(()),
        (true, Err(why)) if why.contains(expected) && !why.contains('\n') => Ok(()),
        (_, found) => Err(format!("{found:?}")),
    }
}

/// Checks a block of PGN.
fn check_pgn(text: &str) -> Result<(), String> {
    let wanted = text.lines().next().and_then(|line| line.strip_prefix("% "));
    let wrong = PgnReader::new(text.as_bytes())
        .find_map(|game| game.and_then(|game| replay(&game, "chess", Contents::END)).err());
    match (wanted, wrong.map(|error| error.to_string())) {
        (None, None) => Ok(()),
        (Some(wanted), Some(found)) if found.starts_with(wanted) => Ok(()),
        (_, found) => Err(format!("{found:?}")),
    }
}

#[test]
fn examples_of_the_page_hold() {
    let (_, blocks) = page();
    let mut wrong = Vec::new();
    for block in blocks {
        match block.language {
            "notation" => {
                for (i, line) in block.text.lines().enumerate() {
                    wrong.extend(check_line(line).err().map(|why| format!("line {}: {line}: {why}", block.line + i)));
                }
            }
            "pgn" => wrong.extend(check_pgn(&block.text).err().map(|why| format!("line {}: {why}", block.line))),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "docs/notation.md\n{}", wrong.join("\n"));
}

#[test]
fn every_paragraph_has_number_and_example() {
    let (numbers, blocks) = page();
    assert!(numbers.len() > 25, "{numbers:?}");
    for (i, number) in numbers.iter().enumerate() {
        assert!(!numbers[..i].contains(number), "{number} stands twice");
        assert!(blocks.iter().any(|block| block.paragraph == *number), "{number} has no example");
    }
}

/// Number of random games of each game.
fn games() -> usize {
    std::env::var("NOTATION_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

/// Characters that every PGN reader accepts in a move, including OpenBench's.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_alphanumeric() || b"+=#-".contains(&c))
}

#[derive(Clone, Copy)]
struct TakenBack {
    seed: u64,
}

impl TakenBack {
    fn check<G: PlayedGame>(self) {
        let mut random = Random(self.seed);
        let mut record = Record::new(G::start());
        while record.outcome().is_none() && record.moves().len() < 200 {
            let pos = record.position();
            let fen = pos.to_string();
            let again: G = fen.parse().unwrap();
            assert_eq!((again.to_string(), again.key()), (fen.clone(), pos.key()), "seed {}", self.seed);
            let sides = match pos.turn() {
                Turn::One(side) => vec![side],
                Turn::Both => Color::BOTH.to_vec(),
            };
            let mut choices = [None; 2];
            for side in sides {
                let moves: Vec<G::Move> = pos.moves(side).into_iter().collect();
                // Passing is not a move.
                if moves.is_empty() {
                    continue;
                }
                let chosen = moves[random.below(moves.len())];
                choices[side] = Some(chosen);
                let all = record.moves().len() % 8 == 0;
                for m in moves.into_iter().filter(|m| all || *m == chosen) {
                    let (text, san) = (pos.write_move(m), move_text(pos, side, m));
                    assert!(is_plain(&text) && is_plain(&san), "{} {fen}: {text} {san}", G::NAME);
                    assert!(pos.parse_move(side, &text).is_ok_and(|read| read == m), "{} {fen}: {text}", G::NAME);
                    assert!(
                        pos.read(side, &san, Notation::Algebraic) == Ok(m),
                        "{} {fen}: {text} is written {san}",
                        G::NAME
                    );
                }
            }
            record.play(choices);
        }
    }
}

impl VisitTurnBased for TakenBack {
    type Out = ();
    fn turn_based<V: Variant>(self, _: V) {
        self.check::<Position<V>>();
    }
}

impl Visit for TakenBack {
    fn apocalypse(self) {
        self.check::<apocalypse::Position>();
    }
}

#[test]
fn random_games_round_trip() {
    for name in NAMES {
        for seed in 0..games() as u64 {
            with(name, TakenBack { seed }).unwrap();
        }
    }
}
