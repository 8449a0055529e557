//! The tables of the store. They have a schema of their own, which keeps them apart from other tables in the database.

use super::error::PostgresError;
use super::session::Session;
use crate::chain::HEAD_KEY;
use crate::database;
use crate::database_error::DatabaseError;
use crate::error::StoreError;
use crate::location::PostgresUrl;
use crate::secret;

/// The format of the tables (`store.format`).
pub(super) const NEWEST: u32 = 1;

/// The key of the lock under which the tables are made: "Kahu", and 2.
const TABLES_LOCK: &str = "SELECT pg_advisory_xact_lock(1264674933, 2)";

const TABLES: &str = "
CREATE SCHEMA IF NOT EXISTS kahua;

-- The arenas that write the store now. The row is locked by each transaction in which its arena writes, so none is committed
-- once the row is gone.
-- number: the value of store.epoch when the arena came
-- batch: the number of its last transaction, so that it knows whether one was committed whose answer was lost
-- settings: how often it has changed what other arenas keep in memory: settings and tokens
-- arrivals: how often it has told of bots that came or went
-- lease_until: after this time other arenas may delete the row; infinity if the arena is alone
-- status: what it tells of itself, as a kahua.node.v1.NodeStatus
CREATE TABLE kahua.nodes (
    number      bigint PRIMARY KEY,
    name        text COLLATE \"C\" NOT NULL UNIQUE,
    address     text COLLATE \"C\" NOT NULL,
    batch       bigint NOT NULL DEFAULT 0,
    settings    bigint NOT NULL DEFAULT 0,
    arrivals    bigint NOT NULL DEFAULT 0,
    joined      timestamptz NOT NULL DEFAULT now(),
    lease_until timestamptz NOT NULL,
    status      bytea NOT NULL DEFAULT ''
);

-- The only row is locked by each transaction that adds a record or an act.
-- epoch: rises with each arena that opens the store for writing
-- last_number, last_act: the highest numbers that were ever given
-- pairing: the node that pairs the matches of all leagues
CREATE TABLE kahua.store (
    only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    format      integer NOT NULL,
    epoch       bigint NOT NULL DEFAULT 0,
    last_number bigint NOT NULL DEFAULT 0,
    last_act    bigint NOT NULL DEFAULT 0,
    pairing     bigint REFERENCES kahua.nodes ON DELETE SET NULL
);

CREATE TABLE kahua.meta (
    key   text COLLATE \"C\" PRIMARY KEY,
    value bytea NOT NULL
);

CREATE TABLE kahua.bots (
    name       text COLLATE \"C\" PRIMARY KEY,
    version    text COLLATE \"C\" NOT NULL DEFAULT '',
    token_hash bytea CHECK (octet_length(token_hash) = 32)
);

-- SHA-256 of the file -> the file
CREATE TABLE kahua.rulesets (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    toml text COLLATE \"C\" NOT NULL
);

-- header: a MatchRecord without events and end
-- node: who plays the match; NULL while any node may take it
CREATE TABLE kahua.open_matches (
    key    bigint PRIMARY KEY,
    id     text COLLATE \"C\" NOT NULL UNIQUE,
    header bytea NOT NULL,
    node   bigint REFERENCES kahua.nodes ON DELETE SET NULL
);
CREATE INDEX open_matches_by_node ON kahua.open_matches (node, key);

-- A row holds what one match did between two commits: its events in order, each a RecordedEvent with its length before.
CREATE TABLE kahua.journal (
    match_key   bigint NOT NULL REFERENCES kahua.open_matches ON DELETE CASCADE,
    first_event bigint NOT NULL,
    events      bytea NOT NULL,
    PRIMARY KEY (match_key, first_event)
);

-- In the order of finishing.
-- digest: SHA-256 of the canonical bytes of the MatchRecord
-- body: these bytes, or those of the summary once the moves were removed
-- summary: the canonical bytes of the record's summary
-- removed_unix_ms: when the moves were removed
CREATE TABLE kahua.records (
    number          bigint PRIMARY KEY,
    id              text COLLATE \"C\" NOT NULL UNIQUE,
    game            text COLLATE \"C\" NOT NULL,
    league          text COLLATE \"C\" NOT NULL,
    season          bigint NOT NULL,
    started_unix_ms bigint NOT NULL,
    ended_unix_ms   bigint NOT NULL,
    removed_unix_ms bigint,
    digest          bytea NOT NULL,
    summary         bytea NOT NULL,
    body            bytea NOT NULL
);
CREATE INDEX records_by_league ON kahua.records (league, number);

CREATE TABLE kahua.record_players (
    name    text COLLATE \"C\" NOT NULL,
    number  bigint NOT NULL REFERENCES kahua.records ON DELETE CASCADE,
    version text COLLATE \"C\" NOT NULL,
    PRIMARY KEY (name, number)
);
CREATE INDEX record_players_by_number ON kahua.record_players (number, version);

-- A link for each record, as `chain.rs` says.
CREATE TABLE kahua.chain (
    number   bigint PRIMARY KEY,
    digest   bytea NOT NULL,
    hash     bytea NOT NULL CHECK (octet_length(hash) = 32),
    summary  bytea NOT NULL CHECK (octet_length(summary) = 32),
    act      bigint NOT NULL,
    act_hash bytea NOT NULL CHECK (octet_length(act_hash) = 32)
);

-- What organizers have done; the oldest rows are deleted when there are too many.
CREATE TABLE kahua.acts (
    number    bigint PRIMARY KEY,
    unix_ms   bigint NOT NULL,
    who       text COLLATE \"C\" NOT NULL,
    what      text COLLATE \"C\" NOT NULL,
    arguments text COLLATE \"C\" NOT NULL,
    outcome   text COLLATE \"C\" NOT NULL,
    hash      bytea NOT NULL CHECK (octet_length(hash) = 32)
);

-- Where each bot is connected, or was last.
-- arrival: the value of nodes.arrivals when its node told of it
-- profile: a kahua.node.v1.BotProfile; NULL once it has left
CREATE TABLE kahua.presence (
    bot     text COLLATE \"C\" PRIMARY KEY,
    node    bigint NOT NULL REFERENCES kahua.nodes ON DELETE CASCADE,
    arrival bigint NOT NULL,
    profile bytea
);
CREATE INDEX presence_by_arrival ON kahua.presence (node, arrival);

INSERT INTO kahua.store (format) VALUES (1);
";

/// The format of the store in this database; 0 if there is none.
///
/// # Errors
/// If a newer arena has written it, or the database can't be read.
pub(super) fn format(session: &Session, url: &PostgresUrl) -> Result<u32, StoreError> {
    if session.one("SELECT to_regclass('kahua.store') IS NULL", &[])?.try_get(0)? {
        return Ok(0);
    }
    let found: i32 = session.one("SELECT format FROM kahua.store", &[])?.try_get(0)?;
    let found = found.unsigned_abs();
    match found <= NEWEST {
        true => Ok(found),
        false => Err(StoreError::Newer { store: url.into(), found, known: NEWEST }),
    }
}

/// Makes the tables unless they exist. Safe if other arenas do the same at this moment.
pub(super) fn make_tables(session: &Session, url: &PostgresUrl) -> Result<(), StoreError> {
    make_tables_and(session, url, |_| Ok(()))
}

/// As [`make_tables`]; does something more in the same transaction.
pub(super) fn make_tables_and(
    session: &Session,
    url: &PostgresUrl,
    more: impl FnOnce(&Session) -> database::Result<()>,
) -> Result<(), StoreError> {
    session.run("BEGIN")?;
    session.run(TABLES_LOCK)?;
    // Under the lock, because another arena may have made the tables a moment ago.
    let found = format(session, url)?;
    if found == 0 {
        session.run(TABLES)?;
        let problem = |error| DatabaseError::unexpected(format!("no secret can be made for the store: {error}"));
        let secret = secret::fresh().map_err(problem)?;
        session.set("INSERT INTO kahua.meta (key, value) VALUES ($1, $2)", &[&HEAD_KEY, &secret.as_slice()])?;
    }
    more(session)?;
    Ok(session.run("COMMIT")?)
}

impl From<PostgresError> for StoreError {
    fn from(error: PostgresError) -> StoreError {
        StoreError::Database(error.into())
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> StoreError {
        PostgresError::from(error).into()
    }
}
