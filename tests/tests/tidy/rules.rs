//! The rules of the house that Cargo and clippy can't hold. Each takes one file and says what breaks it, line by line.

use crate::source::{Source, Token};

/// What breaks a rule: `path:line: what`.
pub(crate) type Findings = Vec<String>;

/// Names that bring in a clock or an order that differs from run to run.
const IMPURE_NAMES: [&str; 6] = ["Instant", "SystemTime", "UNIX_EPOCH", "HashMap", "HashSet", "RandomState"];
/// Modules of `std` that reach outside the process.
const OUTSIDE: [&str; 6] = ["env", "fs", "io", "net", "process", "thread"];
/// Files longer than this hold more than one idea.
const LINES_MAX: usize = 900;

/// The rules of games and the core are pure: no clock, environment, file, socket, thread or map order.
pub(crate) fn is_pure(source: &Source) -> Findings {
    let code = source.code();
    let names = code.iter().filter(|token| IMPURE_NAMES.contains(&token.text.as_str()));
    let names = names.map(|token| finding(source, token.line, &token.text));
    let modules = std_modules(&code).filter(|token| OUTSIDE.contains(&token.text.as_str()));
    names.chain(modules.map(|token| finding(source, token.line, &format!("std::{}", token.text)))).collect()
}

/// What must come out the same everywhere is counted in whole numbers.
pub(crate) fn has_no_floats(source: &Source) -> Findings {
    let code = source.code();
    let floats = code.iter().filter(|token| matches!(token.text.as_str(), "f32" | "f64") || is_float(&token.text));
    floats.map(|token| finding(source, token.line, &token.text)).collect()
}

/// Whether a literal has a fraction, an exponent or the suffix of a float. Hexadecimal digits may look like both.
fn is_float(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && !["0x", "0b", "0o"].iter().any(|radix| text.starts_with(radix))
        && (text.contains(['.', 'e', 'E']) && !text.ends_with("size") || text.ends_with("f32") || text.ends_with("f64"))
}

/// No game is named: a new game must work without a change here. Help texts and documentation may give examples.
pub(crate) fn names_no_game(source: &Source, games: &[&str]) -> Findings {
    let code = source.code();
    let named = code.iter().flat_map(|token| {
        let lower = token.text.to_lowercase();
        games.iter().filter(move |game| lower.contains(**game)).map(|game| (token.line, *game))
    });
    named.map(|(line, game)| finding(source, line, &format!("names {game}"))).collect()
}

/// A file says in its first line what it is.
pub(crate) fn says_what_it_is(source: &Source) -> Findings {
    if source.text.starts_with("//! ") { Findings::new() } else { vec![finding(source, 1, "no module sentence")] }
}

/// A file holds one idea.
pub(crate) fn holds_one_idea(source: &Source) -> Findings {
    let lines = source.text.lines().count();
    if lines <= LINES_MAX { Findings::new() } else { vec![finding(source, 1, &format!("has {lines} lines"))] }
}

/// Nothing is left undone in silence.
pub(crate) fn leaves_nothing_undone(source: &Source) -> Findings {
    // Spelt in halves, so that this file doesn't find itself.
    let marks = [["TO", "DO"].concat(), ["FIX", "ME"].concat(), ["XX", "X"].concat(), ["unimplemented", "!("].concat()];
    let lines = source.text.lines().enumerate();
    let marked = lines.filter(|(_, line)| marks.iter().any(|mark| line.contains(mark.as_str())));
    marked.map(|(number, line)| finding(source, number + 1, line.trim())).collect()
}

/// The docs have no example: Cargo runs none of this crate.
pub(crate) fn has_no_example(source: &Source) -> Findings {
    let fences = ["/// ```", "//! ```"];
    let lines = source.text.lines().enumerate();
    let found = lines.filter(|(_, line)| fences.iter().any(|fence| line.trim_start().starts_with(fence)));
    found.map(|(number, _)| finding(source, number + 1, "an example that isn't run")).collect()
}

fn finding(source: &Source, line: usize, what: &str) -> String {
    format!("{}:{line}: {what}", source.path)
}

/// The modules of `std` that are named: in `std::fs::read`, `use std::fs` and `use std::{env, fs}` alike.
fn std_modules(code: &[Token]) -> impl Iterator<Item = &Token> {
    let is = |at: usize, text: &str| code.get(at).is_some_and(|token| token.text == text);
    let after_std =
        (0..code.len()).filter(move |&at| is(at, "std") && is(at + 1, ":") && is(at + 2, ":")).map(|at| at + 3);
    after_std.flat_map(move |at| if is(at, "{") { top_level(code, at) } else { code.get(at).into_iter().collect() })
}

/// The first words of the entries of a group of imports that opens at this place.
fn top_level(code: &[Token], open: usize) -> Vec<&Token> {
    let (mut depth, mut words) = (0, Vec::new());
    for at in open..code.len() {
        match code[at].text.as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => break,
            "}" => depth -= 1,
            _ if depth == 1 && matches!(code[at - 1].text.as_str(), "{" | ",") => words.push(&code[at]),
            _ => {}
        }
    }
    words
}
