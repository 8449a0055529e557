//! The fuzz target `notation`: see the function of this name in the fuzz library.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| kahua_engine_fuzz::notation(text));
