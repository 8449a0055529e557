//! @NAME@ knows no game and takes the first action that is legal.

use std::process::ExitCode;

use kahua_client::{Answer, Bot, pb};

struct MyBot;

impl Bot for MyBot {
    /// `ask.view` is what your seat sees, and `ask.legal` has the actions to choose from.
    fn choose(&mut self, _ask: &pb::Ask) -> Answer {
        Answer::index(0)
    }
}

fn main() -> ExitCode {
    kahua_client::run(MyBot)
}
