//! What a PostgreSQL server says when it can't do something.

use std::error::Error;

use tokio_postgres::error::SqlState;

/// What a PostgreSQL server, or the way to it, says. It never names a password.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// The server, or the client, says it.
    #[error("{}", words(.0))]
    Said(#[from] tokio_postgres::Error),
    /// It doesn't answer any more.
    #[error("the database server doesn't answer")]
    Silent,
}

impl PostgresError {
    /// What the server calls its refusal, if it is one.
    pub(crate) fn state(&self) -> Option<&SqlState> {
        match self {
            PostgresError::Said(error) => error.code(),
            PostgresError::Silent => None,
        }
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
