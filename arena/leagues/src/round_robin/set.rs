//! Sets of matches: every bot in every seat once, with one seed or with a seed for each match.

use std::collections::{BTreeSet, VecDeque};

use kahua_core::ids::BotName;
use kahua_core::referee::{Luck, SetPosition};
use kahua_engine::{Dice, PerSeat, Seed};
use sha2::{Digest, Sha256};

use crate::Pairing;

/// A set, and which of its matches are still to be handed out.
#[derive(Debug)]
pub(super) struct Set {
    id: String,
    seed: Seed,
    luck: Luck,
    /// The bots by seat in the first match.
    order: PerSeat<BotName>,
    rotations: VecDeque<u32>,
}

impl Set {
    /// The set with this number that these bots play, in any order. Its id, seed and seats depend on nothing but the
    /// league's name and seed, the names of the bots and the number. `played` names matches by set and rotation.
    pub(super) fn new(
        league: &str,
        league_seed: &Seed,
        luck: Luck,
        mut bots: Vec<BotName>,
        number: u32,
        played: &BTreeSet<(String, u32)>,
    ) -> Set {
        bots.sort_unstable();
        let mut hash = Sha256::new();
        hash.update(league);
        bots.iter().for_each(|bot| hash.update(format!("\n{bot}")));
        let group = hex::encode(&hash.finalize()[..8]);
        let id = format!("{group}-{number}");

        let seed = league_seed.derive(&format!("set {group}"), number.into());
        // Rotation alone would give every bot the same neighbours in all sets.
        Dice::new(seed.derive("order", 0)).shuffle(&mut bots);
        let order = PerSeat::from_values(bots).expect("a group fills a table");
        let rotations = 0..order.count().get() as u32;
        let rotations = rotations.filter(|rotation| !played.contains(&(id.clone(), *rotation))).collect();
        Set { id, seed, luck, order, rotations }
    }

    /// Whether none of its matches has been handed out.
    pub(super) fn is_untouched(&self) -> bool {
        self.rotations.len() == self.order.count().get()
    }

    pub(super) fn is_finished(&self) -> bool {
        self.rotations.is_empty()
    }

    pub(super) fn bots(&self) -> impl Iterator<Item = &BotName> {
        self.order.iter()
    }

    /// The seed of one match. Nobody who learns it when the match is over learns the set's, or that of another match.
    fn seed_of(&self, rotation: u32) -> Seed {
        match self.luck {
            Luck::Fresh => self.seed.derive("match", rotation.into()),
            Luck::Same => self.seed,
        }
    }

    /// Hands out its next match.
    pub(super) fn next_match(&mut self) -> Option<Pairing> {
        let rotation = self.rotations.pop_front()?;
        let seats = self.order.count();
        let rotated = self.order.iter().cycle().skip(rotation as usize).take(seats.get()).copied();
        Some(Pairing {
            seats: PerSeat::from_values(rotated).expect("a group fills a table"),
            seed: self.seed_of(rotation),
            set: SetPosition { set_id: self.id.clone(), rotation, size: seats.get() as u32 },
        })
    }
}
