//! People who play against house bots, and against each other, in a browser.
//!
//! A [`Table`] is one match that people have asked for. It follows the match by what the arena tells its seats, and keeps for
//! every person the decisions that are tried and not sent yet. [`Tables`] are all that there are. House bots sit at a table as
//! threads of this process.

mod house;
mod plan;
mod setup;
mod table;
mod tables;

pub(crate) use house::HOUSE;
pub(crate) use plan::{Act, Stamp};
pub(crate) use setup::{PERSON, Setup, Sitter, game_and_seats};
pub(crate) use table::{Table, TableView, Turn};
pub(crate) use tables::Tables;
