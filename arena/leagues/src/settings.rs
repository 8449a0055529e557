//! Which format a league has, and how many matches follow from it.

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_engine::SeatCount;

use crate::bracket::tables_of;
use crate::groups::groups_of;

/// The format of a league, with its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatSettings {
    /// Every bot plays every other.
    RoundRobin(Amount),
    /// One candidate against references at each table. Every bot that isn't a reference is a candidate.
    Gauntlet {
        /// The references.
        references: Vec<BotName>,
        /// How much is played: by each group, or by each candidate.
        amount: Amount,
    },
    /// A league without end, which prefers the matches that tell most about strengths.
    Ladder(Lopsided),
    /// Rounds in which bots meet that have done equally well.
    Swiss {
        /// How many sets every bot plays.
        rounds: u32,
        /// How long the pairings of a round are known before its first match begins.
        announced: Micros,
    },
    /// Rounds in which the winner of each table goes on.
    Knockout(Knockout),
}

/// How a knock-out is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knockout {
    /// The bots, the best seed first. So many must play that no table has an empty seat: with `n` seats one, and any number
    /// of times `n - 1` more.
    pub seeds: Vec<BotName>,
    /// How many sets a table plays. It ends sooner if nobody can catch up with the first any more; in a tie more sets follow,
    /// up to [`KNOCKOUT_EXTRA_SETS_MAX`](kahua_core::limits::KNOCKOUT_EXTRA_SETS_MAX), and then the better seed wins.
    pub best_of: u32,
    /// Whether the losers of the semi-finals play for the third place. At two seats only.
    pub third_place: bool,
}

/// Which matches of a ladder tell nearly nothing, and how many of them it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lopsided {
    /// A match is lopsided if one side is expected to score more than this many per cent.
    pub score: u32,
    /// At most this many per cent of the recent matches are lopsided, while others are possible.
    pub share: u32,
}

impl Default for Lopsided {
    fn default() -> Lopsided {
        Lopsided { score: 95, share: 10 }
    }
}

/// How much is played in a league that ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// This many sets by every group that may sit at one table.
    Sets(u32),
    /// This many matches by every bot, rounded up to whole sets. Groups are drawn so that all pairs meet about equally
    /// often.
    MatchesPerBot(u32),
}

impl FormatSettings {
    /// How many matches a league between these bots has; `None` if it has no end.
    #[must_use]
    pub fn matches(&self, bots: &[BotName], seats: SeatCount) -> Option<u64> {
        let (all, seats) = (bots.len() as u64, seats.get() as u64);
        let sets = match self {
            FormatSettings::RoundRobin(Amount::Sets(sets)) => groups_of(all, seats).saturating_mul((*sets).into()),
            FormatSettings::RoundRobin(_) if all < seats => 0,
            FormatSettings::RoundRobin(Amount::MatchesPerBot(matches)) => {
                all.saturating_mul(u64::from(*matches).div_ceil(seats)).div_ceil(seats)
            }
            FormatSettings::Gauntlet { references, amount } => {
                let candidates = bots.iter().filter(|bot| !references.contains(bot)).count() as u64;
                let tables = groups_of(all - candidates, seats - 1);
                match amount {
                    Amount::Sets(sets) => candidates.saturating_mul(tables).saturating_mul((*sets).into()),
                    Amount::MatchesPerBot(_) if tables == 0 => 0,
                    Amount::MatchesPerBot(matches) => candidates.saturating_mul(u64::from(*matches).div_ceil(seats)),
                }
            }
            FormatSettings::Ladder(_) => return None,
            FormatSettings::Swiss { rounds, .. } => (all / seats).saturating_mul((*rounds).into()),
            FormatSettings::Knockout(Knockout { seeds, best_of, third_place }) => {
                tables_of(seeds.len(), seats as usize, *third_place).saturating_mul((*best_of).into())
            }
        };
        Some(sets.saturating_mul(seats))
    }
}
