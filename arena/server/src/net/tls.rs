//! The certificate with which the arena serves, and how a renewed one takes its place without a restart.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;

use crate::config::{TlsError, TlsSettings};

/// What handshakes are made with, read from the files of the settings.
#[derive(Debug)]
pub(crate) struct Tls {
    settings: TlsSettings,
    current: Mutex<Arc<ServerConfig>>,
}

impl Tls {
    pub(crate) fn load(settings: &TlsSettings) -> Result<Tls, TlsError> {
        Ok(Tls { current: Mutex::new(settings.load()?), settings: settings.clone() })
    }

    /// Reads the files again, for the handshakes from now on. Connections that are open stay as they are.
    ///
    /// # Errors
    /// If one of the files can't be used; then nothing changes.
    pub(crate) fn reload(&self) -> Result<(), TlsError> {
        let renewed = self.settings.load()?;
        *self.current.lock() = renewed;
        Ok(())
    }

    /// Makes the next handshake.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        self.current.lock().clone().into()
    }
}
