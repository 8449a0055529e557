//! What is read of a PostgreSQL database.

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_engine::ruleset::RulesetHash;
use tokio_postgres::Row;
use tokio_postgres::types::FromSqlOwned;

use super::session::Session;
use super::text::{escaped, unescaped};
use crate::database::{Read, Result};
use crate::database_error::DatabaseError;
use crate::filter::Filter;
use crate::record::StoredRecord;
use crate::rows::{Act, ActRow, BotRow, Ends, LinkRow, MatchKey};

impl Read for Session {
    fn open_matches(&self) -> Result<Vec<(MatchKey, String, Vec<u8>)>> {
        let rows = self.all("SELECT key, id, header FROM open_matches ORDER BY key", &[])?;
        each(rows, |row| Ok((MatchKey(get(row, 0)?), get(row, 1)?, get(row, 2)?)))
    }

    fn chunks(&self, key: MatchKey) -> Result<Vec<(u32, Vec<u8>)>> {
        let sql = "SELECT first_event, events FROM journal WHERE match_key = $1 ORDER BY first_event";
        each(self.all(sql, &[&key.0])?, |row| Ok((get::<i64>(row, 0)? as u32, get(row, 1)?)))
    }

    fn is_known(&self, id: &str) -> Result<bool> {
        let sql =
            "SELECT EXISTS (SELECT 1 FROM open_matches WHERE id = $1 UNION ALL SELECT 1 FROM records WHERE id = $1)";
        get(&self.one(sql, &[&id])?, 0)
    }

    fn record(&self, id: &str) -> Result<Option<StoredRecord>> {
        let sql = "
            SELECT records.number, id, records.digest, body, removed_unix_ms, chain.summary
            FROM records LEFT JOIN chain ON chain.number = records.number WHERE id = $1";
        self.first(sql, &[&id])?.map(|row| stored_record(&row)).transpose()
    }

    fn numbered_record(&self, number: i64) -> Result<Option<StoredRecord>> {
        let sql = "
            SELECT records.number, id, records.digest, body, removed_unix_ms, chain.summary
            FROM records LEFT JOIN chain ON chain.number = records.number WHERE records.number = $1";
        self.first(sql, &[&number])?.map(|row| stored_record(&row)).transpose()
    }

    fn id_of(&self, number: i64) -> Result<Option<String>> {
        self.first("SELECT id FROM records WHERE number = $1", &[&number])?.map(|row| get(&row, 0)).transpose()
    }

    fn records_after(&self, number: i64, limit: u32) -> Result<Vec<StoredRecord>> {
        let sql = "
            SELECT records.number, id, records.digest, body, removed_unix_ms, chain.summary
            FROM records LEFT JOIN chain ON chain.number = records.number
            WHERE records.number > $1 ORDER BY records.number LIMIT $2";
        each(self.all(sql, &[&number, &i64::from(limit)])?, stored_record)
    }

    fn numbers_after(&self, number: i64, limit: u32) -> Result<Vec<i64>> {
        let sql = "SELECT number FROM records WHERE number > $1 ORDER BY number LIMIT $2";
        each(self.all(sql, &[&number, &i64::from(limit)])?, |row| get(row, 0))
    }

    fn kept(&self, id: &str) -> Result<Option<(i64, Vec<u8>)>> {
        let row = self.first("SELECT number, digest FROM records WHERE id = $1", &[&id])?;
        row.map(|row| Ok((get(&row, 0)?, get(&row, 1)?))).transpose()
    }

    fn has_record(&self, id: &str) -> Result<bool> {
        get(&self.one("SELECT EXISTS (SELECT 1 FROM records WHERE id = $1)", &[&id])?, 0)
    }

    fn recorded_among(&self, ids: &[String]) -> Result<Vec<String>> {
        each(self.all("SELECT id FROM records WHERE id = ANY ($1)", &[&ids])?, |row| get(row, 0))
    }

    fn record_count(&self) -> Result<i64> {
        get(&self.one("SELECT count(*) FROM records", &[])?, 0)
    }

    fn ends(&self) -> Result<Ends> {
        // The highest existing numbers count too, in case somebody has added rows by hand.
        let sql = "
            SELECT greatest(last_number, (SELECT max(number) FROM records)),
                   greatest(last_act, (SELECT max(number) FROM acts)),
                   link.number, link.hash, act.number, act.hash
            FROM store
                 LEFT JOIN (SELECT number, hash FROM chain ORDER BY number DESC LIMIT 1) AS link ON true
                 LEFT JOIN (SELECT number, hash FROM acts ORDER BY number DESC LIMIT 1) AS act ON true";
        let row = self.one(sql, &[])?;
        let link = match get::<Option<i64>>(&row, 2)? {
            Some(number) => Some((number, hash(&row, 3)?)),
            None => None,
        };
        let act = match get::<Option<i64>>(&row, 4)? {
            Some(number) => Some((number, hash(&row, 5)?)),
            None => None,
        };
        Ok(Ends { number: get(&row, 0)?, act_number: get(&row, 1)?, link, act })
    }

    fn summaries_after(&self, number: i64, limit: u32) -> Result<Vec<(i64, Vec<u8>)>> {
        let sql = "
            SELECT number, summary FROM records
            WHERE number > $1 ORDER BY number LIMIT $2";
        each(self.all(sql, &[&number, &i64::from(limit)])?, |row| Ok((get(row, 0)?, get(row, 1)?)))
    }

    fn filtered(&self, filter: &Filter, before: i64, limit: usize) -> Result<Vec<i64>> {
        let sql = "
            SELECT number FROM records
            WHERE number < $1
              AND ($2::text IS NULL OR league = $2)
              AND ($3::text IS NULL OR game = $3)
              AND ($4::bigint IS NULL OR season = $4)
              AND ($5::bigint IS NULL OR started_unix_ms >= $5)
              AND ($6::bigint IS NULL OR started_unix_ms < $6)
              AND ($7::text IS NULL OR number IN (
                  SELECT number FROM record_players WHERE name = $7 AND ($8::text IS NULL OR version = $8)))
              AND ($8::text IS NULL OR $7::text IS NOT NULL OR EXISTS (
                  SELECT 1 FROM record_players AS seat WHERE seat.number = records.number AND seat.version = $8))
            ORDER BY number DESC LIMIT $9";
        let league = filter.league.as_deref().map(escaped);
        let game = filter.game.as_deref().map(escaped);
        let season = filter.season.map(|season| i64::from(Season::number(season)));
        let bot = filter.bot.as_ref().map(BotName::as_str);
        let version = filter.version.as_deref().map(escaped);
        let (from, until, limit) = (filter.started_from_ms, filter.started_before_ms, limit as i64);
        let rows = self.all(sql, &[&before, &league, &game, &season, &from, &until, &bot, &version, &limit])?;
        each(rows, |row| get(row, 0))
    }

    fn with_moves(&self, ended_before_unix_ms: i64, after: i64, limit: u32) -> Result<Vec<i64>> {
        let sql = "
            SELECT number FROM records
            WHERE number > $1 AND ended_unix_ms < $2 AND removed_unix_ms IS NULL ORDER BY number LIMIT $3";
        each(self.all(sql, &[&after, &ended_before_unix_ms, &i64::from(limit)])?, |row| get(row, 0))
    }

    fn leagues(&self) -> Result<Vec<String>> {
        each(self.all("SELECT DISTINCT league FROM records ORDER BY league", &[])?, |row| text(row, 0))
    }

    fn has_records_of(&self, league: &str) -> Result<bool> {
        get(&self.one("SELECT EXISTS (SELECT 1 FROM records WHERE league = $1)", &[&escaped(league)])?, 0)
    }

    fn ruleset(&self, hash: RulesetHash) -> Result<Option<String>> {
        let row = self.first("SELECT toml FROM rulesets WHERE hash = $1", &[&hash.0.as_slice()])?;
        row.map(|row| text(&row, 0)).transpose()
    }

    fn bots(&self) -> Result<Vec<BotRow>> {
        each(self.all("SELECT name, version, token_hash FROM bots ORDER BY name", &[])?, bot)
    }

    fn bot(&self, name: &str) -> Result<Option<BotRow>> {
        let row = self.first("SELECT name, version, token_hash FROM bots WHERE name = $1", &[&name])?;
        row.map(|row| bot(&row)).transpose()
    }

    fn meta(&self, key: &str) -> Result<Option<Vec<u8>>> {
        let row = self.first("SELECT value FROM meta WHERE key = $1", &[&escaped(key)])?;
        row.map(|row| get(&row, 0)).transpose()
    }

    fn metas(&self, prefix: &str) -> Result<Vec<(String, Vec<u8>)>> {
        let rows =
            self.all("SELECT key, value FROM meta WHERE starts_with(key, $1) ORDER BY key", &[&escaped(prefix)])?;
        each(rows, |row| Ok((text(row, 0)?, get(row, 1)?)))
    }

    fn link(&self, number: i64) -> Result<Option<[u8; 32]>> {
        let row = self.first("SELECT hash FROM chain WHERE number = $1", &[&number])?;
        row.map(|row| hash(&row, 0)).transpose()
    }

    fn links_after(&self, number: i64, limit: u32) -> Result<Vec<LinkRow>> {
        let sql = "
            SELECT chain.number, chain.digest, chain.hash, chain.summary, act, act_hash, records.id,
                   records.digest, records.summary
            FROM chain LEFT JOIN records ON records.number = chain.number
            WHERE chain.number > $1 ORDER BY chain.number LIMIT $2";
        each(self.all(sql, &[&number, &i64::from(limit)])?, link)
    }

    fn sealed_summary(&self, number: i64) -> Result<Option<[u8; 32]>> {
        let row = self.first("SELECT summary FROM chain WHERE number = $1", &[&number])?;
        row.map_or(Ok(None), |row| some_hash(&row, 0))
    }

    fn unlinked(&self) -> Result<Vec<(i64, String)>> {
        let sql = "
            SELECT number, id FROM records
            WHERE NOT EXISTS (SELECT 1 FROM chain WHERE chain.number = records.number) ORDER BY number";
        each(self.all(sql, &[])?, |row| Ok((get(row, 0)?, get(row, 1)?)))
    }

    fn newest_acts(&self, limit: u32) -> Result<Vec<ActRow>> {
        let sql = "
            SELECT number, unix_ms, who, what, arguments, outcome, hash
            FROM (SELECT * FROM acts ORDER BY number DESC LIMIT $1) AS newest ORDER BY number";
        each(self.all(sql, &[&i64::from(limit)])?, act)
    }

    fn acts_after(&self, number: i64, limit: u32) -> Result<Vec<ActRow>> {
        let sql = "
            SELECT number, unix_ms, who, what, arguments, outcome, hash FROM acts
            WHERE number > $1 ORDER BY number LIMIT $2";
        each(self.all(sql, &[&number, &i64::from(limit)])?, act)
    }

    fn size_bytes(&self) -> Result<i64> {
        let sql = "
            SELECT sum(pg_total_relation_size(pg_class.oid))::bigint
            FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = 'kahua' AND relkind = 'r'";
        get(&self.one(sql, &[])?, 0)
    }
}

pub(super) fn each<T>(rows: Vec<Row>, of: impl Fn(&Row) -> Result<T>) -> Result<Vec<T>> {
    rows.iter().map(of).collect()
}

pub(super) fn get<T: FromSqlOwned>(row: &Row, column: usize) -> Result<T> {
    Ok(row.try_get(column)?)
}

pub(super) fn text(row: &Row, column: usize) -> Result<String> {
    Ok(unescaped(get(row, column)?))
}

fn hash(row: &Row, column: usize) -> Result<[u8; 32]> {
    let name = row.columns()[column].name();
    some_hash(row, column)?.ok_or_else(|| DatabaseError::unexpected(format!("a {name} is missing")))
}

fn some_hash(row: &Row, column: usize) -> Result<Option<[u8; 32]>> {
    let name = row.columns()[column].name();
    let hash = get::<Option<Vec<u8>>>(row, column)?.map(<[u8; 32]>::try_from).transpose();
    hash.map_err(|bytes| DatabaseError::unexpected(format!("a {name} has {} bytes instead of 32", bytes.len())))
}

/// Reads a row with a record's columns and the summary's digest from the chain.
fn stored_record(row: &Row) -> Result<StoredRecord> {
    Ok(StoredRecord {
        number: get(row, 0)?,
        id: get(row, 1)?,
        digest: get(row, 2)?,
        body: get(row, 3)?,
        removed_unix_ms: get(row, 4)?,
        summary: get(row, 5)?,
    })
}

fn bot(row: &Row) -> Result<BotRow> {
    Ok(BotRow { name: get(row, 0)?, version: text(row, 1)?, token: some_hash(row, 2)? })
}

fn link(row: &Row) -> Result<LinkRow> {
    let record = match get::<Option<String>>(row, 6)? {
        Some(id) => Some((id, get(row, 7)?)),
        None => None,
    };
    Ok(LinkRow {
        number: get(row, 0)?,
        digest: get(row, 1)?,
        hash: hash(row, 2)?,
        summary: hash(row, 3)?,
        act: (get(row, 4)?, hash(row, 5)?),
        record,
        kept_summary: get(row, 8)?,
    })
}

fn act(row: &Row) -> Result<ActRow> {
    let (number, unix_ms, who, what) = (get(row, 0)?, get(row, 1)?, text(row, 2)?, text(row, 3)?);
    let act = Act { unix_ms, who, what, arguments: text(row, 4)?, outcome: text(row, 5)? };
    Ok(ActRow { number, act, hash: hash(row, 6)? })
}
