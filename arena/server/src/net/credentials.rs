//! The layer that reads the token of a call, and how a call gets at it.

use std::future::{Ready, ready};
use std::task::{Context, Poll};

use tokio_util::either::Either;
use tonic::body::Body;
use tonic::codegen::http::header::AUTHORIZATION;
use tonic::codegen::http::{HeaderMap, Request, Response};
use tower::{Layer, Service};

use crate::auth::access::Credentials;
use crate::reason::Reason;

/// Puts the [`Credentials`] of each call into its extensions. The calls judge them: whose token is needed depends on
/// what is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct CredentialsLayer;

/// The credentials that `CredentialsLayer` found with this call.
pub fn credentials<T>(request: &tonic::Request<T>) -> Credentials {
    request.extensions().get().copied().unwrap_or_default()
}

impl<S> Layer<S> for CredentialsLayer {
    type Service = ReadCredentials<S>;

    fn layer(&self, inner: S) -> ReadCredentials<S> {
        ReadCredentials { inner }
    }
}

/// The service that `CredentialsLayer` makes.
#[derive(Clone, Debug)]
pub(super) struct ReadCredentials<S> {
    inner: S,
}

impl<S, B> Service<Request<B>> for ReadCredentials<S>
where
    S: Service<Request<B>, Response = Response<Body>>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Either<S::Future, Ready<Result<Response<Body>, S::Error>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        match read(request.headers()) {
            Ok(credentials) => {
                request.extensions_mut().insert(credentials);
                Either::Left(self.inner.call(request))
            }
            Err(problem) => Either::Right(ready(Ok(Reason::TokenUnreadable.status(problem).into_http()))),
        }
    }
}

fn read(headers: &HeaderMap) -> Result<Credentials, String> {
    let text = headers.get(AUTHORIZATION).map(|value| value.to_str()).transpose();
    Credentials::read(text.map_err(|_| "the metadata entry \"authorization\" must be printable ASCII".to_owned())?)
}
