//! Stands in until the real part lands: whoever merges that takes all of it.
use crate::ids::BotName;
use crate::referee::SetPosition;
use engine::{PerSeat, SeatCount, Seed};
use std::collections::BTreeSet;
use std::collections::VecDeque;
/// Stub.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// Stub.
    pub seats: PerSeat<BotName>,
    /// Stub.
    pub seed: Seed,
    /// Stub.
    pub set: SetPosition,
}
/// Stub.
pub trait Format {
    /// Stub.
    fn next(&mut self, busy: &dyn Fn(&BotName) -> bool) -> Option<Pairing>;
}
/// Stub.
#[derive(Debug)]
pub struct RoundRobin(VecDeque<Pairing>);
impl RoundRobin {
    /// Stub.
    #[must_use]
    pub fn new(
        league: &str,
        bots: &[BotName],
        seats: SeatCount,
        sets: u32,
        seed: Seed,
        already: &BTreeSet<(String, u32)>,
    ) -> RoundRobin {
        let mut all = VecDeque::new();
        let n = seats.get();
        for set in 0..sets {
            for start in 0..=(bots.len().saturating_sub(n)) {
                let Some(group) = bots.get(start..start + n) else { continue };
                for rotation in 0..n {
                    let mut names = group.to_vec();
                    names.rotate_left(rotation);
                    let set_id = format!("{league}-{set}-{start}");
                    if already.contains(&(set_id.clone(), rotation as u32)) {
                        continue;
                    }
                    all.push_back(Pairing {
                        seats: PerSeat::from_values(names).unwrap(),
                        seed: seed.derive("set", set.into()),
                        set: SetPosition { set_id, rotation: rotation as u32, size: n as u32 },
                    });
                }
            }
        }
        RoundRobin(all)
    }
}
impl Format for RoundRobin {
    fn next(&mut self, busy: &dyn Fn(&BotName) -> bool) -> Option<Pairing> {
        if self.0.front()?.seats.iter().any(busy) { None } else { self.0.pop_front() }
    }
}
