//! How commands write dates, ends of matches and what else they share.

use kahua_core::referee::cause_in_words;
use kahua_proto::pb::arena::v1::termination::Kind;
use kahua_proto::pb::arena::v1::{Player, SeatResult, Termination};
use kahua_proto::time::{Timestamp, unix_ms};
pub(crate) use kahua_story::date;

/// How a match ended: `finished`, `forfeited`, `aborted: the organizer stopped it`, or `running`.
pub(crate) fn termination(termination: Option<&Termination>) -> String {
    let Some(termination) = termination else { return "running".into() };
    match termination.kind() {
        Kind::Finished => "finished".into(),
        Kind::Forfeited => "forfeited".into(),
        Kind::Aborted => format!("aborted: {}", termination.reason),
        Kind::Unspecified => "?".into(),
    }
}

/// How a match ended, and who was given up on the way: `forfeited (a late)`.
pub(crate) fn termination_and_faults(
    ended: Option<&Termination>,
    players: &[Player],
    results: &[SeatResult],
) -> String {
    let given_up = players.iter().zip(results).filter(|(_, result)| result.given_up.is_some());
    let given_up = given_up.map(|(player, result)| format!("{} {}", player.name, cause_in_words(result.given_up())));
    let given_up: Vec<String> = given_up.collect();
    match given_up.is_empty() {
        true => termination(ended),
        false => format!("{} ({})", termination(ended), given_up.join(", ")),
    }
}

/// A point in time of a message as [`date`] writes it; `?` if there is none.
pub(crate) fn date_or_unknown(time: Option<&Timestamp>) -> String {
    time.and_then(unix_ms).map_or_else(|| "?".to_owned(), date)
}
