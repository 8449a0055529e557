//! The simplest bot: it knows no game and takes the first legal action.

use kahua_client::{Answer, Bot, pb};

/// Always answers index 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstLegal;

impl Bot for FirstLegal {
    fn choose(&mut self, _ask: &pb::Ask) -> Answer {
        Answer::index(0)
    }
}
