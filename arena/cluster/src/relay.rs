//! The relay: a match that is run by one node reaches a bot that is connected to another, the host.
//!
//! There is one call for each such seat. The node that runs the match makes it (`seat.rs`, `call.rs`) and gives the match a
//! connection as if the bot were here. The host answers it (`host.rs`) and takes a seat in its own lobby, as if the match were run
//! there. So neither the match nor the bot's session knows of the other node.
//!
//! The bot's clock is the host's matter, as far as it can be: the host measures how long the bot has an ask (`hosted_ask.rs`), and
//! the rest of the time until the answer is here counts as the arena's own lag. While there is no answer, the host tells again and
//! again that the bot still has the ask, so that nobody is late whose answer is on the way.

mod call;
mod host;
mod hosted_ask;
mod outages;
mod seat;

use std::sync::Arc;

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_engine::PerSeat;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

use super::bot_locations::BotLocations;
#[cfg(feature = "simulation")]
use super::bot_locations::NodeAddress;
use super::channels::Channels;
use super::key::NodeKey;
pub use host::RelayHost;
use kahua_play::bots::match_handle::{Connections, MatchHandle};
use kahua_play::lag::Lag;
use kahua_play::matches::matchmaker::ReachesSeats;
use kahua_play::time::Time;
use outages::Outages;
use seat::RelayedSeat;

/// Reaches the bots that are connected to other nodes. Clones share their connections.
#[derive(Clone, Debug)]
pub struct Relay(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    key: NodeKey,
    bot_locations: BotLocations,
    channels: Channels,
    outages: Outages,
    time: Time,
    lag: Lag,
    tasks: TaskTracker,
}

impl Relay {
    /// Shows this key to the nodes where the bots are. `time` and `lag` are those of the matches.
    pub fn new(key: NodeKey, bot_locations: BotLocations, time: Time, lag: Lag, tasks: TaskTracker) -> Relay {
        let (channels, outages) = Default::default();
        Relay(Arc::new(Shared { key, bot_locations, channels, outages, time, lag, tasks }))
    }

    /// Reaches this place over this channel from now on.
    #[cfg(feature = "simulation")]
    pub fn set_channel(&self, place: NodeAddress, channel: tonic::transport::Channel) {
        self.0.channels.set(place, channel);
    }
}

#[tonic::async_trait]
impl ReachesSeats for Relay {
    fn follow(&self, match_handle: &MatchHandle, players: &PerSeat<BotName>) {
        for (seat, bot) in players.entries() {
            let count = players.count();
            let seat = RelayedSeat { relay: self.clone(), bot: *bot, seat, count, match_handle: match_handle.clone() };
            self.0.tasks.spawn(seat.follow().in_current_span());
        }
    }

    async fn reached(&self, match_handle: &MatchHandle, players: &PerSeat<BotName>) {
        let mut connections = match_handle.connections();
        let is_reached = |connections: &Connections| {
            let mut players = players.entries();
            players.all(|(seat, bot)| connections[seat].is_some() || self.0.bot_locations.of(*bot).is_none())
        };
        let _too_long = timeout(limits::RELAY_OPEN_TIMEOUT, connections.wait_for(is_reached)).await;
    }
}
