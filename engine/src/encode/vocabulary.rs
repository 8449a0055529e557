//! The actions of a game as numbers: verbs with their parts, from which tokens and ids follow.

use arrayvec::ArrayVec;

/// One kind of action. If it has no part, it is a single action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verb {
    /// Its name: the word that the notation begins with.
    pub name: &'static str,
    /// What the action names, in order: at most three things.
    pub parts: &'static [Part],
}

/// One of the things that an action names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// How many there are to choose from.
    pub count: u16,
    /// What it is, and in which order they are numbered.
    pub meaning: &'static str,
}

/// Declares the verbs of a game: a constant for the index of each, and `VERBS`. Each part is a count and a meaning.
macro_rules! verbs {
    ($($index:ident = $name:literal [$(($count:expr, $meaning:literal)),*];)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "they only count the constants")]
        #[derive(Clone, Copy)]
        enum Index { $($index),+ }
        $(const $index: usize = Index::$index as usize;)+

        const VERBS: &[$crate::encode::Verb] = &[$(
            $crate::encode::Verb {
                name: $name,
                parts: &[$($crate::encode::Part { count: $count as u16, meaning: $meaning }),*],
            }
        ),+];
    };
}
pub(crate) use verbs;

/// An action as its verb and the number of each thing that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The verb's index among those of the game.
    pub verb: usize,
    /// The number of each part, from 0; those that the verb doesn't have are 0.
    pub ordinals: [u16; 3],
}

impl Steps {
    pub(crate) const fn new(verb: usize, ordinals: [u16; 3]) -> Steps {
        Steps { verb, ordinals }
    }

    /// A verb with one part.
    pub(crate) const fn one(verb: usize, ordinal: usize) -> Steps {
        Steps { verb, ordinals: [ordinal as u16, 0, 0] }
    }
}

/// The tokens of one action: one for each part of its verb, or one for a verb without parts.
pub type Path = ArrayVec<u16, 3>;

/// The tokens and ids of all actions of a game. Tokens go from 0, verb by verb and part by part. Ids go from 0, verb by verb, and
/// within a verb the last part runs fastest.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    verbs: &'static [Verb],
    /// The first token and the first id of each verb, and those after the last verb.
    first: Vec<(u16, u32)>,
    /// By how much an id grows with the number of each part, for each verb.
    strides: Vec<[u32; 3]>,
}

impl Vocabulary {
    pub(super) fn new(verbs: &'static [Verb]) -> Vocabulary {
        let mut first = vec![(0, 0)];
        for verb in verbs {
            let (token, id) = first[first.len() - 1];
            let tokens: u16 = verb.parts.iter().map(|part| part.count).sum();
            let ids: u32 = verb.parts.iter().map(|part| u32::from(part.count)).product();
            first.push((token + tokens.max(1), id + ids));
        }
        Vocabulary { verbs, first, strides: verbs.iter().map(strides).collect() }
    }

    /// The verbs, in order.
    #[must_use]
    pub fn verbs(&self) -> &'static [Verb] {
        self.verbs
    }

    /// How many tokens there are.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.first[self.verbs.len()].0.into()
    }

    /// How many ids there are.
    #[must_use]
    pub fn ids(&self) -> u32 {
        self.first[self.verbs.len()].1
    }

    /// The id of these steps.
    #[inline]
    #[must_use]
    pub fn id(&self, steps: Steps) -> u32 {
        // Written out: for a loop over the parts the compiler moves them through memory, which takes longer than all the rest.
        let ([a, b, c], strides) = (steps.ordinals.map(u32::from), &self.strides[steps.verb]);
        self.first[steps.verb].1 + a * strides[0] + b * strides[1] + c * strides[2]
    }

    /// The steps of this id; `None` from [`Vocabulary::ids`] on.
    #[must_use]
    pub fn steps(&self, id: u32) -> Option<Steps> {
        if id >= self.ids() {
            return None;
        }
        let verb = self.first.partition_point(|(_, first)| *first <= id) - 1;
        let mut rank = id - self.first[verb].1;
        let mut ordinals = [0; 3];
        for (index, part) in self.verbs[verb].parts.iter().enumerate().rev() {
            ordinals[index] = (rank % u32::from(part.count)) as u16;
            rank /= u32::from(part.count);
        }
        Some(Steps { verb, ordinals })
    }

    /// The tokens of these steps.
    #[must_use]
    pub fn path(&self, steps: Steps) -> Path {
        let mut token = self.first[steps.verb].0;
        let mut path = Path::new();
        for (part, ordinal) in self.verbs[steps.verb].parts.iter().zip(steps.ordinals) {
            path.push(token + ordinal);
            token += part.count;
        }
        if path.is_empty() {
            path.push(token);
        }
        path
    }

    /// The steps that these tokens name; `None` if no action has this path.
    #[must_use]
    pub fn steps_of_path(&self, path: &[u16]) -> Option<Steps> {
        let start = *path.first()?;
        let verb = self.first.partition_point(|(first, _)| *first <= start).checked_sub(1)?;
        let parts = self.verbs.get(verb)?.parts;
        if path.len() != parts.len().max(1) {
            return None;
        }
        let mut token = self.first[verb].0;
        let mut ordinals = [0; 3];
        for ((part, named), ordinal) in parts.iter().zip(path).zip(&mut ordinals) {
            *ordinal = named.checked_sub(token).filter(|ordinal| *ordinal < part.count)?;
            token += part.count;
        }
        Some(Steps { verb, ordinals })
    }
}

/// The last part runs fastest; the parts that a verb doesn't have change nothing.
fn strides(verb: &Verb) -> [u32; 3] {
    let (mut strides, mut stride) = ([0; 3], 1);
    for (index, part) in verb.parts.iter().enumerate().rev() {
        strides[index] = stride;
        stride *= u32::from(part.count);
    }
    strides
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERBS: &[Verb] = &[
        Verb { name: "sow", parts: &[Part { count: 3, meaning: "field" }] },
        Verb { name: "rest", parts: &[] },
        Verb { name: "swap", parts: &[Part { count: 2, meaning: "row" }, Part { count: 4, meaning: "tile" }] },
    ];

    #[test]
    fn ids_and_paths_lead_back_to_their_steps() {
        let vocabulary = Vocabulary::new(VERBS);
        assert_eq!((vocabulary.tokens(), vocabulary.ids()), (3 + 1 + 2 + 4, 3 + 1 + 8));
        for id in 0..vocabulary.ids() {
            let steps = vocabulary.steps(id).unwrap();
            assert_eq!(vocabulary.id(steps), id);
            assert_eq!(vocabulary.steps_of_path(&vocabulary.path(steps)), Some(steps));
        }
        assert_eq!(vocabulary.steps(12), None);
    }

    #[test]
    fn a_path_that_no_action_has_names_nothing() {
        let vocabulary = Vocabulary::new(VERBS);
        let named = |path: &[u16]| vocabulary.steps_of_path(path);
        assert_eq!(named(&[3]), Some(Steps::one(1, 0)));
        assert_eq!(named(&[5, 9]), Some(Steps { verb: 2, ordinals: [1, 3, 0] }));
        for path in [&[] as &[u16], &[10], &[0, 1], &[4], &[6, 6], &[4, 4], &[4, 10], &[4, 6, 6], &[u16::MAX]] {
            assert_eq!(named(path), None, "{path:?}");
        }
    }
}
