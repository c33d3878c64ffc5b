//! The board as a static site: session and engine for Web Workers.
//!
//! ```text
//!   page --- texts ---> worker.js with a Board --- searches as JSON ---> search.js with an Engine, one for each lane
//!                            |                 <-- thoughts as JSON ---
//!                        IndexedDB
//! ```
//!
//! This crate connects `board` with JavaScript; the workers are in `site/`. For other targets it is empty.
#![cfg(all(target_family = "wasm", target_os = "unknown"))]

mod console;
mod search;
mod session;
