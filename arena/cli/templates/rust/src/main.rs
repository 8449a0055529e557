//! @NAME@ plays @GAME@ for the Kahua arena: it takes the legal action that `ideas.rs` values most.

mod ideas;

use std::process::ExitCode;

use kahua_client::{Answer, Bot, Settings, pb};

struct MyBot;

impl Bot for MyBot {
    /// `ask.view` is what your seat sees, and `ask.legal` has the actions to choose from.
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        Answer::index(best(ask) as u32)
    }
}

/// The index of the best action; of equals, the first.
///
/// TODO 3: look ahead. The library knows the rules, so you can ask what an action leads to, instead of guessing it:
///
/// ```text
/// let rules = kahua_client::Rules::new()?; // once, as a field of MyBot
/// let successors = rules.position(ask, 1)?.successors(50, 1, Some(30))?;
/// ```
///
/// Each successor has the `scores` right after its action, and in `rollouts` the `mean_scores` of 50 random games of at most 30 events.
///
/// TODO 4: use the clock. `ask.ask_ms` is the time for this ask, and `ask.bank_ms` what is left in your bank, in milliseconds.
/// Nothing is left over: play more random games while there is time.
fn best(ask: &pb::Ask) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (index, action) in ask.legal.iter().enumerate() {
        let value = ideas::value(ask, action);
        if value > best.1 {
            best = (index, value);
        }
    }
    best.0
}

fn main() -> ExitCode {
    // KAHUA_ADDR, KAHUA_NAME and KAHUA_TOKEN say where the arena is, and who you are.
    let games = vec![pb::GameSupport { game: "@GAME@".to_owned(), ..Default::default() }];
    kahua_client::run_with(|settings| (MyBot, Settings { games, matches_max: Some(4), ..settings }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries the bot on recorded asks. More of them: run the bot with `KAHUA_RECORD=asks.jsonl`, or see `kahua asks --help`.
    #[test]
    fn the_best_action_is_chosen() {
        for ask in kahua_client::load_asks("asks.jsonl").expect("asks.jsonl has asks") {
            let chosen = &ask.legal[best(&ask)];
            println!("{}, the best of {} actions", chosen.notation, ask.legal.len());
            for action in &ask.legal {
                assert!(ideas::value(&ask, action) <= ideas::value(&ask, chosen), "{} is better", action.notation);
            }
        }
    }
}
