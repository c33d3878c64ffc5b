//! A game being played: its record, its engine, and what both protocols do with them. Knows no command of either.
//!
//! | file | what |
//! |---|---|
//! | `session.rs` | [`GameSession`]: record, choices already made in this turn, engine; play, take back, outcome |
//! | `engine.rs` | what an engine of any kind of game does, and the place where threads share one |
//! | `network.rs` | networks from files |
//! | `book.rs` | books from files |
//! | `turn_based.rs` | the games in which the sides move in turn |
//! | `apocalypse.rs` | the game in which both sides choose at once |

mod apocalypse;
mod book;
mod engine;
mod network;
mod session;
mod turn_based;

pub(crate) use self::apocalypse::ApocalypseEngine;
pub(crate) use book::use_book;
pub(crate) use engine::{AnyEngine, AnyMove, GameEngine, NamedMove, SearchRequest, SearchedGame, SharedEngine};
pub(crate) use network::use_network;
pub(crate) use session::{GameSession, PositionError};
pub(crate) use turn_based::{line, repeats_mate};
