//! The secrets that a store makes for itself.

use rand::TryRng;
use rand::rngs::SysRng;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, Error, Result};

/// Adds `secret()`: 32 bytes from the operating system's source of randomness, which SQLite's own `randomblob` only begins
/// with.
///
/// # Errors
/// If SQLite refuses it.
pub(super) fn add_function(connection: &Connection) -> Result<()> {
    connection.create_scalar_function("secret", 0, FunctionFlags::SQLITE_UTF8, |_| {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes).map_err(|error| Error::UserFunctionError(error.to_string().into()))?;
        Ok(bytes.to_vec())
    })
}
