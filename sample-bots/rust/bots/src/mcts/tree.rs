//! The tree of a search: its nodes, and how one iteration grows it.

use std::cmp::Reverse;

use kahua_engine::{Dice, Event, Game, Phase, Seat};

use super::Found;
use super::action_stats::{ActionStats, Slot};
use super::depth_limit::DepthLimit;
use super::evaluator::{Evaluator, Values};
use super::rollout::Rollout;

/// The weight of exploration in the upper confidence bound.
const EXPLORATION: f32 = 0.3;
/// How many visits the average value of an action elsewhere counts for.
const PRIOR_VISITS: f32 = 1.0;
/// The maximum number of nodes, about 200 MB. A full tree still refines the values of its nodes.
const NODES_MAX: usize = 400_000;

/// A tree below one state.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    state: G,
    /// The node of `state`; `None` if the search never reached it.
    root: Option<Id>,
    nodes: Vec<Node<G>>,
    stats: ActionStats,
    evaluator: Evaluator,
    rollout: Rollout<G>,
    /// The decisions of the latest iteration.
    path: Vec<(Id, usize)>,
    legal: Vec<G::Action>,
}

/// The index of a node.
type Id = u32;

/// A position, or several positions that differ only in earlier chance outcomes.
#[derive(Debug)]
struct Node<G: Game> {
    visits: u32,
    /// Sorted by seat and action.
    edges: Vec<Edge<G::Action>>,
    outcomes: Vec<(G::Chance, Id)>,
    /// The node that all outcomes without a node of their own share.
    other_outcomes: Option<Id>,
}

/// An action that was legal at a node.
#[derive(Debug)]
struct Edge<A> {
    seat: Seat,
    action: A,
    slot: Slot,
    /// The number of visits of the node in which the action was legal. After other chance outcomes it may not be.
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
            stats: ActionStats::new(),
            evaluator: Evaluator::new(),
            rollout: Rollout::new(),
            path: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// Moves the root to the position after this event.
    pub(super) fn advance(&mut self, event: Event<G::Action, G::Chance>) {
        let Some(root) = self.root else { return };
        let node = &self.nodes[root as usize];
        self.root = match event {
            Event::Action(action) => node.edges.iter().find(|edge| edge.action == action).and_then(|edge| edge.child),
            Event::Chance(outcome) => node.child_of(outcome),
        };
        self.state.play_unchecked(event);
    }

    /// Prepares a search from this state, and keeps the tree if its root is this state.
    pub(super) fn set_root(&mut self, state: &G) {
        self.stats.decay();
        if self.root.is_none() || self.state != *state || self.nodes.len() > NODES_MAX / 2 {
            self.nodes.clear();
            self.nodes.push(Node::NEW);
            self.root = Some(0);
            self.state = state.clone();
        }
    }

    /// One iteration: descends to a new action, plays a rollout, and carries its values back up.
    pub(super) fn grow(&mut self, depth_limit: &DepthLimit<G>, dice: &mut Dice) {
        let mut state = self.descend(dice);
        self.rollout.play(&mut state, depth_limit.events, &self.stats, dice);
        let values = self.evaluator.values(&state, depth_limit.evaluate);
        self.backpropagate(&values);
    }

    /// Whether the most visited action of the root stays the most visited one in any case, with this number of iterations left.
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

    /// The root's most visited action of these, the first one of several, and its average value.
    pub(super) fn most_visited(&self, legal: &[G::Action]) -> Found {
        let edge = |index: usize| self.root().edges.iter().find(|edge| edge.action == legal[index]);
        let visits = |index: usize| edge(index).map_or(0, |edge| edge.visits);
        let index = (0..legal.len()).max_by_key(|index| (visits(*index), Reverse(*index))).unwrap_or(0);
        let visited = edge(index).filter(|edge| edge.visits > 0);
        Found { index, expects: visited.map(|edge| edge.sum / edge.visits as f32) }
    }

    fn root(&self) -> &Node<G> {
        &self.nodes[self.root.unwrap_or(0) as usize]
    }

    /// Descends from the root until it has taken a new action, the tree has no room for the next node, or the game is over.
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

    /// The index of the edge with the highest upper confidence bound. A new edge counts as visited once, with the average
    /// value of its action elsewhere.
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
            let mean = (edge.sum + PRIOR_VISITS * self.stats.value(edge.slot)) / (visits + PRIOR_VISITS);
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

    /// The more often a chance event was visited, the more of its outcomes get nodes of their own. All others share one.
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

    fn backpropagate(&mut self, values: &Values) {
        for &(id, index) in &self.path {
            let node = &mut self.nodes[id as usize];
            let edge = &mut node.edges[index];
            let value = values[edge.seat.index()];
            node.visits += 1;
            edge.visits += 1;
            edge.sum += value;
            self.stats.record(edge.slot, value);
        }
        for &(seat, slot) in &self.rollout.taken {
            self.stats.record(slot, values[seat.index()]);
        }
    }
}

impl<G: Game> Node<G> {
    const NEW: Node<G> = Node { visits: 0, edges: Vec::new(), outcomes: Vec::new(), other_outcomes: None };

    /// The node of this outcome, if it has one of its own.
    fn child_of(&self, outcome: G::Chance) -> Option<Id> {
        self.outcomes.iter().find(|(known, _)| *known == outcome).map(|(_, child)| *child)
    }

    /// Adds an edge for every action that wasn't legal here before. `legal` is sorted.
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
