//! Answers calls of other nodes about matches that are played here.

use std::pin::Pin;
use std::sync::Arc;

use kahua_proto::pb::node::v1 as pb;
use pb::match_service_server::MatchService;
use tokio_stream::{Stream, StreamExt};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::app::calls::match_id;
use kahua_play::auth::peer::SlotOwner;
use kahua_play::watch::Viewer;

/// The matches of this arena, for other nodes.
#[derive(Clone, Debug)]
pub(super) struct MatchHost(Arc<App>);

impl MatchHost {
    pub(super) fn new(app: Arc<App>) -> MatchHost {
        MatchHost(app)
    }
}

#[tonic::async_trait]
impl MatchService for MatchHost {
    type WatchStream = Pin<Box<dyn Stream<Item = Result<pb::WatchUpdate, Status>> + Send>>;

    async fn watch(&self, request: Request<pb::WatchRequest>) -> Result<Response<Self::WatchStream>, Status> {
        let id = match_id(&request.into_inner().match_id)?;
        // The other node checks whether its spectators may still watch.
        let viewer = Viewer { owner: SlotOwner::Nodes, revoked: CancellationToken::new() };
        let shown = self.0.show_here(id, &viewer).await?;
        Ok(Response::new(Box::pin(shown.map(|update| update.map(|response| pb::WatchUpdate { response })))))
    }

    async fn abort(&self, request: Request<pb::AbortRequest>) -> Result<Response<pb::AbortResponse>, Status> {
        let pb::AbortRequest { match_id: id, reason } = request.into_inner();
        self.0.abort_here(match_id(&id)?, reason).await?;
        Ok(Response::new(pb::AbortResponse {}))
    }
}
