//! The sample bots by their names, which are the same in every language.

use kahua_client::pb;

use crate::first_legal::FirstLegal;
use crate::greedy::{self, Greedy};
use crate::random::Random;
use crate::search::{Level, Search};
use kahua_client::Agent;
use kahua_client::OwnThread;
use kahua_client::Settings;
use kahua_client::{PlayError, connect};

/// The names that [`run`] knows.
pub const NAMES: [&str; 6] = ["first-legal", "random", "greedy", "search", "search-50ms", "search-500ms"];

/// How many matches a sample bot plays at once if the settings leave it to the bot and it answers in no time.
const MATCHES: u32 = 16;

/// Plays as the sample bot with this name until the arena has no more use for it.
///
/// # Errors
/// As [`connect`] and [`crate::Connection::play`].
///
/// # Panics
/// If `name` is none of [`NAMES`].
pub async fn run(name: &str, settings: Settings) -> Result<(), PlayError> {
    let (bot, settings) = make(name, settings);
    connect(settings).await?.play(bot).await
}

/// The bot with this name, and the settings with what it needs.
pub(crate) fn make(name: &str, mut settings: Settings) -> (Box<dyn Agent>, Settings) {
    let bot: Box<dyn Agent> = match name {
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
            settings.games = greedy::GAMES.map(support).to_vec();
            Box::new(Greedy)
        }
        _ => match Level::of(name) {
            Some(level) => {
                settings.matches_max.get_or_insert(1);
                Box::new(OwnThread::new(Search::new(level, settings.seed)))
            }
            None => panic!("{name} is none of the sample bots: {}", NAMES.join(", ")),
        },
    };
    settings.matches_max.get_or_insert(MATCHES);
    (bot, settings)
}
