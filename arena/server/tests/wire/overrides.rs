//! Changes that organizers make to leagues and bots while the arena runs, and which of them survive a restart.

use std::path::Path;
use std::time::{Duration, Instant};

use kahua_core::limits::SEASON_BOTS_MAX;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::{LeagueSettings, Length};
use kahua_store::Store;
use pb::league_status::State;
use tonic::Code;

use crate::access::{arena_with_tokens, leagues_with};
use crate::reason::{CallError, call_error};
use crate::support::{Bot, PATIENCE, TestArena, assert_invalid, assert_refused, config, hello, league};

pub(crate) async fn status(arena: &TestArena) -> pb::LeagueStatus {
    let request = pb::GetLeagueStatusRequest { league: Some("l".into()), ..Default::default() };
    arena.leagues().await.get_league_status(request).await.unwrap().into_inner().leagues.remove(0)
}

/// Waits until the league is in this state.
pub(crate) async fn until(arena: &TestArena, state: State) -> pb::LeagueStatus {
    let since = Instant::now();
    loop {
        let status = status(arena).await;
        if status.state() == state {
            return status;
        }
        assert!(since.elapsed() < PATIENCE, "{state:?} was expected: {status:?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

pub(crate) async fn set_paused(arena: &TestArena, paused: bool) {
    let request = pb::SetLeaguePausedRequest { league: "l".into(), paused: Some(paused) };
    arena.leagues().await.set_league_paused(request).await.unwrap();
}

pub(crate) async fn set_withdrawn(arena: &TestArena, bot: &str, withdrawn: bool) -> Result<(), tonic::Status> {
    let request = pb::SetWithdrawnRequest { league: "l".into(), bot: bot.into(), withdrawn: Some(withdrawn) };
    arena.leagues().await.set_withdrawn(request).await.map(drop)
}

async fn extend(arena: &TestArena, length: Length) -> Result<Option<u64>, tonic::Status> {
    let request = pb::ExtendLeagueRequest { league: "l".into(), length: Some(length.to_wire()) };
    Ok(arena.leagues().await.extend_league(request).await?.into_inner().planned)
}

fn sets(number: u32) -> Length {
    Length::Sets(number.try_into().unwrap())
}

/// A league of [`league`]'s kind between these bots.
pub(crate) fn between(bots: &[&str]) -> LeagueSettings {
    LeagueSettings { bots: bots.iter().map(|name| name.parse().unwrap()).collect(), ..league() }
}

pub(crate) async fn in_file(file: &Path, league: LeagueSettings) -> TestArena {
    TestArena::with(config([league]), Store::open(file).unwrap()).await
}

#[tokio::test]
async fn a_league_tells_how_far_it_is_and_whom_it_waits_for() {
    let arena = TestArena::open().await;
    let before = status(&arena).await;
    assert_eq!((before.state(), before.played, before.planned, before.running), (State::Waiting, 0, Some(2), 0));
    assert_eq!(
        (before.waiting_for.as_slice(), before.format.as_str()),
        (["a".into(), "b".into()].as_slice(), "round-robin")
    );
    assert_eq!((before.length.as_ref().and_then(Length::from_wire), before.time_left_ms), (Some(sets(1)), None));

    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let begun = until(&arena, State::Playing).await;
    assert!(begun.waiting_for.is_empty(), "{begun:?}");
    let _bots = tokio::join!(a.play(2), b.play(2));
    let over = until(&arena, State::Over).await;
    assert_eq!((over.played, over.planned, over.running, over.time_left_ms), (2, Some(2), 0, None));
    let bots: Vec<_> = over.bots.iter().map(|bot| (bot.name.as_str(), bot.played, bot.current)).collect();
    assert_eq!(bots, [("a", 2, true), ("b", 2, true)]);

    let request = pb::GetLeagueStatusRequest { league: Some("m".into()), ..Default::default() };
    let unknown = arena.leagues().await.get_league_status(request).await.unwrap_err();
    assert_refused(&unknown, Code::NotFound, "LEAGUE_UNKNOWN");
    assert_eq!(unknown.message(), "there is no league \"m\" here; there is l");
    arena.stop().await;
}

#[tokio::test]
async fn one_league_is_paused_beside_others_and_stays_so_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let other = || LeagueSettings { name: "other".into(), ..league() };
    let both = || config([league(), other()]);
    let arena = TestArena::with(both(), Store::open(&file).unwrap()).await;
    set_paused(&arena, true).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let _bots = tokio::join!(a.play(2), b.play(2));
    assert_eq!(status(&arena).await.state(), State::Paused);
    assert_eq!(status(&arena).await.played, 0, "only the other one was played");
    arena.stop().await;

    let arena = TestArena::with(both(), Store::open(&file).unwrap()).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    assert_eq!(status(&arena).await.state(), State::Paused);
    set_paused(&arena, false).await;
    let _bots = tokio::join!(a.play(2), b.play(2));
    assert_eq!(until(&arena, State::Over).await.played, 2);
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_that_is_withdrawn_plays_no_more_and_holds_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let arena = in_file(&file, between(&["a", "b", "c"])).await;
    assert_eq!(status(&arena).await.planned, Some(6));
    set_withdrawn(&arena, "c", true).await.unwrap();
    let not_listed = set_withdrawn(&arena, "d", true).await.unwrap_err();
    assert_invalid(&not_listed, "bot", "league \"l\" has no bot d on its list; there are a, b, c");
    arena.stop().await;

    let arena = in_file(&file, between(&["a", "b", "c"])).await;
    let mut bots = Vec::new();
    for name in ["a", "b", "c"] {
        bots.push(Bot::enter(&arena, name).await);
    }
    let [a, b, c] = <[Bot; 3]>::try_from(bots).ok().unwrap();
    let (a, b) = tokio::join!(a.play(2), b.play(2));
    let over = until(&arena, State::Over).await;
    assert_eq!((over.played, over.planned), (2, Some(2)));
    assert_eq!(over.changes.unwrap().withdrawn, ["c"]);

    set_withdrawn(&arena, "c", false).await.unwrap();
    let _bots = tokio::join!(a.play(2), b.play(2), c.play(4));
    assert_eq!(until(&arena, State::Over).await.played, 6);
    arena.stop().await;
}

#[tokio::test]
async fn a_swiss_league_waits_no_more_for_a_bot_that_is_withdrawn() {
    let format = kahua_settings::config::FormatKind::Swiss;
    let swiss = LeagueSettings { format, rounds: 1.try_into().ok(), announce_s: Some(0), ..between(&["a", "b", "c"]) };
    let arena = TestArena::with(config([swiss]), Store::open_in_memory().unwrap()).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    assert_eq!(until(&arena, State::Waiting).await.waiting_for, ["c"]);
    set_withdrawn(&arena, "c", true).await.unwrap();
    let _bots = tokio::join!(a.play(2), b.play(2));
    assert_eq!(until(&arena, State::Over).await.played, 2);
    arena.stop().await;
}

#[tokio::test]
async fn a_league_that_is_extended_goes_on_until_the_settings_say_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let arena = in_file(&file, league()).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let (a, b) = tokio::join!(a.play(2), b.play(2));
    until(&arena, State::Over).await;
    assert_eq!(extend(&arena, sets(3)).await.unwrap(), Some(6));
    let _bots = tokio::join!(a.play(4), b.play(4));
    assert_eq!(until(&arena, State::Over).await.played, 6);

    for (length, expected) in [
        (sets(3), "league \"l\" can't be extended: it has sets = 3 now; give more"),
        (
            Length::Rounds(9.try_into().unwrap()),
            "its settings use another key: it has sets = 3 now; extend it by that key",
        ),
        (sets(1_000_000), "it would have 2000000 matches, but a league may have at most 1000000"),
    ] {
        let refused = extend(&arena, length).await.unwrap_err();
        assert_refused(&refused, Code::FailedPrecondition, "LEAGUE_NOT_EXTENDED");
        assert!(refused.message().contains(expected), "{refused:?}");
    }
    arena.stop().await;

    let arena = in_file(&file, league()).await;
    let again = status(&arena).await;
    assert_eq!((again.state(), again.planned), (State::Over, Some(6)));
    assert_eq!(again.length.as_ref().and_then(Length::from_wire), Some(sets(3)));
    arena.stop().await;
    let arena = in_file(&file, LeagueSettings { sets: 4.try_into().ok(), ..league() }).await;
    let changed = status(&arena).await;
    assert_eq!((changed.planned, changed.changes.unwrap().length), (Some(8), None));
    arena.stop().await;
}

#[tokio::test]
async fn a_new_season_begins_while_the_arena_runs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let arena = in_file(&file, league()).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let (mut a, mut b) = tokio::join!(a.play(1), b.play(1));
    let (of_first, _) = (a.seated().await, b.seated().await);
    let start = pb::StartSeasonRequest { league: "l".into(), bots: Vec::new() };
    let season = arena.leagues().await.start_season(start).await.unwrap().into_inner().season;
    assert_eq!((season, status(&arena).await.played), (2, 0));

    // The second match of the first season, and the two of the new one.
    let _bots = tokio::join!(a.play(3), b.play(3));
    assert_eq!(until(&arena, State::Over).await.played, 2);
    let wanted = |season| pb::ListMatchesRequest { season: Some(season), ..Default::default() };
    let mut service = arena.leagues().await;
    let first = service.list_matches(wanted(1)).await.unwrap().into_inner().matches;
    assert!(first.len() == 2 && first.iter().any(|one| one.match_id == of_first.match_id), "{first:?}");
    assert_eq!(service.list_matches(wanted(2)).await.unwrap().into_inner().matches.len(), 2);
    assert_invalid(&service.list_matches(wanted(0)).await.unwrap_err(), "season", "counted from 1");
    arena.stop().await;

    let arena = in_file(&file, league()).await;
    let again = status(&arena).await;
    assert_eq!((again.league.as_ref().unwrap().season, again.played, again.state()), (2, 2, State::Over));
    arena.stop().await;
}

#[tokio::test]
async fn a_season_is_played_between_the_bots_that_an_organizer_lists() {
    let arena = TestArena::with(config([league()]), Store::open_in_memory().unwrap()).await;
    let start = async |bots: &[&str]| {
        let bots = bots.iter().map(|name| (*name).to_owned()).collect();
        arena.leagues().await.start_season(pb::StartSeasonRequest { league: "l".into(), bots }).await
    };
    let many: Vec<String> = (0..=SEASON_BOTS_MAX).map(|number| format!("bot{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for (bots, problem) in [
        (&["a"][..], "2 seats need at least 2 bots, but its list has 1"),
        (&["a", "b", "a"], "a is there twice; name it once"),
        (&["a", "b c"], "is not a valid bot name"),
        (&many, "there are 1001 bots; expected at most 1000"),
    ] {
        assert_invalid(&start(bots).await.unwrap_err(), "bots", problem);
    }
    assert_eq!(status(&arena).await.league.unwrap().season, 1, "nothing has changed");

    assert_eq!(start(&["b", "c"]).await.unwrap().into_inner().season, 2);
    let (b, c) = (Bot::enter(&arena, "b").await, Bot::enter(&arena, "c").await);
    let _played = tokio::join!(b.play(2), c.play(2));
    let over = until(&arena, State::Over).await;
    assert_eq!((over.league.unwrap().bots, over.changes.unwrap().bots_of_settings), (names("b c"), names("a b")));
    assert_eq!(start(&[]).await.unwrap().into_inner().season, 3);
    assert_eq!(status(&arena).await.league.unwrap().bots, names("b c"), "they stay for later seasons");
    arena.stop().await;
}

fn names(names: &str) -> Vec<String> {
    names.split(' ').map(str::to_owned).collect()
}

#[tokio::test]
async fn a_bot_that_is_kicked_may_come_back() {
    let arena = TestArena::open().await;
    let mut bot = Bot::enter(&arena, "a").await;
    let kick = || pb::KickRequest { name: "a".into() };
    assert!(arena.leagues().await.kick(kick()).await.unwrap().into_inner().was_connected);
    let end = bot.rest().await.unwrap_err();
    assert_refused(&end, Code::Unavailable, "KICKED");
    while arena.app.bots().iter().any(|bot| bot.connected) {
        tokio::task::yield_now().await;
    }
    assert!(!arena.leagues().await.kick(kick()).await.unwrap().into_inner().was_connected);
    let _back = Bot::enter(&arena, "a").await;
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_is_suspended_with_a_reason_that_everybody_sees() {
    let arena = TestArena::open().await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let (_a, _b) = tokio::join!(a.play(2), b.play(2));
    let suspend = |reason: &str| pb::SuspendRequest { name: "a".into(), reason: reason.into() };
    let mut organizer = arena.leagues().await;
    for (reason, expected) in [(String::new(), "0 bytes"), ("x".repeat(201), "201 bytes; expected 1 to 200")] {
        assert_invalid(&organizer.suspend(suspend(&reason)).await.unwrap_err(), "reason", expected);
    }
    organizer.suspend(suspend("it copies another bot")).await.unwrap();
    let reason = |suspension: &Option<pb::Suspension>| suspension.as_ref().map(|suspension| suspension.reason.clone());
    let expected = Some("it copies another bot".to_owned());
    let pools = organizer.get_standings(pb::GetStandingsRequest::default()).await.unwrap().into_inner().pools;
    let standings = &pools[0].standings;
    let of = |name: &str| reason(&standings.iter().find(|standing| standing.name == name).unwrap().suspension);
    assert_eq!((of("a"), of("b")), (expected.clone(), None));
    assert_eq!(reason(&status(&arena).await.bots[0].suspension), expected);
    assert!(organizer.let_back(pb::LetBackRequest { name: "a".into() }).await.unwrap().into_inner().was_suspended);
    arena.stop().await;
}

#[tokio::test]
async fn an_organizer_makes_tokens_for_others_and_nobody_else_does() {
    let arena = arena_with_tokens([league()]).await;
    let wanted = |name: &str| pb::CreateOrganizerRequest { name: name.into() };
    let mut organizer = leagues_with(&arena, "organizer").await;
    let first = organizer.create_organizer(wanted("ann")).await.unwrap().into_inner().token;
    let pause = pb::SetPausedRequest { paused: Some(true) };
    leagues_with(&arena, &first).await.set_paused(pause).await.unwrap();
    let second = leagues_with(&arena, &first).await.create_organizer(wanted("ann")).await.unwrap().into_inner().token;
    let replaced = leagues_with(&arena, &first).await.set_paused(pause).await.unwrap_err();
    assert_eq!(call_error(&replaced), CallError::for_good(Code::Unauthenticated, "TOKEN_UNKNOWN"));
    leagues_with(&arena, &second).await.set_paused(pause).await.unwrap();
    assert_invalid(&organizer.create_organizer(wanted("a b")).await.unwrap_err(), "name", "is not a valid bot name");
    arena.stop().await;

    let open = TestArena::open().await;
    let refused = open.leagues().await.create_organizer(wanted("ann")).await.unwrap_err();
    assert_refused(&refused, Code::Unauthenticated, "TOKEN_MISSING");
    assert!(refused.message().contains("kahua organizer token"), "{refused:?}");
    open.stop().await;
}

#[tokio::test]
async fn only_organizers_change_leagues_and_what_they_do_is_noted() {
    let arena = arena_with_tokens([league()]).await;
    let mut player = leagues_with(&arena, "a").await;
    let mut organizer = leagues_with(&arena, "organizer").await;
    let league = || "l".to_owned();
    macro_rules! organize {
        ($call:ident, $request:expr) => {{
            let refused = player.$call($request).await.unwrap_err();
            assert_eq!(
                call_error(&refused),
                CallError::for_good(Code::PermissionDenied, "ROLE_TOO_LOW"),
                stringify!($call)
            );
            organizer.$call($request).await.unwrap();
        }};
    }
    let _known = Bot::try_enter(&arena, hello("a"), Some("a")).await.unwrap();
    organize!(set_league_paused, pb::SetLeaguePausedRequest { league: league(), paused: Some(true) });
    organize!(extend_league, pb::ExtendLeagueRequest { league: league(), length: Some(sets(2).to_wire()) });
    organize!(set_withdrawn, pb::SetWithdrawnRequest { league: league(), bot: "b".into(), withdrawn: Some(true) });
    organize!(start_season, pb::StartSeasonRequest { league: league(), bots: vec!["b".into(), "a".into()] });
    organize!(suspend, pb::SuspendRequest { name: "a".into(), reason: "a test".into() });
    organize!(kick, pb::KickRequest { name: "a".into() });
    organize!(create_organizer, pb::CreateOrganizerRequest { name: "ann".into() });
    organize!(revoke_organizer, pb::RevokeOrganizerRequest { name: "ann".into(), even_the_last: false });
    let unset = pb::SetWithdrawnRequest { league: league(), bot: "b".into(), withdrawn: None };
    assert_invalid(&organizer.set_withdrawn(unset).await.unwrap_err(), "withdrawn", "it isn't set");
    player.get_league_status(pb::GetLeagueStatusRequest::default()).await.unwrap();

    let acts = arena.app.reader().acts(10).unwrap();
    let noted: Vec<_> =
        acts.iter().map(|act| (act.what.as_str(), act.arguments.as_str(), act.outcome.as_str())).collect();
    assert_eq!(
        noted[..8],
        [
            ("SetLeaguePaused", "league l, paused true", "done"),
            ("ExtendLeague", "league l, sets = 2", "done"),
            ("SetWithdrawn", "league l, bot b, withdrawn true", "done"),
            ("StartSeason", "league l, bots b a", "done"),
            ("Suspend", "a, reason \"a test\"", "done"),
            ("Kick", "a", "done"),
            ("CreateOrganizer", "ann", "done"),
            ("RevokeOrganizer", "ann", "done"),
        ]
    );
    arena.stop().await;
}
