//! Addresses of PostgreSQL databases in a program that was built without PostgreSQL: there are none.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use super::ParseLocationError;

/// The address of a PostgreSQL database. This program was built without PostgreSQL, so there is no value of this type, and
/// no text is such an address. The type is there so that what uses it compiles all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostgresUrl(Infallible);

impl FromStr for PostgresUrl {
    type Err = ParseLocationError;

    fn from_str(_: &str) -> Result<PostgresUrl, ParseLocationError> {
        Err(ParseLocationError::NoPostgres)
    }
}

impl PostgresUrl {
    /// Stands for what would be done with this address, since there is none.
    pub(crate) fn never(&self) -> ! {
        match self.0 {}
    }

    pub(crate) fn is_same_database(&self, _: &PostgresUrl) -> bool {
        match self.0 {}
    }

    /// Whether its server is on this machine, as far as the address says.
    #[must_use]
    pub fn is_on_this_machine(&self) -> bool {
        match self.0 {}
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

#[cfg(test)]
mod tests {
    use crate::location::Location;

    #[test]
    fn an_address_says_that_postgres_is_missing() {
        let error = "postgres://arena:s3cret@host/league".parse::<Location>().unwrap_err().to_string();
        assert!(error.contains("built without PostgreSQL") && !error.contains("s3cret"), "{error}");
        assert_eq!("data/arena.db".parse(), Ok(Location::File("data/arena.db".into())));
    }
}
