//! The steps in which a bot comes: it connects, says who it is, and comes back when its connection was lost.

use std::time::{Duration, Instant};

use kahua_proto::pb::arena::v1 as pb;
use tokio::time::timeout;

use super::notes::{Call, Notes, Way};
use super::run::{CheckRun, Seen, Stop, while_alive};
use super::words::{millis, plural};
use kahua_core::limits;

impl CheckRun {
    pub(crate) async fn connects(&mut self) -> Seen {
        let CheckRun { hall, bot, terms, .. } = self;
        let begun = Instant::now();
        bot.start(hall.wire.addr).await?;
        let notebook = hall.desk.notebook.clone();
        let called = notebook.wait_for(|notes| (notes.calls > 0).then_some(()));
        let came = while_alive(bot, async { Ok(timeout(terms.patience, called).await.is_ok()) }).await?;
        if came {
            return Ok(format!("after {}", millis(begun.elapsed())));
        }
        let (addr, s) = (hall.wire.addr, terms.patience.as_secs());
        Err(Stop::Failed(match notebook.read(|notes| notes.sockets) {
            0 => format!("nothing connected to {addr}, which KAHUA_ADDR holds, within {s} s"),
            sockets => format!(
                "it opened {} to {addr}, but called neither Play nor Listen of arena.v1.BotService within {s} s",
                plural(sockets, "connection")
            ),
        }))
    }

    pub(crate) async fn greets(&mut self) -> Seen {
        // A bot that says nothing is refused by the arena itself.
        let call = self.comes_in(0, limits::HELLO_TIMEOUT + self.terms.patience).await?;
        let hello = call.hello.clone().unwrap_or_default();
        let mut wrong = Vec::new();
        if hello.name != self.hall.bot.as_str() {
            wrong.push(format!("its Hello says the name {:?}; KAHUA_NAME is {:?}", hello.name, self.hall.bot.as_str()));
        }
        match &call.authorization {
            Some(text) if text.split_once(' ').is_some_and(|(_, token)| token.trim() == self.token) => {}
            Some(_) => wrong.push("the token that it shows isn't the one in KAHUA_TOKEN".into()),
            None => wrong.push(
                "it shows no token: an arena that isn't on loopback wants the one in KAHUA_TOKEN as metadata \
                 \"authorization: Bearer TOKEN\""
                    .into(),
            ),
        }
        if wrong.is_empty() { Ok(self.who(&call, &hello)) } else { Err(Stop::Failed(wrong.join("; "))) }
    }

    /// The bot in one line.
    fn who(&self, call: &Call, hello: &pb::Hello) -> String {
        let or = |text: &str, none: &str| if text.is_empty() { none.to_owned() } else { text.to_owned() };
        let plays = match self.plays_everything() {
            true => "every game".to_owned(),
            false => hello.games.iter().map(|support| support.game.as_str()).collect::<Vec<_>>().join(", "),
        };
        format!(
            "{}, {}, over {}; plays {plays}; {} at once",
            or(&hello.version, "no version"),
            or(&hello.library, "no library named"),
            match call.way {
                Way::Play => "Play",
                Way::Listen => "Listen and Answer",
            },
            plural(u64::from(hello.matches_max.max(1)), "match"),
        )
    }

    /// Waits until the bot was let in by a call after the first `calls`.
    pub(crate) async fn comes_in(&mut self, calls: u64, within: Duration) -> Result<Call, Stop> {
        let notebook = self.hall.desk.notebook.clone();
        let let_in = async {
            match timeout(within, notebook.wait_for(|notes| let_in(notes, calls))).await {
                Ok(Ok(call)) => Ok(call),
                Ok(Err(refused)) => Err(Stop::Failed(format!("the arena refused it: {refused}"))),
                Err(_) => Err(Stop::Failed(format!("it wasn't there within {} s", within.as_secs()))),
            }
        };
        while_alive(&mut self.bot, let_in).await
    }
}

/// The call by which the bot was let in, or why it was refused, in a call after the first `calls`.
fn let_in(notes: &Notes, calls: u64) -> Option<Result<Call, String>> {
    let call = (notes.calls > calls && notes.call.welcomed).then(|| Ok(notes.call.clone()));
    let refused = notes.refused.as_ref().filter(|(number, _)| *number > calls);
    call.or_else(|| refused.map(|(_, why)| Err(why.clone())))
}
