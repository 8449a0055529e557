//! The fuzz target `notation`: see the function of this name in the library beside it.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| kahua_engine_fuzz::notation(text));
