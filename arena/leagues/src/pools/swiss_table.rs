//! The table of a Swiss league: points, byes, the points of the opponents, and the results among those that are equal.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use kahua_proto::pb::arena::v1 as pb;
use kahua_ratings::{Meeting, Pool};

use crate::Entrant;

/// The table, computed from the sets of a pool.
struct SwissTable<'a> {
    seats: usize,
    sets: Vec<Vec<Meeting<'a, Entrant>>>,
    /// The entrants that had a table, round by round.
    rounds: Vec<BTreeSet<&'a Entrant>>,
    /// What each has made in matches, in half points.
    made: BTreeMap<&'a Entrant, u64>,
}

/// The points of a bye, in halves: half of what a set can bring.
pub(crate) fn bye_half_points(seats: usize) -> u64 {
    (seats * (seats - 1)) as u64
}

/// The entrants of this pool by rank, with nothing but their ranks and scores. `has_left` says who gets no more matches.
pub(super) fn of(pool: &Pool<Entrant>, seats: usize, has_left: impl Fn(&Entrant) -> bool) -> Vec<pb::Standing> {
    SwissTable::of(pool, seats).ranked(has_left)
}

/// Puts these standings into the order of a table that [`of`] has made, and gives them its ranks. Equal bots stand in the order
/// of their estimates.
pub(super) fn apply(standings: &mut [pb::Standing], table: &[pb::Standing]) {
    let key = |standing: &pb::Standing| (standing.name.clone(), standing.version.clone());
    let of: BTreeMap<(String, String), &pb::Standing> = table.iter().map(|line| (key(line), line)).collect();
    for standing in standings.iter_mut() {
        if let Some(line) = of.get(&key(standing)) {
            (standing.rank, standing.rank_last) = (line.rank, line.rank_last);
            (standing.swiss, standing.matches_missing) = (line.swiss, 0);
        }
    }
    super::sort_by_rank(standings);
}

impl<'a> SwissTable<'a> {
    fn of(pool: &'a Pool<Entrant>, seats: usize) -> SwissTable<'a> {
        let sets = pool.sets();
        let mut rounds: Vec<BTreeSet<&Entrant>> = Vec::new();
        let mut made = BTreeMap::new();
        for set in &sets {
            let players: BTreeSet<&Entrant> = set.iter().flat_map(|meeting| meeting.players).collect();
            // No round begins before the last one is over. So an entrant's second set of a round belongs to the next round.
            match rounds.last_mut() {
                Some(round) if round.is_disjoint(&players) => round.extend(&players),
                _ => rounds.push(players),
            }
            for Meeting { players, half_points } in set {
                for (player, half_points) in players.iter().zip(half_points) {
                    *made.entry(*player).or_default() += u64::from(*half_points);
                }
            }
        }
        SwissTable { seats, sets, rounds, made }
    }

    fn ranked(&self, has_left: impl Fn(&Entrant) -> bool) -> Vec<pb::Standing> {
        let byes: BTreeMap<&Entrant, u32> =
            self.made.keys().map(|one| (*one, self.byes(one, &has_left) as u32)).collect();
        let points: BTreeMap<&Entrant, u64> = self
            .made
            .iter()
            .map(|(one, made)| (*one, made + u64::from(byes[one]) * bye_half_points(self.seats)))
            .collect();
        let mut opponents: BTreeMap<&Entrant, u64> = BTreeMap::new();
        for Meeting { players: [one, other], .. } in self.sets.iter().flatten() {
            *opponents.entry(one).or_default() += points[other];
            *opponents.entry(other).or_default() += points[one];
        }
        let place = |one: &Entrant| {
            let opponents = opponents.get(one).copied().unwrap_or_default();
            (Reverse(points[one]), byes[one], Reverse(opponents))
        };
        let mut order: Vec<&Entrant> = self.made.keys().copied().collect();
        order.sort_by_key(|one| place(one));
        let mut lines = Vec::with_capacity(order.len());
        for equals in order.chunk_by(|one, other| place(one) == place(other)) {
            let mut equals: Vec<(Reverse<u64>, &Entrant)> =
                self.among(equals).into_iter().zip(equals).map(|(among, one)| (Reverse(among), *one)).collect();
            equals.sort_unstable();
            for group in equals.chunk_by(|one, other| one.0 == other.0) {
                let rank = lines.len() as u32 + 1;
                lines.extend(group.iter().map(|(_, one)| pb::Standing {
                    name: one.name.to_string(),
                    version: one.version.to_string(),
                    rank,
                    rank_last: rank + group.len() as u32 - 1,
                    swiss: Some(pb::SwissScore {
                        half_points: points[one],
                        byes: byes[one],
                        opponents_half_points: opponents.get(one).copied().unwrap_or_default(),
                    }),
                    ..pb::Standing::default()
                }));
            }
        }
        lines
    }

    /// In how many rounds this entrant had no table.
    fn byes(&self, one: &Entrant, has_left: impl Fn(&Entrant) -> bool) -> usize {
        let has_table = |round: &BTreeSet<&Entrant>| round.contains(one);
        let until = self.rounds.iter().rposition(has_table).map_or(0, |last| last + 1);
        let sat = self.rounds.iter().filter(|round| has_table(round)).count();
        let missed_since = self.rounds.len() - until;
        if has_left(one) || missed_since == 0 {
            return until - sat;
        }
        // In the last round, a bot without results may still be playing. If the bots without results don't fill a table, they
        // were left over.
        let last = &self.rounds[self.rounds.len() - 1];
        let without = self.made.keys().filter(|other| !last.contains(**other) && !has_left(other)).count();
        self.rounds.len() - sat - usize::from(without >= self.seats)
    }

    /// What each of these has made against the others, if all of them have met; otherwise nothing.
    fn among(&self, equals: &[&Entrant]) -> Vec<u64> {
        let mut met = BTreeSet::new();
        let mut made: BTreeMap<&Entrant, u64> = BTreeMap::new();
        for Meeting { players: [one, other], half_points } in self.sets.iter().flatten() {
            if equals.contains(one) && equals.contains(other) {
                met.insert([one.min(other), one.max(other)]);
                *made.entry(one).or_default() += u64::from(half_points[0]);
                *made.entry(other).or_default() += u64::from(half_points[1]);
            }
        }
        let all_have_met = met.len() == equals.len() * (equals.len() - 1) / 2;
        equals.iter().map(|one| if all_have_met { made.get(one).copied().unwrap_or_default() } else { 0 }).collect()
    }
}
