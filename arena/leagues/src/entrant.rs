//! Who plays in a league: a bot in one version.

use std::fmt;
use std::sync::Arc;

use kahua_core::ids::BotName;

/// A bot in one version. Ratings, schedules and standings belong to entrants: a bot that comes with a new version is a new
/// entrant, since it may play quite differently.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entrant {
    /// The bot's name.
    pub name: BotName,
    /// The version that the bot stated in its Hello. Empty if it stated none.
    pub version: Arc<str>,
}

impl Entrant {
    /// This bot in this version.
    pub fn new(name: BotName, version: impl Into<Arc<str>>) -> Entrant {
        Entrant { name, version: version.into() }
    }
}

/// The name alone if the version is empty, and `name version` otherwise.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.version {
            "" => write!(f, "{}", self.name),
            version => write!(f, "{} {version}", self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entrant_without_a_version_is_its_name() {
        let name: BotName = "ann".parse().unwrap();
        assert_eq!(Entrant::new(name, "").to_string(), "ann");
        assert_eq!(Entrant::new(name, "1.2").to_string(), "ann 1.2");
    }
}
