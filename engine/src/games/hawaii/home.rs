//! A player's island: five villages with their tiles and gods, the kahunas next to them and the tikis above.

use crate::Set;
use crate::named::numbered;

use super::tiles::{God, Kind, Side, Tile};

numbered! {
    /// One of the five villages, a row of the player's island, counted from 1 at the top.
    pub struct Row(1..=5);
}

/// How many tikis a player has room for.
pub const TIKIS: usize = 6;

/// What a player has built. In which order the tiles of a village came doesn't matter and isn't kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Home {
    /// The villages that hold a tile of each kind.
    tiles: [Set<Row>; Kind::COUNT],
    /// The villages among them in which the tile lies with side II up.
    doubled: [Set<Row>; Kind::COUNT],
    gods: [Option<God>; Row::COUNT],
    /// The villages with a hut, which follow from `tiles`; kept because every legal list asks for them.
    opened: Set<Row>,
    /// The kinds for which some village has room, which follow too; kept because every list of moves asks for all of them.
    welcome: Set<Kind>,
    /// How many kahunas there are, 0 to 5; they stand next to the topmost villages.
    pub kahunas: u8,
    /// How many tikis there are, 0 to 6; they stand above the rightmost columns.
    pub tikis: u8,
}

impl Home {
    /// The village that has its hut printed on the board: the first.
    const PRINTED: Set<Row> = Set::from_bits(1);

    /// Nothing but the hut that is printed at the start of the first village.
    pub const EMPTY: Home = Home {
        tiles: [Set::EMPTY; Kind::COUNT],
        doubled: [Set::EMPTY; Kind::COUNT],
        gods: [None; Row::COUNT],
        opened: Home::PRINTED,
        welcome: Set::ALL,
        kahunas: 0,
        tikis: 0,
    };

    /// The villages that hold a tile of this kind.
    #[must_use]
    pub const fn with(&self, kind: Kind) -> Set<Row> {
        self.tiles[kind.index()]
    }

    /// The villages that hold a tile of this kind with this side up.
    #[must_use]
    pub fn with_side(&self, kind: Kind, side: Side) -> Set<Row> {
        match side {
            Side::One => self.tiles[kind.index()] - self.doubled[kind.index()],
            Side::Two => self.doubled[kind.index()],
        }
    }

    /// How many tiles of this kind lie with side I up and with side II up.
    #[must_use]
    pub fn sides(&self, kind: Kind) -> [u32; 2] {
        if self.with(kind).is_empty() {
            return [0, 0]; // Most kinds are in no village, and this is asked for at every step.
        }
        Side::ALL.map(|side| self.with_side(kind, side).len() as u32)
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
        let doubled = self.doubled[Kind::God.index()].contains(row);
        Some((row, if doubled { Side::Two } else { Side::One }))
    }

    /// The opened villages: the first one, and those that a hut began.
    #[must_use]
    pub const fn opened(&self) -> Set<Row> {
        self.opened
    }

    /// Whether some village may take a tile of this kind.
    #[must_use]
    pub fn has_room_for(&self, kind: Kind) -> bool {
        self.welcome.contains(kind)
    }

    /// The tiles but gods for which there is a space, in a village or beside them.
    pub(super) fn spaces(&self) -> Set<Tile> {
        // The tiles of villages begin the list of tiles, in the order of their kinds.
        let mut spaces = Set::from_bits(self.welcome.without(Kind::God).bits()).with(Tile::Boat);
        if usize::from(self.kahunas) < Row::COUNT {
            spaces.insert(Tile::Kahuna);
        }
        if usize::from(self.tikis) < TIKIS {
            spaces.insert(Tile::Tiki);
        }
        spaces
    }

    /// How many tiles this village holds, the printed hut of the first included (W24).
    #[must_use]
    pub fn length(&self, row: Row) -> u8 {
        let laid = self.tiles.iter().filter(|rows| rows.contains(row)).count() as u8;
        laid + u8::from(Home::PRINTED.contains(row))
    }

    /// The villages that may take a tile of this kind: no two of a kind in one, and only a hut opens the next one (W17).
    #[must_use]
    pub fn room_for(&self, kind: Kind) -> Set<Row> {
        let opened = self.opened();
        let open = if kind.is_hut() {
            // Villages are opened from the top, so the next one is the first that isn't open.
            (Set::ALL - opened).first().map_or(opened, |next| opened.with(next))
        } else {
            opened
        };
        open - self.with(kind)
    }

    /// Lays a tile; `god` says which, where the kind is a god.
    pub(super) fn lay(&mut self, kind: Kind, side: Side, row: Row, god: Option<God>) {
        self.tiles[kind.index()].insert(row);
        if kind.is_hut() && !self.opened.contains(row) {
            self.opened.insert(row);
            // A village may hold other tiles before its hut while a view is read, so all kinds are looked at.
            self.welcome = Kind::ALL.into_iter().filter(|kind| !self.room_for(*kind).is_empty()).collect();
        } else if self.room_for(kind).is_empty() {
            self.welcome.remove(kind);
        }
        if side == Side::Two {
            self.doubled[kind.index()].insert(row);
        }
        if kind == Kind::God {
            self.gods[row.index()] = god;
        }
    }

    /// Whether villages were opened from the top, and gods are where god tiles lie and no two the same.
    pub(super) fn is_sound(&self) -> bool {
        let opened = self.opened();
        let from_the_top = opened.iter().map(Row::index).eq(0..opened.len());
        let in_opened = self.tiles.iter().all(|rows| rows.is_subset(opened));
        let sides = self.tiles.iter().zip(&self.doubled).all(|(tiles, doubled)| doubled.is_subset(*tiles));
        let gods_lie = Row::ALL.into_iter().all(|row| self.god(row).is_some() == self.with(Kind::God).contains(row));
        let gods_differ =
            God::ALL.into_iter().all(|god| self.gods.iter().filter(|held| **held == Some(god)).count() < 2);
        let beside = usize::from(self.kahunas) <= Row::COUNT && usize::from(self.tikis) <= TIKIS;
        from_the_top && in_opened && sides && gods_lie && gods_differ && beside
    }
}
