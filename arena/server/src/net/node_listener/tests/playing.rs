//! The messages of a bot to its host arrive in the match, and those of the match arrive at the bot.

use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use pb::{FaultCause, notice, termination};

use super::world::{Bot, Node, Way, name, within};

const AT_ONCE: Duration = Duration::ZERO;

/// A host with the bot `far`, and another node with the bot `near`, which knows where `far` is.
async fn nodes() -> (Node, Bot, Node, Bot, Way) {
    let (host, runner) = (Node::start().await, Node::start().await);
    let way = Way::between(&runner, &host, AT_ONCE);
    runner.learns("far", &way.place);
    let (far, near) = (Bot::enter(&host, "far").await, Bot::enter(&runner, "near").await);
    (host, far, runner, near, way)
}

/// Why the seat 0 has lost.
fn given_up(ended: &pb::Ended) -> FaultCause {
    ended.results[0].given_up()
}

#[tokio::test]
async fn a_match_between_bots_of_two_nodes_is_played_to_its_end() {
    within(async {
        let (host, mut far, runner, mut near, _way) = nodes().await;
        let id = runner.launch(["far", "near"], "none").await;
        let seated = far.seated().await;
        assert_eq!((seated.match_id.as_str(), seated.seat, seated.resumed), (&*id.to_string(), 0, false));
        let (far_end, near_end) = tokio::join!(far.play(AT_ONCE), near.play(AT_ONCE));
        assert_eq!(far_end, near_end);
        assert_eq!(far_end.0.termination.unwrap().kind(), termination::Kind::Finished);
        assert_eq!(far_end.1, []);
        host.has_seats("far", 0).await;
        assert_eq!(runner.record(id).results.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn a_bot_gives_up_over_its_host() {
    within(async {
        let (_host, mut far, runner, mut near, _way) = nodes().await;
        let id = runner.launch(["far", "near"], "none").await;
        far.ask_after_seat().await;
        far.send(ToArena::Resign(pb::Resign { match_id: id.to_string() })).await;
        let (ended, _) = near.play(AT_ONCE).await;
        assert_eq!(given_up(&ended), FaultCause::Resigned);
        assert_eq!(far.play(AT_ONCE).await.0, ended, "whoever resigns is told the end");
    })
    .await;
}

#[tokio::test]
async fn a_flood_over_the_host_and_a_crash_there_lose_the_match() {
    within(async {
        let (host, mut far, runner, mut near, _way) = nodes().await;
        runner.launch(["far", "near"], "none").await;
        far.ask_after_seat().await;
        while far.to.send(Ok(pb::BotMessage { message: Some(ToArena::Ready(pb::Ready {})) })).await.is_ok() {
            tokio::task::yield_now().await;
        }
        assert_eq!(given_up(&near.play(AT_ONCE).await.0), FaultCause::Flooding);

        let mut far = Bot::enter_again(&host, "far", &far.welcome.resume_token).await;
        runner.launch(["far", "near"], "none").await;
        far.ask_after_seat().await;
        host.app.crashed(name("far"), "it ended with exit code 1").await;
        let (ended, _) = near.play(AT_ONCE).await;
        assert_eq!(given_up(&ended), FaultCause::Crashed);
    })
    .await;
}

#[tokio::test]
async fn a_bot_that_misses_an_ask_is_silent_at_its_host_and_told_so_once() {
    within(async {
        let (host, mut far, runner, mut near, _way) = nodes().await;
        runner.launch(["far", "near"], "/50ms").await;
        far.ask_after_seat().await;
        let (mut faults, mut silent) = (Vec::new(), 0);
        loop {
            match far.next().await {
                FromArena::Fault(fault) => faults.push(fault.cause()),
                FromArena::Notice(notice) if notice.kind() == notice::Kind::Silent => silent += 1,
                FromArena::Ended(ended) => break assert_eq!(given_up(&ended), FaultCause::Late),
                _ => {}
            }
        }
        assert_eq!((faults, silent), (vec![FaultCause::Late], 1));
        assert!(host.app.is_silent(name("far")));
        near.play(AT_ONCE).await;
        far.send(ToArena::Ready(pb::Ready {})).await;
        while host.app.is_silent(name("far")) {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

impl Bot {
    async fn ask_after_seat(&mut self) -> pb::Ask {
        self.seated().await;
        self.ask().await
    }
}
