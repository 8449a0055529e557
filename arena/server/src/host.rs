//! An arena inside a program: built, serving, and cleanly stopped.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use tokio::sync::oneshot;
use tokio::task::{JoinError, JoinHandle};
use tracing::{error, info, warn};

use crate::app::{App, BuildError};
use crate::net::Bots;
use crate::net::bot_calls::BotCalls;
use crate::net::metrics::serve_metrics;
use crate::net::node_listener::serve_other_nodes;
use crate::net::pages;
use crate::net::server::{Offered, ServeError, serve_offered};
use kahua_cluster::OpenStore;
use kahua_play::listen::{ListenError, listen};
use kahua_settings::Rulesets;
use kahua_settings::config::Config;
use kahua_store::{Health, StoreError};

/// An arena that is serving.
#[derive(Debug)]
pub struct Host {
    /// The arena.
    pub app: Arc<App>,
    /// Where bots connect.
    pub addr: SocketAddr,
    /// Where Prometheus finds the metrics, if they are served.
    pub metrics_addr: Option<SocketAddr>,
    stop: oneshot::Sender<()>,
    server: JoinHandle<Result<(), ServeError>>,
}

/// Makes what an arena offers, once there is one.
pub(crate) type Offer<'a> = Box<dyn FnOnce(&Arc<App>) -> Offered + 'a>;

/// Why an arena can't be hosted, or has stopped.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// An address can't be listened on.
    #[error(transparent)]
    Listen(#[from] ListenError),
    /// The arena can't be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The server failed.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The server's task panicked.
    #[error("the server panicked")]
    Panicked(#[from] JoinError),
    /// The server ended without being asked to.
    #[error("the server ended by itself")]
    Ended,
    /// The arena has stopped with a store that couldn't be written.
    #[error("what happened last was not kept")]
    NotKept(#[source] StoreError),
}

impl Host {
    /// Builds an arena and serves it.
    ///
    /// # Errors
    /// If the store, the settings or the address can't be used.
    pub async fn start(config: &Config, rulesets: Rulesets, store: impl Into<OpenStore>) -> Result<Host, HostError> {
        Host::start_with_pages(config, rulesets, store, |_| pages::words()).await
    }

    /// As [`Host::start`], with the pages that `pages` makes for requests that aren't calls.
    ///
    /// # Errors
    /// As [`Host::start`].
    pub async fn start_with_pages(
        config: &Config,
        rulesets: Rulesets,
        store: impl Into<OpenStore>,
        pages: fn(&Arc<App>) -> Router,
    ) -> Result<Host, HostError> {
        let offer = move |app: &Arc<App>| Offered { bots: BotCalls::new(Bots::new(app)), pages: pages(app) };
        Host::start_with(config, rulesets, store.into(), Box::new(offer)).await
    }

    /// As [`Host::start`], with the service and the pages that `offer` makes. The future is boxed, so that the whole server is compiled in
    /// this crate: what an async function does is compiled where it is awaited.
    ///
    /// # Errors
    /// As [`Host::start`].
    pub(crate) fn start_with<'a>(
        config: &'a Config,
        rulesets: Rulesets,
        store: OpenStore,
        offer: Offer<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<Host, HostError>> + 'a>> {
        Box::pin(Host::start_offered(config, rulesets, store, offer))
    }

    async fn start_offered(
        config: &Config,
        rulesets: Rulesets,
        store: OpenStore,
        offer: Offer<'_>,
    ) -> Result<Host, HostError> {
        let (listener, addr) = listen(config.listen, "listen").await?;
        let metrics = match config.metrics {
            Some(addr) => Some(listen(addr, "metrics").await?),
            None => None,
        };
        if config.exposes_tokens() {
            warn!(%addr, "tokens travel in the clear: give the arena a certificate, or let only a proxy that has one reach it");
        }
        let (app, node_listener) = App::build_on(config, rulesets, store).await?;
        let metrics_addr = metrics.as_ref().map(|(_, addr)| *addr);
        if let Some((listener, addr)) = metrics {
            info!(%addr, "metrics are at /metrics");
            let serving = serve_metrics(listener, app.clone());
            app.tasks.spawn(async move {
                if let Err(problem) = serving.await {
                    error!(%problem, "the metrics are no longer served");
                }
            });
        }
        if let Some(listener) = node_listener {
            serve_other_nodes(listener, &app);
        }
        let (stop, stopped) = oneshot::channel::<()>();
        let offered = offer(&app);
        let shutdown = Box::pin(async {
            // If the sender is dropped, stop too.
            let _sent_or_dropped = stopped.await;
        });
        let server = tokio::spawn(serve_offered(listener, app.clone(), offered, shutdown));
        Ok(Host { app, addr, metrics_addr, stop, server })
    }

    /// Resolves when the server ends on its own, which happens only after a failure.
    pub async fn failed(&mut self) -> HostError {
        match (&mut self.server).await {
            Ok(Ok(())) => HostError::Ended,
            Ok(Err(error)) => error.into(),
            Err(panic) => panic.into(),
        }
    }

    /// Stops the arena cleanly: tells the bots, and keeps the open matches.
    ///
    /// # Errors
    /// If the server failed, or the store couldn't be written at the end.
    pub async fn stop(self) -> Result<(), HostError> {
        // The receiver is gone if the server has ended already.
        let _gone = self.stop.send(());
        self.server.await??;
        match self.app.store.health() {
            Health::Well => Ok(()),
            Health::Trouble(problem) => Err(HostError::NotKept(StoreError::Trouble(problem))),
        }
    }
}
