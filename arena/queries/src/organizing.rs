//! What the requests of organizers must hold, in a running arena and in a data directory.

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_play::reason::Reason;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::Length;
use kahua_store::TokenHash;
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

/// The organizer whose token a request takes away. `kept` are those in the store, and `has_others` says whether there are any
/// elsewhere.
///
/// # Errors
/// If the name isn't valid, the store has no such organizer, or it is the last one and the request doesn't say that this is meant.
pub fn organizer_to_revoke(
    wanted: &pb::RevokeOrganizerRequest,
    kept: &[(BotName, TokenHash)],
    has_others: bool,
) -> Result<BotName, Status> {
    let name = name("name", &wanted.name)?;
    if kept.iter().all(|(kept, _)| *kept != name) {
        let names: Vec<&str> = kept.iter().map(|(name, _)| name.as_str()).take(limits::ORGANIZERS_SHOWN_MAX).collect();
        let known = match names.as_slice() {
            [] => "nobody has one".to_owned(),
            [name] => format!("only {name} has one"),
            names => format!("among those who have one are {}", names.join(", ")),
        };
        return Err(Reason::OrganizerUnknown.status(format!(
            "no token was made for an organizer named {name}: {known}; a token whose hash the settings name is removed there"
        )));
    }
    if kept.len() == 1 && !has_others && !wanted.even_the_last {
        return Err(Reason::LastOrganizer.status(format!(
            "{name} is the last organizer: make a token for another one first (`kahua organizer token NAME`), or a new one for \
             {name}, which replaces this one (`kahua organizer token {name}`); --even-the-last takes it away nevertheless"
        )));
    }
    Ok(name)
}

/// The bots of the season that begins; none if they stay as they are.
///
/// # Errors
/// If there are too many, a name isn't valid, or one is there twice.
pub fn season_bots(wanted: &pb::StartSeasonRequest) -> Result<Vec<BotName>, Status> {
    let found = wanted.bots.len();
    if found > limits::SEASON_BOTS_MAX {
        let problem = format!("there are {found} bots; expected at most {}", limits::SEASON_BOTS_MAX);
        return Err(invalid("bots", problem));
    }
    let bots = wanted.bots.iter().map(|bot| name("bots", bot)).collect::<Result<Vec<_>, _>>()?;
    match bots.iter().enumerate().find(|(at, bot)| bots[..*at].contains(bot)) {
        Some((_, twice)) => Err(invalid("bots", format!("{twice} is there twice; name it once"))),
        None => Ok(bots),
    }
}

/// A new season as the audit log tells it.
#[must_use]
pub fn season_in_words(pb::StartSeasonRequest { league, bots }: &pb::StartSeasonRequest) -> String {
    match bots.as_slice() {
        [] => league.clone(),
        bots => format!("league {league}, bots {}", bots.join(" ")),
    }
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
