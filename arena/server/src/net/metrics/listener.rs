//! The address at which Prometheus asks for the metrics.

use std::future::pending;
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::Listener;
use kahua_core::limits;
use tokio::net::TcpListener;
use tokio_stream::{Stream, StreamExt};

use super::gauges::Snapshot;
use super::text_of;
use crate::app::App;
use crate::net::connection::Connection;
use crate::net::in_the_background;
use crate::net::incoming::{Entrance, incoming};

/// The format of what is sent, as Prometheus names it.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers `GET /metrics` on this listener until the arena stops.
///
/// # Errors
/// If the network fails.
pub(crate) async fn serve_metrics(listener: TcpListener, app: Arc<App>) -> io::Result<()> {
    let stop = app.stop.clone();
    let connections = incoming(listener, Entrance::aside("metrics", limits::METRICS_CONNECTIONS_MAX, &app));
    let router = Router::new().route("/metrics", get(metrics)).with_state(app);
    axum::serve(Admitted(connections), router).with_graceful_shutdown(stop.cancelled_owned()).await
}

/// Answers one request and closes the connection. In any case the connection ends after the time for a first request.
async fn metrics(State(app): State<Arc<App>>) -> Response {
    // In the background, so that many scrapes at once don't keep players waiting.
    match in_the_background(move || text_of(&app.metrics, &Snapshot::of(&app))).await {
        Ok(text) => ([(CONTENT_TYPE, OPEN_METRICS), (CONNECTION, "close")], text).into_response(),
        Err(problem) => (StatusCode::INTERNAL_SERVER_ERROR, problem.message().to_owned()).into_response(),
    }
}

/// The accepted connections, as a listener for axum.
struct Admitted<C>(C);

impl<C: Stream<Item = io::Result<Connection>> + Send + Unpin + 'static> Listener for Admitted<C> {
    type Io = Connection;
    type Addr = ();

    async fn accept(&mut self) -> (Connection, ()) {
        match self.0.next().await {
            Some(Ok(connection)) => (connection, ()),
            // Errors never come here, because `incoming` retries. At the end there is nothing more to accept.
            Some(Err(_)) | None => pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<()> {
        Ok(())
    }
}
