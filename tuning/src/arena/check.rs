//! A check of one engine.
