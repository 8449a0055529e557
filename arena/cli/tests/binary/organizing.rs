//! Bots that try to organize the arena in which they play, for example to abort a match that they are losing. These
//! tests make the calls themselves, with what a bot's process gets.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use kahua_tests::soon;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::Channel;
use tonic::{Code, Request, Status};

use crate::KAHUA;

/// The arena judges the caller before the request.
const UNKNOWN_MATCH: &str = "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55";

#[test]
fn a_bot_of_play_may_not_abort_the_match_that_it_is_losing() {
    let dir = tempfile::tempdir().unwrap();
    let them = format!("them={}", shows(dir.path()));
    let args = ["play", "--game", "haleakala", "--bot", "me=remote", "--bot", &them, "--data"];
    let _playing = Running::start(KAHUA.command(&args).arg(dir.path().join("data")), dir.path());
    let (addr, token) = shown(dir.path());
    for refusal in organize(&addr, Some(&token)) {
        assert_eq!(refusal.code(), Code::PermissionDenied, "{refusal:?}");
        assert!(refusal.message().starts_with("the bot them may not make this call"), "{refusal:?}");
    }
    for refusal in organize(&addr, None) {
        assert_eq!(refusal.code(), Code::Unauthenticated, "{refusal:?}");
    }
}

#[test]
fn a_bot_of_the_demo_may_not_either() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["demo", "--game", "haleakala", "--keep", "--data"];
    let _demo = Running::start(KAHUA.command(&args).arg(dir.path().join("data")), dir.path());
    let value = |name: &str| {
        soon(|| {
            Some(fs::read_to_string(dir.path().join("out")).ok()?.split_once(name)?.1.split_once(' ')?.0.to_owned())
        })
    };
    for (shown, code) in [(Some(&*value("KAHUA_TOKEN=")), Code::PermissionDenied), (None, Code::Unauthenticated)] {
        for refusal in organize(&value("KAHUA_ADDR="), shown) {
            assert_eq!(refusal.code(), code, "{refusal:?}");
        }
    }
}

#[test]
fn a_bot_under_check_may_not_either() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["check", "--patience", "600", "--bot", &shows(dir.path()), "--data"];
    let _check = Running::start(KAHUA.command(&args).arg(dir.path().join("data")), dir.path());
    let (addr, token) = shown(dir.path());
    for (shown, code) in [(Some(&*token), Code::PermissionDenied), (None, Code::Unauthenticated)] {
        for refusal in organize(&addr, shown) {
            assert_eq!(refusal.code(), code, "{refusal:?}");
        }
    }
}

/// A bot that writes its address and its token to a file in this directory, and never connects.
fn shows(dir: &Path) -> String {
    format!("sh -c 'echo $KAHUA_ADDR $KAHUA_TOKEN >{}; exec sleep 600'", dir.join("shown").display())
}

fn shown(dir: &Path) -> (String, String) {
    let file = dir.join("shown");
    let shown = soon(|| fs::read_to_string(&file).ok().filter(|shown| shown.ends_with('\n')));
    let (addr, token) = shown.trim().split_once(' ').expect("an address and a token");
    (addr.to_owned(), token.to_owned())
}

/// Tries everything that only an organizer may do. Returns the refusals.
fn organize(addr: &str, token: Option<&str>) -> [Status; 4] {
    let authorization: Option<MetadataValue<Ascii>> = token.map(|token| format!("Bearer {token}").parse().unwrap());
    let show = move |mut call: Request<()>| {
        if let Some(authorization) = &authorization {
            call.metadata_mut().insert("authorization", authorization.clone());
        }
        Ok(call)
    };
    let abort = pb::AbortMatchRequest { match_id: UNKNOWN_MATCH.into(), reason: "losing".into() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let channel = Channel::from_shared(format!("http://{addr}")).unwrap().connect().await.unwrap();
        let mut leagues = LeagueServiceClient::with_interceptor(channel, show);
        [
            leagues.abort_match(abort).await.unwrap_err(),
            leagues.set_paused(pb::SetPausedRequest { paused: Some(true) }).await.unwrap_err(),
            leagues.create_bot(pb::CreateBotRequest { name: "me".into() }).await.unwrap_err(),
            leagues.revoke_token(pb::RevokeTokenRequest { name: "me".into() }).await.unwrap_err(),
        ]
    })
}

/// A command that ends with the test. Its output is in the file `out`.
struct Running(Child);

impl Running {
    fn start(command: &mut Command, dir: &Path) -> Running {
        let out = File::create(dir.join("out")).unwrap();
        Running(command.stdout(out).stderr(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Its bots end with it only if it can end them.
        kahua_tests::signal("-TERM", self.0.id());
        let _code = self.0.wait();
    }
}
