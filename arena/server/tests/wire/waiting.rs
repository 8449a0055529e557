//! Leagues that lack bots, and what their connected bots are told.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::notice::Kind;
use kahua_settings::config::LeagueSettings;
use kahua_store::Store;

use crate::support::{Bot, TestArena, config, league};
use kahua_proto::pb::arena::v1::arena_message::Message as FromArena;

async fn notice(bot: &mut Bot) -> (Kind, String) {
    match bot.next().await {
        FromArena::Notice(notice) => (notice.kind(), notice.text),
        other => panic!("a notice was expected, not {other:?}"),
    }
}

#[tokio::test]
async fn a_bot_is_told_for_whom_its_league_waits() {
    let bots = ["a", "nobody-else"].map(|name| name.parse().unwrap()).into();
    let settings = LeagueSettings { bots, ..league() };
    let arena = TestArena::with(config([settings]), Store::open_in_memory().unwrap()).await;
    let mut bot = Bot::enter(&arena, "a").await;
    assert_eq!(notice(&mut bot).await, (Kind::Waiting, "league l is still waiting for nobody-else".into()));
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_that_is_alone_in_an_open_arena_is_told_so() {
    let settings = LeagueSettings { bots: Vec::new(), ..league() };
    let arena = TestArena::with(config([settings]), Store::open_in_memory().unwrap()).await;
    let mut bot = Bot::enter(&arena, "a").await;
    let expected = "still waiting for more bots that play the same game";
    assert_eq!(notice(&mut bot).await, (Kind::Waiting, expected.into()));
    arena.stop().await;
}

#[tokio::test]
async fn the_bots_of_a_league_are_told_once_that_it_is_paused_and_goes_on() {
    let bots = ["a", "nobody-else"].map(|name| name.parse().unwrap()).into();
    let arena = TestArena::with(config([LeagueSettings { bots, ..league() }]), Store::open_in_memory().unwrap()).await;
    let mut bot = Bot::enter(&arena, "a").await;
    let mut leagues = arena.leagues().await;
    for paused in [true, true, false, false] {
        let wanted = pb::SetLeaguePausedRequest { league: "l".into(), paused: Some(paused) };
        leagues.set_league_paused(wanted).await.unwrap();
    }
    let mut told = Vec::new();
    while told.len() < 2 {
        let (kind, text) = notice(&mut bot).await;
        // It is told for whom the league waits, too.
        told.extend((kind != Kind::Waiting).then_some((kind, text)));
    }
    let paused = "an organizer has paused league l; its open matches go on".to_owned();
    assert_eq!(told, [(Kind::Paused, paused), (Kind::Unpaused, "new matches of league l are paired again".to_owned())]);
    arena.stop().await;
}
