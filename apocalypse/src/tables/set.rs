//! A set of tables, which a search looks into.

use std::sync::Arc;

use super::class::{Class, Side};
use super::table::{Table, value};
use crate::rules::Position;

/// A set of tables.
#[derive(Clone)]
pub struct Tables {
    /// By the pieces of White and of Black.
    slots: Box<[Option<Arc<Table>>]>,
}

/// The number of sides: one to five pawns, none to two knights.
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
            true => self.get(class).map(|table| value(table.stored(pos))),
            false => self.get(class.swapped()).map(|table| -value(table.stored(&pos.swapped()))),
        }
    }

    /// The table of a class as it is stored.
    #[inline]
    pub fn get(&self, class: Class) -> Option<&Table> {
        self.slots.get(slot(class))?.as_deref()
    }

    /// The classes that there are tables of, in the order of their pieces.
    pub fn classes(&self) -> impl Iterator<Item = Class> {
        self.slots.iter().flatten().map(|table| table.class())
    }

    /// The most pieces that a position with a table has; 0 without tables.
    pub fn most_pieces(&self) -> u32 {
        let pieces = |side: Side| u32::from(side.pawns) + u32::from(side.knights);
        self.classes().map(|class| class.0.into_iter().map(pieces).sum()).max().unwrap_or(0)
    }

    /// Adds a table, in the place of one of the same class.
    pub fn add(&mut self, table: Table) {
        let slot = slot(table.class());
        self.slots[slot] = Some(Arc::new(table));
    }

    /// Takes over the table of a class from another set.
    pub(super) fn share(&mut self, other: &Self, class: Class) {
        self.slots[slot(class)].clone_from(&other.slots[slot(class)]);
    }
}
