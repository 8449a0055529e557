//! The arena's core, from outside: single matches, tampered records, and a seeded swarm of matches with everything that
//! goes wrong.

mod clocks;
mod events;
mod referee;
mod resume;
mod shown;
mod simulation;
mod story;
mod support;
mod tampering;
