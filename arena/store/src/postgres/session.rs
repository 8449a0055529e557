//! A connection to a PostgreSQL server, for those who wait for its answers.

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

/// What moves the bytes of all connections. Readers and the writer wait on threads of their own, some of which belong to the
/// arena's runtime, and nobody may wait there for another future of it.
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

    /// As [`Session::connect`], to a server that counts as lost when it is silent for so long, now or later.
    pub(crate) fn connect_within(url: &PostgresUrl, silence_max: Duration) -> Result<Session> {
        let mut config = url.config().clone();
        let to_reach_one = config.get_connect_timeout().copied().unwrap_or(STORE_CONNECT_TIMEOUT).min(silence_max);
        config.connect_timeout(to_reach_one);
        // Each host has its own time to be reached; the rest is for one that answers, and then stays silent.
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

    /// Waits on this thread, whatever thread it is: the client only exchanges messages with the connection's own task.
    fn wait<T>(&self, answer: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>) -> Result<T> {
        let _timer = NETWORK.enter();
        match block_on(unconstrained(timeout(self.silence_max, answer))) {
            Ok(answer) => Ok(answer?),
            Err(_) => Err(PostgresError::Silent),
        }
    }
}

async fn open(config: &Config) -> Result<Client> {
    // Reading the machine's authorities takes a while, so only those do it who need them.
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

/// Moves the bytes of a connection until it ends. Whoever uses it hears of the end by the client.
async fn carry(connection: impl Future<Output = std::result::Result<(), tokio_postgres::Error>>) {
    if let Err(error) = connection.await {
        tracing::debug!("a connection to the store's database ended: {}", PostgresError::from(error));
    }
}

/// What speaks TLS with servers whose certificates come from an authority that this machine trusts.
fn tls() -> MakeRustlsConnect {
    let mut roots = RootCertStore::empty();
    // Without any, the handshake says that the certificate's issuer isn't known, which is what there is to say.
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
