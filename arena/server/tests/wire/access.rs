//! Roles: what the token of a bot, of a watcher and of an organizer allows.

use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use kahua_settings::Config;
use kahua_settings::config::Tokens;
use kahua_store::Store;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;
use tonic::{Code, Request, Status};

use crate::support::{Bot, TestArena, assert_refused, config, first, hello, league};

/// An arena that requires tokens. It knows those of a watcher, of an organizer, and of the bots a and b. Each token is
/// its owner's name.
pub(crate) async fn arena_with_tokens(leagues: impl Into<Vec<kahua_settings::config::LeagueSettings>>) -> TestArena {
    let (organizers, watchers) = (vec![token::hash_of("organizer")], vec![token::hash_of("watcher")]);
    let settings = Config { tokens: Tokens::Required, organizers, watchers, ..config(leagues) };
    let arena = TestArena::with(settings, Store::open_in_memory().unwrap()).await;
    for name in ["a", "b"] {
        arena.app.admit_for_this_run(name.parse().unwrap(), token::hash_of(name));
    }
    arena
}

pub(crate) type Leagues = LeagueServiceClient<InterceptedService<Channel, WithToken>>;

/// Puts a token into every call.
#[derive(Clone)]
pub(crate) struct WithToken(MetadataValue<Ascii>);

impl tonic::service::Interceptor for WithToken {
    fn call(&mut self, mut call: Request<()>) -> Result<Request<()>, Status> {
        call.metadata_mut().insert("authorization", self.0.clone());
        Ok(call)
    }
}

/// A client that sends this token with its calls.
pub(crate) async fn leagues_with(arena: &TestArena, token: &str) -> Leagues {
    let with_token = WithToken(format!("Bearer {token}").parse().unwrap());
    LeagueServiceClient::with_interceptor(arena.channel().await, with_token)
}

/// Both bots of the league with their tokens. The first one is asked first.
pub(crate) async fn pair_with_tokens(arena: &TestArena) -> (Bot, Bot) {
    let mut a = Bot::try_enter(arena, hello("a"), Some("a")).await.unwrap();
    let mut b = Bot::try_enter(arena, hello("b"), Some("b")).await.unwrap();
    let seat = a.seated().await.seat;
    b.seated().await;
    if seat == 0 { (a, b) } else { (b, a) }
}

const UNKNOWN_MATCH: &str = "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55";

#[tokio::test]
async fn where_tokens_are_required_every_read_needs_one_of_any_role() {
    let arena = arena_with_tokens([league()]).await;
    let id = || UNKNOWN_MATCH.to_owned();
    let mut anybody = arena.leagues().await;
    let mut wrong = leagues_with(&arena, "a guess").await;
    macro_rules! refused {
        ($call:ident, $request:expr) => {{
            let missing = anybody.$call($request).await.err().expect(stringify!($call));
            assert_refused(&missing, Code::Unauthenticated, "TOKEN_MISSING");
            let unknown = wrong.$call($request).await.err().expect(stringify!($call));
            assert_refused(&unknown, Code::Unauthenticated, "TOKEN_UNKNOWN");
        }};
    }
    refused!(get_standings, pb::GetStandingsRequest::default());
    refused!(compare_bots, pb::CompareBotsRequest::default());
    refused!(list_bots, pb::ListBotsRequest::default());
    refused!(list_matches, pb::ListMatchesRequest::default());
    refused!(get_match, pb::GetMatchRequest { match_id: id() });
    refused!(list_corrections, pb::ListCorrectionsRequest::default());
    refused!(correct_results, pb::CorrectResultsRequest::default());
    refused!(watch_match, pb::WatchMatchRequest { match_id: id() });
    for token in ["a", "watcher", "organizer"] {
        let mut leagues = leagues_with(&arena, token).await;
        leagues.get_standings(pb::GetStandingsRequest::default()).await.unwrap();
        leagues.list_bots(pb::ListBotsRequest::default()).await.unwrap();
        leagues.list_matches(pb::ListMatchesRequest::default()).await.unwrap();
        let get = leagues.get_match(pb::GetMatchRequest { match_id: id() }).await.unwrap_err();
        assert_refused(&get, Code::NotFound, "MATCH_UNKNOWN");
        let watch = leagues.watch_match(pb::WatchMatchRequest { match_id: id() }).await.unwrap_err();
        assert_refused(&watch, Code::NotFound, "MATCH_UNKNOWN");
    }
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_that_is_losing_may_not_abort_the_match_and_the_match_goes_on() {
    let arena = arena_with_tokens([league()]).await;
    let (mut first_seat, second_seat) = pair_with_tokens(&arena).await;
    let ask = first_seat.ask().await;
    for token in ["a", "b", "watcher"] {
        let mut leagues = leagues_with(&arena, token).await;
        let abort = pb::AbortMatchRequest { match_id: ask.match_id.clone(), reason: "losing".into() };
        assert_refused(&leagues.abort_match(abort).await.unwrap_err(), Code::PermissionDenied, "ROLE_TOO_LOW");
        let pause = pb::SetPausedRequest { paused: Some(true) };
        assert_refused(&leagues.set_paused(pause).await.unwrap_err(), Code::PermissionDenied, "ROLE_TOO_LOW");
        let create = pb::CreateBotRequest { name: "a".into() };
        assert_refused(&leagues.create_bot(create).await.unwrap_err(), Code::PermissionDenied, "ROLE_TOO_LOW");
        let annul = pb::AnnulledMatch { match_id: ask.match_id.clone() };
        let change = Some(pb::correct_results_request::Change::Annulled(annul));
        let correct = pb::CorrectResultsRequest { why: "losing".into(), change, ..Default::default() };
        assert_refused(&leagues.correct_results(correct).await.unwrap_err(), Code::PermissionDenied, "ROLE_TOO_LOW");
    }
    first_seat.answer(&ask, first()).await;
    let _played = tokio::join!(first_seat.play(2), second_seat.play(2));
    arena.finished(2).await;
    assert_eq!(arena.app.progress().aborted, 0);
    arena.stop().await;
}
