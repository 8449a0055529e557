//! Sentences about a player, told to that player: "Anna places disc 3 and takes a card." becomes "You place disc 3 and take a
//! card."
//!
//! The sentences of the games are regular: a player's name is followed by a verb in the present tense where the player does
//! something. A test goes through random matches of each game.

mod in_german;

use crate::language::Language;

/// What stands before a name that does nothing: "the boat brings Anna two points".
const BEFORE_OBJECTS: [&str; 25] = [
    "about", "allow", "allows", "before", "blocks", "bring", "brings", "by", "for", "forbids", "from", "give", "gives",
    "is", "leave", "leaves", "like", "of", "on", "over", "rob", "robs", "than", "to", "with",
];

/// The verbs that go on after "and" or a comma: "goes to C, pays two feet and gets a fruit".
const GO_ON: [&str; 30] = [
    "adds",
    "begins",
    "buys",
    "brings",
    "catches",
    "chooses",
    "draws",
    "flips",
    "gets",
    "gives",
    "goes",
    "keeps",
    "lands",
    "lays",
    "leaves",
    "loses",
    "moves",
    "opens",
    "passes",
    "pays",
    "places",
    "puts",
    "receives",
    "returns",
    "sacrifices",
    "scores",
    "sends",
    "stays",
    "takes",
    "turns",
];

/// This sentence, or several, told to the player of this name. In German the player is called by the name.
pub(crate) fn told(language: Language, text: &str, name: &str) -> String {
    match language {
        Language::English => text.split_inclusive(". ").map(|sentence| one(sentence, name)).collect(),
        Language::German => text.to_owned(),
    }
}

/// The same as something that the player can do: "Place disc 3 and take a card."
pub(crate) fn to_do(language: Language, text: &str, name: &str) -> String {
    if language == Language::German {
        return in_german::to_do(text, name);
    }
    let told = told(language, text, name);
    told.strip_prefix("You ").map(capital).unwrap_or(told)
}

fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

fn one(sentence: &str, name: &str) -> String {
    let mut told: Vec<String> = Vec::new();
    let (mut is_me, mut is_next_verb) = (false, false);
    let mut last = "";
    for (index, word) in sentence.split(' ').enumerate() {
        let (bare, mark) = word.split_at(word.trim_end_matches(['.', ',', ':', ';']).len());
        let possessive = bare.strip_suffix("'s").is_some_and(|owner| owner == name);
        let begins = index == 0;
        if possessive {
            told.push(format!("{}{mark}", if begins { "Your" } else { "your" }));
        } else if bare == name {
            let does = begins || !BEFORE_OBJECTS.contains(&last);
            (is_me, is_next_verb) = (does, does && mark.is_empty());
            told.push(format!("{}{mark}", if begins { "You" } else { "you" }));
            last = bare;
            continue;
        } else if is_next_verb && is_adverb(bare) {
            told.push(word.to_owned());
            continue;
        } else if is_next_verb || is_me && goes_on(last) && GO_ON.contains(&bare) {
            told.push(format!("{}{mark}", without_s(bare)));
        } else {
            // Another player, or another thing, does what follows.
            is_me &= !(goes_on(last) && bare.starts_with(char::is_uppercase));
            told.push(word.to_owned());
        }
        is_next_verb = false;
        last = if mark == "," { "," } else { bare };
    }
    told.join(" ")
}

fn goes_on(last: &str) -> bool {
    [",", "and", "or", "then"].contains(&last)
}

fn is_adverb(word: &str) -> bool {
    ["now", "still", "also", "then"].contains(&word)
}

/// A verb of the third person as one of the second.
fn without_s(verb: &str) -> String {
    match verb {
        "is" => "are".to_owned(),
        "has" => "have".to_owned(),
        "goes" => "go".to_owned(),
        "does" => "do".to_owned(),
        "doesn't" => "don't".to_owned(),
        "hasn't" => "haven't".to_owned(),
        "isn't" => "aren't".to_owned(),
        _ => match verb {
            _ if verb.ends_with("ies") => format!("{}y", &verb[..verb.len() - 3]),
            _ if ["sses", "ches", "shes", "xes"].iter().any(|end| verb.ends_with(end)) => {
                verb[..verb.len() - 2].to_owned()
            }
            _ if verb.ends_with('s') && !verb.ends_with("ss") => verb[..verb.len() - 1].to_owned(),
            _ => verb.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use kahua_engine::{Choices, Dice, DynGame, PerSeat, Phase, Seat, Seed, registry};
    use kahua_show::{Wording, shown};

    use super::*;

    #[test]
    fn sentences_are_told_to_the_player_whom_they_are_about() {
        for (text, expected) in [
            (
                "human-1 places disc 3 on beach 1, now 3 to 1 for human-1.",
                "You place disc 3 on beach 1, now 3 to 1 for you.",
            ),
            ("human-1 goes to C, pays two feet and gets a fruit.", "You go to C, pay two feet and get a fruit."),
            ("human-1 passes. human-1 now has two shells.", "You pass. You now have two shells."),
            ("The boat brings human-1 points.", "The boat brings you points."),
            ("bob moves along human-1's fish, which turns.", "bob moves along your fish, which turns."),
            ("bob blocks human-1 on C.", "bob blocks you on C."),
            ("human-1 begins a sacrifice to Lono.", "You begin a sacrifice to Lono."),
            ("bob gets 2 points and human-1 gets 3.", "bob gets 2 points and you get 3."),
            ("human-1 catches a token, and the boat stays.", "You catch a token, and the boat stays."),
            ("human-1 returns disc 3 and leaves the beach to bob.", "You return disc 3 and leave the beach to bob."),
            ("human-1's piece stays.", "Your piece stays."),
            ("human-12 passes.", "human-12 passes."),
        ] {
            assert_eq!(told(Language::English, text, "human-1"), expected);
        }
    }

    /// Every action of a random match of each game, told to who takes it.
    #[test]
    fn what_players_do_in_random_matches_is_told_to_them() {
        for entry in registry::all() {
            let info = entry.info();
            let seats = info.seat_count(*info.seats.end()).unwrap();
            let mut game = entry.built_in_ruleset().open(seats, &Choices::defaults(info.options)).unwrap();
            let names = PerSeat::from_fn(seats, |seat| format!("human-{seat}"));
            let mut dice = Dice::new(Seed::from_number(1));
            while let Some(seat) = decider(&mut *game, &mut dice) {
                let name = &names[seat];
                let index = dice.below(game.legal_count() as u32) as usize;
                let [english, german] = Language::ALL
                    .map(|language| shown(&*game).describe_action(index, Wording { language, names: &names }));
                let told = told(Language::English, &english, name);
                assert!(!told.contains(name.as_str()), "{told}");
                for (_, rest) in told.match_indices("You ").map(|(at, you)| told.split_at(at + you.len())) {
                    let verb = rest.split([' ', '.', ',']).find(|word| !is_adverb(word)).unwrap_or_default();
                    let is_third = verb.ends_with('s') && !verb.ends_with("ss") || ["is", "has"].contains(&verb);
                    assert!(!is_third, "{told}");
                }
                let order = to_do(Language::German, &german, name);
                assert!(!order.starts_with(name.as_str()), "a verb is missing: {order}");
                game.play(index);
            }
        }
    }

    /// Who decides next, after all that is drawn before; `None` at the end.
    fn decider(game: &mut dyn DynGame, dice: &mut Dice) -> Option<Seat> {
        while *game.phase() == Phase::Chance {
            game.draw(dice);
        }
        game.phase().to_act()
    }

    #[test]
    fn what_can_be_done_is_an_order() {
        assert_eq!(
            to_do(Language::English, "human-1 places disc 3 on beach 1.", "human-1"),
            "Place disc 3 on beach 1."
        );
        assert_eq!(
            to_do(Language::English, "With bob's help human-1 turns a fish.", "human-1"),
            "With bob's help you turn a fish."
        );
    }
}
