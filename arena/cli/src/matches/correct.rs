//! `kahua match annul` and `kahua match correct`: what a match counts for, in place of what its record says.

use kahua_proto::pb::arena::v1 as pb;
use pb::correct_results_request::Change;

use crate::arena::PlaceArgs;
use crate::correction::{WhyArgs, correct};
use crate::exit::CommandResult;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Its record stays, but ratings, tables, formats and exports leave it out. It isn't played again, so that a league \
that is over stays over; `kahua league extend` lets a league play more. `kahua correction undo` takes it back.

Example:
  kahua match annul 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55 --why \"the machine stood still\" --addr 127.0.0.1:7700")]
pub(crate) struct Annul {
    /// The match's id.
    id: String,
    #[command(flatten)]
    why: WhyArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Its record stays, but ratings, tables, formats and exports use these places. `kahua correction undo` takes it back.

Example:
  kahua match correct 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55 --places 2,1 --why \"the ruleset had an error\" --data league")]
pub(crate) struct Correct {
    /// The match's id.
    id: String,
    /// The place of each seat, in seat order: 1 for the winner. Seats that tie share a place, and the next places stay free.
    #[arg(long, value_name = "N,N", value_delimiter = ',', required = true)]
    places: Vec<u32>,
    #[command(flatten)]
    why: WhyArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

pub(super) fn annul(Annul { id, why, place }: &Annul) -> CommandResult {
    let annulled = pb::AnnulledMatch { match_id: id.clone() };
    correct(place, why, Change::Annulled(annulled), pb::CorrectResultsRequest::default())
}

pub(super) fn set_places(Correct { id, places, why, place }: &Correct) -> CommandResult {
    let corrected = pb::CorrectedPlaces { match_id: id.clone(), places: places.clone() };
    correct(place, why, Change::Places(corrected), pb::CorrectResultsRequest::default())
}
