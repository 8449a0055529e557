//! Tests of sentences and drawings, over games that are set up by hand.

mod board;
mod german;
mod telling;

use kahua_engine::games::haleakala::scene::Scene;
use kahua_engine::games::haleakala::*;
use kahua_engine::{Game, PerSeat, Phase, Ruleset, SeatCount, Viewer};
