//! Asking the bot: the arena's side of its stream, without an arena behind it.

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use kahua_core::limits;
use kahua_core::referee::{Effect, Input, Referee};
use kahua_engine::Seat;
use kahua_play::bots::DisconnectReason;
use kahua_play::{Profile, VERSION};
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::Rulesets;
use pb::arena_message::Message as ToBot;
use pb::bot_message::Message as FromBot;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::StreamExt;

use super::recorded::{ALWAYS, Deed};
use super::service::{Call, Inbound};

/// What the bot would show for a connection that it has lost. It gets everything anew then.
const RESUME_TOKEN: &str = "ask";

/// The bot's stay, over all of its connections.
pub(super) struct Conversation {
    calls: mpsc::Receiver<Call>,
    patience: Duration,
    line: Option<Line>,
}

/// The connection with the bot.
struct Line {
    inbound: Inbound,
    outbound: mpsc::Sender<Result<pb::ArenaMessage, tonic::Status>>,
    form: pb::ActionForm,
    /// The events before this number were told.
    told: u32,
}

/// What the bot did when it was asked.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) deed: Deed,
    /// From sending the ask to reading the answer.
    pub(super) think: Duration,
    /// Whether the arena would have waited so long.
    pub(super) is_late: bool,
}

impl Conversation {
    pub(super) fn new(calls: mpsc::Receiver<Call>, patience: Duration) -> Conversation {
        Conversation { calls, patience, line: None }
    }

    /// Asks the bot what the referee asks this seat, and waits for its answer. If the connection is lost, the bot is asked again
    /// over the next one.
    ///
    /// # Errors
    /// If the bot doesn't connect or answer in time, or can't play the match.
    pub(super) async fn ask(&mut self, referee: &mut Referee, seat: Seat) -> anyhow::Result<Reply> {
        loop {
            let line = match self.line.take() {
                Some(line) => line,
                None => self.connect(referee, seat).await?,
            };
            if let Some((line, reply)) = line.ask(referee, seat, self.patience).await? {
                self.line = Some(line);
                return Ok(reply);
            }
        }
    }

    /// Waits for the bot to call, and gives it its seat.
    async fn connect(&mut self, referee: &Referee, seat: Seat) -> anyhow::Result<Line> {
        let waited = || format!("the bot hasn't connected within {} s", self.patience.as_secs());
        let greeted = async {
            loop {
                // A call that ends before its Hello was no connection.
                let Call { mut inbound, outbound } = self.calls.recv().await.context("the server ended")?;
                if let Some(message) = inbound.next().await {
                    return anyhow::Ok((message, inbound, outbound));
                }
            }
        };
        let (message, inbound, outbound) = timeout(self.patience, greeted).await.map_err(|_| anyhow!(waited()))??;
        let profile = match message {
            FromBot::Hello(hello) => Profile::read(hello, &Rulesets::built_in()).map_err(DisconnectReason::from),
            _ => Err(DisconnectReason::HelloMissing),
        };
        let profile = match profile {
            Ok(profile) => profile,
            Err(reason) => {
                let status = reason.status().unwrap_or_else(|| tonic::Status::invalid_argument(reason.to_string()));
                let _the_bot_may_be_gone = outbound.send(Err(status)).await;
                return Err(anyhow!(reason).context("the bot's first message can't be accepted"));
            }
        };
        let setup = referee.setup();
        let (game, seats) = (setup.ruleset.info().name, setup.players.count());
        anyhow::ensure!(
            profile.plays.includes(game, seats),
            "the bot's Hello doesn't name {game} with {seats} seats, so no arena would let it play this match"
        );
        let line = Line { inbound, outbound, form: profile.form, told: 0 };
        line.send(ToBot::Welcome(welcome(&profile))).await;
        line.send(ToBot::Seated(referee.seated_message(seat, false))).await;
        Ok(line)
    }
}

impl Line {
    /// The line and the bot's answer; `None` if the connection was lost.
    async fn ask(
        mut self,
        referee: &mut Referee,
        seat: Seat,
        patience: Duration,
    ) -> anyhow::Result<Option<(Line, Reply)>> {
        let Some((_, mut ask)) = referee.ask_message(seat, self.form, ALWAYS) else {
            return Err(anyhow!("the referee asks another seat"));
        };
        ask.events.retain(|event| event.number >= self.told);
        self.told = ask.events.last().map_or(self.told, |event| event.number + 1);
        let allowed = ask.ask_ms.map(|ms| Duration::from_millis(ms) + referee.setup().time_control.allowance);
        // A bot may use all of its time, even if the patience is shorter.
        let patience = patience.max(allowed.unwrap_or_default());
        let before = referee.event_count();
        self.send(ToBot::Ask(ask)).await;
        let (asked, mut resigned) = (Instant::now(), false);
        loop {
            let left = patience.saturating_sub(asked.elapsed());
            let heard = tokio::select! {
                biased;
                // An answer that came just before the bot disconnected still counts.
                heard = timeout(left, self.inbound.next()) => heard,
                () = self.outbound.closed() => return Ok(None),
            };
            let heard = heard.map_err(|_| anyhow!("the bot hasn't answered within {} s", patience.as_secs()))?;
            let Some(message) = heard else { return Ok(None) };
            let think = asked.elapsed();
            let mut effects = Vec::new();
            match message {
                FromBot::Answer(answer) => referee.step(ALWAYS, Input::answer(seat, answer), &mut effects),
                FromBot::Resign(_) => {
                    referee.step(ALWAYS, Input::Resign { seat }, &mut effects);
                    resigned = true;
                }
                // Whether it wants further matches doesn't matter here.
                FromBot::Hello(_) | FromBot::Ready(_) | FromBot::Pause(_) | FromBot::Bye(_) => {}
            }
            for effect in effects {
                if let Effect::SendFault { notice, .. } = effect {
                    self.send(ToBot::Fault(notice)).await;
                }
            }
            let event = referee.encoded_events(before).decode().next();
            if let Some(deed) = event.and_then(Deed::of) {
                if resigned {
                    self.seat_again(referee, seat).await;
                }
                let is_late = allowed.is_some_and(|allowed| think > allowed);
                return Ok(Some((self, Reply { deed, think, is_late })));
            }
        }
    }

    /// Ends the match and begins it again: a library passes on no more asks of a match that its bot has given up.
    async fn seat_again(&mut self, referee: &Referee, seat: Seat) {
        let match_id = referee.setup().id.to_string();
        self.send(ToBot::Ended(pb::Ended { match_id, ..pb::Ended::default() })).await;
        self.send(ToBot::Seated(referee.seated_message(seat, false))).await;
        self.told = 0;
    }

    /// Sends a message. If the bot is gone, the next wait for it says so.
    async fn send(&self, message: ToBot) {
        let _the_bot_may_be_gone = self.outbound.send(Ok(pb::ArenaMessage { message: Some(message) })).await;
    }
}

fn welcome(profile: &Profile) -> pb::Welcome {
    pb::Welcome {
        name: profile.name.to_string(),
        resume_token: RESUME_TOKEN.to_owned(),
        limits: Some(Rulesets::built_in().wire_limits(profile.matches_max)),
        arena_version: VERSION.to_owned(),
        resumed_matches: 0,
        protocol_version: limits::PROTOCOL_VERSION,
        capabilities: Vec::new(),
    }
}
