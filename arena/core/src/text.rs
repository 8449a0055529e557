//! Makes texts from outside safe to show.
//!
//! A version, a comment or a log may hold characters that move a terminal's cursor, reverse the order of what follows, or
//! take no room at all. Records keep such texts as they were sent; they are escaped where they are shown.

use std::borrow::Cow;
use std::fmt::Write;

/// The text on one line, with every character that can't be seen escaped as in Rust: `\u{1b}` for ESC, `\n` for a line
/// break. Backslashes of the text itself stay as they are.
#[must_use]
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    escape(text, |_| false, |character| character.escape_debug().collect())
}

/// As [`on_one_line`], but line breaks and tabs stay: for texts of several lines that are ours, and hold pieces of others.
#[must_use]
pub fn in_lines(text: &str) -> Cow<'_, str> {
    escape(text, |character| matches!(character, '\n' | '\t'), |character| character.escape_debug().collect())
}

/// JSON that means the same, in which every character that can't be seen is escaped: JSON itself asks for that only below
/// U+0020.
#[must_use]
pub fn in_json(json: &str) -> Cow<'_, str> {
    // White space between values isn't part of a text.
    escape(json, |character| character == '\n', in_utf16)
}

/// The text without U+FFFE and U+FFFF, which XML doesn't allow and at which parsers fail. The XML writer itself leaves
/// out the characters that control a terminal.
#[must_use]
pub fn in_xml(text: &str) -> Cow<'_, str> {
    match text.contains(NO_CHARACTERS) {
        true => Cow::Owned(text.replace(NO_CHARACTERS, "\u{fffd}")),
        false => Cow::Borrowed(text),
    }
}

/// The last two code points below U+10000, which stand for no character.
const NO_CHARACTERS: [char; 2] = ['\u{fffe}', '\u{ffff}'];

/// The first character of the text that can't be seen, if there is one.
#[must_use]
pub fn unseen(text: &str) -> Option<char> {
    text.chars().find(|character| !is_seen(*character))
}

fn escape(text: &str, stays: impl Fn(char) -> bool, escaped: impl Fn(char) -> String) -> Cow<'_, str> {
    let stays = |character| is_seen(character) || stays(character);
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match stays(character) {
            true => shown.push(character),
            false => shown.push_str(&escaped(character)),
        }
    }
    Cow::Owned(shown)
}

/// Whether a character is a letter, a mark, a digit, a sign or the space: no control or format character, no other white
/// space, and none that Unicode hasn't assigned. These are the characters that Rust's debug form shows as they are.
fn is_seen(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_control();
    }
    // After a letter, so that combining marks count as seen.
    let mut bytes = [b'a', 0, 0, 0, 0];
    let length = 1 + character.encode_utf8(&mut bytes[1..]).len();
    let behind_a_letter = str::from_utf8(&bytes[..length]).unwrap_or_default();
    behind_a_letter.escape_debug().count() == 2
}

fn in_utf16(character: char) -> String {
    let mut units = String::new();
    for unit in character.encode_utf16(&mut [0; 2]) {
        let _writing_to_a_string_works = write!(units, "\\u{unit:04x}");
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ESC, BEL, a line break, C1's own escape, a bidirectional override, a space of no width, a tag and an unassigned one.
    const UNSEEN: &str = "\u{1b}[2J\u{7}\r\n\u{9b}\u{202e}\u{200b}\u{e0041}\u{378}";

    #[test]
    fn what_can_be_seen_stays_and_the_rest_is_escaped() {
        for plain in ["", "1.0 (\"b\\2'ta\")", "größer, 大, e\u{301}, क्ष, 😀 ± █"] {
            assert_eq!(on_one_line(plain), plain);
            assert_eq!(unseen(plain), None);
        }
        assert_eq!(
            on_one_line(UNSEEN),
            r"\u{1b}[2J\u{7}\r\n\u{9b}\u{202e}\u{200b}\u{e0041}\u{378}",
            "each as in a Rust literal"
        );
        assert_eq!(unseen("a\u{2066}b"), Some('\u{2066}'));
        assert_eq!(unseen("a\u{a0}b"), Some('\u{a0}'), "a space that isn't the space");
    }

    #[test]
    fn lines_of_ours_stay_lines() {
        assert_eq!(in_lines("a\n\tb\r\u{2028}"), "a\n\tb\\r\\u{2028}");
    }

    #[test]
    fn xml_holds_the_text() {
        assert_eq!(in_xml("a\u{ffff}b\u{fffe}]]>"), "a\u{fffd}b\u{fffd}]]>");
        assert!(matches!(in_xml("größe"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_stays_json_and_means_the_same() {
        assert_eq!(
            in_json("{\"a\":\"\\u001b\u{7f}\u{202e}\u{e0041} \\\" é\"}\n"),
            "{\"a\":\"\\u001b\\u007f\\u202e\\udb40\\udc41 \\\" é\"}\n"
        );
    }
}
