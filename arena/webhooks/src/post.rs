//! Sends one request to a receiver.

use std::io;
use std::pin::pin;
use std::sync::Arc;

use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, HOST, USER_AGENT};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use kahua_settings::config::WebhookUrl;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{InvalidDnsNameError, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::limits::TRY_TIMEOUT;

/// Where requests are sent.
#[derive(Debug)]
pub(crate) struct Receiver {
    url: WebhookUrl,
    tls: Option<Arc<ClientConfig>>,
}

/// Why a receiver hasn't taken an event.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// It can't be reached, or its certificate isn't trusted.
    #[error("can't connect: {0}")]
    Connect(#[from] io::Error),
    /// No certificate can be valid for its name.
    #[error("can't connect: {0}")]
    Name(#[from] InvalidDnsNameError),
    /// It has ended the connection, or has answered something that isn't HTTP.
    #[error("no answer: {0}")]
    Http(#[from] hyper::Error),
    /// It has taken too long.
    #[error("no answer within {} seconds", TRY_TIMEOUT.as_secs())]
    Timeout,
    /// It has sent the arena elsewhere.
    #[error("it answered {0}, but redirects aren't followed: give the address to which it leads")]
    Redirected(StatusCode),
    /// It has refused the event.
    #[error("it answered {0}; expected 200 to 299")]
    Refused(StatusCode),
}

impl Receiver {
    /// For `https`, the certificate must come from an authority that this machine trusts.
    pub(crate) fn new(url: WebhookUrl) -> Receiver {
        let mut trusted = RootCertStore::empty();
        if url.is_encrypted() {
            trusted.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
        Receiver::with_trust(url, trusted)
    }

    fn with_trust(url: WebhookUrl, trusted: RootCertStore) -> Receiver {
        let tls = url.is_encrypted().then(|| {
            let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
                .with_safe_default_protocol_versions()
                .expect("ring supports the default versions");
            Arc::new(builder.with_root_certificates(trusted).with_no_client_auth())
        });
        Receiver { url, tls }
    }

    /// Sends these headers and this body. Of the answer, only the status is read.
    pub(crate) async fn post(&self, headers: [(&str, &str); 3], body: String) -> Result<StatusCode, PostError> {
        let request = Request::post(self.url.path())
            .header(HOST, self.url.authority())
            .header(USER_AGENT, concat!("kahua/", env!("CARGO_PKG_VERSION")))
            .header(CONTENT_TYPE, "application/json");
        let request = headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
        let request = request.body(body).expect("an address that was checked, and headers of our own");
        let status = timeout(TRY_TIMEOUT, self.exchange(request)).await.unwrap_or(Err(PostError::Timeout))?;
        match status {
            taken if taken.is_success() => Ok(taken),
            elsewhere if elsewhere.is_redirection() => Err(PostError::Redirected(elsewhere)),
            refused => Err(PostError::Refused(refused)),
        }
    }

    async fn exchange(&self, request: Request<String>) -> Result<StatusCode, PostError> {
        let (host, port) = self.url.place();
        let stream = TcpStream::connect((host, port)).await?;
        match &self.tls {
            None => status_of(stream, request).await,
            Some(tls) => {
                let name = ServerName::try_from(host.to_owned())?;
                let stream = TlsConnector::from(tls.clone()).connect(name, stream).await?;
                status_of(stream, request).await
            }
        }
    }
}

async fn status_of(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<String>,
) -> Result<StatusCode, PostError> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let (mut answer, connection) = (pin!(sender.send_request(request)), pin!(connection));
    let answer = tokio::select! {
        biased;
        answer = &mut answer => answer,
        // The answer may have come together with the end.
        _ended = connection => answer.await,
    };
    Ok(answer?.status())
}

#[cfg(test)]
mod tests {
    use kahua_settings::config::TlsSettings;
    use kahua_tests::receiver::Receiver as TestReceiver;
    use kahua_tests::root;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::pki_types::CertificateDer;
    use tokio_rustls::rustls::pki_types::pem::PemObject;

    use super::*;

    async fn post(url: &str) -> Result<StatusCode, PostError> {
        let headers = [("webhook-id", "evt_1"), ("webhook-timestamp", "1"), ("webhook-signature", "v1,x")];
        Receiver::new(url.parse().unwrap()).post(headers, "{}".into()).await
    }

    #[tokio::test]
    async fn a_request_is_taken_only_with_a_status_of_success() {
        let mut receiver = TestReceiver::start("204 No Content").await;
        assert_eq!(post(&receiver.url()).await.unwrap(), StatusCode::NO_CONTENT);
        let received = receiver.next().await;
        assert_eq!((received.id(), &*received.body), ("evt_1", "{}"));
        assert_eq!(received.headers["content-type"], "application/json");
        assert_eq!(format!("http://{}/hook", received.headers["host"]), receiver.url());
        for (status, expected) in [
            ("500 Oh", "it answered 500 Internal Server Error; expected 200 to 299"),
            ("404 No", "it answered 404 Not Found; expected"),
            ("307 There", "it answered 307 Temporary Redirect, but redirects aren't followed"),
            ("", "no answer: connection closed before message completed"),
            ("nonsense", "no answer: invalid HTTP status-code parsed"),
        ] {
            receiver.answer(status);
            let error = post(&receiver.url()).await.unwrap_err().to_string();
            assert!(error.starts_with(expected), "{status}: {error}");
        }
        assert_eq!(receiver.next_within(TRY_TIMEOUT).await.map(|received| received.answer), Some("500 Oh"));
    }

    #[tokio::test]
    async fn a_place_where_nobody_listens_is_said_to_be_one() {
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let error = post(&format!("http://{address}/")).await.unwrap_err().to_string();
        assert!(error.starts_with("can't connect: "), "{error}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_receiver_that_hangs_is_waited_for_no_longer_than_a_try_may_take() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        assert_eq!(post(&url).await.unwrap_err().to_string(), "no answer within 15 seconds");
    }

    #[tokio::test]
    async fn over_tls_a_receiver_needs_a_certificate_that_is_trusted() {
        let fixture = |name: &str| root().join("sample-bots/fixtures/tls").join(name);
        let settings = TlsSettings { certificate: fixture("arena.pem"), key: fixture("arena.key") };
        let acceptor = TlsAcceptor::from(settings.load().unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("https://localhost:{}/", listener.local_addr().unwrap().port());
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                if let Ok(mut stream) = acceptor.accept(stream).await {
                    assert_ne!(stream.read(&mut [0; 1024]).await.unwrap(), 0);
                    stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
                }
            }
        });
        let error = post(&url).await.unwrap_err().to_string();
        assert!(error.starts_with("can't connect: ") && error.contains("UnknownIssuer"), "{error}");
        let mut trusted = RootCertStore::empty();
        trusted.add(CertificateDer::from_pem_file(fixture("authority.pem")).unwrap()).unwrap();
        let receiver = Receiver::with_trust(url.parse().unwrap(), trusted);
        assert_eq!(receiver.post([("a", "b"); 3], String::new()).await.unwrap(), StatusCode::NO_CONTENT);
    }
}
