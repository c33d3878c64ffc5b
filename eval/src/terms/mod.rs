//! The terms of the hand-made evaluation that need the board. Each looks at one side and writes into its ledger.
//!
//! What a term is worth is in the weights; a game that has no use for a term gives it none. What a piece can do is asked
//! of the [`Variant`](movegen::Variant), so the terms know no game.

pub(crate) mod attack;
pub(crate) mod officers;
pub(crate) mod pawns;
pub(crate) mod purchases;
pub(crate) mod road;
pub(crate) mod royals;
pub(crate) mod scale;
pub(crate) mod shelter;
pub(crate) mod threats;
