//! Organizers correct results: everything that counts matches follows at once, and as a rebuild from the store does.

use std::path::Path;

use kahua_core::limits::CORRECTIONS_MAX;
use kahua_proto::pb::arena::v1 as pb;
use kahua_queries::{Purpose, StoredArena};
use kahua_settings::config::{DisqualifiedMatches, LeagueSettings};
use kahua_store::{Location, Store};
use pb::arena_message::Message as FromArena;
use pb::correct_results_request::Change;
use pb::disqualification::Effect;
use pb::league_service_server::LeagueService;
use prost::Message;
use rusqlite::Connection;
use tokio::time::{sleep, timeout};
use tonic::{Code, Request, Status};

use crate::nodes::Two;
use crate::overrides::{between, in_file, status, until};
use crate::support::{Bot, PATIENCE, TestArena, assert_invalid, assert_refused};

const UNKNOWN_MATCH: &str = "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55";

pub(crate) fn annul(match_id: &str) -> Change {
    Change::Annulled(pb::AnnulledMatch { match_id: match_id.into() })
}

pub(crate) fn places(match_id: &str, places: &[u32]) -> Change {
    Change::Places(pb::CorrectedPlaces { match_id: match_id.into(), places: places.into() })
}

pub(crate) fn disqualify(bot: &str, version: Option<&str>) -> Change {
    let version = version.map(str::to_owned);
    Change::Disqualified(pb::Disqualification { bot: bot.into(), version, effect: Effect::Unspecified.into() })
}

pub(crate) fn undo(number: u64) -> Change {
    Change::Undone(pb::UndoneCorrection { number })
}

fn request(change: Change) -> pb::CorrectResultsRequest {
    let league = if matches!(change, Change::Disqualified(_)) { "l" } else { "" };
    pb::CorrectResultsRequest { why: "a reason".into(), change: Some(change), league: league.into(), season: None }
}

pub(crate) async fn correct(arena: &TestArena, change: Change) -> Result<u64, Status> {
    let made = arena.leagues().await.correct_results(request(change)).await?.into_inner();
    Ok(made.correction.unwrap().number)
}

/// What an arena tells that comes from the results: tables, lists and corrections, byte for byte.
async fn told(arena: &TestArena) -> [Vec<u8>; 3] {
    let mut leagues = arena.leagues().await;
    let standings = leagues.get_standings(pb::GetStandingsRequest::default()).await.unwrap().into_inner();
    let matches = leagues.list_matches(pb::ListMatchesRequest::default()).await.unwrap().into_inner();
    let made = leagues.list_corrections(pb::ListCorrectionsRequest::default()).await.unwrap().into_inner();
    [standings.encode_to_vec(), matches.encode_to_vec(), made.encode_to_vec()]
}

/// The same as a rebuild from the store tells it.
async fn rebuilt(file: &Path) -> [Vec<u8>; 3] {
    let location = Location::File(file.to_owned());
    let stored = StoredArena::new(location, file.to_owned(), Purpose::Commands, |problem| panic!("{problem}"));
    let standings = stored.get_standings(Request::new(Default::default())).await.unwrap().into_inner();
    let matches = stored.list_matches(Request::new(Default::default())).await.unwrap().into_inner();
    let made = stored.list_corrections(Request::new(Default::default())).await.unwrap().into_inner();
    [standings.encode_to_vec(), matches.encode_to_vec(), made.encode_to_vec()]
}

/// Three bots have played all their six matches, and are still there.
pub(crate) async fn played(file: &Path, settings: LeagueSettings) -> (TestArena, Vec<Bot>) {
    let arena = in_file(file, settings).await;
    let [a, b, c] = [Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await, Bot::enter(&arena, "c").await];
    let (a, b, c) = tokio::join!(a.play(4), b.play(4), c.play(4));
    arena.finished(6).await;
    (arena, vec![a, b, c])
}

/// The matches with a seat of this bot.
async fn matches_of(arena: &TestArena, bot: &str) -> Vec<pb::MatchSummary> {
    let wanted = pb::ListMatchesRequest { bot: Some(bot.into()), ..Default::default() };
    arena.leagues().await.list_matches(wanted).await.unwrap().into_inner().matches
}

async fn standings(arena: &TestArena) -> pb::PoolStandings {
    let wanted = pb::GetStandingsRequest::default();
    arena.leagues().await.get_standings(wanted).await.unwrap().into_inner().pools.remove(0)
}

fn of<'p>(pool: &'p pb::PoolStandings, bot: &str) -> &'p pb::Standing {
    pool.standings.iter().find(|standing| standing.name == bot).unwrap()
}

/// The next notice to this bot.
async fn notice(bot: &mut Bot) -> pb::Notice {
    loop {
        if let FromArena::Notice(notice) = bot.next().await {
            return notice;
        }
    }
}

#[tokio::test]
async fn bots_are_told_of_a_correction_with_the_next_one_if_the_store_has_failed_in_between() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let (arena, mut bots) = played(&file, between(&["a", "b", "c"])).await;
    let [first, second]: [String; 2] =
        matches_of(&arena, "a").await.into_iter().map(|it| it.match_id).take(2).collect::<Vec<_>>().try_into().unwrap();
    let annulled = correct(&arena, annul(&first)).await.unwrap();
    let rows = Connection::open(&file).unwrap();
    let body: Vec<u8> = rows.query_row("SELECT body FROM records WHERE id = ?1", [&first], |row| row.get(0)).unwrap();
    let write = |body: &[u8]| rows.execute("UPDATE records SET body = ?2 WHERE id = ?1", (&first, body)).unwrap();

    // Who has played is read from the record.
    write(b"damaged");
    assert_eq!(correct(&arena, undo(annulled)).await.unwrap_err().code(), Code::Internal);
    write(&body);
    correct(&arena, annul(&second)).await.unwrap();

    let mut texts = Vec::new();
    for _ in 0..3 {
        texts.push(notice(&mut bots[0]).await.text);
    }
    let expected = [
        format!("an organizer has decided that match {first} is annulled: a reason"),
        format!("an organizer has taken back that match {first} is annulled: a reason"),
        format!("an organizer has decided that match {second} is annulled: a reason"),
    ];
    assert_eq!(texts, expected);
}

#[tokio::test]
async fn a_corrected_match_counts_live_as_in_a_rebuild_and_undone_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let (arena, mut bots) = played(&file, between(&["a", "b", "c"])).await;
    let before = standings(&arena).await;
    let first = matches_of(&arena, "a").await.pop().unwrap();
    let id = &first.match_id;

    let annulled = correct(&arena, annul(id)).await.unwrap();
    let told_then = told(&arena).await;
    assert_eq!(told_then, rebuilt(&file).await);
    assert_eq!(standings(&arena).await.matches, before.matches - 1);
    let seated =
        ["a", "b", "c"].iter().zip(&mut bots).filter(|(name, _)| first.players.iter().any(|it| it.name == **name));
    for (_, bot) in seated {
        let told = notice(bot).await;
        assert_eq!(told.kind(), pb::notice::Kind::Corrected);
        assert_eq!(told.text, format!("an organizer has decided that match {id} is annulled: a reason"));
    }
    let shown = matches_of(&arena, "a").await.pop().unwrap();
    assert_eq!((shown.corrections.len(), &shown.results), (1, &first.results), "the record's results stay");
    let got = arena.leagues().await.get_match(pb::GetMatchRequest { match_id: id.clone() }).await.unwrap().into_inner();
    assert_eq!((got.corrections[0].number, got.corrections[0].why.as_str()), (annulled, "a reason"));

    let taken_back = correct(&arena, undo(annulled)).await.unwrap();
    assert_eq!(standings(&arena).await.encode_to_vec(), before.encode_to_vec());
    let turned: Vec<u32> = first.results.iter().rev().map(|result| result.place).collect();
    correct(&arena, places(id, &turned)).await.unwrap();
    assert_eq!(told(&arena).await, rebuilt(&file).await);
    let now = standings(&arena).await;
    assert_eq!(now.matches, before.matches);
    if turned[0] != turned[1] {
        assert!(of(&now, &first.players[0].name).score != of(&before, &first.players[0].name).score, "{now:?}");
    }
    let wanted = pb::ListCorrectionsRequest::default();
    let made = arena.leagues().await.list_corrections(wanted).await.unwrap().into_inner().corrections;
    let undone: Vec<Option<u64>> = made.iter().map(|correction| correction.undone_by).collect();
    assert_eq!(undone, [None, None, Some(taken_back)], "newest first");

    let told_before = told(&arena).await;
    drop(bots);
    arena.stop().await;
    // A correction that was kept by an arena that was killed before it counted it.
    let annulled = pb::AnnulledMatch { match_id: first.match_id.clone() };
    let change = Some(pb::correction::Change::Annulled(annulled));
    let store = Store::open(&file).unwrap();
    let kept = pb::Correction { league: "l".into(), season: 1, change, ..pb::Correction::default() };
    let kept = store.correct(kept).await.unwrap();
    drop(store);
    let arena = in_file(&file, between(&["a", "b", "c"])).await;
    assert_eq!(standings(&arena).await.matches, before.matches - 1);
    assert_eq!(told(&arena).await, rebuilt(&file).await);
    correct(&arena, undo(kept.number)).await.unwrap();
    let told_before = [told_before[0].clone(), told_before[1].clone(), told(&arena).await[2].clone()];
    arena.stop().await;
    let arena = in_file(&file, between(&["a", "b", "c"])).await;
    assert_eq!(told(&arena).await, told_before, "also after a restart");
    arena.app.reader().check_chain(|fault| panic!("{fault}")).unwrap();
    assert_eq!(status(&arena).await.state(), pb::league_status::State::Over, "nothing is played again");
    arena.stop().await;
}

#[tokio::test]
async fn what_cannot_be_corrected_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (arena, _bots) = played(&folder.path().join("arena.db"), between(&["a", "b", "c"])).await;
    let id = matches_of(&arena, "a").await.remove(0).match_id;
    let before = told(&arena).await;
    let refused = async |change| correct(&arena, change).await.unwrap_err();

    assert_refused(&refused(annul(UNKNOWN_MATCH)).await, Code::NotFound, "MATCH_UNKNOWN");
    assert_invalid(&refused(annul("soup")).await, "annulled.match_id", "is not a valid match id");
    assert_invalid(&refused(places(&id, &[1])).await, "places.places", "got 1, expected one for each of the 2 seats");
    for wrong in [[2, 2], [0, 1], [1, 3], [2, 3]] {
        assert_invalid(&refused(places(&id, &wrong)).await, "places.places", "expected 1 for the winner");
    }
    assert_refused(&refused(undo(77)).await, Code::NotFound, "CORRECTION_UNKNOWN");
    assert_refused(&refused(disqualify("zoe", None)).await, Code::NotFound, "BOT_UNKNOWN");
    let mut leagues = arena.leagues().await;
    let out = || pb::CorrectResultsRequest { league: "m".into(), ..request(disqualify("a", None)) };
    assert_refused(&leagues.correct_results(out()).await.unwrap_err(), Code::NotFound, "LEAGUE_UNKNOWN");
    let nowhere = pb::CorrectResultsRequest { league: String::new(), ..out() };
    assert_invalid(&leagues.correct_results(nowhere).await.unwrap_err(), "league", "it isn't set");
    let later = pb::CorrectResultsRequest { league: "l".into(), season: Some(2), ..out() };
    assert_invalid(&leagues.correct_results(later).await.unwrap_err(), "season", "league l is in season 1");
    let silent = pb::CorrectResultsRequest { why: String::new(), ..request(annul(&id)) };
    assert_invalid(&leagues.correct_results(silent).await.unwrap_err(), "why", "it has 0 bytes; expected 1 to 200");
    let nothing = pb::CorrectResultsRequest { change: None, ..request(annul(&id)) };
    assert_invalid(&leagues.correct_results(nothing).await.unwrap_err(), "change", "it isn't set");
    assert_eq!(told(&arena).await, before);

    let number = correct(&arena, annul(&id)).await.unwrap();
    for again in [annul(&id), places(&id, &[1, 2])] {
        let twice = refused(again).await;
        assert_refused(&twice, Code::FailedPrecondition, "NOT_CORRECTED");
        let expected = format!("match {id} is corrected by correction {number} already: take that one back first");
        assert_eq!(twice.message(), expected);
    }
    let undone = correct(&arena, undo(number)).await.unwrap();
    for useless in [undo(number), undo(undone)] {
        assert_refused(&refused(useless).await, Code::FailedPrecondition, "NOT_CORRECTED");
    }
    let out = correct(&arena, disqualify("a", None)).await.unwrap();
    for useless in [disqualify("a", None), disqualify("a", Some("1"))] {
        assert_refused(&refused(useless).await, Code::FailedPrecondition, "NOT_CORRECTED");
    }
    correct(&arena, undo(out)).await.unwrap();
    arena.stop().await;
}

#[tokio::test]
async fn matches_of_a_disqualified_bot_are_annulled_or_lost_as_the_settings_say() {
    for disqualified in [DisqualifiedMatches::Annulled, DisqualifiedMatches::Lost] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("arena.db");
        let settings = || LeagueSettings { disqualified, ..between(&["a", "b", "c"]) };
        let (arena, mut bots) = played(&file, settings()).await;
        let before = standings(&arena).await;
        let out = correct(&arena, disqualify("b", None)).await.unwrap();
        assert!(notice(&mut bots[1]).await.text.contains("b is disqualified from season 1 of league l"));
        let now = standings(&arena).await;
        match disqualified {
            DisqualifiedMatches::Annulled => {
                let names: Vec<_> = now.standings.iter().map(|standing| standing.name.as_str()).collect();
                assert_eq!((now.matches, names.contains(&"b")), (2, false), "{now:?}");
            }
            DisqualifiedMatches::Lost => {
                let b = of(&now, "b");
                assert_eq!((now.matches, b.score, b.matches), (6, 0.0, 4));
                assert_eq!(b.disqualified.as_ref().map(|out| out.number), Some(out));
            }
        }
        assert_eq!(told(&arena).await, rebuilt(&file).await);
        let listed = status(&arena).await.bots;
        let is_out: Vec<_> = listed.iter().filter(|bot| bot.disqualified.is_some()).map(|bot| &*bot.name).collect();
        assert_eq!(is_out, ["b"]);
        correct(&arena, undo(out)).await.unwrap();
        assert_eq!(standings(&arena).await.encode_to_vec(), before.encode_to_vec());
        arena.stop().await;
    }
}

#[tokio::test]
async fn a_disqualified_bot_gets_no_more_matches_and_its_open_ones_count_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let arena = in_file(&file, between(&["a", "b", "c"])).await;
    let (mut a, mut b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let open = a.seated().await;
    b.seated().await;
    assert_refused(
        &correct(&arena, annul(&open.match_id)).await.unwrap_err(),
        Code::FailedPrecondition,
        "MATCH_RUNNING",
    );
    let out = correct(&arena, disqualify("b", None)).await.unwrap();
    let c = Bot::enter(&arena, "c").await;
    let (a, b, c) = tokio::join!(a.play(3), b.play(1), c.play(2));
    arena.finished(3).await;
    let over = until(&arena, pb::league_status::State::Over).await;
    assert_eq!((over.played, over.planned), (3, Some(3)), "b plays only the match that was open");
    assert_eq!(standings(&arena).await.matches, 2);
    assert_eq!(told(&arena).await, rebuilt(&file).await);

    // It comes back, and plays the rest.
    correct(&arena, undo(out)).await.unwrap();
    let (_a, _b, _c) = tokio::join!(a.play(1), b.play(3), c.play(2));
    arena.finished(6).await;
    assert_eq!(standings(&arena).await.matches, 6);
    assert_eq!(told(&arena).await, rebuilt(&file).await);
    arena.stop().await;
}

#[tokio::test]
async fn one_version_can_be_disqualified_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (arena, bots) = played(&folder.path().join("arena.db"), between(&["a", "b", "c"])).await;
    let version = matches_of(&arena, "b").await[0].players.iter().find(|it| it.name == "b").unwrap().version.clone();
    correct(&arena, disqualify("b", Some(&format!("not {version}")))).await.unwrap();
    assert_eq!(standings(&arena).await.matches, 6, "that version has played nothing");
    correct(&arena, disqualify("b", Some(&version))).await.unwrap();
    assert_eq!(standings(&arena).await.matches, 2);
    drop(bots);
    arena.stop().await;
}

#[tokio::test]
async fn a_correction_counts_on_every_node() {
    let Some(mut two) = Two::start("a_correction_counts_on_every_node").await else { return };
    let (id, near, far) = two.begun().await;
    let mut two = two.finish(2).await;
    for leagues in &mut two.leagues {
        let standings = leagues.get_standings(pb::GetStandingsRequest::default()).await.unwrap().into_inner();
        assert_eq!(standings.pools[0].matches, 2);
    }
    two.leagues[far].correct_results(request(annul(&id))).await.unwrap();
    let follows = async {
        loop {
            let standings = two.leagues[near].get_standings(pb::GetStandingsRequest::default()).await.unwrap();
            if standings.into_inner().pools[0].matches == 1 {
                return;
            }
            sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, follows).await.expect("the other node follows");
    let again = two.leagues[near].correct_results(request(annul(&id))).await.unwrap_err();
    assert_refused(&again, Code::FailedPrecondition, "NOT_CORRECTED");
    two.stop().await;
}

#[tokio::test]
async fn a_store_that_takes_no_more_corrections_says_so_with_and_without_an_arena() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let settings = || between(&["a", "b", "c"]);
    let (arena, bots) = played(&file, settings()).await;
    let id = matches_of(&arena, "a").await[0].match_id.clone();
    drop(bots);
    arena.stop().await;

    let store = Store::open(&file).unwrap();
    let elsewhere = pb::correction::Change::Annulled(pb::AnnulledMatch { match_id: UNKNOWN_MATCH.into() });
    let kept = (1..=CORRECTIONS_MAX).map(|number| {
        let made = pb::Correction { number: number as u64, change: Some(elsewhere.clone()), ..Default::default() };
        store.set_meta(&format!("correction:{number:019}"), &made.encode_to_vec())
    });
    for kept in kept.collect::<Vec<_>>() {
        kept.await.unwrap();
    }
    drop(store);

    let stored = StoredArena::new(Location::File(file.clone()), folder.path().into(), Purpose::Commands, |_| {});
    let stored = stored.correct_results(Request::new(request(annul(&id)))).await.unwrap_err();
    let arena = in_file(&file, settings()).await;
    let live = correct(&arena, annul(&id)).await.unwrap_err();
    for refusal in [&stored, &live] {
        assert_refused(refusal, Code::FailedPrecondition, "NOT_CORRECTED");
    }
    assert_eq!(stored.message(), live.message());
    arena.stop().await;
}
