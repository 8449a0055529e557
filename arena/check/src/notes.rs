//! What was seen of the bot under check. The proxy and the interceptor write it; the steps wait for it and read it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kahua_proto::pb::arena::v1 as pb;
use tokio::sync::watch;

use kahua_core::referee::cause_in_words;

/// How many faults are kept: the first ones, which are enough to tell what a bot does wrong.
const FAULTS_MAX: usize = 50;

/// The notes, shared by writers and waiting steps. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Notebook(Arc<watch::Sender<Notes>>);

impl Notebook {
    pub(crate) fn new() -> Notebook {
        Notebook(Arc::new(watch::Sender::new(Notes::default())))
    }

    /// Writes to the notes and wakes all waiting steps.
    pub(crate) fn note<T>(&self, write: impl FnOnce(&mut Notes) -> T) -> T {
        let mut written = None;
        self.0.send_modify(|notes| written = Some(write(notes)));
        written.expect("send_modify calls its function")
    }

    /// Reads the notes.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Notes) -> T) -> T {
        read(&self.0.borrow())
    }

    /// Waits until `find` finds something.
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

/// Everything that was seen so far.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// How many network connections the bot has opened.
    pub(crate) sockets: u64,
    /// How many times it has called Play or Listen.
    pub(crate) calls: u64,
    /// The latest of these calls.
    pub(crate) call: Call,
    /// The number of the call that the arena refused last, and why.
    pub(crate) refused: Option<(u64, String)>,
    /// How many messages it has sent.
    pub(crate) messages: u64,
    /// How many of its answers had no open ask.
    pub(crate) stray_answers: u64,
    /// The first faults that the arena reported to it.
    pub(crate) faults: Vec<pb::FaultNotice>,
    /// Its matches by their ids.
    pub(crate) matches: BTreeMap<String, MatchLog>,
}

/// A call of Play or Listen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    /// Which of the two calls it is.
    pub(crate) kind: CallKind,
    /// The text of the metadata entry `authorization`.
    pub(crate) authorization: Option<String>,
    /// The bot's Hello.
    pub(crate) hello: Option<pb::Hello>,
    /// Whether the arena has sent Welcome.
    pub(crate) welcomed: bool,
    /// Whether it is still open.
    pub(crate) open: bool,
}

/// The call with which a bot connects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum CallKind {
    /// One stream in both directions.
    #[default]
    Play,
    /// A stream from the arena; the bot answers with single calls.
    Listen,
}

/// A match, as far as its messages passed between bot and arena.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchLog {
    /// The bot's seat.
    pub(crate) seat: usize,
    /// Its asks by their tickets.
    pub(crate) asks: BTreeMap<u32, Asked>,
    /// How many answers had no open ask.
    pub(crate) stray_answers: u64,
    /// The ticket of the first of them.
    pub(crate) first_stray: Option<u32>,
    /// The answers in Submit that the check itself has lost on their way, with their sessions.
    pub(crate) lost_answers: Vec<(u32, String)>,
    /// The first faults that the arena reported to the bot.
    pub(crate) faults: Vec<pb::FaultNotice>,
    /// The message that it has ended.
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
    /// When it was sent, for the last time if it was sent again.
    pub(crate) at: Instant,
    /// How long the answer took, once there is one.
    pub(crate) took: Option<Duration>,
}

impl MatchLog {
    /// How far it has come.
    pub(crate) fn so_far(&self) -> SoFar {
        let answers = self.asks.values().filter(|ask| ask.took.is_some()).count();
        SoFar { asks: self.asks.len(), answers }
    }

    /// The ticket of the first answer without an open ask, if no ask had it.
    pub(crate) fn unknown_ticket(&self) -> Option<u32> {
        self.first_stray.filter(|ticket| !self.asks.contains_key(ticket))
    }
}

impl Notes {
    /// Notes an answer, which came in a Submit of this session if there is one. Returns when its ask was sent, if that ask is open.
    ///
    /// A Submit that repeats one which the check itself has lost doesn't count. curl and browsers send a call again by themselves
    /// if its connection is cut before the response. The arena refuses it, since its session is gone.
    pub(crate) fn answered(&mut self, answer: &pb::Answer, session: Option<&str>) -> Option<Instant> {
        let Some(known) = self.matches.get_mut(&answer.match_id) else {
            self.stray_answers += 1;
            return None;
        };
        let is_lost = |(ticket, of): &(u32, String)| *ticket == answer.ticket && Some(of.as_str()) == session;
        if let Some(lost) = known.lost_answers.iter().position(is_lost) {
            let _repeated = known.lost_answers.swap_remove(lost);
            return None;
        }
        let ended = known.ended.is_some();
        if let Some(ask) = known.asks.get_mut(&answer.ticket).filter(|ask| ask.took.is_none() && !ended) {
            ask.took = Some(ask.at.elapsed());
            return Some(ask.at);
        }
        known.stray_answers += 1;
        known.first_stray.get_or_insert(answer.ticket);
        self.stray_answers += 1;
        None
    }

    /// Notes that an answer to the ask sent at `asked_at` was lost on the way. The bot is asked again, if it hasn't
    /// been already.
    pub(crate) fn lost(&mut self, answer: &pb::Answer, session: Option<&str>, asked_at: Instant) {
        if let Some(known) = self.matches.get_mut(&answer.match_id) {
            known.asks.retain(|ticket, ask| *ticket != answer.ticket || ask.at != asked_at);
            known.lost_answers.extend(session.map(|session| (answer.ticket, session.to_owned())));
        }
    }

    /// Notes a message of the arena.
    pub(crate) fn sent(&mut self, message: &pb::ArenaMessage) {
        use pb::arena_message::Message as ToBot;
        match &message.message {
            Some(ToBot::Welcome(_)) => self.call.welcomed = true,
            Some(ToBot::Seated(seated)) => {
                self.matches.entry(seated.match_id.clone()).or_default().seat = seated.seat as usize;
            }
            Some(ToBot::Ask(ask)) => {
                let asked = Asked { at: Instant::now(), took: None };
                self.matches.entry(ask.match_id.clone()).or_default().asks.insert(ask.ticket, asked);
            }
            Some(ToBot::Fault(fault)) => self.fault(fault),
            Some(ToBot::Ended(ended)) => {
                self.matches.entry(ended.match_id.clone()).or_default().ended = Some(ended.clone());
            }
            Some(ToBot::Events(_) | ToBot::Notice(_)) | None => {}
        }
    }

    fn fault(&mut self, fault: &pb::FaultNotice) {
        let of_match = self.matches.get_mut(fault.match_id()).map(|known| &mut known.faults);
        for faults in [Some(&mut self.faults), of_match].into_iter().flatten() {
            if faults.len() < FAULTS_MAX {
                faults.push(fault.clone());
            }
        }
    }
}

/// A fault as one line: its cause, what was wrong, and what was expected.
pub(crate) fn describe(fault: &pb::FaultNotice) -> String {
    let expected = if fault.expected.is_empty() { String::new() } else { format!("; expected: {}", fault.expected) };
    format!("{}: {}{expected}", cause_in_words(fault.cause()), fault.problem)
}
