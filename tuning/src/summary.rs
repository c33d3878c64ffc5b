//! Statistics of the games of a match: scores, lengths, ends and events.

use std::collections::BTreeMap;
use std::fmt;

use arena::statistics::counts::Counts;
use arena::{Ending, Estimate, Played, Results};
pub use laboratory::watch::Event;
use movegen::{Color, Outcome, Reason, Variant};

/// Returns the reason of the end; mates by a move that only these rules have are separate.
fn ending_of<V: Variant>(game: &Played<V>) -> String {
    if matches!(game.ending, Ending::Rules(Outcome { reason: Reason::Checkmate, .. }))
        && let Some((pos, m)) = game.steps().last()
    {
        if V::changes_royals(&pos, m) {
            return format!("checkmate by a {}", V::WORDS.royals_change);
        }
        if m.is_purchase() {
            return format!("checkmate by a {}", V::WORDS.purchase);
        }
    }
    game.ending.short().to_owned()
}

/// The sums over a match; displayed as its report.
#[derive(Clone, Debug)]
pub struct Summary<V: Variant> {
    /// Events with their number in all games and the largest number in one game.
    events: Vec<(Event<V>, u64, u64)>,
    /// Games and pairs of the first player.
    first: Counts,
    lengths: Vec<usize>,
    /// For each ending, games by the half points of White.
    endings: BTreeMap<String, [u64; 3]>,
    games_each: usize,
    half_a_pair: Option<usize>,
}

impl<V: Variant> Summary<V> {
    /// Creates an empty summary. `games_each` is [`crate::Match::games_each`]; with two, games are added pair after pair.
    pub fn new(games_each: usize, events: Vec<Event<V>>) -> Self {
        Self {
            events: events.into_iter().map(|event| (event, 0, 0)).collect(),
            first: Counts::default(),
            lengths: Vec::new(),
            endings: BTreeMap::new(),
            games_each,
            half_a_pair: None,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Played<V>) {
        let first = game.half_points(game.first);
        let white = game.half_points(Color::White);
        self.first.add_game(first, game.first == Color::White);
        self.endings.entry(ending_of(game)).or_default()[white] += 1;
        self.lengths.push(game.moves.len());
        if self.games_each == 2 {
            match self.half_a_pair.take() {
                None => self.half_a_pair = Some(first),
                Some(before) => self.first.add_pair(before, first),
            }
        }
        let mut counts = vec![0; self.events.len()];
        for (pos, m) in game.steps() {
            for (count, (event, ..)) in counts.iter_mut().zip(&self.events) {
                *count += u64::from((event.happens)(&pos, m));
            }
        }
        for ((_, sum, most), count) in self.events.iter_mut().zip(counts) {
            (*sum, *most) = (*sum + count, (*most).max(count));
        }
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.lengths.len()
    }

    /// The whole pairs, by the points of the first player: the unit for statistics on its strength.
    pub fn pairs(&self) -> Results {
        self.first.results(true)
    }

    /// The games by their score for White.
    pub fn white(&self) -> Results {
        let [losses, draws, wins] = self.first.of_white();
        Results::of_games(wins, draws, losses)
    }

    fn lengths(&self) -> String {
        let mut sorted = self.lengths.clone();
        sorted.sort_unstable();
        let (shortest, longest) = (sorted[0], sorted[sorted.len() - 1]);
        let median = (sorted[sorted.len() / 2] + sorted[(sorted.len() - 1) / 2]) as f64 / 2.0;
        let mean = sorted.iter().sum::<usize>() as f64 / sorted.len() as f64;
        format!("plies: mean {mean:.1}, median {median:.1}, shortest {shortest}, longest {longest}")
    }
}

impl<V: Variant> fmt::Display for Summary<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lengths.is_empty() {
            return writeln!(f, "no games");
        }
        let games = self.games() as f64;
        if self.games_each == 2 {
            let Counts { wins, draws, losses, .. } = self.first;
            writeln!(f, "first player: {}, {}", points([losses, draws, wins]), strength(&self.pairs()))?;
            let [a, b, c, d, e] = self.first.five();
            writeln!(f, "pairs with 0, 1/2, 1, 3/2, 2 points: {a} {b} {c} {d} {e}")?;
        }
        writeln!(f, "White: {}, {}", points(self.first.of_white()), strength(&self.white()))?;
        writeln!(f, "draws: {:.1} %", self.first.draws as f64 / games * 100.0)?;
        writeln!(f, "{}", self.lengths())?;
        for (event, sum, most) in &self.events {
            writeln!(f, "{}: mean {:.1}, most {most}", event.name, *sum as f64 / games)?;
        }
        writeln!(f, "{:<24}{:>8}{:>8}{:>8}", "ended by", "1-0", "1/2-1/2", "0-1")?;
        for (ending, [losses, draws, wins]) in &self.endings {
            writeln!(f, "{ending:<24}{wins:>8}{draws:>8}{losses:>8}")?;
        }
        Ok(())
    }
}

/// Wins, draws and losses with their share of the points.
fn points(counts @ [losses, draws, wins]: [u64; 3]) -> String {
    let games: u64 = counts.iter().sum();
    let score = (2 * wins + draws) as f64 / (2 * games) as f64 * 100.0;
    format!("+{wins} ={draws} -{losses}, {score:.1} % of {games}")
}

/// Formats the Elo of results as far as they determine it.
fn strength(results: &Results) -> String {
    let Estimate { value, error } = results.elo();
    // Level is written without the minus that a logarithm of 1 can leave.
    let value = value + 0.0;
    match results.likelihood_of_superiority() {
        _ if !value.is_finite() => "no Elo".to_owned(),
        // No two units differ, or the interval reaches beyond every score.
        _ if !error.is_finite() || error == 0.0 => format!("Elo {value:+.2}, too few games for its error"),
        likelihood => format!("Elo {value:+.2} +/- {error:.2}, superior with {:.1} %", likelihood * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Chess, Insurrection, Move, Position};

    /// A game of so many knight moves from the start that ended so.
    fn game(first: Color, plies: usize, ending: Ending) -> Played<Chess> {
        let opening = Position::start();
        let mut pos = opening;
        let moves: Vec<Move> = ["g1f3", "g8f6", "f3g1", "f6g8"]
            .iter()
            .cycle()
            .take(plies)
            .map(|text| {
                let m = pos.parse_move(text).unwrap();
                pos.play(m, &mut ());
                m
            })
            .collect();
        Played { opening, first, scores: vec![0; moves.len()], moves, ending }
    }

    #[test]
    fn report_adds_up() {
        let mut summary = Summary::new(2, Event::usual());
        assert_eq!(summary.to_string(), "no games\n");
        let [white, black] = Color::BOTH;
        let (wins, draw) = (|by| Ending::Rules(Outcome::win(by, Reason::Checkmate)), Ending::TooLong);
        for (first, second) in [(wins(white), wins(black)), (draw.clone(), wins(white)), (wins(black), draw)] {
            summary.add(&game(white, 3, first));
            summary.add(&game(black, 8, second));
        }
        // Points of the first player: 1 + 1, 1/2 + 0, 0 + 1/2.
        assert_eq!(
            summary.to_string(),
            "first player: +2 =2 -2, 50.0 % of 6, Elo +0.00 +/- 381.84, superior with 50.0 %\n\
             pairs with 0, 1/2, 1, 3/2, 2 points: 0 2 0 0 1\n\
             White: +2 =2 -2, 50.0 % of 6, Elo +0.00 +/- 271.37, superior with 50.0 %\n\
             draws: 33.3 %\n\
             plies: mean 5.5, median 5.5, shortest 3, longest 8\n\
             captures: mean 0.0, most 0\n\
             checks: mean 0.0, most 0\n\
             promotions: mean 0.0, most 0\n\
             castlings: mean 0.0, most 0\n\
             ended by                     1-0 1/2-1/2     0-1\n\
             checkmate                      2       0       2\n\
             length limit                   0       2       0\n"
        );
        assert_eq!((summary.pairs(), summary.games()), (Results::of_pairs([0, 2, 0, 0, 1]), 6));
    }

    #[test]
    fn mate_by_a_coup_is_listed_separately() {
        // The example of the game's author: the king takes a pawn, and the pawn on a2 is royal and lost.
        let opening = "2b2r2/5p1p/3p3k/1b4P1/q2N3N/8/P6P/R2NQ1K1 b - - 0 1 Kk".parse().unwrap();
        let m = Position::<Insurrection>::parse_move(&opening, "h6g5").unwrap();
        let ending = Ending::Rules(Outcome::win(Color::Black, Reason::Checkmate));
        let game = Played { opening, first: Color::White, moves: vec![m], scores: vec![0], ending };
        let mut summary = Summary::new(1, Event::usual());
        summary.add(&game);
        let text = summary.to_string();
        assert!(text.contains("\ncheckmate by a coup            0       0       1\n"), "{text}");
        for line in ["captures: mean 1.0, most 1", "changed pieces: mean 0.0, most 0", "coups: mean 1.0, most 1"] {
            assert!(text.contains(line), "{text}");
        }
    }

    #[test]
    fn callers_can_add_events() {
        let knights =
            Event { name: "returns", happens: |pos: &Position<Chess>, m| m.to().rank() == pos.turn().rank(0) };
        let mut summary = Summary::new(1, vec![knights]);
        summary.add(&game(Color::White, 4, Ending::TooLong));
        summary.add(&game(Color::White, 1, Ending::TooLong));
        let text = summary.to_string();
        assert!(text.contains("\nreturns: mean 1.0, most 2\n") && !text.contains("first player"), "{text}");
    }

    #[test]
    fn undetermined_elo_is_not_printed() {
        assert_eq!(strength(&Results::of_games(3, 0, 0)), "no Elo");
        assert!(strength(&Results::of_pairs([0, 0, 9, 0, 0])).ends_with("too few games for its error"));
        // The source of the numbers: app/tests/elo_test.cpp of fastchess.
        assert_eq!(strength(&Results::of_games(136, 111, 96)), "Elo +40.70 +/- 30.43, superior with 99.6 %");
    }
}
