//! Apocalypse on a board of letters: both sides choose at once.

use std::collections::BTreeSet;

/// Turns after which a game is drawn.
pub const LONGEST_GAME: u32 = 200;

/// File and rank, from 0.
pub type Square = (i8, i8);
/// 0 is White, 1 is Black.
pub type Side = usize;

/// A position without the number of its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pieces: [[char; 5]; 5],
    penalties: [u8; 2],
}

/// The path of a piece: its origin, the square of the last rank that a safe relocation passes, and its destination.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Choice {
    from: Square,
    via: Option<Square>,
    to: Square,
    is_safe: bool,
}

const EMPTY: char = '.';

fn on_board((file, rank): Square) -> bool {
    (0..5).contains(&file) && (0..5).contains(&rank)
}

fn all() -> impl Iterator<Item = Square> {
    (0..25).map(|n| (n % 5, n / 5))
}

/// The rank on which the pawns of a side promote.
pub fn last_rank(side: Side) -> i8 {
    if side == 0 { 4 } else { 0 }
}

fn ahead(side: Side, (file, rank): Square, sideways: i8) -> Square {
    (file + sideways, if side == 0 { rank + 1 } else { rank - 1 })
}

impl Board {
    /// Creates a board without pieces.
    pub const fn empty(penalties: [u8; 2]) -> Self {
        Self { pieces: [[EMPTY; 5]; 5], penalties }
    }

    /// Reads the first field of a FEN. Returns `None` for a board that the game cannot reach by its numbers of pieces.
    pub fn read(rows: &str, penalties: [u8; 2]) -> Option<Self> {
        let mut board = Self::empty(penalties);
        if rows.split('/').count() != 5 {
            return None;
        }
        for (row, text) in board.pieces.iter_mut().rev().zip(rows.split('/')) {
            let mut squares = row.iter_mut();
            for c in text.chars() {
                match c {
                    '1'..='5' => drop(squares.nth(c as usize - '1' as usize)?),
                    'p' | 'P' | 'n' | 'N' => *squares.next()? = c,
                    _ => return None,
                }
            }
            if squares.next().is_some() {
                return None;
            }
        }
        let is_sound = |side: Side| {
            let is_last = |at: Square| at.1 == last_rank(side) && board.is_of(side, at) && board.is_pawn(at);
            board.count('n', side) <= 2 && board.count('p', side) <= 5 && !all().any(is_last)
        };
        (penalties.iter().all(|&points| points <= 2) && is_sound(0) && is_sound(1)).then_some(board)
    }

    /// The piece on a square, `.` if it is empty.
    pub fn at(&self, (file, rank): Square) -> char {
        self.pieces[rank as usize][file as usize]
    }

    fn set(&mut self, (file, rank): Square, piece: char) {
        self.pieces[rank as usize][file as usize] = piece;
    }

    fn is_of(&self, side: Side, at: Square) -> bool {
        let piece = self.at(at);
        piece != EMPTY && piece.is_ascii_uppercase() == (side == 0)
    }

    fn is_pawn(&self, at: Square) -> bool {
        self.at(at).eq_ignore_ascii_case(&'p')
    }

    fn count(&self, piece: char, side: Side) -> usize {
        let piece = if side == 0 { piece.to_ascii_uppercase() } else { piece };
        all().filter(|&at| self.at(at) == piece).count()
    }

    /// Puts a piece down. A pawn on its last rank becomes a knight.
    pub fn arrive(&mut self, side: Side, is_pawn: bool, at: Square) {
        let piece = if is_pawn && at.1 != last_rank(side) { 'p' } else { 'n' };
        self.set(at, if side == 0 { piece.to_ascii_uppercase() } else { piece });
    }

    /// The squares that a piece could step to if nothing else moved.
    fn steps(&self, side: Side, from: Square) -> Vec<Square> {
        let is_enemy = |at| on_board(at) && self.is_of(1 - side, at);
        if self.is_pawn(from) {
            let push = ahead(side, from, 0);
            let mut steps: Vec<Square> = Vec::new();
            if on_board(push) && self.at(push) == EMPTY {
                steps.push(push);
            }
            steps.extend([-1, 1].map(|sideways| ahead(side, from, sideways)).into_iter().filter(|&at| is_enemy(at)));
            return steps;
        }
        let jumps = all().filter(|at| (at.0 - from.0).abs() * (at.1 - from.1).abs() == 2);
        jumps.filter(|&at| !self.is_of(side, at)).collect()
    }

    fn safe(&self, side: Side) -> Vec<Choice> {
        let mut choices = Vec::new();
        for from in all().filter(|&at| self.is_of(side, at)) {
            for step in self.steps(side, from) {
                let relocates = self.is_pawn(from) && step.1 == last_rank(side) && self.count('n', side) >= 2;
                if relocates {
                    let spots = all().filter(|&at| self.at(at) == EMPTY && at.1 != last_rank(side));
                    choices.extend(spots.map(|to| Choice { from, via: Some(step), to, is_safe: true }));
                } else {
                    choices.push(Choice { from, via: None, to: step, is_safe: true });
                }
            }
        }
        choices
    }

    /// The board after a safe choice alone.
    fn alone(&self, side: Side, choice: &Choice) -> Self {
        let mut next = self.clone();
        next.set(choice.from, EMPTY);
        next.set(choice.via.unwrap_or(choice.to), EMPTY);
        next.arrive(side, self.is_pawn(choice.from), choice.to);
        next
    }

    /// All choices of a side: the safe ones, and those that a safe choice of the other side would make safe.
    pub fn choices(&self, side: Side) -> BTreeSet<Choice> {
        let safe = self.safe(side);
        let mut choices: BTreeSet<Choice> = safe.iter().copied().collect();
        for reply in self.safe(1 - side) {
            for then in self.alone(1 - side, &reply).safe(side) {
                if !safe.iter().any(|choice| (choice.from, choice.to) == (then.from, then.to)) {
                    choices.insert(Choice { via: None, is_safe: false, ..then });
                }
            }
        }
        choices
    }

    /// The position after the choices of White and Black.
    #[must_use]
    pub fn turn(&self, choices: [Choice; 2]) -> Self {
        match choices.map(|choice| choice.is_safe) {
            [true, true] => self.both(choices),
            [false, false] => self.fined(&[0, 1]),
            [true, false] => self.gamble(1, &choices[1], &choices[0]),
            [false, true] => self.gamble(0, &choices[0], &choices[1]),
        }
    }

    fn fined(&self, sides: &[Side]) -> Self {
        let mut next = self.clone();
        sides.iter().for_each(|&side| next.penalties[side] = (next.penalties[side] + 1).min(2));
        next
    }

    fn both(&self, choices: [Choice; 2]) -> Self {
        let mut next = self.clone();
        for side in 0..2 {
            let goal = choices[side].via.unwrap_or(choices[side].to);
            // The other mover is no victim.
            if self.is_of(1 - side, goal) && choices[1 - side].from != goal {
                next.set(goal, EMPTY);
            }
        }
        choices.iter().for_each(|choice| next.set(choice.from, EMPTY));
        let pawns = choices.map(|choice| self.is_pawn(choice.from));
        if choices[0].to == choices[1].to {
            if pawns[0] != pawns[1] {
                next.arrive(usize::from(pawns[0]), false, choices[0].to);
            }
        } else {
            (0..2).for_each(|side| next.arrive(side, pawns[side], choices[side].to));
        }
        next
    }

    fn gamble(&self, side: Side, choice: &Choice, reply: &Choice) -> Self {
        let is_pawn = self.is_pawn(choice.from);
        let mut gone = self.clone();
        gone.set(choice.from, EMPTY);
        let mut next = gone.clone();
        next.set(reply.from, EMPTY);
        next.set(reply.via.unwrap_or(reply.to), EMPTY);
        next.arrive(1 - side, self.is_pawn(reply.from), reply.to);
        let goal =
            if is_pawn { next.pawn_goal(side, choice) } else { Some(choice.to).filter(|&to| !next.is_of(side, to)) };
        match goal {
            None => self.alone(1 - side, reply).fined(&[side]),
            Some(goal) => {
                next.set(goal, EMPTY);
                next.arrive(side, is_pawn, choice.to);
                next
            }
        }
    }

    /// The square on which a gambling pawn captures or to which it steps, on the board after the reply.
    fn pawn_goal(&self, side: Side, choice: &Choice) -> Option<Square> {
        let is_enemy = |at: Square| on_board(at) && self.is_of(1 - side, at);
        let push = ahead(side, choice.from, 0);
        if push.1 == last_rank(side) && choice.to.1 != last_rank(side) {
            let ways = [ahead(side, choice.from, -1), ahead(side, choice.from, 1)];
            let way = if self.at(push) == EMPTY { Some(push) } else { ways.into_iter().find(|&at| is_enemy(at)) };
            return way.filter(|_| self.at(choice.to) == EMPTY);
        }
        let is_open = if choice.to == push { self.at(push) == EMPTY } else { is_enemy(choice.to) };
        let promotes = choice.to.1 != last_rank(side) || self.count('n', side) <= 1;
        (is_open && promotes).then_some(choice.to)
    }

    /// The result with its reason, `*` while the game is not over.
    pub fn end(&self) -> &'static str {
        let pawns = [0, 1].map(|side| self.count('p', side));
        let fined = self.penalties.map(|points| points >= 2);
        match (pawns, fined) {
            ([0, 0], _) => "1/2-1/2 {no pawns left}",
            ([0, _], _) => "0-1 {no pawns left}",
            ([_, 0], _) => "1-0 {no pawns left}",
            (_, [true, true]) => "1/2-1/2 {two penalties}",
            (_, [true, false]) => "0-1 {two penalties}",
            (_, [false, true]) => "1-0 {two penalties}",
            _ if self.safe(0).is_empty() || self.safe(1).is_empty() => "1/2-1/2 {stalemate}",
            _ => "*",
        }
    }

    /// The board and the penalty points.
    pub fn short(&self) -> String {
        let rows: Vec<String> = self.pieces.iter().rev().map(|row| row.iter().collect()).collect();
        let mut board = rows.join("/");
        for gap in (1..=5).rev() {
            board = board.replace(&".".repeat(gap), &gap.to_string());
        }
        format!("{board} {}{}", self.penalties[0], self.penalties[1])
    }
}

fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// From, via and to, and `?` unless the choice is safe.
pub fn text(choice: &Choice) -> String {
    let via = choice.via.map_or_else(String::new, name);
    format!("{}{via}{}{}", name(choice.from), name(choice.to), if choice.is_safe { "" } else { "?" })
}
