//! Where a store is: in an SQLite file, or in a PostgreSQL database.

#[cfg(not(feature = "postgres"))]
mod no_postgres;
#[cfg(feature = "postgres")]
mod postgres_url;

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[cfg(not(feature = "postgres"))]
pub use no_postgres::PostgresUrl;
#[cfg(feature = "postgres")]
pub use postgres_url::PostgresUrl;

/// Where a store is. Neither `Display` nor `Debug` shows a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// In this SQLite file.
    File(PathBuf),
    /// In this PostgreSQL database.
    Postgres(PostgresUrl),
}

/// The address of a PostgreSQL database as somebody wrote it. It may contain a password even if it isn't valid, so it
/// is never shown. It is parsed where an error can be reported without its text.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreAddress(String);

/// The beginnings of addresses of PostgreSQL databases.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// A text that is not the address of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseLocationError {
    /// It can't be read. The text isn't shown, as it may have a password.
    #[error(
        "the address of the PostgreSQL database is not valid: expected postgres://USER:PASSWORD@HOST:PORT/DATABASE, where \
         reserved characters of the password stand as % and two hexadecimal digits (a slash as %2F)"
    )]
    Unreadable,
    /// It names no server.
    #[error(
        "the address of the PostgreSQL database names no host: expected postgres://USER:PASSWORD@HOST:PORT/DATABASE"
    )]
    NoHost,
    /// This program was built without PostgreSQL.
    #[error(
        "the store is in a PostgreSQL database, and this program was built without PostgreSQL: use one that was built with \
         the feature `postgres`"
    )]
    NoPostgres,
}

impl FromStr for Location {
    type Err = ParseLocationError;

    fn from_str(text: &str) -> Result<Location, ParseLocationError> {
        match SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
            true => text.parse().map(Location::Postgres),
            false => Ok(Location::File(text.into())),
        }
    }
}

impl Location {
    /// Whether both are the same place, however it is written. If a database has two names, only the check for an
    /// existing store catches it.
    pub(crate) fn is_same_place(&self, other: &Location) -> bool {
        match (self, other) {
            (Location::File(one), Location::File(other)) => {
                one == other
                    || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
            }
            (Location::Postgres(one), Location::Postgres(other)) => one.is_same_database(other),
            _ => false,
        }
    }
}

impl StoreAddress {
    /// Reads the address.
    ///
    /// # Errors
    /// If it isn't valid.
    pub fn location(&self) -> Result<Location, ParseLocationError> {
        self.0.parse().map(Location::Postgres)
    }
}

impl FromStr for StoreAddress {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<StoreAddress, Infallible> {
        Ok(StoreAddress(text.into()))
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreAddress(..)")
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::File(path) => path.display().fmt(f),
            Location::Postgres(url) => url.fmt(f),
        }
    }
}

impl From<&Path> for Location {
    fn from(path: &Path) -> Location {
        Location::File(path.into())
    }
}

impl From<&PathBuf> for Location {
    fn from(path: &PathBuf) -> Location {
        Location::File(path.clone())
    }
}

impl From<&PostgresUrl> for Location {
    fn from(url: &PostgresUrl) -> Location {
        Location::Postgres(url.clone())
    }
}

impl From<&Location> for Location {
    fn from(location: &Location) -> Location {
        location.clone()
    }
}
