//! The languages in which games are shown, and how a text is said in one of them.
//!
//! A text stands in English where it is needed. [`say!`](crate::say) says it in the language of the reader, which a table for each
//! other language has. A text that the tables lack doesn't compile, and a text in the tables that nobody says any more fails
//! a test. Each crate that says something has tables of its own, as `crate::language::TABLES`.

pub(crate) mod german;
mod tables;
mod text;

use std::str::FromStr;

use kahua_engine::PerSeat;

pub use tables::{Table, Tables, keys, lines};
pub use text::{Text, fill, fill_markup};

use crate::registry::GERMAN;

/// What this crate says in other languages.
pub(crate) const TABLES: Tables = Tables::new(GERMAN, &keys::<{ lines(GERMAN) }>(GERMAN));

/// A language that games are shown in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// What all texts are written in.
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
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// Its place in [`Language::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The `lang` of an element with English text among text in this language; `None` if this is English itself.
    #[must_use]
    pub fn of_english(self) -> Option<&'static str> {
        (self != Language::English).then_some(Language::English.tag())
    }
}

/// Nothing is said in a language of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLanguage;

impl std::fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the languages are {} and {}", Language::English.tag(), Language::German.tag())
    }
}

impl std::error::Error for UnknownLanguage {}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(tag: &str) -> Result<Language, UnknownLanguage> {
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(tag)).ok_or(UnknownLanguage)
    }
}

/// How a game is told: in which language, and what its players are called.
///
/// The names appear in sentences as they are. The caller makes them harmless beforehand, and escapes the result where that is needed.
#[derive(Clone, Copy, Debug)]
pub struct Wording<'a> {
    /// The language of the sentences.
    pub language: Language,
    /// The players' names, one for each seat.
    pub names: &'a PerSeat<String>,
}

impl<'a> Wording<'a> {
    /// In English, with these names.
    #[must_use]
    pub const fn english(names: &'a PerSeat<String>) -> Wording<'a> {
        Wording { language: Language::English, names }
    }
}

/// Says a text in a language: `say!(language, "Leagues")`. Values take the places of `{0}`, `{1}` and so on:
/// `say!(language, "{0} of {1} played", played, planned)`.
///
/// Without values it is a `&'static str`, with values a `String`. The German text is in the calling crate's `language::TABLES`.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "each crate has tables of its own")]
macro_rules! say {
    ($language:expr, $english:literal) => {
        const { $crate::language::Text::new(crate::language::TABLES, $english, 0) }.said($language)
    };
    ($language:expr, $english:literal, $($value:expr),+ $(,)?) => {
        $crate::language::fill(
            const {
                $crate::language::Text::new(crate::language::TABLES, $english, [$(stringify!($value)),+].len())
            }
            .said($language),
            &[$(&$value),+],
        )
    };
}

/// The same with markup as values, such as a link: `compose!(language, "See also {0}.", html! { a { … } })`.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "each crate has tables of its own")]
macro_rules! compose {
    ($language:expr, $english:literal, $($value:expr),+ $(,)?) => {
        $crate::language::fill_markup(
            const {
                $crate::language::Text::new(crate::language::TABLES, $english, [$(stringify!($value)),+].len())
            }
            .said($language),
            &[$(&$value),+],
        )
    };
}

/// Says a number in digits and what is counted: `say_count!(language, bots.len(), "{0} bot", "{0} bots")`.
#[macro_export]
macro_rules! say_count {
    ($language:expr, $number:expr, $one:literal, $many:literal) => {{
        let number = $number;
        if number == 1 { $crate::say!($language, $one, number) } else { $crate::say!($language, $many, number) }
    }};
}
