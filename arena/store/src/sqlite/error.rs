//! What an error of SQLite means.

use rusqlite::ErrorCode;

use crate::database_error::{DatabaseError, ErrorKind};

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> DatabaseError {
        let kind = match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => ErrorKind::NoSpace,
            Some(ErrorCode::CannotOpen) => ErrorKind::NoFile,
            Some(ErrorCode::ReadOnly) => ErrorKind::ReadOnly,
            Some(ErrorCode::PermissionDenied) => ErrorKind::NotAllowed,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ErrorKind::Locked,
            Some(ErrorCode::DatabaseCorrupt) => ErrorKind::Damaged,
            _ => ErrorKind::Other,
        };
        DatabaseError::new(kind, error)
    }
}
