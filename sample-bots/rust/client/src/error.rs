//! Why a bot stopped playing.

use std::io;

use crate::failure::BotFailure;
use crate::settings::{Settings, SettingsError};

/// Why a bot stopped playing.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The settings aren't valid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The address says `https://`, but the arena doesn't serve TLS.
    #[error("{0} does not speak TLS; if the arena has no certificate, use http://")]
    NoTls(String),
    /// The arena's certificate isn't trusted.
    #[error("the certificate of {addr} isn't trusted: {problem}")]
    Certificate {
        /// The arena's address.
        addr: String,
        /// What is wrong with the certificate.
        problem: String,
    },
    /// The arena doesn't accept the bot. Trying again wouldn't help.
    #[error("the arena at {addr} refuses {name}: {message}")]
    Refused {
        /// The arena's address.
        addr: String,
        /// The bot's name.
        name: String,
        /// What the arena said, with its reason (`google.rpc.ErrorInfo.reason`) in parentheses.
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
    /// The bot's name was in use for longer than the settings' patience.
    #[error("the name {name} has been in use for {seconds} s: {reason}")]
    NameInUse {
        /// The bot's name.
        name: String,
        /// How long the library kept trying.
        seconds: u64,
        /// What the arena said last.
        reason: String,
    },
    /// The bot's own code failed.
    #[error(transparent)]
    BotFailed(BotFailure),
    /// The system has no thread, or can't deliver signals.
    #[error("the bot can't be run: {0}")]
    System(#[from] io::Error),
}

impl PlayError {
    pub(crate) fn refused(settings: &Settings, message: String) -> PlayError {
        PlayError::Refused { addr: settings.addr.clone(), name: settings.name.clone(), message }
    }
}
