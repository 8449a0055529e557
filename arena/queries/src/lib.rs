//! What an arena knows: standings, comparisons, leagues, bots and matches.
//!
//! A question is a request of LeagueService, and there is one function that answers it: [`get_standings`], [`compare_bots`],
//! [`get_league_status`], [`list_bots`], [`bot`], [`list_matches`] and [`get_report`]. They check what the request names, choose pools,
//! seasons and matches, and cut pages. What they answer from is a [`Facts`]: a running arena has the facts in memory, and an
//! [`Archive`] reads them from a store. [`StoredArena`] is the whole service for a store that no arena serves, with the
//! calls that change it, so that a client can't tell it from a running arena.

mod bots;
mod corrections;
mod facts;
mod knockout;
mod leagues;
mod matches;
pub mod organizing;
mod page;
mod refusal;
mod report;
mod standings;
mod stored;

pub use bots::{bot, list_bots};
pub use corrections::{correction, corrections_of, list_corrections, not_corrected};
pub use facts::{Facts, Tables, Version};
pub use leagues::get_league_status;
pub use matches::{expect_filter, filter, list_matches};
pub use page::{Page, PageRequest};
pub use refusal::{invalid, store_failed};
pub use report::get_report;
pub use standings::{Selection, compare_bots, get_standings};
pub use stored::{Archive, Calls, Purpose, StoredArena, unreadable};
