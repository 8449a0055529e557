//! Standings as tables for people.

use std::fmt::Write;

use comfy_table::Table;
use kahua_core::ids::BotName;
use kahua_core::text::on_one_line;
use kahua_core::words::count;
use kahua_proto::pb::arena::v1 as pb;
use kahua_web::Language;
use kahua_web::figures::{half_points, interval, likelihood, missing, ranks, times, title};

use crate::output::table;

/// The standings as text, one table for each pool.
pub(crate) fn text(pools: &[pb::PoolStandings]) -> String {
    Columns::default().text(pools)
}

/// The optional columns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Columns {
    pub(super) against: Option<BotName>,
    pub(super) elo: bool,
}

impl Columns {
    pub(super) fn text(self, pools: &[pb::PoolStandings]) -> String {
        if pools.is_empty() {
            return "No rated match has finished yet.".into();
        }
        let mut text = String::new();
        for standings in pools {
            let pool = standings.pool.clone().unwrap_or_default();
            let _ = writeln!(text, "{}, {}", on_one_line(&title(&pool)), count(standings.matches, "match", "matches"));
            if let Some(times) = times(Language::English, &standings.times) {
                let _ = writeln!(text, "time: {times}");
            }
            let _ = writeln!(text, "{}", self.table(standings));
            text.push_str(&unranked(standings));
            text.push('\n');
        }
        text
    }

    fn table(self, standings: &pb::PoolStandings) -> Table {
        let has_versions = standings.standings.iter().any(|standing| !standing.current);
        let is_swiss = standings.standings.iter().any(|standing| standing.swiss.is_some());
        let mut headings = vec!["#", "bot"];
        if is_swiss {
            headings.extend(["points", "byes", "opponents"]);
        }
        headings.extend(["rating", "95 %", "matches", "first", "score", "forfeits"]);
        if self.against.is_some() {
            headings.extend(["ahead", "95 %", "stronger"]);
        }
        if self.elo {
            headings.push("elo");
        }
        let rows = standings.standings.iter().map(|standing| self.row(standing, has_versions));
        let numbers: Vec<usize> = (0..headings.len()).filter(|column| *column != 1).collect();
        table(&headings, &numbers, rows)
    }

    fn row(self, standing: &pb::Standing, has_versions: bool) -> Vec<String> {
        let mut row = vec![ranks(standing), bot(standing, has_versions)];
        if let Some(pb::SwissScore { half_points: own, byes, opponents_half_points: opponents }) = standing.swiss {
            row.extend([half_points(own), byes.to_string(), half_points(opponents)]);
        }
        row.extend([
            format!("{:.0}", standing.estimate),
            interval(Language::English, standing.lower, standing.upper),
            standing.matches.to_string(),
            standing.first_places.to_string(),
            format!("{:.1} %", 100.0 * standing.score),
            standing.forfeits.to_string(),
        ]);
        if self.against.is_some() {
            row.extend(match &standing.difference {
                Some(difference) => [
                    format!("{:+.0}", difference.elo),
                    interval(Language::English, difference.lower, difference.upper),
                    difference.superiority.map_or("-".into(), likelihood),
                ],
                None => ["-".into(), "-".into(), "-".into()],
            });
        }
        if self.elo {
            row.push(format!("{:.0}", standing.elo));
        }
        row
    }
}

/// A line for each bot that has no rank.
fn unranked(standings: &pb::PoolStandings) -> String {
    let has_versions = standings.standings.iter().any(|standing| !standing.current);
    let unranked = standings.standings.iter().filter(|standing| standing.matches_missing > 0);
    unranked
        .map(|standing| format!("{}: {}\n", bot(standing, has_versions), missing(Language::English, standing)))
        .collect()
}

fn bot(standing: &pb::Standing, has_versions: bool) -> String {
    let pb::Standing { name, version, current, .. } = standing;
    match (has_versions, current) {
        (false, _) => name.clone(),
        (true, true) => format!("{name} ({version})"),
        (true, false) => format!("{name} ({version}, earlier)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(ranks: (u32, u32), name: &str, estimate: f64, ends: (Option<f64>, Option<f64>)) -> pb::Standing {
        pb::Standing {
            rank: ranks.0,
            rank_last: ranks.1,
            name: name.into(),
            version: "1.0".into(),
            current: true,
            estimate,
            lower: ends.0,
            upper: ends.1,
            elo: estimate + 3.4,
            matches: 120,
            sets: 60,
            first_places: u64::from(120 / ranks.0),
            score: 0.775 / f64::from(ranks.0),
            ..pb::Standing::default()
        }
    }

    fn pool(standings: Vec<pb::Standing>) -> pb::PoolStandings {
        let pool = pb::Pool {
            league: "spring".into(),
            game: "senet".into(),
            seats: 2,
            options: vec!["variant=short".into()],
            ..pb::Pool::default()
        };
        pb::PoolStandings { pool: Some(pool), matches: 180, standings, times: Vec::new() }
    }

    #[test]
    fn standings_read_as_reviewed() {
        let standings = vec![
            standing((1, 1), "greedy", 1893.0, (Some(1651.3), None)),
            standing((2, 3), "random", 1512.4, (Some(1481.2), Some(1543.1))),
            standing((2, 3), "new", 1499.6, (Some(-200.0), Some(3100.0))),
            standing((4, 4), "a-bot-with-a-long-name", 988.6, (None, Some(1120.9))),
        ];
        insta::assert_snapshot!(text(&[pool(standings)]));
        insta::assert_snapshot!("no_standings", text(&[]));
        let one = pb::PoolStandings { matches: 1, ..pool(Vec::new()) };
        assert!(text(&[one]).lines().next().unwrap().ends_with(", 1 match"));
    }

    #[test]
    fn a_swiss_table_reads_as_reviewed() {
        let swiss = |half_points, byes, opponents_half_points, standing| pb::Standing {
            swiss: Some(pb::SwissScore { half_points, byes, opponents_half_points }),
            ..standing
        };
        let standings = vec![
            swiss(8, 0, 7, standing((1, 1), "ann", 1590.0, (Some(1450.0), None))),
            swiss(5, 1, 12, standing((2, 3), "bob", 1410.0, (None, Some(1500.0)))),
            swiss(5, 1, 12, standing((2, 3), "cid", 1402.0, (None, Some(1500.0)))),
        ];
        insta::assert_snapshot!(text(&[pool(standings)]));
    }

    #[test]
    fn differences_live_ratings_and_versions_read_as_reviewed() {
        let ahead = |standing, elo, lower, upper, superiority| pb::Standing {
            difference: Some(pb::Difference { elo, lower, upper, superiority }),
            ..standing
        };
        let ann = standing((1, 2), "ann", 1612.4, (Some(1581.2), Some(1643.1)));
        let old = pb::Standing { version: "0.9".into(), current: false, ..ann.clone() };
        let standings = vec![
            ahead(ann, 86.4, Some(17.2), Some(155.0), Some(0.9931)),
            ahead(old, 31.0, None, None, None),
            ahead(standing((3, 3), "bob", 1526.0, (Some(1500.0), Some(1550.0))), 0.0, None, None, None),
            standing((4, 4), "cid", 1210.0, (None, Some(1300.0))),
            pb::Standing { matches_missing: 8, ..standing((1, 1), "lucky", 2100.0, (Some(1400.0), None)) },
        ];
        let columns = Columns { against: Some("bob".parse().unwrap()), elo: true };
        insta::assert_snapshot!(columns.text(&[pool(standings)]));
    }
}
