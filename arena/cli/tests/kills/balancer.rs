//! A plain TCP load balancer in front of the nodes. It doesn't know the protocol.

use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How long a node may take to accept a connection. If its machine is gone, no error comes.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// Gives each connection to the next node that takes it.
pub(crate) struct Balancer {
    address: String,
}

impl Balancer {
    /// Passes connections on to these addresses, for as long as the process lives.
    pub(crate) fn start(nodes: Vec<SocketAddr>) -> Balancer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (nodes, next) = (Arc::new(nodes), Arc::new(AtomicUsize::new(0)));
        thread::spawn(move || {
            for incoming in listener.incoming().map_while(Result::ok) {
                let (nodes, next) = (nodes.clone(), next.clone());
                thread::spawn(move || pass_on(incoming, &nodes, &next));
            }
        });
        Balancer { address }
    }

    /// Where bots find the nodes.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

fn pass_on(client: TcpStream, nodes: &[SocketAddr], next: &AtomicUsize) {
    let first = next.fetch_add(1, Ordering::Relaxed);
    let tries = (first..first + nodes.len()).map(|at| &nodes[at % nodes.len()]);
    // If no node accepts it, the client sees that its connection ends.
    let Some(node) = tries.into_iter().find_map(|node| TcpStream::connect_timeout(node, CONNECT_TIMEOUT).ok()) else {
        return;
    };
    let (from_client, to_node) = (client.try_clone().unwrap(), node.try_clone().unwrap());
    let there = thread::spawn(move || copy(from_client, to_node));
    copy(node, client);
    there.join().unwrap();
}

/// Copies until one side ends, and then ends the other one.
fn copy(mut from: TcpStream, mut to: TcpStream) {
    let _either_has_ended = io::copy(&mut from, &mut to);
    for end in [from, to] {
        let _closed_already = end.shutdown(Shutdown::Both);
    }
}
