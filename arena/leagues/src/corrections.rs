//! What organizers have corrected: what a match counts for, in place of what its record says. Records never change. Ratings,
//! standings, formats and exports all ask here, so they agree.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use pb::correction::Change;
use pb::disqualification::Effect;

/// All corrections of an arena, and which of them hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corrections {
    /// By number. Each says whether it was taken back.
    all: BTreeMap<u64, pb::Correction>,
    /// The numbers of those that hold for a match, by match.
    of_matches: BTreeMap<String, Vec<u64>>,
    /// The numbers of the disqualifications that hold, by league and season.
    disqualified: BTreeMap<(String, Season), Vec<u64>>,
}

/// A match, as corrections see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<'m> {
    /// The match's id.
    pub id: &'m str,
    /// Its league. Empty if it belongs to none.
    pub league: &'m str,
    /// The season of the league.
    pub season: Season,
    /// The name and the version of the bot in each seat.
    pub players: Vec<(&'m str, &'m str)>,
}

impl<'m> Played<'m> {
    /// The match of this record.
    #[must_use]
    pub fn of(record: &'m pb::MatchRecord) -> Played<'m> {
        let players = players(&record.players);
        Played { id: &record.match_id, league: &record.league, season: Season::of(record), players }
    }

    /// The match of this line of a list.
    #[must_use]
    pub fn of_summary(summary: &'m pb::MatchSummary) -> Played<'m> {
        let season = Season::numbered(summary.season).unwrap_or(Season::FIRST);
        Played { id: &summary.match_id, league: &summary.league, season, players: players(&summary.players) }
    }
}

fn players(players: &[pb::Player]) -> Vec<(&str, &str)> {
    players.iter().map(|player| (player.name.as_str(), player.version.as_str())).collect()
}

impl Corrections {
    /// These corrections, as they were made. The order doesn't matter.
    #[must_use]
    pub fn of(made: impl IntoIterator<Item = pb::Correction>) -> Corrections {
        let mut all: BTreeMap<u64, pb::Correction> = BTreeMap::new();
        for correction in made {
            // What was taken back follows from the others, so it isn't read from the message.
            all.insert(correction.number, pb::Correction { undone_by: None, ..correction });
        }
        let undone = |correction: &pb::Correction| match &correction.change {
            Some(Change::Undone(undone)) => Some((undone.number, correction.number)),
            _ => None,
        };
        let taken_back: Vec<(u64, u64)> = all.values().filter_map(undone).collect();
        for (number, by) in taken_back {
            if let Some(correction) = all.get_mut(&number) {
                correction.undone_by.get_or_insert(by);
            }
        }
        let (mut of_matches, mut disqualified) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        for (number, correction) in all.iter().filter(|(_, correction)| correction.undone_by.is_none()) {
            match &correction.change {
                Some(Change::Disqualified(_)) => disqualified.entry(season_of(correction)).or_default().push(*number),
                _ => {
                    if let Some(id) = match_of(correction) {
                        of_matches.entry(id.to_owned()).or_default().push(*number);
                    }
                }
            }
        }
        Corrections { all, of_matches, disqualified }
    }

    /// All of them in the order in which they were made, those that were taken back too.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &pb::Correction> {
        self.all.values()
    }

    /// The correction with this number.
    #[must_use]
    pub fn find(&self, number: u64) -> Option<&pb::Correction> {
        self.all.get(&number)
    }

    /// The corrections that hold for a match, in the order in which they were made.
    #[must_use]
    pub fn holding(&self, played: &Played<'_>) -> Vec<&pb::Correction> {
        let of_match = self.of_matches.get(played.id).into_iter().flatten();
        let of_players = self
            .disqualified_in(played.league, played.season)
            .filter(|correction| played.players.iter().any(|(bot, version)| is_about(correction, bot, version)));
        let mut holding: Vec<_> = of_match.map(|number| &self.all[number]).chain(of_players).collect();
        holding.sort_by_key(|correction| correction.number);
        holding
    }

    /// The disqualification that holds for this version of a bot in this season.
    #[must_use]
    pub fn disqualification(&self, league: &str, season: Season, bot: &str, version: &str) -> Option<&pb::Correction> {
        self.disqualified_in(league, season).find(|correction| is_about(correction, bot, version))
    }

    /// The disqualifications that hold in this season.
    pub fn disqualified_in(&self, league: &str, season: Season) -> impl Iterator<Item = &pb::Correction> {
        // An arena without any looks nothing up, for it has to do so for each match.
        let numbers = match self.disqualified.is_empty() {
            true => None,
            false => self.disqualified.get(&(league.to_owned(), season)),
        };
        numbers.into_iter().flatten().map(|number| &self.all[number])
    }

    /// The places with which a match with these places counts; `None` if it counts for nothing.
    #[must_use]
    pub fn places(&self, played: &Played<'_>, places: &[u32]) -> Option<Vec<u32>> {
        let mut places = places.to_vec();
        let holding = self.holding(played);
        for correction in &holding {
            match &correction.change {
                Some(Change::Annulled(_)) => return None,
                Some(Change::Disqualified(disqualified)) if disqualified.effect() == Effect::Annulled => return None,
                Some(Change::Places(corrected)) if corrected.places.len() == places.len() => {
                    places.clone_from(&corrected.places);
                }
                _ => {}
            }
        }
        // Last: a disqualified bot comes last by whichever places hold.
        let is_out =
            |(bot, version): &(&str, &str)| holding.iter().any(|correction| is_about(correction, bot, version));
        let out: Vec<bool> = played.players.iter().map(is_out).collect();
        Some(if out.contains(&true) { with_last(&places, &out) } else { places })
    }

    /// The record as it counts, with the places that hold; `None` if it counts for nothing. A match without a result counts as it
    /// is.
    #[must_use]
    pub fn corrected<'r>(&self, record: &'r pb::MatchRecord) -> Option<Cow<'r, pb::MatchRecord>> {
        if self.are_none() {
            return Some(Cow::Borrowed(record));
        }
        Some(match self.results(&Played::of(record), &record.results)? {
            Cow::Borrowed(_) => Cow::Borrowed(record),
            Cow::Owned(results) => Cow::Owned(pb::MatchRecord { results, ..record.clone() }),
        })
    }

    /// The results with which a match with these results counts, as [`Corrections::corrected`].
    #[must_use]
    pub fn results<'r>(&self, played: &Played<'_>, results: &'r [pb::SeatResult]) -> Option<Cow<'r, [pb::SeatResult]>> {
        let found: Vec<u32> = results.iter().map(|result| result.place).collect();
        if found.is_empty() {
            return Some(Cow::Borrowed(results));
        }
        let places = self.places(played, &found)?;
        if places == found {
            return Some(Cow::Borrowed(results));
        }
        let mut corrected = results.to_vec();
        corrected.iter_mut().zip(places).for_each(|(result, place)| result.place = place);
        Some(Cow::Owned(corrected))
    }

    /// Whether none holds, so that everything counts as its record says.
    #[must_use]
    pub fn are_none(&self) -> bool {
        self.of_matches.is_empty() && self.disqualified.is_empty()
    }

    /// The corrections that those ones lack.
    pub fn since<'c>(&'c self, before: &'c Corrections) -> impl Iterator<Item = &'c pb::Correction> {
        self.all.values().filter(|correction| !before.all.contains_key(&correction.number))
    }

    /// The seasons in which matches may count otherwise than by those corrections.
    #[must_use]
    pub fn changed_since(&self, before: &Corrections) -> BTreeSet<(String, Season)> {
        self.since(before).map(season_of).collect()
    }
}

/// The league and the season of what is corrected.
fn season_of(correction: &pb::Correction) -> (String, Season) {
    (correction.league.clone(), Season::numbered(correction.season).unwrap_or(Season::FIRST))
}

/// The match that is corrected by itself.
fn match_of(correction: &pb::Correction) -> Option<&str> {
    match &correction.change {
        Some(Change::Annulled(annulled)) => Some(&annulled.match_id),
        Some(Change::Places(corrected)) => Some(&corrected.match_id),
        _ => None,
    }
}

/// Whether this is the disqualification of this version of a bot.
fn is_about(correction: &pb::Correction, bot: &str, version: &str) -> bool {
    match &correction.change {
        Some(Change::Disqualified(out)) => out.bot == bot && out.version.as_ref().is_none_or(|only| only == version),
        _ => false,
    }
}

/// The places when those seats come last which are `out`, while the others keep their order.
fn with_last(places: &[u32], out: &[bool]) -> Vec<u32> {
    let others = || places.iter().zip(out).filter(|(_, out)| !**out).map(|(place, _)| *place);
    let place = |(own, is_out): (&u32, &bool)| {
        let better = others().filter(|other| *is_out || other < own).count();
        1 + better as u32
    };
    places.iter().zip(out).map(place).collect()
}

#[cfg(test)]
mod tests;
