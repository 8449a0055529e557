//! Arenas with and without a certificate.

use std::path::{Path, PathBuf};

use kahua_client::{Settings, connect};

use crate::fake::FakeArena;
use crate::{Echo, ended};

pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/tls").join(name)
}

fn settings(arena: &FakeArena, authority: &str) -> Settings {
    let addr = format!("https://{}", arena.addr);
    Settings { ca: Some(fixture(authority)), ..Settings::new(addr, "anna") }
}

#[tokio::test]
async fn plays_over_tls_with_an_authority_of_its_own() {
    let mut arena = FakeArena::start_with_tls().await;
    let settings = Settings { token: Some("secret".to_owned()), ..settings(&arena, "authority.pem") };
    let bot = tokio::spawn(async move { connect(settings).await?.play(Echo).await });
    let mut call = arena.accept().await;
    assert_eq!(call.authorization.as_deref(), Some("Bearer secret"));
    call.greet("t1").await;
    call.ask("a", 1).await;
    assert_eq!(call.answer().await.ticket, 1);
    drop(call);
    ended(bot).await.expect("a dismissal is not an error");
}

#[tokio::test]
async fn a_certificate_that_is_not_trusted_ends_the_bot_at_once() {
    let arena = FakeArena::start_with_tls().await;
    // The arena's own certificate isn't an authority.
    let error = connect(settings(&arena, "arena.pem")).await.expect_err("not trusted").to_string();
    let addr = arena.addr;
    assert!(error.starts_with(&format!("the certificate of https://{addr} isn't trusted: ")), "{error}");
    assert!(error.contains("KAHUA_CA"), "{error}");
}

#[tokio::test]
async fn an_arena_that_serves_no_tls_is_named_at_once() {
    let arena = FakeArena::start().await;
    let error = connect(settings(&arena, "authority.pem")).await.expect_err("no TLS").to_string();
    let expected = format!("https://{} does not speak TLS; if the arena has no certificate, use http://", arena.addr);
    assert_eq!(error, expected);
}

#[tokio::test]
async fn authorities_that_cannot_be_read_are_named() {
    let arena = FakeArena::start_with_tls().await;
    for (file, problem) in [("none.pem", "No such file or directory"), ("arena.key", "there is no certificate in it")] {
        let error = connect(settings(&arena, file)).await.expect_err("no authorities").to_string();
        assert!(error.contains(file) && error.contains(problem) && error.contains("KAHUA_CA"), "{error}");
    }
}
