//! What is written to a PostgreSQL database.

use kahua_core::season::Season;
use kahua_engine::ruleset::RulesetHash;

use super::session::Session;
use super::text::escaped;
use crate::database::{Read, Result, Write};
use crate::record::Finished;
use crate::rows::{ActRow, Begun, Chunk, Ends, NewLink, TokenHash};

impl Write for Session {
    fn ends_to_follow(&self) -> Result<Ends> {
        // A statement of its own, which waits for the lock. Only a later statement sees what the other node has
        // committed.
        self.one("SELECT FROM store FOR NO KEY UPDATE", &[])?;
        self.ends()
    }

    fn keep_ruleset(&self, (hash, toml): &(RulesetHash, String)) -> Result<()> {
        let sql = "INSERT INTO rulesets (hash, toml) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.set(sql, &[&hash.0.as_slice(), &escaped(toml)])?;
        Ok(())
    }

    fn begin(&self, Begun { key, id, header, ruleset: (hash, toml), node }: &Begun) -> Result<()> {
        let sql = "
            WITH ruleset AS (INSERT INTO rulesets (hash, toml) VALUES ($4, $5) ON CONFLICT DO NOTHING)
            INSERT INTO open_matches (key, id, header, node) VALUES ($1, $2, $3, $6)";
        let node = node.map(|node| node.0);
        self.set(sql, &[&key.0, &id.to_string(), &header, &hash.0.as_slice(), &escaped(toml), &node])?;
        Ok(())
    }

    fn journal(&self, chunks: &[&Chunk]) -> Result<()> {
        if chunks.is_empty() {
            return Ok(());
        }
        let keys: Vec<i64> = chunks.iter().map(|chunk| chunk.key.0).collect();
        let firsts: Vec<i64> = chunks.iter().map(|chunk| chunk.first_event.into()).collect();
        let events: Vec<&[u8]> = chunks.iter().map(|chunk| chunk.events.as_slice()).collect();
        let sql = "
            INSERT INTO journal (match_key, first_event, events)
            SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])";
        self.set(sql, &[&keys, &firsts, &events])?;
        Ok(())
    }

    fn finish(&self, number: i64, finished: &Finished, link: &NewLink) -> Result<()> {
        // In one statement, because the server may be far away. A bot in several seats is one player of the match.
        let sql = "
            WITH record AS (
                INSERT INTO records (number, id, game, league, season, started_unix_ms, ended_unix_ms, digest, summary, body)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)),
            link AS (
                INSERT INTO chain (number, digest, hash, summary, act, act_hash)
                VALUES ($1, $8, $11, $12, $13, $14)),
            players AS (
                INSERT INTO record_players (name, number, version)
                SELECT name, $1, version FROM unnest($15::text[], $16::text[]) AS player (name, version)
                ON CONFLICT DO NOTHING),
            ended AS (DELETE FROM open_matches WHERE id = $2)
            UPDATE store SET last_number = $1";
        let (names, versions): (Vec<_>, Vec<_>) =
            finished.players.iter().map(|player| (escaped(&player.name), escaped(&player.version))).unzip();
        self.set(
            sql,
            &[
                &number,
                &finished.id.to_string(),
                &escaped(&finished.game),
                &escaped(&finished.league),
                &i64::from(Season::number(finished.season)),
                &finished.started_unix_ms,
                &finished.ended_unix_ms,
                &finished.digest,
                &finished.summary,
                &finished.body,
                &link.hash.as_slice(),
                &link.summary.as_slice(),
                &link.act.0,
                &link.act.1.as_slice(),
                &names,
                &versions,
            ],
        )?;
        Ok(())
    }

    fn remove_moves(&self, number: i64, summary: &[u8], now_unix_ms: i64) -> Result<()> {
        let sql = "UPDATE records SET body = $2, removed_unix_ms = $3 WHERE number = $1";
        self.set(sql, &[&number, &summary, &now_unix_ms])?;
        Ok(())
    }

    fn set_token(&self, name: &str, token: Option<TokenHash>) -> Result<()> {
        match token {
            Some(token) => {
                let sql = "
                    INSERT INTO bots (name, token_hash) VALUES ($1, $2)
                    ON CONFLICT (name) DO UPDATE SET token_hash = excluded.token_hash";
                self.set(sql, &[&name, &token.0.as_slice()])?;
            }
            None => {
                self.set("UPDATE bots SET token_hash = NULL WHERE name = $1", &[&name])?;
            }
        }
        Ok(())
    }

    fn set_version(&self, name: &str, version: &str) -> Result<()> {
        let sql = "
            INSERT INTO bots (name, version) VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET version = excluded.version";
        self.set(sql, &[&name, &escaped(version)])?;
        Ok(())
    }

    fn set_meta(&self, key: &str, value: &[u8]) -> Result<()> {
        let sql = "
            INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        self.set(sql, &[&escaped(key), &value])?;
        Ok(())
    }

    fn add_meta(&self, key: &str, value: &[u8]) -> Result<()> {
        self.set("INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", &[&escaped(key), &value])?;
        Ok(())
    }

    fn clear_meta(&self, key: &str) -> Result<()> {
        self.set("DELETE FROM meta WHERE key = $1", &[&escaped(key)])?;
        Ok(())
    }

    fn add_act(&self, ActRow { number, act, hash }: &ActRow, oldest: i64) -> Result<()> {
        let sql = "
            WITH added AS (
                INSERT INTO acts (number, unix_ms, who, what, arguments, outcome, hash)
                VALUES ($1, $2, $3, $4, $5, $6, $7)),
            deleted AS (DELETE FROM acts WHERE number < $8)
            UPDATE store SET last_act = $1";
        let (who, what) = (escaped(&act.who), escaped(&act.what));
        let (arguments, outcome) = (escaped(&act.arguments), escaped(&act.outcome));
        self.set(sql, &[number, &act.unix_ms, &who, &what, &arguments, &outcome, &hash.as_slice(), &oldest])?;
        Ok(())
    }
}
