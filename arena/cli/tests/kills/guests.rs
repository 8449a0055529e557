//! Bots in this process that behave like bots of a league that runs for weeks: one stops answering, one comes in a new
//! version.

use std::time::Duration;

use kahua_client::{Answer, Bot, Settings, connect};
use kahua_proto::pb::arena::v1 as pb;
use tokio::runtime::Runtime;

/// How long a bot hangs: longer than all its time for a match.
const HANG: Duration = Duration::from_secs(8);

/// How many decisions a bot takes before it hangs for the first time.
const HANGS_FIRST_AFTER: u32 = 30;

/// How many it takes before it hangs once more.
const HANGS_AGAIN_AFTER: u32 = 200;

/// A bot that plays until it is dropped, whatever happens to the arena.
pub(crate) struct Guest(Option<Runtime>);

impl Guest {
    /// A bot that always plays the first legal action.
    pub(crate) fn start(address: &str, name: &str, token: &str, version: &str) -> Guest {
        Guest::play(address, name, token, version, FirstLegal { hangs_after: None })
    }

    /// A bot that thinks far too long now and then, and goes on as if nothing had happened.
    pub(crate) fn that_hangs(address: &str, name: &str, token: &str) -> Guest {
        Guest::play(address, name, token, "1", FirstLegal { hangs_after: Some(HANGS_FIRST_AFTER) })
    }

    fn play(address: &str, name: &str, token: &str, version: &str, bot: FirstLegal) -> Guest {
        let runtime = Runtime::new().unwrap();
        let token = Some(token.to_owned());
        let settings = Settings { token, version: version.to_owned(), ..Settings::new(address, name) };
        let who = format!("{name} {version}");
        runtime.spawn(async move {
            let played = async { connect(settings).await?.play(bot).await }.await;
            eprintln!("{who} has ended by itself: {played:?}");
        });
        Guest(Some(runtime))
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.0.take().into_iter().for_each(Runtime::shutdown_background);
    }
}

struct FirstLegal {
    /// How many decisions it takes before it hangs; `None` if it never does.
    hangs_after: Option<u32>,
}

impl Bot for FirstLegal {
    fn choose(&mut self, _ask: &pb::Ask) -> Answer {
        match &mut self.hangs_after {
            None => {}
            Some(0) => {
                self.hangs_after = Some(HANGS_AGAIN_AFTER);
                #[expect(clippy::disallowed_methods, reason = "a bot that hangs; it thinks on a thread of its own")]
                std::thread::sleep(HANG);
            }
            Some(left) => *left -= 1,
        }
        Answer::index(0)
    }
}
