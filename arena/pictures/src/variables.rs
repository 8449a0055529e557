//! The variables of a drawing's styles, which browsers know and the painter doesn't.

use std::borrow::Cow;
use std::collections::BTreeMap;

const OPEN: &str = "<style>";
const CLOSE: &str = "</style>";

/// The drawing with the values of its variables in the places of their names, and without the styles for certain readers (`@media`).
/// Only styles are changed: a player's name may look like a variable.
pub(crate) fn replaced(drawing: &str) -> String {
    let mut parts = drawing.split(OPEN);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (style, rest) = part.split_once(CLOSE).unwrap_or((part, ""));
        text.extend([OPEN, &with_values(&without_media(style)), CLOSE, rest]);
    }
    text
}

/// The style with values in the places of variables. What is said of the variables themselves is left out, since the painter would leave
/// out all that is said with it.
fn with_values(style: &str) -> String {
    let values = values(style);
    let mut text = String::with_capacity(style.len());
    for part in style.split_inclusive(['{', '}', ';']) {
        if !part.trim_start().starts_with("--") {
            with_value(part, &values, &mut text);
        } else if part.ends_with('}') {
            text.push('}');
        }
    }
    text
}

fn with_value(part: &str, values: &BTreeMap<&str, &str>, text: &mut String) {
    let mut parts = part.split("var(");
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        match part.split_once(')').and_then(|(name, rest)| Some((values.get(name)?, rest))) {
            Some((value, rest)) => text.extend([value, rest]),
            None => text.extend(["var(", part]),
        }
    }
}

/// What each variable stands for. The last value counts, as in a drawing, where a game's own styles come last.
fn values(style: &str) -> BTreeMap<&str, &str> {
    declared(style).collect()
}

/// The variables and what they are to stand for, in the order of the style.
fn declared(style: &str) -> impl Iterator<Item = (&str, &str)> {
    let declarations = style.split(['{', '}', ';']).filter_map(|part| part.split_once(':'));
    declarations.map(|(name, value)| (name.trim(), value.trim())).filter(|(name, _)| name.starts_with("--"))
}

fn without_media(style: &str) -> Cow<'_, str> {
    let Some((before, block)) = style.split_once("@media") else { return Cow::Borrowed(style) };
    let mut depth = 0_usize;
    let end = block.char_indices().find_map(|(at, letter)| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => return None,
        }
        (depth == 0).then_some(at + 1)
    });
    let after = end.and_then(|end| block.get(end..)).unwrap_or_default();
    Cow::Owned(format!("{before}{}", without_media(after)))
}

#[cfg(test)]
mod tests {
    use kahua_engine::registry;
    use kahua_show::{Language, STYLE, first_drawing};

    use super::*;

    #[test]
    fn a_variable_has_the_value_by_day_that_is_declared_last() {
        let drawing = "<style>.a { --ink: #000; --sea: blue;font: b; } @media (dark) { .a { --ink: #fff; } } .b { --sea:green }\
                       text { fill: var(--ink); stroke: var(--sea) }</style>";
        let replaced = replaced(drawing);
        assert_eq!(replaced, "<style>.a {font: b; }  .b {}text { fill: #000; stroke: green }</style>");
    }

    #[test]
    fn what_has_no_value_stays_and_so_does_what_is_no_style() {
        let drawing =
            "<text>var(--ink) @media {</text><style>.b { fill: var(--none); x: var(</style><text>--ink: 1;</text>";
        assert_eq!(replaced(drawing), drawing);
        assert_eq!(replaced("<style>a @media { b</style>c"), "<style>a </style>c");
    }

    #[test]
    fn below_the_whole_board_no_variable_has_another_value_by_day() {
        for entry in registry::all() {
            let info = entry.info();
            let name = |seat| format!("p{seat}");
            let styles = first_drawing(*entry, *info.seats.start(), Language::English, name).unwrap().styles().0;
            let styles = without_media(&styles);
            let own = styles.strip_prefix(OPEN).unwrap().strip_prefix(&*without_media(STYLE)).unwrap();
            let (board, parts) = own.split_once('}').unwrap();
            let board = format!("{}{board}", without_media(STYLE));
            let board = values(&board);
            for (name, value) in declared(parts) {
                assert_eq!(board.get(name), Some(&value), "{}: {name}", info.name);
            }
        }
    }
}
