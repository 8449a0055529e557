//! A game with its type erased: what the arena holds, without knowing which game it is.

use std::fmt::Debug;
use std::sync::Arc;

use kahua_proto::pb::arena::v1 as pb;

use crate::dice::Dice;
use crate::game::{Event, Game, GameInfo, Illegal, Phase, Viewer};
use crate::options::Choices;
use crate::ruleset::{Ruleset, RulesetError, RulesetHash};
use crate::seat::{Seat, SeatCount};
use crate::wire::Wire;

/// One game being played. Opened by [`DynRuleset::open`].
pub trait DynGame: Send + Debug {
    /// The fixed facts of the game.
    fn info(&self) -> &'static GameInfo;

    /// How many seats play.
    fn seats(&self) -> SeatCount;

    /// What must happen next.
    fn phase(&self) -> &Phase;

    /// How many legal actions the seat to decide has; 0 in the other phases.
    fn legal_count(&self) -> usize;

    /// The notation of the legal action with this index in the list; `None` beyond its end.
    fn legal_notation(&self, index: usize) -> Option<String>;

    /// The typed message of the legal action with this index in the list; `None` beyond its end.
    fn legal_wire(&self, index: usize) -> Option<pb::Action>;

    /// The typed message of any action of this game, legal now or not; `None` if the text is no notation of one.
    fn action_wire(&self, notation: &str) -> Option<pb::Action>;

    /// The index in the legal list of the action that an answer means.
    ///
    /// # Errors
    /// If it isn't legal, with the reason; [`Illegal::Unreadable`] if it is no action of this game.
    fn find(&self, answer: Answer<'_>) -> Result<usize, Illegal>;

    /// Takes the legal action with this index.
    ///
    /// # Panics
    /// If the list isn't that long: [`DynGame::find`] gives indices that fit.
    fn play(&mut self, index: usize);

    /// The outcomes of the coming chance event with their weights, in notation; empty in the other phases.
    fn chance_outcomes(&self) -> Vec<(String, u32)>;

    /// Draws the coming chance event, carries it out, and returns it in notation.
    ///
    /// # Panics
    /// If no chance event is due.
    fn draw(&mut self, dice: &mut Dice) -> String;

    /// Carries out this chance event.
    ///
    /// # Errors
    /// If it isn't one of the outcomes of the coming chance event.
    fn play_chance(&mut self, notation: &str) -> Result<(), Illegal>;

    /// How a finished game came to its end: see [`Game::ending`].
    fn ending(&self) -> &'static str;

    /// What this viewer is shown.
    fn view(&self, viewer: Viewer) -> pb::View;

    /// A second table in the same state.
    fn fork(&self) -> Box<dyn DynGame>;
}

/// The forms in which an answer may name its action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer<'a> {
    /// By its index in the legal list.
    Index(u32),
    /// By its typed message.
    Wire(&'a pb::Action),
    /// By its notation.
    Notation(&'a str),
}

/// A ruleset with its game's type erased.
pub trait DynRuleset: Send + Sync + Debug {
    /// The fixed facts of the game it is for.
    fn info(&self) -> &'static GameInfo;

    /// The `id` that the file gives itself.
    fn id(&self) -> &str;

    /// The hash of the file.
    fn hash(&self) -> RulesetHash;

    /// The file itself.
    fn toml(&self) -> &str;

    /// Opens a table.
    ///
    /// # Errors
    /// If the game isn't played with so many seats.
    fn open(&self, seats: SeatCount, choices: &Choices) -> Result<Box<dyn DynGame>, SeatsError>;
}

/// A game isn't played with so many seats.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game} is played with {least} to {most} seats, not with {given}")]
pub struct SeatsError {
    game: &'static str,
    least: usize,
    most: usize,
    given: SeatCount,
}

impl<G: Wire> DynRuleset for Ruleset<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn hash(&self) -> RulesetHash {
        self.hash
    }

    fn toml(&self) -> &str {
        &self.toml
    }

    fn open(&self, seats: SeatCount, choices: &Choices) -> Result<Box<dyn DynGame>, SeatsError> {
        let range = &G::INFO.seats;
        if !range.contains(&seats.get()) {
            let (least, most) = (*range.start(), *range.end());
            return Err(SeatsError { game: G::INFO.name, least, most, given: seats });
        }
        Ok(Box::new(Erased::new(G::start(seats, G::options(choices), &self.rules))))
    }
}

/// A game by its name alone: the way from a setting to a ruleset.
pub trait GameEntry: Send + Sync + Debug {
    /// The fixed facts of the game.
    fn info(&self) -> &'static GameInfo;

    /// Reads a ruleset file for this game.
    ///
    /// # Errors
    /// As [`Ruleset::read`].
    fn read_ruleset(&self, toml: &str) -> Result<Arc<dyn DynRuleset>, RulesetError>;

    /// The ruleset that is used where none is named.
    fn usual_ruleset(&self) -> Arc<dyn DynRuleset>;
}

/// The [`GameEntry`] of `G`.
#[derive(Debug)]
pub(crate) struct Entry<G>(pub(crate) std::marker::PhantomData<fn() -> G>);

impl<G: Wire> GameEntry for Entry<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn read_ruleset(&self, toml: &str) -> Result<Arc<dyn DynRuleset>, RulesetError> {
        Ok(Arc::new(Ruleset::<G>::read(toml)?))
    }

    fn usual_ruleset(&self) -> Arc<dyn DynRuleset> {
        Arc::new(Ruleset::<G>::usual())
    }
}

/// A state with its phase and legal list, which are made once for each event.
#[derive(Clone, Debug)]
struct Erased<G: Game> {
    state: G,
    phase: Phase,
    legal: Vec<G::Action>,
}

impl<G: Wire> Erased<G> {
    fn new(state: G) -> Self {
        let mut table = Erased { phase: Phase::Chance, legal: Vec::new(), state };
        table.refresh();
        table
    }

    fn apply(&mut self, event: Event<G::Action, G::Chance>) {
        self.state.play_unchecked(event);
        self.refresh();
    }

    fn refresh(&mut self) {
        self.phase = self.state.phase();
        self.state.legal_actions(&mut self.legal);
    }

    fn outcomes(&self) -> Vec<(G::Chance, u32)> {
        let mut outcomes = Vec::new();
        self.state.chance_outcomes(&mut outcomes);
        outcomes
    }

    fn index_of(&self, action: &G::Action) -> Result<usize, Illegal> {
        self.legal.binary_search(action).map_err(|_| match &self.phase {
            Phase::Decide(seat) => match self.state.check(*seat, action) {
                Err(reason) => reason,
                Ok(()) => Illegal::rule(format!("{action} is not in the legal list")),
            },
            Phase::Chance => Illegal::NobodyToAct("chance is due"),
            Phase::Over(_) => Illegal::NobodyToAct("the game is over"),
        })
    }
}

impl<G: Wire> DynGame for Erased<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn seats(&self) -> SeatCount {
        self.state.seats()
    }

    fn phase(&self) -> &Phase {
        &self.phase
    }

    fn legal_count(&self) -> usize {
        self.legal.len()
    }

    fn legal_notation(&self, index: usize) -> Option<String> {
        self.legal.get(index).map(ToString::to_string)
    }

    fn legal_wire(&self, index: usize) -> Option<pb::Action> {
        self.legal.get(index).map(G::action_to_wire)
    }

    fn action_wire(&self, notation: &str) -> Option<pb::Action> {
        notation.parse().ok().map(|action| G::action_to_wire(&action))
    }

    fn find(&self, answer: Answer<'_>) -> Result<usize, Illegal> {
        match answer {
            Answer::Index(index) if (index as usize) < self.legal.len() => Ok(index as usize),
            Answer::Index(index) => Err(Illegal::rule(format!(
                "index {index} is beyond the legal list, which has {} actions: 0 to {}",
                self.legal.len(),
                self.legal.len().saturating_sub(1)
            ))),
            Answer::Wire(message) => {
                let action = G::action_from_wire(message).map_err(|error| Illegal::Unreadable(error.to_string()))?;
                self.index_of(&action)
            }
            Answer::Notation(text) => {
                let action =
                    text.parse().map_err(|error: crate::ParseNotationError| Illegal::Unreadable(error.to_string()))?;
                self.index_of(&action)
            }
        }
    }

    fn play(&mut self, index: usize) {
        self.apply(Event::Action(self.legal[index]));
    }

    fn chance_outcomes(&self) -> Vec<(String, u32)> {
        self.outcomes().into_iter().map(|(outcome, weight)| (outcome.to_string(), weight)).collect()
    }

    fn draw(&mut self, dice: &mut Dice) -> String {
        let outcome = self.state.sample_chance(dice);
        self.apply(Event::Chance(outcome));
        outcome.to_string()
    }

    fn play_chance(&mut self, notation: &str) -> Result<(), Illegal> {
        if self.phase != Phase::Chance {
            return Err(Illegal::rule(format!("{notation} comes where no chance event is due")));
        }
        let outcome: G::Chance =
            notation.parse().map_err(|error: crate::ParseNotationError| Illegal::rule(error.to_string()))?;
        if !self.outcomes().iter().any(|(possible, _)| *possible == outcome) {
            return Err(Illegal::rule(format!("{notation} is none of the outcomes of this chance event")));
        }
        self.apply(Event::Chance(outcome));
        Ok(())
    }

    fn ending(&self) -> &'static str {
        self.state.ending()
    }

    fn view(&self, viewer: Viewer) -> pb::View {
        G::view_to_wire(&self.state.view(viewer))
    }

    fn fork(&self) -> Box<dyn DynGame> {
        Box::new(self.clone())
    }
}

/// The seat to decide, if one is.
#[must_use]
pub fn to_act(phase: &Phase) -> Option<Seat> {
    match phase {
        Phase::Decide(seat) => Some(*seat),
        Phase::Chance | Phase::Over(_) => None,
    }
}
