//! The games, one folder each, with the same files.

mod haleakala;
mod hawaii;
mod kanaloa;
