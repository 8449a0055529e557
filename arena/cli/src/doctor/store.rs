//! The store: its file, its records, their chain, and the open matches.

use super::finding::Finding;
use crate::{soundness, verify};
use kahua_store::{Location, Reader, StoreError, StoreFile};

const RESTORE: &str = "restore the last good backup with `kahua restore`, and check the disk";

pub(super) fn look(store: &Location) -> Vec<Finding> {
    let reader = match Reader::open(store) {
        Ok(reader) => reader,
        Err(error @ StoreError::Missing { .. }) => {
            return vec![Finding::fail("store", error.to_string(), "start an arena here, or restore a backup")];
        }
        Err(error @ StoreError::Unfinished { .. }) => {
            return vec![Finding::fail("store", error.to_string(), "give the command again that began the copy")];
        }
        Err(error) => return vec![Finding::fail("store", error.to_string(), RESTORE)],
    };
    let mut findings = Vec::new();
    match store {
        Location::File(path) => {
            let faults = StoreFile::open(path).and_then(|file| file.faults());
            findings.push(finding("store", "the file is whole", RESTORE, faults.map_err(anyhow::Error::from)));
        }
        Location::Postgres(url) => findings.push(Finding::ok("store", format!("{url} can be read"))),
    }
    let leave_out = "everything else goes on without them; restore a backup if you need them";
    let records = reader.record_count().map_or_else(|_| "none".into(), |count| count.to_string());
    let damaged = soundness::damaged_records(&reader);
    findings.push(finding("records", &format!("{records}, all with the right digest"), leave_out, damaged));
    let chain = verify::chain::problems(&reader, None, None);
    let compare = "somebody has changed the store: compare it with a backup and with published heads";
    findings.push(finding("chain", "no record is missing, replaced or added", compare, chain));
    findings.push(open_matches(&reader));
    findings
}

/// `good`, unless there are problems, or nothing could be read.
fn finding(what: &'static str, good: &str, advice: &str, problems: anyhow::Result<Vec<String>>) -> Finding {
    match problems {
        Ok(problems) if problems.is_empty() => Finding::ok(what, good),
        Ok(problems) => Finding::fail(what, problems.join("\n      "), advice),
        Err(error) => Finding::fail(what, format!("{error:#}"), RESTORE),
    }
}

fn open_matches(reader: &Reader) -> Finding {
    let open = match reader.open_matches() {
        Ok(open) => open,
        Err(error) => return Finding::fail("open matches", error.to_string(), RESTORE),
    };
    let damaged: Vec<String> = open.iter().filter_map(|open| Some(open.as_ref().err()?.to_string())).collect();
    match damaged.is_empty() {
        true => Finding::ok("open matches", open.len().to_string()),
        false => Finding::warn("open matches", damaged.join("\n      "), "they can't go on, and stay open for ever"),
    }
}
