//! A place for a store of a test, in either database.

use kahua_tests::postgres::Postgres;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::postgres::Session;
use crate::{Location, Reader, Store};

/// Makes a test over SQLite and one over PostgreSQL of each function, which is given a place of its own.
macro_rules! over_each_database {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test]
                async fn $test() {
                    super::$test(super::TestStore::sqlite()).await;
                }
            )*
        }

        mod postgres {
            $(
                #[tokio::test]
                async fn $test() {
                    if let Some(place) = super::TestStore::postgres(stringify!($test)) {
                        super::$test(place).await;
                    }
                }
            )*
        }
    };
}

pub(super) use over_each_database;

/// A place that is gone after the test.
#[derive(Debug)]
pub(super) struct TestStore {
    pub(super) location: Location,
    /// Where the file is.
    _folder: Option<TempDir>,
}

impl TestStore {
    /// A place for a file.
    pub(super) fn sqlite() -> TestStore {
        let folder = tempfile::tempdir().unwrap();
        TestStore { location: Location::File(folder.path().join("data/arena.db")), _folder: Some(folder) }
    }

    /// An empty database, unless there is no PostgreSQL.
    pub(super) fn postgres(test: &str) -> Option<TestStore> {
        Postgres::shared(test).map(TestStore::on)
    }

    /// An empty database on this server.
    pub(super) fn on(server: &Postgres) -> TestStore {
        TestStore { location: server.new_database().parse().unwrap(), _folder: None }
    }

    /// Another place of the same kind.
    pub(super) fn another(&self) -> TestStore {
        match self.location {
            Location::File(_) => TestStore::sqlite(),
            Location::Postgres(_) => TestStore::postgres("another place").unwrap(),
        }
    }

    pub(super) fn open(&self) -> Store {
        Store::open(&self.location).unwrap()
    }

    pub(super) fn reader(&self) -> Reader {
        Reader::open(&self.location).unwrap()
    }

    /// Changes rows behind the store's back; returns how many.
    pub(super) fn tamper(&self, sql: &str) -> u64 {
        match &self.location {
            Location::File(path) => Connection::open(path).unwrap().execute(sql, ()).unwrap() as u64,
            Location::Postgres(url) => {
                let session = Session::connect(url).unwrap();
                session.run("SET search_path = kahua").unwrap();
                session.set(sql.to_owned().leak(), &[]).unwrap()
            }
        }
    }
}
