//! A bot can't gain time by keeping its HTTP/2 window closed.

use std::time::{Duration, Instant};

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message as FromArena;
use kahua_proto::pb::arena::v1::bot_message::Message as ToArena;
use kahua_settings::config::LeagueSettings;
use kahua_store::Store;
use tokio::time::sleep;
use tonic::transport::Channel;

use crate::support::{Bot, TestArena, answer_to, config, first, hello, league, terms};

/// Fewer bytes than any message has.
const WINDOW: u32 = 8;
const STALL: Duration = Duration::from_secs(2);
const BANK: Duration = Duration::from_secs(60);

/// An answer to a ticket that was never open costs nothing, and the arena says so.
async fn say_something_harmless(bot: &Bot, ask: &pb::Ask) {
    bot.send(ToArena::Answer(pb::Answer { ticket: 0, ..answer_to(ask, first()) })).await;
}

/// Waits until the arena has probably read everything that was sent before on any connection.
async fn wait_a_turn(bot: &mut Bot, ask: &pb::Ask) {
    say_something_harmless(bot, ask).await;
    assert_eq!(bot.fault().await.cause(), pb::FaultCause::StaleTicket);
}

async fn next_ask(bot: &mut Bot) -> pb::Ask {
    loop {
        match bot.next().await {
            FromArena::Ask(ask) => return ask,
            FromArena::Ended(ended) => panic!("an ask was expected, not {ended:?}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_bot_that_does_not_take_its_ask_pays_for_the_time() {
    let league = LeagueSettings { terms: terms("60s"), ..league() };
    let arena = TestArena::with(config([league]), Store::open_in_memory().unwrap()).await;
    let endpoint = Channel::from_shared(format!("http://{}", arena.address)).unwrap();
    let narrow = endpoint.initial_stream_window_size(WINDOW).connect().await.unwrap();
    let mut staller = Bot::try_enter_over(narrow, hello("a"), None).await.unwrap();
    let mut other = Bot::enter(&arena, "b").await;
    let seat = staller.seated().await.seat;
    other.seated().await;
    if seat == 0 {
        let ask = next_ask(&mut staller).await;
        staller.answer(&ask, first()).await;
    }
    let ask = next_ask(&mut other).await;

    // The window has room for none of these, so nothing after them is sent before the bot reads again.
    for _ in 0..3 {
        say_something_harmless(&staller, &ask).await;
        wait_a_turn(&mut other, &ask).await;
    }
    other.answer(&ask, first()).await;
    wait_a_turn(&mut other, &ask).await;
    // The staller could watch the match elsewhere, and think now.
    let asked = Instant::now();
    sleep(STALL).await;
    let late = next_ask(&mut staller).await;
    let stalled = asked.elapsed();
    staller.answer(&late, first()).await;

    let ask = next_ask(&mut other).await;
    other.answer(&ask, first()).await;
    let bank = Duration::from_millis(next_ask(&mut staller).await.bank_ms.unwrap());
    assert!(bank < BANK - stalled / 2, "{bank:?} are left of {BANK:?} after a stall of {stalled:?}");
    arena.stop().await;
}
