//! The store in a PostgreSQL database, which several machines can reach.

mod error;
mod nodes;
mod pool;
mod read;
mod schema;
mod session;
mod store_copy;
mod text;
mod write;
mod writer;

use std::sync::Arc;

use error::PostgresError;
pub(crate) use session::Session;

use super::backend::{Backend, CopyPlace, Joined, ReadNodes, Server};
use super::database::{Held, Source};
use super::error::StoreError;
use super::location::PostgresUrl;
use super::node::{NodeCard, NodeNumber};
use super::reader::Reader;
use super::writer::WriteTarget;
use nodes::PostgresLease;
use pool::Pool;
use writer::{Company, PostgresWriter};

impl Backend for PostgresUrl {
    fn open_for_reading(&self) -> Result<Arc<dyn Source>, StoreError> {
        Ok(open_pool(self)?)
    }

    fn open_for_writing(&self) -> Result<(Box<dyn WriteTarget>, Option<NodeNumber>), StoreError> {
        let (writer, node) = open_writer(self)?;
        Ok((Box::new(writer), Some(node)))
    }

    fn is_in_use(&self) -> Result<bool, StoreError> {
        writer::is_locked(&connected(self, Session::connect(self))?)
    }

    fn hold(&self) -> Result<Box<dyn Held>, StoreError> {
        Ok(Box::new(store_copy::lock(self)?))
    }

    fn lock_for_copy(&self) -> Result<Box<dyn CopyPlace + '_>, StoreError> {
        Ok(Box::new(store_copy::lock_for_copy(self)?))
    }
}

impl Server for PostgresUrl {
    fn join(&self, card: &NodeCard, earlier: Option<NodeNumber>) -> Result<Joined, StoreError> {
        let session = locked(self, Company::Nodes)?;
        // Opening the reader may take long, so it comes before the lease, which no task renews yet.
        let pool = open_pool(self)?;
        let reader = Reader::of(pool.clone()).finished(self.into())?;
        let (node, until) = nodes::join(&session, card, earlier)?;
        let target = Box::new(PostgresWriter::new(self.clone(), session, Company::Nodes, node));
        let lease = Box::new(PostgresLease::new(self.clone(), node, until));
        Ok(Joined { reader, nodes: pool, target, lease })
    }

    fn open_for_nodes(&self) -> Result<Arc<dyn ReadNodes>, StoreError> {
        Ok(open_pool(self)?)
    }
}

/// Opens the store for the one arena that may write it. Returns its number as well.
pub(crate) fn open_writer(url: &PostgresUrl) -> Result<(PostgresWriter, NodeNumber), StoreError> {
    let session = locked(url, Company::Alone)?;
    let node = nodes::be_alone(&session)?;
    Ok((PostgresWriter::new(url.clone(), session, Company::Alone, node), node))
}

/// A session for writing, which has the lock of writers, and the newest tables.
fn locked(url: &PostgresUrl, company: Company) -> Result<Session, StoreError> {
    let session = connected(url, writer::connect(url))?;
    if !writer::lock(&session, company)? {
        return Err(StoreError::InUse { store: url.into() });
    }
    schema::make_tables(&session, url)?;
    Ok(session)
}

/// Connections for reading the store.
fn open_pool(url: &PostgresUrl) -> Result<Arc<Pool>, StoreError> {
    let session = connected(url, pool::connect(url))?;
    match schema::format(&session, url)? {
        0 => Err(StoreError::Missing { store: url.into() }),
        _ => Ok(Arc::new(Pool::new(url.clone(), session))),
    }
}

fn connected(url: &PostgresUrl, session: Result<Session, PostgresError>) -> Result<Session, StoreError> {
    session.map_err(|error| StoreError::Unreachable { store: url.into(), problem: error.to_string() })
}
