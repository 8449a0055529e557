//! The format of a league in the settings: which keys go together, and how many matches they make.

use std::num::NonZeroU32;

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_core::limits::{ANNOUNCED_S_MAX, LEAGUE_MATCHES_MAX};
use kahua_engine::SeatCount;
use kahua_leagues::{Amount, FormatSettings, Knockout, Lopsided, Schedule};
use serde::Deserialize;

use super::LeagueSettings;

/// How long the pairings of a round are known before it begins, in seconds.
const ANNOUNCED_S: u32 = 10;

/// Who plays whom in a league.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatKind {
    /// Every bot plays every other.
    #[default]
    RoundRobin,
    /// One candidate against references at each table.
    Gauntlet,
    /// A league without end, which prefers the matches that tell most about strengths.
    Ladder,
    /// Rounds in which bots meet that have done equally well.
    Swiss,
    /// Rounds in which the winner of each table goes on.
    Knockout,
}

/// Why the settings of a format can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The key is only for other formats.
    #[error("a league of format {format} has no {key}; {hint}")]
    Foreign {
        /// The format.
        format: FormatKind,
        /// The key.
        key: &'static str,
        /// What to do.
        hint: &'static str,
    },
    /// A key is missing.
    #[error("a league of format {format} needs {key}: {hint}")]
    Missing {
        /// The format.
        format: FormatKind,
        /// The key.
        key: &'static str,
        /// What to give.
        hint: &'static str,
    },
    /// Both keys are given.
    #[error("it has both sets and matches_per_bot; give one of them")]
    TwoAmounts,
    /// A reference isn't on the list of bots.
    #[error("the reference {0} is not in its list of bots; add it there, or leave the list out to admit everybody")]
    ForeignReference(BotName),
    /// All bots are references.
    #[error("all its bots are references; a gauntlet needs at least one candidate in its list of bots")]
    NoCandidate,
    /// There are not enough references for a table.
    #[error("it has {references} references, but {needed} sit at each table of {seats} seats, beside one candidate")]
    FewReferences {
        /// How many there are.
        references: usize,
        /// How many sit at a table.
        needed: usize,
        /// How many seats it has.
        seats: SeatCount,
    },
    /// All bots have met before the last round.
    #[error(
        "{rounds} rounds are too many for {bots} bots: after {max} everybody has met everybody; give fewer, or use the \
         format round-robin"
    )]
    ManyRounds {
        /// How many rounds there are.
        rounds: NonZeroU32,
        /// How many bots there are.
        bots: usize,
        /// How many rounds there can be.
        max: usize,
    },
    /// A table would have an empty seat.
    #[error(
        "a knock-out with {seats} seats can't have {bots} bots, since each table must be full and sends one bot on; list {nearest}"
    )]
    KnockoutBots {
        /// How many there are.
        bots: usize,
        /// How many seats it has.
        seats: SeatCount,
        /// How many there can be, in words.
        nearest: String,
    },
    /// Who is third at more seats is known from the final.
    #[error(
        "third_place is only for knock-outs with 2 seats, since a final of {0} seats has a third place; leave it out"
    )]
    ThirdPlace(SeatCount),
    /// A round would be announced for too long.
    #[error("announce_s is {seconds}, but a round may be announced at most {ANNOUNCED_S_MAX} seconds before it begins")]
    LongAnnouncement {
        /// What was given.
        seconds: u32,
    },
    /// A share isn't one.
    #[error("{key} is {given}; expected a number of per cent from {least} to 100")]
    Percentage {
        /// The key.
        key: &'static str,
        /// The least that it can be.
        least: u32,
        /// What was given.
        given: u32,
    },
    /// The league would take too long.
    #[error(
        "it would have {matches} matches, but a league may have at most {LEAGUE_MATCHES_MAX}; give fewer sets, or use \
         matches_per_bot, so that not every group has to play"
    )]
    ManyMatches {
        /// How many it would have.
        matches: u64,
    },
}

impl std::fmt::Display for FormatKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            FormatKind::RoundRobin => "round-robin",
            FormatKind::Gauntlet => "gauntlet",
            FormatKind::Ladder => "ladder",
            FormatKind::Swiss => "swiss",
            FormatKind::Knockout => "knockout",
        })
    }
}

impl FormatKind {
    /// Whether who meets whom depends on results, so that ratings allow for it.
    #[must_use]
    pub fn schedule(self) -> Schedule {
        match self {
            FormatKind::RoundRobin | FormatKind::Gauntlet => Schedule::Fixed,
            FormatKind::Ladder | FormatKind::Swiss | FormatKind::Knockout => Schedule::FollowsResults,
        }
    }
}

impl LeagueSettings {
    /// The format that these settings describe.
    ///
    /// # Errors
    /// If they don't fit together, or make more matches than a league may have.
    pub fn format(&self, seats: SeatCount) -> Result<FormatSettings, FormatError> {
        self.refuse_foreign_keys()?;
        let format = match self.format {
            FormatKind::RoundRobin => FormatSettings::RoundRobin(self.amount()?),
            FormatKind::Gauntlet => {
                self.check_references(seats)?;
                FormatSettings::Gauntlet { references: self.references.clone(), amount: self.amount()? }
            }
            FormatKind::Ladder => FormatSettings::Ladder(self.lopsided()?),
            FormatKind::Swiss => {
                FormatSettings::Swiss { rounds: self.swiss_rounds(seats)?.get(), announced: self.announced()? }
            }
            FormatKind::Knockout => FormatSettings::Knockout(self.knockout(seats)?),
        };
        match format.matches(&self.bots, seats) {
            Some(matches) if matches > LEAGUE_MATCHES_MAX => Err(FormatError::ManyMatches { matches }),
            _ => Ok(format),
        }
    }

    /// How many matches the league will have, in words.
    pub fn plan(&self, format: &FormatSettings, seats: SeatCount) -> String {
        let kind = self.format;
        let rounded = self.matches_per_bot.map(|matches| matches.get().next_multiple_of(seats.get() as u32));
        let each = match rounded {
            Some(each) if self.format == FormatKind::Gauntlet => format!(", {each} for each candidate"),
            Some(each) => format!(", {each} for each bot"),
            None => String::new(),
        };
        match format.matches(&self.bots, seats) {
            None => format!("a {kind} without end"),
            Some(_) if self.bots.is_empty() => format!("a {kind} between all bots that come{each}"),
            Some(matches) => format!("a {kind} between {} bots with {matches} matches in all{each}", self.bots.len()),
        }
    }

    fn amount(&self) -> Result<Amount, FormatError> {
        match (self.sets, self.matches_per_bot) {
            (Some(_), Some(_)) => Err(FormatError::TwoAmounts),
            (None, Some(matches)) => Ok(Amount::MatchesPerBot(matches.get())),
            (sets, None) => Ok(Amount::Sets(sets.map_or(1, NonZeroU32::get))),
        }
    }

    fn refuse_foreign_keys(&self) -> Result<(), FormatError> {
        let format = self.format;
        let has_amount = matches!(format, FormatKind::RoundRobin | FormatKind::Gauntlet);
        let without_end = "it goes on without end; leave it out, or use the format round-robin";
        let by_rounds = "everybody plays one set a round; give rounds instead";
        let of_ladders = "leave it out, or use the format ladder";
        let of_knockouts = "leave it out, or use the format knockout";
        let instead = match format {
            FormatKind::Ladder => without_end,
            FormatKind::Knockout => "who wins goes on; give best_of instead",
            _ => by_rounds,
        };
        let is_foreign = [
            ("sets", self.sets.is_some() && !has_amount, instead),
            ("matches_per_bot", self.matches_per_bot.is_some() && !has_amount, instead),
            (
                "references",
                !self.references.is_empty() && format != FormatKind::Gauntlet,
                "leave them out, or use the format gauntlet",
            ),
            ("rounds", self.rounds.is_some() && format != FormatKind::Swiss, "leave them out, or use the format swiss"),
            (
                "announce_s",
                self.announce_s.is_some() && format != FormatKind::Swiss,
                "leave it out, or use the format swiss",
            ),
            ("best_of", self.best_of.is_some() && format != FormatKind::Knockout, of_knockouts),
            ("third_place", self.third_place.is_some() && format != FormatKind::Knockout, of_knockouts),
            ("lopsided_score", self.lopsided_score.is_some() && format != FormatKind::Ladder, of_ladders),
            ("lopsided_share", self.lopsided_share.is_some() && format != FormatKind::Ladder, of_ladders),
        ];
        match is_foreign.into_iter().find(|(_, is_foreign, _)| *is_foreign) {
            Some((key, _, hint)) => Err(FormatError::Foreign { format, key, hint }),
            None => Ok(()),
        }
    }

    fn check_references(&self, seats: SeatCount) -> Result<(), FormatError> {
        let (references, needed) = (self.references.len(), seats.get() - 1);
        if references == 0 {
            let hint = "the bots against which the others play";
            return Err(FormatError::Missing { format: self.format, key: "references", hint });
        }
        if references < needed {
            return Err(FormatError::FewReferences { references, needed, seats });
        }
        if self.bots.is_empty() {
            return Ok(());
        }
        match self.references.iter().find(|reference| !self.bots.contains(reference)) {
            Some(reference) => Err(FormatError::ForeignReference(*reference)),
            None if self.bots.iter().all(|bot| self.references.contains(bot)) => Err(FormatError::NoCandidate),
            None => Ok(()),
        }
    }

    fn announced(&self) -> Result<Micros, FormatError> {
        let seconds = self.announce_s.unwrap_or(ANNOUNCED_S);
        if seconds > ANNOUNCED_S_MAX {
            return Err(FormatError::LongAnnouncement { seconds });
        }
        Ok(Micros(u64::from(seconds) * 1_000_000))
    }

    fn lopsided(&self) -> Result<Lopsided, FormatError> {
        let of_default = Lopsided::default();
        let score = self.lopsided_score.unwrap_or(of_default.score);
        let share = self.lopsided_share.unwrap_or(of_default.share);
        if !(50..=100).contains(&score) {
            return Err(FormatError::Percentage { key: "lopsided_score", least: 50, given: score });
        }
        if share > 100 {
            return Err(FormatError::Percentage { key: "lopsided_share", least: 0, given: share });
        }
        Ok(Lopsided { score, share })
    }

    fn knockout(&self, seats: SeatCount) -> Result<Knockout, FormatError> {
        if self.bots.is_empty() {
            let hint = "their order gives the seeds, the best first";
            return Err(FormatError::Missing { format: self.format, key: "bots", hint });
        }
        let (bots, at_table) = (self.bots.len(), seats.get());
        // Each table sends one bot on, until one is left.
        let left_out = bots.saturating_sub(1) % (at_table - 1).max(1);
        if bots < at_table || left_out > 0 {
            let more = (bots.max(2) - 1).next_multiple_of((at_table - 1).max(1)) + 1;
            let nearest = match bots < at_table {
                true => format!("{more}"),
                false => format!("{} or {more}", bots - left_out),
            };
            return Err(FormatError::KnockoutBots { bots, seats, nearest });
        }
        let third_place = self.third_place.unwrap_or(false);
        if third_place && at_table > 2 {
            return Err(FormatError::ThirdPlace(seats));
        }
        Ok(Knockout { seeds: self.bots.clone(), best_of: self.best_of.map_or(1, NonZeroU32::get), third_place })
    }

    fn swiss_rounds(&self, seats: SeatCount) -> Result<NonZeroU32, FormatError> {
        let missing = |key, hint| FormatError::Missing { format: self.format, key, hint };
        let rounds = self.rounds.ok_or(missing("rounds", "how many sets everybody plays"))?;
        if self.bots.is_empty() {
            return Err(missing("bots", "the first round waits until all of them have come"));
        }
        let (bots, max) = (self.bots.len(), (self.bots.len() - 1) / (seats.get() - 1).max(1));
        if rounds.get() as usize > max.max(1) {
            return Err(FormatError::ManyRounds { rounds, bots, max });
        }
        Ok(rounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rulesets;
    use crate::config::Config;
    use crate::league_spec::LeagueSpec;

    fn settings(keys: &str) -> LeagueSettings {
        let mut config = Config::parse(&format!("[[league]]\nname = 'l'\ngame = 'g'\n{keys}\n")).unwrap();
        config.leagues.remove(0)
    }

    fn format(keys: &str) -> Result<FormatSettings, FormatError> {
        let settings = settings(keys);
        settings.format(SeatCount::new(settings.terms.seats).unwrap())
    }

    #[test]
    fn each_format_has_its_keys() {
        assert_eq!(format(""), Ok(FormatSettings::RoundRobin(Amount::Sets(1))));
        assert_eq!(format("format = 'round-robin'\nsets = 3"), Ok(FormatSettings::RoundRobin(Amount::Sets(3))));
        assert_eq!(format("matches_per_bot = 9"), Ok(FormatSettings::RoundRobin(Amount::MatchesPerBot(9))));
        let references = vec!["a".parse().unwrap()];
        let gauntlet = FormatSettings::Gauntlet { references, amount: Amount::Sets(2) };
        assert_eq!(format("format = 'gauntlet'\nreferences = ['a']\nsets = 2"), Ok(gauntlet));
        assert_eq!(format("format = 'ladder'"), Ok(FormatSettings::Ladder(Lopsided { score: 95, share: 10 })));
        let strict = FormatSettings::Ladder(Lopsided { score: 90, share: 0 });
        assert_eq!(format("format = 'ladder'\nlopsided_score = 90\nlopsided_share = 0"), Ok(strict));
        let swiss = format("format = 'swiss'\nbots = ['a', 'b', 'c']\nrounds = 2");
        assert_eq!(swiss, Ok(FormatSettings::Swiss { rounds: 2, announced: Micros(10_000_000) }));
    }

    #[test]
    fn the_bots_of_a_knock_out_are_its_seeds() {
        let seeds = ["b", "a", "c"].map(|name| name.parse().unwrap()).into();
        let knockout = Knockout { seeds, best_of: 3, third_place: true };
        let given = format("format = 'knockout'\nbots = ['b', 'a', 'c']\nbest_of = 3\nthird_place = true");
        assert_eq!(given, Ok(FormatSettings::Knockout(knockout)));
        let plan = settings("format = 'knockout'\nbots = ['b', 'a', 'c']");
        let (format, seats) = (plan.format(SeatCount::new(2).unwrap()).unwrap(), SeatCount::new(2).unwrap());
        assert_eq!(plan.plan(&format, seats), "a knockout between 3 bots with 4 matches in all");
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_what_to_do() {
        for (keys, expected) in [
            ("sets = 1\nmatches_per_bot = 4", "both sets and matches_per_bot; give one"),
            ("rounds = 3", "format round-robin has no rounds; leave them out, or use the format swiss"),
            ("references = ['a']", "has no references; leave them out, or use the format gauntlet"),
            ("format = 'ladder'\nsets = 2", "format ladder has no sets; it goes on without end"),
            ("format = 'swiss'\nmatches_per_bot = 2", "give rounds instead"),
            ("format = 'swiss'\nbots = ['a', 'b']", "needs rounds"),
            ("format = 'swiss'\nrounds = 3", "needs bots"),
            ("format = 'swiss'\nrounds = 3\nbots = ['a', 'b', 'c']", "after 2 everybody has met everybody"),
            (
                "format = 'swiss'\nrounds = 2\nbots = ['a', 'b', 'c']\nannounce_s = 90000",
                "announce_s is 90000, but a round may be announced at most 86400 seconds before it begins",
            ),
            ("announce_s = 3", "format round-robin has no announce_s; leave it out, or use the format swiss"),
            ("lopsided_share = 3", "format round-robin has no lopsided_share; leave it out, or use the format ladder"),
            (
                "format = 'ladder'\nlopsided_score = 30",
                "lopsided_score is 30; expected a number of per cent from 50 to 100",
            ),
            ("best_of = 3", "format round-robin has no best_of; leave it out, or use the format knockout"),
            ("format = 'knockout'\nbots = ['a', 'b']\nsets = 3", "who wins goes on; give best_of instead"),
            ("format = 'knockout'", "needs bots: their order gives the seeds, the best first"),
            ("format = 'knockout'\nbots = ['a']", "with 2 seats can't have 1 bots"),
            ("format = 'knockout'\nseats = 3\nbots = ['a', 'b', 'c', 'd']", "list 3 or 5"),
            (
                "format = 'knockout'\nseats = 3\nbots = ['a', 'b', 'c']\nthird_place = true",
                "third_place is only for knock-outs with 2 seats, since a final of 3 seats has a third place",
            ),
            ("format = 'gauntlet'", "needs references"),
            ("format = 'gauntlet'\nseats = 4\nreferences = ['a', 'b']", "has 2 references, but 3 sit at each table"),
            ("format = 'gauntlet'\nbots = ['a']\nreferences = ['b']", "the reference b is not in its list of bots"),
            ("format = 'gauntlet'\nbots = ['a']\nreferences = ['a']", "needs at least one candidate"),
        ] {
            let error = format(keys).unwrap_err().to_string();
            assert!(error.contains(expected), "{keys}: {error}");
        }
    }

    #[test]
    fn a_league_that_would_never_end_is_refused_with_the_number_of_its_matches() {
        let sixty: Vec<String> = (0..60).map(|number| format!("'b{number}'")).collect();
        let bots = format!("seats = 4\nbots = [{}]", sixty.join(", "));
        let error = format(&bots).unwrap_err().to_string();
        assert!(error.contains("1950540 matches") && error.contains("at most 1000000"), "{error}");
        assert!(format(&format!("{bots}\nmatches_per_bot = 100")).is_ok());
    }

    #[test]
    fn a_league_says_how_many_matches_it_has() {
        let plan = |keys: &str| {
            let settings = settings(keys);
            let seats = SeatCount::new(settings.terms.seats).unwrap();
            settings.plan(&settings.format(seats).unwrap(), seats)
        };
        assert_eq!(plan("bots = ['a', 'b', 'c']\nsets = 5"), "a round-robin between 3 bots with 30 matches in all");
        let rounded = plan("bots = ['a', 'b', 'c', 'd']\nseats = 3\nmatches_per_bot = 10");
        assert_eq!(rounded, "a round-robin between 4 bots with 18 matches in all, 12 for each bot");
        assert_eq!(plan("format = 'ladder'"), "a ladder without end");
        assert_eq!(plan("sets = 2"), "a round-robin between all bots that come");
    }

    #[test]
    fn the_examples_of_the_documentation_can_be_played() {
        let page = include_str!("../../../../docs/leagues.md");
        let blocks: Vec<&str> = page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
        assert!(blocks.len() >= 5);
        for block in blocks {
            let config = Config::parse(block).unwrap_or_else(|problem| panic!("{problem}\n{block}"));
            for league in config.leagues {
                LeagueSpec::new(league, &Rulesets::built_in()).unwrap_or_else(|problem| panic!("{problem}\n{block}"));
            }
        }
        let course = page.split("```toml\n").find(|block| block.contains("name = \"course\"")).unwrap();
        let course = Config::parse(course.split("```").next().unwrap()).unwrap().leagues.remove(0);
        let seats = SeatCount::new(course.terms.seats).unwrap();
        assert!(course.plan(&course.format(seats).unwrap(), seats).contains("120 matches in all, 60 for each bot"));
    }
}
