//! The sample bots by their names, which are the same in every language.

pub(crate) mod first_legal;
pub(crate) mod greedy;
pub(crate) mod random;
pub(crate) mod search;

use kahua_proto::pb::arena::v1 as pb;

use crate::client::{PlayError, connect};
use crate::own_thread::OwnThread;
use crate::settings::Settings;
use crate::voice::Voice;
use first_legal::FirstLegal;
use greedy::Greedy;
use random::Random;
use search::{Level, Search};

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
pub(crate) fn make(name: &str, mut settings: Settings) -> (Box<dyn Voice>, Settings) {
    let bot: Box<dyn Voice> = match name {
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
