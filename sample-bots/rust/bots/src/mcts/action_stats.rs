//! The average value of every action over a whole search, wherever in the tree it was taken (MAST).

use std::hash::{Hash, Hasher};

use kahua_engine::Seat;
use kahua_engine::seat::SEATS_MAX;

/// The number of averages for each seat. Two actions whose hashes collide share an average, which does little harm.
const ENTRIES: usize = 4096;
/// The share of its weight that an average keeps from one decision of the game to the next.
const DECAY: f32 = 0.3;

/// The average value of every action for every seat.
#[derive(Debug)]
pub(super) struct ActionStats(Vec<Average>);

#[derive(Clone, Copy, Debug, Default)]
struct Average {
    count: f32,
    sum: f32,
}

/// The index of the average for a seat and an action.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot(u32);

impl Slot {
    pub(super) fn of(seat: Seat, action: &impl Hash) -> Slot {
        let mut hasher = ActionHasher(0xcbf2_9ce4_8422_2325);
        action.hash(&mut hasher);
        Slot((seat.index() * ENTRIES + hasher.finish() as usize % ENTRIES) as u32)
    }
}

impl ActionStats {
    pub(super) fn new() -> ActionStats {
        ActionStats(vec![Average::default(); ENTRIES * SEATS_MAX])
    }

    pub(super) fn record(&mut self, slot: Slot, value: f32) {
        let average = &mut self.0[slot.0 as usize];
        average.count += 1.0;
        average.sum += value;
    }

    /// The average, which starts at one half and counts that as one observation.
    pub(super) fn value(&self, slot: Slot) -> f32 {
        let average = self.0[slot.0 as usize];
        (average.sum + 0.5) / (average.count + 1.0)
    }

    /// Reduces the weight of all observations so far.
    pub(super) fn decay(&mut self) {
        for average in &mut self.0 {
            average.count *= DECAY;
            average.sum *= DECAY;
        }
    }
}

/// A fast hash for the small numbers that actions consist of. It is the same on every machine.
struct ActionHasher(u64);

impl ActionHasher {
    fn mix(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for ActionHasher {
    fn finish(&self) -> u64 {
        self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.mix((*byte).into()));
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    fn write_isize(&mut self, number: isize) {
        self.mix(number as u64);
    }
}
