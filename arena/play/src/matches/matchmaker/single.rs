//! Single matches without a league: between bots of the lobby, or at a table, where players sit who aren't in the lobby.

use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::referee::{MatchSetup, Nonce, SetPosition};
use kahua_engine::{PerSeat, Seed};
use kahua_leagues::{Entrant, Pairing};
use kahua_store::StoreError;

use super::{Matchmaker, StartError, new_id};
use crate::auth::token;
use crate::bots::lobby::{Seating, Sitter};
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
        self.start_in_task(setup, seating).await?;
        Ok(Some(id))
    }

    /// Starts a match without a league and without a clock. A lag of the arena keeps nobody from playing without a clock.
    ///
    /// # Errors
    /// If the arena plays as many matches as its settings allow, a bot isn't free, there can be no such match, or the store fails.
    pub async fn start_table(
        self: &Arc<Self>,
        terms: &MatchTerms,
        sitters: PerSeat<Sitter>,
    ) -> Result<MatchHandle, StartTableError> {
        let spec = MatchSpec::new(terms, &self.rulesets).map_err(StartError::from)?;
        if !self.admission.has_room_without_clock(self.matches.count()) {
            return Err(StartTableError::Full);
        }
        let (id, unix_ms) = new_id();
        let seating = self.lobby.take_table(id, &sitters, spec.game()).map_err(StartTableError::NotFree)?;
        let seats = seating.players.map(|player| Entrant::new(player.name, &player.version));
        let pairing = Pairing { seats, seed: Seed(token::random_bytes()), set: SetPosition::alone() };
        let setup = spec.setup(id, &pairing, Nonce(token::random_bytes()), seating.players.clone(), unix_ms);
        let match_handle = seating.match_handle.clone();
        self.start_in_task(setup, seating).await?;
        Ok(match_handle)
    }

    /// Starts a match for which all seats are taken.
    async fn start_in_task(self: &Arc<Self>, setup: MatchSetup, seating: Seating) -> Result<(), StartError> {
        let (id, seats) = (seating.match_handle.id(), seating.players.map(|player| player.name));
        let (matchmaker, starting) = (self.clone(), self.admission.start());
        // A task of its own, so that the seats are freed or used even if the caller stops waiting.
        let starting = self.tasks.spawn(async move {
            let started = matchmaker.start(setup, seating, starting).await;
            if started.is_err() {
                matchmaker.lobby.free_seats(id, &seats);
            }
            started
        });
        joined(starting.await).unwrap_or(Err(StoreError::Closed.into()))
    }
}

/// Why a match at a table can't begin.
#[derive(Debug, thiserror::Error)]
pub enum StartTableError {
    /// The arena plays as many matches as its settings allow.
    #[error("the arena has as many matches as it can play; come back when some of them are over")]
    Full,
    /// This bot doesn't take the match now.
    #[error(
        "bot {0} can't play now: it is away, has paused, doesn't play this game with as many seats, or has as many matches as it wants"
    )]
    NotFree(BotName),
    /// There can be no such match, or the store has failed.
    #[error(transparent)]
    Start(#[from] StartError),
}
