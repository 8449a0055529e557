//! The messages to a bot on another node, and the time that its asks are on the way.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use kahua_core::clock::Micros;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use tokio_stream::Stream;
use tonic::Status;

use super::ask_timing::AskTiming;
use super::sender::BotStream;

/// The messages to one bot on another node. Dropping it ends the connection.
#[derive(Debug)]
pub struct RelayedStream(BotStream);

/// An ask that was handed on to another node.
///
/// The clocks of two nodes aren't synchronized, so the time for one direction can't be measured. But the other node
/// measures how long the bot has the ask. The rest of the time since the ask was handed on is the way there and back.
#[derive(Debug)]
pub struct RelayedAsk {
    ticket: u32,
    at: Micros,
    stamp: AskTiming,
}

impl RelayedStream {
    pub(super) fn over(stream: BotStream) -> RelayedStream {
        RelayedStream(stream)
    }
}

impl Stream for RelayedStream {
    type Item = Result<(pb::ArenaMessage, Option<RelayedAsk>), Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_queued(cx).map_ok(|queued| {
            let asked = queued.ask.zip(ticket(&queued.message));
            let handed_on = asked.map(|((ready, stamp), ticket)| {
                // The wait until now was not the bot's. From here on the other node reports how long the bot has the
                // ask.
                let at = self.0.now();
                stamp.unknown_since(at);
                stamp.mark(at.since(ready));
                RelayedAsk { ticket, at, stamp }
            });
            (*queued.message, handed_on)
        })
    }
}

fn ticket(message: &pb::ArenaMessage) -> Option<u32> {
    if let Some(Message::Ask(ask)) = &message.message { Some(ask.ticket) } else { None }
}

impl RelayedAsk {
    pub fn ticket(&self) -> u32 {
        self.ticket
    }

    /// The other node has reported that the bot has had the ask for this long.
    pub fn is_held(&self, held: Duration) {
        self.stamp.unknown_since(self.at + held);
    }

    /// How long the ask and its answer, which is here now, were on the way between the nodes, if the bot had the ask
    /// for `held`. Zero if `held` is longer than the whole time.
    #[must_use]
    pub fn on_the_way(&self, held: Duration, now: Micros) -> Duration {
        now.since(self.at).saturating_sub(held)
    }

    /// The match doesn't wait for this ask any more.
    pub fn settle(&self) {
        self.stamp.settle();
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;
    use tokio_stream::StreamExt;

    use super::*;
    use crate::bots::{BotSender, DisconnectReason};
    use crate::lag::Lag;
    use crate::time::Time;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_between_the_nodes_is_what_nobody_tells_of() {
        let time = Time::start();
        let (sender, mut stream) = BotSender::open_relayed(time.clone(), Lag::always(ms(50)));
        let stamp = AskTiming::default();
        sender.send_ask(pb::Ask { ticket: 7, ..pb::Ask::default() }, time.now(), stamp.clone());
        advance(ms(20)).await;
        assert_eq!((stamp.delay(), stamp.unknown(time.now())), (None, ms(0)));
        let (_, asked) = stream.next().await.unwrap().unwrap();
        let asked = asked.unwrap();
        assert_eq!(
            (asked.ticket(), stamp.delay()),
            (7, Some(ms(20))),
            "the lag is on the way, which is measured as a whole"
        );
        advance(ms(100)).await;
        assert_eq!(stamp.unknown(time.now()), ms(100));
        asked.is_held(ms(70));
        assert_eq!(stamp.unknown(time.now()), ms(30));
        advance(ms(10)).await;
        assert_eq!(stamp.unknown(time.now()), ms(40));
        assert_eq!(asked.on_the_way(ms(75), time.now()), ms(35));
        assert_eq!(asked.on_the_way(ms(500), time.now()), ms(0), "nobody had it for longer than it was gone");
        asked.settle();
        assert_eq!(stamp.unknown(time.now()), ms(0));
    }

    #[tokio::test]
    async fn whether_a_bot_is_silent_is_its_hosts_matter() {
        let (sender, mut stream) = BotSender::open_relayed(Time::start(), Lag::always(ms(0)));
        sender.missed_ask(kahua_core::ids::MatchId::new(1, [0; 10]));
        assert!(!sender.is_silent());
        sender.disconnect(DisconnectReason::Left);
        assert!(stream.next().await.is_none(), "it isn't told");
    }
}
