//! Tests by ruling, and by the worked examples of the rule text. This file lays tables out as the tests want them.

mod brute_force;
mod buying;
mod drawing;
mod ending;
mod hidden;
mod messages;
mod moving;
mod notation;
mod observing;
mod paying;
mod rounds;
mod ruleset;
mod sea;
mod steps;
mod views;

use super::scene::{Scene, bag, place, row, rules, seats, token};

/// An outcome with its weight, as [`Scene::outcomes`](crate::scene::Scene::outcomes) lists it.
fn weighted((outcome, weight): (&str, u32)) -> (String, u32) {
    (outcome.to_owned(), weight)
}
