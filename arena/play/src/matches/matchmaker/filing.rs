//! Records of workers: verified before they count.

use std::sync::Arc;

use kahua_core::ids::MatchId;
use kahua_core::limits;
use kahua_core::referee::{MatchSetup, seal, summary};
use kahua_core::verify::{VerifyError, verify};
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::StoreError;
use pb::recorded_event::Event;
use pb::termination::Kind;
use tokio::task::spawn_blocking;
use tracing::warn;

use super::Matchmaker;
use super::workers::{Assigned, WorkerId};
use crate::joined::joined;
use crate::priority::give_way;
use crate::time::Time;

/// Why a record of a worker doesn't count.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The match isn't assigned to the worker, or not any more.
    #[error("this match isn't one that the worker has")]
    NotAssigned,
    /// A field that was fixed before the match has changed.
    #[error("the record's header isn't the one that was assigned")]
    OtherHeader,
    /// Another version of kahua has made it.
    #[error("the record was made by version {0:?}, but {version} is expected", version = crate::VERSION)]
    OtherVersion(String),
    /// The match has no result.
    #[error("the match was aborted; a match that can't be played is to be given back")]
    Aborted,
    /// A comment or an explanation is longer than a match allows.
    #[error("a text in it has more than {max} bytes", max = limits::DETAIL_BYTES_MAX)]
    TextTooLong,
    /// It isn't sound.
    #[error(transparent)]
    Unsound(#[from] VerifyError),
    /// The store can't keep it. That isn't the worker's fault.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Matchmaker {
    /// Verifies the record of a match that a worker has, and counts it. If the record is refused, the match waits until
    /// somebody else plays it.
    ///
    /// # Errors
    /// Why the record doesn't count.
    pub async fn file(self: &Arc<Self>, worker: WorkerId, record: pb::MatchRecord) -> Result<(), FileError> {
        let id = record.match_id.parse::<MatchId>().map_err(|_| FileError::NotAssigned)?;
        // Taken from the worker before anything waits: so the match isn't filed twice, and isn't overdue while it is
        // verified.
        let (machine, assigned) = self.workers.take(worker, id).ok_or(FileError::NotAssigned)?;
        let matchmaker = self.clone();
        // A task of its own, so that filing completes even if the worker disconnects now.
        let filing = self.tasks.spawn(async move {
            let filed = matchmaker.file_assigned(&assigned, machine.clone(), record).await;
            let name = machine.name.parse().ok();
            match &filed {
                Ok(()) => name.into_iter().for_each(|name| matchmaker.workers.note_kept(name)),
                Err(problem) => {
                    warn!(%id, worker = machine.name, %problem, "a worker's record is refused; its pairing waits");
                    if !matches!(problem, FileError::Store(_)) {
                        name.into_iter().for_each(|name| matchmaker.workers.note_refused(name));
                        matchmaker.matches.note_refused();
                    }
                    matchmaker.give_back(&assigned.spec, id, assigned.pairing);
                }
            }
            matchmaker.lobby.notify();
            filed
        });
        joined(filing.await).unwrap_or(Err(StoreError::Closed.into()))
    }

    async fn file_assigned(
        &self,
        assigned: &Assigned,
        machine: pb::WorkerMachine,
        record: pb::MatchRecord,
    ) -> Result<(), FileError> {
        let setup = assigned.setup.clone();
        let checked = spawn_blocking(move || {
            give_way();
            check(&setup, &record).map(|()| record)
        });
        let mut record = joined(checked.await).unwrap_or(Err(StoreError::Closed.into()))?;
        // The arena sets the fields that it knows itself.
        record.worker = Some(machine);
        // Somebody may have set the wall clock back since the match was assigned.
        record.ended_unix_ms = Time::unix_ms().max(record.started_unix_ms);
        seal(&mut record);
        // The match didn't begin in this store, which may lack its ruleset.
        self.store.keep_ruleset(assigned.setup.ruleset.toml()).await?;
        Ok(self.matches.take_in(&record).await?)
    }
}

/// Checks that this is the record of the match with this setup, played to its end.
fn check(setup: &MatchSetup, record: &pb::MatchRecord) -> Result<(), FileError> {
    // First, because the records of another version may differ anywhere. The worker is then told the cause.
    if record.arena_version != crate::VERSION {
        let version = limits::cut(&record.arena_version, limits::VERSION_BYTES_MAX).to_owned();
        return Err(FileError::OtherVersion(version));
    }
    let header = pb::MatchRecord {
        seed: record.seed.clone(),
        seed_nonce: record.seed_nonce.clone(),
        seed_commitment: record.seed_commitment.clone(),
        moves_removed: record.moves_removed,
        termination: None,
        results: Vec::new(),
        ended_unix_ms: 0,
        arena_version: String::new(),
        ..summary(record)
    };
    if header != setup.header() {
        return Err(FileError::OtherHeader);
    }
    if record.termination.as_ref().map(pb::Termination::kind) == Some(Kind::Aborted) {
        return Err(FileError::Aborted);
    }
    if record.events.iter().filter_map(|event| event.event.as_ref()).any(has_long_text) {
        return Err(FileError::TextTooLong);
    }
    verify(record, &setup.ruleset)?;
    Ok(())
}

fn has_long_text(event: &Event) -> bool {
    match event {
        Event::Decision(decision) => decision.comment.len() > limits::COMMENT_BYTES_MAX,
        Event::Fault(fault) => fault.detail.len() > limits::DETAIL_BYTES_MAX,
        Event::Chance(_) | Event::Resumption(_) => false,
    }
}
