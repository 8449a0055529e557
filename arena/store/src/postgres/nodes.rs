//! The rows of the nodes: see [`crate::node`].

use std::time::{Duration, Instant};

use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits::{NODE_LEASE, NODE_LEASE_MARGIN, NODE_RENEWAL_TIMEOUT, STORE_SILENCE_MAX};

use super::error::PostgresError;
use super::pool::Pool;
use super::session::Session;
use crate::backend::{HeldRow, Lease, ReadNodes};
use crate::database::Read;
use crate::database_error::DatabaseError;
use crate::error::StoreError;
use crate::location::PostgresUrl;
use crate::node::{ClusterSnapshot, FreeMatch, Node, NodeCard, NodeNumber, Presence};
use crate::reader::{self, KeyedMatch};
use crate::record;
use crate::rows::MatchKey;

/// The settings of a node's sessions other than the writer's. A statement must not go on for long after its caller has
/// stopped waiting.
const SETTINGS: &str = "
    SET search_path = kahua;
    SET synchronous_commit = on;
    SET statement_timeout = '4s';
    SET tcp_keepalives_idle = 5;
    SET tcp_keepalives_interval = 2;
    SET tcp_keepalives_count = 2";

/// Makes this arena the only node. It has the exclusive lock, so all rows of nodes belong to arenas that lost their
/// connection. Deleting the rows keeps those arenas from writing any more.
pub(super) fn be_alone(session: &Session) -> Result<NodeNumber, StoreError> {
    session.run("BEGIN")?;
    session.run("DELETE FROM nodes")?;
    let node = next_number(session)?;
    let sql = "INSERT INTO nodes (number, name, address, lease_until) VALUES ($1, 'alone', '', 'infinity')";
    session.set(sql, &[&node.0])?;
    // All open matches: those of the deleted nodes, and those that no node had taken.
    session.set("UPDATE open_matches SET node = $1", &[&node.0])?;
    session.set("UPDATE store SET pairing = $1", &[&node.0])?;
    session.run("COMMIT")?;
    Ok(node)
}

/// Adds a node. The session has the shared lock, so no arena has the exclusive one any more. Returns until when the
/// lease lasts.
pub(super) fn join(
    session: &Session,
    card: &NodeCard,
    earlier: Option<NodeNumber>,
) -> Result<(NodeNumber, Instant), StoreError> {
    let asked = Instant::now();
    session.run("BEGIN")?;
    // A higher number under the same name is a newer arena, which has replaced this one. If this one deleted its row,
    // the two would take the name from each other forever.
    if let Some(earlier) = earlier {
        let sql = "SELECT address FROM nodes WHERE name = $1 AND number > $2 AND lease_until > clock_timestamp()";
        if let Some(row) = session.all(sql, &[&card.name, &earlier.0])?.first() {
            let (name, address) = (card.name.clone(), row.try_get(0)?);
            session.run("ROLLBACK")?;
            return Err(StoreError::NameTaken { name, address });
        }
    }
    // An arena that was alone has an endless lease, so no node would ever delete its row otherwise.
    session.set("DELETE FROM nodes WHERE name = $1 OR lease_until = 'infinity'", &[&card.name])?;
    let node = next_number(session)?;
    let sql = "
        INSERT INTO nodes (number, name, address, lease_until)
        VALUES ($1, $2, $3, clock_timestamp() + $4::bigint * interval '1 millisecond')";
    session.set(sql, &[&node.0, &card.name, &card.address, &lease_ms()])?;
    session.run("COMMIT")?;
    Ok((node, end_of_lease(asked)))
}

fn next_number(session: &Session) -> Result<NodeNumber, StoreError> {
    let row = session.one("UPDATE store SET epoch = epoch + 1 RETURNING epoch", &[])?;
    Ok(NodeNumber(row.try_get(0)?))
}

impl ReadNodes for Pool {
    fn look(&self) -> Result<ClusterSnapshot, StoreError> {
        self.ask(look)
    }

    fn held_among(&self, ids: &[MatchId]) -> Result<Vec<HeldRow>, StoreError> {
        self.ask(|session| held_among(session, ids))
    }
}

/// What a node sees.
fn look(session: &Session) -> Result<ClusterSnapshot, StoreError> {
    let sql = "
        SELECT greatest(last_number, (SELECT max(number) FROM records)), pairing,
               (SELECT count(*) FROM open_matches WHERE node IS NULL),
               number, name, address, settings, arrivals, (extract(epoch FROM joined) * 1000)::bigint,
               CASE WHEN isfinite(lease_until)
                    THEN (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::bigint END,
               status
        FROM store LEFT JOIN nodes ON true ORDER BY number";
    let mut snapshot = ClusterSnapshot { nodes: Vec::new(), pairing: None, free_matches: 0, last_number: 0 };
    for row in session.all(sql, &[])? {
        (snapshot.last_number, snapshot.pairing) = (row.try_get(0)?, row.try_get::<_, Option<i64>>(1)?.map(NodeNumber));
        snapshot.free_matches = row.try_get::<_, i64>(2)?.unsigned_abs();
        if let Some(number) = row.try_get(3)? {
            snapshot.nodes.push(Node {
                number: NodeNumber(number),
                card: NodeCard { name: row.try_get(4)?, address: row.try_get(5)? },
                settings: row.try_get(6)?,
                arrivals: row.try_get(7)?,
                joined_unix_ms: row.try_get(8)?,
                lease_left_ms: row.try_get(9)?,
                status: row.try_get(10)?,
            });
        }
    }
    Ok(snapshot)
}

/// The matches of these that are open.
fn held_among(session: &Session, ids: &[MatchId]) -> Result<Vec<HeldRow>, StoreError> {
    let ids: Vec<String> = ids.iter().map(MatchId::to_string).collect();
    let rows = session.all("SELECT id, header, node FROM open_matches WHERE id = ANY ($1)", &[&ids])?;
    let open = rows
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get::<_, Option<i64>>(2)?.map(NodeNumber))));
    open.collect()
}

/// A node's lease. It has its own connection, so that it doesn't wait for the writer.
#[derive(Debug)]
pub(super) struct PostgresLease {
    url: PostgresUrl,
    /// `None` before the first query, and after one that failed.
    session: Option<Session>,
    /// How long the server may be silent before this node replaces the session.
    silence_max: Duration,
    node: NodeNumber,
    until: Instant,
}

impl Lease for PostgresLease {
    fn for_renewals(&self) -> Box<dyn Lease> {
        let (url, silence_max) = (self.url.clone(), NODE_RENEWAL_TIMEOUT);
        Box::new(PostgresLease { url, session: None, silence_max, node: self.node, until: self.until })
    }

    fn node(&self) -> NodeNumber {
        self.node
    }

    fn until(&self) -> Instant {
        self.until
    }

    fn renew(&mut self, status: &[u8]) -> Result<(), StoreError> {
        let (node, asked) = (self.node, Instant::now());
        self.ask(|session| {
            let sql = "
                UPDATE nodes SET lease_until = clock_timestamp() + $2::bigint * interval '1 millisecond', status = $3
                WHERE number = $1";
            if session.set(sql, &[&node.0, &lease_ms(), &status])? == 0 {
                return Err(StoreError::LeaseEnded);
            }
            Ok(())
        })?;
        self.until = end_of_lease(asked);
        Ok(())
    }

    fn succeed(&mut self) -> Result<(), StoreError> {
        let node = self.node;
        self.ask(|session| {
            // Skips locked rows. If a machine was lost within a transaction, its row stays locked until the server ends
            // its session.
            let ended = "
                DELETE FROM nodes WHERE number IN (
                    SELECT number FROM nodes WHERE lease_until < clock_timestamp() FOR UPDATE SKIP LOCKED)";
            session.set(ended, &[])?;
            session.set("UPDATE store SET pairing = $1 WHERE pairing IS NULL", &[&node.0])?;
            Ok(())
        })
    }

    fn look(&mut self) -> Result<ClusterSnapshot, StoreError> {
        self.ask(look)
    }

    fn free_matches(&mut self, limit: u32) -> Result<Vec<FreeMatch>, StoreError> {
        self.ask(|session| {
            let sql = "SELECT id, header FROM open_matches WHERE node IS NULL ORDER BY key LIMIT $1";
            let rows = session.all(sql, &[&i64::from(limit)])?;
            rows.iter().map(|row| Ok(free_match(row.try_get(0)?, &row.try_get::<_, Vec<u8>>(1)?))).collect()
        })
    }

    fn take_matches(&mut self, ids: &[String]) -> Result<Vec<KeyedMatch>, StoreError> {
        let node = self.node;
        self.ask(|session| {
            // A node without its row can't take anything: `open_matches.node` is a foreign key.
            let sql = "
                WITH taken AS (
                    SELECT key FROM open_matches WHERE node IS NULL AND id = ANY ($2) ORDER BY key FOR UPDATE SKIP LOCKED)
                UPDATE open_matches SET node = $1 FROM taken WHERE open_matches.key = taken.key
                RETURNING open_matches.key, id, header";
            let rows = session.all(sql, &[&node.0, &ids])?;
            let open = rows.iter().map(|row| {
                let (key, id, header): (_, String, Vec<u8>) =
                    (MatchKey(row.try_get(0)?), row.try_get(1)?, row.try_get(2)?);
                Ok((key, reader::open_match(&id, &header, &session.chunks(key)?)))
            });
            open.collect()
        })
    }

    fn report_presence(&mut self, bots: &[(BotName, Option<Vec<u8>>)]) -> Result<(), StoreError> {
        let node = self.node;
        // Sorted by name. All nodes lock the rows in this order, so that they can't deadlock.
        let mut bots: Vec<_> = bots.iter().collect();
        bots.sort_by_key(|(bot, _)| *bot);
        let here = bots.iter().filter_map(|(bot, profile)| Some((bot.as_str(), profile.as_deref()?)));
        let (here, profiles): (Vec<_>, Vec<_>) = here.unzip();
        let gone: Vec<_> = bots.iter().filter(|(_, profile)| profile.is_none()).map(|(bot, _)| bot.as_str()).collect();
        self.ask(|session| {
            let sql = "
                WITH told AS (UPDATE nodes SET arrivals = arrivals + 1 WHERE number = $1 RETURNING arrivals),
                left_it AS (
                    UPDATE presence SET arrival = told.arrivals, profile = NULL FROM told
                    WHERE bot = ANY ($4) AND node = $1)
                INSERT INTO presence (bot, node, arrival, profile)
                SELECT bot, $1, told.arrivals, profile
                FROM told, unnest($2::text[], $3::bytea[]) AS here (bot, profile)
                ON CONFLICT (bot) DO UPDATE
                SET node = excluded.node, arrival = excluded.arrival, profile = excluded.profile";
            session.set(sql, &[&node.0, &here, &profiles, &gone])?;
            Ok(())
        })
    }

    fn presence_since(&mut self, seen: &[(NodeNumber, i64)]) -> Result<Vec<Presence>, StoreError> {
        let (nodes, arrivals): (Vec<i64>, Vec<i64>) = seen.iter().map(|(node, arrival)| (node.0, *arrival)).unzip();
        self.ask(|session| {
            let sql = "
                SELECT bot, presence.node, presence.arrival, profile
                FROM unnest($1::bigint[], $2::bigint[]) AS seen (node, arrival)
                     JOIN presence ON presence.node = seen.node AND presence.arrival > seen.arrival";
            let rows = session.all(sql, &[&nodes, &arrivals])?;
            rows.iter().map(presence).collect()
        })
    }

    fn end(&mut self) -> Result<(), StoreError> {
        let node = self.node;
        self.ask(|session| {
            session.set("DELETE FROM nodes WHERE number = $1", &[&node.0])?;
            Ok(())
        })
    }
}

impl PostgresLease {
    pub(super) fn new(url: PostgresUrl, node: NodeNumber, until: Instant) -> PostgresLease {
        PostgresLease { url, session: None, silence_max: STORE_SILENCE_MAX, node, until }
    }

    /// Runs a query. If it fails, the session is dropped, because its state is unknown.
    fn ask<T>(&mut self, what: impl FnOnce(&Session) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let session = match self.session.take().filter(|session| !session.is_closed()) {
            Some(session) => session,
            None => connect(&self.url, self.silence_max)?,
        };
        let answer = what(&session)?;
        self.session = Some(session);
        Ok(answer)
    }
}

fn connect(url: &PostgresUrl, silence_max: Duration) -> Result<Session, PostgresError> {
    let session = Session::connect_within(url, silence_max)?;
    session.run(SETTINGS)?;
    Ok(session)
}

fn free_match(id: String, header: &[u8]) -> FreeMatch {
    let players = record::decode(&id, header).map(|header| header.players).unwrap_or_default();
    FreeMatch { id, players: players.into_iter().map(|player| player.name).collect() }
}

fn presence(row: &tokio_postgres::Row) -> Result<Presence, StoreError> {
    let bot: String = row.try_get(0)?;
    let bot = bot.parse().map_err(|error| DatabaseError::unexpected(format!("among the bots of nodes: {error}")))?;
    Ok(Presence { bot, node: NodeNumber(row.try_get(1)?), arrival: row.try_get(2)?, profile: row.try_get(3)? })
}

fn lease_ms() -> i64 {
    NODE_LEASE.as_millis() as i64
}

/// The end of a lease by this node's clock. The server's count starts when it gets the query, which is after `asked`.
/// So the node stops before the server sees the lease as ended.
fn end_of_lease(asked: Instant) -> Instant {
    asked + NODE_LEASE - NODE_LEASE_MARGIN
}
