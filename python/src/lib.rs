//! The Python package `upheaval`: rules and search of every game, as one extension module.
//!
//! This crate only translates. `functions` has the functions that take a game's name, a FEN and moves; `position` and `board` are
//! classes around `session`, the sessions of the crate `games`; `moves` reads moves. `engine` searches with its engines, and `analysis` is the
//! result. `apocalypse` has the same classes for the game with simultaneous moves. `interrupt` keeps Python responsive during long
//! calls, and `errors` makes `ValueError`s.
//!
//! Input is parsed by the crates of the rules. A panic would become an exception, because this crate is built to unwind, but none is
//! expected.

mod analysis;
mod apocalypse;
mod board;
mod engine;
mod errors;
mod functions;
mod interrupt;
mod limits;
mod moves;
mod outcome;
mod position;
mod session;

use pyo3::prelude::*;

/// The extension module of the package `upheaval`.
#[pymodule]
mod _upheaval {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::analysis::{Analysis, Line, Score};
    #[pymodule_export]
    use crate::apocalypse::{ApocalypseBoard, ApocalypseEngine, ApocalypsePosition, Strategy};
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::functions::{
        game_result, get_fen, get_san, get_san_moves, gives_check, has_insufficient_material, info, is_capture,
        is_check, is_immediate_game_end, is_optional_game_end, legal_moves, load_variant_config, start_fen,
        validate_fen, variants, version,
    };
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::position::Position;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("WHITE", true)?;
        module.add("BLACK", false)?;
        module.add("FEN_OK", crate::functions::FEN_OK)?;
        module.add("VALUE_MATE", crate::functions::VALUE_MATE)?;
        module.add("VALUE_DRAW", 0)?;
        module.add("NOTATION_DEFAULT", crate::functions::NOTATION_DEFAULT)?;
        module.add("NOTATION_SAN", crate::functions::NOTATION_SAN)?;
        module.add("NOTATION_LAN", crate::functions::NOTATION_LAN)?;
        module.add("PROCESSOR_FEATURES", crate::processor_features())
    }
}

/// Returns the instruction sets that this build requires beyond the baseline; empty in portable wheels.
fn processor_features() -> Vec<&'static str> {
    let features = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("sse4.2", cfg!(target_feature = "sse4.2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("dotprod", cfg!(target_feature = "dotprod")),
    ];
    features.into_iter().filter(|(_, on)| *on).map(|(name, _)| name).collect()
}
