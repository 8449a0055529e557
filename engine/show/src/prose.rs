//! What the sentences and text boards of all games are made of: numbers, lists and lines.

use std::fmt::Display;

use crate::language::Language;
use crate::say;

/// A number as a word up to twelve, and in digits above.
///
/// In German, "one" depends on the noun that follows, so it has a text of its own there: see [`say_number`].
pub(crate) fn number(language: Language, number: impl Into<u32>) -> String {
    const ENGLISH: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    const GERMAN: [&str; 13] =
        ["keine", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"];
    let words = match language {
        Language::English => ENGLISH,
        Language::German => GERMAN,
    };
    let number = number.into();
    words.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Says a number as a word and what is counted: `say_number!(language, shells, "one shell", "{0} shells")`.
macro_rules! say_number {
    ($language:expr, $number:expr, $one:literal, $many:literal) => {{
        let number: u32 = $number.into();
        match number {
            1 => $crate::say!($language, $one).to_owned(),
            _ => $crate::say!($language, $many, $crate::prose::number($language, number)),
        }
    }};
}

pub(crate) use say_number;

/// "a", "a and b", "a, b and c".
pub(crate) fn list<T: Display>(language: Language, items: impl IntoIterator<Item = T>) -> String {
    joined(items, |first, last| say!(language, "{0} and {1}", first, last))
}

/// "a", "a or b", "a, b or c".
pub(crate) fn either<T: Display>(language: Language, items: impl IntoIterator<Item = T>) -> String {
    joined(items, |first, last| say!(language, "{0} or {1}", first, last))
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>, and: impl Fn(&str, &str) -> String) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match &items[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => and(&first.join(", "), last),
    }
}

/// With a capital, as a sentence begins.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

/// A text in lines of at most `width` characters, broken between words. A word that is longer has a line of its own.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text in at most so many lines of this width, broken between words. If it needs more, its lines are wider, as little as possible.
pub(crate) fn in_lines(text: &str, width: usize, most: usize) -> Vec<String> {
    let widths = width..=text.chars().count().max(width);
    widths.map(|width| wrapped(text, width)).find(|lines| lines.len() <= most).unwrap_or_default()
}

/// A name in at most `most` characters. If the name is longer, the last one is "…".
pub(crate) fn clipped(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_words_up_to_twelve() {
        assert_eq!([0_u32, 1, 12, 13].map(|count| number(Language::English, count)), ["no", "one", "twelve", "13"]);
    }

    #[test]
    fn lists_have_their_word_before_the_last() {
        assert_eq!(
            [&[][..], &["a"], &["a", "b"], &["a", "b", "c"]].map(|items| list(Language::English, items)),
            ["", "a", "a and b", "a, b and c"]
        );
        assert_eq!(either(Language::German, ["a", "b", "c"]), "a, b oder c");
    }

    #[test]
    fn lines_break_between_words_and_names_are_clipped() {
        assert_eq!(wrapped("one two threeandfour five", 7), ["one two", "threeandfour", "five"]);
        assert_eq!(in_lines("one two three", 7, 2), ["one two", "three"]);
        assert_eq!(in_lines("one two three", 5, 2), ["one two", "three"], "wider, so that nothing is lost");
        assert_eq!([clipped("Größe", 5), clipped("Größen", 5)], ["Größe", "Größ…"]);
        assert_eq!(capital("ähre"), "Ähre");
    }
}
