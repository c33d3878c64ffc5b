//! Reduced matrices of solved positions: for each position the small game of the choices that its equilibrium mixed,
//! and the cells of these rows and columns, which show whether the small game still
//! solves the matrix. For every cell it is kept where its value comes from.
//!
//! Going through the small games costs a hundredth of solving the matrices, going through their rows and columns a tenth;
//! and while the same choices stay the best ones, both lead to the same values.

use crate::matrix::{Matrix, Solver};

/// The small games of some positions, in the order in which they were added.
#[derive(Default)]
pub(super) struct Policy {
    nodes: Vec<Node>,
    /// For each game its own cells, row by row; then the rest of its rows, choice by choice of the column player; then
    /// the rest of its columns, choice by choice of the row player.
    cells: Vec<u32>,
    matrix: Matrix,
    solver: Solver,
}

/// A small game: the number of its position, where its cells begin, its size, and that of the matrix.
#[derive(Clone, Copy)]
struct Node {
    at: u32,
    cells: u32,
    mixed: [u8; 2],
    size: [u8; 2],
    /// Sweeps in turn that hardly changed its value, up to [`MAX_CALM_SWEEPS_LOG2`].
    calm: u8,
    /// Sweeps that pass it by from now on.
    rest: u8,
}

/// A game that has not changed for this many sweeps is passed by in all but one of two to the power of it.
const MAX_CALM_SWEEPS_LOG2: u8 = 3;

impl Node {
    fn mixed(self) -> [usize; 2] {
        self.mixed.map(usize::from)
    }

    fn len(self) -> usize {
        let ([rows, columns], [all_rows, all_columns]) = (self.mixed(), self.size.map(usize::from));
        rows * all_columns + (all_rows - rows) * columns
    }
}

/// The result of checking the rows and columns of a small game.
pub(super) struct Check {
    /// The guarantee of the row player in the whole matrix.
    pub(super) low: f64,
    /// The guarantee of the column player.
    pub(super) high: f64,
    /// All these cells are final.
    pub(super) is_final: bool,
}

impl Policy {
    /// The number of games.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of the position of a game.
    pub(super) fn at(&self, number: usize) -> usize {
        self.nodes[number].at as usize
    }

    /// Adds the game of a position: how many choices each side mixes, the size of the matrix, and the cells in the order
    /// in which they are kept.
    pub(super) fn add(&mut self, at: usize, mixed: [usize; 2], size: [usize; 2], cells: impl Iterator<Item = u32>) {
        let [mixed, size] = [mixed, size].map(|pair| pair.map(|number| number as u8));
        self.nodes.push(Node { at: at as u32, cells: self.cells.len() as u32, mixed, size, calm: 0, rest: 0 });
        self.cells.extend(cells);
    }

    /// Puts the game that was added last in the place of another one of the same position.
    pub(super) fn replace(&mut self, number: usize) {
        let Some(mut node) = self.nodes.pop() else { return };
        let (old, len) = (self.nodes[number], node.len());
        debug_assert_eq!(old.at, node.at);
        if len <= old.len() {
            self.cells.copy_within(node.cells as usize.., old.cells as usize);
            self.cells.truncate(node.cells as usize);
            node.cells = old.cells;
        }
        self.nodes[number] = node;
    }

    /// Removes the games for which the predicate is `true`.
    pub(super) fn retain(&mut self, mut is_kept: impl FnMut(usize) -> bool) {
        self.nodes.retain(|node| is_kept(node.at as usize));
    }

    /// Updates the values of positions, one after the other, backwards if asked to: `change` receives each position and its
    /// game's value, and the largest number it returns is the result. Positions whose values keep still, for which it gives
    /// less than `quiet`, are passed by more and more often.
    pub(super) fn sweep(
        &mut self,
        backwards: bool,
        quiet: f64,
        payoff: impl Fn(u32) -> f64,
        mut change: impl FnMut(usize, f64) -> f64,
    ) -> f64 {
        let mut most: f64 = 0.0;
        for number in 0..self.nodes.len() {
            let number = if backwards { self.nodes.len() - 1 - number } else { number };
            let node = self.nodes[number];
            if node.rest > 0 {
                self.nodes[number].rest -= 1;
                continue;
            }
            let [rows, columns] = node.mixed();
            let cells = &self.cells[node.cells as usize..][..rows * columns];
            let value = match (rows, columns) {
                (1, 1) => payoff(cells[0]),
                (1, _) => cells.iter().fold(f64::INFINITY, |least, &cell| least.min(payoff(cell))),
                (_, 1) => cells.iter().fold(f64::NEG_INFINITY, |most, &cell| most.max(payoff(cell))),
                (2, 2) => two_by_two([0, 1, 2, 3].map(|at| payoff(cells[at]))).0,
                _ => {
                    self.matrix.fill(rows, columns, |i, j| payoff(cells[i * columns + j]));
                    self.solver.solve(&self.matrix).value()
                }
            };
            let changed = change(node.at as usize, value);
            most = most.max(changed);
            let calm = if changed < quiet { MAX_CALM_SWEEPS_LOG2.min(node.calm + 1) } else { 0 };
            (self.nodes[number].calm, self.nodes[number].rest) = (calm, (1 << calm) - 1);
        }
        most
    }

    /// Solves a small game and checks all its rows and columns; `cell` returns the value of a cell and `true` if it is final.
    pub(super) fn check(&mut self, number: usize, payoff: impl Fn(u32) -> (f64, bool)) -> Check {
        let node = self.nodes[number];
        let ([rows, columns], [all_rows, all_columns]) = (node.mixed(), node.size.map(usize::from));
        let cells = &self.cells[node.cells as usize..][..node.len()];
        let (small, rest) = cells.split_at(rows * columns);
        let (rest_of_rows, rest_of_columns) = rest.split_at((all_columns - columns) * rows);
        let mut is_final = true;
        let mut value = |cell: u32| {
            let (value, cell_is_final) = payoff(cell);
            is_final &= cell_is_final;
            value
        };
        let (mut low, mut high, pair);
        let (x, y): (&[f64], &[f64]) = match (rows, columns) {
            (1, 1) => {
                low = value(small[0]);
                high = low;
                (&[1.0], &[1.0])
            }
            (2, 2) => {
                let game = two_by_two([0, 1, 2, 3].map(|at| value(small[at])));
                (low, high, pair) = (game.0, game.0, [game.1, game.2]);
                (&pair[0], &pair[1])
            }
            _ => {
                self.matrix.fill(rows, columns, |i, j| value(small[i * columns + j]));
                let solution = self.solver.solve(&self.matrix);
                (low, high) = (solution.low, solution.high);
                (self.solver.rows(), self.solver.columns())
            }
        };
        let mut yields = |cells: &[u32], shares: &[f64]| -> f64 {
            cells.iter().zip(shares).map(|(&cell, share)| value(cell) * share).sum()
        };
        rest_of_rows.chunks_exact(rows).for_each(|cells| low = low.min(yields(cells, x)));
        rest_of_columns.chunks_exact(columns).for_each(|cells| high = high.max(yields(cells, y)));
        debug_assert_eq!(rest_of_columns.len(), (all_rows - rows) * columns);
        Check { low, high, is_final }
    }
}

/// The value of a game of two rows and two columns, and how both sides mix.
#[inline]
fn two_by_two([a, b, c, d]: [f64; 4]) -> (f64, [f64; 2], [f64; 2]) {
    let (maximin, minimax) = (a.min(b).max(c.min(d)), a.max(c).min(b.max(d)));
    let pure = |first: bool| if first { [1.0, 0.0] } else { [0.0, 1.0] };
    if maximin >= minimax {
        return (maximin, pure(a.min(b) >= c.min(d)), pure(a.max(c) <= b.max(d)));
    }
    let sum = a + d - b - c;
    let (row, column) = ((d - c) / sum, (d - b) / sum);
    ((a * d - b * c) / sum, [row, 1.0 - row], [column, 1.0 - column])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of several sizes with made-up cells.
    fn games(mut visit: impl FnMut([usize; 2], u32)) {
        for size in [[1, 1], [1, 3], [4, 1], [2, 2], [2, 3], [3, 3]] {
            (0..10).for_each(|first| visit(size, first));
        }
    }

    fn payoff(cell: u32) -> f64 {
        f64::from(cell * 7 % 10) / 10.0 - 0.4
    }

    #[test]
    fn small_game_has_the_value_of_its_matrix() {
        let (mut matrix, mut solver) = (Matrix::default(), Solver::default());
        games(|[rows, columns], first| {
            let mut policy = Policy::default();
            let cells = (0..rows * columns).map(|number| first + number as u32);
            policy.add(5, [rows, columns], [rows, columns], cells.clone());
            matrix.reset(rows, columns);
            cells.enumerate().for_each(|(n, cell)| matrix.set(n / columns, n % columns, payoff(cell)));
            let expected = solver.solve(&matrix).value();
            let found = policy.sweep(false, 0.0, payoff, |at, value| if at == 5 { value + 1.0 } else { 0.0 });
            assert!((found - 1.0 - expected).abs() < 1e-9, "{rows}x{columns} from {first}");
            let check = policy.check(0, |cell| (payoff(cell), true));
            assert!((check.low - expected).abs() < 1e-9 && (check.high - expected).abs() < 1e-9 && check.is_final);
        });
    }

    #[test]
    fn check_finds_better_replies_and_unfinished_cells() {
        let mut policy = Policy::default();
        // The small game is the cell 0; Black has two more columns in its row, White one more row in its column.
        policy.add(7, [1, 1], [2, 3], [0, 1, 2, 3].into_iter());
        let with = |values: [f64; 4]| move |cell: u32| (values[cell as usize], cell != 2);
        let check = policy.check(0, with([0.0, 0.5, 0.5, -0.5]));
        assert!((check.low, check.high, check.is_final) == (0.0, 0.0, false));
        assert!(policy.check(0, with([0.0, -0.25, 0.5, -0.5])).low == -0.25);
        assert!(policy.check(0, with([0.0, 0.25, 0.5, 0.75])).high == 0.75);
        policy.add(7, [2, 1], [2, 1], [1, 3].into_iter());
        policy.replace(0);
        assert_eq!((policy.len(), policy.at(0)), (1, 7));
        let check = policy.check(0, with([0.0, 0.25, 0.0, 0.75]));
        assert!((check.low, check.high, check.is_final) == (0.75, 0.75, true));
    }
}
