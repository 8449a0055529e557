//! The matches that are rated together: what each player has done, set by set.

mod table;

use std::collections::BTreeMap;

use crate::elo::{self, Change, Comparison, Rating};
use crate::estimate::{Estimate, PairScore, PlayerIndex, Schedule, SetScores};
use crate::sprt::ScoreCounts;

pub use table::{Meetings, Ranks, Standing, Table};

/// One seat's result of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish<P> {
    /// The player in the seat.
    pub player: P,
    /// The place, from 1; seats that have tied share one.
    pub place: u32,
    /// Whether the seat was given up before the end.
    pub forfeited: bool,
}

impl<P> Finish<P> {
    /// A match played to its end.
    #[must_use]
    pub fn new(player: P, place: u32) -> Finish<P> {
        Finish { player, place, forfeited: false }
    }
}

/// Matches whose results can be compared: the same game, by the same rules, with the same number of seats.
#[derive(Debug)]
pub struct Pool<P> {
    matches: u64,
    players: Vec<Player<P>>,
    by_key: BTreeMap<P, PlayerIndex>,
    sets: BTreeMap<String, Set>,
}

/// A set, and how many sets had begun before it.
#[derive(Debug)]
struct Set {
    number: usize,
    scores: SetScores,
}

#[derive(Debug)]
struct Player<P> {
    key: P,
    rating: Rating,
    matches: u64,
    first_places: u64,
    forfeits: u64,
    half_points: u64,
    comparisons: u64,
}

/// How two players of a set did against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting<'a, P> {
    /// The two.
    pub players: [&'a P; 2],
    /// What each of them has made: two for every match in which it had the better place, one for every tie.
    pub half_points: [u32; 2],
}

/// Each seat's Elo rating before and after a match, from the ratings that the players had before. A player in several
/// seats has the changes of all of them.
pub fn rate<P: PartialEq>(seats: &[Finish<P>], rating: impl Fn(&P) -> Rating) -> Vec<(Rating, Rating)> {
    let before: Vec<Rating> = seats.iter().map(|seat| rating(&seat.player)).collect();
    let places: Vec<u32> = seats.iter().map(|seat| seat.place).collect();
    let changes = elo::changes(&before, &places);
    let change_of = |player: &P| {
        let own = seats.iter().zip(&changes).filter(|(seat, _)| seat.player == *player);
        own.map(|(_, change)| *change).sum::<Change>()
    };
    seats.iter().zip(before).map(|(seat, before)| (before, before + change_of(&seat.player))).collect()
}

impl<P> Default for Pool<P> {
    fn default() -> Pool<P> {
        Pool { matches: 0, players: Vec::new(), by_key: BTreeMap::new(), sets: BTreeMap::new() }
    }
}

impl<P: Ord + Clone> Pool<P> {
    /// Counts a match, its seats in order, and returns each seat's rating before and after it.
    ///
    /// Matches with the same `set` form one piece of evidence. A match that stands alone needs a set id of its own.
    pub fn add(&mut self, set: &str, seats: &[Finish<P>]) -> Vec<(Rating, Rating)> {
        let rating = |player: &P| self.by_key.get(player).map_or(Rating::START, |one| self.players[one.0].rating);
        let ratings = rate(seats, rating);
        self.add_rated(set, seats, &ratings);
        ratings
    }

    /// As [`add`](Pool::add), for a match that was rated elsewhere: with each seat's rating before and after it.
    pub fn add_rated(&mut self, set: &str, seats: &[Finish<P>], ratings: &[(Rating, Rating)]) {
        self.matches += 1;
        let players: Vec<PlayerIndex> = seats.iter().map(|seat| self.index(&seat.player)).collect();
        for ((&player, seat), (_, after)) in players.iter().zip(seats).zip(ratings) {
            let player = &mut self.players[player.0];
            player.rating = *after;
            player.matches += 1;
            player.first_places += u64::from(seat.place == 1);
            player.forfeits += u64::from(seat.forfeited);
        }
        let places: Vec<u32> = seats.iter().map(|seat| seat.place).collect();
        self.compare(set, &players, &places);
    }

    /// The players, strongest first by the estimate from all matches of a fixed schedule, on the scale whose mean is 1500.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing<P>> {
        self.table(None, Schedule::Fixed).standings()
    }

    /// How many matches were counted.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// The players, in the order in which they first played.
    pub fn players(&self) -> impl ExactSizeIterator<Item = &P> {
        self.players.iter().map(|player| &player.key)
    }

    /// The sets, in the order in which their first matches ended.
    #[must_use]
    pub fn sets(&self) -> Vec<Vec<Meeting<'_, P>>> {
        let mut sets: Vec<&Set> = self.sets.values().collect();
        sets.sort_by_key(|set| set.number);
        let meeting = |(&(one, other), score): (&(PlayerIndex, PlayerIndex), &PairScore)| {
            let players = [one, other].map(|index| &self.players[index.0].key);
            Meeting { players, half_points: [score.half_points, 2 * score.comparisons - score.half_points] }
        };
        sets.into_iter().map(|set| set.scores.iter().map(meeting).collect()).collect()
    }

    /// How one player did against another, set by set, as [`Sprt`](crate::Sprt) needs it.
    ///
    /// Counts only sets in which the two met `comparisons` times: a set that is still being played would be measured on
    /// another scale.
    #[must_use]
    pub fn head_to_head(&self, one: &P, other: &P, comparisons: u32) -> ScoreCounts {
        let mut counts = ScoreCounts::new(comparisons);
        let (Some(&one), Some(&other)) = (self.by_key.get(one), self.by_key.get(other)) else { return counts };
        let pair = (one.min(other), one.max(other));
        let scores = self.sets.values().filter_map(|set| set.scores.get(&pair));
        for score in scores.filter(|score| score.comparisons == comparisons) {
            counts.add(if one < other { score.half_points } else { 2 * comparisons - score.half_points });
        }
        counts
    }

    /// Compares every seat with every other.
    fn compare(&mut self, set: &str, players: &[PlayerIndex], places: &[u32]) {
        let number = self.sets.len();
        let new = || Set { number, scores: SetScores::new() };
        let set = &mut self.sets.entry(set.to_owned()).or_insert_with(new).scores;
        for (seat, &player) in players.iter().enumerate() {
            for (other_seat, &other) in players.iter().enumerate().filter(|(other_seat, _)| *other_seat != seat) {
                let half_points = Comparison::of(&places[seat], &places[other_seat]).half_points();
                self.players[player.0].half_points += u64::from(half_points);
                self.players[player.0].comparisons += 1;
                // A set holds each pair once, with the lower index first.
                if player < other {
                    let score = set.entry((player, other)).or_default();
                    score.half_points += half_points;
                    score.comparisons += 1;
                }
            }
        }
    }

    fn index(&mut self, key: &P) -> PlayerIndex {
        if let Some(index) = self.by_key.get(key) {
            return *index;
        }
        let index = PlayerIndex(self.players.len());
        self.players.push(Player::new(key.clone()));
        self.by_key.insert(key.clone(), index);
        index
    }
}

impl<P: Clone> Player<P> {
    fn new(key: P) -> Player<P> {
        Player { key, rating: Rating::START, matches: 0, first_places: 0, forfeits: 0, half_points: 0, comparisons: 0 }
    }

    fn standing(&self, ranks: Option<Ranks>, estimate: Estimate, sets: u32) -> Standing<P> {
        Standing {
            player: self.key.clone(),
            ranks,
            missing: 0,
            sets,
            elo: self.rating,
            estimate,
            matches: self.matches,
            first_places: self.first_places,
            score: self.half_points as f64 / (2 * self.comparisons.max(1)) as f64,
            forfeits: self.forfeits,
        }
    }
}

#[cfg(test)]
mod tests;
