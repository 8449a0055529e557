//! A player's island: five villages with their tiles and gods, the kahunas beside them and the tikis above.

use super::names::numbered;
use super::tiles::{God, Kind, Side};

numbered! {
    /// One of the five villages, a row of the player's island, counted from 1 at the top.
    Row, 5 from 1
}

/// How many tikis a player has room for.
pub const TIKIS: usize = 6;

/// A set of villages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowSet(u8);

impl RowSet {
    /// No village.
    pub const NONE: RowSet = RowSet(0);
    /// The first village alone.
    const FIRST: RowSet = RowSet(1);
    const EVERY: u8 = (1 << Row::ALL.len()) - 1;

    /// Whether this village is in it.
    #[must_use]
    pub const fn has(self, row: Row) -> bool {
        self.0 >> row.index() & 1 == 1
    }

    /// With this village.
    #[must_use]
    pub const fn with(self, row: Row) -> RowSet {
        RowSet(self.0 | 1 << row.index())
    }

    /// Whether no village is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many villages are in it.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Those that are in both.
    #[must_use]
    pub const fn and(self, other: RowSet) -> RowSet {
        RowSet(self.0 & other.0)
    }

    /// Those that aren't in the other.
    #[must_use]
    pub const fn without(self, other: RowSet) -> RowSet {
        RowSet(self.0 & !other.0)
    }

    /// Its villages from the top.
    pub fn rows(self) -> impl Iterator<Item = Row> + Clone {
        Row::ALL.into_iter().filter(move |row| self.has(*row))
    }
}

/// What a player has built. In which order the tiles of a village came doesn't matter and isn't kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Home {
    tiles: [RowSet; Kind::ALL.len()],
    doubled: [RowSet; Kind::ALL.len()],
    gods: [Option<God>; Row::ALL.len()],
    /// How many kahunas there are, 0 to 5; they stand beside the topmost villages.
    pub kahunas: u8,
    /// How many tikis there are, 0 to 6; they stand above the rightmost columns.
    pub tikis: u8,
}

impl Home {
    /// Nothing but the hut that is printed at the start of the first village.
    pub const EMPTY: Home = Home {
        tiles: [RowSet::NONE; Kind::ALL.len()],
        doubled: [RowSet::NONE; Kind::ALL.len()],
        gods: [None; Row::ALL.len()],
        kahunas: 0,
        tikis: 0,
    };

    /// The villages that hold a tile of this kind.
    #[must_use]
    pub const fn with(&self, kind: Kind) -> RowSet {
        self.tiles[kind.index()]
    }

    /// The villages that hold a tile of this kind with this side up.
    #[must_use]
    pub const fn with_side(&self, kind: Kind, side: Side) -> RowSet {
        match side {
            Side::One => self.tiles[kind.index()].without(self.doubled[kind.index()]),
            Side::Two => self.doubled[kind.index()],
        }
    }

    /// How many tiles of this kind lie with side I up and with side II up.
    #[must_use]
    pub const fn sides(&self, kind: Kind) -> [u32; 2] {
        [self.with_side(kind, Side::One).count(), self.with_side(kind, Side::Two).count()]
    }

    /// The god of this village.
    #[must_use]
    pub const fn god(&self, row: Row) -> Option<God> {
        self.gods[row.index()]
    }

    /// Where this god lies and which side is up, if the player has it.
    #[must_use]
    pub fn find_god(&self, god: God) -> Option<(Row, Side)> {
        let row = Row::ALL.into_iter().find(|row| self.god(*row) == Some(god))?;
        Some((row, if self.doubled[Kind::God.index()].has(row) { Side::Two } else { Side::One }))
    }

    /// The villages that were opened: the first, and those that a hut began.
    #[must_use]
    pub fn opened(&self) -> RowSet {
        RowSet(Kind::HUTS.iter().fold(RowSet::FIRST.0, |rows, hut| rows | self.with(*hut).0))
    }

    /// How many tiles this village holds, the printed hut of the first included (W24).
    #[must_use]
    pub fn length(&self, row: Row) -> u8 {
        let laid = self.tiles.iter().filter(|rows| rows.has(row)).count() as u8;
        laid + u8::from(RowSet::FIRST.has(row))
    }

    /// The villages that may take a tile of this kind: no two of a kind in one, and only a hut opens the next one (W17).
    #[must_use]
    pub fn room_for(&self, kind: Kind) -> RowSet {
        let opened = self.opened().0;
        let open = if kind.is_hut() { (opened << 1 | 1) & RowSet::EVERY } else { opened };
        RowSet(open).without(self.with(kind))
    }

    /// Lays a tile; `god` says which, where the kind is a god.
    pub(super) fn lay(&mut self, kind: Kind, side: Side, row: Row, god: Option<God>) {
        let tiles = &mut self.tiles[kind.index()];
        *tiles = tiles.with(row);
        if side == Side::Two {
            let doubled = &mut self.doubled[kind.index()];
            *doubled = doubled.with(row);
        }
        if kind == Kind::God {
            self.gods[row.index()] = god;
        }
    }

    /// Whether villages were opened from the top, and gods are where god tiles lie and no two the same.
    pub(super) fn is_sound(&self) -> bool {
        let opened = self.opened().0;
        let from_the_top = opened & (opened + 1) == 0;
        let in_opened = self.tiles.iter().all(|rows| RowSet(rows.0 & !opened).is_empty());
        let sides = self.tiles.iter().zip(&self.doubled).all(|(tiles, doubled)| doubled.without(*tiles).is_empty());
        let gods_lie = Row::ALL.into_iter().all(|row| self.god(row).is_some() == self.with(Kind::God).has(row));
        let gods_differ =
            God::ALL.into_iter().all(|god| self.gods.iter().filter(|held| **held == Some(god)).count() < 2);
        let beside = usize::from(self.kahunas) <= Row::ALL.len() && usize::from(self.tikis) <= TIKIS;
        from_the_top && in_opened && sides && gods_lie && gods_differ && beside
    }
}
