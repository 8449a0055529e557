//! The health of each service for `grpc.health.v1`.

use std::convert::Infallible;
use std::future::pending;

use kahua_proto::pb::arena::v1::arena_service_server::ArenaServiceServer;
use kahua_proto::pb::arena::v1::bot_service_server::BotServiceServer;
use kahua_proto::pb::arena::v1::league_service_server::LeagueServiceServer;
use tokio::sync::watch;
use tonic_health::server::HealthReporter;

use crate::net::{Arena, Bots, Leagues};

/// The health of the three services.
#[derive(Clone, Debug)]
pub(super) struct Health(HealthReporter);

impl Health {
    /// All services serve.
    pub(super) async fn serving(reporter: HealthReporter) -> Health {
        reporter.set_serving::<ArenaServiceServer<Arena>>().await;
        reporter.set_serving::<BotServiceServer<Bots>>().await;
        reporter.set_serving::<LeagueServiceServer<Leagues>>().await;
        Health(reporter)
    }

    /// Reports the service for bots as not serving while no match can begin. The others serve on: the store can still
    /// be read, and running matches go on.
    pub(super) async fn follow(&self, mut can_begin: watch::Receiver<bool>) -> Infallible {
        loop {
            if *can_begin.borrow_and_update() {
                self.0.set_serving::<BotServiceServer<Bots>>().await;
            } else {
                self.0.set_not_serving::<BotServiceServer<Bots>>().await;
            }
            // The sender is gone only when the arena stops. Then `serve` doesn't wait for this any more.
            if can_begin.changed().await.is_err() {
                return pending().await;
            }
        }
    }

    /// Nothing serves any more.
    pub(super) async fn stopping(&self) {
        self.0.set_not_serving::<ArenaServiceServer<Arena>>().await;
        self.0.set_not_serving::<BotServiceServer<Bots>>().await;
        self.0.set_not_serving::<LeagueServiceServer<Leagues>>().await;
    }
}
