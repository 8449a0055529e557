//! What can be wrong with the chain, in words for the person who runs the arena.

/// What is wrong with the chain, or with the records and acts that it seals.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainFault {
    /// Records that the store once had are gone.
    #[error("{}", missing(*first, *last))]
    Missing {
        /// The number of the first of them.
        first: i64,
        /// The number of the last of them, which may be the same.
        last: i64,
    },
    /// A record has another digest than when it was kept.
    #[error("record {number}, match {id}, is not the one that was kept: it was changed and sealed again")]
    Replaced {
        /// Its number.
        number: i64,
        /// Its match, as it says now.
        id: String,
    },
    /// The stored summary of a record isn't the one that the chain seals. Ratings are computed from summaries.
    #[error(
        "the summary of record {number}, match {id}, is not the one that was kept: ratings are wrong that come from it"
    )]
    ChangedSummary {
        /// Its number.
        number: i64,
        /// Its match.
        id: String,
    },
    /// A record has no link.
    #[error("record {number}, match {id}, is not in the chain: no arena has put it here")]
    Added {
        /// Its number.
        number: i64,
        /// Its match.
        id: String,
    },
    /// Acts of organizers that were noted once are gone.
    #[error("{}", missing_acts(*first, *last))]
    MissingActs {
        /// The number of the first of them.
        first: i64,
        /// The number of the last of them, which may be the same.
        last: i64,
    },
    /// An act's hash isn't that of the act and those before it, or not the one that the chain of records seals.
    #[error("act {0} of the audit log isn't the one that was noted: it was changed, or one before it was")]
    ChangedAct(i64),
    /// A correction of results isn't the one that the audit log has.
    #[error("correction {0} isn't the one that was made: results are counted wrongly because of it")]
    ChangedCorrection(i64),
    /// A correction of results that the audit log has is gone.
    #[error("correction {0} is missing: it was deleted, and results are counted without it")]
    MissingCorrection(i64),
    /// The audit log has no such correction of results.
    #[error("correction {0} isn't in the audit log: no arena has made it")]
    AddedCorrection(String),
    /// A hash isn't that of its link.
    #[error("link {0} doesn't follow from the one before it: the chain was changed here")]
    Broken(i64),
}

fn missing(first: i64, last: i64) -> String {
    match first == last {
        true => format!("record {first} is missing: it was deleted"),
        false => format!("records {first} to {last} are missing: they were deleted"),
    }
}

fn missing_acts(first: i64, last: i64) -> String {
    match first == last {
        true => format!("act {first} of the audit log is missing: it was deleted"),
        false => format!("acts {first} to {last} of the audit log are missing: they were deleted"),
    }
}
