//! Opens the addresses of the settings.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

/// An address of the settings can't be listened on.
#[derive(Debug, thiserror::Error)]
#[error("can't listen on {addr}{}", hint(*addr, setting, source))]
pub struct ListenError {
    /// The address of the settings.
    addr: SocketAddr,
    /// The setting that names it.
    setting: &'static str,
    /// What the system reports.
    source: io::Error,
}

/// With port 0 the system chooses, so another port would not help.
fn hint(addr: SocketAddr, setting: &str, source: &io::Error) -> String {
    if source.kind() == io::ErrorKind::AddrNotAvailable {
        return format!(
            ": this machine doesn't have that address; give one of its own with --{setting}, or 0.0.0.0 for all"
        );
    }
    match addr.port() {
        0 => String::new(),
        port => format!(": choose another port than {port} with --{setting}"),
    }
}

/// Listens on the address that this setting names. Returns also the address with the port that the system chose.
///
/// # Errors
/// If the system refuses.
pub async fn listen(addr: SocketAddr, setting: &'static str) -> Result<(TcpListener, SocketAddr), ListenError> {
    let listen_error = |source| ListenError { addr, setting, source };
    let listener = TcpListener::bind(addr).await.map_err(listen_error)?;
    let addr = listener.local_addr().map_err(listen_error)?;
    Ok((listener, addr))
}
