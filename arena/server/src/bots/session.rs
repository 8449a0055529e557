//! What a bot says, carried to where it belongs.

use std::sync::Arc;

use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message as Said;
use kahua_proto::pb::arena::v1::bot_message::Message;
use tracing::info;

use super::disconnect::DisconnectReason;
use super::hello::Profile;
use super::sender::BotSender;
use crate::app::App;
use crate::auth::access::Credentials;
use crate::bots::lobby::Wants;
use crate::bots::match_handle::{Closed, MatchCommand};
use kahua_core::clock::Micros;
use kahua_core::ids::{BotName, MatchId, ParseMatchIdError};
use kahua_core::limits;
use kahua_core::referee::Input;

/// A bot that was let in. Leaves the lobby when dropped; its seats in matches stay.
#[derive(Debug)]
pub(crate) struct Session {
    speaker: Speaker,
}

/// A connected bot's voice: what it needs to be heard.
#[derive(Clone, Debug)]
pub(crate) struct Speaker {
    app: Arc<App>,
    name: BotName,
    line: BotSender,
}

impl Session {
    /// Lets a bot in: looks at its Hello and its token, and says Welcome.
    ///
    /// # Errors
    /// Why it isn't let in.
    pub(crate) fn enter(
        app: &Arc<App>,
        hello: pb::Hello,
        presented: Credentials,
        line: &BotSender,
    ) -> Result<Session, DisconnectReason> {
        let profile = Profile::read(hello, &app.games).map_err(DisconnectReason::BadHello)?;
        app.access.admit_bot(profile.name, &presented).map_err(DisconnectReason::WrongToken)?;
        let resuming = match &profile.resume_token {
            None => false,
            Some(token) if app.resume_key.name_of(token) == Some(profile.name) => true,
            Some(_) => {
                return Err(DisconnectReason::WrongToken(format!(
                    "Hello.resume_token is none that this arena gave to {}; leave it empty for a first connection",
                    profile.name
                )));
            }
        };
        app.lobby.enter(&profile, resuming, line, welcome(app, &profile))?;
        info!(bot = %profile.name, version = profile.version, library = profile.library, resuming, "bot connected");
        app.note_version(&profile);
        Ok(Session { speaker: Speaker { app: app.clone(), name: profile.name, line: line.clone() } })
    }

    /// The bot's name.
    pub(crate) fn name(&self) -> BotName {
        self.speaker.name
    }

    /// The way to the bot.
    pub(crate) fn line(&self) -> &BotSender {
        &self.speaker.line
    }

    /// See [`Speaker::hear`].
    pub(crate) async fn hear(&self, message: pb::BotMessage) -> Result<(), DisconnectReason> {
        self.speaker.hear(message).await
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.speaker.app.lobby.leave(self.speaker.name, self.speaker.line.id());
    }
}

impl Speaker {
    /// The voice of the connected bot that holds this resume token.
    pub(crate) fn by_resume_token(app: &Arc<App>, token: &str) -> Option<Speaker> {
        let name = app.resume_key.name_of(token)?;
        let line = app.lobby.line(name)?;
        Some(Speaker { app: app.clone(), name, line })
    }

    /// The way to the bot.
    pub(crate) fn line(&self) -> &BotSender {
        &self.line
    }

    /// Carries one message to where it belongs. What is wrong with it, the bot is told over its line.
    ///
    /// # Errors
    /// If it was one message too many: the connection ends then.
    pub(crate) async fn hear(&self, message: pb::BotMessage) -> Result<(), DisconnectReason> {
        let now = self.app.time.now();
        if !self.line.allows(now) {
            return Err(self.flooding().await);
        }
        match message.message {
            Some(Message::Answer(answer)) => {
                self.tell(answer.match_id.parse(), answer.ticket, now, |seat| Input::Answer { seat, answer }).await;
            }
            Some(Message::Resign(resign)) => {
                self.tell(resign.match_id.parse(), 0, now, |seat| Input::Resign { seat }).await;
            }
            Some(Message::Ready(_)) => self.wants(Wants::Matches),
            Some(Message::Pause(_)) => self.wants(Wants::Rest),
            Some(Message::Bye(_)) => self.wants(Wants::Out),
            Some(Message::Hello(_)) => {
                self.line.say(passed_over("Hello was said on this connection already", "one Hello, first of all"));
            }
            None => {
                let expected = "one of answer, resign, ready, pause and bye";
                self.line.say(passed_over("the message has nothing set that this arena knows", expected));
            }
        }
        Ok(())
    }

    /// Tells the match with this id, if the bot has a seat there; if not, the bot is told.
    async fn tell(
        &self,
        id: Result<MatchId, ParseMatchIdError>,
        ticket: u64,
        now: Micros,
        input: impl FnOnce(Seat) -> Input,
    ) {
        let told = match id.as_ref().ok().and_then(|id| self.app.lobby.chair(self.name, *id)) {
            Some(chair) => chair.door.tell(MatchCommand::Input(now, input(chair.seat))).await,
            None => Err(Closed),
        };
        if told == Err(Closed) {
            self.line.say(no_such_match(id, ticket));
        }
    }

    fn wants(&self, wants: Wants) {
        self.app.lobby.set_wants(self.name, self.line.id(), wants);
    }

    /// Too many messages cost a fault in each open match, and the connection.
    async fn flooding(&self) -> DisconnectReason {
        let detail = DisconnectReason::Flooding.to_string();
        let now = self.app.time.now();
        for chair in self.app.lobby.chairs(self.name) {
            let input = Input::Flooded { seat: chair.seat, detail: detail.clone() };
            let _the_match_may_just_have_ended = chair.door.tell(MatchCommand::Input(now, input)).await;
        }
        DisconnectReason::Flooding
    }
}

fn welcome(app: &App, profile: &Profile) -> pb::Welcome {
    pb::Welcome {
        name: profile.name.to_string(),
        resume_token: app.resume_key.token(&profile.name),
        limits: Some(pb::Limits {
            message_bytes_max: limits::MESSAGE_BYTES_MAX as u32,
            matches_max: profile.matches_max,
            messages_per_second_max: limits::MESSAGES_PER_SECOND_MAX,
            legal_max: app.games.legal_max() as u32,
        }),
        arena_version: crate::VERSION.into(),
        resumed_matches: 0,
    }
}

fn no_such_match(id: Result<MatchId, ParseMatchIdError>, ticket: u64) -> Said {
    Said::Fault(pb::FaultNotice {
        match_id: id.as_ref().map(MatchId::to_string).unwrap_or_default(),
        ticket,
        cause: pb::FaultCause::StaleTicket.into(),
        problem: match id {
            Ok(_) => "this bot sits in no open match with this id".into(),
            Err(problem) => problem.to_string(),
        },
        expected: "the match id and ticket of an Ask that is open on this connection".into(),
        consequence: "none: it was dropped".into(),
    })
}

fn passed_over(problem: &str, expected: &str) -> Said {
    Said::Fault(pb::FaultNotice {
        cause: pb::FaultCause::Unreadable.into(),
        problem: problem.into(),
        expected: expected.into(),
        consequence: "none: it was dropped".into(),
        ..pb::FaultNotice::default()
    })
}
