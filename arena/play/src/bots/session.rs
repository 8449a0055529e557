//! A bot that was let in: checks its Hello, and forwards its messages to its matches and the lobby.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message as ToBot;
use kahua_proto::pb::arena::v1::bot_message::Message;
use tracing::info;

use super::context::SessionContext;
use super::disconnect::DisconnectReason;
use super::hello::Profile;
use super::sender::BotSender;
use crate::auth::access::Admission;
use crate::auth::caller::NotAdmitted;
use crate::auth::credentials::Credentials;
use crate::bots::lobby::{Claim, Readiness};
use crate::bots::match_handle::{Closed, MatchCommand};
use crate::bots::resume::ConnectionNumber;
use kahua_core::clock::Moment;
use kahua_core::ids::{BotName, MatchId, ParseMatchIdError};
use kahua_core::limits;
use kahua_core::referee::Input;

/// The arena's side of a bot that is connected.
#[derive(Clone, Debug)]
pub struct Session {
    context: Arc<SessionContext>,
    name: BotName,
    sender: BotSender,
    /// Whether the lobby knows that the bot has received its Welcome.
    has_welcome: Arc<AtomicBool>,
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
        let mut profile = Profile::read(hello, &context.rulesets)?;
        profile.matches_max = context.matches_max(&profile);
        let name = profile.name;
        let admission = context.access.admit_bot(name, &credentials)?;
        let resumes = match &profile.resume_token {
            None => None,
            Some(token) => match context.read_resume_token(token) {
                Some((owner, number)) if owner == name => Some(number),
                _ => return Err(DisconnectReason::ResumeTokenUnknown(name)),
            },
        };
        let number = context.number_of(sender);
        let claim = Claim { number, resumes, is_proven: admission == Admission::ByToken };
        context.lobby.enter(&profile, claim, sender, welcome(context, &profile, number))?;
        let session = Session { context: context.clone(), name, sender: sender.clone(), has_welcome: Arc::default() };
        let leave = LeaveOnDrop(session.clone());
        // Checked again, now that the bot is in the lobby: a change of its token before that found no connection to
        // end.
        context.access.admit_bot(name, &credentials)?;
        let resuming = resumes.is_some();
        info!(bot = %name, version = profile.version, library = profile.library, resuming, "bot connected");
        context.keep_version(&profile);
        Ok((session, leave))
    }

    /// The session of the open connection for which this resume token was issued. It only identifies the connection:
    /// the caller must be admitted as its bot all the same.
    ///
    /// # Errors
    /// If no such connection is open, or the caller isn't admitted.
    pub fn by_resume_token(
        context: &Arc<SessionContext>,
        token: &str,
        credentials: &Credentials,
    ) -> Result<Session, NoSession> {
        let (name, number) = context.read_resume_token(token).ok_or(NoSession::Unknown)?;
        let sender = context.lobby.sender(name).filter(|sender| context.number_of(sender) == number);
        let sender = sender.ok_or(NoSession::Unknown)?;
        context.access.admit_bot(name, credentials)?;
        Ok(Session { context: context.clone(), name, sender, has_welcome: Arc::default() })
    }

    pub(crate) fn name(&self) -> BotName {
        self.name
    }

    pub fn sender(&self) -> &BotSender {
        &self.sender
    }

    /// Handles one message from the bot. If something is wrong with the message, sends the bot a fault.
    ///
    /// # Errors
    /// If it was one message too many: the connection ends then.
    pub async fn receive(&self, message: pb::BotMessage) -> Result<(), DisconnectReason> {
        // The bot's time ends here: everything after this line may wait, and that is the arena's time.
        let now = self.context.moment();
        if !self.sender.allows(now.at) {
            return Err(self.flooded().await);
        }
        // The bot has sent a message, so it has received its Welcome: from now on only the resume token in that one is
        // valid.
        if !self.has_welcome.swap(true, Ordering::Relaxed) {
            self.context.lobby.note_welcome_received(self.name, self.sender.id(), self.context.number_of(&self.sender));
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
        now: Moment,
        input: impl FnOnce(Seat) -> Input,
    ) {
        let sent = match id.as_ref().ok().and_then(|id| self.context.lobby.seat_in(self.name, *id)) {
            Some(seat) => seat.match_handle.send(MatchCommand(now, input(seat.seat))).await,
            None => Err(Closed),
        };
        if sent == Err(Closed) {
            self.sender.send(no_such_match(&id, ticket));
        }
        // After sending: the match may just have found the answer too late, and noted a missed ask.
        if id.is_ok_and(|id| self.sender.spoke_in(&id)) {
            self.context.lobby.notify();
        }
    }

    fn set_readiness(&self, readiness: Readiness) {
        self.context.lobby.set_readiness(self.name, self.sender.id(), readiness);
    }

    /// Too many messages cost a fault in each open match, and the connection.
    async fn flooded(&self) -> DisconnectReason {
        let detail = DisconnectReason::Flooding.to_string();
        let now = self.context.moment();
        for seat in self.context.lobby.seats_of(self.name) {
            let input = Input::Flooded { seat: seat.seat, detail: detail.clone() };
            let _the_match_may_just_have_ended = seat.match_handle.send(MatchCommand(now, input)).await;
        }
        DisconnectReason::Flooding
    }
}

/// Why there is no session for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSession {
    /// No connection is open for which this resume token was issued.
    #[error(
        "session is not the resume token of an open connection; call Listen first, and send the token of its Welcome"
    )]
    Unknown,
    /// The caller isn't the bot.
    #[error(transparent)]
    NotAdmitted(#[from] NotAdmitted),
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

fn welcome(context: &SessionContext, profile: &Profile, number: ConnectionNumber) -> pb::Welcome {
    let name = profile.name;
    pb::Welcome {
        name: name.to_string(),
        resume_token: context.resume_key.token(name, number, context.access.token_of(name)),
        limits: Some(context.rulesets.wire_limits(profile.matches_max)),
        arena_version: crate::VERSION.into(),
        // The lobby fills it in, because it knows the bot's open matches.
        resumed_matches: 0,
        protocol_version: limits::PROTOCOL_VERSION,
        capabilities: Vec::new(),
    }
}

fn no_such_match(id: &Result<MatchId, ParseMatchIdError>, ticket: Option<u32>) -> ToBot {
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
