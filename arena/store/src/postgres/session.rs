//! A connection to a PostgreSQL server, with blocking calls.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Wake};
use std::thread::Thread;
use std::time::Duration;

use kahua_core::limits::{STORE_CONNECT_TIMEOUT, STORE_SILENCE_MAX};
use parking_lot::Mutex;
use tokio::runtime::{self, Runtime};
use tokio::task::unconstrained;
use tokio::time::timeout;
use tokio_postgres::config::SslMode;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, NoTls, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::error::PostgresError;
use crate::location::PostgresUrl;

type Result<T> = std::result::Result<T, PostgresError>;

/// Moves the bytes of all connections. It is a runtime of its own: readers and the writer block their threads, and some
/// of these threads belong to the arena's runtime. A blocked thread there must not wait for another future of the same
/// runtime.
static NETWORK: LazyLock<Runtime> = LazyLock::new(|| {
    let runtime = runtime::Builder::new_multi_thread().worker_threads(1).thread_name("postgres").enable_all().build();
    runtime.expect("the system has room for one more thread")
});

/// A session on the server. It ends when it is dropped.
pub(crate) struct Session {
    client: Client,
    /// What the server has prepared, by its SQL.
    statements: Mutex<HashMap<&'static str, Statement>>,
    /// How long the server may be silent before it counts as lost.
    silence_max: Duration,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("closed", &self.client.is_closed()).finish_non_exhaustive()
    }
}

impl Session {
    /// Connects to the database at this address.
    pub(crate) fn connect(url: &PostgresUrl) -> Result<Session> {
        Session::connect_within(url, STORE_SILENCE_MAX)
    }

    /// As [`Session::connect`]. If the server is silent for `silence_max`, now or later, it counts as lost.
    pub(crate) fn connect_within(url: &PostgresUrl, silence_max: Duration) -> Result<Session> {
        let mut config = url.config().clone();
        let to_reach_one = config.get_connect_timeout().copied().unwrap_or(STORE_CONNECT_TIMEOUT).min(silence_max);
        config.connect_timeout(to_reach_one);
        // Each host gets its own time for the connection. The rest is for a host that accepts it and then stays silent.
        let bound = to_reach_one * config.get_hosts().len() as u32 + silence_max;
        let (tell, told) = sync_channel(1);
        NETWORK.spawn(async move {
            let connected = timeout(bound, open(&config)).await;
            let _nobody_waits = tell.send(connected.unwrap_or(Err(PostgresError::Silent)));
        });
        let client = told.recv().map_err(|_| PostgresError::Silent)??;
        Ok(Session { client, statements: Mutex::default(), silence_max })
    }

    /// Whether the connection is lost.
    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Runs statements without values.
    pub(crate) fn run(&self, sql: &str) -> Result<()> {
        self.wait(self.client.batch_execute(sql))
    }

    /// All rows that this query gives.
    pub(crate) fn all(&self, sql: &'static str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>> {
        let statement = self.prepared(sql)?;
        self.wait(self.client.query(&statement, values))
    }

    /// The row that this query gives, if any.
    pub(super) fn first(&self, sql: &'static str, values: &[&(dyn ToSql + Sync)]) -> Result<Option<Row>> {
        let statement = self.prepared(sql)?;
        self.wait(self.client.query_opt(&statement, values))
    }

    /// The row that this query always gives.
    pub(super) fn one(&self, sql: &'static str, values: &[&(dyn ToSql + Sync)]) -> Result<Row> {
        let statement = self.prepared(sql)?;
        self.wait(self.client.query_one(&statement, values))
    }

    /// Changes rows; returns how many.
    pub(crate) fn set(&self, sql: &'static str, values: &[&(dyn ToSql + Sync)]) -> Result<u64> {
        let statement = self.prepared(sql)?;
        self.wait(self.client.execute(&statement, values))
    }

    fn prepared(&self, sql: &'static str) -> Result<Statement> {
        if let Some(statement) = self.statements.lock().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.wait(self.client.prepare(sql))?;
        self.statements.lock().insert(sql, statement.clone());
        Ok(statement)
    }

    /// Blocks this thread. That is safe on any thread, because the client only exchanges messages with the connection's
    /// own task.
    fn wait<T>(&self, answer: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>) -> Result<T> {
        let _timer = NETWORK.enter();
        match block_on(unconstrained(timeout(self.silence_max, answer))) {
            Ok(answer) => Ok(answer?),
            Err(_) => Err(PostgresError::Silent),
        }
    }
}

async fn open(config: &Config) -> Result<Client> {
    // Reading the machine's certificate authorities takes a while, so it is done only for TLS.
    match config.get_ssl_mode() {
        SslMode::Disable => {
            let (client, connection) = config.connect(NoTls).await?;
            tokio::spawn(carry(connection));
            Ok(client)
        }
        _ => {
            let (client, connection) = config.connect(tls()).await?;
            tokio::spawn(carry(connection));
            Ok(client)
        }
    }
}

/// Moves the bytes of a connection until it ends. Callers notice the end through the client.
async fn carry(connection: impl Future<Output = std::result::Result<(), tokio_postgres::Error>>) {
    if let Err(error) = connection.await {
        tracing::debug!("a connection to the store's database ended: {}", PostgresError::from(error));
    }
}

/// Makes TLS connections to servers with certificates from an authority that this machine trusts.
fn tls() -> MakeRustlsConnect {
    let mut roots = RootCertStore::empty();
    // If there are none, the handshake fails with "unknown issuer", which is the right message.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .expect("ring has what the default versions of TLS need");
    MakeRustlsConnect::new(config.with_root_certificates(roots).with_no_client_auth())
}

/// Lets a thread wait for a future.
struct Waiting(Thread);

impl Wake for Waiting {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let waker = Arc::new(Waiting(std::thread::current())).into();
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(result) => return result,
            Poll::Pending => std::thread::park(),
        }
    }
}
