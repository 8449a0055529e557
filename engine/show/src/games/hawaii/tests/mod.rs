//! Tests of what is told and drawn, over games that are set up by hand.

mod telling;
