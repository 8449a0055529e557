//! One sentence of each kind that a game can say, written down for people to read.

use std::collections::BTreeSet;
use std::path::Path;

use kahua_engine::{Event, PerSeat, Viewer};
use kahua_show::{Language, Show, Visit, Wording};

use crate::golden::compare;
use crate::tables::{TableOf, at_each_table};
use crate::telling::{attributes, names, tell};

/// So many games of each table are told. The drawings are those of the first of them.
const GAMES: u64 = 6;

/// Words for numbers other than one, in all languages. Sentences that differ only in them are of one kind.
const NUMBERS: [&str; 22] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "zwei", "drei", "vier",
    "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
];

/// Compares the list of each game in this language with the file of this name.
pub(crate) struct Listed(pub(crate) Language, pub(crate) &'static str);

impl Visit for Listed {
    fn visit<G: Show>(&mut self) {
        listed::<G>(self.0, self.1);
    }
}

/// Compares the list of a game in this language with its file.
fn listed<G: Show>(language: Language, file: &str) {
    let (mut events, mut drawings) = (Kinds::default(), Kinds::default());
    at_each_table::<G>(GAMES, |table| {
        let names = names::<G>(table.seats);
        let told = tell(table, language).0;
        let lines = told.lines().filter_map(|line| line.strip_prefix("  "));
        lines.flat_map(|line| line.split_inclusive(". ")).for_each(|one| events.see(one, &names));
        if table.number == 1 {
            drawn(table, Wording { language, names: &names }, &mut drawings);
        }
    });
    let [events, drawings] = [events, drawings].map(|kinds| kinds.0.join("\n"));
    let file = Path::new("src/games").join(G::INFO.name).join("goldens").join(file);
    compare(&file, format!("What events are told in:\n{events}\n\nWhat drawings say:\n{drawings}\n"));
}

/// What the drawings of a game say to those who don't see them: their labels, and the titles of their parts.
fn drawn<G: Show>(table: &TableOf<G>, wording: Wording<'_>, kinds: &mut Kinds) {
    let mut play = table.start();
    // Draws change little, and there are many of them.
    while let Ok(event) = play.step() {
        if matches!(event, Event::Chance(_)) {
            continue;
        }
        let view = play.state.view(Viewer::Public);
        let drawing = G::draw(&view, &table.ruleset.rules, wording, &BTreeSet::new()).whole().into_string();
        attributes(&drawing, "aria-label").for_each(|label| kinds.see(label, wording.names));
        let titles = drawing.split("<title>").skip(1).filter_map(|rest| rest.split("</title>").next());
        titles.for_each(|title| kinds.see(title, wording.names));
    }
}

/// The sentences that have words side by side which no earlier one has.
#[derive(Default)]
struct Kinds(Vec<String>, BTreeSet<(String, String)>);

impl Kinds {
    fn see(&mut self, sentence: &str, names: &PerSeat<String>) {
        let words: Vec<String> = std::iter::once(String::new())
            .chain(sentence.split_whitespace().map(|word| kind_of(word, names)))
            .chain([String::new()])
            .collect();
        let pairs = words.windows(2).map(|pair| (pair[0].clone(), pair[1].clone()));
        let new: Vec<_> = pairs.filter(|pair| !self.1.contains(pair)).collect();
        if !new.is_empty() {
            self.0.push(sentence.trim_end().to_owned());
            self.1.extend(new);
        }
    }
}

/// The word, or what it stands for.
fn kind_of(word: &str, names: &PerSeat<String>) -> String {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let owner = word.strip_suffix("'s").unwrap_or(word);
    if names.iter().any(|name| name == owner) {
        return word.replace(owner, "NAME");
    }
    if word.parse() == Ok(1_u32) || word == "one" {
        return "1".to_owned();
    }
    let is_number = word.chars().next().is_some_and(|first| first.is_ascii_digit()) || NUMBERS.contains(&word);
    match () {
        () if is_number => "N".to_owned(),
        // The name of an island, or the first word of a sentence.
        () if word.chars().count() == 1 => "LETTER".to_owned(),
        // A tile of two gods.
        () if word.contains('/') => "PAIR".to_owned(),
        () => word.to_lowercase(),
    }
}
