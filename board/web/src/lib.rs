//! The board as a static site: session and engine for Web Workers.
//!
//! ```text
//!   page --- texts ---> worker.js with a Board --- searches as JSON ---> search.js with an Engine, one for each lane
//!                            |                 <-- thoughts as JSON ---
//!                        IndexedDB
//! ```
//!
//! What stands here only joins `board` to JavaScript; the workers themselves stand in `site/`. For any target but the
//! browser the crate is empty.
#![cfg(all(target_family = "wasm", target_os = "unknown"))]

mod console;
mod search;
mod session;
