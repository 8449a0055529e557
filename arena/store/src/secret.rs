//! The secrets that a store makes for itself.

use rand::TryRng;
use rand::rngs::{SysError, SysRng};

/// 32 bytes from the operating system's source of randomness.
///
/// # Errors
/// If the system has none.
pub(super) fn fresh() -> Result<[u8; 32], SysError> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes)?;
    Ok(bytes)
}
