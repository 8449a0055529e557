//! What the calls of the services for people and programs share: reading the store, checking what a request names, and
//! the statuses with which they fail.

use std::fmt::Display;
use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_engine::DynRuleset;
use kahua_store::{Reader, StoreError};
use tokio::task::JoinError;
use tonic::{Response, Status};
use tracing::error;

use super::App;
use crate::load::call_threads;
use kahua_play::reason::Reason;

/// What a call returns.
pub(crate) type Reply<T> = Result<Response<T>, Status>;

impl App {
    /// Reads the store on a thread that may block.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Reader) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Status> {
        let reader = self.store.reader().clone();
        finished(call_threads::read(move || read(&reader)).await)
    }

    /// The ruleset of the game that a request names.
    pub(crate) fn expect_game(&self, name: &str) -> Result<&Arc<dyn DynRuleset>, Status> {
        self.rulesets.expect(name).map_err(|unknown| Reason::GameUnknown.status(unknown.to_string()))
    }

    /// Checks that the arena has this league, or matches of it from earlier settings. Matches without a league can be
    /// asked for by an empty name.
    pub(crate) async fn expect_league(&self, name: &str) -> Result<(), Status> {
        if name.is_empty() || self.matchmaker.has_league(name) {
            return Ok(());
        }
        let wanted = name.to_owned();
        match self.read(move |reader| reader.has_matches_of(&wanted)).await? {
            true => Ok(()),
            false => Err(Reason::LeagueUnknown.status(self.matchmaker.unknown(name).to_string())),
        }
    }

    /// The bot with this name, which must be connected or known to the store.
    pub(crate) async fn expect_bot(&self, field: &str, name: &str) -> Result<BotName, Status> {
        let name: BotName = name.parse().map_err(|problem| invalid(field, problem))?;
        let is_known =
            self.bots().iter().any(|bot| bot.name == name) || self.read(move |reader| reader.knows_bot(&name)).await?;
        let unknown = || format!("this arena has no bot named \"{name}\"; see the list of its bots");
        if is_known { Ok(name) } else { Err(Reason::BotUnknown.status(unknown())) }
    }
}

/// Computes what takes long on a thread that may block.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Status> {
    finished(call_threads::compute(work).await)
}

fn finished<T>(done: Result<Result<T, StoreError>, JoinError>) -> Result<T, Status> {
    done.map_err(|problem| Reason::ArenaFailed.status(problem.to_string()))?.map_err(store_failed)
}

/// The match that a request names.
pub(crate) fn match_id(text: &str) -> Result<MatchId, Status> {
    text.parse().map_err(|problem| invalid("match_id", problem))
}

/// That a field of the request has a value that it can't have.
pub(crate) fn invalid(field: &str, problem: impl Display) -> Status {
    Reason::FieldInvalid.status_of_field(field, problem)
}

/// That the store can't do what the call needs.
pub(crate) fn store_failed(problem: StoreError) -> Status {
    error!(%problem, "the store failed");
    let reason = match problem {
        StoreError::Trouble(_) | StoreError::Closed => Reason::StoreUnavailable,
        _ => Reason::ArenaFailed,
    };
    reason.status(problem.to_string())
}
