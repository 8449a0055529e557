//! A bot for Haleakala.

use arena_proto::pb::arena::v1 as pb;

use crate::bot::{Answer, Bot};

/// Plays Haleakala sensibly.
#[derive(Clone, Debug, Default)]
pub struct Greedy;

impl Bot for Greedy {
    fn choose(&mut self, _ask: &pb::Ask) -> Answer {
        Answer::index(0)
    }
}
