//! How an arena and its matches come to an end.

use kahua_core::ids::MatchId;
use kahua_core::limits;
use kahua_core::referee::Input;
use tokio::time::timeout;
use tracing::{error, info};

use super::App;
use kahua_play::bots::match_handle::{Closed, MatchCommand};

impl App {
    /// Pairs no more matches as long as this arena runs. Unlike a pause, it isn't kept for the next start, and bots aren't told.
    pub fn stop_pairing(&self) {
        self.matchmaker.stop_pairing();
    }

    /// Whether no match is being played, and none is about to begin.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.running() == 0 && self.bots().iter().all(|bot| bot.open_matches == 0)
    }

    /// Ends a running match without result.
    ///
    /// # Errors
    /// If no such match is running.
    pub(crate) async fn abort(&self, id: MatchId, reason: String) -> Result<(), Closed> {
        let handle = self.matches.handle(id).ok_or(Closed)?;
        handle.send(MatchCommand(self.sessions.moment(), Input::Abort { reason })).await
    }

    /// Ends an assigned match without result, if it is being played.
    pub async fn abort_assigned(&self, id: MatchId) {
        let _it_may_just_have_ended = self.abort(id, "the other arena has taken it back".to_owned()).await;
    }

    /// Ends all running matches without result. Resolves when none of them is running any more and their records are kept.
    pub async fn abort_all(&self, reason: &str) {
        let running = self.matches.handles();
        for handle in &running {
            let abort = Input::Abort { reason: reason.to_owned() };
            let _it_may_just_have_ended = handle.send(MatchCommand(self.sessions.moment(), abort)).await;
        }
        for handle in &running {
            handle.closed().await;
        }
    }

    /// Lets every bot go for good: their streams end without an error, so that none waits for the arena to come back.
    /// Stop the arena next.
    pub fn dismiss(&self) {
        self.lobby.dismiss();
    }

    /// Stops everything: bots are told and disconnected, matches stay in the store as they stand, and everything given to
    /// the store is on disk on return.
    pub async fn drain(&self) {
        info!(running = self.running(), "stopping; open matches are kept");
        self.stop.cancel();
        if self.cluster.is_some() {
            // The rounds end by now, and matches that have just ended must not wait for what others do.
            self.ledger.stop_following();
        }
        self.lobby.drain();
        self.tasks.close();
        let ended = async {
            self.tasks.wait().await;
            self.store.sync().await
        };
        match timeout(limits::SHUTDOWN_TIMEOUT, ended).await {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => error!(%problem, "the last events may not be on disk"),
            Err(_) => {
                error!(health = ?self.store.health(), "the last events may not be on disk: stopping took too long")
            }
        }
        if let Some(cluster) = &self.cluster {
            cluster.leave().await;
        }
    }
}
