//! The settings of workers: machines that play matches for the arena.

use std::num::{NonZeroU64, NonZeroUsize};

use kahua_core::ids::BotName;
use kahua_core::limits::TIME_PERMILLE;
use kahua_store::TokenHash;
use serde::Deserialize;

use super::deserialize::{from_text, token_hash};

/// A machine that may play matches for the arena.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkerSettings {
    /// Its name.
    #[serde(deserialize_with = "from_text")]
    pub name: BotName,
    /// The hash of its token, as the 64 hexadecimal digits of its SHA-256.
    #[serde(deserialize_with = "token_hash")]
    pub token: TokenHash,
    /// The speed of the worker's machine, as `kahua worker --calibrate` prints it there. A speed that the worker
    /// reports by itself gives its bots no extra time.
    pub speed: Option<NonZeroU64>,
    /// The most matches that the worker has at once, if that is fewer than it accepts by itself.
    pub matches_at_once: Option<NonZeroUsize>,
}

/// Settings that hold for all workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorkerTimes {
    /// The speed of the machine for which the leagues' time controls are meant, as `kahua worker --calibrate` prints
    /// it. If the setting of a worker says that it is half as fast, its bots get twice the time. Unset: all machines
    /// have the same time.
    pub reference_speed: Option<NonZeroU64>,
}

impl WorkerTimes {
    /// The factor for time controls on a machine of this speed, in thousandths.
    pub fn time_permille(self, speed: Option<NonZeroU64>) -> u32 {
        let (Some(reference), Some(speed)) = (self.reference_speed, speed) else { return 1000 };
        let permille = u128::from(reference.get()) * 1000 / u128::from(speed.get());
        u32::try_from(permille).unwrap_or(u32::MAX).clamp(*TIME_PERMILLE.start(), *TIME_PERMILLE.end())
    }
}

/// Checks that the workers of a settings file don't conflict.
pub(super) fn check(workers: &[WorkerSettings]) -> Result<(), String> {
    for (at, worker) in workers.iter().enumerate() {
        let (name, before) = (worker.name, &workers[..at]);
        if before.iter().any(|other| other.name == name) {
            return Err(format!("two [[worker]] are called {name}: each needs a name of its own"));
        }
        if let Some(other) = before.iter().find(|other| other.token == worker.token) {
            return Err(format!(
                "the workers {} and {name} have the same token: each needs one of its own",
                other.name
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn slower_machines_give_more_time_within_bounds() {
        let workers = WorkerTimes { reference_speed: NonZeroU64::new(1000) };
        let permille = [1000, 500, 1500, 1, 0, u64::MAX].map(|speed| workers.time_permille(NonZeroU64::new(speed)));
        assert_eq!(permille, [1000, 2000, 666, 4000, 1000, 250]);
        assert_eq!(WorkerTimes::default().time_permille(NonZeroU64::new(7)), 1000);
    }

    #[test]
    fn workers_has_a_name_and_a_token_of_its_own() {
        let worker = |name: &str, digit: &str| format!("[[worker]]\nname = '{name}'\ntoken = '{}'\n", digit.repeat(64));
        let both = |a: String, b: String| Config::parse(&format!("{a}{b}"));
        assert_eq!(both(worker("a", "1"), worker("b", "2")).unwrap().workers.len(), 2);
        assert!(both(worker("a", "1"), worker("a", "2")).unwrap_err().contains("two [[worker]] are called a"));
        assert!(
            both(worker("a", "1"), worker("b", "1")).unwrap_err().contains("the workers a and b have the same token")
        );
        assert!(both(worker("a", "x"), String::new()).unwrap_err().contains("64 hexadecimal digits"));
        assert!(Config::parse("[workers]\nreference_speed = 0").unwrap_err().contains("nonzero"));
    }
}
