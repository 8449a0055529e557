//! The address at which a node serves the other nodes, in the clear: meant for their private network.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use kahua_core::limits;
use kahua_proto::pb::node::v1::match_service_server::MatchServiceServer;
use kahua_proto::pb::node::v1::node_service_server::NodeServiceServer;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::sleep;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Request;
use tonic::service::LayerExt;
use tonic::service::interceptor::InterceptorLayer;
use tonic::transport::Server;
use tonic::transport::server::Connected;
use tracing::{info, warn};

use super::key::NodeKey;
use super::match_host::MatchHost;
use super::relay::RelayHost;
use crate::app::App;

/// Serves the nodes that show this key on this listener, until the arena stops.
///
/// # Errors
/// If the transport fails.
pub(crate) async fn serve_nodes(
    listener: TcpListener,
    app: Arc<App>,
    key: NodeKey,
) -> Result<(), tonic::transport::Error> {
    if let Ok(address) = listener.local_addr() {
        info!(%address, "serving other nodes");
    }
    serve_connections(accepted(listener), app, key).await
}

/// As [`serve_nodes`], over connections that were accepted already.
///
/// # Errors
/// If the transport fails.
pub(super) async fn serve_connections<S>(
    connections: impl Stream<Item = io::Result<S>> + Send + 'static,
    app: Arc<App>,
    key: NodeKey,
) -> Result<(), tonic::transport::Error>
where
    S: AsyncRead + AsyncWrite + Connected + Unpin + Send + 'static,
{
    let stop = app.stop.clone();
    let relay = NodeServiceServer::new(RelayHost::new(app.sessions.clone()))
        .max_decoding_message_size(limits::RELAY_TO_HOST_BYTES_MAX)
        .max_encoding_message_size(limits::RELAY_FROM_HOST_BYTES_MAX);
    let matches = MatchServiceServer::new(MatchHost::new(app)).max_decoding_message_size(limits::MESSAGE_BYTES_MAX);
    let guard = InterceptorLayer::new(move |call: Request<()>| key.check(call.metadata()).map(|()| call));
    Server::builder()
        .max_concurrent_streams(limits::RELAY_CALLS_MAX)
        .initial_connection_window_size(limits::NODE_WINDOW_BYTES)
        .http2_keepalive_interval(Some(limits::NODE_PING_INTERVAL))
        .http2_keepalive_timeout(Some(limits::NODE_SILENCE_MAX))
        .add_service(guard.named_layer(relay))
        .add_service(guard.named_layer(matches))
        .serve_with_incoming_shutdown(connections, stop.cancelled_owned())
        .await
}

/// A connection, and its place among those that may be open.
struct Accepted {
    stream: TcpStream,
    _place: OwnedSemaphorePermit,
}

/// The connections that this listener accepts, as many as may be open at once.
fn accepted(listener: TcpListener) -> impl Stream<Item = io::Result<Accepted>> + Send {
    let (ready, connections) = mpsc::channel(1);
    tokio::spawn(async move {
        let places = Arc::new(Semaphore::new(limits::NODE_CONNECTIONS_MAX));
        while let Ok(place) = places.clone().acquire_owned().await {
            let accepted = tokio::select! {
                biased;
                () = ready.closed() => return,
                accepted = listener.accept() => accepted,
            };
            let stream = match accepted.and_then(|(stream, _)| stream.set_nodelay(true).map(|()| stream)) {
                Ok(stream) => stream,
                Err(error) => {
                    warn!(%error, "can't accept a connection of another node; trying again");
                    sleep(limits::ACCEPT_RETRY_PAUSE).await;
                    continue;
                }
            };
            if ready.send(Ok(Accepted { stream, _place: place })).await.is_err() {
                return;
            }
        }
    });
    ReceiverStream::new(connections)
}

impl Connected for Accepted {
    type ConnectInfo = ();

    fn connect_info(&self) {}
}

impl AsyncRead for Accepted {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for Accepted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
