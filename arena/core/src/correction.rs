//! Corrections of results, in words.

use kahua_proto::pb::arena::v1 as pb;
use pb::correction::Change;
use pb::disqualification::Effect;

/// What is corrected, as a clause without the reason: `match 0199… is annulled`.
#[must_use]
pub fn in_words(correction: &pb::Correction) -> String {
    let pb::Correction { league, season, .. } = correction;
    match &correction.change {
        Some(Change::Annulled(annulled)) => format!("match {} is annulled", annulled.match_id),
        Some(Change::Places(corrected)) => {
            let places = corrected.places.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            format!("match {} counts with the places {places}", corrected.match_id)
        }
        Some(Change::Disqualified(out)) => {
            let version = out.version.as_ref().map(|version| format!(" in version {version:?}")).unwrap_or_default();
            let matches = match out.effect() {
                Effect::Lost => "lost",
                Effect::Annulled | Effect::Unspecified => "annulled",
            };
            format!(
                "{}{version} is disqualified from season {season} of league {league}, and its matches count as {matches}",
                out.bot
            )
        }
        Some(Change::Undone(undone)) => format!("correction {} is taken back", undone.number),
        None => "nothing is corrected".to_owned(),
    }
}
