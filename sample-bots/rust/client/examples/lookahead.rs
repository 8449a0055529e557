//! A bot that looks one move ahead by the rules: it tries every action out in short random games.

use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use kahua_client::rules::{Rules, RulesError, Successor};
use kahua_client::{Answer, Bot, Settings, pb};

/// How many games are played after each action.
const ROLLOUTS: u32 = 200;
/// How far each of them goes: after so many events, the points are counted as they would be at the end. Hawaii is played to its end.
const EVENTS: [(&str, u32); 2] = [("haleakala", 15), ("hawaii", 400)];

struct LookAhead {
    rules: Rules,
    seed: u64,
}

impl LookAhead {
    fn best(&mut self, ask: &pb::Ask) -> Result<u32, RulesError> {
        // Other seeds each time, for other guesses at what this seat doesn't see, and other luck.
        self.seed = self.seed.wrapping_add(1);
        let events_max = EVENTS.iter().find(|(game, _)| *game == ask.game).map(|(_, events)| *events);
        let successors = self.rules.position(ask, self.seed)?.successors(ROLLOUTS, self.seed, events_max)?;
        let values = (0..).zip(successors.iter().map(|successor| value(successor, ask.seat as usize)));
        Ok(values.max_by(|(_, one), (_, two)| one.total_cmp(two)).map_or(0, |(index, _)| index))
    }
}

impl Bot for LookAhead {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        if ask.legal_total == 1 {
            return Answer::index(0);
        }
        Answer::index(self.best(ask).expect("the rules know every ask"))
    }
}

/// How good an action is for this seat: its mean lead over the best of the others.
fn value(successor: &Successor, seat: usize) -> f64 {
    let Some(rollouts) = &successor.rollouts else { return 0.0 };
    let scores = rollouts.mean_scores.iter().enumerate();
    let others = scores.filter(|(other, _)| *other != seat).map(|(_, score)| *score);
    rollouts.mean_scores[seat] - others.fold(f64::NEG_INFINITY, f64::max)
}

fn main() -> ExitCode {
    let rules = match Rules::new() {
        Ok(rules) => rules,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    let games = EVENTS.map(|(game, _)| pb::GameSupport { game: game.to_owned(), ..Default::default() });
    kahua_client::run_with(|settings| (LookAhead { rules, seed }, Settings { games: games.into(), ..settings }))
}
