//! The languages of the pages: which one a visitor reads, and how a text is said in it.
//!
//! A page holds its texts in English, where they are drawn. [`say!`] says one in the language of the visitor, which a table
//! for each other language has (`language/german.rs`). A text that a table lacks doesn't compile, and a table's texts that
//! no page has any more fail a test.
//!
//! What games and the arena itself say is in English in every language: sentences of matches, boards, rules, and most
//! refusals. A page marks it so, with [`Language::of_english`], for readers that speak.

mod choice;
mod german;
mod text;

use maud::{Markup, html};

pub use choice::UnknownLanguage;
pub(crate) use text::{Text, fill, fill_markup};

/// A language of the pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// What all pages are written in.
    #[default]
    English,
    /// The language of the games' authors.
    German,
}

impl Language {
    /// All of them. Who reads none of them gets the first.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// Its name among languages (BCP 47): `en`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// English text within a sentence of a page in this language.
    pub(crate) fn in_english(self, text: &str) -> Markup {
        html! { @if let Some(tag) = self.of_english() { span lang=(tag) { (text) } } @else { (text) } }
    }

    /// The `lang` of an element with English text on a page in this language; `None` if the page itself is in English.
    pub(crate) fn of_english(self) -> Option<&'static str> {
        (self != Language::English).then_some(Language::English.tag())
    }
}

/// Says a text in a language: `say!(frame.language, "Leagues")`. Values take the places of `{0}`, `{1}` and so on:
/// `say!(frame.language, "{0} of {1} played", played, planned)`.
macro_rules! say {
    ($language:expr, $english:literal) => {
        const { $crate::language::Text::new($english, 0) }.said($language)
    };
    ($language:expr, $english:literal, $($value:expr),+ $(,)?) => {
        $crate::language::fill(
            const { $crate::language::Text::new($english, [$(stringify!($value)),+].len()) }.said($language),
            &[$(&$value),+],
        )
    };
}

/// The same with markup as values, such as a link: `compose!(frame.language, "See also {0}.", html! { a { … } })`.
macro_rules! compose {
    ($language:expr, $english:literal, $($value:expr),+ $(,)?) => {
        $crate::language::fill_markup(
            const { $crate::language::Text::new($english, [$(stringify!($value)),+].len()) }.said($language),
            &[$(&$value),+],
        )
    };
}

/// Says a number and what is counted: `say_count!(frame.language, bots.len(), "{0} bot", "{0} bots")`.
macro_rules! say_count {
    ($language:expr, $number:expr, $one:literal, $many:literal) => {{
        let number = $number;
        if number == 1 { say!($language, $one, number) } else { say!($language, $many, number) }
    }};
}

pub(crate) use {compose, say, say_count};
