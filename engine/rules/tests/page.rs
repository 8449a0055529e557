//! The page for people: the sessions on it are played, line by line, and its bounds are the real ones.
#![expect(clippy::disallowed_methods, reason = "tests read the page")]

use std::fs;

use kahua_rules::{Rules, limits};
use kahua_tests::root;

#[test]
fn the_sessions_on_the_page_are_answered_as_it_says() {
    let page = fs::read_to_string(root().join("docs/bots/rules.md")).expect("docs/bots/rules.md");
    let mut answered = 0;
    let mut rules = Rules::new([]);
    let mut asked = None;
    for line in page.lines() {
        if let Some(request) = line.strip_prefix("> {").or_else(|| line.strip_prefix("> [")) {
            let request = format!("{}{request}", &line[2..3]);
            asked = Some((request.clone(), rules.answer(request.as_bytes()).expect("an answer")));
        } else if let Some(shown) = line.strip_prefix("< ") {
            let (request, answer) = asked.take().expect("a request before its answer");
            assert!(is_shown(&answer, shown), "{request}\nanswer: {answer}\npage:   {shown}");
            answered += 1;
        }
    }
    assert!(answered > 10, "sessions are found: {answered}");
}

#[test]
fn the_bounds_on_the_page_are_those_of_the_process() {
    let page = fs::read_to_string(root().join("docs/bots/rules.md")).expect("docs/bots/rules.md");
    let bounds = page.split("## Bounds").nth(1).expect("a section on bounds");
    let in_thousands = |number: usize| format!(" {},{:03} ", number / 1000, number % 1000);
    assert!(bounds.contains(&format!(" {} MiB ", limits::LINE_BYTES_MAX >> 20)));
    for number in [limits::BATCH_MAX, limits::POSITIONS_MAX, limits::ROLLOUTS_MAX as usize] {
        assert!(bounds.contains(&in_thousands(number)), "{number}");
    }
}

/// Whether the page shows this answer, where `…` stands for any text.
fn is_shown(answer: &str, shown: &str) -> bool {
    let Some((first, after)) = shown.split_once('…') else { return answer == shown };
    let (middle, last) = after.rsplit_once('…').unwrap_or(("", after));
    let Some(rest) = answer.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else { return false };
    let mut rest = Some(rest);
    for part in middle.split('…') {
        rest = rest.and_then(|rest| Some(&rest[rest.find(part)? + part.len()..]));
    }
    rest.is_some()
}
