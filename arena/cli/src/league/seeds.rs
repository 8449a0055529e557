//! `kahua league seeds`: the first bots of a table, as the list of bots of a knock-out.

use std::num::NonZeroU32;

use kahua_core::words;
use kahua_proto::pb::arena::v1 as pb;

use crate::arena::PlaceArgs;
use crate::exit::{CommandResult, Failure};
use crate::output::print;

use super::{only_table, tables};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Put the line into the settings of the knock-out: its list of bots gives the seeds, the best first. For each bot, the version \
that played last counts. Bots that are disqualified are left out.

Examples:
  kahua league seeds spring --count 8 --addr 127.0.0.1:7700
  kahua league seeds spring --count 8 --data league")]
pub(crate) struct Seeds {
    /// The league whose standings give the seeds.
    league: String,
    /// How many bots the knock-out has.
    #[arg(long, value_name = "N")]
    count: NonZeroU32,
    #[command(flatten)]
    place: PlaceArgs,
}

impl Seeds {
    pub(super) fn print(&self) -> CommandResult {
        let arena = self.place.arena()?;
        let tables = tables(&arena, &self.league)?;
        let bots = list(&self.league, self.count.get() as usize, &tables).map_err(Failure::usage)?;
        print(&bots)?;
        arena.report()
    }
}

/// So many of the first bots of this league, as the settings list bots.
fn list(league: &str, count: usize, tables: &[pb::PoolStandings]) -> Result<String, String> {
    let standings = only_table(league, tables)?;
    if standings.is_empty() {
        return Err(format!("league {league} has no rated match yet, so it has no standings"));
    }
    let may_play = standings.iter().filter(|line| line.current && line.disqualified.is_none());
    let names: Vec<String> = may_play.map(|line| format!("{:?}", line.name)).collect();
    let seeds = names.get(..count).ok_or_else(|| {
        let found = words::count(names.len() as u64, "bot", "bots");
        format!("the standings of league {league} have {found} that may be seeds; give a lower --count")
    })?;
    Ok(format!("bots = [{}]", seeds.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_the_first_bots_of_the_only_table() {
        let line = |name: &str, current| pb::Standing { name: name.into(), current, ..Default::default() };
        let out = pb::Standing { disqualified: Some(pb::Correction::default()), ..line("eve", true) };
        let standings = vec![line("cid", true), line("bob", false), out, line("bob", true), line("ann", true)];
        let pool = pb::PoolStandings { standings, ..Default::default() };
        let list = |count, pools: &[pb::PoolStandings]| list("spring", count, pools);
        let one = [pool.clone()];
        assert_eq!(list(2, &one), Ok(r#"bots = ["cid", "bob"]"#.to_owned()));
        assert_eq!(list(3, &one), Ok(r#"bots = ["cid", "bob", "ann"]"#.to_owned()));
        assert!(list(4, &one).unwrap_err().contains("have 3 bots that may be seeds"));
        assert!(list(2, &[pool.clone(), pool]).unwrap_err().contains("has 2 tables"));
        assert!(list(2, &[]).unwrap_err().contains("no rated match yet"));
    }
}
