//! One interface to every game: sessions, engines, options, move text, PGN and explanations.
//!
//! Front ends own threads, files and sockets; this crate has none, and compiles for wasm32.
