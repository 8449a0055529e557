//! The address at which a node serves the other nodes. It isn't encrypted, and is meant for their private network.

use std::io;
use std::sync::Arc;

use kahua_core::limits;
use kahua_proto::pb::node::v1::match_service_server::MatchServiceServer;
use kahua_proto::pb::node::v1::node_service_server::NodeServiceServer;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio_stream::Stream;
use tonic::Request;
use tonic::service::LayerExt;
use tonic::service::interceptor::InterceptorLayer;
use tonic::transport::Server;
use tonic::transport::server::Connected;
use tracing::{error, info};

use super::connection::ConnectionFacts;
use super::incoming::{Entrance, incoming};
use super::match_host::MatchHost;
use crate::app::App;
use kahua_cluster::key::NodeKey;
use kahua_cluster::relay::RelayHost;

/// Serves the other nodes on this listener until the arena stops, if it shares its store.
pub(crate) fn serve_other_nodes(listener: TcpListener, app: &Arc<App>) {
    let Some(cluster) = &app.cluster else { return };
    let serving = serve_nodes(listener, app.clone(), cluster.key());
    app.tasks.spawn(async move {
        if let Err(problem) = serving.await {
            error!(%problem, "other nodes are no longer served");
        }
    });
}

/// Serves the nodes that show this key on this listener, until the arena stops.
///
/// # Errors
/// If the transport fails.
async fn serve_nodes(listener: TcpListener, app: Arc<App>, key: NodeKey) -> Result<(), tonic::transport::Error> {
    if let Ok(address) = listener.local_addr() {
        info!(%address, "serving other nodes");
    }
    let entrance = Entrance::aside("other nodes", limits::NODE_CONNECTIONS_MAX, &app);
    serve_connections(incoming(listener, entrance), app, key).await
}

/// As [`serve_nodes`], over connections that were accepted already.
///
/// # Errors
/// If the transport fails.
async fn serve_connections<S>(
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
    let guard = InterceptorLayer::new(move |call: Request<()>| {
        key.check(call.metadata())?;
        // The caller has shown the key. Connections without it make room for those with it, and end soon.
        call.extensions().get::<ConnectionFacts>().into_iter().for_each(ConnectionFacts::trust);
        Ok(call)
    });
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

#[cfg(test)]
mod tests;
