//! What the seats and the spectators of a match are told.

use arena_proto::pb::arena::v1 as pb;
use engine::Seat;
use pb::ActionForm;

use crate::clock::Micros;
use crate::referee::Referee;

impl Referee {
    /// What a seat is told first of all, and again whenever another connection takes over.
    #[must_use]
    pub fn seated_message(&self, seat: Seat, resumed: bool) -> pb::Seated {
        let _ = (seat, resumed);
        todo!()
    }

    /// The seat's open ask, with what happened since it was last told; `None` if it has none.
    pub fn ask_message(&mut self, seat: Seat, form: ActionForm, now: Micros) -> Option<pb::Ask> {
        let _ = (seat, form, now);
        todo!()
    }

    /// What happened since the seat was last told; `None` if nothing did.
    pub fn seen_message(&mut self, seat: Seat, form: ActionForm) -> Option<pb::Seen> {
        let _ = (seat, form);
        todo!()
    }

    /// What a spectator sees.
    #[must_use]
    pub fn public_view(&self) -> pb::View {
        todo!()
    }

    /// The public ones of the events from this number on, actions in both forms.
    #[must_use]
    pub fn public_events(&self, from: usize) -> Vec<pb::SeenEvent> {
        let _ = from;
        todo!()
    }
}
