//! What requests are answered: positions are opened, looked at, played on, tried out and freed.

mod asking;

use asking::{Asking, text_of};
use kahua_engine::registry;
use serde_json::{Value, json};

/// The names of all games.
fn games() -> impl Iterator<Item = &'static str> {
    registry::all().iter().map(|entry| entry.info().name)
}

#[test]
fn a_game_is_played_to_its_end() {
    for game in games() {
        let mut rules = Asking::new();
        let mut at = rules.ask(json!({"op": "start", "game": game, "seed": 7}));
        let position = at["position"].clone();
        let mut decisions = 0;
        while at["phase"] == "decide" {
            let legal = rules.ask(json!({"op": "legal", "position": position}));
            assert_eq!(legal["legal"].as_array().map(Vec::len), at["legal_total"].as_u64().map(|total| total as usize));
            let index = decisions % at["legal_total"].as_u64().unwrap();
            // Every other time by its notation.
            let action = if decisions % 2 == 0 { json!(index) } else { legal["legal"][index as usize].clone() };
            at = rules.ask(json!({"op": "play", "position": position, "action": action, "seed": decisions}));
            decisions += 1;
        }
        assert_eq!(at["phase"], "over", "{at}");
        assert!(decisions > 20, "{game}: {decisions}");
        let scores = rules.ask(json!({"op": "scores", "position": position}));
        assert_eq!((&scores["scores"], &scores["over"]), (&at["scores"], &json!(true)));
        assert_eq!(at["places"].as_array().unwrap().len(), 2);
        let error = rules.problem(json!({"op": "play", "position": position, "action": 0}));
        assert_eq!(error, ("illegal".into(), "play: action: no seat is to act: the game is over".into()));
    }
}

#[test]
fn chance_is_listed_played_by_hand_or_drawn() {
    for game in games() {
        let mut rules = Asking::new();
        let at = rules.ask(json!({"op": "start", "game": game}));
        assert_eq!(at, json!({"position": 1, "phase": "chance"}));
        let chance = rules.ask(json!({"op": "chance", "position": 1}));
        let outcomes = chance["outcomes"].as_array().unwrap();
        let weights: u64 = outcomes.iter().map(|outcome| outcome["weight"].as_u64().unwrap()).sum();
        assert_eq!(chance["weights_total"], weights);
        let played = rules.ask(json!({"op": "play", "position": 1, "chance": outcomes[0]["outcome"], "copy": true}));
        assert_eq!(played["position"], 2);
        let drawn = rules.ask(json!({"op": "sample", "position": 1, "seed": 3}));
        assert_eq!(drawn["phase"], "decide");
        let again = rules.ask(json!({"op": "start", "game": game, "seed": 3}));
        assert_eq!(again["drawn"], drawn["drawn"], "the same seed is the same luck");
        let none = rules.ask(json!({"op": "chance", "position": 1}));
        assert_eq!(none, json!({"outcomes": [], "weights_total": 0}));
        let (kind, error) = rules.problem(json!({"op": "sample", "position": 1, "seed": 3}));
        assert_eq!((kind.as_str(), error.starts_with("sample: no chance event is due: seat ")), ("illegal", true));
    }
}

#[test]
fn a_position_opened_from_a_view_has_that_view_and_its_legal_actions() {
    for game in games() {
        let mut rules = Asking::new();
        let at = rules.play_on(game, 40);
        let seat = &at["seat"];
        let legal = rules.ask(json!({"op": "legal", "position": at["position"]}));
        let view = |form: &str| json!({"op": "view", "position": at["position"], "seat": seat, "form": form});
        for form in ["json", "bytes"] {
            let view = rules.ask(view(form))["view"].clone();
            let opened = rules.ask(json!({"op": "from_view", "game": game, "view": view, "seed": 5}));
            assert_eq!((&opened["seat"], &opened["legal_total"]), (seat, &at["legal_total"]));
            let of_opened = |op: &str| json!({"op": op, "position": opened["position"], "seat": seat, "form": form});
            assert_eq!(rules.ask(of_opened("view"))["view"], view);
            let redrawn = rules.ask(json!({"op": "redraw", "position": at["position"], "seed": 5}));
            assert_eq!(rules.ask(json!({"op": "legal", "position": redrawn["position"]})), legal);
        }
    }
}

#[test]
fn a_position_opened_from_an_ask_of_other_rules_is_refused() {
    let mut rules = Asking::new();
    let at = rules.play_on("hawaii", 40);
    let view = rules.ask(json!({"op": "view", "position": at["position"], "seat": at["seat"]}))["view"].clone();
    let ask = |total: u64| json!({"op": "from_ask", "ask": {"game": "hawaii", "view": view, "legal_total": total}});
    let total = at["legal_total"].as_u64().unwrap();
    assert_eq!(rules.ask(ask(total))["seat"], at["seat"]);
    assert_eq!(rules.ask(ask(0))["seat"], at["seat"], "an ask of one's own may leave it out");
    let (kind, error) = rules.problem(ask(total + 1));
    assert_eq!(kind, "request");
    assert!(error.contains(&format!("these rules allow {total} actions, but the arena {}", total + 1)), "{error}");
    let (_, error) = rules.problem(json!({"op": "from_ask", "ask": {"game": "hawaii"}}));
    assert_eq!(error, "from_ask: ask.view: is not set");
}

#[test]
fn events_lead_to_the_position_of_the_match_and_all_of_them_or_none_are_played() {
    let mut rules = Asking::new();
    let at = rules.ask(json!({"op": "start", "game": "haleakala", "seed": 2}));
    let drawn = at["drawn"].as_array().unwrap().iter();
    let mut events: Vec<Value> = drawn.map(|outcome| json!({"chance": {"notation": outcome}})).collect();
    let legal = rules.ask(json!({"op": "legal", "position": 1}))["legal"][3].clone();
    events.push(json!({"action_taken": {"seat": 0, "action": {"notation": legal}}}));
    let played = rules.ask(json!({"op": "play", "position": 1, "action": 3}));
    let followed = rules.ask(json!({"op": "start", "game": "haleakala"}))["position"].clone();
    let observed = rules.ask(json!({"op": "observe", "position": followed, "events": events}));
    assert_eq!(observed["phase"], played["phase"]);
    let text = |position: &Value| json!({"op": "text", "position": position, "seat": 0});
    let before = rules.ask(text(&followed));
    assert_eq!(before, rules.ask(text(&json!(1))));
    events.truncate(1);
    let (kind, error) = rules.problem(json!({"op": "observe", "position": followed, "events": events}));
    assert_eq!(kind, "illegal");
    assert!(error.starts_with("observe: events: event 0: "), "{error}");
    assert_eq!(rules.ask(text(&followed)), before);
}

#[test]
fn one_request_tells_of_all_successors_and_changes_nothing() {
    for game in games() {
        let mut rules = Asking::new();
        let at = rules.play_on(game, 30);
        let position = &at["position"];
        let legal = rules.ask(json!({"op": "legal", "position": position}))["legal"].clone();
        let told = rules.ask(json!({"op": "successors", "position": position, "rollouts": 2, "seed": 1}));
        assert_eq!(told["seat"], at["seat"]);
        let successors = told["successors"].as_array().unwrap();
        assert_eq!(successors.len(), legal.as_array().unwrap().len());
        for (index, successor) in successors.iter().enumerate() {
            assert_eq!(successor["action"], legal[index]);
            let after = rules.ask(json!({"op": "play", "position": position, "action": index, "copy": true}));
            assert_eq!(successor["phase"], after["phase"]);
            let scores = rules.ask(json!({"op": "scores", "position": after["position"]}));
            assert_eq!(successor["scores"], scores["scores"]);
            let rollouts = rules.ask(json!({"op": "rollout", "position": after["position"], "n": 2, "seed": 1}));
            for field in ["rollouts", "finished", "mean_scores", "wins"] {
                assert_eq!(successor[field], rollouts[field], "{game}, {field}");
            }
        }
        assert_eq!(rules.ask(json!({"op": "legal", "position": position}))["legal"], legal);
    }
}

#[test]
fn rollouts_end_with_the_game_or_after_some_events() {
    let mut rules = Asking::new();
    let at = rules.play_on("kanaloa", 20);
    let rollout = |events_max: Value| json!({"op": "rollout", "position": at["position"], "n": 10, "seed": 1, "events_max": events_max});
    let to_the_end = rules.ask(rollout(Value::Null));
    assert_eq!(to_the_end["finished"], 10);
    let wins: f64 = to_the_end["wins"].as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).sum();
    assert!((wins - 1.0).abs() < 1e-9, "{to_the_end}");
    let none = rules.ask(rollout(json!(0)));
    let scores = rules.ask(json!({"op": "scores", "position": at["position"]}));
    assert_eq!(none["finished"], 0);
    let means: Vec<_> =
        none["mean_scores"].as_array().unwrap().iter().map(|mean| json!(mean.as_f64().unwrap() as i64)).collect();
    assert_eq!(json!(means), scores["scores"]);
}

#[test]
fn many_requests_in_one_line_are_answered_in_order_in_one_line() {
    let mut rules = Asking::new();
    let answers = rules.line(
        &json!([
            {"op": "start", "game": "haleakala", "seed": 1, "id": "a"},
            {"op": "fly", "id": "b"},
            {"op": "clone", "position": 1},
            7,
        ])
        .to_string(),
    );
    let answers = answers.as_array().unwrap();
    assert_eq!((&answers[0]["id"], &answers[0]["position"]), (&json!("a"), &json!(1)));
    assert_eq!(answers[1]["id"], "b");
    assert!(text_of(&answers[1]).starts_with("fly: there is no such operation; the operations are start, "));
    assert_eq!(answers[2]["position"], 2);
    assert!(text_of(&answers[3]).starts_with("a request is an object such as"));
}

#[test]
fn positions_are_freed_and_bounded() {
    let mut rules = Asking::new();
    rules.ask(json!({"op": "start", "game": "haleakala"}));
    let most = kahua_rules::limits::POSITIONS_MAX;
    let clones = vec![json!({"op": "clone", "position": 1}); kahua_rules::limits::BATCH_MAX];
    for _ in 0..most.div_ceil(clones.len()) {
        rules.line(&json!(clones).to_string());
    }
    let (kind, error) = rules.problem(json!({"op": "clone", "position": 1}));
    assert_eq!(kind, "limit");
    assert!(error.starts_with(&format!("clone: {most} positions are open")), "{error}");
    assert_eq!(rules.ask(json!({"op": "free", "positions": [1, 2, 3]})), json!({"freed": 3}));
    let (_, error) = rules.problem(json!({"op": "free", "positions": [4, 2]}));
    assert!(error.starts_with("free: position: there is no open position 2"), "{error}");
    let (kind, error) = rules.problem(json!({"op": "legal", "position": 2}));
    let expected = "legal: position: there is no open position 2; it was freed, or no answer has named it";
    assert_eq!((kind.as_str(), error.as_str()), ("request", expected));
    assert_eq!(rules.ask(json!({"op": "clone", "position": 4}))["position"], most + 1, "no number is used twice");
}

#[test]
fn what_is_wrong_is_said_with_its_place_and_what_to_do() {
    let mut rules = Asking::new();
    rules.ask(json!({"op": "start", "game": "haleakala", "seed": 1}));
    for (request, expected) in [
        (json!({"op": "start", "game": "chess"}), "start: game: there is no game \"chess\"; the games are haleakala, "),
        (
            json!({"op": "start", "game": "haleakala", "seats": 9}),
            "start: seats: 9 is not a number of seats from 1 to 5",
        ),
        (json!({"op": "start", "game": "haleakala", "seats": 3}), "start: seats: "),
        (
            json!({"op": "start", "game": "haleakala", "options": ["no=such"]}),
            "start: options: there is no option \"no\"",
        ),
        (json!({"op": "start"}), "start: missing field `game`"),
        (json!({"op": "start", "game": "haleakala", "sead": 1}), "start: unknown field `sead`, expected one of"),
        (
            json!({"op": "sample", "position": 1, "seed": -1}),
            "sample: invalid type: integer `-1`, expected a seed: a whole",
        ),
        (
            json!({"op": "sample", "position": 1, "seed": "x"}),
            "sample: invalid value: string \"x\", expected a seed: a whole",
        ),
        (json!({"op": "play", "position": 1}), "play: give either an action or an outcome of chance"),
        (
            json!({"op": "play", "position": 1, "action": 1000}),
            "play: action: index 1000 is beyond the legal list, which has 30",
        ),
        (
            json!({"op": "play", "position": 1, "action": "hop"}),
            "play: action: the action can't be read: \"hop\" is not",
        ),
        (json!({"op": "play", "position": 1, "chance": "hop"}), "play: chance: \"hop\" is not"),
        (
            json!({"op": "view", "position": 1, "seat": 2}),
            "view: seat: there is no seat 2; the table has 2, from 0 to 1",
        ),
        (
            json!({"op": "from_view", "game": "haleakala", "view": {"rond": 1}}),
            "from_view: view: unrecognized field name 'rond'",
        ),
        (json!({"op": "from_view", "game": "haleakala", "view": "*"}), "from_view: view: isn't base64: "),
        (json!({"op": "from_view", "game": "haleakala", "view": "////"}), "from_view: view: isn't a View: "),
        (
            json!({"op": "from_view", "game": "haleakala", "view": {}}),
            "from_view: view: haleakala: is not set; the message is empty",
        ),
        (
            json!({"op": "rollout", "position": 1, "n": 0, "seed": 1}),
            "rollout: n: 0 is not a number of rollouts from 1 to",
        ),
        (
            json!({"op": "successors", "position": 1, "rollouts": 1_000_000}),
            "successors: rollouts: 1000000 after each of 30",
        ),
        (json!({"position": 1}), "op: is not set; the operations are start, "),
    ] {
        let (_, error) = rules.problem(request);
        assert!(error.starts_with(expected), "expected {expected:?}, got {error:?}");
    }
    assert!(
        text_of(&rules.line("{")).starts_with("the line is not JSON: EOF while parsing an object at line 1 column 1")
    );
    assert!(kahua_rules::Rules::answer_to_long_line().contains("the line is longer than "));
}
