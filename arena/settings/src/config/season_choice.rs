//! Which season of a league is wanted.

/// Which season of its league an arena plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeasonChoice {
    /// The present season. Its terms must be those of the settings.
    #[default]
    Present,
    /// The present season, or a new one if the settings have other terms: for leagues that have no settings file.
    NewIfChanged,
    /// A new season, if the present one has any match.
    New,
}
