//! What the things of the game are called in sentences.
//!
//! In German, what stands in a sentence is in the accusative, sites and stacks are in the dative, and titles are in the nominative.

mod tiles;

use kahua_engine::games::hawaii::{God, Islet, Payment, Rules, Side, Site, Stack, Tile, Token};

use crate::language::Language;
use crate::prose::{capital, list};
use crate::{say, say_count};

pub(crate) use tiles::{TileWords, plural};

/// "1 point", "3 points".
pub(crate) fn points(language: Language, number: u32) -> String {
    say_count!(language, number, "{0} point", "{0} points")
}

/// "1 shell", "3 shells".
pub(crate) fn shells(language: Language, number: u32) -> String {
    say_count!(language, number, "{0} shell", "{0} shells")
}

/// "1 foot", "3 feet".
pub(crate) fn feet(language: Language, number: u32) -> String {
    say_count!(language, number, "{0} foot", "{0} feet")
}

fn fruit(language: Language, number: u32) -> String {
    match number {
        1 => say!(language, "1 fruit").to_owned(),
        _ => say!(language, "{0} fruit", number),
    }
}

/// Shells, feet and fruit: "2 shells and 1 foot"; "nothing".
pub(crate) fn resources(language: Language, of_shells: u32, of_feet: u32, of_fruit: u32) -> String {
    let all = [(of_shells, shells as fn(Language, u32) -> String), (of_feet, feet), (of_fruit, fruit)];
    let some: Vec<String> =
        all.into_iter().filter(|(count, _)| *count > 0).map(|(count, amount)| amount(language, count)).collect();
    if some.is_empty() { say!(language, "nothing").to_owned() } else { list(language, some) }
}

/// "with 3 fish".
pub(crate) fn with_fish(language: Language, fish: u32) -> String {
    match fish {
        1 => say!(language, "with 1 fish").to_owned(),
        _ => say!(language, "with {0} fish", fish),
    }
}

/// "1 turn taken".
pub(crate) fn turns(language: Language, turns: u32) -> String {
    say_count!(language, turns, "{0} turn taken", "{0} turns taken")
}

/// This as a sentence: with a capital and a full stop; `None` if it is empty.
pub(crate) fn sentence(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| format!("{}.", capital(text)))
}

/// What a thing is called where it lies on the board.
pub(crate) trait Titled {
    /// Without an article, and in English in lower case unless it is a name; a site by what it sells, a god's tile by its stack.
    fn title(self, language: Language) -> &'static str;
}

/// What a thing is called in a sentence.
pub(crate) trait InWords {
    /// "5 with spears", "the starting boat and two boats with side II up".
    fn in_words(self, language: Language) -> String;
}

impl InWords for Payment {
    fn in_words(self, language: Language) -> String {
        resources(language, self.shells.into(), self.feet.into(), self.fruit.into())
    }
}

impl InWords for Token {
    fn in_words(self, language: Language) -> String {
        match self.has_spears() {
            true => say!(language, "{0} with spears", self.number()),
            false => self.number().to_string(),
        }
    }
}

/// "a hula dancer with side II up".
pub(crate) fn with_side(language: Language, what: &str, side: Side) -> String {
    match side {
        Side::One => say!(language, "{0} with side I up", what),
        Side::Two => say!(language, "{0} with side II up", what),
    }
}

impl Titled for Site {
    fn title(self, language: Language) -> &'static str {
        match self {
            Site::ShellFoot => say!(language, "shell and foot huts"),
            Site::Fruit => say!(language, "fruit"),
            Site::Kahunas => say!(language, "kahunas and tikis"),
            Site::SpearExchange => say!(language, "spear and exchange huts"),
            Site::Hula => say!(language, "hula dancers"),
            Site::Surfers => say!(language, "surfers"),
            Site::Gods => say!(language, "gods"),
            Site::Boats => say!(language, "boats"),
            Site::LongHuts => say!(language, "long huts"),
            Site::Irrigation => say!(language, "irrigation"),
        }
    }
}

/// Where one goes to, or stays at.
impl InWords for Site {
    fn in_words(self, language: Language) -> String {
        let words = match self {
            Site::ShellFoot => say!(language, "the shell and foot huts"),
            Site::Fruit => say!(language, "the fruit site"),
            Site::Kahunas => say!(language, "the kahunas and tikis"),
            Site::SpearExchange => say!(language, "the spear and exchange huts"),
            Site::Hula => say!(language, "the hula dancers"),
            Site::Surfers => say!(language, "the surfers"),
            Site::Gods => say!(language, "the gods"),
            Site::Boats => say!(language, "the boats"),
            Site::LongHuts => say!(language, "the long huts"),
            Site::Irrigation => say!(language, "the irrigation site"),
        };
        words.to_owned()
    }
}

/// What an islet brings, after "brings".
pub(crate) fn brings(language: Language, islet: Islet, rules: &Rules) -> String {
    match islet {
        Islet::Hula => Tile::Hula.several(language, 1),
        Islet::Surfer => Tile::Surfer.several(language, 1),
        Islet::Fruit => say!(language, "a fruit tile").to_owned(),
        Islet::Hut => say!(language, "a hut").to_owned(),
        Islet::Boat => Tile::Boat.several(language, 1),
        Islet::God => say!(language, "a god").to_owned(),
        Islet::Kahunas => Tile::Kahuna.several(language, rules.islet_rewards.kahunas.into()),
        Islet::Tikis => Tile::Tiki.several(language, rules.islet_rewards.tikis.into()),
        Islet::Irrigation | Islet::Points => lies(language, islet, rules),
    }
}

/// What an islet brings, where it stands for itself.
pub(crate) fn lies(language: Language, islet: Islet, rules: &Rules) -> String {
    let rewards = &rules.islet_rewards;
    match islet {
        Islet::Fruit => say!(language, "a {0}", say!(language, "fruit tile")),
        Islet::Irrigation => islet.title(language).to_owned(),
        Islet::Kahunas => Tile::Kahuna.several_for_itself(language, rewards.kahunas.into()),
        Islet::Tikis => Tile::Tiki.several_for_itself(language, rewards.tikis.into()),
        Islet::Points => points(language, rewards.points.into()),
        _ => say!(language, "a {0}", islet.title(language)),
    }
}

impl Titled for Islet {
    fn title(self, language: Language) -> &'static str {
        match self {
            Islet::Hula => say!(language, "hula dancer"),
            Islet::Surfer => say!(language, "surfer"),
            Islet::Fruit => say!(language, "fruit"),
            Islet::Irrigation => say!(language, "irrigation"),
            Islet::Hut => say!(language, "hut"),
            Islet::Boat => say!(language, "boat"),
            Islet::God => say!(language, "god"),
            Islet::Kahunas => say!(language, "kahunas"),
            Islet::Tikis => say!(language, "tikis"),
            Islet::Points => say!(language, "points"),
        }
    }
}

/// Its name, which is the same in all languages.
pub(crate) const fn name_of(god: God) -> &'static str {
    match god {
        God::Kane => "Kane",
        God::Pele => "Pele",
        God::Kanaloa => "Kanaloa",
        God::Laka => "Laka",
        God::Ku => "Ku",
        God::Lono => "Lono",
    }
}

impl InWords for Stack {
    fn in_words(self, language: Language) -> String {
        match self.index() {
            0 => say!(language, "the first stack").to_owned(),
            _ => say!(language, "the second stack").to_owned(),
        }
    }
}
