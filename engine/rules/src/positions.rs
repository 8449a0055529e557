//! The positions that are open, by their handles.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_engine::{DynGame, DynRuleset};

use crate::handle::Handle;
use crate::limits::POSITIONS_MAX;
use crate::problem::Problem;

/// A position, and the ruleset that it is played with.
#[derive(Debug)]
pub(crate) struct Position {
    pub(crate) game: Box<dyn DynGame>,
    pub(crate) ruleset: Arc<dyn DynRuleset>,
}

impl Position {
    pub(crate) fn copy(&self) -> Position {
        Position { game: self.game.copy(), ruleset: Arc::clone(&self.ruleset) }
    }
}

/// All open positions.
#[derive(Debug)]
pub(crate) struct Positions {
    open: BTreeMap<Handle, Position>,
    next: Handle,
}

impl Positions {
    pub(crate) fn new() -> Positions {
        Positions { open: BTreeMap::new(), next: Handle::FIRST }
    }

    /// Keeps a position, and returns its handle.
    ///
    /// # Errors
    /// If too many are open.
    pub(crate) fn keep(&mut self, position: Position) -> Result<Handle, Problem> {
        if self.open.len() >= POSITIONS_MAX {
            let text = format!(
                "{POSITIONS_MAX} positions are open, the most that there may be: free those that you don't need"
            );
            return Err(Problem::limit(text));
        }
        let handle = self.next;
        self.next = handle.next();
        self.open.insert(handle, position);
        Ok(handle)
    }

    pub(crate) fn get(&self, handle: Handle) -> Result<&Position, Problem> {
        self.open.get(&handle).ok_or_else(|| unknown(handle))
    }

    pub(crate) fn get_mut(&mut self, handle: Handle) -> Result<&mut Position, Problem> {
        self.open.get_mut(&handle).ok_or_else(|| unknown(handle))
    }

    /// Forgets a position, if it is open.
    pub(crate) fn free(&mut self, handle: Handle) {
        self.open.remove(&handle);
    }
}

fn unknown(handle: Handle) -> Problem {
    Problem::request(format!("position: there is no open position {handle}; it was freed, or no answer has named it"))
}
