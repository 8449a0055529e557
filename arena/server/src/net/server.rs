//! The arena on the network: one port for bots, organizers, health checks and reflection.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use kahua_proto::pb::arena::v1::bot_service_server::{BotService, BotServiceServer};
use kahua_proto::pb::arena::v1::league_service_server::LeagueServiceServer;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tonic::codegen::http::Request;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic_web::GrpcWebLayer;
use tower_http::trace::{DefaultOnFailure, TraceLayer};
use tracing::{Level, Span, debug_span, info, warn};

use crate::app::App;
use crate::auth::origin;
use crate::net::{Bots, Leagues, identify};
use kahua_core::limits;

/// Why the arena can't serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address can't be listened on.
    #[error("can't listen: {0}")]
    Listener(#[from] io::Error),
    /// The transport failed.
    #[error("the server failed: {0}")]
    Transport(#[from] tonic::transport::Error),
    /// The descriptor set isn't one.
    #[error("reflection can't be offered: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
}

/// Serves the arena on this listener until `shutdown` resolves; then stops it in good order and returns. Bots are told,
/// open matches are kept in the store, and connections that don't end by themselves are cut after a moment.
///
/// # Errors
/// If the network fails.
pub async fn serve(listener: TcpListener, app: Arc<App>, shutdown: impl Future<Output = ()>) -> Result<(), ServeError> {
    let bots = Bots::new(&app);
    serve_bots(listener, app, bots, shutdown).await
}

/// As [`serve`], with this service as the one that bots meet.
///
/// # Errors
/// As [`serve`].
pub(crate) async fn serve_bots(
    listener: TcpListener,
    app: Arc<App>,
    bots: impl BotService,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let address = listener.local_addr()?;
    let closing = CancellationToken::new();
    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_serving::<BotServiceServer<Bots>>().await;
    health.set_serving::<LeagueServiceServer<Leagues>>().await;
    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(kahua_proto::DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };

    // Outermost first; every call passes these.
    let server = Server::builder()
        // A pulled cable says nothing: without these its bot would count as thinking.
        .http2_keepalive_interval(keepalive_interval(&app))
        .http2_keepalive_timeout(Some(limits::KEEPALIVE_TIMEOUT))
        .max_concurrent_streams(limits::STREAMS_PER_CONNECTION_MAX)
        // Browsers speak gRPC-Web over HTTP/1.
        .accept_http1(true)
        // These two hold until a call is answered. A stream is answered at once and lives on beyond them, so they bound
        // single calls only: who asks for more at a time is refused, not queued, since a queue would make all late.
        .load_shed(true)
        .concurrency_limit_per_connection(limits::CALLS_AT_ONCE_MAX)
        // Inside the limit, so that a call that hangs gives its place back.
        .timeout(limits::CALL_TIMEOUT)
        // The span comes first, so that everything below is told with its call.
        .layer(
            TraceLayer::new_for_grpc()
                .make_span_with(call_span)
                // A bot that is refused is the bot's trouble, not the arena's.
                .on_failure(DefaultOnFailure::new().level(Level::DEBUG)),
        )
        // Browsers ask before they let a page of another origin call.
        .layer(origin::layer(&app.web_origins))
        // gRPC-Web becomes gRPC before anything looks at a message.
        .layer(GrpcWebLayer::new())
        .add_service(health_service)
        .add_service(reflection().build_v1()?)
        // Older tools ask for this one.
        .add_service(reflection().build_v1alpha()?)
        // Each service looks at the token itself: health and reflection need none.
        .add_service(for_bots(bots))
        .add_service(leagues(&app));

    let serving = server.serve_with_incoming_shutdown(incoming(listener), closing.cancelled());
    tokio::pin!(serving);
    info!(%address, "serving");
    tokio::select! {
        biased;
        ended = &mut serving => return Ok(ended?),
        () = shutdown => {}
    }
    health.set_not_serving::<BotServiceServer<Bots>>().await;
    health.set_not_serving::<LeagueServiceServer<Leagues>>().await;
    closing.cancel();
    // The streams end because the arena ends them; the server only waits for them.
    let (ended, ()) = tokio::join!(timeout(limits::SHUTDOWN_TIMEOUT, serving), app.drain());
    match ended {
        Ok(ended) => Ok(ended?),
        Err(_) => {
            warn!("connections that didn't end were cut");
            Ok(())
        }
    }
}

/// After so long without any sign a connection is asked for one; never where all matches are for debugging: a bot that is
/// stopped at a breakpoint gives none, and must find its connection as it was.
fn keepalive_interval(app: &App) -> Option<Duration> {
    (!app.matchmaker.is_for_debugging()).then_some(limits::KEEPALIVE_INTERVAL)
}

fn call_span<B>(call: &Request<B>) -> Span {
    debug_span!("call", path = call.uri().path())
}

/// Accepts connections with Nagle's algorithm off: an ask must not wait for the acknowledgement of the one before. With
/// probes too, since HTTP/1.1 has no pings: the stream of a browser that has gone away would stay open. A bot that is
/// stopped at a breakpoint is safe from these; its machine answers them.
/// `tcp_nodelay` and `tcp_keepalive` of the server are ignored for a given listener, so they are set here.
fn incoming(listener: TcpListener) -> TcpIncoming {
    let between_probes = limits::KEEPALIVE_TIMEOUT / limits::KEEPALIVE_PROBES;
    TcpIncoming::from(listener)
        .with_nodelay(Some(true))
        .with_keepalive(Some(limits::KEEPALIVE_INTERVAL))
        .with_keepalive_interval(Some(between_probes))
        .with_keepalive_retries(Some(limits::KEEPALIVE_PROBES))
}

fn for_bots<B: BotService>(bots: B) -> InterceptedService<BotServiceServer<B>, Identify> {
    let service = BotServiceServer::new(bots).max_decoding_message_size(limits::MESSAGE_BYTES_MAX);
    InterceptedService::new(service, identify)
}

type Identify = fn(tonic::Request<()>) -> Result<tonic::Request<()>, Status>;

fn leagues(app: &Arc<App>) -> InterceptedService<LeagueServiceServer<Leagues>, Identify> {
    let service = LeagueServiceServer::new(Leagues(app.clone())).max_decoding_message_size(limits::MESSAGE_BYTES_MAX);
    InterceptedService::new(service, identify)
}

#[cfg(test)]
mod tests {
    use socket2::SockRef;
    use tokio::net::TcpStream;
    use tokio_stream::StreamExt;

    use super::*;

    #[tokio::test]
    async fn accepted_connections_send_at_once_and_notice_when_the_other_side_is_gone() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut incoming = incoming(listener);
        let (_ours, accepted) = tokio::join!(TcpStream::connect(address), incoming.next());
        let accepted = accepted.unwrap().unwrap();
        assert!(accepted.nodelay().unwrap());
        assert!(SockRef::from(&accepted).keepalive().unwrap());
    }
}
