//! The names of things in the arena: matches, bots and tickets.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use uuid::Uuid;

use crate::limits::BOT_NAME_BYTES_MAX;

/// A match: a UUID of version 7, so ids sort by the time they were made. As text it is lower case with hyphens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(Uuid);

impl MatchId {
    /// The id of a match made at this time, in milliseconds since 1970-01-01 UTC. Ten random bytes make it unique.
    #[must_use]
    pub fn new(unix_ms: u64, random: [u8; 10]) -> MatchId {
        MatchId(uuid::Builder::from_unix_timestamp_millis(unix_ms, &random).into_uuid())
    }

    /// The sixteen bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MatchId({self})")
    }
}

/// A text that is not a valid match id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a valid match id: expected a UUID of version 7, in lower case with hyphens")]
pub struct ParseMatchIdError(String);

impl FromStr for MatchId {
    type Err = ParseMatchIdError;

    fn from_str(text: &str) -> Result<MatchId, ParseMatchIdError> {
        let canonical =
            |id: &Uuid| id.get_version_num() == 7 && id.hyphenated().encode_lower(&mut Uuid::encode_buffer()) == text;
        Uuid::try_parse(text)
            .ok()
            .filter(canonical)
            .map(MatchId)
            .ok_or_else(|| ParseMatchIdError(text.chars().take(64).collect()))
    }
}

/// A bot's name: 1 to 32 bytes of `A-Z a-z 0-9 . _ -`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BotName(ArrayString<BOT_NAME_BYTES_MAX>);

impl BotName {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BotName({self})")
    }
}

/// A text that is not a valid bot name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a valid bot name: expected 1 to {BOT_NAME_BYTES_MAX} of a-z, A-Z, 0-9, '-', '_' and '.'")]
pub struct ParseBotNameError(String);

impl FromStr for BotName {
    type Err = ParseBotNameError;

    fn from_str(text: &str) -> Result<BotName, ParseBotNameError> {
        let wrong = || ParseBotNameError(text.chars().take(64).collect());
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if text.is_empty() || !text.bytes().all(allowed) {
            return Err(wrong());
        }
        ArrayString::from(text).map(BotName).map_err(|_| wrong())
    }
}

/// The number of one start of an arena. With the same store, each start has another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArenaRun(pub u32);

/// Names one ask of a match; an answer repeats it. Never 0, and never used twice in a match.
///
/// The upper 12 bits are the run of the arena in which the match was last resumed. The lower 20 bits number the asks
/// since then, from 1. A count of resumptions wouldn't be unique: the arena may stop again before the journal has the
/// resumption on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(u32);

impl Ticket {
    /// The ask with this number, from 1, since the match was resumed in this run of the arena. `None` stands for a
    /// match that wasn't resumed. After 4095 runs the tickets repeat.
    #[must_use]
    pub const fn new(resumed_in: Option<ArenaRun>, number: u32) -> Ticket {
        let run = match resumed_in {
            // 1 to 4095: 0 is kept for a match that wasn't resumed.
            Some(ArenaRun(run)) => run % 0xfff + 1,
            None => 0,
        };
        Ticket(run << 20 | number)
    }

    /// The ticket that a message holds.
    #[must_use]
    pub const fn from_wire(ticket: u32) -> Ticket {
        Ticket(ticket)
    }

    /// The ticket as messages hold it.
    #[must_use]
    pub const fn to_wire(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn match_ids_have_one_text_form_and_sort_by_time() {
        let (early, late) = (MatchId::new(1_700_000_000_000, [0xff; 10]), MatchId::new(1_700_000_000_001, [0; 10]));
        assert!(early < late);
        assert_eq!(early.to_string().parse(), Ok(early));
        assert!(early.to_string().to_uppercase().parse::<MatchId>().is_err());
        assert!(early.to_string().replace('-', "").parse::<MatchId>().is_err());
        assert!("936da01f-9abd-4d9d-80c7-02af85c822a8".parse::<MatchId>().is_err(), "version 4");
        assert!("".parse::<MatchId>().is_err());
    }

    #[test]
    fn bot_names_are_short_and_plain() {
        for good in ["a", "Greedy-2.0_x", &"n".repeat(32)] {
            assert_eq!(good.parse::<BotName>().unwrap().as_str(), good);
        }
        for bad in ["", "a b", "né", "a/b", "a\n", &"n".repeat(33)] {
            let error = bad.parse::<BotName>().unwrap_err().to_string();
            assert!(error.contains("is not a valid bot name: expected 1 to 32 of"), "{error}");
        }
    }

    #[test]
    fn tickets_of_a_resumed_match_differ_from_all_before() {
        let first_of = |run| Ticket::new(Some(ArenaRun(run)), 1);
        assert!(first_of(0) > Ticket::new(None, 0xf_ffff));
        assert!(first_of(2) > first_of(1));
        assert_eq!(first_of(1).to_wire(), (2 << 20) + 1);
        assert_eq!(first_of(4095), first_of(0));
        assert_ne!(first_of(u32::MAX), Ticket::new(None, 1));
    }
}
