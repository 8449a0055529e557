//! Tests by ruling: each name begins with the identifier of what it shows. This file sets positions up.

mod asking;
mod cards;
mod dolphin;
mod draws;
mod kanaloa_turns;
mod ku_robs;
mod lono_helps;
mod notation;
mod observing;
mod options;
mod pele_erupts;
mod random;
mod ruleset;
mod sacrificing;
mod scoring;
mod starting;
mod two_players;
mod views;

use super::scene::{BEGINNER, BLUE, GREEN, RED, STANDARD, Scene, YELLOW};
use super::*;
use crate::dice::{Dice, Seed};
use crate::ruleset::Ruleset;
