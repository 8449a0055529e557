//! The connection between one node and the database, which can be cut or slowed down.

use std::io::{Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

/// The delay of a slow connection, in each direction.
const SLOWNESS: Duration = Duration::from_millis(200);

/// What is read at once, in bytes.
const CHUNK: usize = 64 * 1024;

/// What happens to the traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// It arrives.
    Good,
    /// It arrives late.
    Slow,
    /// Nothing arrives, and neither end notices: connections neither end nor fail.
    Cut,
}

/// Passes connections on to a server that listens on a Unix socket.
pub(crate) struct Cable {
    address: SocketAddr,
    state: Arc<State>,
}

struct State {
    condition: Mutex<Condition>,
    changed: Condvar,
}

impl Cable {
    /// A cable in good condition from a free port of this address to this socket, for as long as the process lives.
    pub(crate) fn new(from: IpAddr, to: &Path) -> Cable {
        let listener = TcpListener::bind((from, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State { condition: Mutex::new(Condition::Good), changed: Condvar::new() });
        let (passing, to) = (state.clone(), PathBuf::from(to));
        thread::spawn(move || {
            for incoming in listener.incoming().map_while(Result::ok) {
                let (state, to) = (passing.clone(), to.clone());
                thread::spawn(move || pass_on(incoming, &to, &state));
            }
        });
        Cable { address, state }
    }

    /// Where the node finds the server.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sets what happens to the traffic from now on.
    pub(crate) fn set(&self, condition: Condition) {
        *self.state.condition.lock() = condition;
        self.state.changed.notify_all();
    }
}

impl State {
    /// Waits until sent bytes may arrive.
    fn wait(&self) {
        let mut condition = self.condition.lock();
        if *condition == Condition::Slow {
            let _changed_meanwhile = self.changed.wait_for(&mut condition, SLOWNESS);
        }
        while *condition == Condition::Cut {
            self.changed.wait(&mut condition);
        }
    }
}

fn pass_on(client: TcpStream, to: &Path, state: &Arc<State>) {
    state.wait();
    // While the server is down, the node sees that its connection ends.
    let Ok(server) = UnixStream::connect(to) else { return };
    client.set_nodelay(true).unwrap();
    let (from_client, to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let there = {
        let state = state.clone();
        thread::spawn(move || {
            copy(from_client, &to_server, &state);
            let _closed_already = to_server.shutdown(Shutdown::Both);
        })
    };
    copy(server, &client, state);
    let _closed_already = client.shutdown(Shutdown::Both);
    there.join().unwrap();
}

/// Copies until one side ends. The end is delayed like everything else.
fn copy(mut from: impl Read, mut to: impl Write, state: &State) {
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = from.read(&mut chunk).unwrap_or(0);
        state.wait();
        if read == 0 || to.write_all(&chunk[..read]).is_err() {
            return;
        }
    }
}
