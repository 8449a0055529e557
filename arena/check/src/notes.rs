//! What was seen of the bot under check: written by the wire and the examiner, waited on and read by the steps.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kahua_proto::pb::arena::v1 as pb;
use tokio::sync::watch;

use kahua_core::referee::cause_in_words;

/// So many faults are kept; a bot that makes more is told apart from a good one by the first of them.
const FAULTS_MAX: usize = 50;

/// The notes, shared by those who write and those who wait. Clones are the same notes.
#[derive(Clone, Debug)]
pub(crate) struct Notebook(Arc<watch::Sender<Notes>>);

impl Notebook {
    pub(crate) fn new() -> Notebook {
        Notebook(Arc::new(watch::Sender::new(Notes::default())))
    }

    /// Writes.
    pub(crate) fn note<T>(&self, write: impl FnOnce(&mut Notes) -> T) -> T {
        let mut written = None;
        self.0.send_modify(|notes| written = Some(write(notes)));
        written.expect("send_modify calls its function")
    }

    /// Reads.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Notes) -> T) -> T {
        read(&self.0.borrow())
    }

    /// Waits until there is what is looked for.
    pub(crate) async fn wait_for<T>(&self, mut find: impl FnMut(&Notes) -> Option<T>) -> T {
        let mut notes = self.0.subscribe();
        loop {
            if let Some(found) = find(&notes.borrow_and_update()) {
                return found;
            }
            // The sender lives as long as this notebook.
            let _changed = notes.changed().await;
        }
    }
}

/// Everything seen so far.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// How many network connections the bot opened.
    pub(crate) sockets: u64,
    /// How many times it called Play or Listen.
    pub(crate) calls: u64,
    /// The latest of these calls.
    pub(crate) call: Call,
    /// Which call the arena last refused, if it did, and why.
    pub(crate) refused: Option<(u64, String)>,
    /// How many messages it sent.
    pub(crate) messages: u64,
    /// How many of its answers met no open ask.
    pub(crate) stray_answers: u64,
    /// What the arena found wrong, the first of it.
    pub(crate) faults: Vec<pb::FaultNotice>,
    /// Its matches by their ids.
    pub(crate) matches: BTreeMap<String, Match>,
}

/// A call of Play or Listen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    /// How it speaks.
    pub(crate) way: Way,
    /// The text of the metadata entry `authorization`.
    pub(crate) authorization: Option<String>,
    /// The bot's Hello.
    pub(crate) hello: Option<pb::Hello>,
    /// Whether the arena said Welcome.
    pub(crate) welcomed: bool,
    /// Whether it is still open.
    pub(crate) open: bool,
}

/// How a bot speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Way {
    /// Over one stream in both directions.
    #[default]
    Play,
    /// Listening to a stream, and answering by single calls.
    Listen,
}

/// A match as the bot's side of the wire saw it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Match {
    /// The bot's seat.
    pub(crate) seat: usize,
    /// Its asks by their tickets.
    pub(crate) asks: BTreeMap<u64, Asked>,
    /// How many answers met no open ask.
    pub(crate) stray_answers: u64,
    /// What the arena found wrong.
    pub(crate) faults: Vec<pb::FaultNotice>,
    /// Its end.
    pub(crate) ended: Option<pb::Ended>,
}

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SoFar {
    /// How many asks there were.
    pub(crate) asks: usize,
    /// How many of them were answered.
    pub(crate) answers: usize,
}

/// An ask.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// When it was handed on, for the last time if it came again.
    pub(crate) at: Instant,
    /// How long the answer took, once it was there.
    pub(crate) took: Option<Duration>,
}

impl Match {
    /// How far it has come.
    pub(crate) fn so_far(&self) -> SoFar {
        let answers = self.asks.values().filter(|ask| ask.took.is_some()).count();
        SoFar { asks: self.asks.len(), answers }
    }
}

impl Notes {
    /// An answer came; when its ask was handed on, if such an ask is open.
    pub(crate) fn answered(&mut self, answer: &pb::Answer) -> Option<Instant> {
        let known = self.matches.get_mut(&answer.match_id);
        let open = known.and_then(|known| {
            let ended = known.ended.is_some();
            let open = known.asks.get_mut(&answer.ticket).filter(|ask| ask.took.is_none() && !ended);
            if open.is_none() {
                known.stray_answers += 1;
            }
            open
        });
        let Some(ask) = open else {
            self.stray_answers += 1;
            return None;
        };
        ask.took = Some(ask.at.elapsed());
        Some(ask.at)
    }

    /// An answer to the ask of this time got lost on the way: the bot will be asked again, or has been already.
    pub(crate) fn lost(&mut self, answer: &pb::Answer, asked_at: Instant) {
        if let Some(known) = self.matches.get_mut(&answer.match_id) {
            known.asks.retain(|ticket, ask| *ticket != answer.ticket || ask.at != asked_at);
        }
    }

    /// The arena said this to the bot.
    pub(crate) fn told(&mut self, message: &pb::ArenaMessage) {
        use pb::arena_message::Message as Said;
        match &message.message {
            Some(Said::Welcome(_)) => self.call.welcomed = true,
            Some(Said::Seated(seated)) => {
                self.matches.entry(seated.match_id.clone()).or_default().seat = seated.seat as usize;
            }
            Some(Said::Ask(ask)) => {
                let asked = Asked { at: Instant::now(), took: None };
                self.matches.entry(ask.match_id.clone()).or_default().asks.insert(ask.ticket, asked);
            }
            Some(Said::Fault(fault)) => self.fault(fault),
            Some(Said::Ended(ended)) => {
                self.matches.entry(ended.match_id.clone()).or_default().ended = Some(ended.clone());
            }
            Some(Said::Seen(_) | Said::Notice(_)) | None => {}
        }
    }

    fn fault(&mut self, fault: &pb::FaultNotice) {
        let of_match = self.matches.get_mut(&fault.match_id).map(|known| &mut known.faults);
        for faults in [Some(&mut self.faults), of_match].into_iter().flatten() {
            if faults.len() < FAULTS_MAX {
                faults.push(fault.clone());
            }
        }
    }
}

/// A fault in words: what was wrong, and what was expected.
pub(crate) fn words(fault: &pb::FaultNotice) -> String {
    let expected = if fault.expected.is_empty() { String::new() } else { format!("; expected: {}", fault.expected) };
    format!("{}: {}{expected}", cause_in_words(fault.cause()), fault.problem)
}
