//! Copies a whole store to another place, in either database. It copies rows without interpreting them.
//!
//! The copy is marked as unfinished until it is complete and was compared with the original. A marked store can't be
//! opened, and the next copy to the same place begins anew. During the copy, no arena can open either store for
//! writing.

mod error;
mod held;

pub use error::CopyError;

use kahua_core::limits::{COPIED_RECORDS_AT_ONCE, COPIED_ROWS_AT_ONCE};

use super::database::{Held, Read, Result};
use super::location::Location;
use super::reader::{Reader, UNFINISHED_COPY};
use super::rows::{Chunk, TokenHash};

/// The key of a setting that only a store in a file has: how often an arena was started with it, as four bytes,
/// little-endian.
pub const RUNS: &str = "runs";

/// A copy in progress. If it is dropped before it is finished, the unfinished copy can't be opened.
#[derive(Debug)]
pub struct StoreCopy {
    from: Box<dyn Held>,
    to: Box<dyn Held>,
    reader: Reader,
}

impl StoreCopy {
    /// Makes an empty, unfinished copy. There must be no store at the target; an unfinished copy there is removed.
    ///
    /// # Errors
    /// If there is no store to copy, if there is one where the copy is to be, if one of them is in use, or can't be used.
    pub fn begin(from: &Location, to: &Location) -> std::result::Result<StoreCopy, CopyError> {
        if from.is_same_place(to) {
            return Err(CopyError::Same(from.clone()));
        }
        let from = held::source(from)?;
        let held = held::target(to)?;
        Ok(StoreCopy { from, to: held, reader: Reader::of(to.backend()?.open_for_reading()?) })
    }

    /// How many records there are to be copied.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn record_count(&self) -> std::result::Result<u64, CopyError> {
        Ok(self.from.rows().record_count()?.unsigned_abs())
    }

    /// Copies everything. From time to time calls `copied` with the number of records that were added since the last
    /// call.
    ///
    /// # Errors
    /// If the store can't be read, or the copy can't be written.
    pub fn run(&self, copied: impl FnMut(u64)) -> std::result::Result<(), CopyError> {
        self.copy_settings()?;
        self.copy_acts()?;
        self.copy_open_matches()?;
        self.copy_records(copied)?;
        self.copy_links()?;
        // Last, because SQLite raises these numbers itself with each row that is added.
        let (ends, epoch) = (self.from.rows().ends()?, self.epoch()?);
        Ok(self.to.write(&|on| {
            on.set_ends(ends.number, ends.act_number)?;
            on.set_epoch(epoch)
        })?)
    }

    /// At least the number of arenas that have opened the original for writing. Keys of matches and tickets of asks are
    /// derived from this number, and none may be used twice.
    fn epoch(&self) -> Result<i64> {
        let from = self.from.rows();
        let of_keys = from.open_matches()?.iter().map(|(key, _, _)| key.node().0).max();
        let runs = from.meta(RUNS)?.and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
        Ok(from.epoch()?.max(of_keys.unwrap_or(0)).max(runs.unwrap_or(0).into()))
    }

    /// Reads the copy, so that it can be verified.
    #[must_use]
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Compares the head of the copy's chain, and everything that isn't a record, with the original. Then removes the
    /// mark, and the copy is a store like any other. It is durable on return.
    ///
    /// # Errors
    /// If they aren't the same, or one of them can't be used; then the copy stays unfinished.
    pub fn finish(self) -> std::result::Result<(), CopyError> {
        self.compare()?;
        Ok(self.to.write_durably(&|on| on.clear_meta(UNFINISHED_COPY))?)
    }

    fn copy_settings(&self) -> Result<()> {
        let (from, epoch) = (self.from.rows(), self.epoch()?);
        self.to.write(&|on| {
            from.metas("")?.iter().try_for_each(|(key, value)| on.set_meta(key, value))?;
            // A PostgreSQL store counts its arenas itself. For a file, the arenas keep the count in this setting.
            on.set_meta(RUNS, &(epoch as u32).to_le_bytes())?;
            for bot in from.bots()? {
                on.set_version(&bot.name, &bot.version)?;
                on.set_token(&bot.name, bot.token.map(TokenHash))?;
            }
            from.rulesets()?.iter().try_for_each(|(hash, toml)| on.add_ruleset(*hash, toml))
        })
    }

    fn copy_acts(&self) -> Result<()> {
        let mut last = 0;
        loop {
            let acts = self.from.rows().acts_after(last, COPIED_ROWS_AT_ONCE)?;
            let Some(act) = acts.last() else { return Ok(()) };
            last = act.number;
            self.to.write(&|on| on.add_acts(&acts))?;
        }
    }

    fn copy_open_matches(&self) -> Result<()> {
        let from = self.from.rows();
        for (key, id, header) in from.open_matches()? {
            let chunk = |(first_event, events)| Chunk { key, first_event, events };
            let chunks: Vec<_> = from.chunks(key)?.into_iter().map(chunk).collect();
            self.to.write(&|on| {
                on.add_open_match(key, &id, &header)?;
                on.journal(&chunks.iter().collect::<Vec<_>>())
            })?;
        }
        Ok(())
    }

    fn copy_records(&self, mut copied: impl FnMut(u64)) -> Result<()> {
        let mut last = 0;
        loop {
            let records = self.from.rows().record_rows_after(last, COPIED_RECORDS_AT_ONCE)?;
            let (Some(first), Some(end)) = (records.first(), records.last()) else { return Ok(()) };
            let players = self.from.rows().players_of(first.number, end.number)?;
            last = end.number;
            self.to.write(&|on| on.add_records(&records, &players))?;
            copied(records.len() as u64);
        }
    }

    /// Links are copied separately from records, so that the link of a deleted record is copied too.
    fn copy_links(&self) -> Result<()> {
        let mut last = 0;
        loop {
            let links = self.from.rows().links_after(last, COPIED_ROWS_AT_ONCE)?;
            let Some(link) = links.last() else { return Ok(()) };
            last = link.number;
            self.to.write(&|on| on.add_links(&links))?;
        }
    }

    fn compare(&self) -> std::result::Result<(), CopyError> {
        let (from, to) = (self.from.rows(), self.to.rows());
        let expect = |same: bool, what| if same { Ok(()) } else { Err(CopyError::Differs(what)) };
        expect(from.ends()? == to.ends()?, "numbers and another head of its chain")?;
        expect(from.record_count()? == to.record_count()?, "records")?;
        let settings = |rows: &dyn Read| Ok::<_, CopyError>(comparable(rows.metas("")?));
        expect(settings(from)? == settings(to)?, "settings")?;
        expect(from.bots()? == to.bots()?, "bots")?;
        expect(from.rulesets()? == to.rulesets()?, "rulesets")?;
        let open = from.open_matches()?;
        expect(open == to.open_matches()?, "open matches")?;
        for (key, _, _) in open {
            expect(from.chunks(key)? == to.chunks(key)?, "events of open matches")?;
        }
        Ok(())
    }
}

/// The settings without those of the copy itself. Sorted here, because databases sort unusual keys differently.
fn comparable(mut settings: Vec<(String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    settings.retain(|(key, _)| ![UNFINISHED_COPY, RUNS].contains(&&**key));
    settings.sort();
    settings
}
