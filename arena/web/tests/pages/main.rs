//! The pages of a running arena, asked for as a browser without scripts asks.

mod browser;
mod german;
mod live;
mod load;
mod organizer;
mod play;
mod replay;
mod share;
mod sign_in;
mod support;
