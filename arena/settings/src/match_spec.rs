//! Terms of matches that were checked, with what a match is set up from.

use std::sync::Arc;

use kahua_core::clock::TimeControl;
use kahua_core::ids::MatchId;
use kahua_core::referee::{FaultPolicy, Luck, MatchSetup, Nonce, Player};
use kahua_core::season::Season;
use kahua_engine::{Choices, DynRuleset, OptionError, PerSeat, SeatCount, SeatsError};
use kahua_leagues::Pairing;

use crate::config::MatchTerms;
use crate::{Rulesets, UnknownGame};

/// The terms of matches, with the ruleset, the options and the seat count that they name.
#[derive(Clone, Debug)]
pub struct MatchSpec {
    pub ruleset: Arc<dyn DynRuleset>,
    pub choices: Choices,
    pub seats: SeatCount,
    pub time_control: TimeControl,
    pub fault_policy: FaultPolicy,
    pub rated: bool,
    pub luck: Luck,
}

impl MatchSpec {
    pub fn new(terms: &MatchTerms, rulesets: &Rulesets) -> Result<MatchSpec, MatchTermsError> {
        let ruleset = rulesets.expect(&terms.game)?.clone();
        if terms.rated && terms.time.stopped {
            return Err(MatchTermsError::RatedWithoutClock);
        }
        let info = ruleset.info();
        let choices = Choices::parse(info.options, terms.options.iter().map(String::as_str))?;
        let seats = info.seat_count(terms.seats)?;
        choices.check_seats(seats)?;
        let (time_control, fault_policy) = (terms.time, terms.fault_policy());
        Ok(MatchSpec { ruleset, choices, seats, time_control, fault_policy, rated: terms.rated, luck: terms.luck })
    }

    pub fn game(&self) -> &'static str {
        self.ruleset.info().name
    }

    /// A match on these terms that belongs to no league.
    pub fn setup(
        &self,
        id: MatchId,
        pairing: &Pairing,
        nonce: Nonce,
        players: PerSeat<Player>,
        started_unix_ms: i64,
    ) -> MatchSetup {
        MatchSetup {
            id,
            league: String::new(),
            season: Season::FIRST,
            rated: self.rated,
            ruleset: self.ruleset.clone(),
            choices: self.choices.clone(),
            players,
            seed: pairing.seed,
            nonce,
            set: pairing.set.clone(),
            luck: self.luck,
            time_control: self.time_control,
            fault_policy: self.fault_policy,
            started_unix_ms,
        }
    }
}

/// Why no match can be played on these terms.
#[derive(Debug, thiserror::Error)]
pub enum MatchTermsError {
    /// The arena doesn't have the game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The match would be rated, but its clock is stopped.
    #[error("its clock is stopped (no_clock), so its matches can't be rated; set rated = false")]
    RatedWithoutClock,
    /// The game has no such option, or the option has no such value, or not with this number of seats.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The game can't be played with this number of seats.
    #[error(transparent)]
    Seats(#[from] SeatsError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_terms_speaks_of_no_league() {
        let error = |terms: &MatchTerms| MatchSpec::new(terms, &Rulesets::built_in()).unwrap_err().to_string();
        let haleakala = || MatchTerms::new("haleakala");
        assert!(error(&MatchTerms::new("chess")).starts_with("this arena has no game \"chess\"; it has: "));
        let stopped = MatchTerms { time: "60s stopped".parse().unwrap(), ..haleakala() };
        assert!(error(&stopped).starts_with("its clock is stopped"));
        assert!(MatchSpec::new(&MatchTerms { rated: false, ..stopped }, &Rulesets::built_in()).is_ok());
        for terms in
            [MatchTerms { seats: 9, ..haleakala() }, MatchTerms { options: vec!["colour=red".into()], ..haleakala() }]
        {
            assert!(!error(&terms).contains("league"));
        }
    }
}
