//! Weights of the hand-made evaluation: plain data of each game, read from text.
//!
//! ```text
//! # A comment.
//! value p 82/94                 middle game / endgame; one number stands for both
//! value k white 10              for one side only; takes precedence over a line for both
//! passed 0 5/10 8/15            a row; the last number is repeated for missing ones
//! placement n                   a board of 64 numbers over any number of lines, last rank of the owner first
//!   -10/-5 ...
//! ```

use std::iter::Peekable;
use std::ops::{Index, Range};

use movegen::definition::Definition;
use movegen::fen::printable;
use movegen::{Chess, Color, Empire, Insurrection, PieceType, Subversion, Variant, Verdict};

use crate::estimate;
use crate::pair::Pair;

/// A part of the evaluation, as `eval` lists it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// Piece values.
    Material,
    /// Piece-square tables.
    Placement,
    /// Reachable squares.
    Mobility,
    /// Pairs of pieces and open files.
    Pieces,
    /// Pawn structure.
    Pawns,
    /// Passed pawns.
    Passed,
    /// Attack on the enemy royal.
    Attack,
    /// Attacked enemy pieces.
    Threats,
    /// The way to a goal other than mate.
    Goal,
    /// Number and safety of several royals.
    Royals,
    /// Purchasable pieces and means of payment.
    Purchases,
    /// The right to move.
    Tempo,
}

impl Term {
    /// The number of terms.
    pub const COUNT: usize = 12;
    /// All terms with their names, in the order of the trace.
    pub const ALL: [(Self, &str); Self::COUNT] = [
        (Self::Material, "Material"),
        (Self::Placement, "Placement"),
        (Self::Mobility, "Mobility"),
        (Self::Pieces, "Pieces"),
        (Self::Pawns, "Pawns"),
        (Self::Passed, "Passed pawns"),
        (Self::Attack, "King attack"),
        (Self::Threats, "Threats"),
        (Self::Goal, "Way to goal"),
        (Self::Royals, "Royals"),
        (Self::Purchases, "Purchases"),
        (Self::Tempo, "Tempo"),
    ];
}

/// A table of weights under one name.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    name: &'static str,
    pub(crate) term: Term,
    /// One row, or one for each piece type.
    rows: usize,
    pub(crate) columns: usize,
    start: usize,
}

/// The index of one weight, and its term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weight {
    pub(crate) index: usize,
    pub(crate) term: Term,
}

impl Block {
    /// Returns the weight of a row, or of a column where there is one row.
    pub(crate) const fn at(&self, index: usize) -> Weight {
        debug_assert!(index < self.rows * self.columns);
        Weight { index: self.start + index, term: self.term }
    }

    /// The indices of all its weights.
    fn indices(&self) -> Range<usize> {
        self.start..self.start + self.rows * self.columns
    }

    pub(crate) const fn cell(&self, row: usize, column: usize) -> Weight {
        self.at(row * self.columns + column)
    }

    pub(crate) const fn only(&self) -> Weight {
        self.at(0)
    }
}

const ONE: usize = 1;
const PIECES: usize = PieceType::MAX;

macro_rules! blocks {
    ($($id:ident: $name:literal, $term:ident, $rows:ident * $columns:literal, $about:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($id),* }
        const SIZES: &[usize] = &[$($rows * $columns),*];
        $(#[doc = $about] pub(crate) const $id: Block = Block {
            name: $name, term: Term::$term, rows: $rows, columns: $columns, start: sum(Number::$id as usize),
        };)*
        const BLOCKS: &[&Block] = &[$(&$id),*];
    };
}

/// The number of weights in the blocks before this one.
const fn sum(block: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < block {
        sum += SIZES[i];
        i += 1;
    }
    sum
}

const LEN: usize = sum(SIZES.len());

blocks! {
    VALUE: "value", Material, PIECES * 1, "Value of a piece.";
    PHASE: "phase", Material, PIECES * 1,
        "Contribution of a piece to the phase; the first position has the full middle-game phase.";
    PLACEMENT: "placement", Placement, PIECES * 64, "Value of a piece on a square, seen from its owner's side.";
    MOBILITY: "mobility", Mobility, PIECES * 28,
        "By the number of squares that a piece reaches, without those of own pieces and those that enemy pawns attack.";
    COUPLE: "couple", Pieces, PIECES * 1, "Two or more pieces of the piece type.";
    BESIDE: "beside", Pieces, PIECES * 1, "Each pair of pieces of the piece type on adjacent files of a rank.";
    OPEN_FILE: "open-file", Pieces, PIECES * 1, "A piece on a file without pawns.";
    HALF_OPEN: "half-open", Pieces, PIECES * 1, "A piece on a file with enemy pawns only.";
    DOUBLED: "doubled", Pawns, ONE * 1, "A pawn with an own pawn before it.";
    PHALANX: "phalanx", Pawns, ONE * 8, "A pawn with another beside it, by rank.";
    SUPPORTED: "supported", Pawns, ONE * 8, "A pawn that a pawn protects, by rank.";
    PASSED: "passed", Passed, ONE * 8, "A passed pawn, by rank.";
    PASSED_BLOCKED: "passed-blocked", Passed, ONE * 8, "A passed pawn with a piece before it, by rank.";
    PASSED_FREE: "passed-free", Passed, ONE * 8,
        "A passed pawn before an empty square that no enemy attacks or an own piece protects, by rank.";
    UNSTOPPABLE: "unstoppable", Passed, ONE * 1, "A passed pawn that the enemy's only piece, its king, cannot catch.";
    PASSED_OWN_KING: "passed-own-king", Passed, ONE * 8,
        "Each king step, at most 5, from the own king to the square before a passed pawn, by rank of the pawn.";
    PASSED_ENEMY_KING: "passed-enemy-king", Passed, ONE * 8, "The same for the enemy's king.";
    ATTACKER: "attacker", Attack, PIECES * 1, "Danger: each piece that attacks a square of the enemy royal's ring.";
    FORCE: "force", Attack, PIECES * 1, "Danger: each piece on the board.";
    CHECK: "check", Attack, PIECES * 1, "Danger: a piece of the piece type can give check from a safe square.";
    DANGER: "danger", Attack, ONE * 3,
        "Danger: always; each attack on the ring; each ring square that only the royal protects.";
    PAWN_THREAT: "pawn-threat", Threats, PIECES * 1, "An enemy piece that a pawn attacks.";
    CHEAP_THREAT: "cheap-threat", Threats, PIECES * 1,
        "An enemy piece that a clearly less valuable piece other than a pawn attacks.";
    HANGING: "hanging", Threats, PIECES * 1, "An enemy piece that is attacked and not protected.";
    ROAD: "road", Goal, ONE * 9,
        "By the number of king moves to the goal over squares that the enemy does not control; the last one: no such way.";
    BARRED: "barred", Goal, ONE * 8, "Without such a way: by the number of ranks missing.";
    ROYAL_COUNT: "government", Royals, PIECES * 8, "Royals of the piece type, by their number from 1.";
    ROYAL_ESCAPES: "royal-escapes", Royals, ONE * 4,
        "Each of several royals, by the number of safe squares that it can go to (3: more).";
    ROYAL_ATTACKED: "royal-attacked", Royals, ONE * 2, "Each of several royals that is attacked: to move; not to move.";
    ROYAL_MATE: "royal-mate", Royals, ONE * 2,
        "Each of several royals that can be mated at once: to move; not to move.";
    ROYALS_CHANGE: "coup", Royals, PIECES * 2,
        "An enemy piece whose capture by a royal makes other pieces royal: to move; not to move.";
    PURCHASABLE: "bribable", Purchases, PIECES * 2, "An enemy piece that can be bought: to move; not to move.";
    PURSE: "purse", Purchases, ONE * 9, "By the number of pawns left to pay with.";
    TEMPO: "tempo", Tempo, ONE * 1, "The side to move.";
    CLOCK: "clock", Tempo, ONE * 1, "Percentage of the value that is lost when the 50-move clock runs out.";
}

/// The largest absolute number of a weight.
const MAX_WEIGHT: i32 = 9_999;

/// The number of columns of a piece-square table.
const BOARD: usize = 64;

/// The weights of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Set(Box<[Pair; LEN]>);

impl Set {
    /// Returns a weight that has one half only.
    pub(crate) fn plain(&self, weight: Weight) -> i32 {
        self[weight].middle()
    }
}

impl Set {
    /// Takes the weights of built-in games for goal squares, royals and bribes, and removes those of attacks where there is no mate.
    fn adopt_rules(&mut self, rules: &Definition, color: Color) {
        let royals = &rules.royals;
        let has_several = royals.types.count() > 1 || rules.extinction.is_some_and(|rule| rule.is_pseudo_royal);
        let mut adopt = |is_adopted: bool, other: fn() -> Weights, blocks: &[&Block]| {
            if !is_adopted {
                return;
            }
            let other = other();
            for index in blocks.iter().flat_map(|block| block.indices()) {
                self.0[index] = other.of(color).0[index];
            }
        };
        let [empire, coups, bribes] =
            [Weights::of_built_in::<Empire>, Weights::of_built_in::<Insurrection>, Weights::of_built_in::<Subversion>];
        adopt(rules.has_goal_squares(), empire, &[&ROAD, &BARRED]);
        adopt(royals.coup, coups, &[&ROYAL_COUNT, &ROYALS_CHANGE]);
        adopt(royals.coup || has_several, coups, &[&ROYAL_ESCAPES, &ROYAL_ATTACKED, &ROYAL_MATE]);
        adopt(rules.bribes.is_some(), bribes, &[&PURCHASABLE, &PURSE]);
        if !rules.checking || rules.ends.checkmate != Verdict::Loss {
            for block in [&ATTACKER, &FORCE, &CHECK, &DANGER] {
                self.0[block.indices()].fill(Pair::ZERO);
            }
        }
    }

    /// Gives a type that does not move as one of chess the weights of the nearest type of chess for attacks and threats, and
    /// weights of mobility by the share of its squares. Royal types are left out.
    fn adopt_type<V: Variant>(&mut self, game: V, piece_type: PieceType, color: Color) {
        /// The weight of the largest mobility, and of none with the opposite sign.
        const RANGE: Pair = Pair::new(28, 40);
        let is_royal = game.file_definition().is_some_and(|definition| definition.royals.types.has(piece_type));
        if is_royal || estimate::is_orthodox(game, piece_type) {
            return;
        }
        let nearest = estimate::chess_type(game, piece_type);
        let index = piece_type.index();
        for block in [&PHASE, &ATTACKER, &FORCE, &CHECK, &PAWN_THREAT, &CHEAP_THREAT, &HANGING] {
            self.0[block.at(index).index] = self[block.at(nearest.index())];
        }
        let most = estimate::largest_mobility(game, piece_type, color).clamp(1, MOBILITY.columns - 1) as i32;
        for squares in 0..MOBILITY.columns {
            let twice = 2 * (squares as i32).min(most) - most;
            let weight = Pair::new(RANGE.middle() * twice / most, RANGE.end() * twice / most);
            self.0[MOBILITY.cell(index, squares).index] = weight;
        }
    }
}

impl Index<Weight> for Set {
    type Output = Pair;
    #[inline]
    fn index(&self, weight: Weight) -> &Pair {
        &self.0[weight.index]
    }
}

/// The weights of a game for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    sets: [Set; 2],
}

/// An invalid text of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid weights, line {line}, '{text}': {why}")]
pub struct WeightsError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The offending text, printable and shortened.
    pub text: String,
    /// The reason.
    pub why: String,
}

impl WeightsError {
    fn new(line: usize, text: &str, why: impl Into<String>) -> Self {
        Self { line, text: printable(text), why: why.into() }
    }
}

impl Weights {
    /// Returns the built-in weights for a game, by its name and the letters of its piece types: its own, those of its base
    /// if the base has the same letters, else those of chess, in which a piece type that chess does not have counts as a
    /// knight.
    pub fn of_game(name: &str, letters: &str) -> Self {
        if let Some(file) = gamedata::weights(name) {
            match Self::parse(file.content, letters) {
                Ok(weights) => return weights,
                Err(error) => assert!(file.owner != name, "weights of {name}: {error}"),
            }
        }
        let chess = gamedata::weights("chess").expect("chess has weights");
        let mut weights = Self::parse(chess.content, "pnbrqk").expect("the tests parse every file");
        for block in BLOCKS.iter().filter(|block| block.rows == PIECES) {
            for (piece_type, column) in (6..PIECES).flat_map(|row| (0..block.columns).map(move |column| (row, column)))
            {
                for set in &mut weights.sets {
                    let knight = set[block.cell(PieceType::KNIGHT.index(), column)];
                    set.0[block.cell(piece_type, column).index] = knight;
                }
            }
        }
        weights
    }

    /// Returns the weights of a built-in game.
    pub(crate) fn of_built_in<V: Variant>() -> Self {
        Self::of_game(V::NAME, V::LETTERS)
    }

    /// Returns weights for a game that was read from a file: those of chess for pieces that move as in chess. The value of another
    /// piece is that of the nearest piece of chess, in proportion to their mobility. Where losing pieces wins, only the values count,
    /// and they are negative. Values that the file sets replace these.
    pub(crate) fn estimated<V: Variant>(game: V) -> Self {
        let mut weights = Self::of_built_in::<Chess>();
        let definition = game.file_definition();
        let is_bad = definition.and_then(|rules| rules.extinction).is_some_and(|rule| rule.value == Verdict::Win);
        for color in Color::BOTH {
            let set = &mut weights.sets[color];
            for index in 0..PIECES {
                set.adopt_type(game, PieceType::new(index as u8), color);
            }
            if let Some(rules) = definition {
                set.adopt_rules(rules, color);
            }
            let values: Vec<Pair> = (0..PIECES)
                .map(|index| {
                    let piece_type = PieceType::new(index as u8);
                    let value = estimate::value(game, piece_type, color);
                    match estimate::chess_type(game, piece_type) {
                        PieceType::KING => Pair::new(value, value),
                        _ if estimate::is_orthodox(game, piece_type) => set[VALUE.at(index)],
                        nearest => {
                            let (known, of_chess) =
                                (set[VALUE.at(nearest.index())], estimate::value(Chess, nearest, color));
                            Pair::new(known.middle() * value / of_chess, known.end() * value / of_chess)
                        }
                    }
                })
                .collect();
            if is_bad {
                set.0.fill(Pair::ZERO);
            }
            for (index, value) in values.into_iter().enumerate() {
                let piece_type = PieceType::new(index as u8);
                let value = if is_bad { Pair::ZERO - value } else { value };
                let [middle, end] = [0, 1].map(|phase| definition.and_then(|rules| rules.values[phase][index]));
                set.0[VALUE.at(index).index] = Pair::new(middle.unwrap_or(value.middle()), end.unwrap_or(value.end()));
                let is_royal = definition.is_some_and(|rules| rules.royals.types.has(piece_type));
                // A king that cannot be checked needs no shelter on its way to the goal.
                let hurries =
                    definition.is_some_and(|rules| !rules.checking && rules.flags.piece[color] == Some(piece_type));
                if hurries || !is_royal && !estimate::is_orthodox(game, piece_type) {
                    (0..BOARD).for_each(|at| set.0[PLACEMENT.cell(index, at).index] = Pair::ZERO);
                }
            }
        }
        weights
    }

    /// Parses a text for a game whose piece types have these letters. Weights that it does not mention are 0.
    ///
    /// # Errors
    /// The first invalid line.
    pub fn parse(text: &str, letters: &str) -> Result<Self, WeightsError> {
        let letters: String = letters.chars().take(PIECES).collect();
        let mut rows: Vec<Row> = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.split('#').next().unwrap_or_default().trim();
            let mut words = content.split_whitespace().peekable();
            if words.peek().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())) {
                let row = Row::of_heading(&mut words, line, &letters)?;
                if rows.iter().any(|other| row.is_same_as(other)) {
                    return Err(WeightsError::new(line, content, "these numbers have been given before"));
                }
                rows.push(row);
            }
            for word in words {
                let row =
                    rows.last_mut().ok_or_else(|| WeightsError::new(line, word, "a name must precede numbers"))?;
                if row.numbers.len() == row.block.columns {
                    let why = format!("{} has at most {} numbers", row.block.name, row.block.columns);
                    return Err(WeightsError::new(line, word, why));
                }
                row.numbers.push(parse_pair(word).map_err(|why| WeightsError::new(line, word, why))?);
            }
        }
        let mut sets = [0, 1].map(|_| Set(Box::new([Pair::ZERO; LEN])));
        for is_for_one in [false, true] {
            for row in rows.iter().filter(|row| row.color.is_some() == is_for_one) {
                row.write(&mut sets)?;
            }
        }
        Ok(Self { sets })
    }

    /// Returns the weights of one side.
    #[inline]
    pub(crate) fn of(&self, color: Color) -> &Set {
        &self.sets[color]
    }
}

/// Parses `12/-3` or one number for both halves.
fn parse_pair(word: &str) -> Result<Pair, String> {
    let number = |text: &str| match text.parse::<i32>() {
        Ok(number) if (-MAX_WEIGHT..=MAX_WEIGHT).contains(&number) => Ok(number),
        _ => Err(format!("not a number from -{MAX_WEIGHT} to {MAX_WEIGHT}")),
    };
    let (middle, end) = word.split_once('/').unwrap_or((word, word));
    Ok(Pair::new(number(middle)?, number(end)?))
}

/// A row of a text.
struct Row {
    block: &'static Block,
    row: usize,
    color: Option<Color>,
    numbers: Vec<Pair>,
    line: usize,
}

impl Row {
    /// Parses the name, the piece type where the block has one, and the colour if there is one.
    fn of_heading<'t>(
        words: &mut Peekable<impl Iterator<Item = &'t str>>,
        line: usize,
        letters: &str,
    ) -> Result<Self, WeightsError> {
        let name = words.next().unwrap_or_default();
        let block = BLOCKS.iter().find(|block| block.name == name);
        let block = block.ok_or_else(|| WeightsError::new(line, name, "no weights have this name"))?;
        let row = if block.rows == ONE {
            0
        } else {
            let word = words.next().unwrap_or_default();
            let row = if word.chars().count() == 1 { letters.find(word) } else { None };
            let why = || format!("{name} needs the letter of a piece: one of {letters}");
            row.ok_or_else(|| WeightsError::new(line, word, why()))?
        };
        let color = match words.peek() {
            Some(&"white") => Some(Color::White),
            Some(&"black") => Some(Color::Black),
            _ => None,
        };
        if color.is_some() {
            words.next();
        }
        Ok(Self { block, row, color, numbers: Vec::new(), line })
    }

    fn is_same_as(&self, other: &Self) -> bool {
        (self.block.name, self.row, self.color) == (other.block.name, other.row, other.color)
    }

    fn write(&self, sets: &mut [Set; 2]) -> Result<(), WeightsError> {
        let (given, wanted) = (self.numbers.len(), self.block.columns);
        let is_complete = if wanted == BOARD { given == wanted } else { given > 0 };
        let last = self.numbers.last().copied().filter(|_| is_complete).ok_or_else(|| {
            WeightsError::new(self.line, self.block.name, format!("{given} numbers instead of {wanted}"))
        })?;
        for color in Color::BOTH.into_iter().filter(|&color| self.color.is_none_or(|only| only == color)) {
            for column in 0..wanted {
                // Boards are written with the last rank first.
                let flipped = if wanted == BOARD { column ^ 56 } else { column };
                sets[color].0[self.block.cell(self.row, flipped).index] =
                    self.numbers.get(column).copied().unwrap_or(last);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use movegen::{Custom, Position, definition};

    use super::*;
    use crate::{Evaluate, Evaluator};

    fn error(text: &str) -> String {
        Weights::parse(text, "pnbrqk").unwrap_err().to_string()
    }

    #[test]
    fn one_number_stands_for_both_halves() {
        let weights = Weights::parse("value p 82/-94 # pawn\nvalue n\n 300\n\npassed 0 5/10\n 7\n", "pn").unwrap();
        let set = weights.of(Color::Black);
        assert_eq!((set[VALUE.at(0)], set[VALUE.at(1)]), (Pair::new(82, -94), Pair::new(300, 300)));
        assert_eq!((set[PASSED.at(1)], set[PASSED.at(7)]), (Pair::new(5, 10), Pair::new(7, 7)));
    }

    #[test]
    fn line_for_one_side_takes_precedence() {
        let weights = Weights::parse("check q white 50\ncheck q 40\n", "pnbrqk").unwrap();
        assert_eq!(Color::BOTH.map(|color| weights.of(color).plain(CHECK.at(4))), [50, 40]);
    }

    #[test]
    fn boards_have_the_last_rank_on_top() {
        let board = (0..64).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
        let weights = Weights::parse(&format!("placement k {board}"), "pnbrqk").unwrap();
        let at = |square| weights.of(Color::White)[PLACEMENT.cell(5, square)].middle();
        assert_eq!((at(56), at(63), at(0), at(7)), (0, 7, 56, 63));
    }

    #[test]
    fn values_of_the_file_replace_estimates() {
        let game = |lines: &str| {
            let read = definition::read("f", &format!("[a:chess]\n{lines}\n"));
            Custom::new(read.games[0].clone()).unwrap()
        };
        let knight = |lines: &str| Weights::estimated(game(lines)).of(Color::White)[VALUE.at(1)];
        let usual = knight("");
        assert_eq!(knight("pieceValueMg = n:0"), usual);
        // A queen is worth twice a rook, which has 1276 in the middlegame.
        assert_eq!(knight("pieceValueMg = r:9 n:2552"), Pair::new(1_000, usual.end()));
        assert_eq!(knight("pieceValueEg = n:2552"), Pair::new(usual.middle(), 1_000));
        let score = |lines: &str, pieces: &str| {
            let pos = Position::read(game(lines), &format!("4k3/pppp4/8/8/8/8/PPPP4/{pieces}K3 w - - 0 1")).unwrap();
            Evaluator::hand_made_of(game(lines)).score_afresh(&pos)
        };
        assert!(score("", "1N2") < score("", "1R2"));
        let both = "pieceValueMg = n:2552\npieceValueEg = n:2552";
        assert!(score(both, "1N2") > score(both, "1R2"));
    }

    #[test]
    fn errors_quote_the_line() {
        for (text, expected) in [
            ("\nvalues p 1", "line 2, 'values': no weights have this name"),
            ("value x 1", "line 1, 'x': value needs the letter of a piece: one of pnbrqk"),
            ("12 13", "line 1, '12': a name must precede numbers"),
            ("tempo 1 2", "line 1, '2': tempo has at most 1 numbers"),
            ("tempo 1/x", "line 1, '1/x': not a number from -9999 to 9999"),
            ("tempo\n", "line 1, 'tempo': 0 numbers instead of 1"),
            ("placement p 1 2", "line 1, 'placement': 2 numbers instead of 64"),
            ("tempo 1\ntempo 2", "line 2, 'tempo 2': these numbers have been given before"),
            ("tempo 99999999999", "line 1, '99999999999': not a number from -9999 to 9999"),
        ] {
            assert_eq!(error(text), format!("invalid weights, {expected}"));
        }
    }

    #[test]
    fn game_without_weights_uses_those_of_chess() {
        let [chess, unknown] = ["chess", "unknown"].map(|name| {
            let letters = if name == "chess" { "pnbrqk" } else { "pnbrqkx" };
            Weights::of_game(name, letters)
        });
        let value = |weights: &Weights, piece_type| weights.of(Color::Black)[VALUE.at(piece_type)];
        assert!((0..6).all(|piece_type| value(&chess, piece_type) == value(&unknown, piece_type)));
        assert_eq!(value(&unknown, 6), value(&chess, PieceType::KNIGHT.index()));
    }
}
