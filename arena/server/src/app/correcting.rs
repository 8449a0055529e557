//! How an organizer corrects results.

use std::sync::Arc;

use kahua_play::joined::joined;
use kahua_play::reason::Reason;
use kahua_play::time::Time;
use kahua_proto::pb::arena::v1 as pb;
use kahua_queries::{not_corrected, store_failed};
use tonic::Status;
use tracing::info;

use super::App;

impl App {
    /// Makes the correction that this organizer asks for. On return it is durable, counts everywhere in this arena, and the bots
    /// concerned were told. Other nodes follow.
    pub(crate) async fn correct(
        self: &Arc<Self>,
        wanted: pb::CorrectResultsRequest,
        by: String,
    ) -> Result<pb::Correction, Status> {
        let app = self.clone();
        // As a task of its own: a correction that the store has must count, even if the organizer stops waiting.
        let correcting = self.tasks.spawn(async move {
            // Checked and made one by one, so that no match is corrected twice at once.
            let _one_by_one = app.correcting.lock().await;
            let now = Time::unix_ms();
            let made = app.ask(move |app| kahua_queries::correction(app, wanted, by, now)).await?;
            let made = app.store.correct(made).await.map_err(not_corrected)?;
            let pb::Correction { number, by, why, .. } = &made;
            info!(number, who = by, why, "an organizer has corrected results");
            app.ask_for_figures(|app| app.matchmaker.follow_corrections().map_err(store_failed)).await?;
            Ok(made)
        });
        joined(correcting.await).unwrap_or_else(|| Err(Reason::Draining.status("the arena is shutting down")))
    }
}
