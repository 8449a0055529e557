//! What a status tells programs: its code, its reason, and whether waiting helps.

use tonic::{Code, Status};
use tonic_types::StatusExt;

/// What came with a status.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CallError {
    pub(crate) code: Code,
    pub(crate) reason: String,
    /// Whether the status says when to try again.
    pub(crate) retry: bool,
    /// The fields that are wrong.
    pub(crate) fields: Vec<String>,
}

impl CallError {
    /// A refusal after which only another request can succeed.
    pub(crate) fn for_good(code: Code, reason: &str) -> CallError {
        CallError { code, reason: reason.into(), retry: false, fields: Vec::new() }
    }

    /// The refusal of a value.
    pub(crate) fn field(code: Code, reason: &str, field: &str) -> CallError {
        CallError { fields: vec![field.into()], ..CallError::for_good(code, reason) }
    }

    /// A refusal after which waiting helps.
    pub(crate) fn later(code: Code, reason: &str) -> CallError {
        CallError { retry: true, ..CallError::for_good(code, reason) }
    }
}

/// Reads a status with the reason that every status of the arena has.
#[track_caller]
pub(crate) fn call_error(status: &Status) -> CallError {
    let details = status.get_error_details();
    let info = details.error_info().unwrap_or_else(|| panic!("a reason is missing: {status:?}"));
    assert_eq!(info.domain, "kahua.dev");
    assert!(!status.message().is_empty(), "{status:?}");
    let violations = details.bad_request().map(|bad| &bad.field_violations[..]).unwrap_or_default();
    CallError {
        code: status.code(),
        reason: info.reason.clone(),
        retry: details.retry_info().is_some_and(|retry| retry.retry_delay.is_some()),
        fields: violations.iter().map(|violation| violation.field.clone()).collect(),
    }
}
