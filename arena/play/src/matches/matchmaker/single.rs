//! Single matches without a league: between bots of the lobby, or at a table, whose players aren't in the lobby.

use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::referee::{MatchSetup, Nonce, Player, SetPosition};
use kahua_engine::{PerSeat, Seed};
use kahua_leagues::{Entrant, Pairing};
use kahua_store::StoreError;

use super::{Matchmaker, StartError, new_id};
use crate::auth::token;
use crate::bots::Connection;
use crate::bots::lobby::Seating;
use crate::bots::match_handle::MatchHandle;
use crate::joined::joined;
use kahua_settings::MatchSpec;
use kahua_settings::config::MatchTerms;

impl Matchmaker {
    /// Starts one match without a league, with these bots in these seats. Its record has `label` where others have
    /// their league. `None` if one of the bots isn't free.
    ///
    /// # Errors
    /// If there can be no such match, or the store fails.
    pub async fn start_single(
        self: &Arc<Self>,
        label: &str,
        terms: &MatchTerms,
        seats: PerSeat<BotName>,
        seed: Seed,
    ) -> Result<Option<MatchId>, StartError> {
        let spec = MatchSpec::new(terms, &self.rulesets)?;
        let entrants = seats.map(|name| Entrant::new(*name, ""));
        let pairing = Pairing { seats: entrants, seed, set: SetPosition::alone() };
        let (id, unix_ms) = new_id();
        let Some(seating) = self.lobby.take_seats(id, &seats, spec.game()) else { return Ok(None) };
        let setup = spec.setup(id, &pairing, Nonce(token::random_bytes()), seating.players.clone(), unix_ms);
        let setup = MatchSetup { league: label.to_owned(), ..setup };
        let (matchmaker, starting) = (self.clone(), self.admission.start());
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

    /// Starts a match without a league and without a clock. Its players are reached only over these connections. `None` if the
    /// arena plays as many matches as its settings allow; a lag keeps nobody from playing without a clock.
    ///
    /// # Errors
    /// If there can be no such match, or the store fails.
    pub async fn start_table(
        self: &Arc<Self>,
        terms: &MatchTerms,
        players: PerSeat<Player>,
        connections: PerSeat<Connection>,
    ) -> Result<Option<MatchHandle>, StartError> {
        let spec = MatchSpec::new(terms, &self.rulesets)?;
        if !self.admission.has_room_without_clock(self.matches.count()) {
            return Ok(None);
        }
        let (id, unix_ms) = new_id();
        let seats = players.map(|player| Entrant::new(player.name, &player.version));
        let pairing = Pairing { seats, seed: Seed(token::random_bytes()), set: SetPosition::alone() };
        let setup = spec.setup(id, &pairing, Nonce(token::random_bytes()), players.clone(), unix_ms);
        let (match_handle, inbox) = MatchHandle::new(id, connections.map(|connection| Some(connection.clone())));
        let seating = Seating { players, match_handle: match_handle.clone(), inbox };
        let (matchmaker, starting) = (self.clone(), self.admission.start());
        // A task of its own, as in `start_single`.
        let starting = self.tasks.spawn(async move { matchmaker.start(setup, seating, starting).await });
        let started = joined(starting.await).unwrap_or(Err(StoreError::Closed.into()));
        started.map(|()| Some(match_handle))
    }
}
