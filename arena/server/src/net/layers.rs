//! The layers that every call passes, outermost first, each with the reason why it stands where it stands.

use kahua_core::limits;
use tonic::codegen::http::Request;
use tonic::transport::Server;
use tonic_web::GrpcWebLayer;
use tower::ServiceBuilder;
use tower::layer::util::{Identity, Stack};
use tower_http::classify::{GrpcErrorsAsFailures, SharedClassifier};
use tower_http::cors::CorsLayer;
use tower_http::trace::{
    DefaultOnBodyChunk, DefaultOnEos, DefaultOnFailure, DefaultOnRequest, DefaultOnResponse, MakeSpan, TraceLayer,
};
use tower_http::validate_request::ValidateRequestHeaderLayer;
use tracing::{Level, Span, debug_span};

use super::check_host::CheckHost;
use super::connection::NoteRequest;
use super::cors::cors;
use super::pages::BesidePages;
use super::require_tls::RequireTls;
use kahua_settings::config::Origin;

/// The layers that all connections share.
type SharedLayers = Stack<ServiceBuilder<Stack<Gate<CheckHost>, Stack<Gate<RequireTls>, OutsideOfTheGates>>>, Identity>;

type OutsideOfTheGates = Stack<GrpcWebLayer, OutsideOfGrpcWeb>;

type OutsideOfGrpcWeb = Stack<BesidePages, Stack<Gate<NoteRequest>, Stack<CorsLayer, Stack<CallTrace, Identity>>>>;

/// A layer that lets a request through or answers it itself.
pub(super) type Gate<V> = ValidateRequestHeaderLayer<V>;

type CallTrace = TraceLayer<
    SharedClassifier<GrpcErrorsAsFailures>,
    CallSpan,
    DefaultOnRequest,
    DefaultOnResponse,
    DefaultOnBodyChunk,
    DefaultOnEos,
    DefaultOnFailure,
>;

/// A server with all layers and these pages, for connections from pages of these other origins too.
///
/// Tonic builds the first three layers itself, once for each connection: one bot's calls must not use up another's. The
/// others are built once and shared. The credentials of a call are read below all of these, by
/// [`ReadCredentials`](super::credentials::ReadCredentials), since only some of the services ask for any.
pub(super) fn layered_server(web_origins: &[Origin], pages: BesidePages) -> Server<SharedLayers> {
    let host_guard = pages.host_guard.clone();
    let shared = ServiceBuilder::new()
        // First of the shared layers, so that everything below is logged with its call.
        .layer(trace())
        // Before gRPC-Web, since a browser's preflight request is not gRPC-Web: it asks whether a page of another origin
        // may call at all.
        .layer(cors(web_origins))
        // Outside of whatever refuses requests: also a connection whose request is refused has made one.
        .layer(Gate::custom(NoteRequest))
        // Outside of gRPC-Web, which refuses whatever isn't a call, without a word.
        .layer(pages)
        // Turns gRPC-Web into gRPC before a service reads a message.
        .layer(GrpcWebLayer::new())
        // Inside of gRPC-Web, so that its clients can read the refusal too.
        .layer(Gate::custom(RequireTls))
        // For the same reason. Before every service, also those that need no token: a foreign page learns nothing.
        .layer(Gate::custom(CheckHost(host_guard)));
    Server::builder()
        // Outside of the limit: a caller that asks for more at a time than the limit allows is refused instead of queued,
        // since a queue would make all its calls late.
        .load_shed(true)
        // Held until a call is answered. A stream is answered at once and lives on, so this bounds unary calls only.
        .concurrency_limit_per_connection(limits::CALLS_AT_ONCE_MAX)
        // Inside of the limit, so that a call that hangs gives its place back.
        .timeout(limits::CALL_TIMEOUT)
        .layer(shared)
}

fn trace() -> CallTrace {
    TraceLayer::new_for_grpc()
        .make_span_with(CallSpan)
        // A refused call is the caller's problem, not the arena's.
        .on_failure(DefaultOnFailure::new().level(Level::DEBUG))
}

/// Names each call's span after its path.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallSpan;

impl<B> MakeSpan<B> for CallSpan {
    fn make_span(&mut self, call: &Request<B>) -> Span {
        debug_span!("call", path = call.uri().path())
    }
}
