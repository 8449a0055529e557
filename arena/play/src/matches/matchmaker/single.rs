//! Single matches without a league: between bots of the lobby, or at a table, whose players aren't in the lobby.

use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::referee::{Nonce, Player, SetPosition};
use kahua_engine::{PerSeat, Seed};
use kahua_leagues::{Entrant, Pairing};
use kahua_store::StoreError;

use super::{Matchmaker, StartError};
use crate::auth::token;
use crate::bots::Connection;
use crate::bots::lobby::Seating;
use crate::bots::match_handle::MatchHandle;
use crate::joined::joined;
use crate::time::Time;
use kahua_settings::config::LeagueSettings;
use kahua_settings::league_spec::LeagueSpec;

impl Matchmaker {
    /// Starts one match without a league, with these bots in these seats. `None` if one of them isn't free.
    ///
    /// # Errors
    /// If there can be no such match, or the store fails.
    pub async fn start_single(
        self: &Arc<Self>,
        settings: LeagueSettings,
        seats: PerSeat<BotName>,
        seed: Seed,
    ) -> Result<Option<MatchId>, StartError> {
        let spec = LeagueSpec::new(settings, &self.rulesets)?;
        let entrants = seats.map(|name| Entrant::new(*name, ""));
        let pairing = Pairing { seats: entrants, seed, set: SetPosition::alone() };
        let Some((setup, seating)) = self.take_seats(&spec, &pairing, &seats) else { return Ok(None) };
        let (id, matchmaker, starting) = (setup.id, self.clone(), self.admission.start());
        // A task of its own, so that the seats are freed or used even if the caller stops waiting.
        let starting = self.tasks.spawn(async move {
            let started = matchmaker.start(setup, seating, starting).await;
            if started.is_err() {
                matchmaker.lobby.free_seats(id, &seats);
            }
            started
        });
        let started = joined(starting.await).unwrap_or(Err(StoreError::Closed.into()));
        started.map(|()| Some(id))
    }

    /// Starts a match without a league. Its players are reached only over these connections. `None` if the arena is at
    /// its limit.
    ///
    /// # Errors
    /// If there can be no such match, or the store fails.
    pub async fn start_table(
        self: &Arc<Self>,
        settings: LeagueSettings,
        players: PerSeat<Player>,
        connections: PerSeat<Connection>,
    ) -> Result<Option<MatchHandle>, StartError> {
        let spec = LeagueSpec::new(settings, &self.rulesets)?;
        if !self.has_room() {
            return Ok(None);
        }
        let unix_ms = Time::unix_ms();
        let id = MatchId::new(unix_ms.unsigned_abs(), token::random_bytes());
        let seats = players.map(|player| Entrant::new(player.name, &player.version));
        let pairing = Pairing { seats, seed: Seed(token::random_bytes()), set: SetPosition::alone() };
        let mut setup = spec.setup(id, &pairing, Nonce(token::random_bytes()), players.clone(), unix_ms);
        setup.league.clear();
        let (match_handle, inbox) = MatchHandle::new(id, connections.map(|connection| Some(connection.clone())));
        let seating = Seating { players, match_handle: match_handle.clone(), inbox };
        let (matchmaker, starting) = (self.clone(), self.admission.start());
        // A task of its own, as in `start_single`.
        let starting = self.tasks.spawn(async move { matchmaker.start(setup, seating, starting).await });
        let started = joined(starting.await).unwrap_or(Err(StoreError::Closed.into()));
        started.map(|()| Some(match_handle))
    }
}
