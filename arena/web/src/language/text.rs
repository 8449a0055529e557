//! A text in all languages, and values in its places.

use std::fmt::Display;

use maud::{Markup, PreEscaped, Render};

use super::{Language, german};

/// A text of the pages in all languages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    english: &'static str,
    german: &'static str,
}

impl Text {
    /// The text that is this one in English, with places for so many values.
    ///
    /// # Panics
    /// If a table lacks the text, or if another number of values belongs into it. [`say!`](super::say) calls this while it
    /// is compiled.
    pub(crate) const fn new(english: &'static str, values: usize) -> Text {
        let places = places(english);
        assert!(places.len() == values, "a text has other places than values");
        let Some(german) = german::find(english) else {
            panic!("this text has no German one: add it to a table in language/german")
        };
        assert!(places.is_same_as(self::places(german)), "the German text has other places than the English one");
        Text { english, german }
    }

    /// The text in this language.
    pub(crate) const fn said(self, language: Language) -> &'static str {
        match language {
            Language::English => self.english,
            Language::German => self.german,
        }
    }
}

/// Which of the places `{0}` to `{9}` a text has, as bits.
#[derive(Clone, Copy, Debug)]
struct Places(u16);

impl Places {
    const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    const fn is_same_as(self, other: Places) -> bool {
        self.0 == other.0
    }
}

const fn places(text: &str) -> Places {
    let bytes = text.as_bytes();
    let mut found = 0;
    let mut at = 0;
    while at + 2 < bytes.len() {
        if bytes[at] == b'{' && bytes[at + 1].is_ascii_digit() && bytes[at + 2] == b'}' {
            found |= 1 << (bytes[at + 1] - b'0');
        }
        at += 1;
    }
    Places(found)
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
pub(crate) fn fill(text: &str, values: &[&dyn Display]) -> String {
    let mut filled = String::with_capacity(text.len() + 16 * values.len());
    each_part(text, |part| match part {
        Part::Text(text) => filled.push_str(text),
        Part::Place(place) => filled.extend(values.get(place).map(|value| value.to_string())),
    });
    filled
}

/// The same with markup as values.
pub(crate) fn fill_markup(text: &str, values: &[&dyn Render]) -> Markup {
    let mut filled = String::with_capacity(text.len() + 64 * values.len());
    each_part(text, |part| match part {
        Part::Text(text) => text.render_to(&mut filled),
        Part::Place(place) => values.iter().skip(place).take(1).for_each(|value| value.render_to(&mut filled)),
    });
    PreEscaped(filled)
}

/// A part of a text with places.
enum Part<'a> {
    Text(&'a str),
    Place(usize),
}

fn each_part(text: &str, mut take: impl FnMut(Part<'_>)) {
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        take(Part::Text(before));
        let Some((place, after)) = behind.split_once('}') else {
            rest = behind;
            break;
        };
        take(place.parse().map_or(Part::Text(place), Part::Place));
        rest = after;
    }
    take(Part::Text(rest));
}

#[cfg(test)]
mod tests {
    use maud::html;

    use super::*;

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
        Text::new("a text that no table has", 0);
    }

    #[test]
    #[should_panic(expected = "other places than values")]
    fn a_value_without_a_place_is_found() {
        Text::new("Leagues", 1);
    }
}
