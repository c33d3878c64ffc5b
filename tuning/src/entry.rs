//! A game as one line of JSON, for other programs. Field names are keys of the format.

use std::io::BufRead;

use movegen::fen::printable;
use movegen::{Color, Position, Record, Variant};
use serde::{Deserialize, Serialize};

use arena::{Ending, Played};

/// The JSON object of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name of the game's rules.
    pub game: String,
    /// The number of the game in its match, from 1.
    pub round: usize,
    /// The colour of the first player, `white` or `black`.
    pub first: String,
    /// The position it began with.
    pub fen: String,
    /// The moves in coordinate notation.
    pub moves: Vec<String>,
    /// For each move, its value in centipawns to the side that played it, by its own search.
    pub scores: Vec<i32>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended: the reason of the rules, `resignation`, `adjudication`, or `length limit`.
    pub reason: String,
}

impl Entry {
    /// The entry of a game.
    pub fn new<V: Variant>(round: usize, game: &Played<V>) -> Self {
        Self {
            game: game.opening.game().name().to_owned(),
            round,
            first: if game.first == Color::White { "white" } else { "black" }.to_owned(),
            fen: game.opening.to_string(),
            moves: game.steps().map(|(pos, m)| pos.write_move(m)).collect(),
            scores: game.scores.clone(),
            result: game.result().to_owned(),
            reason: game.ending.short().to_owned(),
        }
    }

    /// Returns the game, replayed by these rules.
    ///
    /// # Errors
    /// The part that does not fit these rules: the name, the position, a move, or the end of the game.
    pub fn played<V: Variant>(&self, rules: V) -> Result<Played<V>, String> {
        if self.game != rules.name() {
            return Err(format!("a game of '{}', not of {}", printable(&self.game), rules.name()));
        }
        let opening = Position::read(rules, &self.fen).map_err(|error| error.to_string())?;
        let mut record = Record::new(opening);
        let mut moves = Vec::with_capacity(self.moves.len());
        for text in &self.moves {
            let pos = record.position();
            let m = pos.parse_move(text).map_err(|error| error.to_string())?;
            record.push(m);
            moves.push(m);
        }
        let is_over = record.position().outcome().is_some();
        let ending = match record.outcome() {
            // Other programs may continue after a repetition.
            _ if self.reason == ADJUDICATION && !is_over => match winner(&self.result) {
                Some(Some(winner)) => Ending::AdjudicatedWin(winner),
                Some(None) => Ending::AdjudicatedDraw,
                None => return Err(format!("no adjudication gives the result '{}'", printable(&self.result))),
            },
            Some(outcome) => Ending::Rules(outcome),
            None if self.reason == RESIGNATION => match winner(&self.result) {
                Some(Some(winner)) => Ending::Resigned(!winner),
                _ => return Err(format!("no resignation gives the result '{}'", printable(&self.result))),
            },
            None => Ending::TooLong,
        };
        if ending.short() != self.reason {
            return Err(format!("the game ended by '{}', not by '{}'", ending.short(), printable(&self.reason)));
        }
        if ending.result() != self.result {
            return Err(format!("the game ended {}, not '{}'", ending.result(), printable(&self.result)));
        }
        if self.scores.len() != moves.len() {
            return Err(format!("{} scores for {} moves", self.scores.len(), moves.len()));
        }
        let first = if self.first == "white" { Color::White } else { Color::Black };
        Ok(Played { opening, first, moves, scores: self.scores.clone(), ending })
    }
}

const RESIGNATION: &str = Ending::Resigned(Color::White).short();
const ADJUDICATION: &str = Ending::AdjudicatedDraw.short();

/// Returns the winner of a result, if there is one; `None` if it is no result.
fn winner(result: &str) -> Option<Option<Color>> {
    match result {
        "1-0" => Some(Some(Color::White)),
        "0-1" => Some(Some(Color::Black)),
        "1/2-1/2" => Some(None),
        _ => None,
    }
}

/// Returns the games of a file of such lines, each replayed by these rules. An invalid line gives an error with its number.
pub fn games<V: Variant>(rules: V, file: impl BufRead) -> impl Iterator<Item = Result<Played<V>, String>> {
    let game = move |line: std::io::Result<String>| {
        let line = line.map_err(|error| error.to_string())?;
        let entry: Entry = serde_json::from_str(&line).map_err(|error| printable(&error.to_string()))?;
        entry.played(rules)
    };
    (1..)
        .zip(file.lines())
        .map(move |(number, line): (usize, _)| game(line).map_err(|error| format!("line {number}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Chess;

    const MATE: &str = r#"{"game":"chess","round":1,"first":"white","fen":"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1","moves":["f7g7"],"scores":[31999],"result":"1-0","reason":"checkmate"}"#;

    fn first(text: &str) -> Result<Played<Chess>, String> {
        games(Chess, text.as_bytes()).next().unwrap()
    }

    #[test]
    fn entry_is_read_as_written() {
        let games = games(Chess, MATE.as_bytes()).collect::<Result<Vec<_>, _>>().unwrap();
        assert_eq!(games.len(), 1);
        assert_eq!((games[0].winner(), games[0].moves.len()), (Some(Color::White), 1));
        assert_eq!(serde_json::to_string(&Entry::new(1, &games[0])).unwrap(), MATE);
    }

    #[test]
    fn resigned_game_has_the_winner_of_its_result() {
        let line = MATE.replace("f7g7", "f7f1").replace("checkmate", "resignation");
        for (result, winner) in [("1-0", Ok(Color::White)), ("0-1", Ok(Color::Black)), ("1/2-1/2", Err(()))] {
            let game = first(&line.replace("1-0", result));
            assert_eq!(game.map(|game| game.winner()).map_err(|_| ()), winner.map(Some), "{result}");
        }
    }

    #[test]
    fn adjudicated_game_is_read_as_written() {
        let opening: Position<Chess> = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1".parse().unwrap();
        let m = opening.parse_move("f7f1").unwrap();
        for ending in [
            Ending::AdjudicatedWin(Color::White),
            Ending::AdjudicatedWin(Color::Black),
            Ending::AdjudicatedDraw,
            Ending::Resigned(Color::White),
            Ending::TooLong,
        ] {
            let played = Played { opening, first: Color::White, moves: vec![m], scores: vec![7], ending };
            let line = serde_json::to_string(&Entry::new(1, &played)).unwrap();
            assert_eq!(first(&line), Ok(played), "{line}");
        }
        let line = MATE.replace("f7g7", "f7f1").replace("checkmate", "adjudication").replace("1-0", "*");
        assert_eq!(first(&line).unwrap_err(), "line 1: no adjudication gives the result '*'");
    }

    #[test]
    fn result_that_contradicts_the_end_is_rejected() {
        assert_eq!(first(&MATE.replace("1-0", "0-1")).unwrap_err(), "line 1: the game ended 1-0, not '0-1'");
        let long = MATE.replace("f7g7", "f7f1").replace("checkmate", "length limit");
        assert_eq!(first(&long).unwrap_err(), "line 1: the game ended 1/2-1/2, not '1-0'");
    }

    #[test]
    fn invalid_line_is_reported_with_its_number() {
        let error = |from: &str, to: &str| first(&MATE.replace(from, to)).unwrap_err();
        assert_eq!(error("chess", "draughts"), "line 1: a game of 'draughts', not of chess");
        assert_eq!(error("f7g7", "f7g5"), "line 1: illegal move 'f7g5'");
        assert_eq!(error("checkmate", "stalemate"), "line 1: the game ended by 'checkmate', not by 'stalemate'");
        assert_eq!(error("checkmate", "resignation"), "line 1: the game ended by 'checkmate', not by 'resignation'");
        assert_eq!(error("[31999]", "[]"), "line 1: 0 scores for 1 moves");
        assert!(first("{").unwrap_err().starts_with("line 1: EOF"));
    }
}
