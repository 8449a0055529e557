//! An arena with a certificate, and its answers to clients without TLS.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use kahua_settings::Config;
use kahua_settings::config::TlsSettings;
use kahua_store::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tonic::Code;
use tonic::transport::{Certificate, Channel, ClientTlsConfig};

use crate::support::{TestArena, config, league, over_http_1};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample-bots/fixtures/tls").join(name)
}

async fn arena_with_tls() -> TestArena {
    let tls = TlsSettings { certificate: fixture("arena.pem"), key: fixture("arena.key") };
    TestArena::with(Config { tls: Some(tls), ..config([league()]) }, Store::open_in_memory().unwrap()).await
}

async fn connect_with_tls(arena: &TestArena) -> Result<Channel, tonic::transport::Error> {
    let authority = Certificate::from_pem(std::fs::read(fixture("authority.pem")).unwrap());
    let endpoint = Channel::from_shared(format!("https://{}", arena.address)).unwrap();
    endpoint.tls_config(ClientTlsConfig::new().ca_certificate(authority)).unwrap().connect().await
}

#[tokio::test]
async fn calls_are_answered_over_tls() {
    let arena = arena_with_tls().await;
    let mut leagues = LeagueServiceClient::new(connect_with_tls(&arena).await.unwrap());
    assert!(leagues.list_bots(pb::ListBotsRequest::default()).await.unwrap().into_inner().bots.is_empty());
    arena.stop().await;
}

/// A connection for HTTP/1.1, after its handshake.
async fn shake_hands(arena: &TestArena) -> TlsStream<TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(fixture("authority.pem")).unwrap()).unwrap();
    let mut tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    tls.alpn_protocols = vec![b"http/1.1".to_vec()];
    let stream = TcpStream::connect(arena.address).await.unwrap();
    let connector = TlsConnector::from(Arc::new(tls));
    connector.connect("localhost".try_into().unwrap(), stream).await.unwrap()
}

/// Asks for the front page, and reads it to the end of the connection.
async fn front_page(mut stream: TlsStream<TcpStream>) -> String {
    stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn a_renewed_certificate_holds_for_new_connections_and_a_broken_one_for_none() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = (folder.path().join("chain.pem"), folder.path().join("key.pem"));
    let install = |name: &str| {
        std::fs::copy(fixture(&format!("{name}.pem")), &certificate).unwrap();
        std::fs::copy(fixture(&format!("{name}.key")), &key).unwrap();
    };
    install("arena");
    let tls = TlsSettings { certificate: certificate.clone(), key: key.clone() };
    let settings = Config { tls: Some(tls), ..config([league()]) };
    let arena = TestArena::with(settings, Store::open_in_memory().unwrap()).await;
    let shown = |stream: &TlsStream<TcpStream>| stream.get_ref().1.peer_certificates().unwrap()[0].clone();
    let of = |name: &str| CertificateDer::from_pem_file(fixture(name)).unwrap();
    let open = shake_hands(&arena).await;
    assert_eq!(shown(&open), of("arena.pem"));

    install("renewed");
    assert_eq!(shown(&shake_hands(&arena).await), of("arena.pem"), "nobody has told the arena");
    arena.app.reload_certificate().unwrap();
    assert_eq!(shown(&shake_hands(&arena).await), of("renewed.pem"));
    assert!(front_page(open).await.contains("Kahua arena"), "the open connection goes on");

    std::fs::write(&key, "half a k").unwrap();
    let error = arena.app.reload_certificate().unwrap_err().to_string();
    assert!(error.contains("key.pem holds no private key"), "{error}");
    assert_eq!(shown(&shake_hands(&arena).await), of("renewed.pem"));
    arena.stop().await;
}

#[tokio::test]
async fn http_1_works_over_tls_too() {
    let arena = arena_with_tls().await;
    let answer = front_page(shake_hands(&arena).await).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("Kahua arena"), "{answer}");
    arena.stop().await;
}

#[tokio::test]
async fn whoever_speaks_in_the_clear_is_told_that_tls_is_needed() {
    let arena = arena_with_tls().await;
    let refusal = arena.leagues().await.list_bots(pb::ListBotsRequest::default()).await.unwrap_err();
    assert_eq!(refusal.code(), Code::FailedPrecondition);
    assert_eq!(refusal.message(), "this arena serves TLS only: write https:// in front of its address");

    let answer = over_http_1(&arena, b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 400 Bad Request"), "{answer}");
    assert!(answer.contains("this arena serves TLS only"), "{answer}");
    arena.stop().await;
}

#[tokio::test]
async fn whoever_speaks_tls_to_an_arena_without_it_is_not_left_waiting() {
    let arena = TestArena::open().await;
    let connected = timeout(Duration::from_secs(60), connect_with_tls(&arena)).await.expect("the handshake ends");
    let error = format!("{:?}", connected.unwrap_err());
    assert!(error.contains("InvalidContentType"), "{error}");
    arena.stop().await;
}

#[tokio::test]
async fn a_client_that_never_shakes_hands_holds_up_nobody() {
    let arena = arena_with_tls().await;
    let _silent = TcpStream::connect(arena.address).await.unwrap();
    let mut stuck = TcpStream::connect(arena.address).await.unwrap();
    stuck.write_all(&[22, 3, 1]).await.unwrap();
    assert!(connect_with_tls(&arena).await.is_ok());
    arena.stop().await;
}
