//! What a PostgreSQL server says when it can't do something.

use std::error::Error;

use tokio_postgres::error::SqlState;

use crate::database_error::{DatabaseError, ErrorKind};

/// An error of a PostgreSQL server, or of the connection to it. It never contains a password.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PostgresError {
    /// The server or the client reports an error.
    #[error("{}", words(.0))]
    Said(#[from] tokio_postgres::Error),
    /// It doesn't answer any more.
    #[error("the database server doesn't answer")]
    Silent,
}

impl PostgresError {
    pub(super) fn kind(&self) -> ErrorKind {
        let state = match self {
            PostgresError::Said(error) => error.code(),
            PostgresError::Silent => None,
        };
        match state {
            None | Some(&SqlState::ADMIN_SHUTDOWN | &SqlState::CRASH_SHUTDOWN | &SqlState::CANNOT_CONNECT_NOW) => {
                ErrorKind::Unreachable
            }
            Some(&SqlState::DISK_FULL) => ErrorKind::NoSpace,
            Some(&SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION) => {
                ErrorKind::WrongCredentials
            }
            Some(&SqlState::INSUFFICIENT_PRIVILEGE) => ErrorKind::NotAllowed,
            Some(&SqlState::LOCK_NOT_AVAILABLE) => ErrorKind::Locked,
            Some(&SqlState::READ_ONLY_SQL_TRANSACTION) => ErrorKind::ReadOnly,
            Some(&SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED) => ErrorKind::Damaged,
            Some(_) => ErrorKind::Other,
        }
    }
}

impl From<PostgresError> for DatabaseError {
    fn from(error: PostgresError) -> DatabaseError {
        DatabaseError::new(error.kind(), error)
    }
}

impl From<tokio_postgres::Error> for DatabaseError {
    fn from(error: tokio_postgres::Error) -> DatabaseError {
        PostgresError::from(error).into()
    }
}

/// The client's own words leave out what the server said.
fn words(error: &tokio_postgres::Error) -> String {
    if let Some(refusal) = error.as_db_error() {
        let detail = refusal.detail().map(|detail| format!(" ({detail})")).unwrap_or_default();
        return format!("{}{detail}", refusal.message());
    }
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        words = format!("{words}: {error}");
        cause = error.source();
    }
    words
}
