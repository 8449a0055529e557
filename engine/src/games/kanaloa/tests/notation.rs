//! The text form: what it looks like, and that nothing else is read.

use super::*;

#[test]
fn every_kind_of_action_has_a_notation_that_reads_back() {
    let all = "fish:ab:white fish:ba:coloured piece:c remove:c remove:p:blocked remove:dolphin land:c move:ab flip:ab \
               dolphin:a swap:a-kl4:b-klku3 sacrifice:pele sacrifice:kane add:ka5 done rob:3:pelo2 spare take:lo5 \
               volcano:c volcano:s1 volcano:s32 reverse:ab recolour:ab second:c end allow veto";
    for text in all.split_whitespace() {
        let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(action.to_string(), text);
    }
}

#[test]
fn every_kind_of_chance_has_a_notation_that_reads_back() {
    let all = "draw:kl4 draw:ka5 draw:volcano card:ku cards:lono-ku cards:kanaloa-pele cards:lono-pele cards:kanaloa-ku \
               neutral:fg";
    for text in all.split_whitespace() {
        let chance: Chance = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(chance.to_string(), text);
    }
}

#[test]
fn nothing_else_is_an_action() {
    let wrong = [
        "",
        "end:",
        "end ",
        "End",
        "done:x",
        "move:aa",
        "move:abc",
        "move:a",
        "move:aq",
        "fish:ab",
        "fish:ab:red",
        "fish:ab:white:",
        "remove:",
        "remove:dolphin:blocked",
        "remove:c:",
        "swap:b-kl4:a-ka2",
        "swap:a-kl4:a-ka2",
        "swap:a-kl4",
        "sacrifice:kana",
        "add:kl2",
        "add:ka6",
        "rob:4:ka2",
        "rob:0",
        "rob:01:ka2",
        "take:",
        "volcano:s0",
        "volcano:s33",
        "volcano:s01",
        "volcano:s+1",
        "volcano:s",
        "second:",
        "draw:kl4",
        "veto ",
        "move:AB",
    ];
    for text in wrong {
        assert!(text.parse::<Action>().is_err(), "{text:?}");
    }
    let wrong = [
        "",
        "draw",
        "draw:",
        "draw:volcano ",
        "card:kane",
        "cards:ku-lono",
        "cards:lono-kanaloa",
        "neutral:ff",
        "neutral:f",
        "move:ab",
    ];
    for text in wrong {
        assert!(text.parse::<Chance>().is_err(), "{text:?}");
    }
}

#[test]
fn an_error_names_the_text_and_what_was_expected() {
    let error = "move:aa".parse::<Action>().unwrap_err().to_string();
    assert_eq!(error, r#""move:aa" is not a valid action of Kanaloa, such as move:ab, take:kl4 or end"#);
}

#[test]
fn tiles_are_in_the_order_in_which_they_are_laid_down() {
    let names: Vec<String> = Tile::all().map(|tile| tile.to_string()).collect();
    assert_eq!(names[..10].join(" "), "kl4 kl5 ku4 ku5 pe4 pe5 lo4 lo5 klku2 klku3");
    assert_eq!(names[24..].join(" "), "kulo3 kulo4 ka2 ka3 ka4 ka5");
    let tile: Tile = "lokl3".parse().unwrap();
    let shown = Temple::ALL.map(|temple| tile.shows(temple));
    assert_eq!((shown, tile.value()), ([true, false, false, true, false], 3));
}
