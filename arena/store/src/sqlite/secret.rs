//! The SQL function that makes a secret.

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, Error, Result};

use crate::secret;

/// Adds `secret()`: 32 bytes from the operating system's source of randomness, which SQLite's own `randomblob` only begins
/// with.
///
/// # Errors
/// If SQLite refuses it.
pub(super) fn add_function(connection: &Connection) -> Result<()> {
    connection.create_scalar_function("secret", 0, FunctionFlags::SQLITE_UTF8, |_| {
        let secret = secret::fresh().map_err(|error| Error::UserFunctionError(error.to_string().into()))?;
        Ok(secret.to_vec())
    })
}
