//! How an arena is reached: over TCP or TLS, and what it means if that fails.

use std::error::Error;
use std::io;
use std::time::Duration;

use tokio_rustls::rustls;
use tonic::transport::{Channel, ClientTlsConfig, Endpoint};
use tracing::info;

use crate::backoff::Backoff;
use crate::error::PlayError;
use crate::settings::{Settings, SettingsError};
use crate::trust::{problem_of_certificate, tls_error, with_tls};

/// How long one attempt to connect may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the arena may be silent before the connection is probed, and then how long the probe may take.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// Where and how these settings connect.
///
/// # Errors
/// If the settings aren't valid.
pub(crate) fn endpoint(settings: &Settings) -> Result<Endpoint, SettingsError> {
    let address = settings.check()?;
    let invalid = |problem: &str| SettingsError::Address { addr: settings.addr.clone(), problem: problem.to_owned() };
    let endpoint = Endpoint::from_shared(address.url)
        .map_err(|_| invalid("can't be read"))?
        .connect_timeout(CONNECT_TIMEOUT)
        .tcp_nodelay(true)
        .http2_keep_alive_interval(KEEPALIVE)
        .keep_alive_timeout(KEEPALIVE)
        .keep_alive_while_idle(true);
    if !address.is_tls {
        return Ok(endpoint);
    }
    let secure = with_tls(endpoint, ClientTlsConfig::new().timeout(CONNECT_TIMEOUT), settings.ca.as_deref());
    secure.map_err(|error| match error {
        SettingsError::Address { problem, .. } => invalid(&problem),
        error => error,
    })
}

/// Tries to connect until it succeeds or the patience runs out.
///
/// # Errors
/// If the patience runs out, or if trying again wouldn't help.
pub(crate) async fn reach(
    endpoint: &Endpoint,
    settings: &Settings,
    backoff: &mut Backoff,
) -> Result<Channel, PlayError> {
    loop {
        match endpoint.connect().await {
            Ok(channel) => {
                info!(bot = settings.name, addr = settings.addr, "connected");
                return Ok(channel);
            }
            Err(error) => match tls_error(&error) {
                Some(rustls::Error::InvalidMessage(_)) => return Err(PlayError::NoTls(settings.addr.clone())),
                _ if let Some(problem) = problem_of_certificate(&error) => {
                    return Err(PlayError::Certificate { addr: settings.addr.clone(), problem });
                }
                _ => backoff.report_and_wait(settings, &root_cause(&error), Duration::ZERO).await?,
            },
        }
    }
}

/// The root cause: the errors around it say little more than "transport error".
fn root_cause(error: &(dyn Error + 'static)) -> String {
    let root = causes(error).last().unwrap_or(error);
    match root.downcast_ref::<io::Error>().map(io::Error::kind) {
        // The same words as in the other languages' libraries, without the system's error number.
        Some(io::ErrorKind::ConnectionRefused) => "connection refused".to_owned(),
        _ => root.to_string(),
    }
}

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error: &&'a (dyn Error + 'static)| (*error).source())
}
