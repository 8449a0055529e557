//! What one simulated match is like, and what may go wrong in it.

use kahua_core::referee::{MatchSetup, OnFault};
use kahua_engine::{Dice, PerSeat, Seed};

use crate::support::{setup, substitute};

/// Something that a bot may do instead of answering properly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misdeed {
    /// Answers after its time.
    Late,
    /// Doesn't answer.
    Silent,
    /// Answers what isn't legal.
    Illegal,
    /// Answers what can't be read.
    Unreadable,
    /// Loses its connection for a long time.
    Vanish,
    /// Gives the match up.
    Resign,
    /// Sends too much.
    Flood,
    /// Loses its connection for a moment, and answers in time all the same.
    Blink,
    /// Answers twice.
    Twice,
    /// Answers a ticket that isn't open before it answers properly.
    Stale,
}

impl Misdeed {
    const ALL: [Misdeed; 10] = [
        Misdeed::Late,
        Misdeed::Silent,
        Misdeed::Illegal,
        Misdeed::Unreadable,
        Misdeed::Vanish,
        Misdeed::Resign,
        Misdeed::Flood,
        Misdeed::Blink,
        Misdeed::Twice,
        Misdeed::Stale,
    ];

    /// Whether it may cost something.
    pub(crate) fn is_fault(self) -> bool {
        !matches!(self, Misdeed::Blink | Misdeed::Twice | Misdeed::Stale)
    }
}

/// One simulated match.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) setup: MatchSetup,
    /// The misdeeds that each seat's bot may commit.
    pub(crate) misdeeds: PerSeat<Vec<Misdeed>>,
    /// One in so many asks goes wrong.
    pub(crate) rarity: u32,
    /// When the arena is killed, in microseconds after the beginning, in order.
    pub(crate) kills: Vec<u64>,
    /// The longest time that a message lies unread in the arena, in microseconds.
    pub(crate) lag: u32,
    /// When the match is aborted, if it is.
    pub(crate) abort: Option<u64>,
    /// When faults stop.
    pub(crate) calm: u64,
}

const TIME_CONTROLS: [&str; 7] =
    ["none", "/20ms", "/20ms~5ms", "100ms", "60ms+4ms/15ms~2ms", "40ms+20ms", "1s/100ms~50ms"];

impl Plan {
    pub(crate) fn draw(dice: &mut Dice) -> Plan {
        let seats = 2 + dice.below(4) as usize;
        let on_fault = match dice.below(4) {
            0 => OnFault::Forfeit,
            strikes => substitute(strikes * strikes),
        };
        let time_control = *dice.pick(&TIME_CONTROLS);
        let mut setup = setup(seats, time_control, on_fault);
        setup.seed = Seed::from_number(u64::from(dice.below(u32::MAX)));
        let misdeeds = setup.players.map(|_| {
            // Half of the bots are innocent. The others commit some kinds of misdeeds, not all.
            let wanted = dice.below(2);
            Misdeed::ALL
                .into_iter()
                .filter(|misdeed| (wanted == 1 || !misdeed.is_fault()) && dice.below(3) == 0)
                .collect()
        });
        let calm = u64::from(dice.below(600_000));
        let mut kills: Vec<u64> = (0..dice.below(4)).map(|_| u64::from(dice.below(300_000))).collect();
        kills.sort_unstable();
        let abort = (dice.below(25) == 0).then(|| u64::from(dice.below(100_000)));
        let lag = *dice.pick(&[0, 0, 300, 40_000]);
        Plan { setup, misdeeds, rarity: 1 + dice.below(5), kills, lag, abort, calm }
    }
}
