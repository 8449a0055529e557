//! The constraints that the values of a ruleset must keep.

use super::Rules;
use crate::ensure::ensure;
use crate::games::hawaii::places::{Dock, Site};
use crate::games::hawaii::tiles::Tile;
use crate::ruleset::RulesetError;
use crate::seat::SEATS_MAX;

/// How many islet tiles and how many god tiles the game has.
const ISLETS: u16 = 10;
const GODS: u16 = 12;
/// The largest values with which every legal list keeps within the bound of the game.
pub(in crate::games::hawaii) const BOATS_MAX: u8 = 10;
const DOCK_FEET_MAX: u8 = 12;
const UNITS_MAX: u8 = 12;

impl Rules {
    /// Checks the constraints between the values.
    ///
    /// # Errors
    /// If one is broken; the error names the value.
    pub(super) fn validate(&self) -> Result<(), RulesetError> {
        self.validate_sites()?;
        self.validate_counts()?;
        self.validate_sea()?;
        let units = self.tiles.exchange_hut;
        ensure!(
            units.iter().all(|units| *units <= UNITS_MAX),
            "tiles.exchange_hut: must be at most {UNITS_MAX} units, not {units:?}"
        );
        let columns = self.beside.tiki_columns;
        ensure!(
            columns.is_sorted_by(|right, left| right > left) && columns[5] > 0,
            "tikis.columns: must fall from right to left and end above 0, not {columns:?}"
        );
        Ok(())
    }

    /// The shells must fit the tokens, the turn order tokens of the largest table included.
    fn validate_sites(&self) -> Result<(), RulesetError> {
        for (site, name) in self.sites.iter().zip(Site::ALL) {
            let plain = site.plain;
            ensure!(plain <= 2, "sites.{name}.plain: a site has at most 2 shells without a number, not {plain}");
        }
        let shells: u16 = self.sites.iter().map(|site| u16::from(site.plain) + 1).sum();
        let (needed, all) = (shells + SEATS_MAX as u16 - 1, self.tokens.total());
        ensure!(
            all >= needed,
            "tokens.count: with {SEATS_MAX} seats a round needs {needed} tokens, but there are {all}"
        );
        Ok(())
    }

    fn validate_counts(&self) -> Result<(), RulesetError> {
        let (islets, gods, boats) = (self.islets.total(), self.gods.total(), self.piles[Tile::Boat.index()]);
        ensure!(islets == ISLETS, "islets: there must be {ISLETS} in all, not {islets}");
        ensure!(gods == GODS, "gods: there must be {GODS} in all, not {gods}");
        ensure!(boats <= BOATS_MAX, "piles.boat: must be at most {BOATS_MAX}, not {boats}");
        Ok(())
    }

    fn validate_sea(&self) -> Result<(), RulesetError> {
        for (dock, number) in self.docks.iter().zip(Dock::ALL) {
            let feet = dock.feet;
            ensure!(
                (1..=DOCK_FEET_MAX).contains(&feet),
                "docks: dock {number} must cost 1 to {DOCK_FEET_MAX} feet, not {feet}"
            );
        }
        let boats = &self.boats;
        let holds = boats.holds[1];
        ensure!(boats.start > 0 && !boats.holds.contains(&0), "boats: every boat must hold at least 1 foot");
        ensure!(
            boats.prepaid <= holds,
            "boats.prepaid: a boat that holds {holds} can't have {} prepaid",
            boats.prepaid
        );
        Ok(())
    }
}
