//! What becomes of the matches of a disqualified bot.

use std::fmt;

use kahua_proto::pb::arena::v1::disqualification::Effect;
use serde::Deserialize;

/// What becomes of the matches of a bot that organizers disqualify.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisqualifiedMatches {
    /// They count for nothing.
    #[default]
    Annulled,
    /// The bot comes last in them.
    Lost,
}

impl DisqualifiedMatches {
    /// The same in a message.
    #[must_use]
    pub fn to_wire(self) -> Effect {
        match self {
            DisqualifiedMatches::Annulled => Effect::Annulled,
            DisqualifiedMatches::Lost => Effect::Lost,
        }
    }
}

impl fmt::Display for DisqualifiedMatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DisqualifiedMatches::Annulled => "annulled",
            DisqualifiedMatches::Lost => "lost",
        })
    }
}
