//! For `kahua-check`, `kahua ask` and tests only: runs a bot under test in a real arena, with another service in front, and
//! an arena in a simulation or a simulated network.
//!
//! The compliance check replaces the service for bots by its own, which records all traffic and injects faults. It
//! starts single matches without a league, seats partners of this process without a network, and ends matches when a
//! step is over. `kahua ask` replaces it by one that asks what was asked in a recorded match. Other code should not
//! need this: a program that hosts an arena uses [`Host`], and everything else speaks the protocol.

use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_engine::{PerSeat, Seed};
use kahua_proto::pb::arena::v1::bot_service_server::BotService;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use kahua_store::Store;

pub use crate::net::server::serve_accepted;
pub use crate::net::{Bots, credentials};

use crate::app::App;
use crate::host::{Host, HostError};
use crate::net::Leagues;
use crate::net::bot_calls::BotCalls;
use crate::net::pages;
use crate::net::server::Offered;
use kahua_play::auth::peer::Peer;
use kahua_play::bots::{self, BotStream, Inbound};
use kahua_play::{Credentials, StartError};
use kahua_settings::Rulesets;
use kahua_settings::config::{Config, MatchTerms};

/// As [`Host::start`], with the service for bots that `bots` makes.
///
/// # Errors
/// As [`Host::start`].
pub async fn host_with<B: BotService>(
    config: &Config,
    rulesets: Rulesets,
    store: Store,
    bots: impl FnOnce(&Arc<App>) -> B,
) -> Result<Host, HostError> {
    let offer = |app: &Arc<App>| Offered { bots: BotCalls::new(bots(app)), pages: pages::words() };
    Host::start_with(config, rulesets, store.into(), Box::new(offer)).await
}

/// Connects a bot as its Play call does; the returned stream carries what the arena sends.
pub fn play(app: &App, credentials: Credentials, inbound: impl Inbound) -> BotStream {
    bots::play(&app.sessions, Peer::in_process(), credentials, inbound)
}

/// The service for organizers and spectators, to be called without a network.
pub fn leagues(app: &Arc<App>) -> impl LeagueService {
    Leagues(app.clone())
}

/// Starts one match without a league, with these bots in these seats. Its record has `label` where others have their
/// league. `None` if one of the bots isn't free.
///
/// # Errors
/// If there can be no such match, or the store fails.
pub async fn start_match(
    app: &App,
    label: &str,
    terms: &MatchTerms,
    seats: PerSeat<BotName>,
    seed: Seed,
) -> Result<Option<MatchId>, StartError> {
    app.matchmaker.start_single(label, terms, seats, seed).await
}

/// Resolves when this match isn't being played any more, even if its bots don't know yet.
pub async fn match_over(app: &App, id: MatchId) {
    if let Some(handle) = app.matches.handle(id) {
        handle.closed().await;
    }
}

/// Ends all matches in which this bot has a seat, without result.
pub async fn abort_matches_of(app: &App, name: BotName, reason: &str) {
    for seat in app.lobby.seats_of(name) {
        let _ended_meanwhile = app.abort(seat.match_handle.id(), reason.to_owned()).await;
    }
}
