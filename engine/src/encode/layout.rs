//! The columns of an observation: blocks with names, which the same code describes and writes.

use std::fmt;

use crate::{Ordinal, Set};

/// What a game writes its observation with. One pen writes the columns, another one notes the blocks, so that both always agree.
pub trait Pen {
    /// The next block. `write` is given its columns, all of them 0, with the last axis of the shape running fastest.
    fn block(&mut self, block: Block, shape: &[usize], write: impl FnOnce(&mut [u8]));
}

/// What the columns of a block mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its name, which is unique in the layout.
    pub name: &'static str,
    /// How numbers are written in it.
    pub kind: Kind,
    /// The largest value of a column.
    pub max: u8,
    /// What it shows, and along which axes.
    pub meaning: &'static str,
}

/// How numbers are written in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Each column is 1 if something holds, and 0 otherwise.
    Flags,
    /// Along the last axis at most one column is 1: the one that is chosen.
    OneHot,
    /// Each column is a number.
    Counts,
    /// The sum along the last axis is the number. A column is 0 until the one before it is full.
    Sum,
}

impl Kind {
    /// Its name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Flags => "flags",
            Kind::OneHot => "one-hot",
            Kind::Counts => "counts",
            Kind::Sum => "sum",
        }
    }
}

impl Block {
    pub(crate) const fn flags(name: &'static str, meaning: &'static str) -> Block {
        Block { name, kind: Kind::Flags, max: 1, meaning }
    }

    pub(crate) const fn one_hot(name: &'static str, meaning: &'static str) -> Block {
        Block { name, kind: Kind::OneHot, max: 1, meaning }
    }

    pub(crate) const fn counts(name: &'static str, max: u8, meaning: &'static str) -> Block {
        Block { name, kind: Kind::Counts, max, meaning }
    }

    pub(crate) const fn sum(name: &'static str, meaning: &'static str) -> Block {
        Block { name, kind: Kind::Sum, max: u8::MAX, meaning }
    }
}

/// A block and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedBlock {
    /// The block.
    pub block: Block,
    /// The lengths of its axes.
    pub shape: Vec<usize>,
    /// Its first column.
    pub offset: usize,
}

impl PlacedBlock {
    /// How many columns it has.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no block is empty")]
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }
}

/// The blocks of an observation, in order and without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    blocks: Vec<PlacedBlock>,
}

impl Layout {
    /// The blocks, in order.
    #[must_use]
    pub fn blocks(&self) -> &[PlacedBlock] {
        &self.blocks
    }

    /// How many columns an observation has.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no game has an empty observation")]
    pub fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| last.offset + last.len())
    }

    /// The block with this name.
    #[must_use]
    pub fn block(&self, name: &str) -> Option<&PlacedBlock> {
        self.blocks.iter().find(|placed| placed.block.name == name)
    }
}

impl Pen for Layout {
    fn block(&mut self, block: Block, shape: &[usize], _write: impl FnOnce(&mut [u8])) {
        let offset = self.len();
        self.blocks.push(PlacedBlock { block, shape: shape.to_vec(), offset });
    }
}

/// A line for each block: its columns, name, shape, kind, largest value and meaning.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for placed @ PlacedBlock { block, shape, offset } in &self.blocks {
            let shape: Vec<String> = shape.iter().map(ToString::to_string).collect();
            let (last, kind, shape) = (offset + placed.len() - 1, block.kind.name(), shape.join(" x "));
            writeln!(f, "{offset} to {last}, {} [{shape}], {kind} up to {}: {}", block.name, block.max, block.meaning)?;
        }
        write!(f, "{} columns", self.len())
    }
}

/// The pen that writes the columns.
pub(super) struct Ink<'a>(&'a mut [u8]);

impl<'a> Ink<'a> {
    /// A pen that writes into these columns, which must be 0.
    pub(super) fn new(columns: &'a mut [u8]) -> Ink<'a> {
        Ink(columns)
    }

    /// Whether every column was in a block.
    pub(super) fn is_full(&self) -> bool {
        self.0.is_empty()
    }
}

impl Pen for Ink<'_> {
    #[inline(always)]
    fn block(&mut self, _block: Block, shape: &[usize], write: impl FnOnce(&mut [u8])) {
        let (columns, rest) = std::mem::take(&mut self.0).split_at_mut(shape.iter().product());
        write(columns);
        self.0 = rest;
    }
}

/// Writes 1 into the column that is chosen, if one is.
#[inline(always)]
pub(crate) fn put_one(columns: &mut [u8], chosen: Option<usize>) {
    if let Some(chosen) = chosen {
        columns[chosen] = 1;
    }
}

/// Writes 1 into the columns of the things in this set.
#[inline(always)]
pub(crate) fn put_set<T: Ordinal>(columns: &mut [u8], set: Set<T>) {
    // Most sets are empty or nearly so.
    set.into_iter().for_each(|item| columns[item.ordinal()] = 1);
}

/// The columns of a set of a few things. It takes the same time whatever is in the set, so a processor needn't guess that.
#[inline(always)]
pub(crate) fn flags_of<T, const N: usize>(set: Set<T>) -> [u8; N] {
    const { assert!(N <= 7, "the bits of a copy must not touch those of the next one") }
    // The product has a copy of the bits for each byte, in which another bit is the lowest one of that byte.
    let columns = (u64::from(set.bits()) * 0x0002_0408_1020_4081) & 0x0001_0101_0101_0101;
    let bytes = columns.to_le_bytes();
    std::array::from_fn(|number| bytes[number])
}

/// Writes a number as the sum of the columns.
#[inline(always)]
pub(crate) fn put_sum(columns: &mut [u8], number: u32) {
    let mut left = number;
    for column in columns {
        *column = left.min(u8::MAX.into()) as u8;
        left -= u32::from(*column);
    }
}
