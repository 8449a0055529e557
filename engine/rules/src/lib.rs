//! The rules of Kahua's games for programs in any language: requests and answers as lines of JSON. `kahua rules` is this
//! library behind standard input and output; docs/bots/rules.md describes the lines.
//!
//! ```
//! let mut rules = kahua_rules::Rules::new([]);
//! let answer = rules.answer(br#"{"id":1,"op":"start","game":"haleakala"}"#).unwrap();
//! assert_eq!(answer, r#"{"id":1,"position":1,"phase":"chance"}"#);
//! ```

mod answer;
mod handle;
pub mod limits;
mod look;
mod message;
mod open;
mod play;
mod positions;
mod problem;
mod request;
mod rules;
mod tally;
mod try_out;

pub use rules::Rules;
pub use tally::Tally;
