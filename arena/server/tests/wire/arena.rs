//! The calls for clients that don't know the arena yet.

use kahua_engine::RulesetHash;
use kahua_engine::toy::Toy;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::unix_ms;
use kahua_settings::config::{LeagueSettings, MatchTerms, Tokens};
use kahua_settings::{Config, Rulesets};
use kahua_store::Store;
use tonic::Code;

use crate::support::{Bot, TestArena, assert_invalid, assert_refused, config, league};

#[tokio::test]
async fn an_arena_says_what_it_is_without_asking_for_a_token() {
    let settings = Config { tokens: Tokens::Required, ..config([league()]) };
    let arena = TestArena::with(settings, Store::open_in_memory().unwrap()).await;
    let mut about = arena.about().await;
    let info = about.get_server_info(pb::GetServerInfoRequest {}).await.unwrap().into_inner();
    assert_eq!((info.arena_version.as_str(), info.protocol_version), (kahua_play::VERSION, 1));
    assert!(info.needs_tokens && !info.paused && info.capabilities.is_empty());
    let limits = info.limits.unwrap();
    assert_eq!((limits.message_bytes_max, limits.matches_max, limits.legal_max), (65536, 64, 2));
    let [started, now] = [info.started_at, info.now].map(|time| unix_ms(&time.unwrap()).unwrap());
    assert!(started > 0 && started <= now);
    arena.app.set_paused(true).await.unwrap();
    assert!(about.get_server_info(pb::GetServerInfoRequest {}).await.unwrap().into_inner().paused);
    arena.stop().await;
}

#[tokio::test]
async fn games_are_described_as_the_engine_knows_them() {
    let arena = TestArena::of_store(Rulesets::built_in(), Store::open_in_memory().unwrap()).await;
    let mut about = arena.about().await;
    let listed = about.list_games(pb::ListGamesRequest::default()).await.unwrap().into_inner();
    assert_eq!(listed.games.iter().map(|game| &*game.name).collect::<Vec<_>>(), ["haleakala", "hawaii", "kanaloa"]);
    let (mut paged, mut wanted) = (Vec::new(), pb::ListGamesRequest { page_size: Some(2), ..Default::default() });
    loop {
        let page = about.list_games(wanted.clone()).await.unwrap().into_inner();
        paged.extend(page.games);
        if page.next_page_token.is_empty() {
            break;
        }
        wanted.page_token = page.next_page_token;
    }
    assert_eq!(paged, listed.games);
    for entry in kahua_engine::registry::all() {
        let (info, ruleset) = (entry.info(), entry.built_in_ruleset());
        let game =
            about.get_game(pb::GetGameRequest { name: info.name.into() }).await.unwrap().into_inner().game.unwrap();
        assert!(listed.games.contains(&game));
        assert_eq!((&*game.title, &*game.ruleset_id), (info.title, ruleset.id()));
        assert_eq!((game.seats_min as usize, game.seats_max as usize), (*info.seats.start(), *info.seats.end()));
        assert_eq!((game.legal_max as usize, game.events_max as usize), (info.legal_max, info.events_max));
        for (option, known) in game.options.iter().zip(info.options) {
            assert_eq!(
                (&*option.name, &*option.summary, &*option.default_value),
                (known.name, known.summary, known.values[0])
            );
            assert_eq!(option.values, known.values);
        }
        assert_eq!(game.options.len(), info.options.len());
        assert!(game.assumes_values, "every game has some today");
        let ruleset =
            about.get_ruleset(pb::GetRulesetRequest { ruleset_hash: game.ruleset_hash }).await.unwrap().into_inner();
        assert_eq!((&*ruleset.game, ruleset.toml.as_str()), (info.name, info.ruleset));
    }
    let unknown = about.get_game(pb::GetGameRequest { name: "chess".into() }).await.unwrap_err();
    assert_refused(&unknown, Code::NotFound, "GAME_UNKNOWN");
    assert!(unknown.message().contains("it has: haleakala"), "{unknown:?}");
    arena.stop().await;
}

#[tokio::test]
async fn the_ruleset_of_earlier_matches_can_be_had_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let arena = TestArena::in_file(&file).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let _played = tokio::join!(a.play(2), b.play(2));
    arena.finished(2).await;
    arena.stop().await;

    let arena = TestArena::of_store(Rulesets::built_in(), Store::open(&file).unwrap()).await;
    let mut about = arena.about().await;
    let toy = Toy::ruleset();
    let wanted = pb::GetRulesetRequest { ruleset_hash: toy.hash.0.into() };
    let found = about.get_ruleset(wanted).await.unwrap().into_inner();
    let expected = pb::GetRulesetResponse { game: "toy".into(), ruleset_id: "toy".into(), toml: toy.toml.to_string() };
    assert_eq!(found, expected);
    assert_eq!(RulesetHash::of(&found.toml), toy.hash);

    let unknown = about.get_ruleset(pb::GetRulesetRequest { ruleset_hash: vec![1; 32] }).await.unwrap_err();
    assert_refused(&unknown, Code::NotFound, "RULESET_UNKNOWN");
    let short = about.get_ruleset(pb::GetRulesetRequest { ruleset_hash: vec![1; 31] }).await.unwrap_err();
    assert_invalid(&short, "ruleset_hash", "it has 31 bytes; expected 32");
    arena.stop().await;
}

#[tokio::test]
async fn leagues_are_listed_with_their_terms() {
    let unrated = MatchTerms { rated: false, ..MatchTerms::new("toy") };
    let open = LeagueSettings::new("an open one", unrated, Vec::new());
    let arena = TestArena::with(config([league(), open]), Store::open_in_memory().unwrap()).await;
    let mut about = arena.about().await;
    let page = pb::ListLeaguesRequest { page_size: Some(1), game: Some("toy".into()), ..Default::default() };
    let first = about.list_leagues(page.clone()).await.unwrap().into_inner();
    let next = pb::ListLeaguesRequest { page_token: first.next_page_token, ..page };
    let second = about.list_leagues(next).await.unwrap().into_inner();
    assert_eq!(second.next_page_token, "");
    let [open, ours] = [&first.leagues[0], &second.leagues[0]];
    assert_eq!((&*open.name, open.rated, open.bots.len()), ("an open one", false, 0));
    assert_eq!((&*ours.name, &*ours.game, ours.seats, ours.rated), ("l", "toy", 2, true));
    assert_eq!((&*ours.ruleset_id, ours.ruleset_hash.as_slice()), ("toy", &Toy::ruleset().hash.0[..]));
    assert_eq!(ours.bots, ["a", "b"]);
    assert_eq!(ours.time_control, Some(league().terms.time.to_wire()));
    assert_eq!(ours.fault_policy, Some(league().terms.fault_policy().to_wire()));
    let unknown = pb::ListLeaguesRequest { game: Some("chess".into()), ..Default::default() };
    assert_refused(&about.list_leagues(unknown).await.unwrap_err(), Code::NotFound, "GAME_UNKNOWN");
    let none = pb::ListLeaguesRequest { page_size: Some(0), ..Default::default() };
    assert_invalid(&about.list_leagues(none).await.unwrap_err(), "page_size", "expected 1 to 1000");
    arena.stop().await;
}
