//! The time on the way between two nodes isn't charged to the bot, however long it is.

use std::time::Duration;

use kahua_core::limits;
use kahua_engine::Seed;
use kahua_proto::pb::arena::v1 as pb;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use pb::recorded_event::Event;
use pb::{FaultCause, termination};
use tokio::time::{Instant, sleep};

use super::world::{Bot, Node, Way};
use kahua_play::SimulatedMachine;

const AT_ONCE: Duration = Duration::ZERO;

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

struct Scene {
    runner: Node,
    way: Way,
    far: Bot,
    near: Bot,
    _host: Node,
    _machine: SimulatedMachine,
}

impl Scene {
    /// The way takes this long in each direction, and each node notices things this late.
    async fn set(way: Duration, lag: Duration) -> Scene {
        let machine = SimulatedMachine::start(Seed::from_number(1), 1_700_000_000_000, lag);
        let (host, runner) = (Node::start().await, Node::start().await);
        let way = Way::between(&runner, &host, way);
        runner.learns("far", &way.place);
        let (far, near) = (Bot::enter(&host, "far").await, Bot::enter(&runner, "near").await);
        Scene { runner, way, far, near, _host: host, _machine: machine }
    }
}

/// The think time of each decision of this seat, and the arena's delay.
fn decisions(record: &pb::MatchRecord, seat: u32) -> Vec<(Duration, Duration)> {
    let decisions = record.events.iter().filter_map(|event| match &event.event {
        Some(Event::Decision(decision)) if decision.seat == seat => Some(decision),
        _ => None,
    });
    let us = Duration::from_micros;
    decisions.map(|decision| (us(decision.think_us), us(decision.arena_delay_us))).collect()
}

#[tokio::test(start_paused = true)]
async fn only_what_the_bot_takes_itself_is_its_time() {
    for way in [ms(0), ms(3), ms(80), ms(450)] {
        let Scene { runner, way: _way, mut far, mut near, _host, _machine } = Scene::set(way, AT_ONCE).await;
        let id = runner.launch(["far", "near"], "10s/100ms~0ms").await;
        let ((ended, faults), _) = tokio::join!(far.play(ms(90)), near.play(ms(5)));
        assert_eq!((ended.termination.unwrap().kind(), faults), (termination::Kind::Finished, vec![]), "{way:?}");
        let record = runner.record(id);
        for (think, delay) in decisions(&record, 0) {
            assert!((ms(90)..ms(93)).contains(&think), "{think:?} with {way:?}");
            assert!((2 * way..2 * way + ms(4)).contains(&delay), "{delay:?} with {way:?}");
        }
        for (think, _) in decisions(&record, 1) {
            assert!((ms(5)..ms(8)).contains(&think), "{think:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_lags_of_both_nodes_are_taken_off_once() {
    let Scene { runner, way: _way, mut far, mut near, _host, _machine } = Scene::set(ms(20), ms(10)).await;
    let id = runner.launch(["far", "near"], "10s/100ms~0ms").await;
    tokio::join!(far.play(ms(90)), near.play(ms(90)));
    let record = runner.record(id);
    for (think, _) in [decisions(&record, 0), decisions(&record, 1)].concat() {
        // The arena subtracts the simulated lag on the way out and back, although it delays nothing.
        assert!((ms(70)..ms(73)).contains(&think), "{think:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_is_late_is_late_over_any_way() {
    for way in [ms(0), ms(80), ms(450)] {
        let Scene { runner, way: _way, mut far, mut near, _host, _machine } = Scene::set(way, AT_ONCE).await;
        let id = runner.launch(["far", "near"], "/100ms~0ms").await;
        let ((ended, faults), _) = tokio::join!(far.play(ms(110)), near.play(ms(5)));
        assert_eq!(ended.results[0].given_up(), FaultCause::Late, "{way:?}");
        assert_eq!(faults.first(), Some(&FaultCause::Late));
        assert_eq!(runner.record(id).termination.unwrap().kind(), termination::Kind::Forfeited);
    }
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_never_answers_is_noticed_soon_after_its_time() {
    let way_there = ms(80);
    let Scene { runner, way: _way, mut far, mut near, _host, _machine } = Scene::set(way_there, AT_ONCE).await;
    let id = runner.launch(["far", "near"], "/1s~0ms").await;
    far.seated().await;
    far.ask().await;
    let asked = Instant::now();
    assert!(matches!(far.next().await, FromArena::Fault(fault) if fault.cause() == FaultCause::Late));
    let most = ms(1000) + 2 * limits::RELAY_REPORT_INTERVAL + 3 * way_there;
    assert!((ms(1000)..most).contains(&asked.elapsed()), "{:?}", asked.elapsed());
    near.play(AT_ONCE).await;
    assert_eq!(runner.record(id).results[0].given_up(), FaultCause::Late);
}

#[tokio::test(start_paused = true)]
async fn an_opponent_cannot_make_a_bot_late_whose_answer_is_on_the_way() {
    let Scene { runner, way: _way, mut far, mut near, _host, _machine } = Scene::set(ms(300), AT_ONCE).await;
    let id = runner.launch(["far", "near"], "/100ms~0ms").await;
    let pestered = async {
        loop {
            match near.next().await {
                FromArena::Ask(ask) => near.answer(&ask).await,
                FromArena::Ended(ended) => break ended,
                // Each fault about a stale answer makes for the next one.
                _ => {
                    let stale = pb::Answer { match_id: id.to_string(), ticket: 99, ..pb::Answer::default() };
                    sleep(ms(21)).await;
                    near.send(ToArena::Answer(stale)).await;
                }
            }
        }
    };
    let (_, ended) = tokio::join!(far.play(ms(90)), pestered);
    assert_eq!(ended.termination.unwrap().kind(), termination::Kind::Finished);
}

#[tokio::test(start_paused = true)]
async fn a_way_that_stands_still_for_a_moment_costs_nobody_anything() {
    let usual = ms(2);
    let Scene { runner, way, mut far, mut near, _host, _machine } = Scene::set(usual, AT_ONCE).await;
    let id = runner.launch(["far", "near"], "/100ms~0ms").await;
    let stalls = async {
        loop {
            sleep(ms(170)).await;
            // A message that is sent now arrives late, and all later ones wait for it.
            way.set_delay(ms(700));
            sleep(ms(30)).await;
            way.set_delay(usual);
        }
    };
    let played = async { tokio::join!(far.play(ms(90)), near.play(ms(5))) };
    tokio::select! {
        ((ended, faults), _) = played => {
            assert_eq!((ended.termination.unwrap().kind(), faults), (termination::Kind::Finished, vec![]));
        }
        () = stalls => unreachable!("it goes on for ever"),
    }
    for (think, _) in decisions(&runner.record(id), 0) {
        assert!((ms(90)..ms(93)).contains(&think), "{think:?}");
    }
}
