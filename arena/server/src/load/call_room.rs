//! Limits how many unary calls are answered at once, and shares the places among callers.

use std::sync::Arc;

use kahua_core::limits;
use tonic::Status;

use kahua_play::auth::fair_slots::{FairSlots, Slot};
use kahua_play::auth::peer::SlotOwner;
use kahua_play::reason::Reason;

/// The places of calls that are being answered. A caller leaves places to others, however many connections it has.
#[derive(Clone, Debug)]
pub(crate) struct CallRoom(Arc<FairSlots<SlotOwner>>);

impl CallRoom {
    pub(crate) fn new() -> CallRoom {
        CallRoom(FairSlots::new(limits::CALLS_MAX))
    }

    /// Takes a place for a call of this caller.
    ///
    /// # Errors
    /// If the caller holds as many places as are still free, or more.
    pub(crate) fn enter(&self, caller: SlotOwner) -> Result<Arc<Slot<SlotOwner>>, Status> {
        self.0.enter_if_fair(caller).ok_or_else(|| {
            Reason::TooManyCalls.status(
                "the arena has no more room for calls of this address or token at a time; call again when some are answered",
            )
        })
    }
}
