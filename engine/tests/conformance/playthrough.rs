//! A playthrough of every table, with what changed in the views at every ply, against the golden.

use std::path::Path;

use kahua_engine::playthrough::{Format, playthrough};
use kahua_engine::{DynRuleset, Wire};

use crate::golden::{compare, file_name};
use crate::tables::TableOf;

pub(crate) fn golden<G: Wire>(table: &TableOf<G>) {
    let path = Path::new("src/games").join(G::INFO.name).join("goldens").join(file_name(table));
    let mut told = String::new();
    let opened = DynRuleset::open(&table.ruleset, table.seats, &table.choices).expect("a seat count of the game");
    playthrough(opened, table.seed(), Format::Text, |line| {
        told.push_str(line);
        told.push('\n');
    });
    compare(&path, told);
}
