//! What is read of an SQLite file.

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_engine::ruleset::RulesetHash;
use rusqlite::{Connection, OptionalExtension, Params, Row, named_params};

use crate::database::{Read, Result};
use crate::filter::Filter;
use crate::record::StoredRecord;
use crate::rows::{Act, ActRow, BotRow, Ends, LinkRow, MatchKey};

/// The columns that [`stored_record`] reads. The chain is needed only for a record without its moves.
const RECORDS: &str = "
    SELECT records.number, id, digest, body, unix_ms, CASE WHEN unix_ms IS NOT NULL
        THEN (SELECT summary FROM chain WHERE chain.number = records.number) END
    FROM records LEFT JOIN removals ON removals.number = records.number";

impl Read for Connection {
    fn open_matches(&self) -> Result<Vec<(MatchKey, String, Vec<u8>)>> {
        let sql = "SELECT key, id, header FROM open_matches ORDER BY key";
        all(self, sql, (), |row| Ok((MatchKey(row.get(0)?), row.get(1)?, row.get(2)?)))
    }

    fn chunks(&self, key: MatchKey) -> Result<Vec<(u32, Vec<u8>)>> {
        let sql = "SELECT first_event, events FROM journal WHERE match_key = ?1 ORDER BY first_event";
        all(self, sql, [key.0], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    fn is_known(&self, id: &str) -> Result<bool> {
        let sql =
            "SELECT EXISTS (SELECT 1 FROM open_matches WHERE id = ?1 UNION ALL SELECT 1 FROM records WHERE id = ?1)";
        one(self, sql, [id], |row| row.get(0))
    }

    fn record(&self, id: &str) -> Result<Option<StoredRecord>> {
        first(self, &format!("{RECORDS} WHERE id = ?1"), [id], stored_record)
    }

    fn numbered_record(&self, number: i64) -> Result<Option<StoredRecord>> {
        first(self, &format!("{RECORDS} WHERE records.number = ?1"), [number], stored_record)
    }

    fn id_of(&self, number: i64) -> Result<Option<String>> {
        first(self, "SELECT id FROM records WHERE number = ?1", [number], |row| row.get(0))
    }

    fn records_after(&self, number: i64, limit: u32) -> Result<Vec<StoredRecord>> {
        let sql = format!("{RECORDS} WHERE records.number > ?1 ORDER BY records.number LIMIT ?2");
        all(self, &sql, (number, limit), stored_record)
    }

    fn numbers_after(&self, number: i64, limit: u32) -> Result<Vec<i64>> {
        let sql = "SELECT number FROM records WHERE number > ?1 ORDER BY number LIMIT ?2";
        all(self, sql, (number, limit), |row| row.get(0))
    }

    fn kept(&self, id: &str) -> Result<Option<(i64, Vec<u8>)>> {
        let sql = "SELECT number, digest FROM records WHERE id = ?1";
        first(self, sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    fn has_record(&self, id: &str) -> Result<bool> {
        one(self, "SELECT EXISTS (SELECT 1 FROM records WHERE id = ?1)", [id], |row| row.get(0))
    }

    fn recorded_among(&self, ids: &[String]) -> Result<Vec<String>> {
        // One query for each id: there is no network in between, as there is with a server.
        let recorded = ids.iter().map(|id| Ok(self.has_record(id)?.then(|| id.clone())));
        recorded.filter_map(Result::transpose).collect()
    }

    fn record_count(&self) -> Result<i64> {
        one(self, "SELECT count(*) FROM records", (), |row| row.get(0))
    }

    fn ends(&self) -> Result<Ends> {
        // SQLite remembers the highest number that it gave, even if the row is gone.
        let sql = "SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'records'), 0),
                              coalesce((SELECT max(number) FROM records), 0)),
                          max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'acts'), 0),
                              coalesce((SELECT max(number) FROM acts), 0))";
        let (number, act_number) = one(self, sql, (), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let sql = "SELECT number, hash FROM chain ORDER BY number DESC LIMIT 1";
        let link = first(self, sql, (), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let sql = "SELECT number, hash FROM acts ORDER BY number DESC LIMIT 1";
        let act = first(self, sql, (), |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(Ends { number, act_number, link, act })
    }

    fn summaries_after(&self, number: i64, limit: u32) -> Result<Vec<(i64, Vec<u8>)>> {
        let sql = "SELECT number, body FROM record_summaries WHERE number > ?1 ORDER BY number LIMIT ?2";
        all(self, sql, (number, limit), |row| Ok((row.get(0)?, row.get(1)?)))
    }

    fn filtered(&self, filter: &Filter, before: i64, limit: usize) -> Result<Vec<i64>> {
        let sql = "
            SELECT number FROM record_facts AS facts
            WHERE number < :before
              AND (:league IS NULL OR league = :league)
              AND (:game IS NULL OR game = :game)
              AND (:season IS NULL OR season = :season)
              AND (:from IS NULL OR started_unix_ms >= :from)
              AND (:until IS NULL OR started_unix_ms < :until)
              AND (:bot IS NULL OR number IN (
                  SELECT number FROM record_players WHERE name = :bot AND (:version IS NULL OR version = :version)))
              AND (:version IS NULL OR :bot IS NOT NULL OR EXISTS (
                  SELECT 1 FROM record_players AS seat WHERE seat.number = facts.number AND seat.version = :version))
            ORDER BY number DESC LIMIT :limit";
        let values = named_params! {
            ":before": before,
            ":league": filter.league,
            ":game": filter.game,
            ":season": filter.season.map(Season::number),
            ":from": filter.started_from_ms,
            ":until": filter.started_before_ms,
            ":bot": filter.bot.as_ref().map(BotName::as_str),
            ":version": filter.version,
            ":limit": limit as i64,
        };
        all(self, sql, values, |row| row.get(0))
    }

    fn with_moves(&self, ended_before_unix_ms: i64, after: i64, limit: u32) -> Result<Vec<i64>> {
        let sql = "
            SELECT number FROM record_facts
            WHERE number > ?1 AND ended_unix_ms < ?2 AND number NOT IN (SELECT number FROM removals)
            ORDER BY number LIMIT ?3";
        all(self, sql, (after, ended_before_unix_ms, limit), |row| row.get(0))
    }

    fn leagues(&self) -> Result<Vec<String>> {
        all(self, "SELECT DISTINCT league FROM record_facts ORDER BY league", (), |row| row.get(0))
    }

    fn has_records_of(&self, league: &str) -> Result<bool> {
        one(self, "SELECT EXISTS (SELECT 1 FROM record_facts WHERE league = ?1)", [league], |row| row.get(0))
    }

    fn ruleset(&self, hash: RulesetHash) -> Result<Option<String>> {
        first(self, "SELECT toml FROM rulesets WHERE hash = ?1", [hash.0], |row| row.get(0))
    }

    fn bots(&self) -> Result<Vec<BotRow>> {
        all(self, "SELECT name, version, token_hash FROM bots ORDER BY name", (), bot)
    }

    fn bot(&self, name: &str) -> Result<Option<BotRow>> {
        first(self, "SELECT name, version, token_hash FROM bots WHERE name = ?1", [name], bot)
    }

    fn meta(&self, key: &str) -> Result<Option<Vec<u8>>> {
        first(self, "SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0))
    }

    fn metas(&self, prefix: &str) -> Result<Vec<(String, Vec<u8>)>> {
        let sql = "SELECT key, value FROM meta WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key";
        all(self, sql, [prefix], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    fn link(&self, number: i64) -> Result<Option<[u8; 32]>> {
        first(self, "SELECT hash FROM chain WHERE number = ?1", [number], |row| row.get(0))
    }

    fn links_after(&self, number: i64, limit: u32) -> Result<Vec<LinkRow>> {
        let sql = "
            SELECT chain.number, chain.digest, chain.hash, summary, act, act_hash, records.id, records.digest,
                   record_summaries.body
            FROM chain LEFT JOIN records ON records.number = chain.number
                 LEFT JOIN record_summaries ON record_summaries.number = chain.number
            WHERE chain.number > ?1 ORDER BY chain.number LIMIT ?2";
        all(self, sql, (number, limit), link)
    }

    fn sealed_summary(&self, number: i64) -> Result<Option<[u8; 32]>> {
        first(self, "SELECT summary FROM chain WHERE number = ?1", [number], |row| row.get(0))
    }

    fn unlinked(&self) -> Result<Vec<(i64, String)>> {
        let sql = "SELECT number, id FROM records WHERE number NOT IN (SELECT number FROM chain)";
        all(self, sql, (), |row| Ok((row.get(0)?, row.get(1)?)))
    }

    fn newest_acts(&self, limit: u32) -> Result<Vec<ActRow>> {
        let sql = "SELECT number, unix_ms, who, what, arguments, outcome, hash FROM
            (SELECT * FROM acts ORDER BY number DESC LIMIT ?1) ORDER BY number";
        all(self, sql, [limit], act)
    }

    fn acts_after(&self, number: i64, limit: u32) -> Result<Vec<ActRow>> {
        let sql = "SELECT number, unix_ms, who, what, arguments, outcome, hash FROM acts
            WHERE number > ?1 ORDER BY number LIMIT ?2";
        all(self, sql, (number, limit), act)
    }

    fn size_bytes(&self) -> Result<i64> {
        one(self, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", (), |row| row.get(0))
    }
}

pub(super) fn all<T>(
    on: &Connection,
    sql: &str,
    values: impl Params,
    of: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>> {
    Ok(on.prepare_cached(sql)?.query_map(values, of)?.collect::<rusqlite::Result<_>>()?)
}

fn first<T>(
    on: &Connection,
    sql: &str,
    values: impl Params,
    of: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>> {
    Ok(on.prepare_cached(sql)?.query_row(values, of).optional()?)
}

fn one<T>(
    on: &Connection,
    sql: &str,
    values: impl Params,
    of: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<T> {
    Ok(on.prepare_cached(sql)?.query_row(values, of)?)
}

/// Reads a row with the columns of [`RECORDS`].
fn stored_record(row: &Row<'_>) -> rusqlite::Result<StoredRecord> {
    Ok(StoredRecord {
        number: row.get(0)?,
        id: row.get(1)?,
        digest: row.get(2)?,
        body: row.get(3)?,
        removed_unix_ms: row.get(4)?,
        summary: row.get(5)?,
    })
}

fn bot(row: &Row<'_>) -> rusqlite::Result<BotRow> {
    Ok(BotRow { name: row.get(0)?, version: row.get(1)?, token: row.get(2)? })
}

fn link(row: &Row<'_>) -> rusqlite::Result<LinkRow> {
    let id: Option<String> = row.get(6)?;
    Ok(LinkRow {
        number: row.get(0)?,
        digest: row.get(1)?,
        hash: row.get(2)?,
        summary: row.get(3)?,
        act: (row.get(4)?, row.get(5)?),
        record: id.map(|id| Ok::<_, rusqlite::Error>((id, row.get(7)?))).transpose()?,
        kept_summary: row.get(8)?,
    })
}

fn act(row: &Row<'_>) -> rusqlite::Result<ActRow> {
    let (number, unix_ms, who, what) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
    let act = Act { unix_ms, who, what, arguments: row.get(4)?, outcome: row.get(5)? };
    Ok(ActRow { number, act, hash: row.get(6)? })
}
