//! The fuzz target `record`: see the function of this name in `fuzz/src/lib.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kahua_core_fuzz::record(bytes));
