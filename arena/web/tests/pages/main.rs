//! The pages of a running arena, asked for as a browser without scripts asks.

mod browser;
mod play;
mod live;
mod load;
mod replay;
mod support;
