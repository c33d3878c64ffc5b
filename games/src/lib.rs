#![doc = include_str!("../README.md")]

mod any;
mod definitions;
mod describe;
mod endgames;
pub mod epd;
pub mod explain;
mod game;
mod game_engine;
#[cfg(feature = "clap")]
mod game_name;
mod mating;
pub mod names;
pub mod options;
pub mod pgn;
pub mod plies;
pub mod registry;
mod rules_page;
mod session;
mod simultaneous;
mod turn_based;

pub use self::endgames::load_endgames;
pub use ::{eval, gamedata, movegen};
pub use ::apocalypse::{self, Strategy};
pub use ::engine::{self, Bound, Clock, Control, Limits, Progress, Settings};
pub use any::{AnyEngine, AnySession, SearchError};
pub use definitions::{DEFINITION_TAG, Definitions, definition_checksum};
pub use game::{Notation, PlayedGame};
pub use game_engine::{
    Answer, EngineError, Evaluation, EvaluatorSource, GameEngine, Line, Report, Request, Resources, TableSource, Value,
};
#[cfg(feature = "clap")]
pub use game_name::GameName;
pub use rules_page::rules_page;
pub use session::{GameSession, SetUpError, fen_error_number};
pub use simultaneous::ApocalypseEngine;
