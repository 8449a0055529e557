//! What a game is to everything that plays it: the trait [`Game`] and the nouns of its contract.

mod illegal;
mod info;
mod notation;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

pub use illegal::{Illegal, ViewError};
pub use info::{GameInfo, SeatsError};
pub use notation::{NOTATION_MAX, Notation, ParseNotationError};
pub(crate) use notation::{is_written_as, parse_number};

use crate::dice::Dice;
use crate::options::Choices;
use crate::outcome::Outcome;
use crate::ruleset::RulesetError;
use crate::seat::{PerSeat, Seat, SeatCount};

/// The rules of one game, as a state. Callers ask it what may happen next, and tell it what has happened.
///
/// At any time a state is in one of three phases: a seat must decide, a chance event is due, or the game is over. It
/// holds no random generator and no shuffled order, so a clone given to a search bot knows nothing of the future.
///
/// Every event (an action or a chance outcome) is public. A bot that [plays](Game::play) all of them on its own state
/// knows everything, even what a view leaves out.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One small decision. `Ord` is the order of the legal list; `Display` and `FromStr` are the notation.
    type Action: Notation;
    /// One outcome of chance.
    type Chance: Notation;
    /// What the options of a table amount to.
    type Options: Copy + Eq + Debug + Send + Sync;
    /// The values of a ruleset, checked and ready to use.
    type Rules: Debug + Send + Sync;
    /// What one viewer is shown: plain data, complete except for [`Game::Hidden`].
    type View: Clone + Eq + Debug + Send;
    /// What a view leaves out and [`Game::from_view`] needs; `()` if a view shows everything.
    type Hidden: Clone + Eq + Debug + Send;

    /// The fixed facts of this game.
    const INFO: GameInfo;

    /// Reads a ruleset file.
    ///
    /// # Errors
    /// If it isn't valid TOML, a value is missing, unknown or of the wrong type, or a constraint of the game is broken;
    /// the error names the value.
    fn rules(toml: &str) -> Result<Self::Rules, RulesetError>;

    /// The options that these choices select.
    fn options(choices: &Choices) -> Self::Options;

    /// The state before anything happened; the draws of the set-up come as chance events.
    ///
    /// # Panics
    /// If the game can't have this number of seats: see [`GameInfo::seat_count`].
    fn start(seats: SeatCount, options: Self::Options, rules: &Arc<Self::Rules>) -> Self;

    /// How many seats play.
    fn seats(&self) -> SeatCount;

    /// What must happen next.
    fn phase(&self) -> Phase;

    /// Puts the actions of the seat to decide into `out`, after emptying it: sorted, unique, never empty.
    /// Leaves `out` empty in the other phases.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);

    /// Whether `seat` may take this action now. Agrees with [`Game::legal_actions`].
    ///
    /// # Errors
    /// The reason, in words that a student can read.
    fn check(&self, seat: Seat, action: &Self::Action) -> Result<(), Illegal>;

    /// Puts the outcomes of the coming chance event with their weights into `out`, after emptying it: sorted, unique,
    /// weights above zero with a sum that fits `u32`. Leaves `out` empty in the other phases.
    fn chance_outcomes(&self, out: &mut Vec<(Self::Chance, u32)>);

    /// One outcome of the coming chance event, drawn by weight: the same outcome, from the same draws, as
    /// [`Dice::weighted`] over [`Game::chance_outcomes`].
    ///
    /// # Panics
    /// If no chance event is due.
    fn sample_chance(&self, dice: &mut Dice) -> Self::Chance {
        let mut outcomes = Vec::new();
        self.chance_outcomes(&mut outcomes);
        dice.weighted(&outcomes)
    }

    /// Plays the next event after checking it: an action of the seat to decide, or an outcome of the chance event that is
    /// due.
    ///
    /// # Errors
    /// Why the event can't come next; the state is then unchanged.
    fn play(&mut self, event: Event<Self::Action, Self::Chance>) -> Result<(), Illegal> {
        match event {
            Event::Action(action) => self.check(Illegal::unless_decision(&self.phase())?, &action)?,
            Event::Chance(outcome) => check_outcome(self, outcome)?,
        }
        self.play_unchecked(event);
        Ok(())
    }

    /// Plays the next event without checking it: for search, and for events that were checked before.
    ///
    /// An event that isn't legal may panic or leave a state that means nothing; it never breaks memory safety.
    fn play_unchecked(&mut self, event: Event<Self::Action, Self::Chance>);

    /// What this viewer is shown.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What [`Game::view`] leaves out for this viewer.
    fn hidden(&self, viewer: Viewer) -> Self::Hidden;

    /// A guess at what this view of the seat to decide leaves out, for a bot that hasn't seen all events. It fits the
    /// view, so [`Game::from_view`] accepts it. The game's documentation says how likely it is.
    fn guess_hidden(view: &Self::View, rules: &Arc<Self::Rules>) -> Self::Hidden;

    /// As [`Game::guess_hidden`], but drawn: other dice may guess otherwise, so that a search can look at several guesses.
    fn sample_hidden(view: &Self::View, rules: &Arc<Self::Rules>, _dice: &mut Dice) -> Self::Hidden {
        Self::guess_hidden(view, rules)
    }

    /// The state that a view shows, completed with `hidden`, which may be a guess.
    ///
    /// For every state and viewer, `from_view(state.view(v), state.hidden(v), rules)` equals the state.
    ///
    /// # Errors
    /// If the view contradicts itself or the ruleset.
    fn from_view(view: &Self::View, hidden: &Self::Hidden, rules: &Arc<Self::Rules>) -> Result<Self, ViewError>;

    /// The points that every seat would have if the final scoring came now; for a finished game, its scores. A search
    /// that can't look ahead to the end uses them, and a spectator's running score shows them.
    fn scores_if_ended(&self) -> PerSeat<i32>;

    /// How a finished game ended, as one word, if the rules have more than one way; otherwise empty.
    fn ending(&self) -> &'static str {
        ""
    }
}

fn check_outcome<G: Game>(state: &G, outcome: G::Chance) -> Result<(), Illegal> {
    let mut outcomes = Vec::new();
    state.chance_outcomes(&mut outcomes);
    if outcomes.iter().any(|(possible, _)| *possible == outcome) {
        Ok(())
    } else if outcomes.is_empty() {
        Err(Illegal::NoChanceDue(outcome.to_string()))
    } else {
        Err(Illegal::ImpossibleOutcome(outcome.to_string()))
    }
}

/// What must happen next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// This seat must take one of its legal actions.
    Decide(Seat),
    /// One of the chance outcomes must be drawn.
    Chance,
    /// The game is over, with this outcome.
    Over(Outcome),
}

impl Phase {
    /// The seat to decide, if one is.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        match self {
            Phase::Decide(seat) => Some(*seat),
            Phase::Chance | Phase::Over(_) => None,
        }
    }
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event<A, C> {
    /// The seat to decide took this action.
    Action(A),
    /// Chance had this outcome.
    Chance(C),
}

/// An event of the game `G`.
pub type EventOf<G> = Event<<G as Game>::Action, <G as Game>::Chance>;

/// Who looks at a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player in this seat, who sees public information and the seat's own.
    Seat(Seat),
    /// A spectator, who sees public information only.
    Public,
}
