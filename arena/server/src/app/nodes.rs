//! What the arena knows of the nodes that share its store.

use std::collections::BTreeMap;

use kahua_core::ids::MatchId;
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as arena;
use tonic::Status;

use super::App;
use kahua_cluster::NodeInfo;

impl App {
    /// The nodes that share this arena's store, this one among them, as they were seen a moment ago; `None` for an arena that
    /// is alone.
    #[must_use]
    pub fn nodes(&self) -> Option<Vec<NodeInfo>> {
        Some(NodeInfo::all(&self.cluster.as_ref()?.snapshot()))
    }

    /// The name of this node; `None` for an arena that is alone.
    pub(crate) fn own_name(&self) -> Option<String> {
        self.cluster.as_ref()?.own_name()
    }

    /// How many matches of each season of each league other nodes play, as they told a second ago at most.
    pub(crate) fn seasons_elsewhere(&self) -> BTreeMap<(String, Season), u32> {
        self.cluster.as_ref().map(|cluster| cluster.seasons_elsewhere()).unwrap_or_default()
    }

    /// Writes the names of the nodes that play them to those of these matches that are being played.
    ///
    /// # Errors
    /// If the store can't be read.
    pub(crate) async fn name_nodes(&self, matches: &mut [arena::MatchSummary]) -> Result<(), Status> {
        let Some(cluster) = &self.cluster else { return Ok(()) };
        let ids: Vec<MatchId> = matches.iter().filter(|summary| summary.running).filter_map(id_of).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let nodes = cluster.nodes_reader().clone();
        let held = self.read(move |_| nodes.held_matches(&ids)).await?;
        for summary in matches {
            let held = id_of(summary).and_then(|id| held.get(&id));
            summary.node = held.and_then(|held| cluster.name_of(held.node?)).unwrap_or_default();
        }
        Ok(())
    }
}

fn id_of(summary: &arena::MatchSummary) -> Option<MatchId> {
    summary.match_id.parse().ok()
}
