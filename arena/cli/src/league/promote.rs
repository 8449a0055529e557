//! `kahua league promote`: the next season of divisions, between which bots go up and down.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use kahua_core::ids::BotName;
use kahua_core::words::count;
use kahua_proto::pb::arena::v1 as pb;
use pb::league_status::State;

use crate::arena::{Arena, PlaceArgs};
use crate::exit::{CommandResult, Failure};
use crate::output::{complain, print, table};

use super::{only_table, start_season, tables};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The order of a division is that of its standings in the present season. Bots that haven't played, were withdrawn or are \
disqualified come last. Each division begins a new season with its new list of bots, as by `kahua league season --bots`.

In a running arena, all divisions must be over. A data directory doesn't say whether they are.

Examples:
  kahua league promote first second third --count 2 --dry-run --addr 127.0.0.1:7700
  kahua league promote first second third --count 2 --data league")]
pub(crate) struct Promote {
    /// The divisions, the highest first.
    #[arg(required = true, num_args = 2.., value_name = "LEAGUE")]
    leagues: Vec<String>,
    /// How many bots go up from each division, and how many go down to it.
    #[arg(long, value_name = "N")]
    count: NonZeroUsize,
    /// Only show who would go up and down.
    #[arg(long)]
    dry_run: bool,
    /// Begin the new seasons though matches are still to be played. With a data directory this isn't checked, since only the
    /// arena knows how many are left.
    #[arg(long)]
    even_unfinished: bool,
    #[command(flatten)]
    place: PlaceArgs,
}

/// A division: a league with its bots, the best first.
#[derive(Debug)]
struct Division {
    league: String,
    order: Vec<BotName>,
}

/// The bots of a division's next season.
#[derive(Debug, PartialEq, Eq)]
struct Next {
    league: String,
    /// They come down from the division above.
    from_above: Vec<BotName>,
    staying: Vec<BotName>,
    /// They come up from the division below.
    from_below: Vec<BotName>,
}

impl Next {
    fn bots(&self) -> Vec<BotName> {
        [&self.from_above[..], &self.staying, &self.from_below].concat()
    }
}

impl Promote {
    pub(super) fn run(&self) -> CommandResult {
        let arena = self.place.arena()?;
        let divisions: Vec<Division> =
            self.leagues.iter().map(|league| self.division(&arena, league)).collect::<Result<_, _>>()?;
        arena.report()?;
        let next = exchange(&divisions, self.count.get()).map_err(Failure::usage)?;
        if self.dry_run {
            return Ok(print(&shown(&next, &[]))?);
        }
        let mut seasons = Vec::new();
        for division in &next {
            let started = start_season(&arena, &division.league, &division.bots());
            seasons.push(started.inspect_err(|_| complain_of_the_rest(&next[seasons.len()..]))?);
        }
        Ok(print(&shown(&next, &seasons))?)
    }

    fn division(&self, arena: &Arena, league: &str) -> Result<Division, Failure> {
        let statuses = arena.statuses(Some(league))?;
        let status = statuses.first().ok_or_else(|| Failure::usage(format!("there is no league {league:?}")))?;
        let is_over = status.state() == State::Over || status.planned == Some(status.played);
        if let (Arena::Running(_), false, false) = (arena, is_over, self.even_unfinished) {
            return Err(Failure::usage(format!(
                "league {league} isn't over: see `kahua league status {league}`; --even-unfinished ends its season as it stands"
            )));
        }
        order(status, &tables(arena, league)?)
            .map(|order| Division { league: league.to_owned(), order })
            .map_err(Failure::usage)
    }
}

/// The bots of a league, the best first.
fn order(status: &pb::LeagueStatus, tables: &[pb::PoolStandings]) -> Result<Vec<BotName>, String> {
    let league = status.league.clone().unwrap_or_default();
    let standings = only_table(&league.name, tables)?;
    let listed = &league.bots;
    let withdrawn = status.changes.as_ref().map_or(&[][..], |changes| &changes.withdrawn);
    let in_table = standings.iter().filter(|line| line.current && (listed.is_empty() || listed.contains(&line.name)));
    let (good, last): (Vec<_>, Vec<_>) =
        in_table.partition(|line| line.disqualified.is_none() && !withdrawn.contains(&line.name));
    let mut order: Vec<BotName> = Vec::new();
    let names = good.into_iter().chain(last).map(|line| &line.name).chain(listed);
    for name in names.filter_map(|name| name.parse().ok()) {
        if !order.contains(&name) {
            order.push(name);
        }
    }
    Ok(order)
}

/// The divisions after this number of bots went up from each, and as many went down.
fn exchange(divisions: &[Division], number: usize) -> Result<Vec<Next>, String> {
    let mut seen: BTreeMap<&BotName, &str> = BTreeMap::new();
    for (at, division) in divisions.iter().enumerate() {
        let league = &division.league;
        for bot in &division.order {
            if let Some(other) = seen.insert(bot, league) {
                return Err(format!("{bot} plays in {other} and in {league}; a bot plays in one division"));
            }
        }
        let (up, down) = (number * usize::from(at > 0), number * usize::from(at + 1 < divisions.len()));
        if division.order.len() < up + down {
            let bots = count(division.order.len() as u64, "bot", "bots");
            return Err(format!("league {league} has {bots}, but {} would leave it; give a lower --count", up + down));
        }
    }
    let first = |division: &Division| division.order[..number].to_vec();
    let last = |division: &Division| division.order[division.order.len() - number..].to_vec();
    let next = divisions.iter().enumerate().map(|(at, division)| {
        let (above, below) = (at.checked_sub(1).map(|at| &divisions[at]), divisions.get(at + 1));
        let from = if above.is_some() { number } else { 0 };
        let to = division.order.len() - if below.is_some() { number } else { 0 };
        Next {
            league: division.league.clone(),
            from_above: above.map(last).unwrap_or_default(),
            staying: division.order[from..to].to_vec(),
            from_below: below.map(first).unwrap_or_default(),
        }
    });
    Ok(next.collect())
}

/// A table of the divisions, with the numbers of the seasons that have begun.
fn shown(next: &[Next], seasons: &[u32]) -> String {
    let names = |bots: &[BotName]| bots.iter().map(BotName::as_str).collect::<Vec<_>>().join(", ");
    let rows = next.iter().enumerate().map(|(at, division)| {
        let season = seasons.get(at).map_or("-".to_owned(), u32::to_string);
        let (down, up) = (names(&division.from_above), names(&division.from_below));
        vec![division.league.clone(), season, down, names(&division.staying), up]
    });
    table(&["league", "season", "came down", "stay", "came up"], &[1], rows).to_string()
}

/// Says how to begin the seasons that couldn't begin, since the standings that decided them are those of an earlier season in
/// the divisions before.
fn complain_of_the_rest(rest: &[Next]) {
    complain("these divisions have no new season yet; once the cause is removed, begin them so:");
    for division in rest {
        let bots = division.bots().iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        complain(&format!("  kahua league season {} --bots {bots}", division.league));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bots(names: &str) -> Vec<BotName> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    fn division(league: &str, order: &str) -> Division {
        Division { league: league.into(), order: bots(order) }
    }

    #[test]
    fn the_best_go_up_and_the_last_go_down() {
        let divisions = [division("a", "ann bob cid"), division("b", "dan eve fay gus"), division("c", "hal ida")];
        let next = exchange(&divisions, 1).unwrap();
        let lists: Vec<Vec<BotName>> = next.iter().map(Next::bots).collect();
        assert_eq!(lists, [bots("ann bob dan"), bots("cid eve fay hal"), bots("gus ida")]);
        assert_eq!((&next[1].from_above, &next[1].from_below), (&bots("cid"), &bots("hal")));
        let refused = exchange(&divisions, 3).unwrap_err();
        assert_eq!(refused, "league b has 4 bots, but 6 would leave it; give a lower --count");
        let twice = exchange(&[division("a", "ann bob"), division("b", "bob cid")], 1).unwrap_err();
        assert_eq!(twice, "bob plays in a and in b; a bot plays in one division");
    }

    #[test]
    fn a_divisions_order_is_its_table_and_then_whoever_has_no_place_in_it() {
        let line = |name: &str| pb::Standing { name: name.into(), current: true, ..Default::default() };
        let out = pb::Standing { disqualified: Some(pb::Correction::default()), ..line("eve") };
        let earlier = pb::Standing { current: false, ..line("ann") };
        let standings = vec![out, earlier, line("bob"), line("cid"), line("ann"), line("guest")];
        let pool = pb::PoolStandings { standings, ..Default::default() };
        let names = |names: &str| names.split_whitespace().map(str::to_owned).collect();
        let league = pb::League { bots: names("ann bob cid dan eve"), ..Default::default() };
        let changes = pb::LeagueChanges { withdrawn: names("cid"), ..Default::default() };
        let served = pb::LeagueStatus { league: Some(league), changes: Some(changes), ..Default::default() };
        assert_eq!(order(&served, std::slice::from_ref(&pool)), Ok(bots("bob ann eve cid dan")));
        let stored = pb::LeagueStatus::default();
        assert_eq!(order(&stored, std::slice::from_ref(&pool)), Ok(bots("bob cid ann guest eve")));
        assert!(order(&stored, &[pool.clone(), pool]).unwrap_err().contains("has 2 tables"));
    }
}
