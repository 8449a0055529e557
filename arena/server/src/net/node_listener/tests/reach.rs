//! Bots at nodes that are alive but can't be reached from here aren't charged for that.

use std::collections::BTreeMap;
use std::time::Duration;

use kahua_core::limits;
use kahua_engine::Seed;
use kahua_proto::pb::arena::v1 as pb;
use pb::{FaultCause, termination};
use tokio::time::{Instant, sleep};

use super::world::{Bot, Node, Way};
use kahua_play::SimulatedMachine;

const AT_ONCE: Duration = Duration::ZERO;

/// For how long a bot may be away in these matches.
const RECONNECT: Duration = Duration::from_secs(60);

/// A match in which `far` must move. It is connected to a node that the match's node has never reached.
struct Scene {
    runner: Node,
    way: Way,
    far: Bot,
    near: Bot,
    _host: Node,
    _machine: SimulatedMachine,
}

impl Scene {
    async fn set() -> Scene {
        let machine = SimulatedMachine::start(Seed::from_number(1), 1_700_000_000_000, AT_ONCE);
        let (host, runner) = (Node::start().await, Node::start().await);
        let way = Way::between(&runner, &host, AT_ONCE);
        way.cut();
        runner.learns("far", &way.place);
        let (far, near) = (Bot::enter(&host, "far").await, Bot::enter(&runner, "near").await);
        runner.launch(["far", "near"], "/100ms~0ms").await;
        Scene { runner, way, far, near, _host: host, _machine: machine }
    }
}

#[tokio::test(start_paused = true)]
async fn a_match_whose_bot_cannot_be_reached_ends_without_result() {
    let Scene { runner: _runner, way: _way, far: _far, mut near, _host, _machine } = Scene::set().await;
    let launched = Instant::now();
    let (ended, faults) = near.play(AT_ONCE).await;
    let termination = ended.termination.unwrap();
    assert_eq!((termination.kind(), ended.results, faults), (termination::Kind::Aborted, vec![], vec![]));
    assert!(termination.reason.contains("couldn't reach far"), "{}", termination.reason);
    // Its first failure may have been before the match began.
    assert!(launched.elapsed() >= limits::OUT_OF_REACH_MAX - limits::RELAY_OPEN_TIMEOUT, "{:?}", launched.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_can_be_reached_at_last_has_lost_no_time() {
    let Scene { runner: _runner, way, mut far, mut near, _host, _machine } = Scene::set().await;
    sleep(limits::OUT_OF_REACH_MAX / 2).await;
    way.restore();
    let ((ended, faults), _) = tokio::join!(far.play(Duration::from_millis(90)), near.play(AT_ONCE));
    assert_eq!((ended.termination.unwrap().kind(), faults), (termination::Kind::Finished, vec![]));
}

#[tokio::test(start_paused = true)]
async fn a_bot_whose_node_is_gone_must_connect_again() {
    let Scene { runner, way: _way, far: _far, mut near, _host, _machine } = Scene::set().await;
    sleep(limits::NODE_LEASE).await;
    // The other nodes have found that its lease has ended.
    runner.bot_locations.set(BTreeMap::new());
    let gone = Instant::now();
    let (ended, _) = near.play(AT_ONCE).await;
    assert_eq!(ended.results[0].given_up(), FaultCause::Disconnected);
    assert!(gone.elapsed() >= RECONNECT, "it has had all its time: {:?}", gone.elapsed());
}
