//! A bot whose program only thinks, and doesn't even read, keeps its connection as long as its clock runs.

use std::net::SocketAddr;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use kahua_proto::pb::arena::v1::arena_message::Message as FromArena;
use kahua_proto::pb::arena::v1::bot_message::Message as ToArena;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use tokio::runtime::Builder;
use tokio::sync::mpsc::channel;
use tokio::sync::oneshot;
use tokio_stream::wrappers::ReceiverStream;

use crate::support::{Bot, TestArena, answer_to, first, hello, message};

/// Far longer than a connection may be silent if no kernel answers for it.
const THOUGHT: Duration = Duration::from_secs(600);

#[tokio::test]
async fn an_answer_counts_after_a_thought_during_which_the_bot_read_nothing() {
    let arena = TestArena::open().await;
    let (asked, is_asked) = oneshot::channel();
    let (go_on, may_go_on) = sync_channel(1);
    let address = arena.address;
    let thinker = thread::spawn(move || {
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

    // Only the arena's own timers see the time pass: the sockets are real.
    tokio::time::pause();
    for _ in 0..THOUGHT.as_secs() {
        tokio::time::advance(Duration::from_secs(1)).await;
        tokio::task::yield_now().await;
    }
    tokio::time::resume();
    go_on.send(()).unwrap();

    // It is the other bot's turn: the answer counted.
    let ask = other.ask().await;
    other.answer(&ask, first()).await;
    tokio::task::spawn_blocking(move || thinker.join().unwrap()).await.unwrap();
    arena.stop().await;
}

/// Plays as bot a until its first ask, and calls `thought` before it answers. During that call the runtime stands
/// still, so the bot reads nothing and answers no ping.
pub(crate) fn think(address: SocketAddr, thought: impl FnOnce()) {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let (sender, inbound) = channel(8);
    let (ask, mut stream) = runtime.block_on(async {
        let mut client = BotServiceClient::connect(format!("http://{address}")).await.unwrap();
        sender.send(message(ToArena::Hello(hello("a")))).await.unwrap();
        let mut stream = client.play(ReceiverStream::new(inbound)).await.unwrap().into_inner();
        loop {
            if let Some(FromArena::Ask(ask)) = stream.message().await.unwrap().unwrap().message {
                return (ask, stream);
            }
        }
    });
    thought();
    runtime.block_on(async {
        sender.send(message(ToArena::Answer(answer_to(&ask, first())))).await.unwrap();
        // The next message is about the match and isn't an error status, so the connection has held.
        let next = stream.message().await.expect("the connection holds").expect("the match goes on");
        assert!(!matches!(next.message, Some(FromArena::Fault(_))), "{next:?}");
    });
}
