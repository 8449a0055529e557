//! The rules from Rust, by the client library.

use kahua_client::pb;
use kahua_client::rules::{Phase, Rules, RulesError, json};
use pb::match_event::Event;

use crate::KAHUA;

fn rules() -> Rules {
    Rules::with_command([KAHUA.path(), "rules"]).expect("it starts")
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut position = rules().start("haleakala", Some(2), &["variant=tactical"], Some(7)).unwrap();
    let mut decisions = 0;
    while position.phase != Phase::Over {
        let legal = position.legal().unwrap();
        assert_eq!(legal.len(), position.legal_total as usize);
        match decisions % 2 {
            0 => position.play(0, Some(decisions)).unwrap(),
            _ => position.play(legal.last().unwrap().as_str(), Some(decisions)).unwrap(),
        }
        decisions += 1;
    }
    position.places.sort_unstable();
    assert_eq!(position.places, [1, 2]);
}

#[test]
fn an_ask_leads_to_its_position() {
    let rules = rules();
    let position = rules.start("hawaii", Some(3), &[], Some(4)).unwrap();
    let Phase::Decide(seat) = position.phase else { panic!("{position:?}") };
    let view = position.view(Some(seat)).unwrap();
    let ask = |legal_total| {
        let (game, view) = ("hawaii".to_owned(), Some(view.clone()));
        pb::Ask { game, seat, view, legal_total, ..pb::Ask::default() }
    };
    let opened = rules.position(&ask(position.legal_total), 9).unwrap();
    for other in [opened.redraw(3).unwrap(), rules.from_view("hawaii", &view, 1).unwrap(), opened] {
        assert_eq!(other.view(Some(seat)).unwrap(), view);
    }
    let error = rules.position(&ask(position.legal_total + 1), 9).unwrap_err().to_string();
    assert!(error.contains("start the process with --ruleset FILE"), "{error}");
}

#[test]
fn successors_and_copies_leave_the_position_as_it_is() {
    let rules = rules();
    let position = rules.start("kanaloa", None, &[], Some(1)).unwrap();
    let before = position.text(None).unwrap();
    let legal = position.legal().unwrap();
    let successors = position.successors(2, 5, Some(30)).unwrap();
    assert_eq!(successors.len(), legal.len());
    for (index, successor) in (0..).zip(&successors) {
        let after = position.after(index, None).unwrap();
        assert_eq!((&successor.action, successor.phase), (&legal[index as usize], after.phase));
        assert_eq!(successor.scores, after.scores().unwrap());
        assert_eq!(successor.rollouts, Some(after.rollout(2, 5, Some(30)).unwrap()));
    }
    assert_eq!(position.successors(0, 0, None).unwrap()[0].rollouts, None);
    assert_eq!(position.copy().unwrap().text(None).unwrap(), before);
    // Positions that were dropped are forgotten.
    let gone = position.copy().unwrap().handle;
    let error = rules.request("legal", json!({"position": gone})).unwrap_err().to_string();
    assert!(error.contains(&format!("there is no open position {gone}")), "{error}");
}

#[test]
fn chance_is_listed_played_drawn_and_followed() {
    let rules = rules();
    let mut position = rules.start("haleakala", None, &[], None).unwrap();
    let outcomes = position.chance().unwrap();
    let sum: f64 = outcomes.iter().map(|outcome| outcome.probability).sum();
    assert!(position.phase == Phase::Chance && (sum - 1.0).abs() < 1e-9, "{outcomes:?}");
    position.copy().unwrap().play_chance(&outcomes[0].notation).unwrap();
    position.sample(3).unwrap();
    let event = |(number, notation): (u32, &String)| {
        let chance = pb::Chance { notation: notation.clone(), game: None };
        pb::MatchEvent { number, event: Some(Event::Chance(chance)) }
    };
    let events: Vec<_> = (0..).zip(&position.drawn).map(event).collect();
    let mut followed = rules.start("haleakala", None, &[], None).unwrap();
    followed.observe(&events).unwrap();
    assert_eq!(followed.text(None).unwrap(), position.text(None).unwrap());
}

#[test]
fn a_refusal_has_its_reason_and_the_next_request_is_answered() {
    let rules = rules();
    let mut position = rules.start("haleakala", None, &[], Some(1)).unwrap();
    assert!(matches!(position.play(99, None), Err(RulesError::Illegal(_))));
    let typed = pb::Action { notation: String::new(), game: None };
    let error = position.play(typed, None).unwrap_err().to_string();
    assert!(error.contains("name it by its index"), "{error}");
    let answers = rules.batch(&[json!({"op": "legal", "position": position.handle}), json!({"op": "fly"})]).unwrap();
    assert!(answers[0]["legal"].is_array());
    assert!(answers[1].to_string().contains("there is no such operation"), "{answers:?}");
    let many = vec![json!({}); 5000];
    assert!(matches!(rules.batch(&many), Err(RulesError::Request(_))));
    assert!(rules.start("haleakala", None, &[], None).is_ok());
}

#[test]
fn rules_that_have_ended_say_so() {
    // What it prints isn't an answer.
    let rules = Rules::with_command([KAHUA.path(), "--version"]).unwrap();
    for _ in 0..2 {
        let error = rules.start("haleakala", None, &[], None).unwrap_err().to_string();
        assert!(error.contains("--version has ended (exit status: 0)"), "{error}");
    }
    let error = Rules::with_command(["/no/such"]).unwrap_err().to_string();
    assert!(error.starts_with("can't start /no/such: ") && error.ends_with("set KAHUA_RULES to its path"), "{error}");
}
