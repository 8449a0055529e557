//! Everything about a match that is fixed before it begins.

use std::sync::Arc;

use kahua_engine::options::OptionError;
use kahua_engine::{Choices, DynRuleset, PerSeat, RulesetHash, Seed};
use kahua_proto::pb::arena::v1 as pb;

use crate::clock::{ParseTimeControlError, TimeControl};
use crate::ids::{BotName, MatchId, ParseBotNameError, ParseMatchIdError};
use crate::limits::{LEAGUE_BYTES_MAX, SET_ID_BYTES_MAX, VERSION_BYTES_MAX};
use crate::referee::commitment::{Nonce, commitment};
use crate::referee::luck::Luck;
use crate::referee::policy::{FaultPolicy, PolicyError};
use crate::season::Season;

/// The version of the record format that this arena writes, and the only one that it reads.
pub const RECORD_FORMAT: u32 = 1;

/// Everything about a match that is fixed before it begins.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    /// The match.
    pub id: MatchId,
    /// The league that it is played in; empty for none.
    pub league: String,
    /// The season of that league.
    pub season: Season,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The game and its values.
    pub ruleset: Arc<dyn DynRuleset>,
    /// The game's options.
    pub choices: Choices,
    /// Who sits where.
    pub players: PerSeat<Player>,
    /// The seed of its luck.
    pub seed: Seed,
    /// The secret that is hashed with the seed into the commitment.
    pub nonce: Nonce,
    /// Where it stands in its set.
    pub set: SetPosition,
    /// Whether the other matches of its set have the same seed.
    pub luck: Luck,
    /// How much time the seats have.
    pub time_control: TimeControl,
    /// What happens to seats that fail to answer properly.
    pub fault_policy: FaultPolicy,
    /// When it started, in milliseconds since 1970-01-01 UTC.
    pub started_unix_ms: i64,
}

/// A bot in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The bot's name.
    pub name: BotName,
    /// The version that the bot gave; may be empty.
    pub version: String,
}

/// The place of a match in its set. In a set every bot sits in every seat in turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetPosition {
    /// The set; matches with the same id belong together. Empty for a match that stands alone.
    pub set_id: String,
    /// Which rotation of the seats this is, from 0.
    pub rotation: u32,
    /// How many matches the set has.
    pub size: u32,
}

impl SetPosition {
    /// The position of a match that stands alone.
    #[must_use]
    pub fn alone() -> SetPosition {
        SetPosition { set_id: String::new(), rotation: 0, size: 1 }
    }
}

impl MatchSetup {
    /// The part of the record that is fixed before the match begins: without events, end and digest.
    #[must_use]
    pub fn header(&self) -> pb::MatchRecord {
        let info = self.ruleset.info();
        pb::MatchRecord {
            format: RECORD_FORMAT,
            match_id: self.id.to_string(),
            league: self.league.clone(),
            season: self.season.number(),
            rated: self.rated,
            game: info.name.to_owned(),
            rules_version: info.rules_version,
            notation_version: info.notation_version,
            options: self.choices.to_texts(),
            ruleset_id: self.ruleset.id().to_owned(),
            ruleset_hash: self.ruleset.hash().0.to_vec(),
            players: self.players.iter().map(Player::to_wire).collect(),
            seed: self.seed.0.to_vec(),
            set: Some(pb::SetPosition {
                set_id: self.set.set_id.clone(),
                rotation: self.set.rotation,
                size: self.set.size,
            }),
            luck: Some(self.luck.to_wire().into()),
            seed_nonce: self.nonce.0.to_vec(),
            seed_commitment: self.seed_commitment().to_vec(),
            time_control: Some(self.time_control.to_wire()),
            fault_policy: Some(self.fault_policy.to_wire()),
            started_unix_ms: self.started_unix_ms,
            ..pb::MatchRecord::default()
        }
    }

    /// The setup of a recorded match. Ignores the record's events and end.
    ///
    /// # Errors
    /// If a field is missing or out of its range, or the record was made with another ruleset or other rules.
    pub fn from_header(record: &pb::MatchRecord, ruleset: Arc<dyn DynRuleset>) -> Result<MatchSetup, HeaderError> {
        let info = ruleset.info();
        // The most general fields come first, so that the error names the cause: another game has another ruleset, too.
        expect("format", record.format, RECORD_FORMAT)?;
        expect("game", record.game.as_str(), info.name)?;
        expect("rules_version", record.rules_version, info.rules_version)?;
        expect("notation_version", record.notation_version, info.notation_version)?;
        expect("ruleset_id", record.ruleset_id.as_str(), ruleset.id())?;
        let hash = RulesetHash(bytes_32("ruleset_hash", &record.ruleset_hash)?);
        expect("ruleset_hash", hash, ruleset.hash())?;
        let choices = Choices::parse(info.options, record.options.iter().map(String::as_str))?;
        // Several lists of options mean the same, but a record has them all in one order.
        expect("options", record.options.join(","), choices.to_string())?;
        at_most("league", &record.league, LEAGUE_BYTES_MAX)?;
        let players = record.players.iter().map(Player::from_wire).collect::<Result<Vec<_>, _>>()?;
        let players = PerSeat::from_values(players).ok_or(HeaderError::Players(record.players.len()))?;
        let time_control = record.time_control.as_ref().ok_or(HeaderError::Missing("time_control"))?;
        let time_control = TimeControl::from_wire(time_control)?;
        if record.rated && time_control.stopped {
            return Err(HeaderError::RatedWithoutClock);
        }
        Ok(MatchSetup {
            id: record.match_id.parse()?,
            league: record.league.clone(),
            season: Season::of(record),
            rated: record.rated,
            choices,
            players,
            seed: Seed(bytes_32("seed", &record.seed)?),
            nonce: Nonce(bytes_32("seed_nonce", &record.seed_nonce)?),
            set: SetPosition::from_wire(record.set.as_ref().ok_or(HeaderError::Missing("set"))?)?,
            luck: Luck::of(record).map_err(HeaderError::Luck)?,
            time_control,
            fault_policy: FaultPolicy::from_wire(
                record.fault_policy.as_ref().ok_or(HeaderError::Missing("fault_policy"))?,
            )?,
            started_unix_ms: record.started_unix_ms,
            ruleset,
        })
    }

    /// The commitment to the seed, which the seats get before the first draw: SHA-256 of the match id's text, the seed
    /// and the nonce.
    #[must_use]
    pub fn seed_commitment(&self) -> [u8; 32] {
        commitment(&self.id, &self.seed, &self.nonce)
    }
}

impl Player {
    /// This player as a message.
    #[must_use]
    pub fn to_wire(&self) -> pb::Player {
        pb::Player { name: self.name.to_string(), version: self.version.clone() }
    }

    fn from_wire(message: &pb::Player) -> Result<Player, HeaderError> {
        at_most("version", &message.version, VERSION_BYTES_MAX)?;
        Ok(Player { name: message.name.parse()?, version: message.version.clone() })
    }
}

impl SetPosition {
    fn from_wire(message: &pb::SetPosition) -> Result<SetPosition, HeaderError> {
        at_most("set_id", &message.set_id, SET_ID_BYTES_MAX)?;
        let (rotation, size) = (message.rotation, message.size);
        if rotation >= size || size as usize > kahua_engine::seat::SEATS_MAX {
            return Err(HeaderError::Set { rotation, size });
        }
        Ok(SetPosition { set_id: message.set_id.clone(), rotation, size })
    }
}

fn expect<T: PartialEq + ToString>(field: &'static str, found: T, expected: T) -> Result<(), HeaderError> {
    if found == expected {
        return Ok(());
    }
    Err(HeaderError::Other { field, found: found.to_string(), expected: expected.to_string() })
}

fn bytes_32(field: &'static str, bytes: &[u8]) -> Result<[u8; 32], HeaderError> {
    bytes.try_into().map_err(|_| HeaderError::Length { field, found: bytes.len() })
}

fn at_most(field: &'static str, text: &str, max: usize) -> Result<(), HeaderError> {
    if text.len() <= max { Ok(()) } else { Err(HeaderError::TooLong { field, found: text.len(), max }) }
}

/// Why a record's setup can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// A field has another value than this arena's.
    #[error("{field} is {found:?}, but {expected:?} is expected")]
    Other {
        /// Which field.
        field: &'static str,
        /// Its value.
        found: String,
        /// The value that it must have.
        expected: String,
    },
    /// A field isn't set.
    #[error("{0} is not set")]
    Missing(&'static str),
    /// A field of 32 bytes has another length.
    #[error("{field} has {found} bytes, but must have 32")]
    Length {
        /// Which field.
        field: &'static str,
        /// How many bytes it has.
        found: usize,
    },
    /// A text is too long.
    #[error("{field} has {found} bytes, more than the {max} allowed")]
    TooLong {
        /// Which field.
        field: &'static str,
        /// How many bytes it has.
        found: usize,
        /// How many it may have.
        max: usize,
    },
    /// No players or too many.
    #[error("there are {0} players, but 1 to {max} are expected", max = kahua_engine::seat::SEATS_MAX)]
    Players(usize),
    /// The rotation isn't one of the set's.
    #[error("the match is rotation {rotation} of a set of {size}, but rotations run from 0 to the set's size - 1")]
    Set {
        /// The rotation.
        rotation: u32,
        /// The set's size.
        size: u32,
    },
    /// The policy of its set's luck is unknown.
    #[error("luck is {0}, but must be 1 (fresh) or 2 (same)")]
    Luck(i32),
    /// The match id isn't valid.
    #[error(transparent)]
    MatchId(#[from] ParseMatchIdError),
    /// A bot's name isn't valid.
    #[error(transparent)]
    BotName(#[from] ParseBotNameError),
    /// The options aren't the game's.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The time control isn't valid.
    #[error(transparent)]
    TimeControl(#[from] ParseTimeControlError),
    /// Its clock stood still, but it counts.
    #[error("the match is rated, but its clock stood still: such a match is never rated")]
    RatedWithoutClock,
    /// The fault policy isn't valid.
    #[error(transparent)]
    FaultPolicy(#[from] PolicyError),
}
