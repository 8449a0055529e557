//! A store that no arena serves, as the service of an arena: it answers what a running arena answers, and can be changed by
//! the same calls. An arena reads these changes at its next start.

mod archive;
mod service;
mod statuses;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kahua_core::text::on_one_line;
use kahua_play::time::Time;
use kahua_proto::pb::arena::v1::league_service_server::LeagueServiceServer;
use kahua_settings::overrides::Overrides;
use kahua_settings::seasons::PresentSeasons;
use kahua_store::{Act, Location, Reader, Store, StoreError};
use parking_lot::Mutex;
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::{StdError, http};
use tower::ServiceExt;
use tower::util::BoxService;

use crate::corrections::not_corrected;
use crate::facts::{Facts, unknown_league};
use crate::refusal::store_failed;

pub use archive::Archive;

/// Is told of each damaged match that is left out of an answer.
type OnDamage = Arc<dyn Fn(StoreError) + Send + Sync>;

/// What a store is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Commands, which name every damaged record. How far leagues are is known to the arena that serves the store, if one does.
    Commands,
    /// Pages in files. Summaries are enough, and they leave out what is being played: it will have changed by the time that
    /// they are read.
    Pages,
}

/// The way to an arena's services: a connection, or the service itself in this process.
pub type Calls = BoxService<http::Request<Body>, http::Response<Body>, StdError>;

/// A data directory, or a database, without an arena.
pub struct StoredArena {
    location: Location,
    dir: PathBuf,
    purpose: Purpose,
    damaged: OnDamage,
    archive: Mutex<Option<Arc<Archive>>>,
}

impl fmt::Debug for StoredArena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredArena").field("location", &self.location).finish_non_exhaustive()
    }
}

impl StoredArena {
    /// The store at this place, which need not exist yet. `dir` is the data directory, as it is called in messages. `damaged`
    /// is told of damaged matches that answers leave out.
    pub fn new(
        location: Location,
        dir: PathBuf,
        purpose: Purpose,
        damaged: impl Fn(StoreError) + Send + Sync + 'static,
    ) -> StoredArena {
        StoredArena { location, dir, purpose, damaged: Arc::new(damaged), archive: Mutex::new(None) }
    }

    /// The way to this service, as if it ran elsewhere.
    #[must_use]
    pub fn calls(self: Arc<Self>) -> Calls {
        let service = LeagueServiceServer::from_arc(self);
        Calls::new(ServiceExt::<http::Request<Body>>::map_err(service, Into::into))
    }

    /// What the store holds.
    ///
    /// # Errors
    /// If there is no store, or it can't be read.
    pub fn archive(&self) -> Result<Arc<Archive>, Status> {
        self.open().map_err(|error| unreadable(&error, &self.location, &self.dir))
    }

    /// As [`archive`](StoredArena::archive), with the store's own error.
    fn open(&self) -> Result<Arc<Archive>, StoreError> {
        // The lock is held while the store is opened, so that all callers share one archive and what it has counted.
        let mut archive = self.archive.lock();
        if let Some(archive) = &*archive {
            return Ok(archive.clone());
        }
        let reader = Reader::open(self.location.clone())?;
        Ok(archive.insert(Arc::new(Archive::new(reader, self.purpose, self.damaged.clone()))).clone())
    }

    /// What organizers have changed of this league in its present season.
    fn changes_of(&self, league: &str) -> Result<Overrides, Status> {
        let archive = self.archive()?;
        self.expect_league(league)?;
        let reader = archive.reader();
        let read = || Overrides::read(league, PresentSeasons::read(reader)?.of(league), reader);
        read().map_err(store_failed)
    }

    /// Checks that this league was played, or that a season of it was begun. Matches without a league aren't one.
    fn expect_league(&self, league: &str) -> Result<(), Status> {
        let known = self.archive()?.leagues().map_err(store_failed)?;
        if known.iter().any(|known| known == league) { Ok(()) } else { Err(unknown_league(league, &known)) }
    }

    /// Changes the store, and records in the audit log what was done, with its arguments.
    async fn change<T>(
        &self,
        what: &str,
        arguments: String,
        change: impl AsyncFnOnce(&Store) -> Result<T, StoreError>,
    ) -> Result<T, Status> {
        let (who, what, outcome) = ("kahua".to_owned(), what.to_owned(), "done".to_owned());
        let arguments = on_one_line(&arguments).into_owned();
        let act = Act { unix_ms: Time::unix_ms(), who, what, arguments, outcome };
        let noted = async |store: &Store| {
            let changed = change(store).await?;
            // This comes after the change, since the act says that it was done.
            store.note_act(act).await?;
            Ok(changed)
        };
        self.write(noted).await
    }

    /// Opens the store to change it.
    async fn write<T>(&self, change: impl AsyncFnOnce(&Store) -> Result<T, StoreError>) -> Result<T, Status> {
        let store = Store::open(self.location.clone()).map_err(|problem| match problem {
            StoreError::InUse { .. } => self.is_served(),
            problem => Status::internal(format!("cannot open {}: {problem}", self.named())),
        })?;
        let changed = change(&store).await;
        // What was read before may have changed.
        *self.archive.lock() = None;
        changed.map_err(|problem| match problem {
            StoreError::TooManyCorrections => not_corrected(problem),
            problem => Status::internal(format!("cannot write the change: {problem}")),
        })
    }

    /// Checks that no arena serves the store.
    fn expect_unserved(&self) -> Result<(), Status> {
        match Store::is_in_use(&self.location) {
            Ok(false) => Ok(()),
            Ok(true) => Err(self.is_served()),
            Err(problem) => Err(Status::internal(format!("cannot open {}: {problem}", self.named()))),
        }
    }

    fn is_served(&self) -> Status {
        Status::failed_precondition(format!("an arena serves {}: give its address with --addr", self.named()))
    }

    fn named(&self) -> String {
        match &self.location {
            Location::Postgres(url) => format!("the store {url}"),
            Location::File(_) => format!("the data directory {}", self.dir.display()),
        }
    }
}

/// The status that the store at this place can't be opened for reading: `FAILED_PRECONDITION` if there is none. `dir` is its
/// data directory, as it is called in messages.
#[must_use]
pub fn unreadable(error: &StoreError, location: &Location, dir: &Path) -> Status {
    let dir = dir.display();
    match (error, location) {
        (StoreError::Missing { .. }, Location::File(_)) => {
            Status::failed_precondition(format!("there is no arena data in {dir}: give its directory with --data"))
        }
        (StoreError::Missing { .. }, Location::Postgres(_)) => Status::failed_precondition(error.to_string()),
        (_, Location::File(_)) => Status::internal(format!("cannot open the store in {dir}: {error}")),
        (_, Location::Postgres(_)) => Status::internal(error.to_string()),
    }
}
