//! People who play against house bots, and against each other, in a browser.
//!
//! A [`Table`] is one match that people have asked for. It follows the match from what the arena sends its seats. For
//! every person, it keeps the decisions that are tried and not sent yet. [`Tables`] are all tables. House bots play at
//! a table in threads of this process.

mod house;
mod plan;
mod setup;
mod table;
mod tables;
pub(crate) mod you;

pub(crate) use house::HOUSE;
pub(crate) use plan::{Act, Stamp};
pub(crate) use setup::{BOT, PERSON, Setup, Sitter, game_and_seats};
pub(crate) use table::{Table, TableView, Turn};
pub(crate) use tables::Tables;
