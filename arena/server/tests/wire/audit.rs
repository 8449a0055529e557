//! The arena logs what organizers do. It doesn't log refused calls of strangers, who could fill the disk with them.

use kahua_core::limits;
use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::Config;
use kahua_settings::config::Tokens;
use kahua_store::Store;
use tonic::{Request, Status};

use crate::support::{TestArena, config, league};

fn by<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}

#[tokio::test]
async fn the_acts_of_organizers_are_noted_with_who_what_and_outcome() {
    let organizers = vec![token::hash_of("secret")];
    let settings = Config { tokens: Tokens::Required, organizers, ..config([league()]) };
    let arena = TestArena::with(settings, Store::open_in_memory().unwrap()).await;
    let mut leagues = arena.leagues().await;
    let pause = pb::SetPausedRequest { paused: Some(true) };
    let _refused: Status = leagues.set_paused(by("other", pause)).await.unwrap_err();
    leagues.set_paused(by("secret", pause)).await.unwrap();
    leagues.create_bot(by("secret", pb::CreateBotRequest { name: "zoe".into() })).await.unwrap();
    let match_id = "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55".to_owned();
    let abort = pb::AbortMatchRequest { match_id: match_id.clone(), reason: "x".repeat(5000) };
    let _unknown: Status = leagues.abort_match(by("secret", abort)).await.unwrap_err();

    let acts = arena.app.reader().acts(10).unwrap();
    let what: Vec<_> = acts.iter().map(|act| (act.what.as_str(), act.arguments.as_str())).collect();
    assert_eq!(what[..2], [("SetPaused", "paused true"), ("CreateBot", "zoe")]);
    assert!(what[2].0 == "AbortMatch" && what[2].1.starts_with(&format!("match {match_id}, reason \"xxx")), "{what:?}");
    assert_eq!(what[2].1.len(), 200, "it is cut");
    assert_eq!((acts[0].outcome.as_str(), acts[1].outcome.as_str()), ("done", "done"));
    assert!(acts[2].outcome.contains("at most 200 are allowed"), "{}", acts[2].outcome);
    let who = format!("token {}", hex::encode(&token::hash_of("secret").0[..4]));
    assert!(acts.iter().all(|act| act.who == who && act.unix_ms > 0), "{acts:?}");
    arena.stop().await;
}

#[tokio::test]
async fn calls_that_fail_again_and_again_push_nothing_out_of_the_audit_log() {
    let organizers = vec![token::hash_of("secret"), token::hash_of("other")];
    let settings = Config { tokens: Tokens::Required, organizers, ..config([league()]) };
    let arena = TestArena::with(settings, Store::open_in_memory().unwrap()).await;
    let mut leagues = arena.leagues().await;
    let unknown = || pb::LetBackRequest { name: "nobody".into() };
    for _ in 0..10 * limits::REFUSED_ACTS_AT_ONCE {
        leagues.let_back(by("secret", unknown())).await.unwrap_err();
    }
    leagues.let_back(by("other", unknown())).await.unwrap_err();
    leagues.set_paused(by("secret", pb::SetPausedRequest { paused: Some(true) })).await.unwrap();

    let acts = arena.app.reader().acts(1000).unwrap();
    let refused = acts.iter().filter(|act| act.outcome != "done").count();
    assert_eq!(refused, limits::REFUSED_ACTS_AT_ONCE as usize + 1, "each organizer has its own share");
    let last = acts.last().unwrap();
    assert_eq!((last.what.as_str(), last.outcome.as_str()), ("SetPaused", "done"));
    let left_out = 9 * limits::REFUSED_ACTS_AT_ONCE;
    assert!(
        last.arguments.ends_with(&format!("; {left_out} more calls of the same organizer were refused before")),
        "{last:?}"
    );
    arena.stop().await;
}
