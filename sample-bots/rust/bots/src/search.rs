//! A bot that thinks ahead: Monte Carlo tree search over the rules of the engine.

mod kanaloa;
mod player;
mod time;

use std::collections::HashMap;
use std::time::Duration;

use kahua_client::pb;
use kahua_engine::Seed;
use tracing::warn;

use crate::greedy::Greedy;
use crate::mcts::Budget;
use kahua_client::{Answer, Bot};
use player::Mind;
use time::think_time;

/// How long the bot thinks for one decision where nothing else limits it.
const MOST: Duration = Duration::from_secs(2);

/// How much the bot thinks for one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// So long at most, less where the clock is short.
    Time(Duration),
    /// So many iterations, whatever the clock says: the same answers on every machine.
    Iterations(u32),
}

impl Level {
    /// As much as the clock sensibly allows: 2 s at most.
    pub const FULL: Level = Level::Time(MOST);

    /// The level of the bot with this name: `search`, `search-50ms` or `search-500ms`.
    pub(crate) fn of(name: &str) -> Option<Level> {
        match name {
            "search" => Some(Level::FULL),
            "search-50ms" => Some(Level::Time(Duration::from_millis(50))),
            "search-500ms" => Some(Level::Time(Duration::from_millis(500))),
            _ => None,
        }
    }
}

/// Thinks ahead, as its level says and the clock allows. Where it doesn't know the rules, it plays as [`Greedy`].
#[derive(Debug)]
pub struct Search {
    level: Level,
    seed: Seed,
    /// The open matches by their ids, those whose rules it knows.
    matches: HashMap<String, Match>,
}

#[derive(Debug)]
struct Match {
    mind: Box<dyn Mind>,
    control: Option<pb::TimeControl>,
}

impl Search {
    /// A bot of this level. With iterations and the same seed it plays the same match alike.
    #[must_use]
    pub fn new(level: Level, seed: u64) -> Search {
        Search { level, seed: Seed::from_number(seed), matches: HashMap::new() }
    }

    fn budget(&self, ask: &pb::Ask, control: Option<&pb::TimeControl>) -> Budget {
        match self.level {
            Level::Time(most) => Budget::Time(think_time(most, ask, control)),
            Level::Iterations(iterations) => Budget::Iterations(iterations),
        }
    }
}

impl Bot for Search {
    fn seated(&mut self, seated: &pb::Seated) {
        let seed = self.seed.derive(&seated.match_id, seated.seat.into());
        match player::of(seated, seed) {
            Ok(mind) => {
                let found = Match { mind, control: seated.time_control };
                self.matches.insert(seated.match_id.clone(), found);
            }
            Err(reason) => warn!(id = seated.match_id, reason, "can't think ahead in this match, plays as greedy"),
        }
    }

    fn seen(&mut self, seen: &pb::Seen) {
        if let Some(found) = self.matches.get_mut(&seen.match_id) {
            found.mind.follow(&seen.events);
        }
    }

    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        let control = self.matches.get(&ask.match_id).and_then(|found| found.control);
        let budget = self.budget(ask, control.as_ref());
        let Some(Match { mind, .. }) = self.matches.get_mut(&ask.match_id) else { return Greedy.choose(ask) };
        mind.follow(&ask.since);
        if ask.legal_total < 2 {
            return Answer::index(0);
        }
        match mind.best(ask, budget) {
            Ok(index) => Answer::index(index),
            Err(error) => {
                warn!(id = ask.match_id, ticket = ask.ticket, %error, "can't think about this ask, plays as greedy");
                Greedy.choose(ask)
            }
        }
    }

    fn ended(&mut self, ended: &pb::Ended) {
        self.matches.remove(&ended.match_id);
    }
}
