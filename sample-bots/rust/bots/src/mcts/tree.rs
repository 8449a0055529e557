//! The tree of a search: its nodes, and how one iteration grows it.

use std::cmp::Reverse;

use kahua_engine::{Dice, Event, Game, Phase, Seat};

use super::habits::{Habits, Slot};
use super::horizon::Horizon;
use super::rollout::Rollout;
use super::value::{Judge, Values};

/// How much is explored beside what looks best.
const EXPLORATION: f32 = 0.3;
/// For how many visits it counts what an action has been worth elsewhere.
const HABIT_VISITS: f32 = 1.0;
/// The tree grows no larger than this, in nodes; then it is only refined. With the legal lists of the games about 200 MB.
const NODES_MAX: usize = 400_000;

/// A tree below one state.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    state: G,
    /// The node of `state`; none if the search never came there.
    root: Option<Id>,
    nodes: Vec<Node<G>>,
    habits: Habits,
    judge: Judge,
    rollout: Rollout<G>,
    /// The decisions of the latest iteration.
    path: Vec<(Id, usize)>,
    legal: Vec<G::Action>,
}

/// The index of a node.
type Id = u32;

/// A position, or several that differ in the luck on the way there.
#[derive(Debug)]
struct Node<G: Game> {
    visits: u32,
    /// In the order of seats and actions.
    edges: Vec<Edge<G::Action>>,
    outcomes: Vec<(G::Chance, Id)>,
    /// Where those outcomes lead that have no node of their own.
    other_outcomes: Option<Id>,
}

/// An action that was legal at a node.
#[derive(Debug)]
struct Edge<A> {
    seat: Seat,
    action: A,
    slot: Slot,
    /// How often it was legal when the node was visited: after other luck it may not be.
    legal: u32,
    visits: u32,
    sum: f32,
    child: Option<Id>,
}

impl<G: Game> Tree<G> {
    pub(super) fn new(root: &G) -> Self {
        Tree {
            state: root.clone(),
            root: Some(0),
            nodes: vec![Node::NEW],
            habits: Habits::new(),
            judge: Judge::new(),
            rollout: Rollout::new(),
            path: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// Moves the root on, to where this event leads.
    pub(super) fn follow(&mut self, event: Event<G::Action, G::Chance>) {
        let Some(root) = self.root else { return };
        let node = &self.nodes[root as usize];
        self.root = match event {
            Event::Action(action) => node.edges.iter().find(|edge| edge.action == action).and_then(|edge| edge.child),
            Event::Chance(outcome) => node.child_of(outcome),
        };
        self.state.play_unchecked(event);
    }

    /// Begins a search below this state, with what is known of it.
    pub(super) fn start_from(&mut self, state: &G) {
        self.habits.fade();
        if self.root.is_none() || self.state != *state || self.nodes.len() > NODES_MAX / 2 {
            self.nodes.clear();
            self.nodes.push(Node::NEW);
            self.root = Some(0);
            self.state = state.clone();
        }
    }

    /// One iteration: down to an action that is new, a rollout, and its values back up.
    pub(super) fn grow(&mut self, horizon: &Horizon<G>, dice: &mut Dice) {
        let mut state = self.descend(dice);
        self.rollout.play(&mut state, horizon.events, &self.habits, dice);
        let values = self.judge.values(&state, horizon.prospects);
        self.learn(&values);
    }

    /// Whether the most visited action of the root can't be overtaken by so many iterations more.
    pub(super) fn is_settled(&self, iterations: u32) -> bool {
        let (mut first, mut second) = (0, 0);
        for edge in &self.root().edges {
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else {
                second = second.max(edge.visits);
            }
        }
        first >= second.saturating_add(iterations)
    }

    /// The index in `legal` of the root's most visited action, the first of equals.
    pub(super) fn most_visited(&self, legal: &[G::Action]) -> usize {
        let visits = |action: &G::Action| {
            let edge = self.root().edges.iter().find(|edge| edge.action == *action);
            edge.map_or(0, |edge| edge.visits)
        };
        (0..legal.len()).max_by_key(|index| (visits(&legal[*index]), Reverse(*index))).unwrap_or(0)
    }

    fn root(&self) -> &Node<G> {
        &self.nodes[self.root.unwrap_or(0) as usize]
    }

    /// From the root to the state after an action that is new, or that the tree has no room for, or the end of the game.
    fn descend(&mut self, dice: &mut Dice) -> G {
        let mut state = self.state.clone();
        let mut at = self.root;
        self.path.clear();
        while let Some(id) = at {
            at = match state.phase() {
                Phase::Over(_) => None,
                Phase::Chance => {
                    let outcome = state.sample_chance(dice);
                    state.play_unchecked(Event::Chance(outcome));
                    self.after_outcome(id, outcome)
                }
                Phase::Decide(seat) => {
                    let index = self.choose(&state, id, seat);
                    self.path.push((id, index));
                    let edge = &self.nodes[id as usize].edges[index];
                    state.play_unchecked(Event::Action(edge.action));
                    if edge.visits == 0 { None } else { self.after_edge(id, index) }
                }
            }
        }
        state
    }

    /// The edge with the best upper confidence bound. One that is new counts as if visited once, with the value that its
    /// action has had elsewhere.
    fn choose(&mut self, state: &G, id: Id, seat: Seat) -> usize {
        state.legal_actions(&mut self.legal);
        let node = &mut self.nodes[id as usize];
        node.add_edges(seat, &self.legal);
        let log_visits = ((node.visits + 1) as f32).ln();
        let all_legal = node.edges.len() == self.legal.len();
        let mut best = (f32::NEG_INFINITY, 0);
        let mut legal = self.legal.iter().peekable();
        for (index, edge) in node.edges.iter_mut().enumerate() {
            if edge.seat != seat || legal.next_if(|action| **action == edge.action).is_none() {
                continue;
            }
            edge.legal += 1;
            let log = if all_legal { log_visits } else { ((edge.legal + 1) as f32).ln() };
            let visits = edge.visits as f32;
            let mean = (edge.sum + HABIT_VISITS * self.habits.value(edge.slot)) / (visits + HABIT_VISITS);
            let bound = mean + EXPLORATION * (log / visits.max(1.0)).sqrt();
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }

    fn after_edge(&mut self, id: Id, index: usize) -> Option<Id> {
        let child = self.nodes[id as usize].edges[index].child.or_else(|| self.new_node());
        self.nodes[id as usize].edges[index].child = child;
        child
    }

    /// More outcomes get a node of their own the more often the chance event was met; all others share one.
    fn after_outcome(&mut self, id: Id, outcome: G::Chance) -> Option<Id> {
        let node = &mut self.nodes[id as usize];
        node.visits += 1;
        if let Some(child) = node.child_of(outcome) {
            return Some(child);
        }
        if node.outcomes.len() < node.visits.isqrt() as usize {
            let child = self.new_node()?;
            self.nodes[id as usize].outcomes.push((outcome, child));
            return Some(child);
        }
        let child = node.other_outcomes.or_else(|| self.new_node());
        self.nodes[id as usize].other_outcomes = child;
        child
    }

    fn new_node(&mut self) -> Option<Id> {
        if self.nodes.len() >= NODES_MAX {
            return None;
        }
        self.nodes.push(Node::NEW);
        Some(self.nodes.len() as Id - 1)
    }

    fn learn(&mut self, values: &Values) {
        for &(id, index) in &self.path {
            let node = &mut self.nodes[id as usize];
            let edge = &mut node.edges[index];
            let value = values[edge.seat.index()];
            node.visits += 1;
            edge.visits += 1;
            edge.sum += value;
            self.habits.learn(edge.slot, value);
        }
        for &(seat, slot) in &self.rollout.taken {
            self.habits.learn(slot, values[seat.index()]);
        }
    }
}

impl<G: Game> Node<G> {
    const NEW: Node<G> = Node { visits: 0, edges: Vec::new(), outcomes: Vec::new(), other_outcomes: None };

    /// The node of this very outcome, if it has one of its own.
    fn child_of(&self, outcome: G::Chance) -> Option<Id> {
        self.outcomes.iter().find(|(known, _)| *known == outcome).map(|(_, child)| *child)
    }

    /// Adds what wasn't legal here before. `legal` is sorted.
    fn add_edges(&mut self, seat: Seat, legal: &[G::Action]) {
        let mut known = self.edges.iter().filter(|edge| edge.seat == seat).map(|edge| &edge.action);
        if legal.iter().all(|action| known.any(|known| known == action)) {
            return;
        }
        for &action in legal {
            if let Err(place) = self.edges.binary_search_by(|edge| (edge.seat, edge.action).cmp(&(seat, action))) {
                let slot = Slot::of(seat, &action);
                self.edges.insert(place, Edge { seat, action, slot, legal: 0, visits: 0, sum: 0.0, child: None });
            }
        }
    }
}
