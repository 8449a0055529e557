//! The strengths of all players of a pool, and the interval of each strength and of every difference.

use std::collections::BTreeMap;

use super::binomial::Games;
use super::components::{Components, Tie};
use super::likelihood::Likelihood;
use super::one_sided::OneSided;
use super::posterior::Posterior;
use super::spread::{Contrast, Spread, Variance};
use super::{Difference, Estimate, Interval, MEAN, POINTS, PlayerIndex, Schedule, SetScores, mean};

/// The confidence of the lower end of an interval. The upper end has 1 minus this.
const LOWER: f64 = 0.025;

/// The strengths that explain all sets of a pool best.
#[derive(Debug)]
pub struct Fit {
    strengths: Vec<f64>,
    spread: Spread,
    components: Components,
    one_sided: OneSided,
    /// What the intervals are made of instead where the schedule follows the results.
    posterior: Option<Posterior>,
    /// How many sets each player has played.
    sets: Vec<u32>,
    zero: Zero,
}

/// What fixes the zero point of the scale: results tell only differences.
#[derive(Debug)]
enum Zero {
    /// The largest component has the mean [`MEAN`].
    Component(Vec<PlayerIndex>),
    /// All players have that mean, since every component has only one player.
    Everybody,
    /// This player has this number of points.
    Anchor(PlayerIndex, f64),
}

impl Fit {
    /// As [`of_schedule`](Fit::of_schedule), with a fixed schedule.
    ///
    /// # Panics
    /// If a set names a player beyond that number.
    #[must_use]
    pub fn of<'a>(players: usize, sets: impl Iterator<Item = &'a SetScores>) -> Fit {
        Fit::of_schedule(players, sets, Schedule::Fixed)
    }

    /// The strengths of players with the indices from 0 to `players`, from these sets.
    ///
    /// The time grows with the cube of the number of players. For each estimate and difference it also grows with the
    /// number of sets that ended in different ways.
    ///
    /// # Panics
    /// If a set names a player beyond that number.
    #[must_use]
    pub fn of_schedule<'a>(players: usize, sets: impl Iterator<Item = &'a SetScores>, schedule: Schedule) -> Fit {
        let mut kinds: BTreeMap<&SetScores, u32> = BTreeMap::new();
        let mut sets_played = vec![0; players];
        for set in sets {
            *kinds.entry(set).or_default() += 1;
            players_of(set).into_iter().for_each(|player| sets_played[player.0] += 1);
        }
        let likelihood = Likelihood::of(&kinds);
        // Two fits: `strengths` includes the prior, which keeps every strength finite. The intervals come from
        // `within`, without a prior, so that the prior doesn't make them look more certain.
        let posterior = match schedule {
            Schedule::FollowsResults if !likelihood.totals().is_empty() => {
                Some(Posterior::of(&likelihood, players, &kinds))
            }
            _ => None,
        };
        let strengths = match &posterior {
            Some(posterior) => posterior.strengths(),
            None => likelihood.maximize(players),
        };
        let components = Components::of(players, likelihood.totals());
        let within = likelihood.within(&components);
        let spread = Spread::of(&within, within.maximize(players), &kinds);
        let one_sided = OneSided::of(&components, &kinds);
        let tied = components.largest();
        // A component of one player fixes nothing: its mean would be that player's own strength.
        let zero = if tied.len() > 1 { Zero::Component(tied) } else { Zero::Everybody };
        Fit { strengths, spread, components, one_sided, posterior, sets: sets_played, zero }
    }

    /// The same strengths on the scale on which this player has this number of points, whatever the other players do.
    #[must_use]
    pub fn anchored(self, player: PlayerIndex, points: f64) -> Fit {
        Fit { zero: Zero::Anchor(player, points), ..self }
    }

    /// The players whose mean is [`MEAN`], or the one that the scale is anchored to.
    #[must_use]
    pub fn reference(&self) -> Vec<PlayerIndex> {
        match &self.zero {
            Zero::Component(players) => players.clone(),
            Zero::Everybody => (0..self.strengths.len()).map(PlayerIndex).collect(),
            Zero::Anchor(player, _) => vec![*player],
        }
    }

    /// The strength of a player.
    #[must_use]
    pub fn estimate(&self, player: PlayerIndex) -> Estimate {
        match &self.zero {
            Zero::Anchor(anchor, points) if *anchor == player => {
                Estimate { elo: *points, interval: Interval { lower: Some(*points), upper: Some(*points) } }
            }
            Zero::Anchor(anchor, points) => {
                let Difference { elo, interval, .. } = self.difference(player, *anchor);
                Estimate { elo: points + elo, interval: interval.moved(*points) }
            }
            Zero::Component(players) => self.against_component(player, players),
            Zero::Everybody => self.against_everybody(player),
        }
    }

    /// By how much the first player is stronger than the second.
    #[must_use]
    pub fn difference(&self, one: PlayerIndex, other: PlayerIndex) -> Difference {
        let ahead = self.strengths[one.0] - self.strengths[other.0];
        let elo = POINTS * ahead;
        if let Some(posterior) = self.posterior.as_ref().filter(|_| one != other) {
            let contrast = [(one, 1.0), (other, -1.0)];
            let interval = posterior_interval(posterior, &contrast, self.components.tie(one, other));
            let is_known = interval != Interval::OPEN;
            let superiority = is_known.then(|| 1.0 - posterior.confidence_below(&contrast, 0.0));
            return Difference { elo, interval, superiority };
        }
        match self.components.tie(one, other) {
            _ if one == other => Difference { elo, interval: Interval::OPEN, superiority: None },
            Tie::Mutual => self.two_sided(one, other, ahead),
            Tie::Above => {
                let evidence = self.one_sided.between(&self.components, one, other);
                let superiority = 1.0 - evidence.confidence_below(&self.strengths, -ahead);
                let interval = self.above(ahead, one, other);
                // Without evidence there is no lower end, and no superiority either.
                Difference { elo, interval, superiority: interval.lower.map(|_| superiority) }
            }
            Tie::Below => {
                let reverse = self.difference(other, one);
                let superiority = reverse.superiority.map(|superiority| 1.0 - superiority);
                Difference { elo, interval: reverse.interval.negated(), superiority }
            }
            Tie::Unknown => Difference { elo, interval: Interval::OPEN, superiority: None },
        }
    }

    #[cfg(test)]
    pub(super) fn strengths(&self) -> &[f64] {
        &self.strengths
    }

    /// How many sets a player has played in.
    #[must_use]
    pub fn sets(&self, player: PlayerIndex) -> u32 {
        self.sets[player.0]
    }

    fn two_sided(&self, one: PlayerIndex, other: PlayerIndex, ahead: f64) -> Difference {
        let worth = self.worth(&[(one, 1.0), (other, -1.0)], self.sets(one).min(self.sets(other)));
        let interval = worth.as_ref().map_or(Interval::OPEN, Worth::interval);
        Difference { elo: POINTS * ahead, interval, superiority: worth.map(|worth| 1.0 - worth.confidence_below(0.0)) }
    }

    /// A strength on the scale of a component: its distance from the component's mean.
    fn against_component(&self, player: PlayerIndex, players: &[PlayerIndex]) -> Estimate {
        let distance = self.strengths[player.0] - mean(players.iter().map(|player| self.strengths[player.0]));
        if let Some(posterior) = &self.posterior {
            let share = 1.0 / players.len() as f64;
            let mut contrast: Vec<(PlayerIndex, f64)> = players.iter().map(|other| (*other, -share)).collect();
            contrast.push((player, 1.0));
            let interval = posterior_interval(posterior, &contrast, self.components.tie(player, players[0]));
            return Estimate { elo: MEAN + POINTS * distance, interval: interval.moved(MEAN) };
        }
        let interval = match self.components.tie(player, players[0]) {
            Tie::Mutual => self.against_others(player, players),
            Tie::Above => self.above(distance, player, players[0]),
            Tie::Below => self.above(-distance, players[0], player).negated(),
            Tie::Unknown => Interval::OPEN,
        };
        Estimate { elo: MEAN + POINTS * distance, interval: interval.moved(MEAN) }
    }

    /// A strength on the scale of all players.
    fn against_everybody(&self, player: PlayerIndex) -> Estimate {
        let distance = self.strengths[player.0] - mean(self.strengths.iter().copied());
        let interval = match self.strengths.len() {
            // Each of two players is half of their difference away from the mean.
            2 => self.difference(player, PlayerIndex(1 - player.0)).interval.scaled(0.5),
            _ => Interval::OPEN,
        };
        Estimate { elo: MEAN + POINTS * distance, interval: interval.moved(MEAN) }
    }

    /// The interval of a player's distance from the mean of a component that it belongs to.
    fn against_others(&self, player: PlayerIndex, players: &[PlayerIndex]) -> Interval {
        let others = (players.len() - 1) as f64;
        let weight = |other: &PlayerIndex| (*other, if *other == player { 1.0 } else { -1.0 / others });
        let contrast: Vec<(PlayerIndex, f64)> = players.iter().map(weight).collect();
        let worth = self.worth(&contrast, self.sets(player));
        // `worth` measures the distance from the mean of the n others. The mean of all includes the player itself, so
        // the distance from it is n/(n + 1) of that.
        worth.as_ref().map_or(Interval::OPEN, Worth::interval).scaled(others / (others + 1.0))
    }

    /// The interval of a distance between members of two components, by the wins of one component against the other.
    fn above(&self, distance: f64, winner: PlayerIndex, loser: PlayerIndex) -> Interval {
        let evidence = self.one_sided.between(&self.components, winner, loser);
        let shift = evidence.quantile(&self.strengths, LOWER);
        Interval { lower: shift.map(|shift| POINTS * (distance + shift)), upper: None }
    }

    /// Expresses the evidence on a contrast as games; `None` with fewer than two sets.
    fn worth(&self, contrast: &Contrast, sets: u32) -> Option<Worth> {
        // One set can't show how far sets vary.
        if sets < 2 {
            return None;
        }
        let Variance { model, inflation, lean } = self.spread.variance(contrast, sets);
        let (win, lose) = (f64::midpoint(1.0, lean), f64::midpoint(1.0, -lean));
        // Games with the share `win` of wins have the variance 1/(games * win * lose). So the number of wins, games *
        // win, is 1/(lose * variance).
        let games = |other: f64| 1.0 / (other * model * inflation);
        let games = Games { won: games(lose), lost: games(win) };
        Some(Worth { games, offset: self.spread.value(contrast) - (win / lose).ln() })
    }
}

/// Where a contrast lies. Only the prior bounds it on a side on which no points were taken, so this side stays open.
fn posterior_interval(posterior: &Posterior, contrast: &Contrast, tie: Tie) -> Interval {
    let end = |confidence| Some(POINTS * posterior.quantile(contrast, confidence));
    match tie {
        Tie::Mutual => Interval { lower: end(LOWER), upper: end(1.0 - LOWER) },
        Tie::Above => Interval { lower: end(LOWER), upper: None },
        Tie::Below => Interval { lower: None, upper: end(1.0 - LOWER) },
        Tie::Unknown => Interval::OPEN,
    }
}

fn players_of(set: &SetScores) -> Vec<PlayerIndex> {
    let mut players: Vec<PlayerIndex> = set.keys().flat_map(|(one, other)| [*one, *other]).collect();
    players.sort_unstable();
    players.dedup();
    players
}

/// The evidence on a contrast, as a number of games that are worth as much and lean the same way.
#[derive(Clone, Copy, Debug)]
struct Worth {
    games: Games,
    /// How far the contrast is from the logarithm of the odds to win these games.
    offset: f64,
}

impl Worth {
    /// The confidence that the contrast is less than this.
    fn confidence_below(&self, contrast: f64) -> f64 {
        self.games.confidence_below(contrast - self.offset)
    }

    fn interval(&self) -> Interval {
        let end = |confidence| self.offset + self.games.quantile(confidence);
        let bound = |confidence| Some(POINTS * end(confidence)).filter(|end: &f64| end.is_finite());
        Interval { lower: bound(LOWER), upper: bound(1.0 - LOWER) }
    }
}

impl Interval {
    fn moved(self, points: f64) -> Interval {
        Interval { lower: self.lower.map(|end| end + points), upper: self.upper.map(|end| end + points) }
    }

    fn negated(self) -> Interval {
        Interval { lower: self.upper.map(|end| -end), upper: self.lower.map(|end| -end) }
    }

    fn scaled(self, factor: f64) -> Interval {
        Interval { lower: self.lower.map(|end| end * factor), upper: self.upper.map(|end| end * factor) }
    }
}
