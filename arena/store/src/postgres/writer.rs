//! An arena's writer of a store in a PostgreSQL database. A lock on the server keeps other arenas from opening the
//! store. Nodes share the lock, and it then keeps out only an arena that wants to be alone. The lock ends with its
//! connection, which an arena may lose while it lives. So each transaction also changes the arena's row among the
//! nodes, and fails once another arena has deleted it.

use super::error::PostgresError;
use super::session::Session;
use crate::database_error::{DatabaseError, ErrorKind};
use crate::error::StoreError;
use crate::location::PostgresUrl;
use crate::node::NodeNumber;
use crate::queue::Batch;
use crate::transaction;
use crate::work::Verdict;
use crate::writer::{Refusal, WriteTarget};

/// How many arenas may write the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Company {
    /// This one only.
    Alone,
    /// As many as have joined.
    Nodes,
}

impl Company {
    /// Takes the lock of writers ("Kahu" and 1). Waits for it as long as `lock_timeout` says, because the server may
    /// not have noticed yet that an arena was killed.
    fn lock(self) -> &'static str {
        match self {
            Company::Alone => "SELECT pg_advisory_lock(1264674933, 1)",
            Company::Nodes => "SELECT pg_advisory_lock_shared(1264674933, 1)",
        }
    }
}

/// Whether somebody has the lock of this database.
const IS_LOCKED: &str = "
    SELECT EXISTS (
        SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE locktype = 'advisory' AND classid = 1264674933 AND objid = 1 AND objsubid = 2 AND granted
          AND datname = current_database())";

/// The settings of the writer's sessions. A confirmed commit is on the server's disk, whatever the server's default.
/// The writer doesn't wait long for a lock. And the server soon notices when the writer's machine is gone: a session
/// that is lost in a transaction holds locks that all nodes wait for, so the server must end it long before their
/// leases end.
const SETTINGS: &str = "
    SET search_path = kahua;
    SET synchronous_commit = on;
    SET lock_timeout = '2s';
    SET idle_in_transaction_session_timeout = '3s';
    SET tcp_keepalives_idle = 10;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3";

/// Counts the next batch, if the arena's row still exists and the batch before it was the last one.
const NEXT_BATCH: &str =
    "UPDATE nodes SET batch = $2, settings = settings + $3::integer WHERE number = $1 AND batch + 1 = $2";

/// Where the store's writer writes to.
#[derive(Debug)]
pub(crate) struct PostgresWriter {
    url: PostgresUrl,
    /// `None` while the connection is lost.
    session: Option<Session>,
    company: Company,
    node: NodeNumber,
    /// How many batches it has committed.
    batches: i64,
    /// The verdicts on a batch whose commit wasn't answered, so that it may or may not be committed.
    uncertain: Option<Vec<Verdict>>,
    /// Whether to lose the answer to the next commit.
    #[cfg(test)]
    loses_answer: bool,
}

/// Why a batch isn't committed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0}; {advice}: the arena keeps what is waiting and goes on trying", advice = advice(.0))]
    Database(#[from] DatabaseError),
    #[error(
        "the database server hasn't noticed yet that this arena's old connection is lost, or another arena is taking the store \
         over: the arena keeps what is waiting and goes on trying"
    )]
    Locked,
    #[error("another arena owns this store now, and results of this one are lost: stop it")]
    Replaced,
    #[error("this node's lease has ended, and other nodes have taken its matches over: nothing that ends here is kept")]
    Fenced,
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        match failure {
            Failure::Replaced | Failure::Fenced => Refusal::Forever(failure.to_string()),
            Failure::Database(_) | Failure::Locked => Refusal::Now(failure.to_string()),
        }
    }
}

impl From<PostgresError> for Failure {
    fn from(error: PostgresError) -> Failure {
        Failure::Database(error.into())
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Failure {
        Failure::Database(error.into())
    }
}

/// A connection for writing.
pub(super) fn connect(url: &PostgresUrl) -> Result<Session, PostgresError> {
    let session = Session::connect(url)?;
    session.run(SETTINGS)?;
    Ok(session)
}

/// Tries to take the lock of writers, which ends with its session.
pub(super) fn lock(session: &Session, company: Company) -> Result<bool, PostgresError> {
    match session.run(company.lock()) {
        Err(error) if error.kind() == ErrorKind::Locked => Ok(false),
        locked => locked.map(|()| true),
    }
}

/// Whether a writer has the lock.
pub(super) fn is_locked(session: &Session) -> Result<bool, StoreError> {
    Ok(session.one(IS_LOCKED, &[])?.try_get(0)?)
}

impl PostgresWriter {
    /// The writer of the arena that has this row among the nodes, by a session that has the lock.
    pub(super) fn new(url: PostgresUrl, session: Session, company: Company, node: NodeNumber) -> PostgresWriter {
        PostgresWriter {
            url,
            session: Some(session),
            company,
            node,
            batches: 0,
            uncertain: None,
            #[cfg(test)]
            loses_answer: false,
        }
    }

    #[cfg(test)]
    pub(crate) fn lose_answer_of_next_commit(&mut self) {
        self.loses_answer = true;
    }

    /// Takes the session out, or makes a new one if it was lost. The caller puts it back after success.
    fn take_session(&mut self) -> Result<Session, Failure> {
        if let Some(session) = self.session.take().filter(|session| !session.is_closed()) {
            return Ok(session);
        }
        let session = connect(&self.url)?;
        // Before the lock, because an arena that has taken over holds it.
        if session.first("SELECT FROM nodes WHERE number = $1", &[&self.node.0])?.is_none() {
            return Err(self.fenced());
        }
        match lock(&session, self.company)? {
            true => Ok(session),
            false => Err(Failure::Locked),
        }
    }

    fn try_commit(&mut self, batch: &Batch) -> Result<Vec<Verdict>, Failure> {
        let session = self.take_session()?;
        let next = self.batches + 1;
        session.run("BEGIN")?;
        let settings = i32::from(batch.jobs.iter().any(|job| job.work.is_setting()));
        if session.set(NEXT_BATCH, &[&self.node.0, &next, &settings])? == 0 {
            let verdicts = self.earlier_verdicts(&session, next)?;
            self.batches = next;
            return Ok(verdicts); // its session is gone, and with it this transaction
        }
        let verdicts = transaction::carry_out(batch, &session)?;
        // From here on the batch may be committed even if its answer gets lost.
        self.uncertain = Some(verdicts);
        session.run("COMMIT")?;
        #[cfg(test)]
        if std::mem::take(&mut self.loses_answer) {
            return Err(PostgresError::Silent.into());
        }
        self.batches = next;
        self.session = Some(session);
        Ok(self.uncertain.take().unwrap_or_default())
    }

    /// The verdicts on a batch that was committed when its answer was lost.
    fn earlier_verdicts(&mut self, session: &Session, next: i64) -> Result<Vec<Verdict>, Failure> {
        let row = session.first("SELECT batch FROM nodes WHERE number = $1", &[&self.node.0])?;
        match (row, self.uncertain.take()) {
            (Some(row), Some(verdicts)) if row.try_get::<_, i64>(0)? == next => Ok(verdicts),
            _ => Err(self.fenced()),
        }
    }

    fn fenced(&self) -> Failure {
        match self.company {
            Company::Alone => Failure::Replaced,
            Company::Nodes => Failure::Fenced,
        }
    }
}

impl WriteTarget for PostgresWriter {
    fn commit(&mut self, batch: &Batch) -> Result<Vec<Verdict>, Refusal> {
        // If this fails, the session is dropped, and the server rolls the transaction back.
        Ok(self.try_commit(batch)?)
    }

    /// Nothing to check: a commit that the server has confirmed is on its disk.
    fn check_commit(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn check(&mut self) -> Result<(), Refusal> {
        self.session = Some(self.take_session()?);
        Ok(())
    }

    fn tidy(&mut self) {}
}

fn advice(error: &DatabaseError) -> &'static str {
    match error.kind() {
        ErrorKind::Unreachable => "check whether the database server runs and can be reached",
        ErrorKind::NoSpace => "make room on the disk of the database server",
        ErrorKind::WrongCredentials => "check the store's address",
        ErrorKind::NotAllowed => "check what the arena's role may do",
        ErrorKind::Locked => "end what has locked the store's tables",
        ErrorKind::ReadOnly => "name the primary server in the store's address",
        ErrorKind::Unexpected => "check the database",
        ErrorKind::Damaged | ErrorKind::NoFile | ErrorKind::Other => "check the database server",
    }
}
