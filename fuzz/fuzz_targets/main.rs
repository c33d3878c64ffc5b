//! Every libFuzzer program: each runs the target of its own name.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| (fuzz_targets::target(env!("CARGO_BIN_NAME")).run)(data));
