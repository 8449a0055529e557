//! The language of a page: which one a visitor reads, and the tables of what pages say in it.
//!
//! A page holds its texts in English, where they are drawn. [`say!`] says one in the language of the visitor
//! ([`kahua_show::language`] tells how).
//!
//! The rules of games, and most refusals of the arena, are in English in every language. A page marks them so, with
//! [`Language::of_english`], for readers that speak.

mod choice;
mod german;

pub use kahua_show::language::{Language, UnknownLanguage};
use kahua_show::language::{Tables, keys, lines};
pub(crate) use kahua_show::language::{Text, fill};
pub(crate) use kahua_show::{compose, say, say_count};

pub(crate) use choice::asked_for;
use german::GERMAN;

/// What pages say in other languages.
pub(crate) const TABLES: Tables = Tables::new(GERMAN, &keys::<{ lines(GERMAN) }>(GERMAN));
