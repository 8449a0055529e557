//! Why a call fails: a gRPC status for every client, and in it a reason that programs can rely on.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// The domain of all reasons (`google.rpc.ErrorInfo.domain`).
const DOMAIN: &str = "kahua.dev";

/// How long a client should wait, if waiting helps at all.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The reason of a status (`google.rpc.ErrorInfo.reason`). A released text never changes, because clients decide by it
/// what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The call needs a token, and none came with it.
    TokenMissing,
    /// The token isn't one of this arena's, or not the one that the call needs.
    TokenUnknown,
    /// The token is one of this arena's, but its role doesn't allow the call.
    RoleTooLow,
    /// The league's rule for spectators hides the match from this caller, for now or as long as it is played.
    WatchRefused,
    /// The call comes from a web page that may not call, or by a name that isn't the arena's.
    HostRefused,
    /// A field of the request has a value that it can't have. `BadRequest` names the field.
    FieldInvalid,
    /// The arena doesn't play this game.
    GameUnknown,
    /// The arena has neither this league nor any match of it.
    LeagueUnknown,
    /// The arena doesn't know this bot.
    BotUnknown,
    /// The arena has no such match, neither running nor ended.
    MatchUnknown,
    /// The arena has no ruleset with this hash.
    RulesetUnknown,
    /// The match isn't over, and no node of the arena plays it at the moment.
    MatchWaiting,
    /// Another node of the arena plays the match, and can't be reached.
    NodeUnreachable,
    /// The match is still being played.
    MatchRunning,
    /// The match has ended already.
    MatchEnded,
    /// The caller reads its stream more slowly than messages come.
    SlowReader,
    /// The caller has as many spectators as its share of the arena's room allows.
    TooManySpectators,
    /// As many calls of the caller are being answered as its share of the arena's room allows.
    TooManyCalls,
    /// The arena is shutting down.
    Draining,
    /// An organizer has ended the bot's connection. The bot may connect again.
    Kicked,
    /// The league can't be extended so.
    LeagueNotExtended,
    /// There is nothing to correct, or a correction of the same thing holds already.
    NotCorrected,
    /// The arena has no correction with this number.
    CorrectionUnknown,
    /// The arena has made no token for an organizer of this name.
    OrganizerUnknown,
    /// Without this organizer there would be none.
    LastOrganizer,
    /// The arena's disk can't be written at present.
    StoreUnavailable,
    /// The arena can't read its own data, or something else in it is broken.
    ArenaFailed,
    /// The metadata entry `authorization` has another form than `Bearer TOKEN`.
    TokenUnreadable,
    /// The token with which the bot came in was replaced or revoked.
    TokenRevoked,
    /// The resume token in a Hello wasn't issued to this bot by this arena, or isn't its newest.
    ResumeTokenUnknown,
    /// The session of a Submit call isn't the resume token of a connection that is open.
    SessionUnknown,
    /// Another connection has the bot's name, or the name is kept for a bot with open matches.
    NameInUse,
    /// A newer connection of the same bot has taken over.
    Moved,
    /// The bot sent more messages than its limits allow.
    Flooding,
    /// As many bots are connected as the arena takes.
    ArenaFull,
    /// As many new connections as the arena takes haven't sent their Hello yet.
    TooManyGreeting,
    /// Something else came where Hello must come first.
    HelloMissing,
    /// The Hello didn't come in time.
    HelloLate,
    /// A field of the Hello has a value that it can't have. `BadRequest` names the field.
    HelloInvalid,
    /// The bot speaks a version of the protocol that this arena doesn't.
    ProtocolVersion,
    /// A message of the bot is too large or can't be decoded.
    MessageUnreadable,
    /// The bot's connection broke.
    ConnectionLost,
    /// The arena has refused records of this worker, or the worker fails to play what it is assigned.
    WorkerBarred,
    /// Another node of the arena gives matches to workers.
    NotPairing,
    /// The worker has had a match for too long, or nothing was heard from it.
    WorkerLate,
}

impl Reason {
    /// The reason's text, the code of its status, and whether the same call may succeed later.
    fn facts(self) -> (&'static str, Code, Retry) {
        use Retry::{Later, Useless};
        match self {
            Reason::TokenMissing => ("TOKEN_MISSING", Code::Unauthenticated, Useless),
            Reason::TokenUnknown => ("TOKEN_UNKNOWN", Code::Unauthenticated, Useless),
            Reason::RoleTooLow => ("ROLE_TOO_LOW", Code::PermissionDenied, Useless),
            Reason::WatchRefused => ("WATCH_REFUSED", Code::PermissionDenied, Useless),
            Reason::HostRefused => ("HOST_REFUSED", Code::PermissionDenied, Useless),
            Reason::FieldInvalid => ("FIELD_INVALID", Code::InvalidArgument, Useless),
            Reason::GameUnknown => ("GAME_UNKNOWN", Code::NotFound, Useless),
            Reason::LeagueUnknown => ("LEAGUE_UNKNOWN", Code::NotFound, Useless),
            Reason::BotUnknown => ("BOT_UNKNOWN", Code::NotFound, Useless),
            Reason::MatchUnknown => ("MATCH_UNKNOWN", Code::NotFound, Useless),
            Reason::RulesetUnknown => ("RULESET_UNKNOWN", Code::NotFound, Useless),
            Reason::MatchWaiting => ("MATCH_WAITING", Code::Unavailable, Later),
            Reason::NodeUnreachable => ("NODE_UNREACHABLE", Code::Unavailable, Later),
            Reason::MatchRunning => ("MATCH_RUNNING", Code::FailedPrecondition, Useless),
            Reason::MatchEnded => ("MATCH_ENDED", Code::FailedPrecondition, Useless),
            Reason::SlowReader => ("SLOW_READER", Code::ResourceExhausted, Later),
            Reason::TooManySpectators => ("TOO_MANY_SPECTATORS", Code::ResourceExhausted, Later),
            Reason::TooManyCalls => ("TOO_MANY_CALLS", Code::ResourceExhausted, Later),
            Reason::Draining => ("DRAINING", Code::Unavailable, Later),
            Reason::Kicked => ("KICKED", Code::Unavailable, Later),
            Reason::LeagueNotExtended => ("LEAGUE_NOT_EXTENDED", Code::FailedPrecondition, Useless),
            Reason::NotCorrected => ("NOT_CORRECTED", Code::FailedPrecondition, Useless),
            Reason::CorrectionUnknown => ("CORRECTION_UNKNOWN", Code::NotFound, Useless),
            Reason::OrganizerUnknown => ("ORGANIZER_UNKNOWN", Code::NotFound, Useless),
            Reason::LastOrganizer => ("LAST_ORGANIZER", Code::FailedPrecondition, Useless),
            Reason::StoreUnavailable => ("STORE_UNAVAILABLE", Code::Unavailable, Later),
            Reason::ArenaFailed => ("ARENA_FAILED", Code::Internal, Useless),
            Reason::TokenUnreadable => ("TOKEN_UNREADABLE", Code::Unauthenticated, Useless),
            Reason::TokenRevoked => ("TOKEN_REVOKED", Code::Unauthenticated, Useless),
            Reason::ResumeTokenUnknown => ("RESUME_TOKEN_UNKNOWN", Code::Unauthenticated, Useless),
            Reason::SessionUnknown => ("SESSION_UNKNOWN", Code::Unauthenticated, Useless),
            Reason::NameInUse => ("NAME_IN_USE", Code::AlreadyExists, Later),
            Reason::Moved => ("MOVED", Code::Aborted, Useless),
            Reason::Flooding => ("FLOODING", Code::ResourceExhausted, Useless),
            Reason::ArenaFull => ("ARENA_FULL", Code::ResourceExhausted, Later),
            Reason::TooManyGreeting => ("TOO_MANY_GREETING", Code::ResourceExhausted, Later),
            Reason::HelloMissing => ("HELLO_MISSING", Code::FailedPrecondition, Useless),
            Reason::HelloLate => ("HELLO_LATE", Code::DeadlineExceeded, Later),
            Reason::HelloInvalid => ("HELLO_INVALID", Code::InvalidArgument, Useless),
            Reason::ProtocolVersion => ("PROTOCOL_VERSION", Code::FailedPrecondition, Useless),
            Reason::MessageUnreadable => ("MESSAGE_UNREADABLE", Code::InvalidArgument, Useless),
            Reason::WorkerBarred => ("WORKER_BARRED", Code::PermissionDenied, Useless),
            Reason::NotPairing => ("NOT_PAIRING", Code::Unavailable, Later),
            Reason::WorkerLate => ("WORKER_LATE", Code::DeadlineExceeded, Later),
            Reason::ConnectionLost => ("CONNECTION_LOST", Code::Unavailable, Later),
        }
    }

    /// The status with this reason; `message` says in words what is wrong, and what to do.
    pub fn status(self, message: impl Into<String>) -> Status {
        self.status_with(message.into(), self.details())
    }

    /// As [`Reason::status`], for a value that a field can't have.
    pub fn status_of_field(self, field: &str, problem: impl fmt::Display) -> Status {
        let mut details = self.details();
        details.add_bad_request_violation(field, problem.to_string());
        self.status_with(format!("{field}: {problem}"), details)
    }

    fn details(self) -> ErrorDetails {
        let (text, _, retry) = self.facts();
        let mut details = ErrorDetails::with_error_info(text, DOMAIN, HashMap::new());
        if retry == Retry::Later {
            details.set_retry_info(Some(RETRY_DELAY));
        }
        details
    }

    fn status_with(self, message: String, details: ErrorDetails) -> Status {
        Status::with_error_details(self.facts().1, message, details)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.facts().0)
    }
}

/// Whether the same call may succeed later.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Retry {
    /// The status says when to try again.
    Later,
    /// Only another request can succeed.
    Useless,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_carries_its_reason_and_what_helps() {
        let status = Reason::StoreUnavailable.status("the disk is full");
        assert_eq!((status.code(), status.message()), (Code::Unavailable, "the disk is full"));
        let details = status.get_error_details();
        let info = details.error_info().unwrap();
        assert_eq!((info.reason.as_str(), info.domain.as_str()), ("STORE_UNAVAILABLE", "kahua.dev"));
        assert_eq!(details.retry_info().unwrap().retry_delay, Some(RETRY_DELAY));
        assert!(details.bad_request().is_none());

        let status = Reason::FieldInvalid.status_of_field("page_size", "got 0, expected 1 to 1000");
        assert_eq!(status.message(), "page_size: got 0, expected 1 to 1000");
        let details = status.get_error_details();
        assert!(details.retry_info().is_none());
        let violation = &details.bad_request().unwrap().field_violations[0];
        assert_eq!((&*violation.field, &*violation.description), ("page_size", "got 0, expected 1 to 1000"));
    }
}
