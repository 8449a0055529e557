//! Tests of sentences and drawings, over games that are set up by hand.

mod german;
mod telling;
