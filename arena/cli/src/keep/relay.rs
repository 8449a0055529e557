//! The connection from a sandbox without a network to the arena: a socket in the bot's folder, with a relay at either
//! end.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kahua_core::limits::CONFINED_CONNECTIONS_MAX;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// The pause after a connection that couldn't be accepted.
const PAUSE: Duration = Duration::from_millis(100);

/// Outside the sandbox: forwards every connection on this socket to the arena. Never ends.
pub(super) async fn to_arena(socket: UnixListener, arena: SocketAddr) {
    let places = places();
    loop {
        // The place is taken first, so that further connections wait in the system's queue and not in this process.
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok((mut inside, _)) = socket.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        tokio::spawn(async move {
            let _place = place;
            let mut outside = TcpStream::connect(arena).await?;
            // Asks and answers are small, and the other side waits for each of them.
            outside.set_nodelay(true)?;
            copy_bidirectional(&mut inside, &mut outside).await
        });
    }
}

/// Inside the sandbox: forwards every connection on this address to the socket. Never ends.
pub(crate) async fn to_socket(listener: TcpListener, socket: &Path) {
    let places = places();
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok((mut inside, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let socket = socket.to_owned();
        tokio::spawn(async move {
            let _place = place;
            inside.set_nodelay(true)?;
            let mut outside = UnixStream::connect(socket).await?;
            copy_bidirectional(&mut inside, &mut outside).await
        });
    }
}

fn places() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(CONFINED_CONNECTIONS_MAX))
}

/// A socket of this name, even if an earlier run has left one.
pub(super) fn listen(socket: &Path) -> io::Result<UnixListener> {
    match std::fs::remove_file(socket) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => UnixListener::bind(socket),
    }
}
