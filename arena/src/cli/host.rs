//! An arena inside a command: put together, listening, and ended in good order.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use kahua_proto::pb::arena::v1::bot_service_server::BotService;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::data::store_path;
use super::processes::{BotArg, Process};
use crate::app::App;
use crate::config::Config;
use crate::games::Games;
use crate::server::{ServeError, serve_bots};
use crate::service::Bots;
use crate::store::Store;

/// An arena that is serving.
#[derive(Debug)]
pub(super) struct Host {
    /// The arena.
    pub(super) app: Arc<App>,
    /// Where bots connect.
    pub(super) addr: SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinHandle<Result<(), ServeError>>,
}

impl Host {
    /// Puts an arena together and serves it.
    ///
    /// # Errors
    /// If the store, the settings or the address can't be used.
    pub(super) async fn start(config: &Config, games: Games, store: Store) -> anyhow::Result<Host> {
        Host::start_with(config, games, store, |app| Bots(app.clone())).await
    }

    /// As [`Host::start`], with the service that `bots` makes as the one that bots meet.
    ///
    /// # Errors
    /// As [`Host::start`].
    pub(super) async fn start_with<B: BotService>(
        config: &Config,
        games: Games,
        store: Store,
        bots: impl FnOnce(&Arc<App>) -> B,
    ) -> anyhow::Result<Host> {
        let listener = TcpListener::bind(config.listen).await;
        let listener = listener.with_context(|| match config.listen.port() {
            0 => format!("can't listen on {}", config.listen),
            port => format!("can't listen on {}: choose another port than {port} with --listen", config.listen),
        })?;
        let addr = listener.local_addr().context("the listener has no address")?;
        let app = App::build(config, games, store).await?;
        let (stop, stopped) = oneshot::channel::<()>();
        let bots = bots(&app);
        let server = tokio::spawn(serve_bots(listener, app.clone(), bots, async {
            // A sender that was dropped means the same.
            let _ = stopped.await;
        }));
        Ok(Host { app, addr, stop, server })
    }

    /// Resolves when the server ends by itself, which it does only by an error.
    pub(super) async fn failed(&mut self) -> anyhow::Error {
        match (&mut self.server).await {
            Ok(Ok(())) => anyhow::anyhow!("the server ended by itself"),
            Ok(Err(error)) => error.into(),
            Err(panic) => anyhow::anyhow!("the server failed: {panic}"),
        }
    }

    /// Ends the arena in good order: bots are told, open matches are kept.
    pub(super) async fn stop(self) -> anyhow::Result<()> {
        // The receiver is gone if the server has ended already.
        let _ = self.stop.send(());
        self.server.await.context("the server failed")?.context("the server failed")
    }
}

/// A data directory: the one that was named, or a fresh one below the system's own for temporary files.
///
/// # Errors
/// If it can't be made.
pub(super) fn data_dir(named: Option<&PathBuf>, purpose: &str) -> anyhow::Result<PathBuf> {
    if let Some(dir) = named {
        return Ok(dir.clone());
    }
    let stamp = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S").to_string();
    let dir = std::env::temp_dir().join(format!("kahua-{purpose}-{stamp}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).with_context(|| format!("the directory {} can't be made", dir.display()))?;
    Ok(dir)
}

/// Opens the store of this data directory for writing.
///
/// # Errors
/// If another arena has it, or it can't be used.
pub(super) fn open_store(dir: &std::path::Path) -> anyhow::Result<Store> {
    Store::open(&store_path(dir)).with_context(|| format!("the data directory {}", dir.display()))
}

/// Starts the processes of these bots, those that have one.
///
/// # Errors
/// If one can't be started; those that were are ended.
pub(super) fn start_bots(bots: &[BotArg], addr: SocketAddr, dir: &std::path::Path) -> anyhow::Result<Vec<Process>> {
    let logs = dir.join("logs");
    bots.iter().filter_map(|bot| Process::start(bot, addr, "", &logs).transpose()).collect()
}

/// Resolves when one of these processes ends, which none should; says which and why.
pub(super) async fn one_ended(processes: &mut [Process]) -> anyhow::Error {
    let mut ends: Vec<_> = processes.iter_mut().map(|process| Box::pin(process.ended())).collect();
    std::future::poll_fn(|context| {
        for end in &mut ends {
            if let std::task::Poll::Ready(error) = end.as_mut().poll(context) {
                return std::task::Poll::Ready(error);
            }
        }
        std::task::Poll::Pending
    })
    .await
}

/// Resolves when the process is asked to end, by Ctrl-C or SIGTERM.
///
/// # Errors
/// If the system doesn't tell of signals.
pub(super) async fn asked_to_end() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        biased;
        _ = terminate.recv() => Ok(()),
        interrupted = tokio::signal::ctrl_c() => interrupted,
    }
}

/// Resolves when the process is asked to end before it was through; as an error that says so.
pub(super) async fn stopped() -> anyhow::Error {
    asked_to_end().await.map_or_else(Into::into, |()| anyhow::anyhow!("stopped before the end"))
}
