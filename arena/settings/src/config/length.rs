//! How much is played in a league that ends: one key of the league's settings.

use std::fmt;
use std::num::NonZeroU32;

use kahua_proto::pb::arena::v1 as pb;
use pb::league_length;

use super::{FormatKind, LeagueSettings};

/// How much is played in a league that ends, as the settings give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// This many sets by every group that fills a table.
    Sets(NonZeroU32),
    /// This many matches by every bot, or by every candidate of a gauntlet.
    MatchesPerBot(NonZeroU32),
    /// This many rounds of a Swiss league.
    Rounds(NonZeroU32),
}

impl Length {
    /// The key that gives it in the settings.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Length::Sets(_) => "sets",
            Length::MatchesPerBot(_) => "matches_per_bot",
            Length::Rounds(_) => "rounds",
        }
    }

    /// The key's value.
    #[must_use]
    pub fn number(self) -> NonZeroU32 {
        match self {
            Length::Sets(number) | Length::MatchesPerBot(number) | Length::Rounds(number) => number,
        }
    }

    /// The length in a message; `None` if the message has none, or 0.
    #[must_use]
    pub fn from_wire(length: &pb::LeagueLength) -> Option<Length> {
        use league_length::Length as Wire;
        match length.length? {
            Wire::Sets(sets) => NonZeroU32::new(sets).map(Length::Sets),
            Wire::MatchesPerBot(matches) => NonZeroU32::new(matches).map(Length::MatchesPerBot),
            Wire::Rounds(rounds) => NonZeroU32::new(rounds).map(Length::Rounds),
        }
    }

    /// The same as a message.
    #[must_use]
    pub fn to_wire(self) -> pb::LeagueLength {
        use league_length::Length as Wire;
        pb::LeagueLength {
            length: Some(match self {
                Length::Sets(sets) => Wire::Sets(sets.get()),
                Length::MatchesPerBot(matches) => Wire::MatchesPerBot(matches.get()),
                Length::Rounds(rounds) => Wire::Rounds(rounds.get()),
            }),
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.key(), self.number())
    }
}

impl LeagueSettings {
    /// How much is played; `None` if the league has no end.
    #[must_use]
    pub fn length(&self) -> Option<Length> {
        match self.format {
            FormatKind::RoundRobin | FormatKind::Gauntlet => Some(match self.matches_per_bot {
                Some(matches) => Length::MatchesPerBot(matches),
                None => Length::Sets(self.sets.unwrap_or(NonZeroU32::MIN)),
            }),
            FormatKind::Swiss => self.rounds.map(Length::Rounds),
            // Another number of sets would change who has won a table that is over.
            FormatKind::Knockout | FormatKind::Ladder => None,
        }
    }

    /// The same settings with another length, which is of the same kind.
    #[must_use]
    pub fn with_length(&self, length: Length) -> LeagueSettings {
        let mut settings = self.clone();
        match length {
            Length::Sets(sets) => settings.sets = Some(sets),
            Length::MatchesPerBot(matches) => settings.matches_per_bot = Some(matches),
            Length::Rounds(rounds) => settings.rounds = Some(rounds),
        }
        settings
    }
}
