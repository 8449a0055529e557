//! The notation of actions and chance outcomes.

use super::*;
use crate::game::NOTATION_MAX;

fn actions() -> Vec<Action> {
    let mut all = vec![Action::Boat, Action::Stay, Action::BuyNothing];
    for disc in Disc::ALL {
        all.extend(Segment::ALL.map(|beach| Action::Place { disc, beach }));
        all.extend([Action::Invoke { disc }, Action::Return { disc }]);
    }
    all.extend(SpaceSet::ALL.iter().map(Action::Move));
    all.extend(Card::ALL.map(Action::Take));
    all.extend(DisplayCard::ALL.map(Action::Buy));
    for from in Segment::ALL {
        all.extend(Segment::ALL.map(|to| Action::Lava { from, to }));
    }
    all
}

#[test]
fn every_action_and_outcome_reads_back_as_itself() {
    let all = actions();
    assert_eq!(all.len(), 3 + 30 + 10 + 18 + 11 + 6 + 36);
    for action in all {
        let text = action.to_string();
        assert_eq!(text.parse(), Ok(action));
        assert!(text.len() <= NOTATION_MAX && text.bytes().all(|byte| byte.is_ascii_graphic()), "{text}");
    }
    let chances = Colour::ALL.map(Chance::Start).into_iter().chain(Card::ALL.map(Chance::Card)).chain([Chance::Lava]);
    for chance in chances {
        assert_eq!(chance.to_string().parse(), Ok(chance));
    }
}

#[test]
fn what_display_does_not_write_is_not_read() {
    for text in [
        "",
        "place",
        "place:",
        "place:0@1",
        "place:6@1",
        "place:3@6",
        "place:03@1",
        "place:+3@1",
        "place:3@1 ",
        "Place:3@1",
        "place:3@1@1",
        "invoke:3@1",
        "return:0",
        "boat:",
        "boat:1",
        "move:2g",
        "move:g",
        "move:h2",
        "move:g22",
        "move:gg",
        "stay:",
        "take:lava",
        "take:",
        "take:fish6",
        "buy:",
        "buy:shell",
        "lava",
        "lava:0",
        "lava:0-6",
        "lava:0>1",
        "start:red",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text:?}");
    }
    for text in ["", "start:0", "start:", "card:lava", "card:", "lava:", "lava:1", "stay", "Card:shell"] {
        assert!(text.parse::<Chance>().is_err(), "{text:?}");
    }
}

#[test]
fn a_wrong_text_is_told_what_was_expected() {
    let error = "palce:3@2".parse::<Action>().unwrap_err().to_string();
    assert!(error.starts_with(r#""palce:3@2" is not a valid action of haleakala, such as place:3@2"#), "{error}");
}
