//! Why a connection ended, which decides whether the bot comes back.

use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::failure::BotFailure;

/// The domain of the arena's reasons (`google.rpc.ErrorInfo.domain`).
const DOMAIN: &str = "kahua.dev";

/// Why a connection ended.
#[derive(Debug)]
pub(crate) enum DisconnectReason {
    /// The arena closed it and doesn't expect the bot back.
    Dismissed,
    /// The arena doesn't accept the bot; the text says why.
    Refused(String),
    /// The arena didn't issue the resume token, so it isn't the one that the bot was connected to.
    ResumeTokenUnknown(String),
    /// Another connection has the bot's name, or one that was lost and still has open matches.
    NameInUse {
        /// What the arena says.
        problem: String,
        /// How long it asks to be left alone.
        delay: Duration,
    },
    /// The bot's own code failed.
    Failed(BotFailure),
    /// The connection broke, or the arena can't take the bot at present.
    Lost {
        /// What happened.
        problem: String,
        /// How long the arena asks to be left alone.
        delay: Duration,
    },
}

impl DisconnectReason {
    pub(crate) fn lost(problem: &str) -> DisconnectReason {
        DisconnectReason::Lost { problem: problem.to_owned(), delay: Duration::ZERO }
    }
}

impl From<Status> for DisconnectReason {
    fn from(status: Status) -> DisconnectReason {
        let details = status.get_error_details();
        let info = details.error_info().filter(|info| info.domain == DOMAIN);
        let reason = info.map(|info| info.reason.as_str());
        let problem = in_words(&status, reason);
        let delay = details.retry_info().and_then(|retry| retry.retry_delay).unwrap_or_default();
        match (reason, status.code()) {
            (Some("RESUME_TOKEN_UNKNOWN"), _) => DisconnectReason::ResumeTokenUnknown(problem),
            (Some("FLOODING"), _) => DisconnectReason::Refused(problem),
            (Some("SLOW_READER" | "ARENA_FULL" | "TOO_MANY_GREETING" | "HELLO_LATE" | "DRAINING"), _) => {
                DisconnectReason::Lost { problem, delay }
            }
            (_, Code::AlreadyExists) => DisconnectReason::NameInUse { problem, delay },
            // A newer connection of the same bot took over. If both reconnected, they would take turns at throwing each
            // other out.
            (_, Code::Aborted) => DisconnectReason::Refused(problem),
            (
                _,
                Code::InvalidArgument
                | Code::OutOfRange
                | Code::Unauthenticated
                | Code::PermissionDenied
                | Code::NotFound
                | Code::FailedPrecondition
                | Code::Unimplemented,
            ) => DisconnectReason::Refused(problem),
            _ => DisconnectReason::lost(&problem),
        }
    }
}

fn in_words(status: &Status, reason: Option<&str>) -> String {
    let message = if status.message().is_empty() { status.code().description() } else { status.message() };
    reason.map_or_else(|| message.to_owned(), |reason| format!("{message} ({reason})"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use tonic_types::ErrorDetails;

    use super::*;

    fn status(code: Code, reason: &str) -> Status {
        let mut details = ErrorDetails::with_error_info(reason, DOMAIN, HashMap::new());
        details.set_retry_info(Some(Duration::from_secs(1)));
        Status::with_error_details(code, "too much", details)
    }

    #[test]
    fn the_reason_decides_where_the_code_alone_would_be_ambiguous() {
        let full = DisconnectReason::from(status(Code::ResourceExhausted, "ARENA_FULL"));
        let DisconnectReason::Lost { problem, delay } = full else { panic!("{full:?}") };
        assert_eq!((problem.as_str(), delay), ("too much (ARENA_FULL)", Duration::from_secs(1)));
        let flooding = DisconnectReason::from(status(Code::ResourceExhausted, "FLOODING"));
        assert!(
            matches!(&flooding, DisconnectReason::Refused(problem) if problem == "too much (FLOODING)"),
            "{flooding:?}"
        );
        let unknown = DisconnectReason::from(status(Code::Unauthenticated, "RESUME_TOKEN_UNKNOWN"));
        assert!(matches!(unknown, DisconnectReason::ResumeTokenUnknown(_)), "{unknown:?}");
    }

    #[test]
    fn without_a_reason_that_is_known_the_code_decides() {
        for (code, ends) in [
            (Code::Unavailable, false),
            (Code::ResourceExhausted, false),
            (Code::Unknown, false),
            (Code::Unauthenticated, true),
            (Code::Aborted, true),
        ] {
            for status in [Status::new(code, ""), status(code, "NEWER_THAN_THIS_LIBRARY")] {
                let reason = DisconnectReason::from(status);
                assert_eq!(matches!(reason, DisconnectReason::Refused(_)), ends, "{reason:?}");
            }
        }
    }
}
