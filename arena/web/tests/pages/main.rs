//! The pages of a running arena, asked for as a browser without scripts asks.

mod browser;
mod play;
