//! The number by which a position is named.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A position's number. The first position of a process has 1, and none has a number that another one had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Handle(u64);

impl Handle {
    pub(crate) const FIRST: Handle = Handle(1);

    pub(crate) fn next(self) -> Handle {
        Handle(self.0 + 1)
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
