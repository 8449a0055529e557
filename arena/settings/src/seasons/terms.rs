//! The terms of a season: what all its matches have in common.

use std::collections::BTreeMap;
use std::fmt;

/// The terms of a season: the names of settings, with their values as people read them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms(BTreeMap<String, String>);

/// A term that has another value than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    term: String,
    was: String,
    is: String,
}

impl Terms {
    /// These names and values. Each must be a single line, and a name has no spaces.
    pub(crate) fn new(terms: impl IntoIterator<Item = (&'static str, String)>) -> Terms {
        Terms(terms.into_iter().map(|(term, value)| (term.to_owned(), value)).collect())
    }

    /// The value of this term; `None` if it has none.
    #[must_use]
    pub fn get(&self, term: &str) -> Option<&str> {
        self.0.get(term).map(String::as_str)
    }

    /// The terms with different values. A term that only one side has was added by a later arena, and doesn't count.
    pub(crate) fn changes(&self, now: &Terms) -> Vec<Change> {
        let both = self.0.iter().filter_map(|(term, was)| Some((term, was, now.0.get(term)?)));
        let changed = both.filter(|(_, was, is)| was != is);
        changed.map(|(term, was, is)| Change { term: term.clone(), was: was.clone(), is: is.clone() }).collect()
    }

    /// The terms in this text, one on each line, in the form in which they are written.
    pub(super) fn parse(text: &str) -> Terms {
        let terms = text.lines().filter_map(|line| line.split_once(' '));
        Terms(terms.map(|(term, value)| (term.to_owned(), value.to_owned())).collect())
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(term, value)| writeln!(f, "{term} {value}"))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was {} and is {} now", self.term, self.was, self.is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_kept_as_text_and_compared_where_both_name_them() {
        let terms = Terms::new([("seats", "2".into()), ("options", String::new()), ("seed", "of its own".into())]);
        assert_eq!(Terms::parse(&terms.to_string()), terms);
        let now = Terms::new([("seats", "3".into()), ("options", String::new()), ("luck", "same".into())]);
        let changes: Vec<String> = terms.changes(&now).iter().map(ToString::to_string).collect();
        assert_eq!(changes, ["seats was 2 and is 3 now"]);
    }
}
