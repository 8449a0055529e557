//! Follows a match by what a bot is told of it: its `Seated`, events and views become a state to search from.

use std::fmt::{Debug, Display};

use kahua_proto::pb::arena::v1 as pb;
use pb::match_event;

use crate::dice::{Dice, Seed};
use crate::dyn_game::{DynGame, OpenGame};
use crate::game::{Event, EventOf, Viewer};
use crate::options::Choices;
use crate::ruleset::Ruleset;
use crate::seat::{Seat, SeatCount};
use crate::wire::Wire;

/// One match, seen from one seat. It plays all events on a state of its own, so it knows what the views leave out; once it has
/// missed an event, it guesses that.
///
/// ```
/// use kahua_engine::games::haleakala::Haleakala;
/// use kahua_engine::{Follower, Game, Ruleset, Seed};
/// # use kahua_proto::pb::arena::v1 as pb;
///
/// # let seated = pb::Seated {
/// #     game: "haleakala".into(),
/// #     ruleset_hash: Ruleset::<Haleakala>::built_in().hash.0.to_vec(),
/// #     players: vec![pb::Player::default(); 2],
/// #     ..Default::default()
/// # };
/// // `seated` comes when the match begins.
/// let mut follower = Follower::new(&seated, Ruleset::<Haleakala>::built_in(), Seed::from_number(1))?;
/// # let events = vec![];
/// // Events come in every ask, and in messages of their own.
/// follower.observe(&events)?;
/// # let view = follower.followed().unwrap().view(kahua_engine::Viewer::Seat(follower.seat()));
/// # let message = <Haleakala as kahua_engine::Wire>::view_to_wire(&view);
/// // For an ask with the view `message`, this is the state to search from.
/// let state = follower.state(&message)?;
/// assert_eq!(state.seats().get(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Follower<G: Wire> {
    ruleset: Ruleset<G>,
    seat: Seat,
    seats: SeatCount,
    /// The state that all events have led to; `None` once an event was missed.
    followed: Option<G>,
    /// Where guesses are drawn from.
    dice: Dice,
}

/// Why a match can't be followed, or not any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FollowError(String);

impl FollowError {
    fn new(problem: impl Display) -> FollowError {
        FollowError(problem.to_string())
    }
}

impl<G: Wire> Follower<G> {
    /// Follows the match of this message, which is played with this ruleset. Guesses are drawn from the seed.
    ///
    /// # Errors
    /// If the match is another game's or played with another ruleset, or if it can't have these players, this seat or these
    /// options.
    pub fn new(seated: &pb::Seated, ruleset: Ruleset<G>, seed: Seed) -> Result<Follower<G>, FollowError> {
        if seated.game != G::INFO.name {
            return Err(FollowError(format!("the match is of {:?}, not of {}", seated.game, G::INFO.name)));
        }
        if ruleset.hash.0[..] != seated.ruleset_hash[..] {
            let problem =
                format!("the match is played with the ruleset {:?}, not with {:?}", seated.ruleset_id, ruleset.id);
            return Err(FollowError(problem));
        }
        let seats = G::INFO.seat_count(seated.players.len()).map_err(FollowError::new)?;
        let no_seat = || FollowError(format!("the match has no seat {}", seated.seat));
        let seat = seats.seat(seated.seat).ok_or_else(no_seat)?;
        let choices = Choices::parse(G::INFO.options, seated.options.iter().map(String::as_str));
        let options = G::options(&choices.map_err(FollowError::new)?);
        let followed = Some(G::start(seats, options, &ruleset.rules));
        Ok(Follower { ruleset, seat, seats, followed, dice: Dice::new(seed) })
    }

    /// The seat from which the match is seen.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many seats play.
    #[must_use]
    pub fn seats(&self) -> SeatCount {
        self.seats
    }

    /// The state that all events have led to; `None` once an event was missed.
    #[must_use]
    pub fn followed(&self) -> Option<&G> {
        self.followed.as_ref()
    }

    /// Plays the next events of the match.
    ///
    /// # Errors
    /// As [`Follower::observe_one`], of the first event that has an error. Those after it are then of no use.
    pub fn observe(&mut self, events: &[pb::MatchEvent]) -> Result<(), FollowError> {
        events.iter().try_for_each(|event| self.observe_one(event).map(drop))
    }

    /// Plays the next event of the match, and returns it; `None` if an earlier one was missed.
    ///
    /// # Errors
    /// If it can't be read or can't come next. It was then preceded by one that was missed, and
    /// [`Follower::followed`] is `None` from now on.
    pub fn observe_one(&mut self, message: &pb::MatchEvent) -> Result<Option<EventOf<G>>, FollowError> {
        let Some(followed) = &mut self.followed else { return Ok(None) };
        let played = play_message(followed, message).map(Some);
        if played.is_err() {
            self.followed = None;
        }
        played
    }

    /// The state that the view of an ask shows. What the view leaves out is known from the events; if an event was missed, it
    /// is guessed, each time anew.
    ///
    /// If the events lead to another state than the view shows, some were missed: [`Follower::followed`] is then `None` from
    /// now on.
    ///
    /// # Errors
    /// If the message isn't a view of this game, or if the view contradicts itself or the ruleset.
    pub fn state(&mut self, view: &pb::View) -> Result<G, FollowError> {
        let view = G::view_from_wire(view).map_err(FollowError::new)?;
        let rules = &self.ruleset.rules;
        if let Some(followed) = &self.followed {
            let state = G::from_view(&view, &followed.hidden(Viewer::Seat(self.seat)), rules);
            if state.as_ref() == Ok(followed) {
                return state.map_err(FollowError::new);
            }
            self.followed = None;
        }
        let hidden = G::sample_hidden(&view, rules, &mut self.dice);
        G::from_view(&view, &hidden, rules).map_err(FollowError::new)
    }
}

/// A [`Follower`] whose game's type is erased. Opened by [`DynRuleset::follow`](crate::DynRuleset::follow).
pub trait DynFollower: Send + Debug {
    /// The seat from which the match is seen.
    fn seat(&self) -> Seat;

    /// Whether every event so far is known: see [`Follower::followed`].
    fn is_complete(&self) -> bool;

    /// Plays the next events of the match: see [`Follower::observe`].
    ///
    /// # Errors
    /// As [`Follower::observe`].
    fn observe(&mut self, events: &[pb::MatchEvent]) -> Result<(), FollowError>;

    /// A game that stands as the view of an ask shows: see [`Follower::state`].
    ///
    /// # Errors
    /// As [`Follower::state`].
    fn open(&mut self, view: &pb::View) -> Result<Box<dyn DynGame>, FollowError>;
}

impl<G: Wire> DynFollower for Follower<G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn is_complete(&self) -> bool {
        self.followed.is_some()
    }

    fn observe(&mut self, events: &[pb::MatchEvent]) -> Result<(), FollowError> {
        Follower::observe(self, events)
    }

    fn open(&mut self, view: &pb::View) -> Result<Box<dyn DynGame>, FollowError> {
        Ok(Box::new(OpenGame::new(self.state(view)?, &self.ruleset)))
    }
}

/// Plays the event that a message tells of, and returns it.
///
/// # Errors
/// If it can't be read or can't come next. The error names it by its number, and the state is then unchanged.
pub(crate) fn play_message<G: Wire>(state: &mut G, message: &pb::MatchEvent) -> Result<EventOf<G>, FollowError> {
    let played = read_event::<G>(message).and_then(|event| {
        state.play(event).map_err(FollowError::new)?;
        Ok(event)
    });
    played.map_err(|error| FollowError(format!("event {}: {error}", message.number)))
}

/// The event that a message tells of, typed or in notation.
///
/// # Errors
/// If a part isn't set or can't be read.
fn read_event<G: Wire>(message: &pb::MatchEvent) -> Result<EventOf<G>, FollowError> {
    match message.event.as_ref().ok_or_else(|| FollowError::new("event is not set"))? {
        match_event::Event::Chance(outcome) if outcome.game.is_some() => {
            G::chance_from_wire(outcome).map(Event::Chance).map_err(FollowError::new)
        }
        match_event::Event::Chance(outcome) => outcome.notation.parse().map(Event::Chance).map_err(FollowError::new),
        match_event::Event::ActionTaken(taken) => match &taken.action {
            Some(action) if action.game.is_some() => {
                G::action_from_wire(action).map(Event::Action).map_err(FollowError::new)
            }
            Some(action) => action.notation.parse().map(Event::Action).map_err(FollowError::new),
            None => Err(FollowError::new("action_taken.action is not set")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hawaii::Hawaii;

    fn seated() -> pb::Seated {
        pb::Seated {
            game: "hawaii".into(),
            ruleset_id: "other".into(),
            ruleset_hash: Ruleset::<Hawaii>::built_in().hash.0.to_vec(),
            seat: 1,
            players: vec![pb::Player::default(); 2],
            ..Default::default()
        }
    }

    fn follow(seated: &pb::Seated) -> Result<Follower<Hawaii>, FollowError> {
        Follower::new(seated, Ruleset::built_in(), Seed::from_number(1))
    }

    #[test]
    fn a_match_that_cannot_be_followed_says_why() {
        let refused = |seated| follow(&seated).unwrap_err().to_string();
        assert_eq!(
            refused(pb::Seated { game: "chess".into(), ..seated() }),
            "the match is of \"chess\", not of hawaii"
        );
        assert_eq!(refused(pb::Seated { seat: 2, ..seated() }), "the match has no seat 2");
        let with_other_ruleset = refused(pb::Seated { ruleset_hash: vec![7; 32], ..seated() });
        assert!(with_other_ruleset.starts_with("the match is played with the ruleset \"other\", not with "));
        assert!(refused(pb::Seated { players: Vec::new(), ..seated() }).contains("hawaii"));
        assert!(refused(pb::Seated { options: vec!["no=such".into()], ..seated() }).contains("no"));
    }

    #[test]
    fn an_event_that_cannot_come_next_is_named_by_its_number_and_ends_the_following() {
        let mut follower = follow(&seated()).unwrap();
        let event = pb::MatchEvent { number: 7, event: None };
        assert_eq!(follower.observe(&[event]).unwrap_err().to_string(), "event 7: event is not set");
        assert!(follower.followed().is_none());
        assert_eq!(follower.observe_one(&pb::MatchEvent::default()), Ok(None), "what comes later is not looked at");
    }
}
