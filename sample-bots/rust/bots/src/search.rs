//! A bot that looks ahead: Monte Carlo tree search over the rules of the engine.

mod depth;
mod kanaloa;
mod player;
mod time;

use std::collections::HashMap;
use std::time::Duration;

use kahua_client::pb;
use kahua_engine::Seed;
use tracing::warn;

use crate::greedy::Greedy;
use crate::mcts::{Budget, Found};
use kahua_client::{Answer, Bot};
use player::{SearchPlayer, new_player};
use time::think_time;

/// How long the bot `search` thinks about one decision at most.
const THINK_TIME_MAX: Duration = Duration::from_secs(2);

/// How much the bot thinks about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// At most this long, and less when the clock is short.
    Time(Duration),
    /// This number of iterations, whatever the clock says. The answers are the same on every machine.
    Iterations(u32),
}

impl Level {
    /// As long as the clock allows, up to 2 s.
    pub const FULL: Level = Level::Time(THINK_TIME_MAX);

    /// The level of the bot with this name: `search`, `search-50ms` or `search-500ms`.
    pub(crate) fn of_name(name: &str) -> Option<Level> {
        match name {
            "search" => Some(Level::FULL),
            "search-50ms" => Some(Level::Time(Duration::from_millis(50))),
            "search-500ms" => Some(Level::Time(Duration::from_millis(500))),
            _ => None,
        }
    }
}

/// Looks ahead as far as its level and the clock allow. In a match whose rules it doesn't know, it plays as [`Greedy`].
#[derive(Debug)]
pub struct Search {
    level: Level,
    seed: Seed,
    /// The open matches whose rules are known, by id.
    matches: HashMap<String, OpenMatch>,
}

#[derive(Debug)]
struct OpenMatch {
    player: Box<dyn SearchPlayer>,
    time_control: Option<pb::TimeControl>,
}

impl Search {
    /// A bot of this level. With the same seed, a bot that counts iterations plays the same match in the same way.
    #[must_use]
    pub fn new(level: Level, seed: u64) -> Search {
        Search { level, seed: Seed::from_number(seed), matches: HashMap::new() }
    }

    fn budget(&self, ask: &pb::Ask, control: Option<&pb::TimeControl>) -> Budget {
        match self.level {
            Level::Time(level) => Budget::Time(think_time(level, ask, control)),
            Level::Iterations(iterations) => Budget::Iterations(iterations),
        }
    }
}

/// The comment says how the search judges the position, so that a replay can draw it.
fn answer(found: Found) -> Answer {
    let answer = Answer::index(found.index as u32);
    match found.expects {
        Some(expects) => answer.with_comment(format!("expects {:.0} %", 100.0 * expects)),
        None => answer,
    }
}

impl Bot for Search {
    fn on_seated(&mut self, seated: &pb::Seated) {
        let seed = self.seed.derive(&seated.match_id, seated.seat.into());
        match new_player(seated, seed) {
            Ok(player) => {
                let open = OpenMatch { player, time_control: seated.time_control };
                self.matches.insert(seated.match_id.clone(), open);
            }
            Err(reason) => warn!(id = seated.match_id, reason, "can't search in this match, playing as greedy"),
        }
    }

    fn on_events(&mut self, match_id: &str, events: &[pb::MatchEvent]) {
        if let Some(open) = self.matches.get_mut(match_id) {
            open.player.observe(events);
        }
    }

    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        let control = self.matches.get(&ask.match_id).and_then(|open| open.time_control);
        let budget = self.budget(ask, control.as_ref());
        let Some(OpenMatch { player, .. }) = self.matches.get_mut(&ask.match_id) else { return Greedy.choose(ask) };
        if ask.legal_total < 2 {
            return Answer::index(0);
        }
        match player.best(ask, budget) {
            Ok(found) => answer(found),
            Err(error) => {
                warn!(id = ask.match_id, ticket = ask.ticket, %error, "can't search for this ask, playing as greedy");
                Greedy.choose(ask)
            }
        }
    }

    fn on_ended(&mut self, ended: &pb::Ended) {
        self.matches.remove(&ended.match_id);
    }
}
