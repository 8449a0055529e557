//! Tests by ruling: each name begins with the id of what it shows. This file sets positions up and plays in notation.

mod effects;
mod ending;
mod information;
mod notation;
mod observing;
mod placing;
mod refilling;
mod ruleset;
mod scoring;
mod shaman;
mod stops;
mod tactical;
mod views;

use super::scene::{Scene, pile, seg, space, spaces};
use super::*;
use crate::ruleset::Ruleset;
