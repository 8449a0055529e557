//! Tests of the rules, by ruling and by the worked examples of the rule text.

mod brute_force;
mod buying;
mod drawing;
mod ending;
mod hidden;
mod moving;
mod notation;
mod paying;
mod rounds;
mod rulesets;
mod scene;
mod sea;
mod steps;
mod views;
