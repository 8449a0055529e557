//! The open matches of a bot, over all of its connections.

use std::collections::HashMap;

use crate::pb;

/// The open matches, each with its own data.
///
/// A bot misses the end of a match if there is no connection at that moment. A new connection names the matches that
/// are still open; the others have ended.
#[derive(Debug)]
pub(crate) struct OpenMatches<M> {
    matches: HashMap<String, Open<M>>,
    /// The number of the latest connection.
    connection: u64,
    /// How many matches this connection has yet to name.
    unnamed: u32,
}

#[derive(Debug)]
struct Open<M> {
    kept: M,
    /// The latest connection that named the match.
    named_by: u64,
}

impl<M> OpenMatches<M> {
    pub(crate) fn new() -> OpenMatches<M> {
        OpenMatches { matches: HashMap::new(), connection: 0, unnamed: 0 }
    }

    /// Takes note of a new connection. Returns the matches whose end the bot has missed.
    pub(crate) fn welcomed(&mut self, welcome: &pb::Welcome) -> Vec<(String, M)> {
        self.connection += 1;
        self.unnamed = welcome.resumed_matches;
        self.take_unnamed()
    }

    /// Takes note that a match is open. Returns the matches whose end the bot has missed.
    pub(crate) fn seated(&mut self, seated: &pb::Seated) -> Vec<(String, M)> {
        if let Some(open) = self.matches.get_mut(&seated.match_id) {
            open.named_by = self.connection;
        }
        if seated.resumed && self.unnamed > 0 {
            self.unnamed -= 1;
            return self.take_unnamed();
        }
        Vec::new()
    }

    fn take_unnamed(&mut self) -> Vec<(String, M)> {
        if self.unnamed > 0 {
            return Vec::new();
        }
        let connection = self.connection;
        self.matches.extract_if(|_, open| open.named_by != connection).map(|(id, open)| (id, open.kept)).collect()
    }

    pub(crate) fn insert(&mut self, match_id: &str, kept: M) {
        self.matches.insert(match_id.to_owned(), Open { kept, named_by: self.connection });
    }

    pub(crate) fn get_mut(&mut self, match_id: &str) -> Option<&mut M> {
        self.matches.get_mut(match_id).map(|open| &mut open.kept)
    }

    pub(crate) fn contains(&self, match_id: &str) -> bool {
        self.matches.contains_key(match_id)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.matches.is_empty()
    }

    pub(crate) fn remove(&mut self, match_id: &str) -> Option<M> {
        self.matches.remove(match_id).map(|open| open.kept)
    }

    pub(crate) fn take_all(&mut self) -> Vec<(String, M)> {
        self.matches.drain().map(|(id, open)| (id, open.kept)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn welcome(resumed_matches: u32) -> pb::Welcome {
        pb::Welcome { resumed_matches, ..Default::default() }
    }

    fn seated(match_id: &str, resumed: bool) -> pb::Seated {
        pb::Seated { match_id: match_id.to_owned(), resumed, ..Default::default() }
    }

    #[test]
    fn a_match_that_a_new_connection_does_not_name_has_ended() {
        let mut open = OpenMatches::new();
        assert_eq!(open.welcomed(&welcome(0)), []);
        for id in ["a", "b", "c"] {
            assert_eq!(open.seated(&seated(id, false)), []);
            open.insert(id, id.to_uppercase());
        }
        assert_eq!(open.remove("c"), Some("C".to_owned()));

        assert_eq!(open.welcomed(&welcome(1)), []);
        assert!(open.contains("a"), "it may still be named");
        assert_eq!(open.seated(&seated("b", true)), [("a".to_owned(), "A".to_owned())]);
        assert_eq!(open.get_mut("b"), Some(&mut "B".to_owned()));

        assert_eq!(open.welcomed(&welcome(0)), [("b".to_owned(), "B".to_owned())]);
        assert!(open.is_empty());
    }
}
