//! What the seats and the spectators of a match are told.

use std::time::Duration;

use kahua_engine::{Seat, Viewer};
use kahua_proto::pb::arena::v1 as pb;
use pb::ActionForm;

use crate::clock::Micros;
use crate::ids::Ticket;
use crate::referee::public_events::action_in;
use crate::referee::{Player, Referee};

impl Referee {
    /// The first message to a seat. It is sent again whenever another connection takes over.
    #[must_use]
    pub fn seated_message(&self, seat: Seat, resumed: bool) -> pb::Seated {
        let setup = &self.setup;
        pb::Seated {
            match_id: setup.id.to_string(),
            league: setup.league.clone(),
            rated: setup.rated,
            game: setup.ruleset.info().name.to_owned(),
            options: setup.choices.to_texts(),
            ruleset_id: setup.ruleset.id().to_owned(),
            ruleset_hash: setup.ruleset.hash().0.to_vec(),
            seat: u32::from(seat.number()),
            players: setup.players.iter().map(Player::to_wire).collect(),
            time_control: Some(setup.time_control.to_wire()),
            fault_policy: Some(setup.fault_policy.to_wire()),
            seed_commitment: setup.seed_commitment().to_vec(),
            resumed,
            luck: setup.luck.to_wire().into(),
        }
    }

    /// The seat's open ask with its ticket and the events that the seat wasn't told yet; `None` if it has no open ask.
    pub fn ask_message(&mut self, seat: Seat, form: ActionForm, now: Micros) -> Option<(Ticket, pb::Ask)> {
        let ask = self.ask.filter(|ask| ask.seat == seat)?;
        let events = self.not_told(seat, form);
        let table = self.state.table();
        let clock = self.state.clock(seat);
        let (ask_left, bank_left) = clock.left(ask.spent(now.into()).think);
        let ms = |span: Duration| span.as_millis() as u64;
        let message = pb::Ask {
            match_id: self.setup.id.to_string(),
            ticket: ask.ticket.to_wire(),
            game: self.setup.ruleset.info().name.to_owned(),
            seat: u32::from(seat.number()),
            view: Some(table.view(Viewer::Seat(seat))),
            legal: self.legal(form),
            legal_total: table.legal_count() as u32,
            ask_ms: ask_left.map(ms),
            bank_ms: bank_left.map(ms),
            strikes: self.state.strikes(seat),
            events,
        };
        Some((ask.ticket, message))
    }

    /// The events that the seat wasn't told yet; `None` if there are none.
    pub fn events_message(&mut self, seat: Seat, form: ActionForm) -> Option<pb::MatchEvents> {
        let events = self.not_told(seat, form);
        if events.is_empty() {
            return None;
        }
        Some(pb::MatchEvents { match_id: self.setup.id.to_string(), events })
    }

    /// What a spectator sees.
    #[must_use]
    pub fn public_view(&self) -> pb::View {
        self.state.table().view(Viewer::Public)
    }

    /// The legal list in the form that was asked for.
    fn legal(&self, form: ActionForm) -> Vec<pb::Action> {
        if form == ActionForm::None {
            return Vec::new();
        }
        let table = self.state.table();
        let notation = |index| table.legal_notation(index).unwrap_or_default();
        let typed = |index| table.legal_wire(index).unwrap_or_default();
        (0..table.legal_count()).map(|index| action_in(form, || typed(index), || notation(index))).collect()
    }
}
