//! Why a bot stopped playing.

use tonic::Status;

use crate::settings::Settings;

/// Why a bot stopped playing.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The address isn't valid.
    #[error("{0:?} is not a valid arena address: expected HOST:PORT or http://HOST:PORT")]
    Address(String),
    /// The token can't be sent.
    #[error("the token is not printable ASCII: expected 64 hexadecimal digits")]
    Token,
    /// The arena doesn't accept the bot. Trying again wouldn't help.
    #[error("the arena at {addr} refuses {name}: {message}")]
    Refused {
        /// The arena's address.
        addr: String,
        /// The bot's name.
        name: String,
        /// The arena's reason.
        message: String,
    },
    /// The arena could not be reached for longer than the settings' patience.
    #[error("the arena at {addr} could not be reached for {seconds} s: {reason}")]
    OutOfReach {
        /// The arena's address.
        addr: String,
        /// How long the library kept trying.
        seconds: u64,
        /// Why the last attempt failed.
        reason: String,
    },
}

impl PlayError {
    pub(crate) fn refused(settings: &Settings, status: &Status) -> PlayError {
        let (addr, name) = (settings.addr.clone(), settings.name.clone());
        PlayError::Refused { addr, name, message: status.message().to_owned() }
    }
}
