//! Why a bot stopped playing.

use std::io;

use tonic::Status;

use crate::failure::BotPanic;
use crate::settings::{Settings, SettingsError};

/// Why a bot stopped playing.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The settings aren't valid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The address says `https://`, but the arena doesn't serve TLS.
    #[error(
        "the arena at {0} doesn't serve TLS: write http:// in front of its address, or give the arena a certificate"
    )]
    NoTls(String),
    /// The arena's certificate isn't trusted.
    #[error(
        "the certificate of the arena at {addr} isn't trusted: {problem}; if an authority of your own issued it, name \
         the authority's PEM file in KAHUA_CA"
    )]
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
    /// The bot's own code panicked.
    #[error(transparent)]
    Panicked(BotPanic),
    /// The system has no thread, or can't deliver signals.
    #[error("the bot can't be run: {0}")]
    System(#[from] io::Error),
}

impl PlayError {
    pub(crate) fn refused(settings: &Settings, status: &Status) -> PlayError {
        let (addr, name) = (settings.addr.clone(), settings.name.clone());
        PlayError::Refused { addr, name, message: status.message().to_owned() }
    }
}
