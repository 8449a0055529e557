//! Why a question can't be answered.

use std::fmt::Display;

use kahua_play::reason::Reason;
use kahua_store::StoreError;
use tonic::Status;
use tracing::error;

/// The status that a field of the request has a value that it can't have.
pub fn invalid(field: &str, problem: impl Display) -> Status {
    Reason::FieldInvalid.status_of_field(field, problem)
}

/// The status that the store can't do what the call needs. The problem is logged.
#[must_use]
pub fn store_failed(problem: StoreError) -> Status {
    error!(%problem, "the store failed");
    let reason = match problem {
        StoreError::Trouble(_) | StoreError::Closed => Reason::StoreUnavailable,
        _ => Reason::ArenaFailed,
    };
    reason.status(problem.to_string())
}
