//! A table of four, one of whom dies: the match goes on, and what comes of it is fair to the others.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use kahua_bots::Greedy;
use kahua_client::{Answer, Bot, Settings, connect};
use kahua_core::verify::verify;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use kahua_settings::Config;
use kahua_settings::Rulesets;
use kahua_settings::config::{FaultKind, FaultSettings, LeagueSeed, LeagueSettings, MatchTerms};
use kahua_store::Store;
use pb::recorded_event::Event;
use pb::termination::Kind;
use tokio::net::TcpListener;
use tokio::sync::Notify;

const BOTS: [&str; 4] = ["ada", "bea", "cleo", "mortal"];
/// After so many answers the mortal dies.
const LIFE: usize = 8;
const STRIKES: u32 = 3;
/// Long enough for a match that is played at all.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn a_bot_that_dies_in_a_match_of_four_loses_for_itself_alone() {
    let (app, address) = open().await;
    for name in &BOTS[..3] {
        tokio::spawn(connect(settings(address, name)).await.unwrap().play(Greedy));
    }
    tokio::spawn(live_and_die(settings(address, BOTS[3])));
    let finished = app.wait_for(|progress| progress.finished > 0);
    tokio::time::timeout(PATIENCE, finished).await.expect("the match goes on without the dead");

    let records: Vec<pb::MatchRecord> = app.reader().records().collect::<Result<_, _>>().unwrap();
    let [record] = &records[..] else { panic!("the set waits for its fourth bot, so one match was played") };
    verify(record, Rulesets::built_in().find("kanaloa").unwrap()).expect("the record follows from rules and seed");
    assert_eq!(record.termination.as_ref().unwrap().kind(), Kind::Finished);
    the_dead_is_given_up_and_last(record);
    the_others_are_placed_by_their_scores(record);
    the_arena_played_for_the_dead_alone(record);
    ratings_add_up(&app, record);
    app.drain().await;
}

/// An arena with a league of one set of four-player matches.
async fn open() -> (Arc<App>, SocketAddr) {
    let strikes = NonZeroU32::new(STRIKES).unwrap();
    let terms = MatchTerms {
        seats: 4,
        options: vec!["setup=beginner".into()],
        time: "none".parse().unwrap(),
        faults: FaultSettings { policy: FaultKind::Auto, strikes, reconnect_s: 0 },
        ..MatchTerms::new("kanaloa")
    };
    let league = LeagueSettings {
        seed: LeagueSeed::Reproducible("4".parse().unwrap()),
        ..LeagueSettings::new("four", terms, BOTS.map(|name| name.parse().unwrap()).into())
    };
    let config = Config { leagues: vec![league], ..Config::default() };
    let app = App::build(&config, Rulesets::built_in(), Store::open_in_memory().unwrap()).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(kahua_server::serve(listener, app.clone(), std::future::pending()));
    (app, address)
}

/// One match at a time, so that only one is begun before the mortal dies.
fn settings(address: SocketAddr, name: &str) -> Settings {
    Settings { matches_max: Some(1), ..Settings::new(address.to_string(), name) }
}

/// Plays until the bot's life is spent, then drops the connection without a word.
async fn live_and_die(settings: Settings) {
    let death = Arc::new(Notify::new());
    let mortal = Mortal { left: LIFE, death: death.clone() };
    let playing = connect(settings).await.unwrap().play(mortal);
    tokio::select! {
        biased;
        () = death.notified() => {}
        played = playing => panic!("it dies before the arena has no more use for it: {played:?}"),
    }
}

/// Plays well while it lives.
struct Mortal {
    left: usize,
    death: Arc<Notify>,
}

impl Bot for Mortal {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        self.left -= 1;
        if self.left == 0 {
            self.death.notify_one();
        }
        Greedy.choose(ask)
    }
}

/// Every seat with its bot's name and result.
fn results(record: &pb::MatchRecord) -> impl Iterator<Item = (u32, &str, &pb::SeatResult)> {
    (0..).zip(&record.players).zip(&record.results).map(|((seat, player), result)| (seat, player.name.as_str(), result))
}

fn dead(record: &pb::MatchRecord) -> (u32, &pb::SeatResult) {
    let dead = results(record).find(|(_, name, _)| *name == BOTS[3]);
    dead.map(|(seat, _, result)| (seat, result)).expect("it sat in the match")
}

fn the_dead_is_given_up_and_last(record: &pb::MatchRecord) {
    let (seat, result) = dead(record);
    assert_eq!((result.place, result.given_up()), (4, pb::FaultCause::Disconnected));
    assert_eq!(result.strikes, STRIKES);
    let answered = decisions(record).filter(|of| of.seat == seat && !of.substitute).count();
    assert!((LIFE - 1..=LIFE).contains(&answered), "it answered {answered} times before it died");
}

fn the_others_are_placed_by_their_scores(record: &pb::MatchRecord) {
    let mut living: Vec<&pb::SeatResult> =
        results(record).filter(|(_, name, _)| *name != BOTS[3]).map(|one| one.2).collect();
    assert!(living.iter().all(|result| (result.given_up, result.strikes) == (None, 0)));
    living.sort_by_key(|result| result.place);
    assert_eq!(living[0].place, 1);
    assert!(living.iter().all(|result| result.place <= 3));
    assert!(living.is_sorted_by(|better, worse| better.score >= worse.score), "{living:?}");
    assert!(living[0].score > 0, "a game was played");
}

/// Nobody else's decisions were taken over, and the dead's all were from its death on.
fn the_arena_played_for_the_dead_alone(record: &pb::MatchRecord) {
    let (seat, _) = dead(record);
    let substituted: BTreeSet<u32> = decisions(record).filter(|of| of.substitute).map(|of| of.seat).collect();
    assert_eq!(substituted, BTreeSet::from([seat]));
    let own: Vec<bool> = decisions(record).filter(|of| of.seat == seat).map(|of| of.substitute).collect();
    assert!(own.is_sorted(), "the arena takes over once and for all");
}

fn ratings_add_up(app: &App, record: &pb::MatchRecord) {
    let [pool] = &app.standings()[..] else { panic!("one league is one pool") };
    assert_eq!((pool.matches, pool.standings.len()), (1, 4));
    // Ratings are kept in thousandths, so that nothing is lost on the way.
    let change = |standing: &pb::Standing| ((standing.elo - 1500.0) * 1000.0).round() as i64;
    assert_eq!(pool.standings.iter().map(change).sum::<i64>(), 0);
    let mut by_place: Vec<_> = results(record).map(|(_, name, result)| (result.place, name)).collect();
    by_place.sort_unstable();
    let of = |name: &str| pool.standings.iter().find(|standing| standing.name == name).expect("everybody is rated");
    assert!(by_place.is_sorted_by(|(_, better), (_, worse)| change(of(better)) >= change(of(worse))));
    assert!(BOTS[..3].iter().all(|name| change(of(name)) > change(of(BOTS[3]))), "the dead loses most");
    let forfeits: Vec<u64> = BOTS.iter().map(|name| of(name).forfeits).collect();
    assert_eq!(forfeits, [0, 0, 0, 1]);
}

fn decisions(record: &pb::MatchRecord) -> impl Iterator<Item = &pb::Decision> {
    record.events.iter().filter_map(|event| match &event.event {
        Some(Event::Decision(decision)) => Some(decision),
        _ => None,
    })
}
