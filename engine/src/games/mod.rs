//! The games, one folder each: state, actions, rules, scoring, view, and their messages.

pub mod kanaloa;
