//! A text in all languages, and values in its places.

use std::fmt::Display;

use maud::{Markup, Render, html};

use super::{Language, Tables};

/// A text in all languages.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    english: &'static str,
    german: &'static str,
}

impl Text {
    /// The text that is this one in English, with places for so many values.
    ///
    /// # Panics
    /// If the tables lack the text, or if another number of values belongs into it. [`say!`](crate::say) calls this while it
    /// is compiled.
    #[must_use]
    pub const fn new(tables: Tables, english: &'static str, values: usize) -> Text {
        assert!(has_places(english, values), "a text has other places than values");
        let Some(german) = tables.german(english) else { panic!("this text has no German one: add it to a table") };
        assert!(has_places(german, values), "the German text has other places than the English one");
        Text { english, german }
    }

    /// The text in this language.
    #[must_use]
    pub const fn said(self, language: Language) -> &'static str {
        match language {
            Language::English => self.english,
            Language::German => self.german,
        }
    }
}

/// Whether a text has places for so many values, `{0}` and on, and no other braces.
const fn has_places(text: &str, values: usize) -> bool {
    let bytes = text.as_bytes();
    let mut found = 0;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'{' {
            if at + 2 >= bytes.len() || !bytes[at + 1].is_ascii_digit() || bytes[at + 2] != b'}' {
                return false;
            }
            found |= 1 << (bytes[at + 1] - b'0');
        }
        at += 1;
    }
    found == (1_u32 << values) - 1
}

/// Whether two texts are the same. `==` can't be used while compiling.
pub(super) const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The text with these values in its places.
#[must_use]
pub fn fill(text: &str, values: &[&dyn Display]) -> String {
    let (before, places) = parts(text);
    let places = places.map(|(place, behind)| format!("{}{behind}", values[place]));
    before.to_owned() + &places.collect::<String>()
}

/// The same with markup as values.
#[must_use]
pub fn fill_markup(text: &str, values: &[&dyn Render]) -> Markup {
    let (before, places) = parts(text);
    html! { (before) @for (place, behind) in places { (values[place]) (behind) } }
}

/// What stands before the first place of a text, then each place with what stands behind it.
fn parts(text: &str) -> (&str, impl Iterator<Item = (usize, &str)>) {
    let mut parts = text.split('{');
    let before = parts.next().unwrap_or_default();
    (
        before,
        parts.filter_map(|part| part.split_once('}')).filter_map(|(place, behind)| Some((place.parse().ok()?, behind))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Table, keys, lines};

    const GERMAN: &[&Table] = &[&[("played", "gespielt")]];
    const TABLES: Tables = Tables::new(GERMAN, &keys::<{ lines(GERMAN) }>(GERMAN));

    #[test]
    fn values_take_their_places_in_any_order() {
        assert_eq!(fill("{0} of {1}", &[&3, &"<7>"]), "3 of <7>");
        assert_eq!(fill("von {1} schon {0}, und {0}", &[&3, &7]), "von 7 schon 3, und 3");
        assert_eq!(fill("", &[]), "");
    }

    #[test]
    fn markup_stays_markup_and_text_is_escaped() {
        let link = html! { a href="x" { "<y>" } };
        assert_eq!(
            fill_markup("a & {0}, {1}", &[&link, &"<z>"]).into_string(),
            "a &amp; <a href=\"x\">&lt;y&gt;</a>, &lt;z&gt;"
        );
    }

    #[test]
    #[should_panic(expected = "this text has no German one")]
    fn a_text_without_translation_is_found() {
        let _ = Text::new(TABLES, "a text that no table has", 0);
    }

    #[test]
    #[should_panic(expected = "other places than values")]
    fn a_value_without_a_place_is_found() {
        let _ = Text::new(TABLES, "played", 1);
    }

    #[test]
    fn places_are_counted_from_zero_and_other_braces_are_found() {
        assert!(has_places("", 0) && has_places("{0}", 1) && has_places("{1}, {0}, {1}", 2));
        for (wrong, values) in [("{1}", 1), ("{0}, {2}", 2), ("{x}", 0), ("{", 0), ("{0", 1), ("{0}", 2), ("{ {0}", 1)]
        {
            assert!(!has_places(wrong, values), "{wrong}");
        }
    }
}
