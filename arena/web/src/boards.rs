//! All boards of a match in one file: the first in full, and each later one as its difference from the one before.
//!
//! A picture is cut into pieces before each `<`. Most pieces of a board stay from one step to the next, and most that change come
//! back later, so each piece is written once, and pictures are lists of the pieces' numbers.

use std::collections::{BTreeSet, HashMap};
use std::iter;
use std::ops::Range;
use std::sync::Arc;

use kahua_engine::{DynRuleset, Viewer};
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::{Language, Story, StoryError};
use serde::Serialize;
use similar::algorithms::{Capture, diff_slices};
use similar::{Algorithm, DiffOp};

/// The boards of a match, for `replay.js`. Each is followed by its panels.
#[derive(Debug, Serialize)]
pub(crate) struct Boards {
    /// Every piece of any board.
    pieces: Vec<String>,
    /// The board before the first event, as numbers of pieces.
    first: Vec<u32>,
    /// The part of the game that begins there.
    part: String,
    /// The points of each seat there.
    scores: Vec<i32>,
    /// The board after each step.
    steps: Vec<Board>,
}

/// A board, as the difference from the one before.
#[derive(Debug, Serialize)]
struct Board {
    /// The number of the last event that led there.
    event: usize,
    /// The part of the game that is being played.
    part: String,
    /// The points of each seat, if the game ended there.
    scores: Vec<i32>,
    changes: Vec<Change<Vec<u32>>>,
}

/// A difference between two lists: the index in the earlier one, how many elements are removed, and what is inserted.
pub(crate) type Change<T> = (usize, usize, T);

impl Boards {
    /// Draws the match as this viewer sees it, in this language. A damaged record is drawn up to the damage.
    pub(crate) fn of(
        record: &pb::MatchRecord,
        ruleset: &Arc<dyn DynRuleset>,
        viewer: Viewer,
        language: Language,
    ) -> Result<Boards, StoryError> {
        let mut story = Story::open(record, ruleset, language)?;
        let mut known = Known::default();
        let picture = |story: &Story<'_>, marked: &BTreeSet<String>| {
            let drawn = story.game().picture(viewer, story.wording(), marked);
            drawn.board() + &drawn.panels()
        };
        // This board is whole. Each further one is stored as what it changes in the one before.
        let first = known.numbers(&picture(&story, &BTreeSet::new()));
        let (part, scores) = (story.game().part(language), points(&story));
        let (mut board, mut steps) = (first.clone(), Vec::new());
        while let Ok(Some(step)) = story.next_before(record.events.len()) {
            let next = known.numbers(&picture(&story, &step.places));
            let changes = changes(&board, &next).into_iter().map(|(at, gone, new)| (at, gone, new.to_vec())).collect();
            let (event, part) = (step.events.end - 1, story.game().part(language));
            steps.push(Board { event, part, scores: points(&story), changes });
            board = next;
        }
        Ok(Boards { pieces: known.pieces, first, part, scores, steps })
    }
}

fn points(story: &Story<'_>) -> Vec<i32> {
    story.game().scores_if_ended().iter().copied().collect()
}

/// The pieces seen so far, each with its number.
#[derive(Debug, Default)]
struct Known {
    numbers: HashMap<String, u32>,
    pieces: Vec<String>,
}

impl Known {
    fn numbers(&mut self, picture: &str) -> Vec<u32> {
        pieces(picture).map(|piece| self.number(piece)).collect()
    }

    fn number(&mut self, piece: &str) -> u32 {
        if let Some(number) = self.numbers.get(piece) {
            return *number;
        }
        let number = self.pieces.len() as u32;
        self.numbers.insert(piece.to_owned(), number);
        self.pieces.push(piece.to_owned());
        number
    }
}

/// A picture in pieces, each of which begins with `<`.
pub(crate) fn pieces(picture: &str) -> impl Iterator<Item = &str> {
    let mut starts = picture.match_indices('<').map(|(start, _)| start).peekable();
    iter::from_fn(move || {
        let start = starts.next()?;
        Some(&picture[start..starts.peek().copied().unwrap_or(picture.len())])
    })
}

/// The differences between an earlier list and a later one, from beginning to end.
pub(crate) fn changes<'a, T: Eq + std::hash::Hash + Ord>(old: &[T], new: &'a [T]) -> Vec<Change<&'a [T]>> {
    let mut same = Capture::new();
    // `Capture` never fails. The operations are used as the algorithm finds them. Compacting them, which makes them
    // easier for people to read, would make some of the indexes into the old list wrong.
    let Ok(()) = diff_slices(Algorithm::Myers, &mut same, old, new);
    let (mut changes, mut known) = (Vec::new(), (0, 0));
    for (before, after) in same.ops().iter().filter_map(unchanged).chain([(old.len()..old.len(), new.len()..new.len())])
    {
        if known != (before.start, after.start) {
            changes.push((known.0, before.start - known.0, &new[known.1..after.start]));
        }
        known = (before.end, after.end);
    }
    changes
}

/// The ranges of a part that is the same in both lists.
fn unchanged(operation: &DiffOp) -> Option<(Range<usize>, Range<usize>)> {
    matches!(operation, DiffOp::Equal { .. }).then(|| (operation.old_range(), operation.new_range()))
}

#[cfg(test)]
mod tests {
    use kahua_engine::{Dice, Seed};

    use super::*;

    /// Applies the changes as the scripts do: from the end, so that earlier indexes stay valid.
    fn changed<T: Eq + std::hash::Hash + Ord + Clone>(old: &[T], new: &[T]) -> Vec<T> {
        let (mut list, changes) = (old.to_vec(), changes(old, new));
        for (at, gone, with) in changes.into_iter().rev() {
            list.splice(at..at + gone, with.iter().cloned());
        }
        list
    }

    #[test]
    fn the_changes_lead_from_one_picture_to_the_next() {
        let (old, new) = ("<a>x<b><c/></b></a>", "<a>y<b></b><d/></a>");
        let [old, new] = [old, new].map(|picture| pieces(picture).collect::<Vec<_>>());
        assert_eq!(changed(&old, &new).concat(), "<a>y<b></b><d/></a>");
        assert_eq!(changes(&old, &old), []);
    }

    #[test]
    fn lists_with_many_pieces_that_are_alike_are_told_apart() {
        let mut dice = Dice::new(Seed::from_number(1));
        let mut list = |length| (0..length).map(|_| dice.below(4)).collect::<Vec<_>>();
        for length in (0..40).cycle().take(4000) {
            let (old, new) = (list(length), list(40 - length));
            assert_eq!(changed(&old, &new), new, "from {old:?}");
        }
    }
}
