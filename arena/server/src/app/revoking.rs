//! How an organizer's token is taken away.

use std::sync::Arc;

use kahua_play::joined::joined;
use kahua_play::reason::Reason;
use kahua_proto::pb::arena::v1 as pb;
use kahua_queries::organizing::organizer_to_revoke;
use kahua_queries::store_failed;
use kahua_settings::organizers;
use tonic::Status;

use super::App;

impl App {
    /// Takes an organizer's token away. On return this is durable, the token opens nothing any more, and what is watched with it
    /// has ended. Other nodes follow.
    pub(crate) async fn revoke_organizer(self: &Arc<Self>, wanted: pb::RevokeOrganizerRequest) -> Result<(), Status> {
        let app = self.clone();
        // As a task of its own: what the store has must hold, even if the caller stops waiting.
        let revoking = self.tasks.spawn(async move {
            // One by one, or two organizers could take each other's token away at once, and none would be left.
            let _one_by_one = app.revoking.lock().await;
            let kept = app.read(organizers::read).await?;
            let name = organizer_to_revoke(&wanted, &kept, app.access.settings_name_organizers())?;
            organizers::clear_token(name, &app.store).await.map_err(store_failed)?;
            app.token_changes.use_organizer(name, None);
            Ok(())
        });
        joined(revoking.await).unwrap_or_else(|| Err(Reason::Draining.status("the arena is shutting down")))
    }
}
