//! The notation: what is written is read back, and nothing else is read.

use crate::games::hawaii::{Action, Chance, Fleet, Payment, Side, Tile, Token};

#[test]
fn tokens_are_sorted_by_number_and_spears() {
    let texts: Vec<String> = Token::ALL.map(|token| token.to_string()).to_vec();
    assert_eq!(texts, ["2", "2s", "3", "3s", "4", "4s", "5", "5s", "6", "6s"]);
    assert!(Token::new(1, false).is_none() && Token::new(7, true).is_none());
}

#[test]
fn payments_name_only_what_is_paid() {
    let text = |shells, feet, fruit| Action::Pay(Payment { shells, feet, fruit }).to_string();
    assert_eq!(text(2, 1, 0), "pay:2shell+1foot");
    assert_eq!(text(0, 0, 3), "pay:3fruit");
    assert_eq!(text(0, 0, 0), "pay:0");
    assert_eq!(text(255, 255, 255), "pay:255shell+255foot+255fruit");
}

#[test]
fn every_kind_of_action_and_chance_round_trips() {
    let texts = [
        "place:0",
        "place:9",
        "cove",
        "dock:1",
        "dock:4",
        "track:5",
        "pay:2shell+1foot+3fruit",
        "pay:0",
        "price:6s",
        "buy:god0,1",
        "buy:hula,2",
        "boats:1,0,2",
        "fish:3",
        "stop",
        "reward:shellhut",
        "row:5",
    ];
    for text in texts {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
    }
    for text in ["site:spearexchange", "god:lono", "islet:points", "seat:4", "token:2", "token:6s"] {
        assert_eq!(text.parse::<Chance>().unwrap().to_string(), text);
    }
    let fleet = Fleet { start: 1, ones: 0, twos: 2 };
    assert_eq!("boats:1,0,2".parse::<Action>(), Ok(Action::Boats(fleet)));
    assert_eq!("buy:god1,2".parse::<Action>(), Ok(Action::Buy(Tile::God1, Side::Two)));
}

#[test]
fn what_is_not_written_so_is_not_read() {
    let wrong = [
        "",
        "place",
        "place:",
        "place:10",
        "place:+1",
        "place:01",
        "Place:1",
        "cove:",
        "cove:1",
        "dock:0",
        "dock:5",
        "track:0",
        "track:6",
        "pay:",
        "pay:shell",
        "pay:1foot+2shell",
        "pay:0shell",
        "pay:1shell+",
        "pay:1shell+1shell",
        "pay:256shell",
        "pay:1fish",
        "price:1",
        "price:7",
        "price:3ss",
        "price:s",
        "buy:hula",
        "buy:hula,3",
        "buy:hula,02",
        "buy:god,1",
        "boats:1,0",
        "boats:1,0,2,0",
        "boats:-1,0,0",
        "fish:",
        "fish:256",
        "stop:",
        "reward:nothing",
        "row:0",
        "row:6",
        " stop",
    ];
    for text in wrong {
        let error = text.parse::<Action>().expect_err(text).to_string();
        assert_eq!(error, format!("{text:?} is not a valid action such as place:3, pay:2shell+1foot or buy:hula,2"));
    }
    for text in ["", "site:", "site:god", "god:zeus", "islet:7", "seat:5", "seat:00", "token:22", "token:2S", "stop"] {
        assert!(text.parse::<Chance>().is_err(), "{text}");
    }
}
