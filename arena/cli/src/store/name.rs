//! The name of a store on the command line.

use std::env;
use std::fmt;
use std::path::Path;

use crate::data::store_path;
use crate::exit::Failure;
use kahua_store::{Location, ParseLocationError};

/// The prefix of the name of an environment variable.
const ENVIRONMENT: &str = "env:";

/// A data directory, the address of a PostgreSQL database, or the environment variable that holds one of them. It may
/// contain a password even if it can't be parsed, so it is never shown.
#[derive(Clone)]
pub(super) struct StoreName(String);

impl StoreName {
    /// Accepts any text. [`StoreName::location`] reports what is wrong with it, without the password.
    pub(super) fn new(text: &str) -> Result<StoreName, std::convert::Infallible> {
        Ok(StoreName(text.into()))
    }

    /// Where the store is.
    ///
    /// # Errors
    /// If the address isn't valid, or the variable isn't set.
    pub(super) fn location(&self, argument: &str) -> Result<Location, Failure> {
        let named = |problem: &dyn fmt::Display| Failure::usage(format!("{argument}: {problem}"));
        let text = match self.0.strip_prefix(ENVIRONMENT) {
            Some(variable) => env::var(variable)
                .map_err(|_| named(&format_args!("the environment variable {variable} isn't set to a text")))?,
            None => self.0.clone(),
        };
        match text.parse() {
            Ok(Location::File(dir)) => match text.contains("://") {
                true => Err(named(&ParseLocationError::Unreadable)),
                false => Ok(Location::File(store_path(&dir))),
            },
            Ok(database) => Ok(database),
            Err(problem) => Err(named(&problem)),
        }
    }
}

impl fmt::Debug for StoreName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreName(..)")
    }
}

/// The data directory of a store in a file.
pub(super) fn data_dir(store: &Location) -> Option<&Path> {
    match store {
        Location::File(path) => path.parent(),
        Location::Postgres(_) => None,
    }
}
