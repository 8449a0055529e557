//! The store as it is written: what an arena gives it, and when that is durable.

use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::referee::EncodedEvents;
use kahua_engine::ruleset::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;

use super::error::StoreError;
use super::node::NodeNumber;
use super::queue::{Backlog, Health, Queue};
use super::reader::Reader;
use super::record::{self, Finished};
use super::rows::{Act, Begun, MatchKey, TokenHash};
use super::work::Work;
use super::writer::{WriteTarget, Writer};

/// A store for reading and writing: a handle, cheap to clone. When the last handle is dropped, the store writes what is
/// still waiting and then frees the file for others.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) reader: Reader,
    // The writer ends with the last handle, so nothing else may keep it alive.
    pub(crate) writer: Arc<Writer>,
    /// This arena's node number, for a store on a server.
    pub(crate) node: Option<NodeNumber>,
}

impl Store {
    pub(crate) fn start(
        reader: Reader,
        target: Box<dyn WriteTarget>,
        node: Option<NodeNumber>,
    ) -> Result<Store, StoreError> {
        let last_key = node.map(MatchKey::before_all_of).unwrap_or_default();
        let queue = Arc::new(Queue::new(&reader.keyed_open_matches()?, last_key));
        let writer = Arc::new(Writer::spawn(queue, target));
        Ok(Store { reader, writer, node })
    }

    /// Reads what the store has on disk. It doesn't show what is still waiting to be written.
    #[must_use]
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Whether writing works; if not, why.
    #[must_use]
    pub fn health(&self) -> Health {
        self.writer.queue().health()
    }

    /// What waits to be written.
    #[must_use]
    pub fn backlog(&self) -> Backlog {
        self.writer.queue().backlog()
    }

    /// Stores a ruleset, for a match whose record comes from elsewhere and that was never begun here. Durable on
    /// return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn keep_ruleset(&self, toml: &str) -> Result<(), StoreError> {
        self.write(Work::KeepRuleset { ruleset: (RulesetHash::of(toml), toml.into()) }).await
    }

    /// Opens a match: keeps its header (a record without events and end) and its ruleset. Returns when both are durable.
    ///
    /// # Errors
    /// If the match was begun before, the header isn't one, the ruleset isn't the header's, or the disk can't be written.
    pub async fn begin(&self, header: &pb::MatchRecord, ruleset_toml: &str) -> Result<(), StoreError> {
        let (id, key) = self.add_open_match(header, ruleset_toml, self.node).await?;
        // Only once the match is on disk: a batch writes all its events before everything else.
        self.writer.queue().open_match(id, key);
        Ok(())
    }

    /// Opens a match that any node of the store may take and play. Returns when it is durable.
    ///
    /// # Errors
    /// As [`Store::begin`].
    pub async fn offer(&self, header: &pb::MatchRecord, ruleset_toml: &str) -> Result<(), StoreError> {
        self.add_open_match(header, ruleset_toml, None).await.map(drop)
    }

    async fn add_open_match(
        &self,
        header: &pb::MatchRecord,
        ruleset_toml: &str,
        node: Option<NodeNumber>,
    ) -> Result<(MatchId, MatchKey), StoreError> {
        let id = record::match_id(header)?;
        let hash = RulesetHash::of(ruleset_toml);
        if header.ruleset_hash != hash.0 {
            return Err(StoreError::bad_record(
                header,
                "the ruleset given with it isn't the one that its header names",
            ));
        }
        if let Health::Trouble(problem) = self.health() {
            return Err(StoreError::Trouble(problem));
        }
        let key = self.writer.queue().new_key();
        let (header, ruleset) = (header.encode_to_vec(), (hash, ruleset_toml.into()));
        self.write(Work::Begin(Begun { key, id, header, ruleset, node })).await?;
        Ok((id, key))
    }

    /// Adds the next events of an open match to its journal. Returns at once: they are durable soon after. Events that the
    /// journal has already are skipped, so a caller that isn't sure may give them again.
    ///
    /// # Errors
    /// If the match isn't open, if events before the first one are missing, or if too much is waiting to be written; then
    /// nothing was taken, and the caller gives the same events again with its next ones.
    pub fn journal(&self, id: MatchId, events: EncodedEvents<'_>) -> Result<(), StoreError> {
        self.writer.queue().journal(id, events)
    }

    /// Stores the record of a finished match and closes its journal, both in one step. Returns the record's number when
    /// that is durable. The record is written even if the future is dropped. The same record again changes nothing.
    ///
    /// Numbers rise by one from record to record, and [`Reader::records`] reads in their order. A caller that waits for
    /// several records at once may get the answers in another order.
    ///
    /// # Errors
    /// If the record's digest isn't that of its bytes, or another record of this match is kept already.
    pub async fn finish(&self, record: &pb::MatchRecord) -> Result<i64, StoreError> {
        let finished = Finished::of(record)?;
        self.writer.queue().close_match(finished.id);
        self.number_of(Work::Finish(finished)).await
    }

    /// Gives a bot this token, known before or not. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn set_token(&self, name: &BotName, token: TokenHash) -> Result<(), StoreError> {
        self.write(Work::SetToken { name: *name, token }).await
    }

    /// Takes the token of a bot away, if it has one. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn clear_token(&self, name: &BotName) -> Result<(), StoreError> {
        self.write(Work::ClearToken { name: *name }).await
    }

    /// Stores the version that a bot gave when it connected, and adds the bot if it is new. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn set_version(&self, name: &BotName, version: &str) -> Result<(), StoreError> {
        self.write(Work::SetVersion { name: *name, version: version.into() }).await
    }

    /// Stores a setting of the arena under this key, in place of an earlier one. The call queues it at once, so the
    /// last call counts. It is durable when the future resolves.
    ///
    /// # Errors
    /// If the store was closed.
    pub fn set_meta(&self, key: &str, value: &[u8]) -> impl Future<Output = Result<(), StoreError>> + Send + use<> {
        let written = self.writer.queue().push(Work::SetMeta { key: key.into(), value: value.into() });
        async { written.await.unwrap_or(Err(StoreError::Closed)).map(drop) }
    }

    /// The setting under this key. If there is none, stores `value`, so that all callers get the same one. Durable on
    /// return.
    ///
    /// # Errors
    /// If the store was closed, or can't be read.
    pub async fn meta_or(&self, key: &str, value: &[u8]) -> Result<Vec<u8>, StoreError> {
        if let Some(kept) = self.reader.meta(key)? {
            return Ok(kept);
        }
        // Another node may be faster. Then its value stays, and is read below.
        self.write(Work::AddMeta { key: key.into(), value: value.into() }).await?;
        Ok(self.reader.meta(key)?.unwrap_or_else(|| value.into()))
    }

    /// Forgets the setting under this key. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn clear_meta(&self, key: &str) -> Result<(), StoreError> {
        self.write(Work::ClearMeta { key: key.into() }).await
    }

    /// Notes what an organizer has done. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn note_act(&self, act: Act) -> Result<(), StoreError> {
        self.write(Work::Note(act)).await
    }

    /// Returns when everything that was given before is durable.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn sync(&self) -> Result<(), StoreError> {
        self.write(Work::Sync).await
    }

    /// Writes something that gets a number, and returns the number.
    pub(crate) async fn number_of(&self, work: Work) -> Result<i64, StoreError> {
        let answer = self.writer.queue().push(work).await.unwrap_or(Err(StoreError::Closed));
        answer.map(|number| number.expect("what is numbered has a number"))
    }

    pub(crate) async fn write(&self, work: Work) -> Result<(), StoreError> {
        let answer = self.writer.queue().push(work);
        answer.await.unwrap_or(Err(StoreError::Closed)).map(drop)
    }
}
