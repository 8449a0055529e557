//! What the fuzz targets do with their input. `arena/server/tests/fuzz_corpus.rs` does the same with the corpus, without a
//! fuzzer.

mod session;
mod settings;

pub use session::session;
pub use settings::settings;
