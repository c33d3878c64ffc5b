//! The npm package: `Board` with the functions of ffish.js, and an engine that speaks UCI. For other targets this crate is empty.
//!
//! scripts/release/npm.py builds it twice, without and with the feature `engine`; the files around it are in `package/`.
#![cfg(all(target_family = "wasm", target_os = "unknown"))]

pub mod board;
#[cfg(feature = "engine")]
pub mod uci;
