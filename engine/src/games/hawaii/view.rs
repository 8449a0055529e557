//! What a viewer is shown: everything but the other players' supplies (W15), and these too once the game is over.

mod validate;

use std::sync::Arc;

use crate::dice::Dice;
use crate::ensure::ensure;
use crate::game::{ViewError, Viewer};
use crate::seat::{PerSeat, Seat};

use super::ruleset::Rules;
use super::stage::Stage;
use super::state::{Board, Hawaii};
use super::supply::Supply;

/// What a viewer is shown of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Everything that is public.
    pub board: Board,
    /// The supplies that the viewer sees: a player the own one, a spectator none, and everybody all of them once the
    /// game is over.
    pub supplies: PerSeat<Option<Supply>>,
}

impl View {
    pub(super) fn shown(&self) -> Shown<'_> {
        Shown { board: &self.board, supplies: self.supplies.clone() }
    }

    /// The seat to decide; `None` at chance events and at the end.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        match self.board.stage {
            Stage::Draw(_) | Stage::Over => None,
            _ => Some(self.board.current_seat()),
        }
    }
}

/// What a view shows, in part borrowed.
#[derive(Debug)]
pub struct Shown<'a> {
    pub(super) board: &'a Board,
    pub(super) supplies: PerSeat<Option<Supply>>,
}

impl Shown<'_> {
    pub(super) fn to_view(&self) -> View {
        View { board: self.board.clone(), supplies: self.supplies.clone() }
    }
}

/// The supplies that a view leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The supply of every seat that the viewer doesn't see.
    pub supplies: PerSeat<Option<Supply>>,
}

impl Hidden {
    /// Guesses that all players have as much as the viewer; for a spectator, as much as at the start.
    pub(super) fn guess(view: &View, rules: &Rules) -> Hidden {
        let like = view.supplies.iter().flatten().next().copied().unwrap_or(rules.opening);
        Hidden { supplies: view.supplies.map(|shown| shown.is_none().then_some(like)) }
    }

    /// A guess whose mean is this one.
    pub(super) fn drawn(self, dice: &mut Dice) -> Hidden {
        let mut amount = |mean: u16| dice.below(2 * u32::from(mean.min(validate::SUPPLY_MAX / 2)) + 1) as u16;
        let mut supply =
            |mean: Supply| Supply { shells: amount(mean.shells), feet: amount(mean.feet), fruit: amount(mean.fruit) };
        Hidden { supplies: self.supplies.map(|mean| mean.map(&mut supply)) }
    }
}

impl Hawaii {
    pub(super) fn shown(&self, viewer: Viewer) -> Shown<'_> {
        Shown { board: &self.board, supplies: self.supplies_where(|sees| sees, viewer) }
    }

    pub(super) fn hidden(&self, viewer: Viewer) -> Hidden {
        Hidden { supplies: self.supplies_where(|sees| !sees, viewer) }
    }

    fn supplies_where(&self, wanted: impl Fn(bool) -> bool, viewer: Viewer) -> PerSeat<Option<Supply>> {
        // The supplies break ties (W16), so the screens go when the game is over.
        let over = self.board.stage == Stage::Over;
        PerSeat::from_fn(self.supplies.count(), |seat| {
            wanted(over || viewer == Viewer::Seat(seat)).then_some(self.supplies[seat])
        })
    }

    pub(super) fn from_view(view: &View, hidden: &Hidden, rules: &Arc<Rules>) -> Result<Hawaii, ViewError> {
        view.board.validate(rules)?;
        let supplies = all_supplies(view, hidden)?;
        let game = Hawaii { rules: rules.clone(), board: view.board.clone(), supplies };
        game.validate()?;
        Ok(game)
    }
}

/// The supplies of all seats. Each one is either shown or hidden.
fn all_supplies(view: &View, hidden: &Hidden) -> Result<PerSeat<Supply>, ViewError> {
    let seats = view.board.players.count();
    let complete = view.supplies.count() == seats && hidden.supplies.count() == seats;
    ensure!(complete, "{seats} players need {seats} supplies, each of them shown or hidden");
    let supplies = seats.seats().map(|seat| match (view.supplies[seat], hidden.supplies[seat]) {
        (Some(_), Some(_)) => Err(ViewError::new(format!("the supply of seat {seat} is both shown and hidden"))),
        (None, None) => Err(ViewError::new(format!("the supply of seat {seat} is neither shown nor hidden"))),
        (Some(supply), None) | (None, Some(supply)) => Ok(supply),
    });
    let supplies = PerSeat::from_values(supplies.collect::<Result<Vec<_>, _>>()?);
    Ok(supplies.expect("there is a supply for every seat"))
}
