//! What remains of PostgreSQL in a program that was built without it: addresses of which there are none.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::ParseLocationError;
use crate::backend::{Backend, CopyPlace, Server};
use crate::database::{Held, Source};
use crate::error::StoreError;
use crate::node::{Joined, NodeCard, NodeNumber, ReadNodes};
use crate::writer::WriteTarget;

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

impl Backend for PostgresUrl {
    fn open_for_reading(&self) -> Result<Arc<dyn Source>, StoreError> {
        match self.0 {}
    }

    fn open_for_writing(&self) -> Result<(Box<dyn WriteTarget>, Option<NodeNumber>), StoreError> {
        match self.0 {}
    }

    fn is_in_use(&self) -> Result<bool, StoreError> {
        match self.0 {}
    }

    fn hold(&self) -> Result<Box<dyn Held>, StoreError> {
        match self.0 {}
    }

    fn lock_for_copy(&self) -> Result<Box<dyn CopyPlace + '_>, StoreError> {
        match self.0 {}
    }
}

impl Server for PostgresUrl {
    fn join(&self, _: &NodeCard, _: Option<NodeNumber>) -> Result<Joined, StoreError> {
        match self.0 {}
    }

    fn open_for_nodes(&self) -> Result<Arc<dyn ReadNodes>, StoreError> {
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
