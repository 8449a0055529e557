//! Which matches a ListMatches request asks for.

use kahua_core::limits;
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::{Timestamp, unix_ms};
use kahua_store::{Filter, Query};
use tonic::Status;

use super::page::{Page, wrong_token};
use crate::app::App;
use crate::app::calls::invalid;

/// The query for the page, after checking that everything that the filters name exists.
pub(super) async fn query(app: &App, page: &Page, wanted: pb::ListMatchesRequest) -> Result<Query, Status> {
    if let Some(game) = &wanted.game {
        app.expect_game(game)?;
    }
    if let Some(league) = &wanted.league {
        app.expect_league(league).await?;
    }
    let bot = match &wanted.bot {
        Some(name) => Some(app.expect_bot("bot", name).await?),
        None => None,
    };
    if wanted.version.as_ref().is_some_and(|version| version.len() > limits::VERSION_BYTES_MAX) {
        return Err(invalid("version", format!("no bot's version is longer than {} bytes", limits::VERSION_BYTES_MAX)));
    }
    let filter = Filter {
        league: wanted.league,
        season: wanted.season.map(season).transpose()?,
        game: wanted.game,
        bot,
        version: wanted.version,
        running: wanted.running,
        started_from_ms: time("started_from", wanted.started_from.as_ref())?,
        started_before_ms: time("started_before", wanted.started_before.as_ref())?,
    };
    let after = page.after.as_ref().map(|place| place.parse().map_err(|_| wrong_token())).transpose()?;
    Ok(Query { filter, after, limit: page.size })
}

/// The season with this number.
pub(super) fn season(number: u32) -> Result<Season, Status> {
    Season::numbered(number).ok_or_else(|| invalid("season", "it is 0; seasons are counted from 1"))
}

fn time(field: &str, given: Option<&Timestamp>) -> Result<Option<i64>, Status> {
    let read =
        |given| unix_ms(given).ok_or_else(|| invalid(field, "expected seconds in range and 0 to 999999999 nanos"));
    given.map(read).transpose()
}
