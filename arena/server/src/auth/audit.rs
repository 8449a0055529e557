//! Notes what organizers do, so that months later somebody can tell who paused, aborted or issued what.

use kahua_core::limits::{DETAIL_BYTES_MAX, cut};
use kahua_store::Act;
use tonic::Status;
use tracing::{error, info};

use crate::app::App;
use crate::auth::credentials::Credentials;
use crate::time::Time;

impl App {
    /// Notes an organizer's call and what came of it. A store that can't keep the note doesn't change that.
    pub(crate) async fn note_act<T>(
        &self,
        by: &Credentials,
        what: &'static str,
        arguments: String,
        done: &Result<T, Status>,
    ) {
        let outcome = done.as_ref().map_or_else(|status| status.message(), |_| "done");
        let act = Act {
            unix_ms: Time::unix_ms(),
            who: by.label(),
            what: what.into(),
            arguments: cut(&arguments, DETAIL_BYTES_MAX).into(),
            outcome: cut(outcome, DETAIL_BYTES_MAX).into(),
        };
        info!(who = act.who, what, arguments = act.arguments, outcome = act.outcome, "an organizer's call");
        if let Err(problem) = self.store.note_act(act).await {
            error!(%problem, "an organizer's call isn't in the audit log");
        }
    }
}
