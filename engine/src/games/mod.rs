//! The games, one folder each: state, actions, rules, scoring, view, and their messages.

pub mod haleakala;
pub mod hawaii;
pub mod kanaloa;
