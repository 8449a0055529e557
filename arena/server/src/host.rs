//! An arena inside a program: put together, listening, and ended in good order.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use kahua_proto::pb::arena::v1::bot_service_server::BotService;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::config::Config;
use crate::net::Bots;
use crate::net::server::{ServeError, serve_bots};
use crate::rulesets::Rulesets;
use kahua_store::Store;

/// An arena that is serving.
#[derive(Debug)]
pub struct Host {
    /// The arena.
    pub app: Arc<App>,
    /// Where bots connect.
    pub addr: SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinHandle<Result<(), ServeError>>,
}

impl Host {
    /// Puts an arena together and serves it.
    ///
    /// # Errors
    /// If the store, the settings or the address can't be used.
    pub async fn start(config: &Config, games: Rulesets, store: Store) -> anyhow::Result<Host> {
        Host::start_with(config, games, store, |app| Bots::new(app)).await
    }

    /// As [`Host::start`], with the service that `bots` makes as the one that bots meet.
    ///
    /// # Errors
    /// As [`Host::start`].
    pub(crate) async fn start_with<B: BotService>(
        config: &Config,
        games: Rulesets,
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
    pub async fn failed(&mut self) -> anyhow::Error {
        match (&mut self.server).await {
            Ok(Ok(())) => anyhow::anyhow!("the server ended by itself"),
            Ok(Err(error)) => error.into(),
            Err(panic) => anyhow::anyhow!("the server failed: {panic}"),
        }
    }

    /// Ends the arena in good order: bots are told, open matches are kept.
    pub async fn stop(self) -> anyhow::Result<()> {
        // The receiver is gone if the server has ended already.
        let _ = self.stop.send(());
        self.server.await.context("the server failed")?.context("the server failed")
    }
}
