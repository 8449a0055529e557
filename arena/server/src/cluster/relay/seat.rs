//! A seat whose bot may be connected to another node: follows the bot wherever it is.

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_core::referee::Input;
use kahua_engine::{Seat, SeatCount};
use tokio::sync::watch;
use tokio::time::sleep;
use tracing::{debug, info};

use super::Relay;
use super::call::CallEnd;
use crate::bots::match_handle::{Connections, MatchCommand, MatchHandle, connection_id};
use crate::cluster::whereabouts::{Place, Places};

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
    pub(super) places: watch::Receiver<Places>,
    pub(super) connections: watch::Receiver<Connections>,
}

impl RelayedSeat {
    /// Reaches the bot over whichever node it is connected to, until the match doesn't run any more.
    pub(super) async fn follow(self) {
        let (places, connections) = (self.relay.0.whereabouts.watch(), self.match_handle.connections());
        let mut moves = Moves { places, connections };
        loop {
            let place = tokio::select! {
                biased;
                () = self.match_handle.closed() => return,
                place = self.elsewhere(&mut moves) => place,
            };
            let end = self.call(&place, &mut moves).await;
            if !matches!(end, CallEnd::MatchOver) {
                // Where it isn't here meanwhile, it waits for the arena and not the other way round.
                let out_of_reach = MatchCommand(self.relay.0.time.now().into(), Input::OutOfReach { seat: self.seat });
                let _the_match_may_be_over = self.match_handle.send(out_of_reach).await;
            }
            match end {
                CallEnd::MatchOver => return,
                CallEnd::Moved => debug!(bot = %self.bot, %place, "the bot isn't there any more"),
                CallEnd::NotOpened(problem) => {
                    debug!(bot = %self.bot, %place, problem, "the node of the bot can't be reached; trying again");
                    self.pause().await;
                }
                CallEnd::Broken(problem) => {
                    info!(bot = %self.bot, %place, problem, "the way to the node of the bot broke; trying again");
                    self.pause().await;
                }
            }
        }
    }

    /// Waits until the bot is connected to another node, and not here.
    async fn elsewhere(&self, moves: &mut Moves) -> Place {
        loop {
            let place = moves.places.borrow_and_update().get(&self.bot).cloned();
            let is_here = connection_id(&moves.connections.borrow_and_update(), self.seat).is_some();
            if let Some(place) = place.filter(|_| !is_here) {
                return place;
            }
            moves.wait().await;
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
