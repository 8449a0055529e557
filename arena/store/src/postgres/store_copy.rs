//! A whole store in a PostgreSQL database, read row by row and written from the rows of another.

use kahua_engine::ruleset::RulesetHash;

use super::read::{each, get, text};
use super::session::Session;
use super::text::escaped;
use super::writer::Company;
use super::{connected, schema, writer};
use crate::backend::CopyPlace;
use crate::database::{Held, PlayerRow, ReadAll, RecordRow, Result, WriteAll};
use crate::database_error::DatabaseError;
use crate::error::StoreError;
use crate::location::PostgresUrl;
use crate::rows::{ActRow, LinkRow, MatchKey};

/// A connection that has the lock of the writer.
pub(super) fn lock(url: &PostgresUrl) -> std::result::Result<Session, StoreError> {
    let session = connected(url, writer::connect(url))?;
    match writer::lock(&session, Company::Alone)? {
        true => Ok(session),
        false => Err(StoreError::InUse { store: url.into() }),
    }
}

/// A database that is locked.
pub(super) struct LockedDatabase<'u> {
    url: &'u PostgresUrl,
    session: Session,
}

/// Locks the database in which a copy is to be.
pub(super) fn lock_for_copy(url: &PostgresUrl) -> std::result::Result<LockedDatabase<'_>, StoreError> {
    Ok(LockedDatabase { url, session: lock(url)? })
}

impl CopyPlace for LockedDatabase<'_> {
    fn make(
        self: Box<Self>,
        is_begun: bool,
        mark: &dyn Fn(&dyn WriteAll) -> Result<()>,
    ) -> std::result::Result<Box<dyn Held>, StoreError> {
        let LockedDatabase { url, session } = *self;
        if is_begun {
            session.run("DROP SCHEMA kahua CASCADE")?;
        }
        schema::make_tables_and(&session, url, |new| mark(new))?;
        // If the power fails now, the copy stays unfinished and is made anew.
        session.run("SET synchronous_commit = off")?;
        Ok(Box::new(session))
    }
}

impl Held for Session {
    fn rows(&self) -> &dyn ReadAll {
        self
    }

    fn write(&self, what: &dyn Fn(&dyn WriteAll) -> Result<()>) -> Result<()> {
        self.run("BEGIN")?;
        what(self)?;
        Ok(self.run("COMMIT")?)
    }

    /// The server writes its log in order, so all earlier writes are durable too.
    fn write_durably(&self, what: &dyn Fn(&dyn WriteAll) -> Result<()>) -> std::result::Result<(), StoreError> {
        self.run("SET synchronous_commit = on")?;
        Ok(self.write(what)?)
    }
}

impl ReadAll for Session {
    fn rulesets(&self) -> Result<Vec<(RulesetHash, String)>> {
        each(self.all("SELECT hash, toml FROM rulesets ORDER BY hash", &[])?, |row| {
            let hash = get::<Vec<u8>>(row, 0)?.try_into();
            let hash = hash.map_err(|_| DatabaseError::unexpected("a ruleset's hash doesn't have 32 bytes"))?;
            Ok((RulesetHash(hash), text(row, 1)?))
        })
    }

    fn record_rows_after(&self, number: i64, limit: u32) -> Result<Vec<RecordRow>> {
        let sql = "
            SELECT number, id, game, league, season, started_unix_ms, ended_unix_ms, removed_unix_ms, digest, summary, body
            FROM records WHERE number > $1 ORDER BY number LIMIT $2";
        each(self.all(sql, &[&number, &i64::from(limit)])?, |row| {
            Ok(RecordRow {
                number: get(row, 0)?,
                id: get(row, 1)?,
                game: text(row, 2)?,
                league: text(row, 3)?,
                season: get(row, 4)?,
                started_unix_ms: get(row, 5)?,
                ended_unix_ms: get(row, 6)?,
                removed_unix_ms: get(row, 7)?,
                digest: get(row, 8)?,
                summary: get(row, 9)?,
                body: get(row, 10)?,
            })
        })
    }

    fn players_of(&self, first: i64, last: i64) -> Result<Vec<PlayerRow>> {
        let sql = "SELECT number, name, version FROM record_players WHERE number BETWEEN $1 AND $2";
        each(self.all(sql, &[&first, &last])?, |row| {
            Ok(PlayerRow { number: get(row, 0)?, name: text(row, 1)?, version: text(row, 2)? })
        })
    }

    fn epoch(&self) -> Result<i64> {
        get(&self.one("SELECT epoch FROM store", &[])?, 0)
    }
}

/// Many rows in one statement, because the server may be far away.
impl WriteAll for Session {
    fn add_ruleset(&self, hash: RulesetHash, toml: &str) -> Result<()> {
        self.set("INSERT INTO rulesets (hash, toml) VALUES ($1, $2)", &[&hash.0.as_slice(), &escaped(toml)])?;
        Ok(())
    }

    fn add_open_match(&self, key: MatchKey, id: &str, header: &[u8]) -> Result<()> {
        self.set("INSERT INTO open_matches (key, id, header) VALUES ($1, $2, $3)", &[&key.0, &id, &header])?;
        Ok(())
    }

    fn add_records(&self, records: &[RecordRow], players: &[PlayerRow]) -> Result<()> {
        let sql = "
            INSERT INTO records (number, id, game, league, season, started_unix_ms, ended_unix_ms, removed_unix_ms, digest,
                                 summary, body)
            SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
                                 $8::bigint[], $9::bytea[], $10::bytea[], $11::bytea[])";
        self.set(
            sql,
            &[
                &column(records, |row| row.number),
                &column(records, |row| row.id.as_str()),
                &column(records, |row| escaped(&row.game)),
                &column(records, |row| escaped(&row.league)),
                &column(records, |row| row.season),
                &column(records, |row| row.started_unix_ms),
                &column(records, |row| row.ended_unix_ms),
                &column(records, |row| row.removed_unix_ms),
                &column(records, |row| row.digest.as_slice()),
                &column(records, |row| row.summary.as_slice()),
                &column(records, |row| row.body.as_slice()),
            ],
        )?;
        let sql = "
            INSERT INTO record_players (name, number, version)
            SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])";
        let names = column(players, |row| escaped(&row.name));
        let (numbers, versions) = (column(players, |row| row.number), column(players, |row| escaped(&row.version)));
        self.set(sql, &[&names, &numbers, &versions])?;
        Ok(())
    }

    fn add_links(&self, links: &[LinkRow]) -> Result<()> {
        let sql = "
            INSERT INTO chain (number, digest, hash, summary, act, act_hash)
            SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bigint[], $6::bytea[])";
        self.set(
            sql,
            &[
                &column(links, |row| row.number),
                &column(links, |row| row.digest.as_slice()),
                &column(links, |row| row.hash.as_slice()),
                &column(links, |row| row.summary.as_slice()),
                &column(links, |row| row.act.0),
                &column(links, |row| row.act.1.as_slice()),
            ],
        )?;
        Ok(())
    }

    fn add_acts(&self, acts: &[ActRow]) -> Result<()> {
        let sql = "
            INSERT INTO acts (number, unix_ms, who, what, arguments, outcome, hash)
            SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[])";
        self.set(
            sql,
            &[
                &column(acts, |row| row.number),
                &column(acts, |row| row.act.unix_ms),
                &column(acts, |row| escaped(&row.act.who)),
                &column(acts, |row| escaped(&row.act.what)),
                &column(acts, |row| escaped(&row.act.arguments)),
                &column(acts, |row| escaped(&row.act.outcome)),
                &column(acts, |row| row.hash.as_slice()),
            ],
        )?;
        Ok(())
    }

    fn set_ends(&self, number: i64, act_number: i64) -> Result<()> {
        self.set("UPDATE store SET last_number = $1, last_act = $2", &[&number, &act_number])?;
        Ok(())
    }

    fn set_epoch(&self, epoch: i64) -> Result<()> {
        self.set("UPDATE store SET epoch = $1", &[&epoch])?;
        Ok(())
    }
}

fn column<'r, R, T>(rows: &'r [R], of: impl Fn(&'r R) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}
