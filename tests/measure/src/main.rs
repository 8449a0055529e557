//! Measures what an arena bears, for those who change it. `just measure NAME` builds `kahua` and this program as they are
//! shipped, and runs one measurement. docs/performance.md has the results.

mod capacity;
mod chart;
mod page_load;
mod players;
mod served;
mod spectators;

use clap::Parser;

#[derive(Debug, Parser)]
#[command(about = "Measures what an arena bears. Use a machine that does nothing else.")]
enum Measurement {
    /// More and more matches at once: decisions a second and how long bots wait, up to where the arena breaks.
    Capacity(capacity::Args),
    /// How many pages an arena on one core shows in a second while a league is played, and how long players wait then.
    PageLoad,
    /// How long players wait when there is a crowd of spectators, and how much memory the arena takes.
    Spectators,
}

fn main() -> anyhow::Result<()> {
    match Measurement::parse() {
        Measurement::Capacity(args) => capacity::run(&args),
        Measurement::PageLoad => page_load::run(),
        Measurement::Spectators => spectators::run(),
    }
}
