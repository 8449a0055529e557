//! What remains of the store in a PostgreSQL database in a program that was built without PostgreSQL.

use std::sync::Arc;

use super::backend::{Backend, CopyPlace, Joined, ReadNodes, Server};
use super::database::{Held, Source};
use super::error::StoreError;
use super::location::PostgresUrl;
use super::node::{NodeCard, NodeNumber};
use super::writer::WriteTarget;

impl Backend for PostgresUrl {
    fn open_for_reading(&self) -> Result<Arc<dyn Source>, StoreError> {
        self.never()
    }

    fn open_for_writing(&self) -> Result<(Box<dyn WriteTarget>, Option<NodeNumber>), StoreError> {
        self.never()
    }

    fn is_in_use(&self) -> Result<bool, StoreError> {
        self.never()
    }

    fn hold(&self) -> Result<Box<dyn Held>, StoreError> {
        self.never()
    }

    fn lock_for_copy(&self) -> Result<Box<dyn CopyPlace + '_>, StoreError> {
        self.never()
    }
}

impl Server for PostgresUrl {
    fn join(&self, _: &NodeCard, _: Option<NodeNumber>) -> Result<Joined, StoreError> {
        self.never()
    }

    fn open_for_nodes(&self) -> Result<Arc<dyn ReadNodes>, StoreError> {
        self.never()
    }
}
