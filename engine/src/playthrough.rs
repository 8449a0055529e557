//! One random game in full: at every ply who must act, what is possible, what was chosen, and what each viewer sees.
//!
//! Made for golden files, for debugging, and to compare with another implementation.

use std::fmt::Write;

use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use serde_json::{Map, Value, json};

use crate::dice::{Dice, Seed};
use crate::dyn_game::DynGame;
use crate::game::{Phase, Viewer};
use crate::random_play::DECISIONS;

/// How a playthrough is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people and golden files: notation, and of each view what changed since the ply before.
    Text,
    /// For programs: one JSON object a ply, with typed actions and the whole views.
    Jsonl,
}

/// Plays the table to its end at random and hands every line to `out`.
///
/// The lines are the same for the same table, seed and format, on every machine.
pub fn playthrough(mut table: Box<dyn DynGame>, seed: Seed, format: Format, mut out: impl FnMut(&str)) {
    let mut luck = Dice::new(seed);
    let mut choices = Dice::stream(seed, DECISIONS);
    let mut shown = Shown::default();
    for ply in 0.. {
        let before = Ply::of(&*table);
        let views = views(&*table);
        let chosen = match table.phase() {
            Phase::Decide(_) => {
                let index = choices.below(table.legal_count() as u32) as usize;
                Some(table.play(index))
            }
            Phase::Chance => Some(table.draw(&mut luck)),
            Phase::Over(_) => None,
        };
        let over = chosen.is_none();
        match format {
            Format::Text => out(&before.text(ply, chosen.as_deref(), &shown.changes(views))),
            Format::Jsonl => out(&before.json(ply, chosen, views).to_string()),
        }
        if over {
            return;
        }
    }
}

/// What is possible at one ply.
struct Ply {
    phase: Phase,
    legal: Vec<(String, Option<pb::Action>)>,
    chance: Vec<(String, u32)>,
}

impl Ply {
    fn of(table: &dyn DynGame) -> Ply {
        let legal = (0..table.legal_count())
            .map(|index| (table.legal_notation(index).unwrap_or_default(), table.legal_wire(index)))
            .collect();
        Ply { phase: table.phase().clone(), legal, chance: table.chance_outcomes() }
    }

    fn text(&self, ply: usize, chosen: Option<&str>, views: &[(String, Value)]) -> String {
        let mut text = String::new();
        let mut line = |label: &str, rest: &str| {
            let _ = writeln!(text, "{}", format!("  {label:<7} {rest}").trim_end());
        };
        match &self.phase {
            Phase::Decide(seat) => line("seat", &seat.to_string()),
            Phase::Chance => line("chance", ""),
            Phase::Over(outcome) => {
                line("over", "");
                line("scores", &format!("{:?}", outcome.scores));
                line("places", &format!("{:?}", outcome.places.map(|place| place.number())));
            }
        }
        if !self.legal.is_empty() {
            let legal: Vec<&str> = self.legal.iter().map(|(notation, _)| notation.as_str()).collect();
            line("legal", &legal.join(" "));
        }
        if !self.chance.is_empty() {
            let chance: Vec<String> =
                self.chance.iter().map(|(outcome, weight)| format!("{outcome}*{weight}")).collect();
            line("weights", &chance.join(" "));
        }
        for (viewer, change) in views {
            line(viewer, &change.to_string());
        }
        if let Some(chosen) = chosen {
            line("chosen", chosen);
        }
        format!("ply {ply}\n{}", text.trim_end())
    }

    fn json(&self, ply: usize, chosen: Option<String>, views: Vec<(String, Value)>) -> Value {
        let (phase, seat, outcome) = match &self.phase {
            Phase::Decide(seat) => ("decide", json!(seat.number()), Value::Null),
            Phase::Chance => ("chance", Value::Null, Value::Null),
            Phase::Over(outcome) => {
                let places = outcome.places.map(|place| place.number());
                ("over", Value::Null, json!({"scores": outcome.scores.as_slice(), "places": places.as_slice()}))
            }
        };
        let legal = self.legal.iter().map(|(notation, action)| {
            let typed = action.as_ref().map(to_json);
            json!({"notation": notation, "action": typed})
        });
        let chance = self.chance.iter().map(|(outcome, weight)| json!({"notation": outcome, "weight": weight}));
        json!({
            "ply": ply,
            "phase": phase,
            "seat": seat,
            "legal": legal.collect::<Vec<_>>(),
            "chance": chance.collect::<Vec<_>>(),
            "chosen": chosen,
            "outcome": outcome,
            "views": views.into_iter().collect::<Map<_, _>>(),
        })
    }
}

/// The views of the spectator and, where they differ from it, of the seats.
fn views(table: &dyn DynGame) -> Vec<(String, Value)> {
    let public = to_json(&table.view(Viewer::Public));
    let mut views = vec![("public".to_owned(), public)];
    for seat in table.seats().seats() {
        let view = to_json(&table.view(Viewer::Seat(seat)));
        if view != views[0].1 {
            views.push((format!("view{seat}"), view));
        }
    }
    views
}

/// What was shown last to each viewer.
#[derive(Default)]
struct Shown(Map<String, Value>);

impl Shown {
    /// For each view that isn't what it was, the JSON merge patch (RFC 7386) from then to now; a list of messages that
    /// keeps its length is patched entry by entry, each named by its index.
    fn changes(&mut self, views: Vec<(String, Value)>) -> Vec<(String, Value)> {
        let mut changes = Vec::new();
        for (viewer, view) in views {
            let before = self.0.get(&viewer).unwrap_or(&Value::Null);
            if *before != view {
                changes.push((viewer.clone(), patch(before, &view)));
                self.0.insert(viewer, view);
            }
        }
        changes
    }
}

fn patch(before: &Value, after: &Value) -> Value {
    let (before, after) = match (before, after) {
        (Value::Object(before), Value::Object(after)) => (before, after),
        (Value::Array(before), Value::Array(after)) if are_records(before) && before.len() == after.len() => {
            let changed = before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
            return changed
                .map(|(index, (old, new))| (index.to_string(), patch(old, new)))
                .collect::<Map<_, _>>()
                .into();
        }
        _ => return after.clone(),
    };
    let mut changed = Map::new();
    for (name, value) in after {
        match before.get(name) {
            Some(old) if old == value => {}
            Some(old) => drop(changed.insert(name.clone(), patch(old, value))),
            None => drop(changed.insert(name.clone(), value.clone())),
        }
    }
    for name in before.keys().filter(|name| !after.contains_key(*name)) {
        changed.insert(name.clone(), Value::Null);
    }
    Value::Object(changed)
}

/// Whether these are the entries of a list of messages, such as the players.
fn are_records(entries: &[Value]) -> bool {
    entries.iter().all(Value::is_object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_names_only_what_changed() {
        let before = json!({"a": 1, "b": {"c": 2, "d": 3}, "e": [1, 2]});
        let after = json!({"a": 1, "b": {"c": 4, "d": 3}, "f": null});
        assert_eq!(patch(&before, &after), json!({"b": {"c": 4}, "e": null, "f": null}));
    }

    #[test]
    fn a_list_of_messages_is_patched_entry_by_entry_while_it_keeps_its_length() {
        let before = json!({"p": [{"a": 1, "b": 2}, {"a": 3, "b": 4}], "n": [1, 2]});
        let after = json!({"p": [{"a": 1, "b": 2}, {"a": 3, "b": 5}], "n": [1, 3]});
        assert_eq!(patch(&before, &after), json!({"p": {"1": {"b": 5}}, "n": [1, 3]}));
        let longer = json!({"p": [{"a": 1}], "n": [1, 2]});
        assert_eq!(patch(&before, &longer), json!({"p": [{"a": 1}]}));
    }
}
