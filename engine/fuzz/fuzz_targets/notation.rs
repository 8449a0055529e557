//! Texts read as notation, options and rulesets: nothing may panic, and what is read is written the same.
#![no_main]

use kahua_engine::registry::{Visit, visit_all};
use kahua_engine::{Choices, Ruleset, Wire};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| visit_all(&mut Read(text)));

struct Read<'a>(&'a str);

impl Visit for Read<'_> {
    fn visit<G: Wire>(&mut self) {
        let text = self.0;
        if let Ok(action) = text.parse::<G::Action>() {
            assert_eq!(action.to_string(), text);
        }
        if let Ok(outcome) = text.parse::<G::Chance>() {
            assert_eq!(outcome.to_string(), text);
        }
        let _ = Choices::parse(G::INFO.options, text.split(','));
        let _ = Ruleset::<G>::read(text);
    }
}
