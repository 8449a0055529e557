//! Tests of sentences and drawings, over games that are set up by hand.

mod drawing;
mod german;
mod telling;

use kahua_engine::games::kanaloa::scene::{BLUE, GREEN, RED, STANDARD, Scene, YELLOW};
use kahua_engine::games::kanaloa::*;
use kahua_engine::{Event, Game, PerSeat, Phase, Ruleset, SeatCount, Viewer};
