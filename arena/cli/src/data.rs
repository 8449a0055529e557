//! The data directory of an arena.

use std::collections::BTreeMap;
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use kahua_engine::{Answer, Choices, DynGame, DynRuleset, RulesetHash, SeatCount, registry};
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;

use crate::exit::Failure;
use crate::runtime::in_runtime;
use crate::signals::survive_file_size_limit;
use kahua_core::ids::MatchId;
use kahua_core::words::count;
use kahua_queries::unreadable;
use kahua_store::{Location, Reader, Store, StoreAddress, StoreError, StoreFile};

/// The variable that names the store, in place of --store.
const STORE_VARIABLE: &str = "KAHUA_STORE";

/// What a store holds, in words.
pub(crate) fn contents(records: u64, open: usize) -> String {
    let open = count(open as u64, "open match", "open matches");
    format!("{} and {open}", count(records, "record", "records"))
}

/// The store's file in a data directory.
const STORE: &str = "arena.db";

/// Where an arena keeps its data.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DataArgs {
    /// The arena's data directory. It can be read while the arena is running.
    #[arg(long, value_name = "DIR", default_value = "kahua-data")]
    data: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

/// Which database holds the store, if it isn't a file in the data directory.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct StoreArgs {
    /// The PostgreSQL database that holds the records, in the place of a file in the data directory:
    /// postgres://USER:PASSWORD@HOST:PORT/DATABASE. Others can see the arguments of a command, but not its environment.
    #[arg(long = "store", value_name = "URL", env = STORE_VARIABLE, hide_env_values = true)]
    address: Option<StoreAddress>,
}

impl StoreArgs {
    /// Where the store is: in this database, in the one of the settings, or in a file in this directory.
    ///
    /// # Errors
    /// If the address isn't valid.
    pub(crate) fn location(&self, settings: Option<&StoreAddress>, data: &Path) -> Result<Location, Failure> {
        match self.address.as_ref().or(settings) {
            Some(address) => address.location().map_err(|error| Failure::usage(format!("--store: {error}"))),
            None => Ok(Location::File(store_path(data))),
        }
    }
}

impl DataArgs {
    /// The data directory, and the database that holds the store if it isn't in the directory.
    pub(crate) fn of(data: PathBuf, store: StoreArgs) -> DataArgs {
        DataArgs { data, store }
    }

    /// Where the store is.
    ///
    /// # Errors
    /// If its address isn't valid.
    pub(crate) fn location(&self) -> Result<Location, Failure> {
        self.store.location(None, &self.data)
    }

    /// The store, for writing.
    ///
    /// # Errors
    /// If another arena is using it, or it can't be opened.
    pub(crate) fn open(&self) -> Result<Store, Failure> {
        Ok(open_location(&self.location()?)?)
    }

    /// Checks that no store is named beside the address of a running arena, which has its own. A variable may name one.
    ///
    /// # Errors
    /// If one is.
    pub(crate) fn expect_no_store(&self) -> Result<(), Failure> {
        if self.store.address.is_some() && std::env::var_os(STORE_VARIABLE).is_none() {
            return Err(Failure::usage("--store is for a data directory; a running arena (--addr) has its own store"));
        }
        Ok(())
    }

    /// The store's file.
    ///
    /// # Errors
    /// If the store is in a database; `instead` says what to do there.
    pub(crate) fn file(&self, instead: &str) -> Result<PathBuf, Failure> {
        match self.location()? {
            Location::File(path) => Ok(path),
            Location::Postgres(_) => {
                Err(Failure::usage(format!("this is for a store in a file, and --store names a database: {instead}")))
            }
        }
    }

    /// The store's file, open for reading.
    ///
    /// # Errors
    /// As [`DataArgs::file`], and as [`DataArgs::reader`].
    pub(crate) fn open_file(&self, instead: &str) -> Result<StoreFile, Failure> {
        let path = self.file(instead)?;
        StoreFile::open(&path).map_err(|error| self.unreadable(&error, &Location::File(path)))
    }

    /// The store, for reading.
    ///
    /// # Errors
    /// If there is none, or it can't be read.
    pub(crate) fn reader(&self) -> Result<Reader, Failure> {
        let location = self.location()?;
        Reader::open(&location).map_err(|error| self.unreadable(&error, &location))
    }

    fn unreadable(&self, error: &StoreError, location: &Location) -> Failure {
        Failure::of_store(unreadable(error, location, &self.data))
    }

    /// The directory.
    pub(crate) fn dir(&self) -> &Path {
        &self.data
    }
}

/// The store's file in this data directory.
pub(crate) fn store_path(dir: &Path) -> PathBuf {
    dir.join(STORE)
}

/// The data directory that was named, or a new one below the system's directory for temporary files.
///
/// # Errors
/// If it can't be created.
pub(crate) fn data_dir(named: Option<&PathBuf>, purpose: &str) -> anyhow::Result<PathBuf> {
    if let Some(dir) = named {
        return Ok(dir.clone());
    }
    let stamp = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S").to_string();
    let dir = std::env::temp_dir().join(format!("kahua-{purpose}-{stamp}-{}", std::process::id()));
    DirBuilder::new()
        .mode(0o700)
        .create(&dir)
        .with_context(|| format!("cannot create the directory {}", dir.display()))?;
    Ok(dir)
}

/// Opens the store of this data directory for writing.
///
/// # Errors
/// If another arena is using it, or it can't be opened.
pub(crate) fn open_store(dir: &Path) -> anyhow::Result<Store> {
    survive_file_size_limit().context("cannot receive signals")?;
    Store::open(&store_path(dir)).with_context(|| format!("cannot open the data directory {}", dir.display()))
}

/// Opens the store at this place for writing.
///
/// # Errors
/// If another arena is using it, or it can't be opened.
pub(crate) fn open_location(location: &Location) -> anyhow::Result<Store> {
    match location {
        Location::File(path) => open_store(path.parent().unwrap_or(Path::new("."))),
        Location::Postgres(_) => Ok(Store::open(location)?),
    }
}

/// Makes a data directory, if there is none, for the files of an arena whose store is in a database. Only its owner can
/// enter it.
///
/// # Errors
/// If it can't be created.
pub(crate) fn make_data_dir(dir: &Path) -> anyhow::Result<()> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(dir);
    made.with_context(|| format!("cannot create the directory {}", dir.display()))
}

/// Waits until the store has written something, in a command without a runtime of its own.
///
/// # Errors
/// If the store fails.
pub(crate) fn written<T>(writing: impl Future<Output = Result<T, StoreError>>) -> anyhow::Result<T> {
    Ok(in_runtime(writing)??)
}

/// The record of this match.
///
/// # Errors
/// If the id isn't valid, or no finished match has it.
pub(crate) fn record(reader: &Reader, id: &str) -> Result<pb::MatchRecord, Failure> {
    let id: MatchId = id.parse().map_err(Failure::usage)?;
    let record = reader.record(id).context("cannot read the record")?;
    record.ok_or_else(|| Failure::usage(format!("no finished match has the id {id}: see `kahua match list`")))
}

/// The game of a recorded match, before its first event.
///
/// # Errors
/// If the game can't have the record's seats or options.
pub(crate) fn open_game(record: &pb::MatchRecord, ruleset: &dyn DynRuleset) -> anyhow::Result<Box<dyn DynGame>> {
    let seats = SeatCount::new(record.players.len()).context("the record has no seats")?;
    let choices = Choices::parse(ruleset.info().options, record.options.iter().map(String::as_str))?;
    Ok(ruleset.open(seats, &choices)?)
}

/// Plays an event of a record.
///
/// # Errors
/// If it can't come now. The record is damaged then.
pub(crate) fn play_event(game: &mut dyn DynGame, event: &pb::RecordedEvent) -> anyhow::Result<()> {
    match &event.event {
        Some(Event::Decision(decision)) => {
            let index = game.find(Answer::Notation(&decision.action))?;
            game.play(index);
        }
        Some(Event::Chance(outcome)) => game.play_chance(outcome)?,
        Some(Event::Fault(_) | Event::Resumption(_)) => {}
        None => return Err(anyhow!("the event is empty")),
    }
    Ok(())
}

/// The rulesets that a store's records were played with, each read once.
#[derive(Debug)]
pub(crate) struct RecordedRulesets {
    reader: Reader,
    known: BTreeMap<RulesetHash, Arc<dyn DynRuleset>>,
}

impl RecordedRulesets {
    /// Those of this store, and the built-in ones of all games.
    pub(crate) fn new(reader: Reader) -> RecordedRulesets {
        let built_in = registry::all().iter().map(|kind| kind.built_in_ruleset());
        RecordedRulesets { reader, known: built_in.map(|ruleset| (ruleset.hash(), ruleset)).collect() }
    }

    /// The ruleset that this record was played with.
    ///
    /// # Errors
    /// If the store doesn't have it, or this version of kahua can't use it.
    pub(crate) fn of(&mut self, record: &pb::MatchRecord) -> anyhow::Result<Arc<dyn DynRuleset>> {
        let hash: [u8; 32] = record.ruleset_hash.as_slice().try_into().context("ruleset_hash doesn't have 32 bytes")?;
        let hash = RulesetHash(hash);
        if let Some(ruleset) = self.known.get(&hash) {
            return Ok(ruleset.clone());
        }
        let toml = self.reader.ruleset(hash)?.with_context(|| format!("ruleset {hash} isn't in the store"))?;
        let kind = registry::find(&record.game).with_context(|| format!("there is no game {:?}", record.game))?;
        let ruleset = kind.read_ruleset(&toml)?;
        self.known.insert(hash, ruleset.clone());
        Ok(ruleset)
    }
}
