//! The steps in which a bot connects: it calls the arena, introduces itself, and comes back after a lost connection.

use std::time::{Duration, Instant};

use kahua_proto::pb::arena::v1 as pb;
use tokio::time::timeout;

use super::error::{StepError, StepResult};
use super::notes::{Call, CallKind, Notes};
use super::run::{CheckRun, while_alive};
use kahua_core::limits;
use kahua_core::words::{count, measured};
use kahua_process::proxy_hint;

impl CheckRun {
    pub(crate) async fn connects(&mut self) -> StepResult {
        let CheckRun { harness, bot, options, .. } = self;
        let begun = Instant::now();
        bot.start(harness.proxy.addr).await?;
        let notebook = harness.interceptor.notebook.clone();
        let called = notebook.wait_for(|notes| (notes.calls > 0).then_some(()));
        let came = while_alive(bot, async { Ok(timeout(options.patience, called).await.is_ok()) }).await?;
        if came {
            return Ok(format!("after {}", measured(begun.elapsed())));
        }
        let (addr, s) = (harness.proxy.addr, options.patience.as_secs());
        Err(StepError::Failed(match notebook.read(|notes| notes.sockets) {
            0 => format!("nothing connected to {addr}, the address in KAHUA_ADDR, within {s} s{}", proxy_hint()),
            sockets => format!(
                "it opened {} to {addr}, but called neither Play nor Listen of kahua.arena.v1.BotService within {s} s",
                count(sockets, "connection", "connections")
            ),
        }))
    }

    pub(crate) async fn greets(&mut self) -> StepResult {
        // If a bot sends nothing, the arena itself refuses it.
        let call = self.comes_in(0, limits::HELLO_TIMEOUT + self.options.patience).await?;
        let hello = call.hello.clone().unwrap_or_default();
        let mut wrong = Vec::new();
        if hello.name != self.harness.bot.as_str() {
            wrong.push(format!(
                "its Hello gives the name {:?}, but KAHUA_NAME is {:?}",
                hello.name,
                self.harness.bot.as_str()
            ));
        }
        match &call.authorization {
            Some(text) if text.split_once(' ').is_some_and(|(_, token)| token.trim() == self.token) => {}
            Some(_) => wrong.push("the token that it sent isn't the one in KAHUA_TOKEN".into()),
            None => wrong.push(
                "it sent no token: an arena that isn't on loopback expects the one in KAHUA_TOKEN as metadata \
                 \"authorization: Bearer TOKEN\""
                    .into(),
            ),
        }
        if wrong.is_empty() { Ok(self.summary(&call, &hello)) } else { Err(StepError::Failed(wrong.join("; "))) }
    }

    /// The bot in one line.
    fn summary(&self, call: &Call, hello: &pb::Hello) -> String {
        let or = |text: &str, none: &str| if text.is_empty() { none.to_owned() } else { text.to_owned() };
        let plays = match self.plays_everything() {
            true => "every game".to_owned(),
            false => hello.games.iter().map(|support| support.game.as_str()).collect::<Vec<_>>().join(", "),
        };
        format!(
            "{}, {}, over {}; plays {plays}; {} at once",
            or(&hello.version, "no version"),
            or(&hello.library, "unknown library"),
            match call.kind {
                CallKind::Play => "Play",
                CallKind::Listen => "Listen and Submit",
            },
            count(u64::from(hello.matches_max.unwrap_or(1)), "match", "matches"),
        )
    }

    /// Waits until the arena welcomes the bot in a call after the first `calls`.
    pub(crate) async fn comes_in(&mut self, calls: u64, within: Duration) -> Result<Call, StepError> {
        let notebook = self.harness.interceptor.notebook.clone();
        let let_in = async {
            match timeout(within, notebook.wait_for(|notes| let_in(notes, calls))).await {
                Ok(Ok(call)) => Ok(call),
                Ok(Err(refused)) => Err(StepError::Failed(format!("the arena refused it: {refused}"))),
                Err(_) => Err(StepError::Failed(format!("it didn't connect within {} s", within.as_secs()))),
            }
        };
        while_alive(&mut self.bot, let_in).await
    }
}

/// The call in which the arena welcomed the bot, or why it refused the bot, among the calls after the first `calls`.
fn let_in(notes: &Notes, calls: u64) -> Option<Result<Call, String>> {
    let call = (notes.calls > calls && notes.call.welcomed).then(|| Ok(notes.call.clone()));
    let refused = notes.refused.as_ref().filter(|(number, _)| *number > calls);
    call.or_else(|| refused.map(|(_, why)| Err(why.clone())))
}
