//! The layers that every call passes, outermost first, each with the reason for its place.

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

/// A server with all layers and these pages. Web pages of these other origins may call it.
///
/// Tonic builds the first three layers itself, once for each connection, so that one bot's calls can't use up another's
/// limit. The others are built once and shared. [`ReadCredentials`](super::credentials::ReadCredentials) reads the
/// credentials of a call below all of these, because only some services need any.
pub(super) fn layered_server(web_origins: &[Origin], pages: BesidePages) -> Server<SharedLayers> {
    let host_guard = pages.host_guard.clone();
    let shared = ServiceBuilder::new()
        // First of the shared layers, so that everything below is logged with its call.
        .layer(trace())
        // Before gRPC-Web, since a browser's preflight request is not gRPC-Web: it asks whether a page of another origin
        // may call at all.
        .layer(cors(web_origins))
        // Outside all layers that refuse requests: a refused request counts as a request too.
        .layer(Gate::custom(NoteRequest))
        // Outside gRPC-Web, which refuses everything that isn't a call, without an explanation.
        .layer(pages)
        // Turns gRPC-Web into gRPC before a service reads a message.
        .layer(GrpcWebLayer::new())
        // Inside of gRPC-Web, so that its clients can read the refusal too.
        .layer(Gate::custom(RequireTls))
        // Inside for the same reason. Before every service, also those that need no token, so that a foreign page
        // learns nothing.
        .layer(Gate::custom(CheckHost(host_guard)));
    Server::builder()
        // Outside the limit, so that a caller with too many calls at a time is refused and not queued. A queue would
        // make all its calls late.
        .load_shed(true)
        // A place is held until the call is answered. A stream is answered at once and lives on, so this limits unary
        // calls only.
        .concurrency_limit_per_connection(limits::CALLS_AT_ONCE_MAX)
        // Inside the limit, so that a call that hangs gives its place back.
        .timeout(limits::CALL_TIMEOUT)
        .layer(shared)
}

fn trace() -> CallTrace {
    TraceLayer::new_for_grpc()
        .make_span_with(CallSpan)
        // Only at debug level, because a refused call is the caller's problem.
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
