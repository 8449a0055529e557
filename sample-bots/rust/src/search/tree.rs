//! The tree of a search: its nodes, and how one iteration grows it.

use engine::seat::SEATS_MAX;
use engine::{Dice, Event, Game, Phase, Seat};

use super::value::{Values, by_lead, finished};

/// How much is explored beside what looks best.
const EXPLORATION: f32 = 0.6;
/// How many random events follow a new leaf before it is valued. Long enough for what was begun to bear fruit, short
/// enough for many iterations.
const ROLLOUT: usize = 40;
/// The tree grows no larger than this, in nodes; then it is only refined.
const NODES_MAX: usize = 400_000;

/// A tree below one state.
pub(super) struct Tree<'a, G: Game> {
    root: &'a G,
    nodes: Vec<Node<G>>,
    path: Vec<u32>,
    legal: Vec<G::Action>,
}

struct Node<G: Game> {
    visits: u32,
    sums: Values,
    children: Vec<(Event<G::Action, G::Chance>, u32)>,
}

impl<G: Game> Node<G> {
    const NEW: Node<G> = Node { visits: 0, sums: [0.0; SEATS_MAX], children: Vec::new() };

    fn mean(&self, seat: Seat) -> f32 {
        self.sums[seat.index()] / self.visits as f32
    }
}

impl<'a, G: Game> Tree<'a, G> {
    pub(super) fn new(root: &'a G) -> Self {
        Tree { root, nodes: vec![Node::NEW], path: Vec::new(), legal: Vec::new() }
    }

    /// One iteration: down to a leaf, one node more, a short random game, and its values back up.
    pub(super) fn grow(&mut self, dice: &mut Dice) {
        let mut state = self.root.clone();
        let mut node = 0;
        self.path.clear();
        self.path.push(node);
        loop {
            let (event, is_new) = match state.phase() {
                Phase::Over(_) => break,
                Phase::Chance => (Event::Chance(state.sample_chance(dice)), false),
                Phase::Decide(seat) => self.choose(&state, node, seat, dice),
            };
            state.play_unchecked(event);
            node = match self.child(node, event) {
                Some(child) => child,
                None => break,
            };
            self.path.push(node);
            if is_new {
                break;
            }
        }
        let values = self.rollout(state, dice);
        for &node in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
    }

    /// The index in `legal` of the root's most visited action.
    pub(super) fn most_visited(&self, legal: &[G::Action]) -> usize {
        let visits = |action: &G::Action| {
            let child = self.nodes[0].children.iter().find(|(event, _)| *event == Event::Action(*action));
            child.map_or(0, |(_, child)| self.nodes[*child as usize].visits)
        };
        let best = legal.iter().enumerate().max_by_key(|(index, action)| (visits(action), std::cmp::Reverse(*index)));
        best.map_or(0, |(index, _)| index)
    }

    /// An action that hasn't been tried at this node, or the one with the best upper confidence bound; and whether it is
    /// a new one.
    fn choose(&mut self, state: &G, node: u32, seat: Seat, dice: &mut Dice) -> (Event<G::Action, G::Chance>, bool) {
        state.legal_actions(&mut self.legal);
        let node = &self.nodes[node as usize];
        if node.children.len() < self.legal.len() {
            let tried = |action: &G::Action| node.children.iter().any(|(event, _)| *event == Event::Action(*action));
            self.legal.retain(|action| !tried(action));
            return (Event::Action(*dice.pick(&self.legal)), true);
        }
        let log = (node.visits.max(1) as f32).ln();
        let bound = |child: u32| {
            let child = &self.nodes[child as usize];
            child.mean(seat) + EXPLORATION * (log / child.visits as f32).sqrt()
        };
        let best = node.children.iter().max_by(|a, b| bound(a.1).total_cmp(&bound(b.1)));
        (best.expect("a decision has actions").0, false)
    }

    /// The child that this event leads to, made if there is none; `None` if the tree is full.
    fn child(&mut self, node: u32, event: Event<G::Action, G::Chance>) -> Option<u32> {
        let known = self.nodes[node as usize].children.iter().find(|(known, _)| *known == event);
        if let Some((_, child)) = known {
            return Some(*child);
        }
        if self.nodes.len() >= NODES_MAX {
            return None;
        }
        let child = self.nodes.len() as u32;
        self.nodes.push(Node::NEW);
        self.nodes[node as usize].children.push((event, child));
        Some(child)
    }

    fn rollout(&mut self, mut state: G, dice: &mut Dice) -> Values {
        for _ in 0..ROLLOUT {
            let event = match state.phase() {
                Phase::Over(_) => break,
                Phase::Chance => Event::Chance(state.sample_chance(dice)),
                Phase::Decide(_) => {
                    state.legal_actions(&mut self.legal);
                    Event::Action(*dice.pick(&self.legal))
                }
            };
            state.play_unchecked(event);
        }
        match state.phase() {
            Phase::Over(outcome) => finished(&outcome),
            Phase::Decide(_) | Phase::Chance => by_lead(&state.scores_if_ended()),
        }
    }
}
