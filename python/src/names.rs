//! Moves as Python's strings. Most are two squares, and there are few of those: each string is made once and then handed out
//! again, which is what a list of legal moves would otherwise spend most of its time on.

use movegen::{Move, Position, Square, Variant};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

/// The strings of two squares, by both numbers.
static TWO_SQUARES: [PyOnceLock<Py<PyString>>; 64 * 64] = [const { PyOnceLock::new() }; 64 * 64];

/// The move as [`Position::write_move`] writes it.
pub(crate) fn of<'py, V: Variant>(py: Python<'py>, pos: &Position<V>, m: Move) -> Bound<'py, PyString> {
    if m.is_purchase() || m.promotes_to().is_some() {
        return PyString::new(py, &pos.write_move(m));
    }
    let (from, to) = (m.from(), m.to());
    let name = TWO_SQUARES[from.index() << 6 | to.index()].get_or_init(py, || two_squares(py, from, to));
    debug_assert_eq!(name.bind(py).to_string(), pos.write_move(m));
    name.bind(py).clone()
}

fn two_squares(py: Python<'_>, from: Square, to: Square) -> Py<PyString> {
    PyString::new(py, &format!("{from}{to}")).unbind()
}

/// All of these moves, in their order.
pub(crate) fn list<'py, V: Variant>(
    py: Python<'py>,
    pos: &Position<V>,
    moves: &[Move],
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, moves.iter().map(|&m| of(py, pos, m)))
}
