//! What happens to seats that fail to answer properly.

use std::num::NonZeroU32;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use pb::fault_policy::Kind;

use crate::limits::{SETTING_TIME_MAX, STRIKES_MAX};

/// What happens to a seat that is late, sends an illegal or unreadable answer, disconnects or floods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultPolicy {
    /// What a fault costs.
    pub on_fault: OnFault,
    /// How long an asked seat may be without connection before that is a fault. Its clock runs during this time.
    pub reconnect: Duration,
}

/// What a fault costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFault {
    /// The match: it ends at once, and the seat is placed last.
    Forfeit,
    /// A strike. The arena takes a seeded-random legal action in the seat's place; a seat whose strikes are used up is
    /// given up.
    Substitute {
        /// The number of strikes at which the seat is given up.
        strikes_max: NonZeroU32,
    },
}

impl FaultPolicy {
    /// This policy as a message.
    #[must_use]
    pub fn to_wire(&self) -> pb::FaultPolicy {
        let (kind, strikes_max) = match self.on_fault {
            OnFault::Forfeit => (Kind::Forfeit, 0),
            OnFault::Substitute { strikes_max } => (Kind::Substitute, strikes_max.get()),
        };
        pb::FaultPolicy { kind: kind.into(), strikes_max, reconnect_ms: self.reconnect.as_millis() as u64 }
    }

    /// The policy that a message holds.
    ///
    /// # Errors
    /// If the kind is unknown or a value is out of range.
    pub fn from_wire(message: &pb::FaultPolicy) -> Result<FaultPolicy, PolicyError> {
        let on_fault = match Kind::try_from(message.kind) {
            Ok(Kind::Forfeit) => OnFault::Forfeit,
            Ok(Kind::Substitute) => match NonZeroU32::new(message.strikes_max) {
                Some(strikes_max) if strikes_max.get() <= STRIKES_MAX => OnFault::Substitute { strikes_max },
                _ => return Err(PolicyError::Strikes(message.strikes_max)),
            },
            Ok(Kind::Unspecified) | Err(_) => return Err(PolicyError::Kind(message.kind)),
        };
        let reconnect = Duration::from_millis(message.reconnect_ms);
        if reconnect > SETTING_TIME_MAX {
            return Err(PolicyError::Reconnect(message.reconnect_ms));
        }
        Ok(FaultPolicy { on_fault, reconnect })
    }
}

/// Why a message is not a valid fault policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// Neither forfeit nor substitute.
    #[error("the fault policy's kind is {0}, but must be 1 (forfeit) or 2 (substitute)")]
    Kind(i32),
    /// No strike or too many.
    #[error("the fault policy's strikes_max is {0}, but must be 1 to {STRIKES_MAX}")]
    Strikes(u32),
    /// Longer than any setting may be.
    #[error("the fault policy's reconnect_ms is {0}, but must be at most {max}", max = SETTING_TIME_MAX.as_millis())]
    Reconnect(u64),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_hold_the_whole_policy() {
        let strikes_max = NonZeroU32::new(3).unwrap();
        for on_fault in [OnFault::Forfeit, OnFault::Substitute { strikes_max }] {
            let policy = FaultPolicy { on_fault, reconnect: Duration::from_secs(30) };
            assert_eq!(FaultPolicy::from_wire(&policy.to_wire()), Ok(policy));
        }
    }

    #[test]
    fn wrong_policies_say_what_is_wrong() {
        let error = |kind: Kind, strikes_max, reconnect_ms| {
            let message = pb::FaultPolicy { kind: kind.into(), strikes_max, reconnect_ms };
            FaultPolicy::from_wire(&message).unwrap_err()
        };
        assert_eq!(error(Kind::Unspecified, 0, 0), PolicyError::Kind(0));
        assert_eq!(error(Kind::Substitute, 0, 0), PolicyError::Strikes(0));
        assert_eq!(error(Kind::Substitute, 1001, 0), PolicyError::Strikes(1001));
        assert_eq!(error(Kind::Forfeit, 0, u64::MAX), PolicyError::Reconnect(u64::MAX));
    }
}
