//! Reads the summaries of all records, as an arena does when it starts. They are a hundredth of the records' bytes.

use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;

use super::error::StoreError;
use super::filter::Filter;
use super::reader::Reader;
use super::record;

/// How many summaries are read at a time, so that a long read doesn't block others.
const SUMMARIES_AT_ONCE: u32 = 1024;

impl Reader {
    /// One page of summaries: those of the next matches that were finished after this record, with the numbers of their
    /// records. Damaged ones are left out.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn summaries_after(&self, number: i64) -> Result<Vec<(i64, pb::MatchRecord)>, StoreError> {
        let page = self.read(|rows| rows.summaries_after(number, SUMMARIES_AT_ONCE))?;
        let decoded = page.into_iter().map(|(number, summary)| (number, pb::MatchRecord::decode(summary.as_slice())));
        Ok(decoded.filter_map(|(number, summary)| Some((number, summary.ok()?))).collect())
    }

    /// Reads the summaries of the finished matches of a season in the order of finishing, as
    /// [`summaries_of_all`](Reader::summaries_of_all) does.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn summaries_of_season(
        &self,
        league: &str,
        season: Season,
        mut each: impl FnMut(Result<pb::MatchRecord, StoreError>),
    ) -> Result<(), StoreError> {
        let filter = Filter { league: Some(league.to_owned()), season: Some(season), ..Filter::default() };
        // The newest comes first.
        let numbers = self.read(|rows| rows.filtered(&filter, i64::MAX, i32::MAX as usize))?;
        for number in numbers.into_iter().rev() {
            for (number, summary) in self.read(|rows| rows.summaries_after(number - 1, 1))? {
                each(record::decode(&format!("number {number}"), &summary));
            }
        }
        Ok(())
    }

    /// Reads the summaries of all finished matches in the order of finishing. Doesn't read the records themselves, so
    /// it doesn't notice damage in them. The chain proves that each summary belongs to its record.
    ///
    /// Returns the number of the last record that was read. Other nodes may have written more since, so it is not the same as
    /// [`last_number`](Reader::last_number) afterwards.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn summaries_of_all(
        &self,
        mut each: impl FnMut(Result<pb::MatchRecord, StoreError>),
    ) -> Result<i64, StoreError> {
        let mut last = 0;
        loop {
            let page = self.read(|rows| rows.summaries_after(last, SUMMARIES_AT_ONCE))?;
            for (number, summary) in &page {
                last = *number;
                each(record::decode(&format!("number {number}"), summary));
            }
            if page.len() < SUMMARIES_AT_ONCE as usize {
                return Ok(last);
            }
        }
    }
}
