//! Asking the rules in tests.
#![allow(dead_code, reason = "each test program uses a part")]

use kahua_rules::Rules;
use serde_json::{Value, json};

/// The rules, asked in JSON.
pub(crate) struct Asking(Rules);

impl Asking {
    pub(crate) fn new() -> Asking {
        Asking(Rules::new([]))
    }

    /// The answer to a line.
    pub(crate) fn line(&mut self, line: &str) -> Value {
        let answer = self.0.answer(line.as_bytes()).expect("an answer");
        assert!(!answer.contains('\n'), "an answer is one line: {answer}");
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// The answer to a request that doesn't fail.
    pub(crate) fn ask(&mut self, request: Value) -> Value {
        let answer = self.line(&request.to_string());
        assert!(answer.get("error").is_none(), "{request}: {answer}");
        answer
    }

    /// The kind of problem of a request that fails, and its text.
    pub(crate) fn problem(&mut self, request: Value) -> (String, String) {
        let answer = self.line(&request.to_string());
        let kind = answer["kind"].as_str().unwrap_or_else(|| panic!("{request}: {answer}"));
        (kind.to_owned(), text_of(&answer).to_owned())
    }

    /// A game of two after this number of decisions.
    pub(crate) fn play_on(&mut self, game: &str, decisions: u64) -> Value {
        let mut at = self.ask(json!({"op": "start", "game": game, "seats": 2, "seed": 1}));
        for number in 0..decisions {
            let index = (number * 7 + 3) % at["legal_total"].as_u64().expect("a decision");
            at = self.ask(json!({"op": "play", "position": at["position"], "action": index, "seed": number}));
        }
        assert_eq!(at["phase"], "decide", "the game is too short");
        at
    }
}

/// The text of an error.
pub(crate) fn text_of(answer: &Value) -> &str {
    answer["error"].as_str().unwrap_or_else(|| panic!("an error is expected: {answer}"))
}
