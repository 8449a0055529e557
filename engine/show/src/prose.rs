//! What the sentences and text boards of all games are made of: numbers, lists and lines.

use std::fmt::Display;

/// A number as a word up to twelve, and in digits above.
pub(crate) fn number(number: impl Into<u32>) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let number = number.into();
    WORDS.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// A count in digits with its noun, as in a table: "1 shell", "2 shells".
pub(crate) fn figure(count: impl Into<i64>, one: &str) -> String {
    let count = count.into();
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// "a", "a and b", "a, b and c".
pub(crate) fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, "and")
}

/// "a", "a or b", "a, b or c".
pub(crate) fn either<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, "or")
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>, word: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match &items[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
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
        assert_eq!([0_u32, 1, 12, 13].map(number), ["no", "one", "twelve", "13"]);
        assert_eq!([1, 2].map(|count| figure(count, "shell")), ["1 shell", "2 shells"]);
    }

    #[test]
    fn lists_have_their_word_before_the_last() {
        assert_eq!([&[][..], &["a"], &["a", "b"], &["a", "b", "c"]].map(list), ["", "a", "a and b", "a, b and c"]);
        assert_eq!(either(["a", "b", "c"]), "a, b or c");
    }

    #[test]
    fn lines_break_between_words_and_names_are_clipped() {
        assert_eq!(wrapped("one two threeandfour five", 7), ["one two", "threeandfour", "five"]);
        assert_eq!([clipped("Größe", 5), clipped("Größen", 5)], ["Größe", "Größ…"]);
        assert_eq!(capital("ähre"), "Ähre");
    }
}
