//! What goes wrong in a database, and what that means for the store.

use std::error::Error;
use std::fmt;

/// What the database says when it can't do something.
#[derive(Debug)]
pub struct DatabaseError {
    kind: ErrorKind,
    cause: Box<dyn Error + Send + Sync>,
}

/// What an error means for the store, and for the person who can mend it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    /// There is no answer.
    Unreachable,
    /// There is no room on the disk.
    NoSpace,
    /// A file that is needed isn't there, and can't be made.
    NoFile,
    /// Nothing can be written here.
    ReadOnly,
    /// The user or the password is wrong.
    WrongCredentials,
    /// This account may not do that.
    NotAllowed,
    /// Another program has locked the rows or the file.
    Locked,
    /// What lies on the disk isn't what was written there.
    Damaged,
    /// A row holds what no arena writes.
    Unexpected,
    /// Anything else.
    Other,
}

impl DatabaseError {
    pub(crate) fn new(kind: ErrorKind, cause: impl Into<Box<dyn Error + Send + Sync>>) -> DatabaseError {
        DatabaseError { kind, cause: cause.into() }
    }

    /// A row holds what no arena writes.
    pub(crate) fn unexpected(problem: impl Into<String>) -> DatabaseError {
        DatabaseError::new(ErrorKind::Unexpected, problem.into())
    }

    pub(crate) fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

impl Error for DatabaseError {
    /// What lies behind the cause, which speaks for this error.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.source()
    }
}
