//! The fuzz target `settings`: see the function of this name in `fuzz/src`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kahua_server_fuzz::settings(bytes));
