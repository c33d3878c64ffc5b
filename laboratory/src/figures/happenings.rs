//! Events in games: frequency and results.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::interval::Interval;
use crate::sheet::{Sheet, Vocabulary};

/// Events and purchases.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Happenings {
    /// The events of the game.
    pub events: Vec<Happening>,
    /// Purchases by piece and payment, the most frequent first.
    pub purchases: Vec<Trade>,
}

/// An event, named in the plural.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Happening {
    /// The name.
    pub name: String,
    /// Their number per game.
    pub per_game: Interval,
    /// The share of the games in which it happens.
    pub games: Interval,
    /// White's share of the events.
    pub by_white: Interval,
    /// Score of the acting side.
    pub score: Interval,
    /// Score of the acting side that the search expected when it chose the move.
    pub expected: Interval,
}

/// A purchase by the letters of what is bought and of the pieces paid, the most valuable first, with the buyer's score.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trade {
    /// The piece bought.
    pub bought: char,
    /// The pieces paid.
    pub paid: String,
    /// Number of such purchases.
    pub times: usize,
    /// Share of all purchases.
    pub share: Interval,
    /// Score of the buyer.
    pub score: Interval,
}

impl Happenings {
    pub(super) fn of(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Self {
        let events = vocabulary.events.iter().enumerate().map(|(bit, name)| happening(name, bit, sheets));
        Self { events: events.collect(), purchases: trades(vocabulary, sheets) }
    }
}

fn happening(name: &str, bit: usize, sheets: &[Sheet]) -> Happening {
    // By game: events by White and by Black, and the sum of expected scores.
    let of_game = |sheet: &Sheet| {
        let (mut times, mut expected) = ([0.0; 2], 0.0);
        for ply in &sheet.plies {
            let white = f64::from(ply.expected);
            for (side, prospects) in [white, 1.0 - white].into_iter().enumerate() {
                if ply.events[side] >> bit & 1 != 0 {
                    times[side] += 1.0;
                    expected += prospects;
                }
            }
        }
        (times, expected)
    };
    let games: Vec<([f64; 2], f64)> = sheets.iter().map(of_game).collect();
    let all = |times: [f64; 2]| times[0] + times[1];
    let scores = sheets
        .iter()
        .zip(&games)
        .map(|(sheet, &(times, _))| (times[0] * sheet.score_of(0) + times[1] * sheet.score_of(1), all(times)));
    Happening {
        name: name.to_owned(),
        per_game: Interval::mean(games.iter().map(|&(times, _)| all(times))),
        games: Interval::share(games.iter().filter(|&&(times, _)| all(times) > 0.0).count(), sheets.len()),
        by_white: Interval::ratio(games.iter().map(|&(times, _)| (times[0], all(times)))),
        score: Interval::ratio(scores),
        expected: Interval::ratio(games.iter().map(|&(times, expected)| (expected, all(times)))),
    }
}

fn trades(vocabulary: &Vocabulary, sheets: &[Sheet]) -> Vec<Trade> {
    let letter = |&piece_type: &u8| vocabulary.piece_types.chars().nth(piece_type.into()).unwrap_or('?');
    let mut by_trade: BTreeMap<(u8, &[u8]), Vec<f64>> = BTreeMap::new();
    for sheet in sheets {
        for purchase in &sheet.purchases {
            let score = sheet.score_of(purchase.side.into());
            by_trade.entry((purchase.bought, &purchase.paid)).or_default().push(score);
        }
    }
    let all = by_trade.values().map(Vec::len).sum();
    let trade = |((bought, paid), scores): ((u8, &[u8]), Vec<f64>)| Trade {
        bought: letter(&bought),
        paid: paid.iter().map(letter).collect(),
        times: scores.len(),
        share: Interval::share(scores.len(), all),
        score: Interval::mean(scores),
    };
    let mut trades: Vec<Trade> = by_trade.into_iter().map(trade).collect();
    trades.sort_by_key(|trade| std::cmp::Reverse(trade.times));
    trades
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{Ply, Purchase};

    #[test]
    fn who_does_something_and_what_follows_is_counted() {
        let vocabulary = Vocabulary { piece_types: "pn", events: vec!["captures", "coups"], size: 8 };
        let ply = |events, expected| Ply { events, expected, ..Ply::default() };
        let games = [
            Sheet { half_points: 2, plies: vec![ply([0b10, 0], 0.6), ply([0, 0b01], 0.7)], ..Sheet::default() },
            Sheet { half_points: 0, plies: vec![ply([0b10, 0], 0.4), ply([0, 0b10], 0.2)], ..Sheet::default() },
        ];
        let coups = &Happenings::of(&vocabulary, &games).events[1];
        assert_eq!((coups.per_game.value, coups.games.value), (1.5, 1.0));
        assert!((coups.by_white.value - 2.0 / 3.0).abs() < 1e-9);
        assert!((coups.score.value - 2.0 / 3.0).abs() < 1e-9, "White wins one of two, Black its own");
        assert!((coups.expected.value - (0.6 + 0.4 + 0.8) / 3.0).abs() < 1e-6);
    }

    #[test]
    fn purchases_are_sorted_by_frequency() {
        let vocabulary = Vocabulary { piece_types: "pnbr", events: Vec::new(), size: 8 };
        let bribe = |side, paid: &[u8]| Purchase { side, bought: 3, paid: paid.to_vec() };
        let sheet = Sheet {
            half_points: 2,
            purchases: vec![bribe(0, &[2, 1]), bribe(1, &[3]), bribe(0, &[2, 1])],
            ..Sheet::default()
        };
        let trades = Happenings::of(&vocabulary, &[sheet]).purchases;
        assert_eq!((trades[0].bought, trades[0].paid.as_str(), trades[0].times), ('r', "bn", 2));
        assert_eq!((trades[0].score.value, trades[1].score.value), (1.0, 0.0));
    }
}
