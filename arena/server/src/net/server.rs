//! The arena on the network: one port for bots, organizers, health checks and reflection.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use kahua_proto::pb::arena::v1::arena_service_server::ArenaServiceServer;
use kahua_proto::pb::arena::v1::worker_service_server::WorkerServiceServer;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::task::JoinError;
use tokio::time::timeout;
use tokio_stream::{Stream, StreamExt};
use tokio_util::sync::CancellationToken;
use tonic::service::LayerExt;
use tracing::{info, warn};

use super::bot_calls::BotCalls;
use super::connection::Connection;
use super::credentials::ReadCredentials;
use super::health::Health;
use super::incoming::{Entrance, incoming};
use super::layers::{Gate, layered_server};
use super::pages::{self, BesidePages};
use super::watch_match::LeagueServer;
use super::worker_service::Workers;
use crate::app::App;
use crate::load::call_room::CallRoom;
use crate::net::{Arena, Bots, Leagues};
use kahua_core::limits;
use kahua_play::auth::peer::Network;
use kahua_play::joined::joined;

/// Why the arena can't serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The listener failed.
    #[error("can't listen")]
    Listener(#[from] io::Error),
    /// The transport failed.
    #[error("the server failed")]
    Transport(#[from] tonic::transport::Error),
    /// The descriptor set can't be read.
    #[error("reflection can't be offered")]
    Reflection(#[from] tonic_reflection::server::Error),
}

/// What the port offers in addition to the services that every arena has.
pub(crate) struct Offered {
    /// The service for bots.
    pub(crate) bots: BotCalls,
    /// The pages for requests that aren't calls.
    pub(crate) pages: Router,
}

/// Resolves when the server shall stop.
pub(crate) type Shutdown = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Serves the arena on this listener until `shutdown` resolves. Then stops it cleanly and returns: tells the bots,
/// keeps open matches in the store, and closes connections that don't end on their own after a moment.
///
/// # Errors
/// If the network fails.
pub async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let offered = Offered { bots: BotCalls::new(Bots::new(&app)), pages: pages::words() };
    serve_offered(listener, app, offered, Box::pin(shutdown)).await
}

/// As [`serve`], with this service for bots and these pages.
///
/// # Errors
/// As [`serve`].
pub(crate) async fn serve_offered(
    listener: TcpListener,
    app: Arc<App>,
    offered: Offered,
    shutdown: Shutdown,
) -> Result<(), ServeError> {
    let address = listener.local_addr()?;
    let connections = incoming(listener, Entrance::for_all(&app));
    info!(%address, tls = app.tls.is_some(), "serving");
    serve_connections(connections, app, offered, shutdown).await
}

/// As [`serve`], over connections that were already accepted, one for each item. For simulated networks.
///
/// # Errors
/// As [`serve`].
pub async fn serve_accepted<S>(
    accepted: impl Stream<Item = io::Result<(S, SocketAddr)>> + Send + 'static,
    app: Arc<App>,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let enter = {
        let (room, read_limits) = (app.connections.clone(), app.read_limits.clone());
        move |(stream, address): (S, SocketAddr)| {
            let place = room.enter(Network::of(address.ip()));
            Connection::new(stream, false, place, read_limits.clone())
        }
    };
    let connections = accepted.map(move |accepted| accepted.map(&enter));
    let offered = Offered { bots: BotCalls::new(Bots::new(&app)), pages: pages::words() };
    serve_connections(connections, app, offered, Box::pin(shutdown)).await
}

/// Serves these connections, which have their places already.
async fn serve_connections<S>(
    connections: impl Stream<Item = io::Result<Connection<S>>> + Send + 'static,
    app: Arc<App>,
    offered: Offered,
    shutdown: Shutdown,
) -> Result<(), ServeError>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let closing = CancellationToken::new();
    let (health, health_service) = tonic_health::server::health_reporter();
    let health = Health::serving(health).await;
    let arena = ArenaServiceServer::new(Arena(app.clone())).max_decoding_message_size(limits::MESSAGE_BYTES_MAX);
    let workers = WorkerServiceServer::new(Workers(app.clone()))
        .max_decoding_message_size(limits::WORK_MESSAGE_BYTES_MAX)
        .max_encoding_message_size(limits::WORK_MESSAGE_BYTES_MAX);
    let leagues = LeagueServer::new(Leagues(app.clone()));

    let credentials = Gate::custom(ReadCredentials(app.clone()));
    let pages = BesidePages {
        pages: offered.pages,
        host_guard: app.host_guard.clone(),
        room: CallRoom::new(),
        app: app.clone(),
    };
    let server = layered_server(&app.web_origins, pages)
        .max_concurrent_streams(limits::STREAMS_PER_CONNECTION_MAX)
        // For gRPC-Web over HTTP/1.1, and for browsers that ask for pages.
        .accept_http1(true)
        .add_service(health_service)
        .add_service(reflection().build_v1()?)
        // Older tools ask for this version.
        .add_service(reflection().build_v1alpha()?)
        .add_service(arena)
        // Only these three read tokens. ArenaService, health and reflection need none.
        .add_service(credentials.named_layer(offered.bots))
        .add_service(credentials.named_layer(workers))
        .add_service(credentials.named_layer(leagues));

    // A task of its own, so that connections, however many, can't keep this one from noticing the shutdown.
    let mut serving = tokio::spawn(server.serve_with_incoming_shutdown(connections, closing.clone().cancelled_owned()));
    tokio::select! {
        biased;
        () = shutdown => {}
        ended = &mut serving => return served(ended),
        never = health.follow(app.can_begin.clone()) => match never {},
    }
    // Before the connections close, so that those who watch the arena's health still hear of it.
    health.stopping().await;
    closing.cancel();
    // The arena ends the streams in `drain`. The server only waits for them.
    let (ended, ()) = tokio::join!(timeout(limits::SHUTDOWN_TIMEOUT, &mut serving), app.drain());
    match ended {
        Ok(ended) => served(ended),
        Err(_) => {
            warn!("cutting the connections that did not end in time");
            app.connections.clear();
            let Ok(ended) = timeout(limits::SHUTDOWN_TIMEOUT, &mut serving).await else {
                serving.abort();
                return Ok(());
            };
            served(ended)
        }
    }
}

/// The result of the server's task.
fn served(ended: Result<Result<(), tonic::transport::Error>, JoinError>) -> Result<(), ServeError> {
    Ok(joined(ended).unwrap_or(Ok(()))?)
}

fn reflection() -> tonic_reflection::server::Builder<'static> {
    tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(kahua_proto::DESCRIPTORS)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
}
