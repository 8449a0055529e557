//! The error for the name of a league that doesn't exist, which lists those that do.

use std::fmt;

use kahua_core::limits::{UNKNOWN_NAME_BYTES_MAX, cut};

/// How many existing leagues an error names.
const NAMED_MAX: usize = 20;

/// There is no such league.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct UnknownLeague {
    league: String,
    known: Vec<String>,
}

impl UnknownLeague {
    /// The error that none of these leagues has this name. The empty name, which stands for no league, is left out.
    pub fn new<'a>(league: &str, known: impl IntoIterator<Item = &'a str>) -> UnknownLeague {
        let known = known.into_iter().filter(|known| !known.is_empty()).map(str::to_owned).collect();
        UnknownLeague { league: cut(league, UNKNOWN_NAME_BYTES_MAX).to_owned(), known }
    }
}

impl fmt::Display for UnknownLeague {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = &self.known[..self.known.len().min(NAMED_MAX)];
        write!(f, "there is no league {:?} here", self.league)?;
        match (named, self.known.len() - named.len()) {
            ([], _) => f.write_str(", nor any other"),
            ([only], _) => write!(f, "; there is {only}"),
            (_, 0) => write!(f, "; there are {}", named.join(", ")),
            (_, more) => write!(f, "; there are {} and {more} more", named.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_misspells_a_name_is_told_which_there_are() {
        let said = |known: &[&str]| UnknownLeague::new("springg", known.iter().copied()).to_string();
        assert_eq!(said(&[""]), "there is no league \"springg\" here, nor any other");
        assert_eq!(said(&["", "spring"]), "there is no league \"springg\" here; there is spring");
        assert_eq!(said(&["spring", "autumn"]), "there is no league \"springg\" here; there are spring, autumn");
        assert!(said(&["l"; 25]).ends_with(", l and 5 more"));
    }
}
