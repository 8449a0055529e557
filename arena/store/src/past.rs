//! What was played, as an arena reads it when it starts: the summaries of all records, which are a hundredth of their bytes.

use kahua_core::referee::{canonical_bytes, summary};
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;
use rusqlite::{Connection, Result};
use sha2::{Digest, Sha256};

use super::error::StoreError;
use super::reader::Reader;
use super::record;

/// How many summaries are read at a time, so that a long walk keeps nobody out.
const SUMMARIES_AT_ONCE: u32 = 1024;

type Page = Vec<(i64, Vec<u8>)>;

/// The bytes of the summary of the record in a row, which may be the summary itself; `None` if the row isn't sound.
pub(super) fn summary_of_row(digest: &[u8], body: &[u8]) -> Option<Vec<u8>> {
    let record = pb::MatchRecord::decode(body).ok()?;
    match record.moves_removed {
        Some(_) => Some(body.to_vec()),
        None => (digest == &Sha256::digest(body)[..]).then(|| canonical_bytes(&summary(&record))),
    }
}

impl Reader {
    /// Reads the summaries of all finished matches in the order of finishing. The records themselves aren't read, so damage
    /// in them isn't noticed; those that were damaged before there were summaries come last, as errors. That each summary
    /// is its record's is what the chain proves.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn summaries_of_all(
        &self,
        mut each: impl FnMut(std::result::Result<pb::MatchRecord, StoreError>),
    ) -> std::result::Result<(), StoreError> {
        let mut last = 0;
        loop {
            let page = page(&self.lock(), last)?;
            for (number, summary) in &page {
                last = *number;
                each(record::decode(&format!("number {number}"), summary));
            }
            if page.is_empty() {
                break;
            }
        }
        for id in without_summary(&self.lock())? {
            each(Err(StoreError::damaged(&id, "its record was damaged already when its summary was to be made")));
        }
        Ok(())
    }
}

fn page(connection: &Connection, after: i64) -> Result<Page> {
    let sql = "SELECT number, body FROM record_summaries WHERE number > ?1 ORDER BY number LIMIT ?2";
    let mut rows = connection.prepare_cached(sql)?;
    rows.query_map((after, SUMMARIES_AT_ONCE), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// The matches whose records were damaged when the summaries were made.
fn without_summary(connection: &Connection) -> Result<Vec<String>> {
    let count = |table| connection.query_row(&format!("SELECT count(*) FROM {table}"), (), |row| row.get::<_, i64>(0));
    // To look for them takes long, and there are hardly ever any.
    if count("records")? == count("record_summaries")? {
        return Ok(Vec::new());
    }
    let sql = "SELECT id FROM records WHERE number NOT IN (SELECT number FROM record_summaries)";
    connection.prepare_cached(sql)?.query_map((), |row| row.get(0))?.collect()
}
