//! What all bots together were told. No two bots may have been told contradicting things.

use std::collections::{BTreeMap, BTreeSet};

use kahua_proto::pb::arena::v1 as pb;

use crate::counts::Counts;
use crate::story::SeenEvent;

/// Everything that must be consistent over all bots and all lives of the arena.
#[derive(Debug, Default)]
pub(crate) struct Witness {
    pub(crate) life: u32,
    /// Whether faults have stopped.
    pub(crate) is_calm: bool,
    pub(crate) counts: Counts,
    /// The asked seat and its ticket, by match, life, and number of public events before.
    asks: BTreeMap<(String, u32, usize), (u32, u32)>,
    /// Where each ticket of a match was first used.
    tickets: BTreeMap<(String, u32), (u32, usize)>,
    /// The life in which a seat of each match was first asked.
    first_asked: BTreeMap<String, u32>,
    pub(crate) ends: BTreeMap<String, pb::Ended>,
    /// The matches whose end bots were told in this life.
    pub(crate) new_ends: BTreeSet<String>,
    /// What each bot had been told of a match when it was told of its end.
    pub(crate) stories: Vec<(String, Vec<SeenEvent>)>,
    /// In this life, the number of the last event of each match that any bot was told.
    pub(crate) last_told: BTreeMap<String, u32>,
}

impl Witness {
    /// The arena has been started again.
    pub(crate) fn begin_life(&mut self) {
        self.life += 1;
        self.last_told.clear();
        self.new_ends.clear();
    }

    /// A seat was asked after so many public events. No other seat may be asked at that point, and the ticket must not
    /// be used elsewhere.
    pub(crate) fn asked(&mut self, ask: &pb::Ask, position: usize) {
        let (id, life) = (&ask.match_id, self.life);
        let asked = *self.asks.entry((id.clone(), life, position)).or_insert((ask.seat, ask.ticket));
        assert_eq!(asked, (ask.seat, ask.ticket), "match {id}: somebody is asked while another ask is open");
        let used = *self.tickets.entry((id.clone(), ask.ticket)).or_insert((life, position));
        assert_eq!(used, (life, position), "match {id}: ticket {} was used before", ask.ticket);
        if *self.first_asked.entry(id.clone()).or_insert(life) < life {
            self.counts.see("ask in a later life");
        }
    }

    pub(crate) fn told(&mut self, id: &str, number: u32) {
        let last = self.last_told.entry(id.to_owned()).or_default();
        *last = number.max(*last);
    }

    /// A bot was told how a match ended. All bots of the match must be told the same.
    pub(crate) fn ended(&mut self, ended: &pb::Ended, story: Vec<SeenEvent>) {
        self.new_ends.insert(ended.match_id.clone());
        let known = self.ends.entry(ended.match_id.clone()).or_insert_with(|| ended.clone());
        assert_eq!(known, ended, "two seats were told different ends");
        self.stories.push((ended.match_id.clone(), story));
    }
}
