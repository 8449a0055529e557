//! How the commands on matches write what they share.

use kahua_proto::pb::arena::v1::Termination;
use kahua_proto::pb::arena::v1::termination::Kind;

/// How a match ended: `finished`, `forfeited`, `aborted: the organizer stopped it`, or `running`.
pub(super) fn termination(termination: Option<&Termination>) -> String {
    let Some(termination) = termination else { return "running".into() };
    match termination.kind() {
        Kind::Finished => "finished".into(),
        Kind::Forfeited => "forfeited".into(),
        Kind::Aborted => format!("aborted: {}", termination.reason),
        Kind::Unspecified => "?".into(),
    }
}

/// A point in time: `2026-11-21 22:40:03Z`.
pub(super) fn date(unix_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(unix_ms)
        .map_or_else(|_| unix_ms.to_string(), |time| time.strftime("%Y-%m-%d %H:%M:%SZ").to_string())
}
