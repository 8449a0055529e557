//! A busy arena: an answer that it reads late isn't late.

use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use kahua_settings::config::LeagueSettings;
use kahua_store::Store;
use tokio::sync::oneshot;

use crate::long_thought::think;
use crate::support::{Bot, TestArena, config, first, league, terms};

/// Longer than the time for an ask, but not longer than the lag that the arena subtracts.
const BUSY: Duration = Duration::from_secs(1);

#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "the runtime must stand still")]
async fn an_answer_that_lay_unread_while_the_arena_was_busy_counts() {
    let league = LeagueSettings { terms: terms("/900ms"), ..league() };
    let arena = TestArena::with(config([league]), Store::open_in_memory().unwrap()).await;
    let (asked, is_asked) = oneshot::channel();
    let (go_on, may_go_on) = sync_channel(1);
    let address = arena.address;
    let bot = thread::spawn(move || {
        think(address, || {
            asked.send(()).unwrap();
            may_go_on.recv().unwrap();
        })
    });
    let mut other = Bot::enter(&arena, "b").await;
    let seat = other.seated().await.seat;
    if seat == 0 {
        let ask = other.ask().await;
        other.answer(&ask, first()).await;
    }
    is_asked.await.unwrap();
    go_on.send(()).unwrap();
    // Blocks the only thread of this runtime, on which the whole arena runs.
    thread::sleep(BUSY);

    // It is the other bot's turn, so the answer counted although the clock had run out long before.
    let ask = other.ask().await;
    other.answer(&ask, first()).await;
    tokio::task::spawn_blocking(move || bot.join().unwrap()).await.unwrap();
    arena.stop().await;
}
