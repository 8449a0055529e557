//! Who may connect to the address at which a node serves others, over real sockets.

use kahua_core::limits;
use kahua_proto::pb::node::v1 as pb;
use pb::node_service_client::NodeServiceClient;
use tokio::net::{TcpListener, TcpStream};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Request};

use super::world::{Bot, KEY, Node, within};
use crate::net::node_listener::serve_nodes;
use kahua_cluster::bot_locations::NodeAddress;
use kahua_cluster::key::NodeKey;

pub(super) async fn serve(node: &Node) -> NodeAddress {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let place = listener.local_addr().unwrap().to_string().parse().unwrap();
    tokio::spawn(serve_nodes(listener, node.app.clone(), NodeKey::new(KEY)));
    place
}

#[tokio::test]
async fn nodes_reach_each_other_at_their_addresses() {
    within(async {
        let (host, runner) = (Node::start().await, Node::start().await);
        runner.learns("far", &serve(&host).await);
        let (mut far, mut near) = (Bot::enter(&host, "far").await, Bot::enter(&runner, "near").await);
        for _ in 0..3 {
            runner.launch(["near", "far"], "none").await;
            let (far, near) = tokio::join!(far.play(Default::default()), near.play(Default::default()));
            assert_eq!(far, near);
        }
        host.has_seats("far", 0).await;
    })
    .await;
}

/// Opens so many silent connections to this node.
async fn fall_silent(place: &NodeAddress, count: usize) -> Vec<TcpStream> {
    let mut silent = Vec::new();
    for _ in 0..count {
        silent.push(TcpStream::connect(place.to_string()).await.unwrap());
    }
    silent
}

#[tokio::test]
async fn silent_connections_neither_keep_nodes_out_nor_drive_them_out() {
    within(async {
        let (host, runner) = (Node::start().await, Node::start().await);
        let place = serve(&host).await;
        let before = fall_silent(&place, 3 * limits::NODE_CONNECTIONS_MAX).await;
        runner.learns("far", &place);
        let (mut far, mut near) = (Bot::enter(&host, "far").await, Bot::enter(&runner, "near").await);
        let mut since = Vec::new();
        for _ in 0..2 {
            runner.launch(["near", "far"], "none").await;
            let (far, near) = tokio::join!(far.play(Default::default()), near.play(Default::default()));
            assert_eq!(far, near);
            since.extend(fall_silent(&place, 3 * limits::NODE_CONNECTIONS_MAX).await);
        }
        host.has_seats("far", 0).await;
        drop((before, since));
    })
    .await;
}

#[tokio::test]
async fn who_is_no_node_is_told_so() {
    within(async {
        let host = Node::start().await;
        let place = serve(&host).await;
        let mut client = NodeServiceClient::connect(format!("http://{place}")).await.unwrap();
        let (_messages, waiting) = tokio::sync::mpsc::channel::<pb::RelayToHost>(1);
        let refusal = client.relay(Request::new(ReceiverStream::new(waiting))).await.unwrap_err();
        assert_eq!(refusal.code(), Code::Unauthenticated);
        assert!(refusal.message().contains("for the nodes of an arena only"), "{refusal:?}");
    })
    .await;
}
