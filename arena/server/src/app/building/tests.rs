//! Each step of the building on its own.

use kahua_engine::toy::Toy;

use kahua_settings::config::MatchTerms;
use kahua_store::TokenHash;

use super::*;

fn config() -> Config {
    let bots = vec!["a".parse().unwrap(), "b".parse().unwrap()];
    let terms = MatchTerms { time: "none".parse().unwrap(), ..MatchTerms::new("toy") };
    let league = LeagueSettings::new("l", terms, bots);
    Config { leagues: vec![league], ..Config::default() }
}

async fn parts(config: &Config, store: &Store) -> Parts {
    Parts::new(config, Rulesets::of([Toy::ruleset() as _]), store.clone(), ArenaRun(1)).await.unwrap()
}

#[tokio::test]
async fn the_tokens_of_the_store_count_beside_those_of_the_settings() {
    let store = Store::open_in_memory().unwrap();
    let (bot, organizer) = ("a".parse().unwrap(), "o".parse().unwrap());
    store.set_token(&bot, TokenHash([1; 32])).await.unwrap();
    assert!(!read_access(&config(), store.reader()).unwrap().has_organizers());

    organizers::set_token(organizer, TokenHash([2; 32]), &store).await.unwrap();
    let access = read_access(&config(), store.reader()).unwrap();
    assert_eq!(access.token_of(bot), Some(TokenHash([1; 32])));
    assert!(access.has_organizers());
}

#[tokio::test]
async fn the_parts_play_nothing_before_their_leagues_are_added() {
    let store = Store::open_in_memory().unwrap();
    let parts = parts(&config(), &store).await;
    assert_eq!((parts.matches.count(), parts.matchmaker.progress("l")), (0, None));

    parts.add_leagues(&config()).await.unwrap();
    assert_eq!(parts.matches.count(), 0);
    assert!(parts.matchmaker.progress("l").is_some_and(|progress| progress.ended == 0));
}

#[tokio::test]
async fn an_arena_without_other_nodes_listens_for_none() {
    let store = Store::open_in_memory().unwrap();
    let parts = parts(&config(), &store).await;
    parts.resume(None).unwrap();
    let (app, node_listener) = parts.finish(&config(), None, None).unwrap();
    assert!(app.cluster.is_none() && node_listener.is_none());
}
