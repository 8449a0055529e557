//! The simplest bot: it knows no game and takes the first action that is legal.

use kahua_client::pb;

use kahua_client::{Answer, Bot};

/// Answers index 0, always.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstLegal;

impl Bot for FirstLegal {
    fn choose(&mut self, _ask: &pb::Ask) -> Answer {
        Answer::index(0)
    }
}
