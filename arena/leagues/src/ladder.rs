//! Ladder: a league without end that prefers the matches that tell most about strengths.

use std::collections::BTreeMap;

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_core::referee::SetPosition;
use kahua_engine::{Dice, PerSeat};
use kahua_ratings::Skill;

use crate::choose::{GroupFilter, join};
use crate::counts::Meetings;
use crate::debts::Debts;
use crate::groups::Group;
use crate::planner::SetPlanner;
use crate::play::Play;
use crate::set::SetSource;
use crate::{Availability, Entrant, FormatSettings, Lopsided, Progress};

/// How much an entrant's weight in the lottery falls when the two have met as often as by chance: a logarithm in
/// thousandths. It makes opponents vary.
const MEETING_COST: i64 = 300;

/// What a lopsided pair costs when a bot could wait for another one, in thousandths of a meeting too many: more than patience is
/// worth.
const LOPSIDED_COST: i64 = 1000;

/// After so many sets, those so far count half: what two bots played while they were alone doesn't bind them for ever.
const RECENT_SETS: u64 = 400;

/// How many Elo points of uncertainty an entrant gains by waiting while all others play one set.
const WAITING_POINTS: i64 = 10;

/// A ladder. The next table is for the free entrant whose strength is least certain; waiting counts as uncertainty. A
/// lottery draws the others. It favours opponents from whom a match tells most: their strength is well known, the two
/// haven't met often, and, where strengths are certain, they are about as strong. Lopsided matches, which tell nearly nothing, get
/// a small share at most: then a free bot waits. A bot that is away while others are
/// free must play one of these when it comes back, as if it had stayed.
#[derive(Debug)]
pub(crate) struct Ladder {
    lopsided: Lopsided,
    /// How many sets have begun of late, and how many of these were lopsided.
    recent: u64,
    recent_lopsided: u64,
    /// Whether only sets that aren't lopsided may begin now.
    saves: bool,
    play: Play,
    entrants: Vec<Standing>,
    met: Meetings,
    begun: u64,
    /// The luck of every entrant in the lottery for the next set.
    luck: Vec<i64>,
    debts: Debts,
}

#[derive(Clone, Debug)]
struct Standing {
    skill: Skill,
    /// How many sets it has begun.
    sets: u64,
    /// How many sets had begun when its last one began.
    last_set: u64,
}

impl Ladder {
    pub(crate) fn new(source: SetSource, lopsided: Lopsided) -> Ladder {
        Ladder {
            lopsided,
            recent: 0,
            recent_lopsided: 0,
            saves: false,
            play: Play::new(source),
            entrants: Vec::new(),
            met: Meetings::default(),
            begun: 0,
            luck: Vec::new(),
            debts: Debts::default(),
        }
    }

    /// Whether one of these two is expected to win nearly all.
    fn is_lopsided(&self, one: usize, other: usize) -> bool {
        self.skill(one).expected_of_the_stronger(&self.skill(other)) > 10 * i64::from(self.lopsided.score)
    }

    /// Whether most pairs of this group are lopsided.
    fn is_lopsided_group(&self, group: &[usize]) -> bool {
        let pairs = group.iter().enumerate().flat_map(|(at, one)| group[..at].iter().map(move |other| (*one, *other)));
        let lopsided = pairs.filter(|(one, other)| self.is_lopsided(*one, *other)).count();
        // A group has half as many pairs as this product.
        4 * lopsided > group.len() * (group.len() - 1)
    }

    /// Whether another lopsided set would be more than their share. Where no two of the bots that are there are a match for each
    /// other, there is nothing better to play.
    fn must_save(&self, availability: &dyn Fn(&BotName) -> Availability) -> bool {
        if 100 * (self.recent_lopsided + 1) <= u64::from(self.lopsided.share) * (self.recent + 1) {
            return false;
        }
        let roster = &self.play.roster;
        let is_there = |one: &usize| roster.availability(*one, availability) != Availability::Away;
        let mut there: Vec<usize> = roster.playing().filter(is_there).collect();
        // Neighbours in strength are the likeliest match.
        there.sort_by_key(|one| self.skill(*one).points());
        there.windows(self.play.seats()).any(|group| !self.is_lopsided_group(group))
    }

    fn standing(&mut self, one: usize) -> &mut Standing {
        if self.entrants.len() <= one {
            // A newcomer hasn't waited during the sets that began before it came.
            self.entrants.resize(one + 1, Standing { skill: Skill::START, sets: 0, last_set: self.begun });
        }
        &mut self.entrants[one]
    }

    fn skill(&self, one: usize) -> Skill {
        self.entrants.get(one).map_or(Skill::START, |standing| standing.skill)
    }

    fn sat(&self, one: usize) -> i64 {
        self.entrants.get(one).map_or(0, |standing| standing.sets as i64)
    }

    /// The sort key of the turns: the smaller, the sooner.
    fn turn(&self, one: usize) -> (i64, usize) {
        let last_set = self.entrants.get(one).map_or(self.begun, |standing| standing.last_set);
        let everybody = (self.play.roster.playing().len() / self.play.seats()).max(1) as u64;
        let waited = (self.begun - last_set) / everybody;
        (-self.skill(one).deviation() - WAITING_POINTS * waited as i64, one)
    }

    /// Draws the luck of every entrant for the next set. It follows from names, so it is the same after a restart.
    fn draw(&mut self) {
        let (roster, seed) = (&self.play.roster, &self.play.sets.source.seed);
        self.luck.resize(self.entrants.len(), 0);
        for one in roster.playing() {
            let mut dice = Dice::new(seed.derive(&format!("opponent {}", roster.entrant(one)), self.begun));
            self.luck[one] = Skill::luck(dice.below(u32::MAX));
        }
    }

    /// How often two have met, divided by how often they would meet by chance, in thousandths.
    fn meetings(&self, one: usize, other: usize) -> i64 {
        let seats = self.play.seats() as i64 - 1;
        let by_lot = 1000 * self.sat(one) * self.sat(other) * seats / (self.begun as i64 * (seats + 1)).max(1);
        // One meeting is added to the expected number, since that number is close to 0 at first and would exaggerate.
        1_000_000 * i64::from(self.met.of(one, other)) / (by_lot + 1000)
    }

    fn observe_present(&mut self, availability: &dyn Fn(&BotName) -> Availability) {
        let mut debts = std::mem::take(&mut self.debts);
        let roster = &self.play.roster;
        let of = |one| (roster.entrant(one).name, roster.availability(one, availability));
        let playing: BTreeMap<BotName, Availability> = roster.playing().map(of).collect();
        let draw = |name: &BotName| {
            let one = roster.playing().find(|one| roster.entrant(*one).name == *name)?;
            let others = roster.playing().filter(|other| *other != one && of(*other).1 == Availability::Free);
            others.min_by_key(|other| self.cost(&[one], *other)).map(|other| roster.entrant(other).name)
        };
        let (now, Micros(quick)) = (self.play.pace.now(), self.play.pace.quick());
        debts.observe(&playing, now, quick, draw);
        self.debts = debts;
    }

    /// A table for the first entrant that owes a match, together with the opponent that it owes it to.
    fn owed(&self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Group> {
        let roster = &self.play.roster;
        let free = roster.playing().filter(|one| roster.availability(*one, availability) == Availability::Free);
        let mut free: Vec<usize> = free.collect();
        free.sort_by_key(|one| self.turn(*one));
        let number = |name| free.iter().copied().find(|one| roster.entrant(*one).name == name);
        free.iter().find_map(|one| {
            let other = number(self.debts.of(&roster.entrant(*one).name)?)?;
            let others: Vec<usize> = free.iter().copied().filter(|third| ![*one, other].contains(third)).collect();
            join(self, self.play.seats(), [*one, other], &others)
        })
    }
}

impl SetPlanner for Ladder {
    fn play(&self) -> &Play {
        &self.play
    }

    fn play_mut(&mut self) -> &mut Play {
        &mut self.play
    }

    fn begin_sets(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> bool {
        let Some(group) = self.choose(availability) else { return false };
        self.play.sets.begin(&self.play.roster, &group);
        self.count_begun(&group);
        self.debts.settle(&self.play.bots(&group));
        true
    }

    fn choose(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Group> {
        // First, because an opponent for a bot that is away is drawn with this luck.
        self.draw();
        self.observe_present(availability);
        // A bot that owes a match plays no other opponent before.
        let unless_owing = |name: &BotName| match availability(name) {
            Availability::Free if self.debts.of(name).is_some() => Availability::Busy,
            other => other,
        };
        // What is owed is played in any case.
        self.saves = false;
        let owed = self.owed(availability);
        if owed.is_some() {
            return owed;
        }
        self.saves = self.must_save(availability);
        self.play.choose(self, |one| self.turn(one), &unless_owing)
    }

    fn count_begun(&mut self, group: &[usize]) {
        self.begun += 1;
        self.recent += 1;
        self.recent_lopsided += u64::from(self.is_lopsided_group(group));
        if self.recent == RECENT_SETS {
            (self.recent, self.recent_lopsided) = (self.recent / 2, self.recent_lopsided / 2);
        }
        for one in group {
            let begun = self.begun;
            let standing = self.standing(*one);
            (standing.sets, standing.last_set) = (standing.sets + 1, begun);
        }
        self.met.add(group);
    }

    fn forget_places(&mut self) {
        self.entrants.iter_mut().for_each(|standing| standing.skill = Skill::START);
    }

    fn count_places(&mut self, _: &SetPosition, entrants: &[usize], places: &PerSeat<u32>) {
        let before: Vec<Skill> = entrants.iter().map(|one| self.skill(*one)).collect();
        for (one, skill) in entrants.iter().zip(Skill::after(&before, places.as_slice())) {
            self.standing(*one).skill = skill;
        }
    }

    /// A ladder plans nothing.
    fn expect(&mut self, _: BotName) {}

    fn enter(&mut self, entrant: &Entrant) {
        if self.play.roster.enter(entrant) {
            let one = self.play.roster.number(entrant);
            self.standing(one);
        }
    }

    /// A ladder has no end.
    fn extend(&mut self, _: &FormatSettings) {}

    fn progress(&self) -> Progress {
        Progress { ended: self.play.sets.ended_matches(), planned: None }
    }
}

impl GroupFilter for Ladder {
    fn allows(&self, part: &[usize]) -> bool {
        !self.saves || part.len() < self.play.seats() || !self.is_lopsided_group(part)
    }

    fn cost(&self, part: &[usize], entrant: usize) -> i64 {
        let skill = self.skill(entrant);
        let with_one =
            |one: &usize| MEETING_COST * self.meetings(*one, entrant) / 1000 - self.skill(*one).affinity(&skill);
        part.iter().map(with_one).sum::<i64>() - self.luck.get(entrant).copied().unwrap_or(0)
    }

    fn recent_cost(&self, part: &[usize], entrant: usize) -> i64 {
        let skill = self.skill(entrant);
        let with_one = |one: &usize| {
            // A free bot waits for another partner rather than play a lopsided match.
            let lopsided = if self.is_lopsided(*one, entrant) { LOPSIDED_COST } else { 0 };
            self.meetings(*one, entrant) - self.skill(*one).information(&skill) + lopsided
        };
        part.iter().map(with_one).sum()
    }
}
