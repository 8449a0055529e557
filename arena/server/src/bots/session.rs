//! A bot that was let in: checks its Hello, and carries what it sends to where it belongs.

use std::sync::Arc;

use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message as ToBot;
use kahua_proto::pb::arena::v1::bot_message::Message;
use tracing::info;

use super::context::SessionContext;
use super::disconnect::DisconnectReason;
use super::hello::Profile;
use super::sender::BotSender;
use crate::auth::credentials::Credentials;
use crate::bots::lobby::Readiness;
use crate::bots::match_handle::{Closed, MatchCommand};
use kahua_core::clock::Micros;
use kahua_core::ids::{BotName, MatchId, ParseMatchIdError};
use kahua_core::limits;
use kahua_core::referee::Input;

/// The arena's side of a bot that is connected.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    context: Arc<SessionContext>,
    name: BotName,
    sender: BotSender,
}

impl Session {
    /// Lets a bot in: checks its Hello and its token, and sends Welcome. The bot stays in the lobby until the
    /// [`LeaveOnDrop`] is dropped.
    ///
    /// # Errors
    /// Why it isn't let in.
    pub(crate) fn enter(
        context: &Arc<SessionContext>,
        hello: pb::Hello,
        credentials: Credentials,
        sender: &BotSender,
    ) -> Result<(Session, LeaveOnDrop), DisconnectReason> {
        let profile = Profile::read(hello, &context.rulesets)?;
        let _admission = context.access.admit_bot(profile.name, &credentials)?;
        let resuming = match &profile.resume_token {
            None => false,
            Some(token) if context.resume_key.name_of(token) == Some(profile.name) => true,
            Some(_) => return Err(DisconnectReason::ResumeTokenUnknown(profile.name)),
        };
        context.lobby.enter(&profile, resuming, sender, welcome(context, &profile))?;
        info!(bot = %profile.name, version = profile.version, library = profile.library, resuming, "bot connected");
        context.keep_version(&profile);
        let session = Session { context: context.clone(), name: profile.name, sender: sender.clone() };
        Ok((session.clone(), LeaveOnDrop(session)))
    }

    /// The session of the connected bot that holds this resume token.
    pub(crate) fn by_resume_token(context: &Arc<SessionContext>, token: &str) -> Option<Session> {
        let name = context.resume_key.name_of(token)?;
        let sender = context.lobby.sender(name)?;
        Some(Session { context: context.clone(), name, sender })
    }

    pub(crate) fn name(&self) -> BotName {
        self.name
    }

    pub(crate) fn sender(&self) -> &BotSender {
        &self.sender
    }

    /// Carries one message to where it belongs. If something is wrong with the message, the bot is sent a fault.
    ///
    /// # Errors
    /// If it was one message too many: the connection ends then.
    pub(crate) async fn receive(&self, message: pb::BotMessage) -> Result<(), DisconnectReason> {
        let now = self.context.time.now();
        if !self.sender.allows(now) {
            return Err(self.flooded().await);
        }
        match message.message {
            Some(Message::Answer(answer)) => {
                let id = answer.match_id.parse();
                self.send_to_match(id, Some(answer.ticket), now, |seat| Input::answer(seat, answer)).await;
            }
            Some(Message::Resign(resign)) => {
                self.send_to_match(resign.match_id.parse(), None, now, |seat| Input::Resign { seat }).await;
            }
            Some(Message::Ready(_)) => self.set_readiness(Readiness::Ready),
            Some(Message::Pause(_)) => self.set_readiness(Readiness::Paused),
            Some(Message::Bye(_)) => self.set_readiness(Readiness::Leaving),
            Some(Message::Hello(_)) => {
                self.sender
                    .send(dropped("this connection has sent its Hello already", "one Hello, as the first message"));
            }
            None => {
                let expected = "one of answer, resign, ready, pause and bye";
                self.sender.send(dropped("the message sets no field that this arena knows", expected));
            }
        }
        Ok(())
    }

    /// Sends an input to the match with this id. A bot without a seat there is sent a fault.
    async fn send_to_match(
        &self,
        id: Result<MatchId, ParseMatchIdError>,
        ticket: Option<u32>,
        now: Micros,
        input: impl FnOnce(Seat) -> Input,
    ) {
        let sent = match id.as_ref().ok().and_then(|id| self.context.lobby.seat_in(self.name, *id)) {
            Some(seat) => seat.match_handle.send(MatchCommand::Input(now, input(seat.seat))).await,
            None => Err(Closed),
        };
        if sent == Err(Closed) {
            self.sender.send(no_such_match(id, ticket));
        }
    }

    fn set_readiness(&self, readiness: Readiness) {
        self.context.lobby.set_readiness(self.name, self.sender.id(), readiness);
    }

    /// Too many messages cost a fault in each open match, and the connection.
    async fn flooded(&self) -> DisconnectReason {
        let detail = DisconnectReason::Flooding.to_string();
        let now = self.context.time.now();
        for seat in self.context.lobby.seats_of(self.name) {
            let input = Input::Flooded { seat: seat.seat, detail: detail.clone() };
            let _the_match_may_just_have_ended = seat.match_handle.send(MatchCommand::Input(now, input)).await;
        }
        DisconnectReason::Flooding
    }
}

/// Takes a bot out of the lobby when dropped; its seats in matches stay.
#[derive(Debug)]
#[must_use]
pub(crate) struct LeaveOnDrop(Session);

impl Drop for LeaveOnDrop {
    fn drop(&mut self) {
        self.0.context.lobby.leave(self.0.name, self.0.sender.id());
    }
}

fn welcome(context: &SessionContext, profile: &Profile) -> pb::Welcome {
    pb::Welcome {
        name: profile.name.to_string(),
        resume_token: context.resume_key.token(&profile.name),
        limits: Some(context.rulesets.wire_limits(profile.matches_max)),
        arena_version: crate::VERSION.into(),
        // Filled in by the lobby, which knows the bot's open matches.
        resumed_matches: 0,
        protocol_version: limits::PROTOCOL_VERSION,
        capabilities: Vec::new(),
    }
}

fn no_such_match(id: Result<MatchId, ParseMatchIdError>, ticket: Option<u32>) -> ToBot {
    ToBot::Fault(pb::FaultNotice {
        match_id: id.as_ref().ok().map(MatchId::to_string),
        ticket,
        cause: pb::FaultCause::StaleTicket.into(),
        problem: match id {
            Ok(_) => "this bot has no seat in an open match with this id".into(),
            Err(problem) => problem.to_string(),
        },
        expected: "the match id and ticket of an Ask that is open on this connection".into(),
        consequence: "none: the message was dropped".into(),
    })
}

fn dropped(problem: &str, expected: &str) -> ToBot {
    ToBot::Fault(pb::FaultNotice {
        cause: pb::FaultCause::Unreadable.into(),
        problem: problem.into(),
        expected: expected.into(),
        consequence: "none: the message was dropped".into(),
        ..pb::FaultNotice::default()
    })
}
