//! How XBoard shows Apocalypse. The first side's choice is a move of its own; the second side, which has chosen without looking, answers with a script: its own move, and as many plies of both colours
//! as it takes to turn the board shown into the one that the two choices lead to. The first side computes the scripts of
//! all answers and finds the one it hears.

use movegen::Color;
use movegen::xboard::{Board, NOBODY, Ply, Spot};

use crate::rules::{Choice, LAST_RANK, Position, Square, squares};

/// Letters that call in the enemy's pieces: White's suffixes are read as capitals, Black's as small letters.
pub const NICKNAMES: [(char, char); 4] = [('w', 'P'), ('m', 'N'), ('W', 'p'), ('M', 'n')];

/// What XBoard must be told. A parent that has drops lets pieces be put on empty squares; the leap of pawns and knights, which
/// no script contains, makes everything that they do illegal in its eyes. So it does not promote pawns by itself, and writes
/// into saved games what pieces become. Behind the semicolon, where XBoard itself stops reading, the saved game tells that
/// knights move as knights, on to pieces of their own too, so that the only one of a colour, who is written without his square, is
/// found again.
pub const DEFINITION: [&str; 3] =
    ["setup (P=wN=m....p=Wn=M....) 5x5+0_bughouse npppn/p3p/5/P3P/NPPPN w - - 0 1", "piece P& G", "piece N& G;N:mcdN"];
/// How far that leap goes, along ranks and along files.
const LEAP: (usize, usize) = (3, 3);

/// Everything that a piece can become: what it is, a knight, a pawn, nobody, the enemy's pawn or knight.
const BECOMES: [Option<char>; 6] = [None, Some('n'), Some('p'), Some(NOBODY), Some('w'), Some('m')];
/// More plies than any script has.
const LONGEST: usize = 21;

/// XBoard's name for a square.
pub const fn spot(at: Square) -> Spot {
    Spot { file: at.file() as usize, rank: at.rank() as usize }
}

/// The pieces of a position as a [`Board`] lists them.
pub fn pieces(pos: &Position) -> Vec<Option<char>> {
    (0..25).map(|index| pos.letter_at(Square::new(index))).collect()
}

fn is_of(side: Color, piece: Option<char>) -> bool {
    piece.is_some_and(|piece| piece.is_ascii_uppercase() == (side == Color::White))
}

fn coloured(side: Color, letter: char) -> char {
    if side == Color::White { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// Whether a pawn captures on the last rank before it is put elsewhere.
pub fn captures_on_the_way(pos: &Position, side: Color, choice: Choice) -> bool {
    choice.is_safe_relocation() && pos.pieces(!side) & choice.via().bit() != 0
}

fn moves_a_pawn(pos: &Position, side: Color, choice: Choice) -> bool {
    pos.pawns(side) & choice.from().bit() != 0
}

/// Whether the choice makes a pawn a knight, if it is played.
pub fn promotes(pos: &Position, side: Color, choice: Choice) -> bool {
    moves_a_pawn(pos, side, choice) && LAST_RANK[side] & choice.to().bit() != 0
}

/// What tells the ways of a pawn to the same square apart, by way of one square of the last rank or another: letters that
/// name a pawn again, nothing, and for the rare third way a knight, which the script sets right.
const WAYS: [Option<char>; 3] = [None, Some('p'), Some('n')];

/// The ply by which the first side's choice is shown, as if it were played alone. A piece that a pawn takes on the last rank
/// before it is put elsewhere stays for the moment: XBoard shows such a move of two legs, but it does not read it again.
pub fn shown_alone(pos: &Position, side: Color, choice: Choice) -> Ply {
    let (from, to) = (spot(choice.from()), spot(choice.to()));
    if choice.is_safe_relocation() {
        let goes_so = |other: &Choice| other.from() == choice.from() && other.to() == choice.to();
        let way = pos.choices(side).into_iter().filter(goes_so).position(|other| other == choice);
        return Ply::go(from, to, way.and_then(|way| WAYS.get(way).copied()).flatten());
    }
    Ply::go(from, to, promotes(pos, side, choice).then_some('n'))
}

/// Whether XBoard reads the ply again from a game that it has saved. It writes a knight that is the only one of its colour
/// without the square it comes from, and then finds it only where a knight can go, and only if somebody remains there. Of
/// moves in several legs it forgets what the piece becomes, and the leap of the definition it takes for a legal move, whose
/// letter it does not write.
fn is_kept(board: &Board, ply: &Ply) -> bool {
    let Ply::Go(step) = ply else { return true };
    let leap = (step.from.file.abs_diff(step.to.file), step.from.rank.abs_diff(step.to.rank));
    let is_found = match board.at(step.from) {
        Some(piece @ ('n' | 'N')) if board.number_of(piece) == 1 => {
            matches!(leap, (1, 2) | (2, 1)) && step.becomes != Some(NOBODY)
        }
        _ => leap != LEAP || step.becomes.is_none(),
    };
    is_found && step.over.is_none()
}

/// The scripts of all answers that `side` can give to the other side's choice, on the board that shows it; `turn` is the
/// side that XBoard has on the move. No script begins another one that leads elsewhere.
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
        // Another beginning keeps the script apart from one that begins alike; what it does amiss is mended.
        while clashes(&plies)
            && let Some(beginning) = ways.next()
        {
            plies = script(&next, shown, turn, side, beginning);
        }
        all.push((choice, next, plies));
    }
    all.into_iter().map(|(choice, _, plies)| (choice, plies)).collect()
}

/// The plies from the board shown to the position after both choices, beginning with this one and ending with the other
/// side on the move.
fn script(next: &Position, shown: &Board, turn: Color, side: Color, beginning: Ply) -> Vec<Ply> {
    let truth = pieces(next);
    let (mut board, mut turn) = (shown.clone(), !turn);
    board.play(&beginning);
    let mut plies = vec![beginning];
    while plies.len() < LONGEST && (turn == side || board.differs_from(&truth) > 0) {
        let ways = mending_plies(&board, &truth, turn);
        let ply = ways.into_iter().min_by_key(|ply| work_left(&board, &truth, ply)).unwrap_or(Ply::Pass);
        board.play(&ply);
        plies.push(ply);
        turn = !turn;
    }
    plies
}

/// With what a script can begin: the side's own choice, written in the way that leaves the least to mend; and, should that
/// not tell it apart from another, a pass or a move of any piece.
fn beginnings(pos: &Position, next: &Position, shown: &Board, turn: Color, side: Color, choice: Choice) -> Vec<Ply> {
    let truth = pieces(next);
    let mut ways = Vec::new();
    if turn == side {
        let own = own_plies(pos, shown, side, choice);
        ways.extend(own.into_iter().filter(|ply| is_kept(shown, ply)).min_by_key(|ply| work_left(shown, &truth, ply)));
    }
    ways.push(Ply::Pass);
    let all = || squares(crate::rules::BOARD).map(spot);
    for from in all().filter(|&from| is_of(turn, shown.at(from))) {
        ways.extend(shown.inner_empty().map(|to| Ply::go(from, to, None)).filter(|ply| is_kept(shown, ply)));
    }
    ways
}

/// How many pieces have to go and to come after this ply before the board is the true one.
fn work_left(board: &Board, truth: &[Option<char>], ply: &Ply) -> usize {
    let mut board = board.clone();
    board.play(ply);
    work(&board, truth)
}

/// How many pieces have to go and to come for the board to be the true one. The only knight of a colour goes in two steps.
fn work(board: &Board, truth: &[Option<char>]) -> usize {
    let steps = |piece: char| if piece.eq_ignore_ascii_case(&'n') && board.number_of(piece) == 1 { 2 } else { 1 };
    let work = |(shown, true_piece): (&Option<char>, &Option<char>)| match shown == true_piece {
        true => 0,
        false => shown.map_or(0, steps) + usize::from(true_piece.is_some()),
    };
    board.pieces().iter().zip(truth).map(work).sum()
}

/// The ways to write a side's own choice, whatever it leaves behind; a piece that XBoard shows as captured is put back.
fn own_plies(pos: &Position, board: &Board, side: Color, choice: Choice) -> Vec<Ply> {
    let (from, to) = (spot(choice.from()), spot(choice.to()));
    let was_pawn = moves_a_pawn(pos, side, choice);
    if !is_of(side, board.at(from)) {
        let piece = coloured(side, if was_pawn { 'p' } else { 'n' });
        return vec![if board.at(to).is_none() { Ply::Drop(piece, to) } else { Ply::Pass }];
    }
    let promotes = promotes(pos, side, choice);
    let suffixes = BECOMES.into_iter().filter(|becomes| becomes.is_some() || !promotes);
    suffixes.map(|becomes| Ply::go(from, to, becomes)).collect()
}

/// What a side can do for the board: nothing, put a piece back, or move a piece that stands wrongly.
fn mending_plies(board: &Board, truth: &[Option<char>], turn: Color) -> Vec<Ply> {
    let all: Vec<(Square, Spot)> = squares(crate::rules::BOARD).map(|at| (at, spot(at))).collect();
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
            let plain =
                if is_edge(at) && board.at(from).is_some_and(|piece| piece.eq_ignore_ascii_case(&'p')) { 1 } else { 0 };
            plies.extend(BECOMES[plain..].iter().map(|&becomes| Ply::go(from, to, becomes)));
        }
    }
    plies.retain(|ply| is_kept(board, ply));
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
    fn moves_that_do_not_meet_are_shown_as_they_are() {
        assert_eq!(script_of(Position::START, "a1b3", "e5d3"), ["e5d3"]);
    }

    /// A knight and a pawn arrive on b3: the knight stays, and Black's pawn calls White's knight in.
    #[test]
    fn a_pawn_that_meets_a_knight_leaves_it_standing() {
        let fen = "npppn/p3p/5/P3P/NPPPN w - - 0 1";
        assert_eq!(script_of(fen, "a1b3", "a4a3"), ["a4a3"]);
        let equal = script_of(fen, "a2a3", "a4a3");
        assert_eq!(equal, ["a4a3z"], "equal pieces remove each other");
    }

    /// What the test knows as script must come out of the other side's decoding, whoever is first, in every random game.
    #[test]
    fn scripts_lead_to_the_true_board_and_can_be_told_apart() {
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
                assert!(is_kept(&shown, &alone), "{pos} {alone}");
                shown.play(&alone);
                let all = scripts(&pos, &shown, !first_side, first, !first_side);
                let mut heard = Vec::new();
                for (choice, plies) in &all {
                    let both = if first_side == Color::White { [first, *choice] } else { [*choice, first] };
                    let next = pos.resolve(both);
                    let mut board = shown.clone();
                    let mut texts = Vec::new();
                    for ply in plies {
                        assert!(is_kept(&board, ply), "{pos} {first:?} {choice:?}: {ply} of {plies:?}");
                        texts.push(board.relayed(ply));
                        board.play(ply);
                    }
                    assert_eq!(board.differs_from(&pieces(&next)), 0, "{pos} {first:?} {choice:?}: {plies:?}");
                    assert_eq!(plies.len() % 2, 1);
                    longest = longest.max(plies.len());
                    for (other, to) in &heard {
                        let other: &Vec<Option<String>> = other;
                        let clash = other.starts_with(&texts) || texts.starts_with(other);
                        assert!(!clash || *to == next, "{pos} {first:?}: {texts:?} and {other:?}");
                    }
                    heard.push((texts, next));
                }
                let second = all[random.random_range(0..all.len())].0;
                pos = pos.resolve(if first_side == Color::White { [first, second] } else { [second, first] });
            }
        }
        assert!(longest <= 9, "a script of {longest} plies");
    }
}
