//! Whatever is sent, each line is answered, nothing panics, and the next request is answered as if nothing had been.

mod asking;

use asking::Asking;
use kahua_engine::registry;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// Requests of every operation that succeed with position 1 at a decision.
fn requests(view: &Value) -> Vec<Value> {
    vec![
        json!({"op": "start", "game": "kanaloa", "seats": 3, "options": [], "seed": 4, "id": 7}),
        json!({"op": "from_view", "game": "hawaii", "view": view, "seed": 1}),
        json!({"op": "from_ask", "ask": {"game": "hawaii", "view": view, "legal_total": 0}, "seed": "12"}),
        json!({"op": "redraw", "position": 1, "seed": 2}),
        json!({"op": "clone", "position": 1}),
        json!({"op": "legal", "position": 1}),
        json!({"op": "chance", "position": 1}),
        json!({"op": "scores", "position": 1}),
        json!({"op": "text", "position": 1, "seat": 0}),
        json!({"op": "view", "position": 1, "seat": 0, "form": "bytes"}),
        json!({"op": "play", "position": 1, "action": 0, "copy": true, "seed": 5}),
        json!({"op": "sample", "position": 1, "copy": true, "seed": 5}),
        json!({"op": "observe", "position": 1, "events": [{"number": 3, "chance": {"notation": "x"}}]}),
        json!({"op": "rollout", "position": 1, "n": 2, "seed": 1, "events_max": 9}),
        json!({"op": "successors", "position": 1, "rollouts": 1, "seed": 1, "events_max": 9}),
        json!({"op": "free", "positions": [9]}),
    ]
}

/// What stands in the place of a sound value.
fn nonsense(random: &mut ChaCha8Rng) -> Value {
    let values = [
        Value::Null,
        json!(true),
        json!(-1),
        json!(0),
        json!(3),
        json!(u64::MAX),
        json!(1.5),
        json!(""),
        json!("x\u{202e}\n\u{0}"),
        json!("AAAA"),
        json!([]),
        json!([[1]]),
        json!({}),
        json!({"op": "start"}),
    ];
    values[random.random_range(0..values.len())].clone()
}

/// Puts nonsense into one place of the value, however deep.
fn spoil(value: &mut Value, random: &mut ChaCha8Rng) {
    let depth = random.random_range(0..6);
    let mut at = value;
    for _ in 0..depth {
        let is_leaf = at.as_object().is_none_or(serde_json::Map::is_empty) && at.as_array().is_none_or(Vec::is_empty);
        if is_leaf {
            break;
        }
        at = match at {
            Value::Object(fields) => {
                let at = random.random_range(0..fields.len());
                fields.values_mut().nth(at).expect("a field")
            }
            Value::Array(entries) => {
                let at = random.random_range(0..entries.len());
                &mut entries[at]
            }
            leaf => leaf,
        };
    }
    *at = match at {
        Value::Number(number) if random.random_bool(0.7) => {
            json!(number.as_i64().unwrap_or(0) + random.random_range(-2..=2))
        }
        _ => nonsense(random),
    };
}

#[test]
fn requests_with_nonsense_in_them_are_answered() {
    let mut rules = Asking::new();
    let at = rules.play_on("hawaii", 30);
    let view = rules.ask(json!({"op": "view", "position": 1, "seat": at["seat"]}))["view"].clone();
    let before = rules.ask(json!({"op": "text", "position": 1}));
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let sound = requests(&view);
    for round in 0..400 {
        let mut line = sound[round % sound.len()].clone();
        for _ in 0..random.random_range(1..=2) {
            spoil(&mut line, &mut random);
        }
        // What is spoilt may be sound: then position 1 must not have changed.
        if line["op"] == "play" || line["op"] == "sample" {
            line["copy"] = json!(true);
        }
        if line["op"] == "free" || line["op"] == "observe" {
            line["position"] = json!(9_999_999);
        }
        let answer = rules.line(&line.to_string());
        assert!(answer.is_object() || answer.is_array(), "{line}: {answer}");
    }
    assert_eq!(rules.ask(json!({"op": "text", "position": 1})), before);
}

#[test]
fn lines_that_are_no_json_are_answered() {
    let mut rules = kahua_rules::Rules::new([]);
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let sound = requests(&Value::Null);
    for round in 0..2_000 {
        let mut line = sound[round % sound.len()].to_string().into_bytes();
        for _ in 0..random.random_range(1..=4) {
            let at = random.random_range(0..line.len());
            line[at] = random.random();
        }
        line.truncate(random.random_range(0..=line.len()));
        line.retain(|byte| *byte != b'\n');
        if let Some(answer) = rules.answer(&line) {
            serde_json::from_str::<Value>(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
        }
    }
    let deep = "[".repeat(100_000);
    assert!(rules.answer(deep.as_bytes()).is_some_and(|answer| answer.contains("recursion limit")));
}

/// A view that was changed is refused, or it can be played on from.
#[test]
fn changed_views_are_refused_or_can_be_played() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for entry in registry::all() {
        let game = entry.info().name;
        let mut rules = Asking::new();
        let (mut refused, mut played) = (0, 0);
        for round in 0..300 {
            let at = rules.play_on(game, 3 * (round % 15));
            let look = json!({"op": "view", "position": at["position"], "seat": at["seat"]});
            let mut view = rules.ask(look)["view"].clone();
            spoil(&mut view, &mut random);
            let opened = rules.line(&json!({"op": "from_view", "game": game, "view": view, "seed": round}).to_string());
            rules.ask(json!({"op": "free", "position": at["position"]}));
            let Some(position) = opened.get("position") else {
                refused += 1;
                continue;
            };
            rules.ask(json!({"op": "rollout", "position": position, "n": 3, "seed": round}));
            rules.ask(json!({"op": "text", "position": position, "seat": 0}));
            rules.ask(json!({"op": "free", "position": position}));
            played += 1;
        }
        assert!(refused > 20 && played > 5, "{game}: {refused} refused, {played} played");
    }
}
