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
pub(crate) use nodes::{Lease, look, open_among};
pub(crate) use pool::Pool;
pub(crate) use session::Session;
pub(crate) use store_copy::{lock_for_copy, make_copy, write_copy, write_copy_durably};
pub(crate) use writer::PostgresWriter;

use super::error::StoreError;
use super::location::PostgresUrl;
use super::node::{NodeCard, NodeNumber};
use writer::Company;

/// Opens the store in this database for the one arena that may write it, as [`crate::Store::open`] says.
pub(crate) fn open_for_writing(url: &PostgresUrl) -> Result<PostgresWriter, StoreError> {
    let session = locked(url, Company::Alone)?;
    let node = nodes::be_alone(&session)?;
    Ok(PostgresWriter::new(url.clone(), session, Company::Alone, node))
}

/// A session for one of several arenas that may write the store in this database. It has their lock, and the tables are there.
pub(crate) fn open_for_nodes(url: &PostgresUrl) -> Result<Session, StoreError> {
    locked(url, Company::Nodes)
}

/// Adds a node to the store in this database, as [`crate::Store::join`] says, by a session of [`open_for_nodes`].
pub(crate) fn join(
    session: Session,
    url: &PostgresUrl,
    card: &NodeCard,
    earlier: Option<NodeNumber>,
) -> Result<(PostgresWriter, Lease), StoreError> {
    let (node, until) = nodes::join(&session, card, earlier)?;
    Ok((PostgresWriter::new(url.clone(), session, Company::Nodes, node), Lease::new(url.clone(), node, until)))
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

/// Opens the store in this database for reading.
pub(crate) fn open_for_reading(url: &PostgresUrl) -> Result<Arc<Pool>, StoreError> {
    let session = connected(url, pool::connect(url))?;
    match schema::format(&session, url)? {
        0 => Err(StoreError::Missing { store: url.into() }),
        _ => Ok(Arc::new(Pool::new(url.clone(), session))),
    }
}

/// Whether an arena has the store in this database open for writing.
pub(crate) fn is_in_use(url: &PostgresUrl) -> Result<bool, StoreError> {
    writer::is_locked(&connected(url, Session::connect(url))?)
}

fn connected(url: &PostgresUrl, session: Result<Session, PostgresError>) -> Result<Session, StoreError> {
    session.map_err(|error| StoreError::Unreachable { store: url.into(), problem: error.to_string() })
}
