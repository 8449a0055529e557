//! What the requests of organizers must hold, in a running arena and in a data directory.

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::Length;
use tonic::Status;

use crate::refusal::invalid;

/// The value of a field that must be set; `expected` explains true and false.
///
/// # Errors
/// If it isn't set.
pub fn set(field: &str, value: Option<bool>, expected: &str) -> Result<bool, Status> {
    value.ok_or_else(|| invalid(field, format!("it isn't set; expected true {expected}")))
}

/// The name in this field.
///
/// # Errors
/// If it isn't a valid name.
pub fn name(field: &str, name: &str) -> Result<BotName, Status> {
    name.parse().map_err(|problem| invalid(field, problem))
}

/// The length to which a league is extended.
///
/// # Errors
/// If none is given, or it isn't positive.
pub fn length(wanted: &pb::ExtendLeagueRequest) -> Result<Length, Status> {
    let length = wanted.length.as_ref().and_then(Length::from_wire);
    length.ok_or_else(|| invalid("length", "expected sets, matches_per_bot or rounds, at least 1"))
}

/// Checks the reason of a suspension.
///
/// # Errors
/// If it is empty or too long.
pub fn check_reason(reason: &str) -> Result<(), Status> {
    check_reason_in("reason", reason)
}

/// Checks the reason in this field.
///
/// # Errors
/// If it is empty or too long.
pub fn check_reason_in(field: &str, reason: &str) -> Result<(), Status> {
    match reason.len() {
        1..=limits::DETAIL_BYTES_MAX => Ok(()),
        found => Err(invalid(field, format!("it has {found} bytes; expected 1 to {}", limits::DETAIL_BYTES_MAX))),
    }
}
