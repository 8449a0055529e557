//! The address at which Prometheus asks for the metrics.

use std::io;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;

use super::gauges::Snapshot;
use crate::app::App;

/// The format of what is sent, as Prometheus names it.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers `GET /metrics` on this listener until the arena stops.
///
/// # Errors
/// If the network fails.
pub(crate) async fn serve_metrics(listener: TcpListener, app: Arc<App>) -> io::Result<()> {
    let stop = app.stop.clone();
    let router = Router::new().route("/metrics", get(metrics)).with_state(app);
    axum::serve(listener, router).with_graceful_shutdown(stop.cancelled_owned()).await
}

async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, OPEN_METRICS)], app.metrics.text(&Snapshot::of(&app)))
}
