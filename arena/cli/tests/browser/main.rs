//! The arena's pages in a real browser: what they show, how they are used, and that texts of strangers can't take them
//! over.
//!
//! KAHUA_SCREENSHOTS names a folder to which the pictures of all pages go, at two widths, light and dark.

mod accessibility;
mod arena;
mod browser;
mod crawl;
#[path = "../shared/hostile_records.rs"]
mod hostile_records;
mod live;
mod look;
mod playing;
mod reading;
mod replay;
mod site;

use kahua_tests::Kahua;

/// The binary of the same build as these tests: Cargo builds it before it runs them.
const KAHUA: Kahua = Kahua::at(env!("CARGO_BIN_EXE_kahua"));
