//! Random boards, and what both implementations must agree on in one position.

use movegen::Color;
use naive::apocalypse::{Board, Choice, last_rank, text};
use upheaval_apocalypse::Position;

use super::common::Rng;

pub(crate) fn random(rng: &mut Rng) -> Board {
    let mut board = Board::empty([0, 1].map(|_| u8::from(rng.one_in(3))));
    for side in 0..2 {
        for _ in 0..=rng.below(5) {
            let at = (rng.below(5) as i8, rng.below(5) as i8);
            if board.at(at) == '.' && at.1 != last_rank(side) {
                board.arrive(side, true, at);
            }
        }
        for _ in 0..rng.below(4).min(2) {
            let at = (rng.below(5) as i8, rng.below(5) as i8);
            if board.at(at) == '.' {
                board.arrive(side, false, at);
            }
        }
    }
    board
}

/// Compares lists, ends, and every pair; gives the number of pairs.
pub(crate) fn compare(board: &Board) -> usize {
    let pos: Position = board.short().parse().unwrap();
    let end = pos.outcome().map_or("*".to_owned(), |outcome| outcome.to_string());
    assert_eq!(end, board.end(), "{pos}");
    let naive = [0, 1].map(|side| board.choices(side).into_iter().collect::<Vec<_>>());
    let choices = [Color::White, Color::Black].map(|color| {
        let mut found: Vec<_> = pos.choices(color).into_iter().map(|choice| (format!("{choice:?}"), choice)).collect();
        found.sort();
        let mut texts: Vec<String> = naive[color.index()].iter().map(text).collect();
        texts.sort();
        assert_eq!(found.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>(), texts, "{pos} {color:?}");
        found
    });
    for white in &naive[0] {
        for black in &naive[1] {
            let [w, b] = [(0, white), (1, black)].map(|(side, choice): (usize, &Choice)| {
                let wanted = text(choice);
                choices[side].iter().find(|(text, _)| *text == wanted).unwrap().1
            });
            let next = pos.resolve([w, b]);
            let found =
                format!("{} {}{}", next.board_text(), next.penalties(Color::White), next.penalties(Color::Black));
            assert_eq!(found, board.turn([*white, *black]).short(), "{pos} {w:?} {b:?}");
        }
    }
    naive[0].len() * naive[1].len()
}
