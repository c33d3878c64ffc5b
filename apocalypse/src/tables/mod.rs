//! Endgame tables of Apocalypse: the game values of all positions with few men.
//!
//! A value is that of the game in which endless play is drawn, less a small part for each turn that a win takes, so that
//! who follows the values gets on; how exact they are stands in `docs/apocalypse-tables.md`. [`Tables`] are what a
//! search looks into and do not change while it runs. A [`Library`] has the newest: the smallest classes it computes
//! itself, in the background, larger ones it reads from files.

mod checkpoint;
mod class;
mod game;
mod iterate;
mod library;
mod plan;
mod policy;
mod slice;
mod table;

use std::sync::Arc;

use crate::rules::Position;

pub use checkpoint::Checkpoint;
pub use class::{Class, ClassError, Side};
pub use iterate::{Effort, Overseer, Progress, Work};
pub use library::{EXTENSION, Library, LoadError, read_file};
pub use table::{Difference, Table, TableError};

/// The classes that a library computes by itself, in this order, each with what it leads to.
pub const SMALL: [&str; 4] = ["1p1nv1p1n", "2p0nv2p0n", "2p1nv1p0n", "1p2nv1p0n"];

/// The effort at which values are as exact as their form in a table lets them be.
pub const EFFORT: Effort = Effort { tolerance: 1e-6, discount: 5e-5, threads: 1 };

/// A set of tables.
#[derive(Clone)]
pub struct Tables {
    /// By the men of White and of Black.
    slots: Box<[Option<Arc<Table>>]>,
}

/// How many sides there are: one to five pawns, none to two knights.
const SIDES: usize = 15;

/// No tables at all.
impl Default for Tables {
    fn default() -> Self {
        Self { slots: vec![None; SIDES * SIDES].into_boxed_slice() }
    }
}

/// The place of a class; none where a side has no pawns.
#[inline]
fn slot(class: Class) -> usize {
    let [white, black] = class.0.map(|side| usize::from(side.pawns.wrapping_sub(1)) * 3 + usize::from(side.knights));
    white.saturating_mul(SIDES).saturating_add(black)
}

impl Tables {
    /// The value to White of a position that is not over, from -1 to 1; `None` if there is no table for it.
    #[inline]
    pub fn probe(&self, pos: &Position) -> Option<f64> {
        let class = Class::of(pos);
        match class.is_stored() {
            true => self.get(class).map(|table| table::value(table.stored(pos))),
            false => self.get(class.swapped()).map(|table| -table::value(table.stored(&pos.swapped()))),
        }
    }

    /// The table of a class as it is stored.
    #[inline]
    pub fn get(&self, class: Class) -> Option<&Table> {
        self.slots.get(slot(class))?.as_deref()
    }

    /// The most men that a position with a table has; 0 without tables.
    pub fn most_men(&self) -> u32 {
        let men = |side: Side| u32::from(side.pawns) + u32::from(side.knights);
        let classes = self.slots.iter().flatten().map(|table| table.class());
        classes.map(|class| class.0.into_iter().map(men).sum()).max().unwrap_or(0)
    }

    /// Adds a table, in the place of one of the same class.
    pub fn add(&mut self, table: Table) {
        let slot = slot(table.class());
        self.slots[slot] = Some(Arc::new(table));
    }

    /// Takes over the table of a class from another set.
    fn share(&mut self, other: &Self, class: Class) {
        self.slots[slot(class)].clone_from(&other.slots[slot(class)]);
    }

    /// Computes the table of a class. What the class leads to must be here already (see [`Class::closure`]).
    ///
    /// # Panics
    /// If it is not, or if the class has no room (see [`Class::has_room`]).
    pub fn compute(&self, class: Class, effort: Effort) -> (Table, Work) {
        iterate::compute(class, self, effort, None, &iterate::Nobody).expect("nobody ends it")
    }

    /// The same from a checkpoint of this class, or from the beginning, with somebody who is told how it goes on; `None`
    /// if that one has ended it.
    ///
    /// # Panics
    /// As [`Tables::compute`], or if the checkpoint is of another class.
    pub fn compute_from(
        &self,
        class: Class,
        effort: Effort,
        from: Option<Checkpoint>,
        overseer: &dyn Overseer,
    ) -> Option<(Table, Work)> {
        assert!(from.as_ref().is_none_or(|from| from.class() == class), "the checkpoint is of another class");
        iterate::compute(class, self, effort, from, overseer)
    }
}

#[cfg(test)]
mod tests;
