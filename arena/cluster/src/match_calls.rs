//! Calls about a match to the node that plays it, for people who are connected here.

use kahua_core::ids::MatchId;
use kahua_core::limits;
use kahua_proto::pb::node::v1 as pb;
use pb::match_service_client::MatchServiceClient;
use tokio::time::timeout;
use tonic::transport::Channel;
use tonic::{Request, Status, Streaming};
use tonic_types::StatusExt;

use super::bot_locations::NodeAddress;
use super::channels::Channels;
use super::key::NodeKey;
use kahua_play::reason::Reason;

/// A node as people know it, and where other nodes reach it.
#[derive(Clone, Debug)]
pub struct Neighbour {
    pub name: String,
    pub place: NodeAddress,
}

/// Calls the nodes that play matches.
#[derive(Debug)]
pub(super) struct MatchCalls {
    key: NodeKey,
    /// Not those of the relay: no crowd of spectators may fill the connections over which bots are reached.
    channels: Channels,
}

impl MatchCalls {
    /// Shows this key to the others.
    pub(super) fn new(key: NodeKey) -> MatchCalls {
        MatchCalls { key, channels: Channels::default() }
    }

    /// Follows a match that this node plays.
    pub(super) async fn watch(&self, node: &Neighbour, id: MatchId) -> Result<Streaming<pb::WatchUpdate>, Status> {
        let mut client = self.client(node)?;
        let call = client.watch(self.request(pb::WatchRequest { match_id: id.to_string() }));
        // The answer comes with the first update, which a busy node may owe for a moment.
        let answer = timeout(limits::NODE_CALL_TIMEOUT, call).await;
        Ok(answer.map_err(|_| too_late(node))?.map_err(|status| as_here(node, &status))?.into_inner())
    }

    /// Ends a match that this node plays.
    pub(super) async fn abort(&self, node: &Neighbour, id: MatchId, reason: String) -> Result<(), Status> {
        let mut client = self.client(node)?;
        let call = client.abort(self.request(pb::AbortRequest { match_id: id.to_string(), reason }));
        let answer = timeout(limits::NODE_CALL_TIMEOUT, call).await;
        answer.map_err(|_| too_late(node))?.map_err(|status| as_here(node, &status))?;
        Ok(())
    }

    fn client(&self, node: &Neighbour) -> Result<MatchServiceClient<Channel>, Status> {
        let channel = self.channels.to(&node.place).map_err(|problem| unreachable(node, &problem.to_string()))?;
        Ok(MatchServiceClient::new(channel).max_decoding_message_size(limits::NODE_UPDATE_BYTES_MAX))
    }

    fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        self.key.show(request.metadata_mut());
        request
    }
}

/// What this node tells a caller when the other one refuses, or can't be reached.
pub fn as_here(node: &Neighbour, status: &Status) -> Status {
    match status.get_details_error_info() {
        Some(_) => Status::with_details(status.code(), status.message(), status.details().to_vec().into()),
        None => unreachable(node, status.message()),
    }
}

fn too_late(node: &Neighbour) -> Status {
    unreachable(node, "its answer takes too long")
}

fn unreachable(node: &Neighbour, problem: &str) -> Status {
    let name = &node.name;
    Reason::NodeUnreachable.status(format!(
        "the node {name} plays this match and can't be reached ({problem}); call again in a few seconds"
    ))
}

#[cfg(test)]
mod tests {
    use tonic::Code;

    use super::*;

    #[tokio::test]
    async fn a_node_that_cannot_be_reached_is_named() {
        // Nobody listens at this port.
        let node = Neighbour { name: "two".into(), place: "127.0.0.1:1".parse().unwrap() };
        let calls = MatchCalls::new(NodeKey::new([1; 32]));
        let refusal = calls.watch(&node, MatchId::new(1, [0; 10])).await.unwrap_err();
        assert_eq!(refusal.code(), Code::Unavailable);
        assert_eq!(refusal.get_details_error_info().unwrap().reason, "NODE_UNREACHABLE");
        assert!(refusal.message().starts_with("the node two plays this match and can't be reached"), "{refusal:?}");
    }

    #[test]
    fn what_the_other_node_refuses_is_refused_here_for_the_same_reason() {
        let node = Neighbour { name: "two".into(), place: "127.0.0.1:1".parse().unwrap() };
        let there = Reason::MatchEnded.status("it has ended");
        let here = as_here(&node, &there);
        assert_eq!((here.code(), here.message()), (Code::FailedPrecondition, "it has ended"));
        assert_eq!(here.get_details_error_info().unwrap().reason, "MATCH_ENDED");
    }
}
