//! What happened, as bots and spectators are told it.

use std::mem;

use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use pb::{ActionForm, match_event, recorded_event};

use crate::referee::Referee;
use crate::referee::log::{EncodedEvent, EventKind};

impl Referee {
    /// The public events from this number on, with actions and chance outcomes in both forms.
    #[must_use]
    pub fn public_events(&self, from: usize) -> Vec<pb::MatchEvent> {
        self.public_from(from, ActionForm::Both)
    }

    /// The public events that the seat wasn't told yet. They count as told from now on.
    pub(super) fn not_told(&mut self, seat: Seat, form: ActionForm) -> Vec<pb::MatchEvent> {
        let from = mem::replace(&mut self.told[seat], self.events.len());
        self.public_from(from, form)
    }

    fn public_from(&self, from: usize, form: ActionForm) -> Vec<pb::MatchEvent> {
        let new = self.events.from(from);
        let table = self.state.table();
        // The log has the notation of all events. The table has their typed messages, with decisions and chance events
        // numbered separately.
        let mut action = table.actions_taken() - new.count(EventKind::is_decision);
        let mut outcome = table.chances_drawn() - new.count(EventKind::is_chance);
        let mut public = Vec::new();
        for (number, kind, event) in new.numbered() {
            let event = match kind {
                EventKind::Decision { seat, substitute } => {
                    action += 1;
                    let taken = Some(self.action_taken(action - 1, event, form));
                    match_event::Event::ActionTaken(pb::ActionTaken { seat: seat.into(), action: taken, substitute })
                }
                EventKind::Chance => {
                    outcome += 1;
                    match_event::Event::Chance(self.chance_drawn(outcome - 1, event, form))
                }
                EventKind::Internal => continue,
            };
            public.push(pb::MatchEvent { number: number as u32, event: Some(event) });
        }
        public
    }

    /// The action of the decision with this number.
    fn action_taken(&self, number: usize, event: EncodedEvent<'_>, form: ActionForm) -> pb::Action {
        let typed = || self.state.table().action_taken(number).unwrap_or_default();
        let notation = || match event.decode().event {
            Some(recorded_event::Event::Decision(decision)) => decision.action,
            _ => String::new(),
        };
        action_in(form, typed, notation)
    }

    /// The outcome of the chance event with this number.
    fn chance_drawn(&self, number: usize, event: EncodedEvent<'_>, form: ActionForm) -> pb::Chance {
        let typed = || self.state.table().chance_drawn(number).unwrap_or_default();
        let notation = || match event.decode().event {
            Some(recorded_event::Event::Chance(notation)) => notation,
            _ => String::new(),
        };
        match form {
            ActionForm::Unspecified | ActionForm::Typed | ActionForm::None => typed(),
            ActionForm::Notation => pb::Chance { notation: notation(), game: None },
            ActionForm::Both => pb::Chance { notation: notation(), ..typed() },
        }
    }
}

/// An action in the form that was asked for, made of its typed message, its notation, or both.
pub(super) fn action_in(
    form: ActionForm,
    typed: impl FnOnce() -> pb::Action,
    notation: impl FnOnce() -> String,
) -> pb::Action {
    match form {
        ActionForm::Unspecified | ActionForm::Typed | ActionForm::None => typed(),
        ActionForm::Notation => pb::Action { notation: notation(), game: None },
        ActionForm::Both => pb::Action { notation: notation(), ..typed() },
    }
}
