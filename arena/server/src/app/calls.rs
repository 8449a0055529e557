//! What the calls of the services for people and programs share: reading the store and asking what the arena knows, on threads
//! that may block.

use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_queries::Facts;
use kahua_store::{Reader, StoreError};
use tokio::task::JoinError;
use tonic::{Response, Status};

use super::App;
use crate::load::call_threads;
use kahua_play::reason::Reason;

pub(crate) use kahua_queries::{invalid, store_failed};

/// What a call returns.
pub(crate) type Reply<T> = Result<Response<T>, Status>;

impl App {
    /// Reads the store on a thread that may block.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Reader) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Status> {
        let reader = self.store.reader().clone();
        call_threads::read(move || read(&reader)).await.map_err(panicked)?.map_err(store_failed)
    }

    /// Asks what the arena knows, on a thread that may block.
    ///
    /// # Errors
    /// As the question.
    pub(crate) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&App) -> Result<T, Status> + Send + 'static,
    ) -> Result<T, Status> {
        let app = self.clone();
        call_threads::read(move || question(&app)).await.map_err(panicked)?
    }

    /// As [`ask`](App::ask), for a question whose answer takes long to compute.
    ///
    /// # Errors
    /// As the question.
    pub(crate) async fn ask_for_figures<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&App) -> Result<T, Status> + Send + 'static,
    ) -> Result<T, Status> {
        let app = self.clone();
        call_threads::compute(move || question(&app)).await.map_err(panicked)?
    }

    /// The bot with this name, which must be connected or known to the store.
    pub(crate) async fn expect_bot(self: &Arc<Self>, field: &'static str, name: &str) -> Result<BotName, Status> {
        let name = name.to_owned();
        self.ask(move |app| Facts::expect_bot(app, field, &name)).await
    }
}

fn panicked(problem: JoinError) -> Status {
    Reason::ArenaFailed.status(problem.to_string())
}

/// The match that a request names.
pub(crate) fn match_id(text: &str) -> Result<MatchId, Status> {
    text.parse().map_err(|problem| invalid("match_id", problem))
}
