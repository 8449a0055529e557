//! The connections that a store uses for reading.

use kahua_core::limits::STORE_READERS_MAX;
use parking_lot::{Condvar, Mutex};

use super::error::PostgresError;
use super::session::Session;
use crate::database::{Reading, Result, Source};
use crate::error::StoreError;
use crate::location::PostgresUrl;

/// Connections to one database, made when they are needed and kept for the next reader.
#[derive(Debug)]
pub(super) struct Pool {
    url: PostgresUrl,
    sessions: Mutex<Sessions>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct Sessions {
    idle: Vec<Session>,
    busy: usize,
}

/// A connection that a reader has borrowed from the pool.
struct Lent<'p> {
    pool: &'p Pool,
    session: Option<Session>,
}

impl Pool {
    /// A pool with one connection, which exists already.
    pub(super) fn new(url: PostgresUrl, first: Session) -> Pool {
        let sessions = Sessions { idle: vec![first], busy: 0 };
        Pool { url, sessions: Mutex::new(sessions), freed: Condvar::new() }
    }

    /// Asks the server something.
    pub(super) fn ask<T>(
        &self,
        what: impl FnOnce(&Session) -> std::result::Result<T, StoreError>,
    ) -> std::result::Result<T, StoreError> {
        what(self.lend()?.session())
    }

    fn lend(&self) -> Result<Lent<'_>> {
        let mut sessions = self.sessions.lock();
        sessions.idle.retain(|session| !session.is_closed());
        while sessions.idle.is_empty() && sessions.busy == STORE_READERS_MAX {
            self.freed.wait(&mut sessions);
        }
        sessions.busy += 1;
        let idle = sessions.idle.pop();
        // To connect may take seconds. Other readers need the lock meanwhile.
        drop(sessions);
        let mut lent = Lent { pool: self, session: idle };
        if lent.session.is_none() {
            lent.session = Some(connect(&self.url)?);
        }
        Ok(lent)
    }
}

impl Source for Pool {
    fn read(&self, what: Reading<'_>) -> Result<()> {
        what(self.lend()?.session())
    }

    fn read_state(&self, what: Reading<'_>) -> Result<()> {
        let mut lent = self.lend()?;
        lent.session().run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
        let read = what(lent.session());
        if lent.session().run("COMMIT").is_err() {
            lent.session = None; // its state is unknown
        }
        read
    }
}

/// A connection for reading.
pub(super) fn connect(url: &PostgresUrl) -> std::result::Result<Session, PostgresError> {
    let session = Session::connect(url)?;
    // Each filter uses only some parts of a query, so a generic plan for all filters would be bad.
    session.run("SET search_path = kahua; SET plan_cache_mode = force_custom_plan")?;
    Ok(session)
}

impl Lent<'_> {
    fn session(&self) -> &Session {
        self.session.as_ref().expect("it is taken away only at the end")
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut sessions = self.pool.sessions.lock();
        sessions.busy -= 1;
        sessions.idle.extend(self.session.take().filter(|session| !session.is_closed()));
        self.pool.freed.notify_one();
    }
}
