//! Who plays in a league: a bot in one version.

use std::fmt;
use std::sync::Arc;

use kahua_core::ids::BotName;

/// A bot in one version. Schedules, ratings and standings belong to it: another version of the same bot is another entrant.
///
/// ```
/// use kahua_leagues::Entrant;
///
/// let name = "ann".parse()?;
/// assert_eq!(Entrant::new(name, "").to_string(), "ann");
/// assert_eq!(Entrant::new(name, "1.2").to_string(), "ann 1.2");
/// # Ok::<(), kahua_core::ids::ParseBotNameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entrant {
    /// The bot.
    pub name: BotName,
    /// The version that the bot stated; may be empty.
    pub version: Arc<str>,
}

impl Entrant {
    /// This bot in this version.
    #[must_use]
    pub fn new(name: BotName, version: &str) -> Entrant {
        Entrant { name, version: version.into() }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.version.is_empty() { self.name.fmt(f) } else { write!(f, "{} {}", self.name, self.version) }
    }
}
