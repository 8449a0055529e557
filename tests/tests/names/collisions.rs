//! How each language writes a name of the protos, and which of its words are in the way. `reserved.toml` has the words.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What a name is of. A oneof is written as a field is.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Field,
    Type,
    Call,
    Value,
}

/// A name of the protos.
pub(crate) struct Name {
    pub(crate) kind: Kind,
    /// The path of what it is part of: a message, an enum, a service, or a package.
    pub(crate) parent: String,
    /// The name alone. That of an enum value is in snake case, without the prefix that repeats the enum's.
    pub(crate) own: String,
}

impl Name {
    pub(crate) fn new(kind: Kind, parent: &str, own: String) -> Name {
        Name { kind, parent: parent.to_owned(), own }
    }

    pub(crate) fn of_type(path: &str) -> Name {
        let (parent, own) = path.rsplit_once('.').expect("every type is in a package");
        Name::new(Kind::Type, parent, own.to_owned())
    }

    pub(crate) fn path(&self) -> String {
        format!("{}.{}", self.parent, self.own)
    }
}

/// How generated code writes a name.
#[derive(Clone, Copy, Deserialize)]
pub(crate) enum Style {
    #[serde(rename = "snake_case")]
    Snake,
    #[serde(rename = "lowerCamelCase")]
    LowerCamel,
    #[serde(rename = "PascalCase")]
    Pascal,
    /// The method that reads the field.
    #[serde(rename = "getPascalCase")]
    Getter,
}

impl Style {
    pub(crate) fn write(self, name: &str) -> String {
        let words = words(name);
        match self {
            Style::Snake => words.join("_"),
            Style::LowerCamel => words[0].clone() + &pascal(&words[1..]),
            Style::Pascal => pascal(&words),
            Style::Getter => format!("get{}", pascal(&words)),
        }
    }
}

/// The words of a name in snake case or Pascal case, in small letters.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut begins = true;
    for letter in name.chars() {
        if letter == '_' {
            begins = true;
            continue;
        }
        if begins || letter.is_ascii_uppercase() {
            words.push(String::new());
        }
        begins = false;
        words.last_mut().expect("a word has begun").push(letter.to_ascii_lowercase());
    }
    words
}

fn pascal(words: &[String]) -> String {
    words.iter().map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}

/// A language with the words that are taken in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Language {
    pub(crate) name: String,
    pub(crate) spelling: BTreeMap<Kind, Vec<Style>>,
    #[serde(default)]
    ignores_case: bool,
    #[serde(default)]
    field_differs_from_type: bool,
    pub(crate) words: Vec<Words>,
}

/// A list of words, what they are taken for, and who says so.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    pub(crate) source: String,
    #[serde(rename = "for")]
    pub(crate) kinds: Vec<Kind>,
    pub(crate) words: String,
}

/// The languages of `reserved.toml`.
pub(crate) fn languages() -> Vec<Language> {
    let mut file: BTreeMap<String, Vec<Language>> =
        toml::from_str(include_str!("reserved.toml")).unwrap_or_else(|error| panic!("reserved.toml: {error}"));
    file.remove("language").expect("reserved.toml lists languages")
}

impl Language {
    /// What is in the way of this name here.
    pub(crate) fn collisions(&self, name: &Name) -> Vec<String> {
        let styles = self.spelling.get(&name.kind).into_iter().flatten();
        styles.flat_map(|style| self.taken(name, &style.write(&name.own))).collect()
    }

    fn taken(&self, name: &Name, spelled: &str) -> Vec<String> {
        let (path, language) = (name.path(), &self.name);
        let lists = self.words.iter().filter(|list| list.kinds.contains(&name.kind));
        let lists = lists.filter(|list| list.words.split_whitespace().any(|word| self.is(word, spelled)));
        let mut found: Vec<_> =
            lists.map(|list| format!("{path}: {spelled} is taken in {language} ({})", list.source)).collect();
        let parent = name.parent.rsplit('.').next();
        if name.kind == Kind::Field && self.field_differs_from_type && parent == Some(spelled) {
            found.push(format!("{path}: {spelled} is the name of its type in {language}"));
        }
        found
    }

    fn is(&self, word: &str, spelled: &str) -> bool {
        match word.strip_suffix('*') {
            Some(start) => {
                let rest = spelled.strip_prefix(start).unwrap_or_default();
                rest.starts_with(|letter: char| letter.is_ascii_uppercase())
            }
            None if self.ignores_case => word.eq_ignore_ascii_case(spelled),
            None => word == spelled,
        }
    }
}
