//! What bots can know about the luck of matches that are still to be played.

use kahua_core::referee::Luck;
use kahua_engine::{SeatCount, Seed};
use kahua_leagues::{Amount, Availability, Entrant, FormatSettings, SetSeeds, SetSource};
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::{LeagueSeed, LeagueSettings, MatchTerms};
use kahua_store::Store;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use pb::match_event::Event;
use sha2::{Digest, Sha256};

use crate::support::{Bot, TestArena, config, first, league, terms};

/// What a bot learns of one match.
struct Seen {
    seated: pb::Seated,
    chance: Vec<String>,
    ended: pb::Ended,
}

fn with_luck(luck: Luck) -> LeagueSettings {
    LeagueSettings { terms: MatchTerms { luck, ..terms("none") }, ..league() }
}

/// One set between a and b, and what a sees of it.
async fn play_set(luck: Luck, seed: LeagueSeed) -> Vec<Seen> {
    let settings = LeagueSettings { seed, ..with_luck(luck) };
    let arena = TestArena::with(config([settings]), Store::open_in_memory().unwrap()).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let other = tokio::spawn(b.play(2));
    let seen = watch(a, 2).await;
    other.await.unwrap();
    arena.stop().await;
    seen
}

fn reproducible(number: u64) -> LeagueSeed {
    LeagueSeed::Reproducible(Seed::from_number(number))
}

/// Plays so many matches, and remembers what the arena tells of them.
async fn watch(mut bot: Bot, matches: usize) -> Vec<Seen> {
    let mut seen = Vec::new();
    let (mut seated, mut chance) = (None, Vec::new());
    while seen.len() < matches {
        match bot.next().await {
            FromArena::Seated(now) => seated = Some(now),
            FromArena::Ask(ask) => {
                chance.extend(outcomes(&ask.events));
                bot.answer(&ask, first()).await;
            }
            FromArena::Events(events) => chance.extend(outcomes(&events.events)),
            FromArena::Ended(ended) => {
                let seated = seated.take().expect("Seated comes before Ended");
                seen.push(Seen { seated, chance: std::mem::take(&mut chance), ended });
            }
            other => panic!("nothing else is said: {other:?}"),
        }
    }
    seen
}

fn outcomes(events: &[pb::MatchEvent]) -> impl Iterator<Item = String> {
    events.iter().filter_map(|event| match &event.event {
        Some(Event::Chance(chance)) => Some(chance.notation.clone()),
        _ => None,
    })
}

#[tokio::test]
async fn a_memory_foretells_nothing_of_fresh_luck() {
    let seen = play_set(Luck::Fresh, reproducible(1)).await;
    assert!(seen.iter().all(|of| of.seated.luck() == pb::Luck::Fresh && of.chance.len() == 6));
    assert_ne!(seen[0].chance, seen[1].chance);
    assert!(seen.iter().all(|of| of.ended.seed.len() == 32), "no other match has this seed");
    assert_ne!(seen[0].ended.seed, seen[1].ended.seed);
}

#[tokio::test]
async fn the_same_luck_is_told_and_its_seed_opens_with_the_end_of_the_set() {
    let seen = play_set(Luck::Same, reproducible(1)).await;
    assert!(seen.iter().all(|of| of.seated.luck() == pb::Luck::Same));
    assert_eq!(seen[0].chance, seen[1].chance);
    let opened = seen.iter().map(|of| [of.ended.seed.len(), of.ended.seed_nonce.len()]);
    assert_eq!(opened.collect::<Vec<_>>(), [[0, 0], [32, 32]]);
}

#[tokio::test]
async fn the_commitment_told_at_first_can_be_checked_at_the_end() {
    let seen = play_set(Luck::Fresh, reproducible(1)).await;
    for Seen { seated, ended, .. } in &seen {
        let opened = Sha256::digest([seated.match_id.as_bytes(), &ended.seed, &ended.seed_nonce].concat());
        assert_eq!(seated.seed_commitment, opened.to_vec());
    }
    assert_ne!(seen[0].ended.seed_nonce, seen[1].ended.seed_nonce);
}

#[tokio::test]
async fn the_luck_of_leagues_and_records_is_told_and_the_same_luck_is_hidden_until_the_set_is_over() {
    let arena = TestArena::with(config([with_luck(Luck::Same)]), Store::open_in_memory().unwrap()).await;
    let leagues = arena.about().await.list_leagues(pb::ListLeaguesRequest::default()).await.unwrap().into_inner();
    assert_eq!(leagues.leagues[0].luck(), pb::Luck::Same);
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let (a, b) = tokio::join!(a.play(1), b.play(1));
    let mut service = arena.leagues().await;
    let request = pb::ListMatchesRequest { running: Some(false), ..Default::default() };
    let ended = service.list_matches(request).await.unwrap().into_inner().matches;
    let request = pb::GetMatchRequest { match_id: ended[0].match_id.clone() };
    let record = service.get_match(request.clone()).await.unwrap().into_inner().record.unwrap();
    assert_eq!(record.luck(), pb::Luck::Same);
    let hidden = [&record.seed, &record.seed_nonce].map(Vec::len);
    assert_eq!(hidden, [0, 0], "the set's other match has the same seed");
    let _played = tokio::join!(a.play(1), b.play(1));
    let record = service.get_match(request).await.unwrap().into_inner().record.unwrap();
    let opened = Sha256::digest([record.match_id.as_bytes(), &record.seed, &record.seed_nonce].concat());
    assert_eq!(record.seed_commitment, opened.to_vec(), "the whole set was played");
    arena.stop().await;
}

/// The seeds of the matches of [`play_set`] with fresh luck, as anybody can compute them from a number.
fn guessed(number: u64) -> Vec<Vec<u8>> {
    let (seats, seed) = (SeatCount::new(2).unwrap(), Seed::from_number(number));
    let source =
        SetSource { league: "l".into(), season: 0, seats, seed, seeds: SetSeeds::EachGroup, luck: Luck::Fresh };
    let mut format = FormatSettings::RoundRobin(Amount::Sets(1)).start(source);
    ["a", "b"].into_iter().for_each(|name| format.enter(Entrant::new(name.parse().unwrap(), "")));
    let pairings = std::iter::from_fn(|| format.next(&|_| Availability::Free));
    pairings.map(|pairing| pairing.seed.0.to_vec()).collect()
}

#[tokio::test]
async fn the_number_in_the_settings_of_a_league_foretells_nothing() {
    const NUMBER: u64 = 424_242;
    let seeds = |seen: &[Seen]| seen.iter().map(|of| of.ended.seed.clone()).collect::<Vec<_>>();
    let test = play_set(Luck::Fresh, reproducible(NUMBER)).await;
    assert_eq!(seeds(&test), guessed(NUMBER), "this is what the secret of the store prevents");
    let league = play_set(Luck::Fresh, LeagueSeed::Secret(Some(Seed::from_number(NUMBER)))).await;
    assert!(seeds(&league).iter().all(|seed| !guessed(NUMBER).contains(seed)));

    let guesses: Vec<Vec<u8>> = (NUMBER - 500..NUMBER + 500).flat_map(guessed).collect();
    for Seen { seated, .. } in test.iter().chain(&league) {
        let told =
            |seed: &Vec<u8>| Sha256::digest([seated.match_id.as_bytes(), seed].concat())[..] == seated.seed_commitment;
        assert!(!guesses.iter().any(told), "the commitment would tell which guess is right");
    }
}

#[tokio::test]
async fn a_league_keeps_its_secret_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let seed = LeagueSeed::Secret(Some(Seed::from_number(7)));
    let settings = LeagueSettings { seed, ..with_luck(Luck::Same) };
    let mut seen = Vec::new();
    for _ in 0..2 {
        let store = Store::open(&folder.path().join("arena.db")).unwrap();
        let arena = TestArena::with(config([settings.clone()]), store).await;
        let (a, mut b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
        b.seated().await;
        b.send(ToArena::Bye(pb::Bye {})).await;
        let other = tokio::spawn(b.play(1));
        seen.extend(watch(a, 1).await);
        other.await.unwrap();
        arena.stop().await;
    }
    assert_ne!(seen[0].seated.match_id, seen[1].seated.match_id);
    assert_eq!(seen[0].chance, seen[1].chance, "both are matches of one set");
}
