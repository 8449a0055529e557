//! All tables of an arena, by the ids of their matches.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_core::limits;
use kahua_engine::Seat;
use kahua_server::Visitor;
use parking_lot::Mutex;

use super::setup::Setup;
use super::table::Table;
use crate::failure::Failure;
use crate::language::Language;
use crate::player::Player;

/// The tables. The arena limits how many are played at. Tables whose match is over are shown for a while.
#[derive(Debug, Default)]
pub(crate) struct Tables(Mutex<BTreeMap<String, Arc<Table>>>);

impl Tables {
    /// Opens a table for this visitor, who plays there as this player.
    pub(crate) async fn open(
        &self,
        language: Language,
        visitor: &Visitor,
        player: Player,
        setup: Setup,
    ) -> Result<Arc<Table>, Failure> {
        let table = Table::open(language, visitor, player, setup).await?;
        let mut tables = self.0.lock();
        // Ids sort by the time of their match, so these are the oldest.
        let over: Vec<String> = tables.values().filter(|table| table.is_over()).map(|table| table.id.clone()).collect();
        let too_many = (over.len() + 1).saturating_sub(limits::TABLES_OVER_MAX);
        over.iter().take(too_many).for_each(|id| drop(tables.remove(id)));
        tables.insert(table.id.clone(), table.clone());
        Ok(table)
    }

    /// The table with this id.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Table>> {
        self.0.lock().get(id).cloned()
    }

    /// The tables at which this player has seats, the latest first, each with one of these seats.
    pub(crate) fn of(&self, player: Player) -> Vec<(Arc<Table>, Seat)> {
        let tables = self.0.lock();
        let seats = |table: &Arc<Table>| table.seats_of(player).into_iter().map(|seat| (table.clone(), seat)).collect();
        tables.values().rev().flat_map(|table| -> Vec<_> { seats(table) }).collect()
    }
}
