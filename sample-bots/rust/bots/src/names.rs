//! The sample bots by their names, which are the same in every language.

use std::time::Duration;

use kahua_client::{Agent, Bot, OwnThread, PlayError, Settings, connect, pb};

use crate::first_legal::FirstLegal;
use crate::greedy::Greedy;
use crate::paced::Paced;
use crate::random::Random;
use crate::search::{Level, Search};

/// The names that [`run`] accepts.
pub const NAMES: [&str; 6] = ["first-legal", "random", "greedy", "search", "search-50ms", "search-500ms"];

/// How many matches a bot that answers at once plays at the same time, unless the settings say otherwise.
const MATCHES_DEFAULT: u32 = 16;

/// Plays as the sample bot with this name until the arena dismisses it.
///
/// # Errors
/// As [`connect`] and [`kahua_client::Connection::play`].
///
/// # Panics
/// If `name` is not one of [`NAMES`].
pub async fn run(name: &str, settings: Settings) -> Result<(), PlayError> {
    let (agent, settings) = agent(name, settings);
    connect(settings).await?.play(agent).await
}

/// As [`run`], with a pause before each answer is sent, so that people can follow the matches.
///
/// # Errors
/// As [`run`].
///
/// # Panics
/// As [`run`].
pub async fn run_paced(name: &str, settings: Settings, pause: Duration) -> Result<(), PlayError> {
    let (agent, settings) = agent(name, settings);
    connect(settings).await?.play(Paced::new(agent, pause)).await
}

/// The bot with this name, for a program that asks it without a connection; `None` if `name` is not one of [`NAMES`].
#[must_use]
pub fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot>> {
    Some(match name {
        "first-legal" => Box::new(FirstLegal),
        "random" => Box::new(Random::new(seed, name)),
        "greedy" => Box::new(Greedy),
        name => Box::new(Search::new(Level::of_name(name)?, seed)),
    })
}

/// The bot with this name, and the settings completed with what the bot needs.
pub(crate) fn agent(name: &str, mut settings: Settings) -> (Box<dyn Agent>, Settings) {
    // The version has the name, since another of these bots may play under the same bot name the next time.
    settings.version = format!("{name} {}", env!("CARGO_PKG_VERSION"));
    let agent: Box<dyn Agent> = match name {
        "first-legal" => {
            settings.action_form = pb::ActionForm::None;
            Box::new(FirstLegal)
        }
        "random" => {
            settings.action_form = pb::ActionForm::None;
            Box::new(Random::new(settings.seed, &settings.name))
        }
        "greedy" => {
            let support = |game: &str| pb::GameSupport { game: game.to_owned(), seat_counts: Vec::new() };
            settings.games = Greedy::games().map(support).collect();
            Box::new(Greedy)
        }
        _ => {
            let Some(level) = Level::of_name(name) else {
                panic!("{name} is not one of the sample bots: {}", NAMES.join(", "))
            };
            settings.matches_max.get_or_insert(1);
            Box::new(OwnThread::new(Search::new(level, settings.seed)))
        }
    };
    settings.matches_max.get_or_insert(MATCHES_DEFAULT);
    (agent, settings)
}
