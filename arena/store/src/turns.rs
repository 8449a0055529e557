//! A long read yields to other threads from time to time.

use std::thread::yield_now;
use std::time::Instant;

use kahua_core::limits::READING_TURN_MAX;

/// The turns of a thread that reads one thing after the other.
///
/// Even a thread of low priority keeps its core until its time slice is over. That takes milliseconds, while a player's
/// turn takes a tenth of one.
#[derive(Debug)]
pub(super) struct Turns(Instant);

impl Turns {
    /// A turn that begins now.
    pub(super) fn new() -> Turns {
        Turns(Instant::now())
    }

    /// Yields to other threads if the turn was long enough. Call it before each item that is read. Returns whether it
    /// yielded.
    pub(super) fn next(&mut self) -> bool {
        let is_over = self.0.elapsed() >= READING_TURN_MAX;
        if is_over {
            yield_now();
            self.0 = Instant::now();
        }
        is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_go_first_when_a_turn_is_over() {
        let begun = Instant::now().checked_sub(READING_TURN_MAX).expect("the machine has run for longer");
        let mut turns = Turns(begun);
        assert!(turns.next());
        assert!(turns.0 > begun, "a new turn has begun");
    }
}
