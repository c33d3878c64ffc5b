//! One interface to every game: sessions, engines, options, notation.
//!
//! Front ends own threads, files and sockets. This crate has none of them and compiles for `wasm32-unknown-unknown`.
//!
//! There are two layers with the same result types. The dynamic layer is two object-safe traits, [`AnySession`] and
//! [`AnyEngine`], in which a move is text in coordinates. The typed layer ([`GameSession`], [`PlayedGame`], [`GameEngine`])
//! is generic over the game, for code that inspects positions. Dispatch is dynamic once per command and once per report,
//! never inside a search.
//!
//! In some games both sides choose at once. A session then keeps the first choice of a turn apart from the record, and an
//! engine is given the record only.
//!
//! ```
//! use engine::{Control, Limits, Settings};
//! use upheaval_games::{Report, Request, Resources, registry};
//!
//! for name in registry::NAMES {
//!     let mut session = registry::open(name, None, &[]).expect("a game of the list")?;
//!     let settings = Settings { hash: 1, seed: 1, ..Settings::default() };
//!     let mut engine = session.new_engine(settings, &Resources::default())?;
//!     let limits = Limits { depth: Some(2), ..Limits::default() };
//!     let request = Request { side: session.side_to_choose(), among: Vec::new(), limits };
//!     let control = Control::default();
//!     control.arm(false);
//!     let answer = engine.search(session.as_ref(), &request, &control, &mut |report| {
//!         if let Report::Line(line, progress) = report {
//!             println!("{name}: depth {} {} {:?} {}", line.depth, line.evaluation.value, line.moves, progress.nodes);
//!         }
//!     })?;
//!     session.play(request.side, &answer.best.expect("the start has moves"))?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `registry.rs` | names of the games, from a name to a type or a session |
//! | `game.rs` | [`PlayedGame`]; implemented in `turn_based.rs` for every variant and in `apocalypse.rs` |
//! | `engine.rs` | [`GameEngine`], what a search is asked for and what it reports |
//! | `session.rs` | [`GameSession`], a game in progress |
//! | `any.rs` | [`AnySession`], [`AnyEngine`] |
//! | `options.rs` | the table of engine options |
//! | `pgn/`, `epd.rs` | reading and writing of games and positions |
//! | `explain/` | effects of moves, reasons for illegal moves, prices |
//! | `names.rs` | names of pieces and states |
//! | `plies/` | XBoard's view of the games: definitions, plies, its board |

mod any;
mod apocalypse;
mod describe;
mod engine;
pub mod epd;
pub mod explain;
mod game;
pub mod names;
pub mod options;
pub mod pgn;
pub mod plies;
pub mod registry;
mod session;
mod turn_based;

pub use self::apocalypse::ApocalypseEngine;
pub use ::apocalypse::Strategy;
pub use ::engine::{Bound, Clock, Control, Limits, Progress, Settings};
pub use any::{AnyEngine, AnySession, SearchError};
pub use engine::{
    Answer, EngineError, Evaluation, EvaluatorSource, GameEngine, Line, Report, Request, Resources, TableSource, Value,
};
pub use game::{Notation, PlayedGame};
pub use session::{GameSession, SetUpError};
