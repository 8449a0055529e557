//! Texts of people and bots as PostgreSQL keeps them: it can't keep the character U+0000, which they may contain.

use std::borrow::Cow;

/// Starts an escape: U+0000 is kept as this character and "0", this character itself as it and "1". It is a
/// noncharacter, so texts contain it only on purpose.
const ESCAPE: char = '\u{ffff}';

/// The text as it is written or compared. Texts without U+0000 and [`ESCAPE`] don't change.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    match text.contains(['\0', ESCAPE]) {
        // The escape itself first, or those that stand for U+0000 would be escaped again.
        true => text.replace(ESCAPE, "\u{ffff}1").replace('\0', "\u{ffff}0").into(),
        false => text.into(),
    }
}

/// The text that was kept as this one.
pub(super) fn unescaped(text: String) -> String {
    match text.contains(ESCAPE) {
        // In the other order, an escaped U+FFFF before a 0 would become U+0000.
        true => text.replace("\u{ffff}0", "\0").replace("\u{ffff}1", "\u{ffff}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back_and_none_has_the_character_that_cannot_be_kept() {
        for text in ["", "plain", "a\0b", "\0\0", "\u{ffff}", "\u{ffff}0", "\u{ffff}\0\u{ffff}1"] {
            let kept = escaped(text);
            assert!(!kept.contains('\0'), "{kept:?}");
            assert_eq!(unescaped(kept.into_owned()), text);
        }
    }
}
