//! The fuzz target `answer`: see the function of this name in the fuzz library.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kahua_fuzz::answer(bytes));
