//! A seat whose bot may be connected to another node: follows the bot wherever it is.

use std::mem;

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_core::referee::Input;
use kahua_engine::{Seat, SeatCount};
use tokio::sync::watch;
use tokio::time::sleep;
use tracing::{debug, info, warn};

use super::Relay;
use super::call::CallEnd;
use crate::bot_locations::{Locations, NodeAddress};
use kahua_play::bots::match_handle::{Connections, MatchCommand, MatchHandle, connection_id};

/// A seat in a match that runs here.
#[derive(Debug)]
pub(super) struct RelayedSeat {
    pub(super) relay: Relay,
    pub(super) bot: BotName,
    pub(super) seat: Seat,
    pub(super) count: SeatCount,
    pub(super) match_handle: MatchHandle,
}

/// What says that the bot may have moved.
#[derive(Debug)]
pub(super) struct Moves {
    pub(super) places: watch::Receiver<Locations>,
    pub(super) connections: watch::Receiver<Connections>,
}

impl RelayedSeat {
    /// Reaches the bot over whichever node it is connected to, until the match doesn't run any more.
    pub(super) async fn follow(self) {
        let (places, connections) = (self.relay.0.bot_locations.watch(), self.match_handle.connections());
        let mut moves = Moves { places, connections };
        let mut is_out_of_reach = false;
        loop {
            let place = tokio::select! {
                biased;
                () = self.match_handle.closed() => return,
                place = self.elsewhere(&mut moves, is_out_of_reach) => place,
            };
            // Where the bot isn't here meanwhile, it waits for the arena and not the other way round.
            is_out_of_reach = match self.call(&place, &mut moves).await {
                CallEnd::MatchOver => return,
                CallEnd::Moved => {
                    debug!(bot = %self.bot, %place, "the bot isn't there any more");
                    self.tell(Input::Expected { seat: self.seat }).await;
                    false
                }
                CallEnd::NotOpened(problem) => {
                    self.not_reached(&place, &problem);
                    self.tell(Input::OutOfReach { seat: self.seat }).await;
                    self.pause().await;
                    true
                }
                CallEnd::Broken(problem) => {
                    info!(bot = %self.bot, %place, problem, "the way to the node of the bot broke; trying again");
                    self.tell(Input::OutOfReach { seat: self.seat }).await;
                    self.pause().await;
                    true
                }
            }
        }
    }

    /// Waits until the bot is connected to another node, and not here. `is_out_of_reach` says that the match believes it to be where
    /// the arena can't reach it.
    async fn elsewhere(&self, moves: &mut Moves, mut is_out_of_reach: bool) -> NodeAddress {
        loop {
            let place = moves.places.borrow_and_update().get(&self.bot).cloned();
            let is_here = connection_id(&moves.connections.borrow_and_update(), self.seat).is_some();
            if let Some(place) = place.filter(|_| !is_here) {
                return place;
            }
            // Its node is gone, or knows it no more: now the bot must come back by itself.
            if mem::take(&mut is_out_of_reach) {
                self.tell(Input::Expected { seat: self.seat }).await;
            }
            moves.wait().await;
        }
    }

    async fn tell(&self, input: Input) {
        let command = MatchCommand(self.relay.0.time.moment(&self.relay.0.lag), input);
        let _the_match_may_be_over = self.match_handle.send(command).await;
    }

    fn not_reached(&self, place: &NodeAddress, problem: &str) {
        debug!(bot = %self.bot, %place, problem, "the node of the bot can't be reached; trying again");
        if self.relay.0.outages.failed(place) {
            warn!(
                node = self.relay.0.bot_locations.name_of(place),
                address = %place,
                problem,
                "another node can't be reached from here: matches of its bots wait, and end without result after {} s; give it \
                 an address that this node can reach, with `node = {{ listen = …, address = … }}` in its settings",
                limits::OUT_OF_REACH_MAX.as_secs()
            );
        }
    }

    async fn pause(&self) {
        tokio::select! {
            biased;
            () = self.match_handle.closed() => {}
            () = sleep(limits::RELAY_RETRY_PAUSE) => {}
        }
    }
}

impl Moves {
    /// Resolves when a bot may have moved.
    pub(super) async fn wait(&mut self) {
        // Neither sender can be gone while a seat is followed.
        tokio::select! {
            biased;
            Ok(()) = self.places.changed() => {}
            Ok(()) = self.connections.changed() => {}
        }
    }
}
