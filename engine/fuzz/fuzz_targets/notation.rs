#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| kahua_engine_fuzz::notation(text));
