//! What is written to an SQLite file.

use rusqlite::{Connection, Params};

use crate::database::{Result, Write};
use crate::record::Finished;
use crate::rows::{ActRow, Begun, Chunk, NewLink, TokenHash};
use kahua_core::season::Season;
use kahua_engine::ruleset::RulesetHash;

impl Write for Connection {
    fn keep_ruleset(&self, (hash, toml): &(RulesetHash, String)) -> Result<()> {
        set(self, "INSERT OR IGNORE INTO rulesets (hash, toml) VALUES (?1, ?2)", (hash.0, toml))
    }

    fn begin(&self, Begun { key, id, header, ruleset, .. }: &Begun) -> Result<()> {
        self.keep_ruleset(ruleset)?;
        let sql = "INSERT INTO open_matches (key, id, header) VALUES (?1, ?2, ?3)";
        set(self, sql, (key.0, id.to_string(), header))
    }

    fn journal(&self, chunks: &[&Chunk]) -> Result<()> {
        let sql = "INSERT INTO journal (match_key, first_event, events) VALUES (?1, ?2, ?3)";
        let mut sql = self.prepare_cached(sql)?;
        chunks.iter().try_for_each(|chunk| {
            sql.execute((chunk.key.0, chunk.first_event, &chunk.events))?;
            Ok(())
        })
    }

    fn finish(&self, number: i64, finished: &Finished, link: &NewLink) -> Result<()> {
        let Finished { league, game, started_unix_ms, ended_unix_ms, digest, body, summary, .. } = finished;
        let id = finished.id.to_string();
        let sql = "INSERT INTO records (number, id, game, digest, body) VALUES (?1, ?2, ?3, ?4, ?5)";
        set(self, sql, (number, &id, game, digest, body))?;
        let sql = "INSERT INTO chain (number, digest, hash, summary, act, act_hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        set(self, sql, (number, digest, link.hash, link.summary, link.act.0, link.act.1))?;
        set(self, "INSERT INTO record_summaries (number, body) VALUES (?1, ?2)", (number, summary))?;
        let sql = "INSERT INTO record_facts (number, league, game, season, started_unix_ms, ended_unix_ms)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let season = Season::number(finished.season);
        set(self, sql, (number, league, game, season, started_unix_ms, ended_unix_ms))?;
        for player in &finished.players {
            // A bot in several seats has one row.
            let sql = "INSERT OR IGNORE INTO record_players (name, number, version) VALUES (?1, ?2, ?3)";
            set(self, sql, (&player.name, number, &player.version))?;
        }
        set(self, "DELETE FROM open_matches WHERE id = ?1", [&id])
    }

    fn remove_moves(&self, number: i64, summary: &[u8], now_unix_ms: i64) -> Result<()> {
        set(self, "UPDATE records SET body = ?2 WHERE number = ?1", (number, summary))?;
        set(self, "INSERT INTO removals (number, unix_ms) VALUES (?1, ?2)", (number, now_unix_ms))
    }

    fn set_token(&self, name: &str, token: Option<TokenHash>) -> Result<()> {
        match token {
            Some(token) => {
                let sql = "INSERT INTO bots (name, token_hash) VALUES (?1, ?2)
                    ON CONFLICT DO UPDATE SET token_hash = excluded.token_hash";
                set(self, sql, (name, token.0))
            }
            None => set(self, "UPDATE bots SET token_hash = NULL WHERE name = ?1", [name]),
        }
    }

    fn set_version(&self, name: &str, version: &str) -> Result<()> {
        let sql = "INSERT INTO bots (name, version) VALUES (?1, ?2)
            ON CONFLICT DO UPDATE SET version = excluded.version";
        set(self, sql, (name, version))
    }

    fn set_meta(&self, key: &str, value: &[u8]) -> Result<()> {
        let sql = "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = excluded.value";
        set(self, sql, (key, value))
    }

    fn add_meta(&self, key: &str, value: &[u8]) -> Result<()> {
        set(self, "INSERT OR IGNORE INTO meta (key, value) VALUES (?1, ?2)", (key, value))
    }

    fn clear_meta(&self, key: &str) -> Result<()> {
        set(self, "DELETE FROM meta WHERE key = ?1", [key])
    }

    fn add_act(&self, ActRow { number, act, hash }: &ActRow, oldest: i64) -> Result<()> {
        let sql = "INSERT INTO acts (number, unix_ms, who, what, arguments, outcome, hash)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        set(self, sql, (number, act.unix_ms, &act.who, &act.what, &act.arguments, &act.outcome, hash))?;
        set(self, "DELETE FROM acts WHERE number < ?1", [oldest])
    }
}

pub(super) fn set(on: &Connection, sql: &str, values: impl Params) -> Result<()> {
    on.prepare_cached(sql)?.execute(values)?;
    Ok(())
}
