//! Bots that leave and come back, to the same node or another one, and nodes that disappear.

use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use pb::termination;

use super::world::{Bot, Node, Way, within};

const AT_ONCE: Duration = Duration::ZERO;

/// A match in which `far`, which is connected to another node, has been asked.
struct Scene {
    host: Node,
    runner: Node,
    way: Way,
    far: Bot,
    near: Bot,
    ask: pb::Ask,
}

impl Scene {
    async fn set() -> Scene {
        let (host, runner) = (Node::start().await, Node::start().await);
        let way = Way::between(&runner, &host, AT_ONCE);
        runner.learns("far", &way.place);
        let (mut far, near) = (Bot::enter(&host, "far").await, Bot::enter(&runner, "near").await);
        runner.launch(["far", "near"], "none").await;
        far.seated().await;
        let ask = far.ask().await;
        Scene { host, runner, way, far, near, ask }
    }
}

/// Plays on over this connection, which takes over the match in which this ask is open.
async fn play_on(mut far: Bot, mut near: Bot, open: &pb::Ask) {
    assert!(far.seated().await.resumed);
    let ask = far.ask().await;
    assert_eq!((&ask.match_id, ask.ticket), (&open.match_id, open.ticket), "the ask comes again");
    far.answer(&ask).await;
    let (far, near) = tokio::join!(far.play(AT_ONCE), near.play(AT_ONCE));
    assert_eq!(far, near);
    assert_eq!((far.0.termination.unwrap().kind(), far.1), (termination::Kind::Finished, vec![]));
}

#[tokio::test]
async fn a_bot_that_connects_again_to_its_host_goes_on() {
    within(async {
        let Scene { host, runner: _runner, far, near, ask, way: _way } = Scene::set().await;
        let token = far.welcome.resume_token.clone();
        drop(far);
        let far = Bot::enter_again(&host, "far", &token).await;
        assert_eq!(far.welcome.resumed_matches, 1, "its host knows of its seat");
        play_on(far, near, &ask).await;
        host.has_seats("far", 0).await;
    })
    .await;
}

#[tokio::test]
async fn a_bot_that_connects_to_the_node_of_its_match_is_left_to_that_node() {
    within(async {
        let Scene { host, runner, far, near, ask, way: _way } = Scene::set().await;
        // Both connections exist for a while, and the known location of the bot is outdated.
        let here = Bot::enter(&runner, "far").await;
        host.has_seats("far", 0).await;
        drop(far);
        play_on(here, near, &ask).await;
    })
    .await;
}

#[tokio::test]
async fn a_bot_that_leaves_the_node_of_its_match_is_followed() {
    within(async {
        let (host, runner) = (Node::start().await, Node::start().await);
        let way = Way::between(&runner, &host, AT_ONCE);
        let (mut here, near) = (Bot::enter(&runner, "far").await, Bot::enter(&runner, "near").await);
        runner.launch(["far", "near"], "none").await;
        here.seated().await;
        let ask = here.ask().await;
        drop(here);
        let far = Bot::enter(&host, "far").await;
        runner.learns("far", &way.place);
        play_on(far, near, &ask).await;
    })
    .await;
}

#[tokio::test]
async fn a_bot_whose_host_breaks_away_is_away_until_it_is_reached_again() {
    within(async {
        let Scene { host, runner, far, near, ask, way } = Scene::set().await;
        way.cut();
        host.has_seats("far", 0).await;
        way.restore();
        host.has_seats("far", 1).await;
        play_on(far, near, &ask).await;
        drop(runner);
    })
    .await;
}

#[tokio::test]
async fn a_bot_is_reached_at_another_node_when_its_host_is_gone_for_good() {
    within(async {
        let Scene { host, runner, far, near, ask, way } = Scene::set().await;
        way.cut();
        drop(far);
        let other = Node::start().await;
        let far = Bot::enter(&other, "far").await;
        let way = Way::between(&runner, &other, AT_ONCE);
        runner.learns("far", &way.place);
        play_on(far, near, &ask).await;
        drop(host);
    })
    .await;
}
