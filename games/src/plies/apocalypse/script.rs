//! Scripts of Apocalypse. The first side's choice is one ply. The second side answers with a script: its own move, and the plies of
//! both colours that turn the board shown into the board after both choices. The first side computes the scripts of all answers
//! and compares them with the plies received.

use apocalypse::rules::{self, LAST_RANK, squares};
use apocalypse::{Choice, Position, Square};
use movegen::Color;

use crate::explain::At;
use crate::explain::apocalypse::{is_pawn, promotes};
use crate::plies::{Board, NO_PIECE, Ply, colored, pieces};

/// Suffixes that name pieces of the other side. XBoard reads White's suffixes as capitals and Black's as lower-case letters.
pub const NICKNAMES: [(char, char); 4] = [('w', 'P'), ('m', 'N'), ('W', 'p'), ('M', 'n')];

/// The commands that define the game. The parent variant has drops, so that pieces can be put on empty squares. Pawns and knights
/// are defined by a leap that no script contains: XBoard then believes all moves illegal, does not promote by itself, and saves what
/// pieces become. In the saved game the second definition lets XBoard find the only knight of a colour.
pub const DEFINITION: [&str; 3] =
    ["setup (P=wN=m....p=Wn=M....) 5x5+0_bughouse npppn/p3p/5/P3P/NPPPN w - - 0 1", "piece P& G", "piece N& G;N:mcdN"];
/// That leap, in files and ranks.
const LEAP: (u8, u8) = (3, 3);

/// Suffixes: none, knight, pawn, no piece, enemy pawn, enemy knight.
const BECOMES: [Option<char>; 6] = [None, Some('n'), Some('p'), Some(NO_PIECE), Some('w'), Some('m')];
/// The maximum length of a script in plies; random games need at most 9.
const MAX_SCRIPT_PLIES: usize = 21;

fn is_of(side: Color, piece: Option<char>) -> bool {
    piece.is_some_and(|piece| piece.is_ascii_uppercase() == (side == Color::White))
}

/// Returns `true` if a pawn captures on the last rank before it is relocated.
pub fn captures_on_the_way(pos: &Position, side: Color, choice: Choice) -> bool {
    choice.is_safe_relocation() && pos.pieces(!side) & choice.via().bit() != 0
}

/// Suffixes that distinguish relocations of a pawn to the same square over different squares of the last rank. The rare third
/// one names a knight, which the script corrects.
const WAYS: [Option<char>; 3] = [None, Some('p'), Some('n')];

/// Returns the ply that shows the first side's choice as if it were played alone. A piece that a pawn captures on the last rank
/// before it is relocated stays on the board for now: XBoard shows plies of two legs, but does not read them from saved games.
pub fn shown_alone(pos: &Position, side: Color, choice: Choice) -> Ply {
    let (from, to) = (choice.from().into(), choice.to().into());
    if choice.is_safe_relocation() {
        let has_squares = |other: &Choice| other.from() == choice.from() && other.to() == choice.to();
        let way = pos.choices(side).into_iter().filter(has_squares).position(|other| other == choice);
        return Ply::go(from, to, way.and_then(|way| WAYS.get(way).copied()).flatten());
    }
    Ply::go(from, to, promotes(pos, side, choice).then_some('n'))
}

/// Returns `true` if XBoard reads the ply back from a game that it has saved. It writes the only knight of a colour without its
/// origin, and then finds it only for a knight's move with a piece on the target. Of plies with several legs it drops the suffix.
/// It believes the leap of the definition legal and does not write its suffix.
fn survives_saving(board: &Board, ply: &Ply) -> bool {
    let Ply::Go(step) = ply else { return true };
    let leap = (step.from.file.abs_diff(step.to.file), step.from.rank.abs_diff(step.to.rank));
    let is_readable = match board.at(step.from) {
        Some(piece @ ('n' | 'N')) if board.number_of(piece) == 1 => {
            matches!(leap, (1, 2) | (2, 1)) && step.becomes != Some(NO_PIECE)
        }
        _ => leap != LEAP || step.becomes.is_none(),
    };
    is_readable && step.over.is_none()
}

/// Returns the scripts of all answers of `side` to the other side's choice `first`, on the board that shows it; `turn` is XBoard's
/// side to move. No script is a prefix of another one that leads to a different position.
pub fn scripts(pos: &Position, shown: &Board, turn: Color, first: Choice, side: Color) -> Vec<(Choice, Vec<Ply>)> {
    let mut all: Vec<(Choice, Position, Vec<Ply>)> = Vec::new();
    for choice in pos.choices(side) {
        let both = if side == Color::Black { [first, choice] } else { [choice, first] };
        let next = pos.resolve(both);
        let clashes = |plies: &[Ply]| {
            let other = |(_, to, other): &(_, _, Vec<Ply>)| {
                *to != next && (other.starts_with(plies) || plies.starts_with(other))
            };
            all.iter().any(other)
        };
        let mut ways = beginnings(pos, &next, shown, turn, side, choice).into_iter();
        let mut plies = script(&next, shown, turn, side, ways.next().unwrap_or(Ply::Pass));
        // A different first ply separates scripts with a common prefix; the following plies correct its effect.
        while clashes(&plies)
            && let Some(beginning) = ways.next()
        {
            plies = script(&next, shown, turn, side, beginning);
        }
        all.push((choice, next, plies));
    }
    all.into_iter().map(|(choice, _, plies)| (choice, plies)).collect()
}

/// Returns the plies from the board shown to the position after both choices. `beginning` is the first one.
fn script(next: &Position, shown: &Board, turn: Color, side: Color, beginning: Ply) -> Vec<Ply> {
    let truth = pieces(next);
    let (mut board, mut turn) = (shown.clone(), !turn);
    board.play(&beginning);
    let mut plies = vec![beginning];
    while plies.len() < MAX_SCRIPT_PLIES && (turn == side || board.differs_from(&truth) > 0) {
        let ways = correcting_plies(&board, &truth, turn);
        let ply = ways.into_iter().min_by_key(|ply| corrections_after(&board, &truth, ply)).unwrap_or(Ply::Pass);
        board.play(&ply);
        plies.push(ply);
        turn = !turn;
    }
    plies
}

/// Returns the possible first plies of a script: the side's own choice, in the form that leaves the fewest corrections; then, if
/// this is ambiguous, a pass or a move of any piece.
fn beginnings(pos: &Position, next: &Position, shown: &Board, turn: Color, side: Color, choice: Choice) -> Vec<Ply> {
    let truth = pieces(next);
    let mut ways = Vec::new();
    if turn == side {
        let own = own_plies(pos, shown, side, choice);
        let readable = own.into_iter().filter(|ply| survives_saving(shown, ply));
        ways.extend(readable.min_by_key(|ply| corrections_after(shown, &truth, ply)));
    }
    ways.push(Ply::Pass);
    let all = || squares(rules::BOARD).map(At::from);
    for from in all().filter(|&from| is_of(turn, shown.at(from))) {
        ways.extend(shown.inner_empty().map(|to| Ply::go(from, to, None)).filter(|ply| survives_saving(shown, ply)));
    }
    ways
}

/// Returns the number of corrections that the board needs after this ply: pieces to remove and pieces to add. Removing the only
/// knight of a colour counts as two.
fn corrections_after(board: &Board, truth: &[Option<char>], ply: &Ply) -> usize {
    let mut board = board.clone();
    board.play(ply);
    let steps = |piece: char| if piece.eq_ignore_ascii_case(&'n') && board.number_of(piece) == 1 { 2 } else { 1 };
    let wrong = board.pieces().iter().zip(truth).filter(|(shown, true_piece)| shown != true_piece);
    wrong.map(|(shown, true_piece)| shown.map_or(0, steps) + usize::from(true_piece.is_some())).sum()
}

/// Returns all forms of a side's own choice. A piece that XBoard shows as captured is put back.
fn own_plies(pos: &Position, board: &Board, side: Color, choice: Choice) -> Vec<Ply> {
    let (from, to) = (choice.from().into(), choice.to().into());
    let was_pawn = is_pawn(pos, side, choice);
    if !is_of(side, board.at(from)) {
        let piece = colored(if was_pawn { 'p' } else { 'n' }, side == Color::White);
        return vec![if board.at(to).is_none() { Ply::Drop(piece, to) } else { Ply::Pass }];
    }
    let promotes = promotes(pos, side, choice);
    let suffixes = BECOMES.into_iter().filter(|becomes| becomes.is_some() || !promotes);
    suffixes.map(|becomes| Ply::go(from, to, becomes)).collect()
}

/// Returns the corrections that a side can make: a pass, a drop, or a move of a piece on an incorrect square.
fn correcting_plies(board: &Board, truth: &[Option<char>], turn: Color) -> Vec<Ply> {
    let all: Vec<(Square, At)> = squares(rules::BOARD).map(|at| (at, at.into())).collect();
    let is_edge = |at: Square| LAST_RANK.iter().any(|rank| rank & at.bit() != 0);
    let mut plies = vec![Ply::Pass];
    for &(at, to) in &all {
        let missing = truth[at.index()].filter(|&piece| is_of(turn, Some(piece)) && board.at(to).is_none());
        plies.extend(missing.map(|piece| Ply::Drop(piece, to)));
    }
    let wrong = all.iter().filter(|(at, spot)| board.at(*spot) != truth[at.index()]);
    for &(_, from) in wrong.filter(|(_, from)| is_of(turn, board.at(*from))) {
        let targets = all.iter().filter(|(_, to)| *to != from && !is_of(turn, board.at(*to)));
        for &(at, to) in targets {
            let promotes = is_edge(at) && matches!(board.at(from), Some('p' | 'P'));
            let plain = usize::from(promotes);
            plies.extend(BECOMES[plain..].iter().map(|&becomes| Ply::go(from, to, becomes)));
        }
    }
    plies.retain(|ply| survives_saving(board, ply));
    plies
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Game;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    fn board_of(pos: &Position) -> Board {
        Board::new(&pos.board_text(), &NICKNAMES)
    }

    fn scripts_after(fen: &str, white: &str) -> Vec<(String, Vec<String>)> {
        let pos: Position = fen.parse().unwrap();
        let first = pos.parse_move(Color::White, white).unwrap();
        let mut shown = board_of(&pos);
        shown.play(&shown_alone(&pos, Color::White, first));
        let all = scripts(&pos, &shown, Color::Black, first, Color::Black);
        all.into_iter().map(|(c, plies)| (c.to_string(), plies.iter().map(ToString::to_string).collect())).collect()
    }

    fn script_of(fen: &str, white: &str, black: &str) -> Vec<String> {
        scripts_after(fen, white).into_iter().find(|(choice, _)| choice == black).unwrap().1
    }

    #[test]
    fn independent_moves_are_shown_unchanged() {
        assert_eq!(script_of(Position::START, "a1b3", "e5d3"), ["e5d3"]);
    }

    /// Two pawns on the same square remove each other.
    #[test]
    fn equal_pieces_on_one_square_are_removed() {
        let fen = "npppn/p3p/5/P3P/NPPPN w - - 0 1";
        assert_eq!(script_of(fen, "a1b3", "a4a3"), ["a4a3"]);
        let equal = script_of(fen, "a2a3", "a4a3");
        assert_eq!(equal, ["a4a3z"], "equal pieces remove each other");
    }

    /// Random games, with either side first.
    #[test]
    fn scripts_are_distinct_and_reach_the_position() {
        let mut random = SmallRng::seed_from_u64(5);
        let mut longest = 0;
        for game in 0..60 {
            let first_side = if game % 2 == 0 { Color::White } else { Color::Black };
            let mut pos = Position::start();
            while pos.outcome().is_none() && pos.turn_number() < 60 {
                let pick = |random: &mut SmallRng, side| {
                    let choices = pos.choices(side);
                    choices[random.random_range(0..choices.len())]
                };
                let first = pick(&mut random, first_side);
                let mut shown = board_of(&pos);
                let alone = shown_alone(&pos, first_side, first);
                assert!(survives_saving(&shown, &alone), "{pos} {alone}");
                shown.play(&alone);
                let all = scripts(&pos, &shown, !first_side, first, !first_side);
                let mut received = Vec::new();
                for (choice, plies) in &all {
                    let both = if first_side == Color::White { [first, *choice] } else { [*choice, first] };
                    let next = pos.resolve(both);
                    let mut board = shown.clone();
                    let mut texts = Vec::new();
                    for ply in plies {
                        assert!(survives_saving(&board, ply), "{pos} {first:?} {choice:?}: {ply} of {plies:?}");
                        texts.push(board.relayed(ply));
                        board.play(ply);
                    }
                    assert_eq!(board.differs_from(&pieces(&next)), 0, "{pos} {first:?} {choice:?}: {plies:?}");
                    assert_eq!(plies.len() % 2, 1);
                    longest = longest.max(plies.len());
                    for (other, to) in &received {
                        let other: &Vec<Option<String>> = other;
                        let clash = other.starts_with(&texts) || texts.starts_with(other);
                        assert!(!clash || *to == next, "{pos} {first:?}: {texts:?} and {other:?}");
                    }
                    received.push((texts, next));
                }
                let second = all[random.random_range(0..all.len())].0;
                pos = pos.resolve(if first_side == Color::White { [first, second] } else { [second, first] });
            }
        }
        assert!(longest <= 9, "a script of {longest} plies");
    }
}
