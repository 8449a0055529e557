//! A state for tests: set up as the test wants it, and played on in notation.

use crate::game::{Event, Game, Phase};
use crate::seat::Seat;

/// A state under test. Each game adds its own ways to set one up, in its `scene.rs`.
#[derive(Clone, Debug)]
pub struct Scene<G>(pub G);

impl<G: Game> Scene<G> {
    /// The scene after this change.
    pub fn with(mut self, change: impl FnOnce(&mut G)) -> Scene<G> {
        change(&mut self.0);
        self
    }

    /// Plays these events, actions and chance outcomes in turn, separated by blanks. Each must be legal and listed.
    #[track_caller]
    pub fn play(&mut self, events: &str) -> &mut Scene<G> {
        for text in events.split_whitespace() {
            let (event, listed) = match self.0.phase() {
                Phase::Decide(_) => (text.parse().map(Event::Action), self.legal()),
                Phase::Chance => {
                    let listed = self.outcomes().into_iter().map(|(outcome, _)| outcome).collect();
                    (text.parse().map(Event::Chance), listed)
                }
                Phase::Over(_) => panic!("{text}: the game is over"),
            };
            let event = event.unwrap_or_else(|error| panic!("{error}"));
            self.0.play(event).unwrap_or_else(|reason| panic!("{text}: {reason}"));
            assert!(listed.iter().any(|known| known == text), "{text} is not in the list: {listed:?}");
        }
        self
    }

    /// The scene after these events, as [`Scene::play`].
    #[track_caller]
    pub fn played(mut self, events: &str) -> Scene<G> {
        self.play(events);
        self
    }

    /// The legal list in notation.
    pub fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.0.legal_actions(&mut legal);
        legal.iter().map(ToString::to_string).collect()
    }

    /// The part of the legal list whose notation begins with this.
    pub fn legal_of(&self, start: &str) -> Vec<String> {
        self.legal().into_iter().filter(|action| action.starts_with(start)).collect()
    }

    /// Why the seat to decide may not take this action; it must not be in the legal list either.
    #[track_caller]
    pub fn refusal(&self, action: &str) -> String {
        assert!(!self.legal().iter().any(|legal| legal == action), "{action} is in the legal list");
        let parsed = action.parse().unwrap_or_else(|error| panic!("{error}"));
        self.0.check(self.to_act(), &parsed).expect_err(action).to_string()
    }

    /// The outcomes of the chance event that is due, in notation, with their weights.
    pub fn outcomes(&self) -> Vec<(String, u32)> {
        let mut outcomes = Vec::new();
        self.0.chance_outcomes(&mut outcomes);
        outcomes.iter().map(|(outcome, weight)| (outcome.to_string(), *weight)).collect()
    }

    /// The seat to decide.
    #[track_caller]
    pub fn to_act(&self) -> Seat {
        self.0.phase().to_act().unwrap_or_else(|| panic!("no seat is to act: {:?}", self.0.phase()))
    }
}
