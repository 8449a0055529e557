//! What is done in one transaction: each kind of work, in rows.

use sha2::{Digest, Sha256};

use super::audit;
use super::chain;
use super::corrections;
use super::database::{Result, Write};
use super::error::StoreError;
use super::queue::Batch;
use super::record::Finished;
use super::removal;
use super::rows::Begun;
use super::work::{Verdict, Work};

/// Does everything in the batch, within the caller's transaction. May be repeated if the transaction failed.
///
/// # Errors
/// The outer one is the database's and ends the transaction; the inner ones concern single things.
pub(super) fn carry_out(batch: &Batch, on: &dyn Write) -> Result<Vec<Verdict>> {
    // All events first. That is safe: a match takes events only after its beginning is durable, so it began in an
    // earlier batch. And a match that ends in this batch has no events left to write.
    let chunks = batch.jobs.iter().filter_map(|job| match &job.work {
        Work::Journal(chunk) if !chunk.events.is_empty() => Some(chunk),
        _ => None,
    });
    on.journal(&chunks.collect::<Vec<_>>())?;
    batch.jobs.iter().map(|job| job.work.run(on)).collect()
}

impl Work {
    fn run(&self, on: &dyn Write) -> Result<Verdict> {
        match self {
            Work::Begin(begun) => return begin(on, begun),
            Work::Finish(finished) => return finish(on, finished),
            Work::Correct(correction) => return corrections::add(on, correction),
            Work::RemoveMoves { number, now_unix_ms } => return removal::remove(on, *number, *now_unix_ms),
            Work::KeepRuleset { ruleset } => on.keep_ruleset(ruleset)?,
            Work::SetToken { name, token } => on.set_token(name.as_str(), Some(*token))?,
            Work::ClearToken { name } => on.set_token(name.as_str(), None)?,
            Work::SetVersion { name, version } => on.set_version(name.as_str(), version)?,
            Work::SetMeta { key, value } => on.set_meta(key, value)?,
            Work::AddMeta { key, value } => on.add_meta(key, value)?,
            Work::ClearMeta { key } => on.clear_meta(key)?,
            Work::Note(act) => audit::note(on, act)?,
            Work::Journal(_) | Work::Sync => {} // the journals are written already
        }
        Ok(Ok(None))
    }
}

fn begin(on: &dyn Write, begun: &Begun) -> Result<Verdict> {
    if on.is_known(&begun.id.to_string())? {
        return Ok(Err(StoreError::BegunBefore(begun.id)));
    }
    on.begin(begun)?;
    Ok(Ok(None))
}

fn finish(on: &dyn Write, finished: &Finished) -> Result<Verdict> {
    match on.kept(&finished.id.to_string())? {
        Some((number, digest)) if digest == finished.digest => return Ok(Ok(Some(number))),
        Some(_) => return Ok(Err(StoreError::OtherRecord(finished.id))),
        None => {}
    }
    // Numbers rise by one. None is used twice, even if its record is gone.
    let ends = on.ends_to_follow()?;
    let number = ends.number + 1;
    let link = chain::next_link(&ends, number, &finished.digest, Sha256::digest(&finished.summary).into());
    on.finish(number, finished, &link)?;
    Ok(Ok(Some(number)))
}
