//! The arena and its clients on simulated hosts.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::TokioIo;
use kahua_engine::Seed;
use kahua_engine::toy::Toy;
use kahua_play::SimulatedMachine;
use kahua_server::App;
use kahua_server::harness::serve_accepted;
use kahua_settings::{Config, Rulesets};
use kahua_store::Store;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::{Channel, Endpoint};
use tower::service_fn;
use turmoil::net::{TcpListener, TcpStream};

/// The name of the arena's host.
pub(crate) const ARENA: &str = "arena";

const PORT: u16 = 7700;

/// The wall-clock time at which a storm begins.
const STARTED_UNIX_MS: i64 = 1_700_000_000_000;

/// The program of the arena's host. It starts again whenever its machine does, with the same store. `running` has the
/// newest arena.
pub(crate) async fn arena(config: Config, store: Store, running: Arc<Mutex<Option<Arc<App>>>>) -> turmoil::Result {
    let since_start = turmoil::sim_elapsed().unwrap_or_default();
    // The time since the start is different in each life, so no random bytes are repeated.
    let seed = Seed::from_number(since_start.as_micros() as u64);
    let unix_ms = STARTED_UNIX_MS + since_start.as_millis() as i64;
    let _machine = SimulatedMachine::start(seed, unix_ms, Duration::ZERO);
    let app = App::build(&config, Rulesets::of([Toy::ruleset() as _]), store).await?;
    *running.lock() = Some(app.clone());
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, PORT)).await?;
    let (ready, accepted) = mpsc::channel(1);
    tokio::spawn(async move { while ready.send(listener.accept().await).await.is_ok() {} });
    serve_accepted(ReceiverStream::new(accepted), app, std::future::pending()).await?;
    Ok(())
}

/// A connection to the arena. The client detects a dead one by pings, as our sample bots do.
pub(crate) async fn connect() -> Result<Channel, tonic::transport::Error> {
    let keepalive = Duration::from_secs(1);
    Endpoint::from_shared(format!("http://{ARENA}:{PORT}"))?
        .connect_timeout(keepalive)
        .http2_keep_alive_interval(keepalive)
        .keep_alive_timeout(keepalive)
        .keep_alive_while_idle(true)
        .connect_with_connector(service_fn(|_| async {
            io::Result::Ok(TokioIo::new(TcpStream::connect((ARENA, PORT)).await?))
        }))
        .await
}
