//! What every action has been worth on the whole, wherever in a search it was taken.

use std::hash::{Hash, Hasher};

use kahua_engine::Seat;
use kahua_engine::seat::SEATS_MAX;

/// How many averages are kept for a seat. Actions that share one by chance share it without much harm.
const ENTRIES: usize = 4096;
/// How much of its weight an average keeps from one decision of the game to the next.
const KEPT: f32 = 0.3;

/// The average value of every action to every seat.
#[derive(Debug)]
pub(super) struct Habits(Vec<Average>);

#[derive(Clone, Copy, Debug, Default)]
struct Average {
    count: f32,
    sum: f32,
}

/// Where the average of an action of a seat stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot(u32);

impl Slot {
    pub(super) fn of(seat: Seat, action: &impl Hash) -> Slot {
        let mut hasher = Mixer(0xcbf2_9ce4_8422_2325);
        action.hash(&mut hasher);
        Slot((seat.index() * ENTRIES + hasher.finish() as usize % ENTRIES) as u32)
    }
}

impl Habits {
    pub(super) fn new() -> Habits {
        Habits(vec![Average::default(); ENTRIES * SEATS_MAX])
    }

    pub(super) fn learn(&mut self, slot: Slot, value: f32) {
        let average = &mut self.0[slot.0 as usize];
        average.count += 1.0;
        average.sum += value;
    }

    /// The average, drawn towards one half where little is known.
    pub(super) fn value(&self, slot: Slot) -> f32 {
        let average = self.0[slot.0 as usize];
        (average.sum + 0.5) / (average.count + 1.0)
    }

    /// Makes what was learnt so far count for less.
    pub(super) fn fade(&mut self) {
        for average in &mut self.0 {
            average.count *= KEPT;
            average.sum *= KEPT;
        }
    }
}

/// A quick hash for the small numbers that actions are made of, the same on every machine.
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Mixer {
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
