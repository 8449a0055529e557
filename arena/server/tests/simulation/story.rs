//! What one bot was told of its matches, and checks of it.

use std::collections::{BTreeMap, BTreeSet};

use kahua_proto::pb::arena::v1 as pb;
use pb::match_event::Event;

use crate::clocks::AskedClock;
use crate::witness::Witness;

/// A public event in the bot's form of actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeenEvent {
    pub(crate) number: u32,
    /// `None` for chance.
    pub(crate) seat: Option<u32>,
    pub(crate) notation: String,
}

/// A match in which the bot has a seat.
#[derive(Debug)]
pub(crate) struct Story {
    pub(crate) seated: pb::Seated,
    /// The events over the present connection, from the start of the match.
    events: Vec<SeenEvent>,
    /// The tickets that it was asked with, the last one at the end.
    pub(crate) tickets: Vec<u32>,
    clock: AskedClock,
    is_present: bool,
}

/// All matches of a bot.
#[derive(Debug, Default)]
pub(crate) struct Stories {
    open: BTreeMap<String, Story>,
    ended: BTreeSet<String>,
}

impl Stories {
    /// The bot has lost its connection. Over the next one it is told everything again.
    pub(crate) fn begin_connection(&mut self) {
        for story in self.open.values_mut() {
            story.events.clear();
            story.is_present = false;
        }
    }

    pub(crate) fn seated(&mut self, seated: pb::Seated, witness: &mut Witness) {
        let id = seated.match_id.clone();
        assert!(!self.ended.contains(&id), "seated in match {id}, which has ended");
        match self.open.get_mut(&id) {
            None => {
                let story = Story {
                    clock: AskedClock::new(seated.time_control.as_ref()),
                    seated,
                    events: Vec::new(),
                    tickets: Vec::new(),
                    is_present: true,
                };
                self.open.insert(id, story);
            }
            Some(story) => {
                assert!(!story.is_present, "seated twice in match {id} over one connection");
                let before = pb::Seated { resumed: seated.resumed, ..story.seated.clone() };
                assert_eq!(seated, before, "seated again in another way");
                story.is_present = true;
                witness.counts.see("seated again");
            }
        }
    }

    pub(crate) fn told(&mut self, id: &str, events: &[pb::MatchEvent], witness: &mut Witness) {
        let story = self.story(id);
        for event in events {
            let told = SeenEvent::of(event);
            let last = story.events.last().map(|last| last.number);
            assert!(last < Some(told.number), "match {id}: event {} comes after event {last:?}", told.number);
            witness.told(id, told.number);
            story.events.push(told);
        }
    }

    /// Notes an ask. Returns whether it is a repeated one.
    pub(crate) fn asked(&mut self, ask: &pb::Ask, witness: &mut Witness) -> bool {
        self.told(&ask.match_id, &ask.events, witness);
        let story = self.story(&ask.match_id);
        assert_eq!(ask.seat, story.seated.seat);
        assert!(ask.legal_total > 0 && ask.view.is_some());
        witness.asked(ask, story.events.len());
        let own = story.events.iter().filter(|event| event.seat == Some(ask.seat)).count();
        story.clock.check(ask, witness.life, own as u64);
        let comes_again = story.tickets.last() == Some(&ask.ticket);
        if !comes_again {
            story.tickets.push(ask.ticket);
        }
        comes_again
    }

    pub(crate) fn ended(&mut self, ended: &pb::Ended, witness: &mut Witness) {
        let story = self.open.remove(&ended.match_id).filter(|story| story.is_present);
        let story = story.unwrap_or_else(|| panic!("told of the end of match {} without a seat there", ended.match_id));
        self.ended.insert(ended.match_id.clone());
        witness.ended(ended, story.events);
    }

    /// The match with this id. The bot must have got Seated for it over the present connection.
    pub(crate) fn story(&mut self, id: &str) -> &mut Story {
        let story = self.open.get_mut(id).filter(|story| story.is_present);
        story.unwrap_or_else(|| panic!("told of match {id} without a seat there"))
    }

    /// Some match in which the bot has no seat any more.
    pub(crate) fn elsewhere(&self) -> Option<&String> {
        self.ended.first()
    }
}

impl SeenEvent {
    fn of(event: &pb::MatchEvent) -> SeenEvent {
        let (seat, notation) = match event.event.as_ref().expect("an event says what happened") {
            Event::ActionTaken(taken) => (Some(taken.seat), taken.action.clone().unwrap_or_default().notation),
            Event::Chance(chance) => (None, chance.notation.clone()),
        };
        SeenEvent { number: event.number, seat, notation }
    }
}
