//! A bot for tests of how failures look: it takes the first legal action, but makes the mistake that `KAHUA_MISTAKE` names.

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use kahua_client::{Answer, Bot, Settings, pb};

/// The mistakes that a bot in Rust can make.
const MISTAKES: [&str; 7] = ["", "throw", "overflow", "beyond", "illegal", "slow", "on_ended"];

struct Mistaken(String);

impl Bot for Mistaken {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        match self.0.as_str() {
            "throw" => panic!("a mistake in choose"),
            "overflow" => Answer::index(deeper(1)),
            "beyond" => Answer::index(ask.legal_total),
            "illegal" => Answer::notation("nonsense"),
            "slow" => {
                std::thread::park_timeout(Duration::from_secs(30));
                Answer::index(0)
            }
            _ => Answer::index(0),
        }
    }

    fn on_ended(&mut self, _ended: &pb::Ended) {
        if self.0 == "on_ended" {
            panic!("a mistake in on_ended");
        }
    }
}

/// Calls itself until the stack is full, after which the runtime ends the process.
#[expect(unconditional_recursion, reason = "this is the mistake")]
fn deeper(depth: u32) -> u32 {
    std::hint::black_box(deeper(std::hint::black_box(depth) + 1)) + 1
}

fn main() -> ExitCode {
    let mistake = env::var("KAHUA_MISTAKE").unwrap_or_default();
    if !MISTAKES.contains(&mistake.as_str()) {
        eprintln!("KAHUA_MISTAKE: {mistake:?} is a mistake that a bot in Rust can't make");
        return ExitCode::from(2);
    }
    kahua_client::run_with(|settings| (Mistaken(mistake), Settings { matches_max: Some(4), ..settings }))
}
