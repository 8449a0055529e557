//! The form of the ruleset file.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::ruleset::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "game")]
    _game: String,
    pub(super) map: MapValues,
    pub(super) fish: FishValues,
    pub(super) volcanoes: VolcanoValues,
    pub(super) reserve: ReserveValues,
    pub(super) offerings: BTreeMap<String, Value<u8>>,
    pub(super) offerings_two: BTreeMap<String, Value<u8>>,
    pub(super) beginner: BeginnerValues,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapValues {
    pub(super) bright: Value<String>,
    pub(super) dark: Value<String>,
    pub(super) core: Value<String>,
    pub(super) currents: Value<Vec<String>>,
    pub(super) sea_spaces: Value<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FishValues {
    pub(super) each: Value<u8>,
    pub(super) neutral: Value<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VolcanoValues {
    pub(super) total: Value<u8>,
    pub(super) total_two: Value<u8>,
    pub(super) eruption_every: Value<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReserveValues {
    pub(super) offerings: Value<u8>,
    pub(super) volcanoes: Value<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BeginnerValues {
    pub(super) two: Value<Vec<String>>,
    pub(super) three: Value<Vec<String>>,
    pub(super) four: Value<Vec<String>>,
}
