//! Notes what organizers do, so that months later somebody can tell who paused, aborted or issued what.

use std::collections::BTreeMap;

use kahua_core::limits::{self, DETAIL_BYTES_MAX, cut};
use kahua_store::{Act, Store};
use parking_lot::Mutex;
use tokio::time::Instant;
use tonic::Status;
use tracing::{debug, error, info};

use crate::auth::credentials::Credentials;
use crate::time::Time;

/// The audit log.
#[derive(Debug)]
pub struct Audit {
    store: Store,
    refused: RefusedActs,
}

impl Audit {
    /// A log that this store keeps.
    pub fn new(store: Store) -> Audit {
        Audit { store, refused: RefusedActs::default() }
    }

    /// Logs an organizer's call and its outcome. If the store can't keep the entry, the call's outcome stays the same.
    pub async fn note<T>(&self, by: &Credentials, what: &'static str, arguments: String, done: &Result<T, Status>) {
        self.note_outcome(by.label(), what, arguments, done.as_ref().map(|_| ()).map_err(Status::message)).await;
    }

    async fn note_outcome(&self, who: String, what: &'static str, arguments: String, done: Result<(), &str>) {
        let outcome = done.err().unwrap_or("done");
        let Some(left_out) = self.refused.note(&who, done.is_ok()) else {
            debug!(who, what, arguments, outcome, "an organizer's call was refused, like many before");
            return;
        };
        let more = match left_out {
            0 => String::new(),
            left_out => format!("; {left_out} more calls of the same organizer were refused before"),
        };
        let act = Act {
            unix_ms: Time::unix_ms(),
            who,
            what: what.into(),
            // Cut before the number is added, so that long arguments can't push it out.
            arguments: format!("{}{more}", cut(&arguments, DETAIL_BYTES_MAX)),
            outcome: cut(outcome, DETAIL_BYTES_MAX).into(),
        };
        info!(who = act.who, what, arguments = act.arguments, outcome = act.outcome, "an organizer's call");
        if let Err(problem) = self.store.note_act(act).await {
            error!(%problem, "an organizer's call isn't in the audit log");
        }
    }
}

/// Logs that the arena has done by itself what an organizer can do with this call.
pub(crate) async fn note_by_the_arena(store: &Store, what: &str, arguments: String) {
    let (who, what, outcome) = ("the arena".to_owned(), what.to_owned(), "done".to_owned());
    let act = Act { unix_ms: Time::unix_ms(), who, what, arguments, outcome };
    if let Err(problem) = store.note_act(act).await {
        error!(%problem, "what the arena has done isn't in the audit log");
    }
}

/// The refused calls of organizers: a few get their own entries, and the rest is counted. The log of acts is bounded,
/// and refused calls must not push out acts that were done.
#[derive(Debug, Default)]
struct RefusedActs(Mutex<BTreeMap<String, Refused>>);

#[derive(Debug)]
struct Refused {
    /// When all logged ones are paid for, at a price of [`limits::REFUSED_ACT_INTERVAL`] each.
    paid: Instant,
    /// How many weren't logged since the last entry.
    left_out: u64,
}

impl RefusedActs {
    /// Whether to log this organizer's call, which was done or refused. If so, returns how many refused calls weren't
    /// logged before it.
    fn note(&self, who: &str, is_done: bool) -> Option<u64> {
        let mut callers = self.0.lock();
        let is_new = !callers.contains_key(who);
        // All callers beyond the bound share one entry.
        let who = if is_new && callers.len() >= limits::REFUSED_CALLERS_MAX { "" } else { who };
        // Only refused calls take a place in the list.
        if is_done && is_new {
            return Some(0);
        }
        let now = Instant::now();
        let refused = callers.entry(who.to_owned()).or_insert(Refused { paid: now, left_out: 0 });
        let paid = refused.paid.max(now) + limits::REFUSED_ACT_INTERVAL;
        if !is_done {
            if paid - now > limits::REFUSED_ACT_INTERVAL * limits::REFUSED_ACTS_AT_ONCE {
                refused.left_out += 1;
                return None;
            }
            refused.paid = paid;
        }
        Some(std::mem::take(&mut refused.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn refused_calls_are_counted_when_there_are_many_and_those_that_were_done_are_all_noted() {
        let acts = RefusedActs::default();
        let mut noted = 0;
        for _ in 0..1000 {
            noted += u32::from(acts.note("a", false).is_some());
        }
        assert_eq!(noted, limits::REFUSED_ACTS_AT_ONCE);
        assert_eq!(acts.note("b", false), Some(0), "another organizer has a share of its own");
        assert_eq!([acts.note("a", true), acts.note("a", true)], [Some(980), Some(0)]);
        assert_eq!(acts.note("a", false), None);
        tokio::time::advance(limits::REFUSED_ACT_INTERVAL).await;
        assert_eq!([acts.note("a", false), acts.note("a", false)], [Some(1), None]);
    }

    #[test]
    fn no_number_of_organizers_fills_the_memory() {
        let acts = RefusedActs::default();
        let mut noted = 0;
        for number in 0..10_000 {
            noted += u32::from(acts.note(&number.to_string(), false).is_some());
        }
        assert_eq!(noted, limits::REFUSED_CALLERS_MAX as u32 + limits::REFUSED_ACTS_AT_ONCE);
        assert_eq!(acts.note("9999", true), Some(0));
        assert!(acts.0.lock().len() <= limits::REFUSED_CALLERS_MAX + 1);
    }
}
