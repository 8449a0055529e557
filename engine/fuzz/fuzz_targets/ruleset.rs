//! The fuzz target `ruleset`: see the function of this name in the fuzz library.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kahua_engine_fuzz::ruleset(bytes));
