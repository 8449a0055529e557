//! The proxy between the bot and the arena: an address that stays while arenas come and go, and whose connections can be
//! cut.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::error::CheckError;
use super::notes::Notebook;

/// The most connections of the bot at once; more wait. A bot needs one.
const SOCKETS_MAX: usize = 64;
/// The pause after a connection that couldn't be accepted: the process may be out of file descriptors for a moment.
const ACCEPT_RETRY: Duration = Duration::from_millis(20);

/// A running proxy. When this is dropped, it stops and all its connections end.
#[derive(Debug)]
pub(crate) struct CuttableProxy {
    /// Where the bot connects.
    pub(crate) addr: SocketAddr,
    ends: Arc<Mutex<Ends>>,
    _stop: DropGuard,
}

#[derive(Debug)]
struct Ends {
    /// Where the arena listens; while it is `None`, no connection gets through.
    arena: Option<SocketAddr>,
    /// Cuts the connections that are open.
    cut: CancellationToken,
    /// Stops the proxy.
    stop: CancellationToken,
}

impl CuttableProxy {
    /// Starts a proxy without an arena.
    ///
    /// # Errors
    /// If there is no free port on loopback.
    pub(crate) async fn bind(notebook: Notebook) -> Result<CuttableProxy, CheckError> {
        let listener = TcpListener::bind((IpAddr::V4(Ipv4Addr::LOCALHOST), 0)).await.map_err(CheckError::Listen)?;
        let addr = listener.local_addr().map_err(CheckError::Listen)?;
        let stop = CancellationToken::new();
        let ends = Arc::new(Mutex::new(Ends { arena: None, cut: stop.child_token(), stop: stop.clone() }));
        tokio::spawn(stop.clone().run_until_cancelled_owned(accept(listener, ends.clone(), notebook)));
        Ok(CuttableProxy { addr, ends, _stop: stop.drop_guard() })
    }

    /// Forwards new connections to this arena; with `None`, to no arena.
    pub(crate) fn lead_to(&self, arena: Option<SocketAddr>) {
        self.ends.lock().arena = arena;
    }

    /// Cuts every open connection; new ones get through.
    pub(crate) fn cut(&self) {
        let mut ends = self.ends.lock();
        let next = ends.stop.child_token();
        std::mem::replace(&mut ends.cut, next).cancel();
    }
}

/// Accepts connections without end, and forwards each to the arena of that moment.
async fn accept(listener: TcpListener, ends: Arc<Mutex<Ends>>, notebook: Notebook) {
    let places = Arc::new(Semaphore::new(SOCKETS_MAX));
    while let Ok(place) = places.clone().acquire_owned().await {
        let Ok((bot, _)) = listener.accept().await else {
            sleep(ACCEPT_RETRY).await;
            continue;
        };
        notebook.note(|notes| notes.sockets += 1);
        let (arena, cut) = {
            let ends = ends.lock();
            (ends.arena, ends.cut.clone())
        };
        let Some(arena) = arena else { continue };
        tokio::spawn(async move {
            cut.run_until_cancelled_owned(forward(bot, arena)).await;
            drop(place);
        });
    }
}

async fn forward(mut bot: TcpStream, arena: SocketAddr) {
    let Ok(mut arena) = TcpStream::connect(arena).await else { return };
    // Asks and answers are small, and each must be sent at once.
    if bot.set_nodelay(true).and_then(|()| arena.set_nodelay(true)).is_ok() {
        // However it ends, both sides notice by their sockets.
        let _ended = copy_bidirectional(&mut bot, &mut arena).await;
    }
}
